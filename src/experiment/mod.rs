//! Experiments: what to run, validated once at the edge.
//!
//! An experiment is written as a TOML file ([`toml_file`]) or as flags. Both become a [`Spec`] of
//! words, and [`Spec::validate`] turns it into an [`Experiment`], or says which word is wrong,
//! where, and what to write instead.

use std::collections::{BTreeSet, HashSet};

use knight_search::named_enum::named_enum;
use knight_search::{Board, Budget, Engine, Goal, MoveOrder, Rule, Square, Symmetry};

mod error;
pub mod plan;
mod sets;
pub mod shard;
mod spec;
pub mod toml_file;

pub use error::{ExperimentError, ExperimentFault};
use sets::{OrderSet, SeedSet, StartSet};
pub use spec::Spec;
pub(crate) use spec::hex;

/// A validated experiment: boards × starts × orders × seeds under one rule, goal, engine and
/// budget.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// What it is called, for people.
    pub title: Option<String>,
    /// Why it is run, for people.
    pub notes: Option<String>,
    /// Without repeats, in plan order.
    pub(crate) boards: Vec<Board>,
    /// Each set is valid on every board.
    pub(crate) starts: Vec<StartSet>,
    pub(crate) orders: Vec<OrderSet>,
    pub(crate) rule: Rule,
    /// The seeds of a random rule; empty for a deterministic one.
    pub(crate) seeds: Vec<SeedSet>,
    pub(crate) goal: Goal,
    pub(crate) engine: Engine,
    pub(crate) budget: Budget,
    /// Whether the results hold the tours.
    pub(crate) tours: bool,
    /// Whether each (start, order) stands for all its images under the board's symmetries.
    pub(crate) images: bool,
    pub(crate) symmetry: Reduction,
}

/// How jobs that a symmetry of their board maps to one another are treated. They perform the same
/// checks and find mirrored tours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reduction {
    /// Each is searched.
    Off,
    /// The first is searched; the rows of the others are filled in from it, and say so.
    Reduce,
}

named_enum!(Reduction, "symmetry", Off => "off", Reduce => "reduce");

impl Experiment {
    /// The most seeds of a range.
    pub const MOST_SEEDS: u128 = 1_000_000;

    /// The most jobs of an experiment.
    pub const MOST_JOBS: u128 = 1_000_000_000;

    /// The number of jobs where no set repeats what another holds.
    fn jobs_at_most(&self) -> u128 {
        let starts_on = |board| self.starts.iter().map(move |set| set.squares(board).len());
        let starts: usize = self.boards.iter().flat_map(|&board| starts_on(board)).sum();
        let orders: usize = self.orders.iter().map(OrderSet::len).sum();
        let seeds: u128 = self.seeds.iter().map(SeedSet::len).sum();
        starts as u128 * orders as u128 * seeds.max(1)
    }

    /// The squares from which it searches, on any of its boards.
    pub fn start_squares(&self) -> BTreeSet<Square> {
        let on_board = |&board: &Board| {
            let starts = self.starts.iter().flat_map(move |set| set.squares(board));
            starts.flat_map(move |start| self.images(board).map(move |g| g.square(board, start)))
        };
        self.boards.iter().flat_map(on_board).collect()
    }

    /// The orders by which it searches, on any of its boards.
    pub fn move_orders(&self) -> BTreeSet<MoveOrder> {
        let of_boards = self.boards.iter().flat_map(|&board| self.images(board));
        let symmetries: HashSet<Symmetry> = of_boards.collect();
        let images = |g: Symmetry| {
            self.orders.iter().flat_map(OrderSet::orders).map(move |order| g.order(order))
        };
        symmetries.into_iter().flat_map(images).collect()
    }

    /// The symmetries that give the images of a pair: the identity alone unless images are run.
    fn images(&self, board: Board) -> impl Iterator<Item = Symmetry> + use<> {
        Symmetry::of(board).take(if self.images { Symmetry::ALL.len() } else { 1 })
    }

    /// The experiment in its canonical words.
    pub fn spec(&self) -> Spec {
        Spec {
            boards: self.boards.iter().map(Board::to_string).collect(),
            starts: self.starts.iter().map(StartSet::to_string).collect(),
            orders: self.orders.iter().map(OrderSet::to_string).collect(),
            rule: self.rule.to_string(),
            seeds: self.seeds.iter().map(SeedSet::to_string).collect(),
            goal: self.goal.to_string(),
            engine: self.engine.to_string(),
            budget: self.budget.to_string(),
            tours: self.tours,
            images: self.images,
            symmetry: self.symmetry.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::plan::{Job, Plan};
    use crate::experiment::spec::tests::{spec, validated};
    use crate::experiment::*;

    #[test]
    fn starts_and_orders_are_those_of_the_plan() {
        for (board, starts, orders) in [
            ("5x5", "corners", "sample:9:1"),
            ("3x7", "1,2", "fig2"),
            ("4-6", "diagonal", "images:tutorial"),
            ("3-4", "2,3", "12345687"),
        ] {
            for images in [false, true] {
                let spec = Spec { images, ..spec(board, starts, orders, "1000") };
                let experiment = validated(&spec).unwrap();
                let jobs: Vec<Job> = Plan::new(&experiment).jobs().collect();
                let starts: BTreeSet<Square> = jobs.iter().map(|job| job.problem.start).collect();
                let orders: BTreeSet<MoveOrder> =
                    jobs.iter().map(|job| job.problem.order).collect();
                assert_eq!(experiment.start_squares(), starts, "{board}");
                assert_eq!(experiment.move_orders(), orders, "{board}");
            }
        }
    }
}
