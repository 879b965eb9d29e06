//! Plans: the jobs of an experiment, by dense ids.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::{Serialize, Serializer};

use crate::experiment::{Experiment, Reduction};
use knight_search::theorems::{self, NoTourReason};
use knight_search::{Board, Budget, Method, MoveOrder, Problem, Square, StopRequest, Symmetry};

/// One search of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its place in the plan, from 0.
    pub id: u64,
    /// What is searched for.
    pub problem: Problem,
    /// How the search goes.
    pub method: Method,
    /// The job, with a smaller id, that is searched in place of this one and whose answer is
    /// mirrored, if the experiment reduces by symmetry.
    pub mirror_of: Option<u64>,
}

/// The jobs of an experiment in plan order: by board, then start, then order, then seed.
///
/// Jobs are made when asked for, so a plan of millions is small.
#[derive(Clone, Debug)]
pub struct Plan {
    experiment: Experiment,
    blocks: Vec<Block>,
    len: u64,
    /// Empty for a deterministic rule.
    seeds: Vec<u64>,
}

/// The jobs of one board.
#[derive(Clone, Debug)]
struct Block {
    board: Board,
    first_id: u64,
    pairs: Pairs,
    /// For each pair the place of the first that a symmetry maps it to, if the experiment reduces
    /// by symmetry.
    sources: Option<Vec<u32>>,
}

/// Starts and orders of the jobs of a block.
#[derive(Clone, Debug)]
enum Pairs {
    Product(Vec<Square>, Vec<MoveOrder>),
    List(Vec<(Square, MoveOrder)>),
}

impl Pairs {
    fn len(&self) -> usize {
        match self {
            Pairs::Product(starts, orders) => starts.len() * orders.len(),
            Pairs::List(pairs) => pairs.len(),
        }
    }

    /// Every start, perhaps several times, with a number of its pairs.
    fn starts(&self) -> Box<dyn Iterator<Item = (Square, usize)> + '_> {
        match self {
            Pairs::Product(starts, orders) => {
                Box::new(starts.iter().map(|&start| (start, orders.len())))
            }
            Pairs::List(pairs) => Box::new(pairs.iter().map(|&(start, _)| (start, 1))),
        }
    }

    fn get(&self, index: usize) -> (Square, MoveOrder) {
        match self {
            Pairs::Product(starts, orders) => {
                (starts[index / orders.len()], orders[index % orders.len()])
            }
            Pairs::List(pairs) => pairs[index],
        }
    }
}

/// Jobs of one board that are known to find no tour.
#[derive(Clone, Debug, Serialize)]
pub struct InfeasibleJobs {
    /// In JSON its text, such as `8x8`.
    #[serde(serialize_with = "as_text")]
    pub board: Board,
    /// Their number, at least 1.
    pub jobs: u64,
    /// The reason for the first of them; in JSON a sentence.
    #[serde(serialize_with = "as_text")]
    pub why: NoTourReason,
}

