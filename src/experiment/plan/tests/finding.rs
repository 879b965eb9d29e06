use std::collections::HashMap;
use std::path::Path;

use crate::experiment::plan::tests::*;
use knight_search::estimates::Precision;
use knight_search::{Budget, Engine, Rule};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Everything that tells jobs apart.
type Key = (Board, Square, MoveOrder, Goal, Budget, Rule, Option<u64>, Engine);

fn key(Job { problem, method, .. }: &Job) -> Key {
    let &Problem { board, start, order, goal, budget } = problem;
    (board, start, order, goal, budget, method.rule, method.seed, method.engine)
}

/// Rules, engines, budgets and whether there are seeds, of which all go together.
fn methods() -> impl Strategy<Value = String> {
    select(vec![
        "engine = [\"step\", \"leap\"]\nbudget = [100, \"none\", 7]",
        "engine = [\"auto\", \"leap\"]\nbudget = 100",
        "rule = [\"greedy-random\", \"fixed\"]\nseeds = [\"4-6\", 9, 1]\nbudget = [7, 100]",
        "rule = \"greedy-random\"\nengine = [\"auto\", \"step\"]\nseeds = [9, \"5-6\"]\nbudget = 7",
        "engine = [\"leap\", \"estimate\"]\nseeds = [\"1-2\", 9]\nbudget = \"none\"",
        "rule = [\"greedy\", \"fixed\"]\nbudget = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100]",
    ])
    .prop_map(str::to_owned)
}

/// How pairs are treated.
fn pairs() -> impl Strategy<Value = String> {
    let images = (any::<bool>(), any::<bool>()).prop_map(|(images, reduce)| {
        let symmetry = if reduce { "reduce" } else { "off" };
        format!("images = {images}\nsymmetry = \"{symmetry}\"")
    });
    let draws =
        (select(vec![3, 20, 400]), 0..3).prop_map(|(n, seed)| format!("draws = \"{n}:{seed}\""));
    prop_oneof![2 => images, 1 => draws]
}

fn quoted(words: Vec<&str>) -> String {
    format!("{words:?}")
}

/// Plans of experiments that have many jobs in common.
fn plans() -> impl Strategy<Value = Plan> {
    let boards = subsequence(vec!["3x3", "3x4", "4x3", "2x2", "5x5"], 1..4).prop_shuffle();
    let starts = subsequence(vec!["1,1", "orbits", "2,1", "corners", "all"], 1..4).prop_shuffle();
    let orders =
        subsequence(vec!["fig2", "images:fig2", "12345687", "sample:4:1"], 1..4).prop_shuffle();
    let goals = select(vec!["[\"open\"]", "[\"closed\", \"open\"]"]);
    let impossible = select(vec!["search", "skip"]);
    (boards, starts, orders, goals, impossible, methods(), pairs()).prop_filter_map(
        "all jobs are impossible",
        |(boards, starts, orders, goals, impossible, methods, pairs)| {
            let text = format!(
                "boards = {}\nstarts = {}\norders = {}\ngoal = {goals}\n\
                 impossible = \"{impossible}\"\n{methods}\n{pairs}",
                quoted(boards),
                quoted(starts),
                quoted(orders)
            );
            let experiment = crate::experiment::toml_file::parse(&text, Path::new("test.toml"));
            match experiment {
                Ok(experiment) => Some(Plan::new(&experiment)),
                Err(error) => {
                    assert!(error.to_string().contains("a theorem rules out"), "{error}");
                    None
                }
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn the_jobs_of_a_plan_are_found_and_no_others((plan, other) in (plans(), plans())) {
        let mut ids = HashMap::new();
        for job in plan.jobs() {
            prop_assert_eq!(plan.find(&job), Some(job.id));
            prop_assert_eq!(ids.insert(key(&job), job.id), None, "a plan is a set");
        }
        for job in other.jobs() {
            let expected = ids.get(&key(&job)).copied();
            prop_assert_eq!(plan.find(&job), expected);
        }
    }

    #[test]
    fn siblings_differ_in_goal_engine_and_budget_only((plan, other) in (plans(), plans())) {
        let pair = |job: &Job| (job.problem.board, job.problem.start, job.problem.order, job.method.rule);
        let mut of_pair: HashMap<_, Vec<Job>> = HashMap::new();
        for job in plan.jobs() {
            of_pair.entry(pair(&job)).or_default().push(job);
        }
        for job in plan.jobs().chain(other.jobs()) {
            let same_seed = |sibling: &&Job| sibling.method.seed.is_none_or(|seed| job.method.seed == Some(seed));
            let same_pair = of_pair.get(&pair(&job)).into_iter().flatten();
            let expected: Vec<u64> = same_pair.filter(same_seed).map(|sibling| sibling.id).collect();
            let found: Vec<u64> = plan.siblings(&job).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_jobs_with_a_budget_are_all_that_have_it(plan in plans()) {
        for budget in [Budget::UNLIMITED, Budget::checks(7).unwrap(), Budget::checks(100).unwrap()] {
            let has_budget = |job: &Job| job.problem.budget == budget;
            let expected: Vec<u64> = plan.jobs().filter(has_budget).map(|job| job.id).collect();
            let found: Vec<u64> = plan.jobs_with_budget(budget).flatten().collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn what_no_plan_has_is_not_found() {
    let plan = plan("boards = \"3x4\"\nstarts = \"all\"\norders = \"all\"");
    let job = plan.job(5).unwrap();
    let with = |problem: Problem| Job { problem, ..job };
    let start = with(Problem { start: Square { row: 4, col: 1 }, ..job.problem });
    assert_eq!((plan.find(&start), plan.siblings(&start).next()), (None, None));
    let seeded = Job { method: Method { seed: Some(1), ..job.method }, ..job };
    assert_eq!(plan.find(&seeded), None);
    assert!(plan.siblings(&seeded).eq([5]));
    let board = job.problem.board.transposed();
    assert_eq!(plan.find(&with(Problem { board, ..job.problem })), None);
    assert_eq!(plan.find(&Job { precision: Some(Precision::default()), ..job }), None);
}
