//! The quickest orders of several starts, each beside one given order.

use rayon::prelude::*;

use crate::answer::Outcome;
use crate::engines::leap::Tables;
use crate::engines::{self, Engine, Method};
use crate::error::SearchError;
use crate::orders::best_orders::{Quickest, best_order, best_orders};
use knight_board::{Board, Budget, Goal, Interrupted, MoveOrder, Problem, Square, StopRequest};

/// What is asked of every start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderComparison {
    /// Most checks of the quickest orders.
    pub limit: Budget,
    /// The order to compare with, and its budget.
    pub with: Option<(MoveOrder, Budget)>,
}

/// The answer for a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedStart {
    /// The start.
    pub start: Square,
    /// Its quickest orders.
    pub quickest: Quickest,
    /// The search by the given order; missing where no tour begins.
    pub compared: Option<Compared>,
}

/// A search by the given order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Its outcome.
    pub outcome: Outcome,
    /// Its checks, if it found a tour.
    pub checks: Option<u128>,
}

/// A step of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All orders are searched from the start at this place.
    Searching(usize),
    /// The search by the given order from another start has ended.
    Compared,
}

impl OrderComparison {
    /// Answers for every start of a board, and calls `began` at each [`Stage`]. Starts that a
    /// symmetry maps to one another are searched once, so not every place is reported.
    ///
    /// # Errors
    /// [`Interrupted`] soon after `stop` is requested.
    ///
    /// # Panics
    /// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares.
    pub fn answer(
        &self,
        board: Board,
        starts: &[Square],
        tables: &Tables,
        stop: &StopRequest,
        began: impl Fn(Stage) + Sync,
    ) -> Result<Vec<ComparedStart>, Interrupted> {
        let limit = self.limit.limit().unwrap_or(Budget::MAX);
        let quickest = best_orders(board, starts, |place, start| {
            began(Stage::Searching(place));
            best_order(board, start, limit, tables, stop)
        })?;
        let pairs = starts.par_iter().zip(quickest);
        let answers = pairs.map(|(&start, quickest)| {
            let compared = match self.with {
                Some((order, budget)) if quickest != Quickest::None => {
                    let problem = Problem { board, start, order, goal: Goal::Open, budget };
                    Some(search(&problem, tables, stop)?)
                }
                _ => None,
            };
            began(Stage::Compared);
            Ok(ComparedStart { start, quickest, compared })
        });
        answers.collect()
    }
}

fn search(problem: &Problem, tables: &Tables, stop: &StopRequest) -> Result<Compared, Interrupted> {
    let mut progress = |_| stop.check();
    match engines::search_one(Method::fixed(Engine::Auto), problem, tables, &mut progress) {
        Ok(answer) => {
            let checks = (answer.outcome == Outcome::Tour).then_some(answer.checks);
            Ok(Compared { outcome: answer.outcome, checks })
        }
        Err(SearchError::MemoryLimit(_)) => Ok(Compared { outcome: Outcome::Memory, checks: None }),
        Err(SearchError::Interrupted(_)) => Err(Interrupted),
    }
}