fn as_text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Plan {
    /// The jobs of an experiment. A pair of start and order that several sets name is there once.
    pub fn new(experiment: &Experiment) -> Plan {
        let orders = without_repeats(experiment.orders.iter().flat_map(|set| set.orders()));
        let seeds = without_repeats(experiment.seeds.iter().flat_map(|set| set.seeds()));
        let searches_of_a_pair = seeds.len().max(1) as u64;
        let mut blocks = Vec::new();
        let mut len = 0;
        for &board in &experiment.boards {
            let starts = experiment.starts.iter().flat_map(|set| set.squares(board));
            let product = Pairs::Product(without_repeats(starts), orders.clone());
            let pairs = if experiment.images { images(board, &product) } else { product };
            let first_id = len;
            len += pairs.len() as u64 * searches_of_a_pair;
            let reduces = experiment.symmetry == Reduction::Reduce;
            blocks.push(Block {
                board,
                first_id,
                sources: reduces.then(|| sources(board, &pairs)),
                pairs,
            });
        }
        Plan { experiment: experiment.clone(), blocks, len, seeds }
    }

    /// Number of jobs; their ids are 0…`len() − 1`.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seeds of every pair of start and order; empty for a deterministic rule.
    pub fn seeds(&self) -> &[u64] {
        &self.seeds
    }

    /// Whether jobs that a symmetry maps to an earlier one are filled in from its answer.
    pub fn symmetry(&self) -> Reduction {
        self.experiment.symmetry
    }

    /// Whether the results hold the tours.
    pub fn tours(&self) -> bool {
        self.experiment.tours
    }

    /// The budget of every job.
    pub fn budget(&self) -> Budget {
        self.experiment.budget
    }

    /// The boards with the number of jobs on each, in plan order.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u64)> {
        self.blocks.iter().map(|block| (block.board, self.searches(block.pairs.len())))
    }

    /// The jobs of each board that are known, without a search, to find no tour.
    pub fn infeasible(&self) -> Vec<InfeasibleJobs> {
        let on_board = |block: &Block| {
            let why_not = |start| theorems::from(block.board, start, self.experiment.goal);
            let starts = block.pairs.starts();
            let mut infeasible = starts.filter_map(|(start, n)| Some((why_not(start)?, n)));
            let (why, first) = infeasible.next()?;
            let pairs = first + infeasible.map(|(_, pairs)| pairs).sum::<usize>();
            Some(InfeasibleJobs { board: block.board, jobs: self.searches(pairs), why })
        };
        self.blocks.iter().filter_map(on_board).collect()
    }

    /// Number of jobs that no symmetry of their board maps to one another. `None` for a plan with
    /// too many jobs to look at each, and after a stop request.
    pub fn orbits(&self, stop: &StopRequest) -> Option<u64> {
        const MOST_JOBS: u64 = 5_000_000;
        if self.len > MOST_JOBS {
            return None;
        }
        let orbits_of = |block: &Block| {
            let sources = match &block.sources {
                Some(sources) => Cow::Borrowed(sources),
                None => Cow::Owned(sources(block.board, &block.pairs)),
            };
            let own = (0..).zip(&*sources).filter(|(place, source)| place == *source);
            stop.check().is_continue().then(|| self.searches(own.count()))
        };
        self.blocks.iter().map(orbits_of).sum()
    }

    /// The number of jobs of this many pairs.
    fn searches(&self, pairs: usize) -> u64 {
        pairs as u64 * self.seeds.len().max(1) as u64
    }

    /// The job of this id, or `None` from [`Plan::len`] on.
    pub fn job(&self, id: u64) -> Option<Job> {
        if id >= self.len {
            return None;
        }
        let block = &self.blocks[self.blocks.partition_point(|b| b.first_id <= id) - 1];
        let seeds = self.searches(1);
        let (place, turn) = ((id - block.first_id) / seeds, (id - block.first_id) % seeds);
        let (start, order) = block.pairs.get(place as usize);
        let source = block.sources.as_ref().map(|s| s[place as usize]);
        let source = source.map(|source| block.first_id + u64::from(source) * seeds + turn);
        let Experiment { rule, engine, goal, budget, .. } = self.experiment;
        Some(Job {
            id,
            problem: Problem { board: block.board, start, order, goal, budget },
            method: Method { rule, seed: self.seeds.get(turn as usize).copied(), engine },
            mirror_of: source.filter(|source| *source != id),
        })
    }

    /// All jobs by ascending id.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        (0..self.len).filter_map(|id| self.job(id))
    }
}

/// Every pair with its images under the symmetries of the board, none twice.
fn images(board: Board, pairs: &Pairs) -> Pairs {
    let all = (0..pairs.len()).map(|i| pairs.get(i)).flat_map(|(start, order)| {
        Symmetry::of(board).map(move |g| (g.square(board, start), g.order(order)))
    });
    Pairs::List(without_repeats(all))
}

/// For each pair the place of the first that a symmetry of the board maps it to.
fn sources(board: Board, pairs: &Pairs) -> Vec<u32> {
    let images: Vec<(Symmetry, Vec<u16>)> = Symmetry::of(board)
        .map(|g| (g, MoveOrder::all().map(|order| g.order(order).rank()).collect()))
        .collect();
    let mut first = HashMap::new();
    let mut sources = Vec::with_capacity(pairs.len());
    for (start, pairs_of_start) in pairs.starts() {
        let image_of = |g: Symmetry| board.index(g.square(board, start));
        let least = images.iter().map(|(g, _)| image_of(*g)).min();
        // Only these lead to the least image of a pair.
        let ranks: Vec<&Vec<u16>> = images
            .iter()
            .filter(|(g, _)| Some(image_of(*g)) == least)
            .map(|(_, ranks)| ranks)
            .collect();
        for place in sources.len()..sources.len() + pairs_of_start {
            let rank = usize::from(pairs.get(place).1.rank());
            let least_image = (least, ranks.iter().map(|ranks| ranks[rank]).min());
            sources.push(*first.entry(least_image).or_insert(place as u32));
        }
    }
    sources
}

