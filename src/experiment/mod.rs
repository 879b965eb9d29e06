//! Experiments: what to run, validated once at the edge.
//!
//! An experiment is written as a TOML file ([`toml_file`]) or as flags. Both become a [`Spec`] of
//! words, and [`Spec::validate`] turns it into an [`Experiment`], or says which word is wrong,
//! where, and what to write instead.

use std::collections::BTreeSet;
use std::time::Duration;

use knight_board::named_enum;
use knight_search::estimates::Precision;
use knight_search::{Board, Budget, Engine, Goal, Method, MoveOrder, Rule, Square};
use knight_text::moves::ListedMoves;

mod draws;
mod error;
pub(crate) mod job_table;
mod keys;
mod orders;
pub mod plan;
mod refused_moves;
pub mod schema;
mod sets;
pub mod shard;
mod spec;
mod starts;
pub mod time_limit;
pub mod toml_file;

use draws::Draws;
pub use error::{ExperimentError, ExperimentFault, WrittenAt};
pub use keys::{Key, KeyFacts, Shape};
use orders::Orders;
use sets::{OrderSet, SeedSet, StartSet};
pub use sets::{X_IS_COLUMN, may_be_moves, move_order};
pub use spec::Spec;

/// A validated experiment: rules × goals × engines × budgets × boards × starts × orders × seeds, or
/// draws from the last three.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// What it is called, for people.
    pub title: Option<String>,
    /// Why it is run, for people.
    pub notes: Option<String>,
    /// How long a job may be searched, in wall-clock time. No part of what is computed: a job that
    /// takes longer has no answer.
    pub time_limit: Option<Duration>,
    /// Without repeats, in plan order.
    pub(crate) boards: Vec<Board>,
    /// Each set is valid on every board.
    pub(crate) starts: Vec<StartSet>,
    pub(crate) orders: Vec<OrderSet>,
    /// Rules, goals, engines and budgets are without repeats.
    pub(crate) rules: Vec<Rule>,
    /// The seeds of random rules and of estimates; empty without such jobs.
    pub(crate) seeds: Vec<SeedSet>,
    /// How many jobs of each board are drawn at random; missing if there are all.
    pub(crate) draws: Option<Draws>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) engines: Vec<Engine>,
    /// What estimates aim at; missing without them.
    pub(crate) precision: Option<Precision>,
    pub(crate) budgets: Vec<Budget>,
    /// Whether the results hold the tours.
    pub(crate) tours: bool,
    /// Whether each (start, order) stands for all its images under the board's symmetries.
    pub(crate) images: bool,
    pub(crate) symmetry: Reduction,
    pub(crate) impossible: Impossible,
}

/// What becomes of jobs for which a theorem rules out a tour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Impossible {
    /// They are searched, to count the checks.
    #[default]
    Search,
    /// The experiment does not have them.
    Skip,
}

named_enum!(Impossible, "use of impossible jobs", Search => "search", Skip => "skip");

/// How jobs that a symmetry of their board maps to one another are treated. They perform the same
/// checks and find mirrored tours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reduction {
    /// Each is searched.
    #[default]
    Off,
    /// The first is searched; the rows of the others are filled in from it, and say so.
    Reduce,
}

named_enum!(Reduction, "symmetry", Off => "off", Reduce => "reduce");

impl Experiment {
    /// The most seeds of an experiment.
    pub const MOST_SEEDS: u128 = 1_000_000;

    /// The most jobs of an experiment, images not counted.
    pub const MOST_JOBS: u128 = 100_000_000;

    /// The number of jobs where no set repeats what another holds.
    fn jobs_at_most(&self) -> u128 {
        let orders: u128 = self.orders.iter().map(|set| set.len() as u128).sum();
        let on_board = |board: &Board| {
            let starts: usize = self.starts.iter().map(|set| set.len(*board)).sum();
            let pairs = starts.min(board.area()) as u128 * orders;
            self.draws.map_or(pairs, |draws| pairs.min(draws.size.into()))
        };
        // Each pair that is drawn has one seed.
        let seeds = self.seeds.iter().map(SeedSet::len).sum::<u128>().max(1);
        let seeds = if self.draws.is_some() { 1 } else { seeds };
        let seeds_of = |rule: Rule, engine: Engine| {
            if (Method { rule, seed: None, engine }).takes_seed() { seeds } else { 1 }
        };
        let of_rule = |&rule: &Rule| self.engines.iter().map(move |&it| seeds_of(rule, it));
        let methods: u128 = self.rules.iter().flat_map(of_rule).sum();
        let pairs: u128 = self.boards.iter().map(on_board).sum();
        (pairs * methods).saturating_mul((self.goals.len() * self.budgets.len()) as u128)
    }

    /// How many goals, engines and budgets each search has.
    pub(crate) fn settings_of_a_search(&self) -> usize {
        self.goals.len() * self.engines.len() * self.budgets.len()
    }

    /// Its boards.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The squares of its starts on one of its boards.
    pub fn start_squares(&self, board: Board) -> BTreeSet<Square> {
        self.starts.iter().flat_map(|set| set.squares(board)).collect()
    }

    /// Its order, if it searches by one only. Images have other orders.
    pub fn only_order(&self) -> Option<MoveOrder> {
        match *Orders::new(&self.orders).list() {
            [order] if !self.images => Some(order),
            _ => None,
        }
    }

    /// The orders that were written as lists of moves.
    pub fn orders_of_moves(&self) -> impl Iterator<Item = ListedMoves> {
        self.orders.iter().filter_map(|set| match set {
            OrderSet::Moves(listed) => Some(*listed),
            _ => None,
        })
    }
}
