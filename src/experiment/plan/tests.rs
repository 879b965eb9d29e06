use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::path::Path;

use crate::experiment::Reduction;
use crate::experiment::plan::*;
use knight_board::theorems;
use knight_search::{Engine, Goal, MoveOrder, Square, Symmetry};

mod draws;
mod finding;

/// The plan of an experiment whose jobs may spend 1,000 checks.
pub(crate) fn plan(text: &str) -> Plan {
    let text = format!("budget = 1000\n{text}");
    Plan::new(&crate::experiment::toml_file::parse(&text, Path::new("test.toml")).unwrap())
}

/// The number of the search that gives the row of a job.
fn search_of(plan: &Plan, id: u64) -> Option<u64> {
    let at = plan.0.locate(id)?;
    let blocks = plan.0.blocks().filter(|(setting, _)| *setting == at.setting);
    let of_budget: u64 = blocks.map(|(_, it)| it.pairs.searched * it.turns).sum();
    let budget = plan.budgets().iter().position(|budget| *budget == at.budget)? as u64;
    Some(at.dealt_number() + budget * of_budget)
}

/// The plan as a list, as its definition says.
fn listed(experiment: &Experiment) -> Vec<Job> {
    let mut jobs = Vec::new();
    for &rule in &experiment.rules {
        for &goal in &experiment.goals {
            for &engine in &experiment.engines {
                for &budget in &experiment.budgets {
                    let method = Method { rule, seed: None, engine };
                    jobs.extend(listed_with(experiment, method, goal, budget, jobs.len()));
                }
            }
        }
    }
    jobs
}

/// The jobs of a list with a rule, an engine, a goal and a budget, behind this many others.
fn listed_with(
    experiment: &Experiment,
    method: Method,
    goal: Goal,
    budget: Budget,
    before: usize,
) -> Vec<Job> {
    fn without_repeats<T: Copy + Eq + Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
        let mut seen = HashSet::new();
        items.filter(|item| seen.insert(*item)).collect()
    }
    let orders = without_repeats(experiment.orders.iter().flat_map(|set| set.orders()));
    let seeds = without_repeats(experiment.seeds.iter().flat_map(|set| set.first..=set.last));
    let has_seeds = method.rule.is_random();
    let seeds: Vec<Option<u64>> =
        if has_seeds { seeds.into_iter().map(Some).collect() } else { vec![None] };
    let mut jobs: Vec<Job> = Vec::new();
    for &board in &experiment.boards {
        let starts = without_repeats(experiment.starts.iter().flat_map(|s| s.squares(board)));
        let is_skipped = |start: &Square| {
            experiment.impossible == Impossible::Skip
                && theorems::from(board, *start, goal).is_some()
        };
        let starts: Vec<Square> = starts.into_iter().filter(|s| !is_skipped(s)).collect();
        let mut pairs: Vec<(Square, MoveOrder)> =
            starts.iter().flat_map(|s| orders.iter().map(move |o| (*s, *o))).collect();
        let images = |(s, o): (Square, MoveOrder)| {
            Symmetry::of(board).map(move |g| (g.square(board, s), g.order(o)))
        };
        if experiment.images {
            pairs = without_repeats(pairs.into_iter().flat_map(images));
        }
        let first_id = before + jobs.len();
        let mut places = HashMap::new();
        for (place, &pair) in pairs.iter().enumerate() {
            places.insert(pair, place);
            let of_images = images(pair).filter_map(|image| places.get(&image).copied());
            let source = of_images.min().filter(|source| *source != place);
            let reduces = experiment.symmetry == Reduction::Reduce;
            let source = source.filter(|_| reduces && method.engine != Engine::Estimate);
            for (turn, &seed) in seeds.iter().enumerate() {
                let id = |place: usize| (first_id + place * seeds.len() + turn) as u64;
                jobs.push(Job {
                    id: id(place),
                    problem: Problem { board, start: pair.0, order: pair.1, goal, budget },
                    method: Method { seed, ..method },
                    precision: experiment.precision.filter(|_| method.engine == Engine::Estimate),
                    mirror_of: source.map(id),
                });
            }
        }
    }
    jobs
}

/// Compares everything that a plan says with its list.
fn check_against_the_list(plan: &Plan) {
    let list = listed(&plan.0.experiment);
    assert!(plan.jobs().eq(list.iter().copied()));
    assert_eq!((plan.len(), plan.job(plan.len())), (list.len() as u64, None));
    let searched: Vec<u64> =
        list.iter().filter(|job| job.mirror_of.is_none()).map(|job| job.id).collect();
    assert_eq!(plan.searches(), searched.len() as u64);
    let mut rows_of: HashMap<u64, Vec<u64>> = HashMap::new();
    for job in &list {
        rows_of.entry(job.mirror_of.unwrap_or(job.id)).or_default().push(job.id);
    }
    for (number, &id) in (0..).zip(&searched) {
        let rows = rows_of.remove(&id).unwrap();
        assert_eq!(plan.rows_from(id), rows);
        for row in rows {
            assert_eq!((search_of(plan, row), plan.searched_for(row)), (Some(number), id));
        }
    }
    let numbers: Vec<u64> = (0..plan.len()).filter_map(|id| plan.dealt_number(id)).collect();
    for parts in [1, 3, 7] {
        for part in 0..parts {
            let jobs = numbers.iter().filter(|n| **n % parts == part).count() as u64;
            assert_eq!(plan.jobs_of_part(part, parts), jobs, "{part} of {parts}");
        }
    }
    let why_not = |job: &&Job| {
        let Problem { board, start, goal, .. } = job.problem;
        theorems::from(board, start, goal).is_some()
    };
    let infeasible = plan.infeasible();
    let jobs = infeasible.as_ref().map_or(0, |infeasible| infeasible.jobs);
    assert_eq!(jobs, list.iter().filter(why_not).count() as u64);
    if let Some(InfeasibleJobs { board, why, .. }) = infeasible {
        let Problem { start, goal, .. } = list.iter().find(why_not).unwrap().problem;
        assert_eq!(theorems::from(board, start, goal), Some(why));
    }
    // Only jobs of one start and order are compared: a search through the list takes seconds.
    let pair = |job: &Job| (job.problem.start, job.problem.order);
    let mut of_pair: HashMap<_, Vec<&Job>> = HashMap::new();
    for job in &list {
        of_pair.entry(pair(job)).or_default().push(job);
    }
    for job in &list {
        for &budget in plan.budgets() {
            let problem = Problem { budget, ..job.problem };
            let same = |other: &&&Job| (other.problem, other.method) == (problem, job.method);
            let other = of_pair[&pair(job)].iter().find(same).unwrap();
            assert_eq!(plan.dealt_number(other.id), plan.dealt_number(job.id));
        }
    }
}