fn without_repeats<T: Copy + Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = HashSet::new();
    items.filter(|item| seen.insert(*item)).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::experiment::plan::*;
    use std::path::Path;

    /// The plan of an experiment whose jobs may spend 1,000 checks.
    pub(crate) fn plan(text: &str) -> Plan {
        let text = format!("budget = 1000\n{text}");
        Plan::new(&crate::experiment::toml_file::parse(&text, Path::new("test.toml")).unwrap())
    }

    #[test]
    fn ids_are_dense_by_board_then_start_then_order() {
        let plan = plan(
            "boards = [\"3x4\", \"5x5\"]\nstarts = \"corners\"\norders = [\"fig2\", \"tutorial\"]",
        );
        assert_eq!(plan.len(), 16);
        let jobs: Vec<Job> = plan.jobs().collect();
        assert!(jobs.iter().zip(0..).all(|(job, id)| job.id == id));
        assert_eq!(jobs[0].problem.start, jobs[1].problem.start);
        assert_eq!(jobs[1].problem.order, MoveOrder::TUTORIAL);
        assert_eq!(jobs[8].problem.board.to_string(), "5x5");
        assert_eq!(plan.job(16), None);
    }

    #[test]
    fn a_random_rule_has_a_job_for_each_seed_and_mirrors_keep_theirs() {
        let text = "boards = \"5x5\"\nstarts = \"corners\"\norders = \"fig2\"\nimages = true\nsymmetry = \"reduce\"";
        let plan = plan(&format!("{text}\nrule = \"greedy-random\"\nseeds = [7, \"1-2\", 1]"));
        assert!(!plan.seeds().is_empty());
        assert_eq!(plan.len(), 4 * 8 * 3);
        let jobs: Vec<Job> = plan.jobs().collect();
        let seeds = jobs[..4].iter().map(|job| job.method.seed);
        assert_eq!(seeds.collect::<Vec<_>>(), [Some(7), Some(1), Some(2), Some(7)]);
        for job in &jobs {
            if let Some(source) = job.mirror_of {
                assert_eq!(jobs[source as usize].method.seed, job.method.seed);
                assert_eq!(jobs[source as usize].mirror_of, None);
            }
        }
    }

    #[test]
    fn orbits_are_counted_whatever_the_symmetry_of_the_plan() {
        for symmetry in ["off", "reduce"] {
            let text =
                "boards = [\"5x5\", \"4x6\"]\nstarts = \"corners\"\norders = \"images:fig2\"";
            let plan = plan(&format!("{text}\nsymmetry = \"{symmetry}\""));
            // Of 4 x 8 jobs each, those on 5x5 have eight symmetries and those on 4x6 four.
            assert_eq!(plan.len(), 64);
            assert_eq!(plan.orbits(&StopRequest::default()), Some(4 + 8));
        }
    }

    #[test]
    fn jobs_that_cannot_succeed_are_counted_with_a_reason() {
        let text = "boards = [\"5x5\", \"6x6\"]\nstarts = \"all\"\norders = \"sample:3:1\"";
        let infeasible = |more: &str| plan(&format!("{text}\n{more}")).infeasible();
        let open = infeasible("");
        assert_eq!(open.len(), 1);
        assert_eq!(open[0].jobs, 12 * 3);
        assert!(matches!(open[0].why, NoTourReason::MinorityColour(_)));
        let closed = infeasible("goal = \"closed\"\nimages = true");
        assert_eq!(closed.len(), 1);
        assert_eq!(
            closed[0].jobs,
            plan(&format!("{text}\nimages = true")).boards().next().unwrap().1
        );
    }

    #[test]
    fn what_several_sets_name_is_run_once() {
        let plan = plan(
            "boards = [\"5x5\", \"5-6\"]\nstarts = [\"1,1\", \"corners\", \"a1\"]\norders = [\"fig2\", \"12345678\"]",
        );
        assert_eq!(plan.boards().map(|(_, jobs)| jobs).collect::<Vec<_>>(), [4, 4]);
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

    #[test]
    fn the_overnight_plan_is_counted_without_being_listed() {
        let plan = plan("boards = \"8x8\"\nstarts = \"all\"\norders = \"all\"");
        assert_eq!(plan.len(), 64 * 40_320);
        let last = plan.job(plan.len() - 1).unwrap();
        assert_eq!(last.problem.order.to_string(), "87654321");
        assert_eq!(last.problem.start, Square { row: 8, col: 8 });
    }
}
