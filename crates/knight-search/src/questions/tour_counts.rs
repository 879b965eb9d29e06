//! How many knight's tours a board has, without listing them.
//!
//! Tours are counted by frontier DP with every square used (`docs/count.md`).
//! With goal `open` any path through all squares is a tour, even if its ends are a knight move
//! apart. With goal `closed` the cycles through all squares are counted; each contains as many such
//! paths as the board has squares.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::bitboard::{KnightGraph, MAX_AREA, SquareSet, supports, with_words};
use crate::board::{Board, Square, Symmetry};
use crate::feasibility::theorems;
use crate::frontier::{
    self, CountError, CountStatus, Counted, FrontierPlan, Limits, PARALLEL_STATES, PairingMaps,
    WalkGraph, thorough_elimination_order,
};
use crate::problem::Goal;

/// How many tours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tours {
    /// A tour and its reverse count once, and so does a closed tour, whatever its start.
    pub undirected: u128,
    /// A tour and its reverse count twice, except the tour of the single square, which is its own
    /// reverse.
    pub directed: u128,
}

/// Why tours could not be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TourCountError {
    /// Too many squares.
    #[error("{0} has more than {max} squares, the most that can be counted", max = MAX_AREA)]
    TooLarge(Board),
    /// The count is out of reach or was stopped.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// How far a count is, or was when it ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Squares settled by the last count.
    pub processed: usize,
    /// States of the largest layer.
    pub states: usize,
}

/// Counts the tours of one board.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::questions::tour_counts::TourCounter;
/// use knight_search::{Board, Goal};
/// let board = Board::new(6, 6).unwrap();
/// let mut progress = |_| ControlFlow::Continue(());
/// let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress); // bytes, threads
/// assert_eq!(counter.tours(Goal::Closed).unwrap().undirected, 9_862);
/// ```
pub struct TourCounter<'a> {
    board: Board,
    bytes: usize,
    threads: usize,
    progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    effort: Cell<Effort>,
}

impl<'a> TourCounter<'a> {
    /// A counter that may use this many bytes for states and this many threads. `progress` is
    /// called every few milliseconds; [`ControlFlow::Break`] stops the count.
    pub fn new(
        board: Board,
        bytes: usize,
        threads: usize,
        progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    ) -> TourCounter<'a> {
        TourCounter { board, bytes, threads: threads.max(1), progress, effort: Cell::default() }
    }

    /// The squares of the last count and the states of the largest layer of all counts; 0 where a
    /// theorem gives the answer.
    pub fn effort(&self) -> Effort {
        self.effort.get()
    }

    /// The tours of the board.
    ///
    /// # Errors
    /// [`TourCountError`], but never where a theorem ([`theorems`]) excludes tours.
    pub fn tours(&mut self, goal: Goal) -> Result<Tours, TourCountError> {
        let reason = match goal {
            Goal::Open => theorems::open(self.board),
            Goal::Closed => theorems::closed(self.board),
        };
        let undirected = match reason {
            Some(_) => 0,
            None if self.board.area() == 1 => return Ok(SINGLE_SQUARE),
            None => self.undirected(goal)?,
        };
        Ok(Tours { undirected, directed: undirected.checked_mul(2).ok_or(CountError::Overflow)? })
    }

    /// The directed tours that begin at a square of the board. Every closed tour passes every
    /// square, so all of them begin at each.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn from(&mut self, start: Square, goal: Goal) -> Result<u128, TourCountError> {
        match goal {
            Goal::Open => self.open_from(start),
            Goal::Closed => Ok(self.tours(Goal::Closed)?.directed),
        }
    }

    fn open_from(&mut self, start: Square) -> Result<u128, TourCountError> {
        if theorems::open_from(self.board, start).is_some() {
            return Ok(0);
        }
        self.count(Some(start), Counted::HamiltonianPaths)
    }

    /// The directed tours that begin at each square, row by row; one square of each orbit is
    /// counted.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn by_start(&mut self, goal: Goal) -> Result<Vec<(Square, u128)>, TourCountError> {
        let board = self.board;
        if goal == Goal::Closed {
            let tours = self.tours(goal)?.directed;
            return Ok(board.squares().map(|start| (start, tours)).collect());
        }
        let mut counts: Vec<(Square, u128)> = Vec::with_capacity(board.area());
        for start in board.squares() {
            // The first image in row-major order has its count, unless it is the square itself.
            let first = Symmetry::of(board).map(|g| board.index(g.square(board, start)));
            let tours = match first.min().and_then(|first| counts.get(first)) {
                Some(&(_, tours)) => tours,
                None => self.open_from(start)?,
            };
            counts.push((start, tours));
        }
        Ok(counts)
    }

    fn undirected(&mut self, goal: Goal) -> Result<u128, TourCountError> {
        let counted = match goal {
            Goal::Open => Counted::HamiltonianPaths,
            Goal::Closed => Counted::HamiltonianCycles,
        };
        self.count(None, counted)
    }

    /// Counts paths or cycles on the whole board, from a start or with free ends.
    fn count(&mut self, start: Option<Square>, counted: Counted) -> Result<u128, TourCountError> {
        if !supports(self.board) {
            return Err(TourCountError::TooLarge(self.board));
        }
        let graph = with_words!(self.board.area(), WORDS => graph::<WORDS>(self.board, start));
        let plan = FrontierPlan::new(&graph, &thorough_elimination_order(&graph), counted)?;
        let (threads, effort) = (self.threads, &self.effort);
        let progress = &mut *self.progress;
        let mut limits = Limits {
            bytes: self.bytes,
            parallel_states: PARALLEL_STATES,
            threads: &|| threads,
            on_step: &mut |now: CountStatus| {
                let states = effort.get().states.max(now.states);
                effort.set(Effort { processed: now.step, states });
            },
            cap: u128::MAX,
            progress: &mut || progress(effort.get()),
        };
        Ok(frontier::count(&plan, &PairingMaps::default(), &mut limits)?)
    }
}

/// The graph of the whole board, with a start or with two free ends.
fn graph<const WORDS: usize>(board: Board, start: Option<Square>) -> WalkGraph {
    let graph = KnightGraph::<WORDS>::new(board);
    let first = SquareSet::of(start.into_iter().map(|start| graph.index(start)));
    WalkGraph::new(&graph, first, graph.all(), &|_| 1)
}

/// The single square is one tour, directed or not.
const SINGLE_SQUARE: Tours = Tours { undirected: 1, directed: 1 };

#[cfg(test)]
mod tests {
    use crate::questions::tour_counts::*;

    fn counted_without_theorems(board: Board, goal: Goal) -> u128 {
        let mut progress = |_| ControlFlow::Continue(());
        TourCounter::new(board, 1 << 28, 1, &mut progress).undirected(goal).unwrap()
    }

    #[test]
    fn counts_are_positive_exactly_where_no_theorem_excludes_tours() {
        for (rows, cols) in (1..=7).flat_map(|rows| (rows..=12).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            if !(2..=36).contains(&board.area()) {
                continue;
            }
            let has_open = counted_without_theorems(board, Goal::Open) > 0;
            assert_eq!(has_open, theorems::open(board).is_none(), "{board}");
            let has_closed = counted_without_theorems(board, Goal::Closed) > 0;
            assert_eq!(has_closed, theorems::closed(board).is_none(), "{board}");
        }
    }
}