#[test]
fn a_plan_of_lists_is_its_list() {
    let rest = "starts = [\"1,2\", \"corners\", \"2,2\"]\norders = [\"images:fig2\", \"12345687\"]\n\
                seeds = [\"4-6\", 9]\nrule = [\"greedy-random\", \"fixed\"]\n\
                engine = [\"auto\", \"step\"]";
    for (boards, goal) in
        [("\"3x3\", \"3x4\", \"3-3\"", "\"open\", \"closed\""), ("\"2x2\", \"5x5\"", "\"open\"")]
    {
        for impossible in ["search", "skip"] {
            for (images, symmetry) in [(false, "off"), (false, "reduce"), (true, "reduce")] {
                let text = format!(
                    "{rest}\nboards = [{boards}]\ngoal = [{goal}]\nimages = {images}\n\
                     symmetry = \"{symmetry}\"\nimpossible = \"{impossible}\"\n\
                     budget = [100, \"none\", \"1k\", 1000]"
                );
                let path = Path::new("test.toml");
                let experiment = crate::experiment::toml_file::parse(&text, path).unwrap();
                let plan = Plan::new(&experiment);
                assert_eq!(plan.budgets().len(), 3);
                check_against_the_list(&plan);
                let skipped: u64 =
                    plan.experiment().skipped().iter().map(|on_board| on_board.jobs).sum();
                let all = Plan::new(&Experiment { impossible: Impossible::Search, ..experiment });
                assert_eq!(plan.len() + skipped, all.len());
                assert_eq!(impossible == "skip", skipped > 0);
            }
        }
    }
}

#[test]
fn a_plan_is_its_list() {
    let starts = [
        "[\"all\"]",
        "[\"orbits\"]",
        "[\"2,1\", \"corners\", \"b1\"]",
        "[\"1,2\", \"1,1\", \"diagonal\", \"all\"]",
    ];
    let orders = [
        "[\"fig2\"]",
        "[\"images:fig2\", \"12345687\"]",
        "[\"sample:5:1\", \"tutorial\", \"fig2\", \"sample:5:1\"]",
    ];
    let seeds = ["", "rule = \"greedy-random\"\nseeds = [5, \"4-6\", 9]"];
    for (starts, orders) in starts.iter().flat_map(|s| orders.iter().map(move |o| (s, o))) {
        for (images, symmetry) in
            [(false, "off"), (false, "reduce"), (true, "off"), (true, "reduce")]
        {
            for seeds in seeds {
                check_against_the_list(&plan(&format!(
                    "boards = [\"3x3\", \"4x3\", \"2x2\"]\nstarts = {starts}\norders = {orders}\n\
                     images = {images}\nsymmetry = \"{symmetry}\"\n{seeds}"
                )));
            }
        }
    }
}

#[test]
fn plans_of_millions_of_jobs_are_made_at_once() {
    let all = "starts = \"all\"\nimages = true\nsymmetry = \"reduce\"";
    let orders = "orders = \"all\"\nboards = [\"5-8\"]\nrule = \"greedy\"";
    let seeds =
        "orders = \"fig2\"\nboards = [\"10x10\"]\nrule = \"greedy-random\"\nseeds = \"1-1000000\"";
    let boards = "orders = \"fig2\"\nboards = [\"1-200\"]\nrule = \"greedy\"";
    for (text, jobs) in [
        (format!("{all}\n{orders}"), 174 * 40_320),
        (format!("{all}\n{seeds}"), 100 * 8 * 1_000_000),
        (format!("{all}\n{boards}"), 2_686_700 * 8),
    ] {
        let plan = plan(&text);
        assert_eq!(plan.len(), jobs);
        let last = plan.job(jobs - 1).unwrap();
        assert_eq!(search_of(&plan, last.id), Some(plan.searches() - 1));
    }
}

#[test]
fn images_of_a_corner_job_are_the_eight_of_figures_6_and_7() {
    let plan = plan("boards = \"8x8\"\nstarts = \"1,1\"\norders = \"fig2\"\nimages = true");
    assert_eq!(plan.len(), 8);
    let at_first_corner: Vec<MoveOrder> = plan
        .jobs()
        .filter(|job| job.problem.start == (Square { row: 1, col: 1 }))
        .map(|job| job.problem.order)
        .collect();
    assert_eq!(at_first_corner, [MoveOrder::FIG2, MoveOrder::TUTORIAL]);
}
