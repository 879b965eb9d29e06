//! Plans: the jobs of an experiment, by dense ids.

use std::collections::HashMap;

use crate::board::{Board, Square};
use crate::experiment::{Experiment, Reduction};
use crate::order::MoveOrder;
use crate::record::Layout;
use crate::search::{Budget, Engine, Goal, Problem, Rule};
use crate::symmetry::Symmetry;

/// One search of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its place in the plan, from 0.
    pub id: u64,
    /// What is searched for.
    pub problem: Problem,
    /// How children are ordered.
    pub rule: Rule,
    /// How the count is obtained.
    pub engine: Engine,
    /// The job of which this one is the mirror image, where the experiment reduces by symmetry: that one is searched,
    /// and its answer mirrored. Its own id is smaller.
    pub mirror_of: Option<u64>,
}

/// The jobs of an experiment in plan order: by board, then start, then order.
///
/// Jobs are made when asked for, so a plan of millions is small.
#[derive(Clone, Debug)]
pub struct Plan {
    blocks: Vec<Block>,
    len: u64,
    rule: Rule,
    goal: Goal,
    engine: Engine,
    budget: Budget,
    layout: Layout,
}

/// The jobs of one board.
#[derive(Clone, Debug)]
struct Block {
    board: Board,
    first_id: u64,
    pairs: Pairs,
    /// For each pair the place of the first that a symmetry maps it to, if the experiment reduces by symmetry.
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

    fn get(&self, index: usize) -> (Square, MoveOrder) {
        match self {
            Pairs::Product(starts, orders) => {
                (starts[index / orders.len()], orders[index % orders.len()])
            }
            Pairs::List(pairs) => pairs[index],
        }
    }
}

impl Plan {
    /// The jobs of an experiment. A pair of start and order that several sets name is there once.
    pub fn new(experiment: &Experiment) -> Plan {
        let orders = without_repeats(experiment.orders.iter().flat_map(|set| set.orders()));
        let mut blocks = Vec::new();
        let mut len = 0;
        for &board in &experiment.boards {
            let starts = experiment.starts.iter().flat_map(|set| set.squares(board));
            let product = Pairs::Product(without_repeats(starts), orders.clone());
            let pairs = if experiment.images {
                images(board, &product)
            } else {
                product
            };
            let first_id = len;
            len += pairs.len() as u64;
            let reduces = experiment.symmetry == Reduction::Reduce;
            blocks.push(Block {
                board,
                first_id,
                sources: reduces.then(|| sources(board, &pairs)),
                pairs,
            });
        }
        Plan {
            blocks,
            len,
            rule: experiment.rule,
            goal: experiment.goal,
            engine: experiment.engine,
            budget: experiment.budget,
            layout: Layout {
                mirrors: experiment.symmetry == Reduction::Reduce,
                tours: experiment.tours,
            },
        }
    }

    /// Number of jobs; their ids are 0…`len() − 1`.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The columns of the results.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The budget of every job.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// The engine of every job.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The boards with the number of jobs on each, in plan order.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u64)> {
        self.blocks
            .iter()
            .map(|block| (block.board, block.pairs.len() as u64))
    }

    /// The job of this id, or `None` from [`Plan::len`] on.
    pub fn job(&self, id: u64) -> Option<Job> {
        if id >= self.len {
            return None;
        }
        let block = &self.blocks[self.blocks.partition_point(|b| b.first_id <= id) - 1];
        let place = (id - block.first_id) as usize;
        let (start, order) = block.pairs.get(place);
        let source = block.sources.as_ref().map(|sources| sources[place]);
        let source = source.map(|source| block.first_id + u64::from(source));
        Some(Job {
            id,
            problem: Problem {
                board: block.board,
                start,
                order,
                goal: self.goal,
                budget: self.budget,
            },
            rule: self.rule,
            engine: self.engine,
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
    let all = (0..pairs.len())
        .map(|i| pairs.get(i))
        .flat_map(|(start, order)| {
            Symmetry::of(board).map(move |g| (g.square(board, start), g.order(order)))
        });
    Pairs::List(without_repeats(all))
}

/// For each pair the place of the first that a symmetry of the board maps it to.
fn sources(board: Board, pairs: &Pairs) -> Vec<u32> {
    let images: Vec<Vec<u16>> = Symmetry::of(board)
        .map(|g| {
            MoveOrder::all()
                .map(|order| g.order(order).rank())
                .collect()
        })
        .collect();
    let least_image = |(start, order): (Square, MoveOrder)| {
        let image = |(g, ranks): (Symmetry, &Vec<u16>)| {
            (g.square(board, start), ranks[usize::from(order.rank())])
        };
        Symmetry::of(board).zip(&images).map(image).min()
    };
    let mut first = HashMap::new();
    (0..pairs.len() as u32)
        .map(|place| {
            *first
                .entry(least_image(pairs.get(place as usize)))
                .or_insert(place)
        })
        .collect()
}

fn without_repeats<T: Copy + Eq + std::hash::Hash>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = std::collections::HashSet::new();
    items.filter(|item| seen.insert(*item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn plan(text: &str) -> Plan {
        let text = format!("budget = 1000\n{text}");
        Plan::new(&crate::experiment::document::parse(&text, Path::new("test.toml")).unwrap())
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
    fn what_several_sets_name_is_run_once() {
        let plan = plan(
            "boards = [\"5x5\", \"5-6\"]\nstarts = [\"1,1\", \"corners\", \"a1\"]\norders = [\"fig2\", \"12345678\"]",
        );
        assert_eq!(
            plan.boards().map(|(_, jobs)| jobs).collect::<Vec<_>>(),
            [4, 4]
        );
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
