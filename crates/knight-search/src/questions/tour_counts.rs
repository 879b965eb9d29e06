//! How many knight's tours a board has, without listing them.
//!
//! Tours are counted by the frontier programme of [`walks`](crate::walks) with every square used
//! (`docs/count.md`). With goal `open` any path through all squares is a tour, also one whose ends are a knight move
//! apart; with goal `closed` the cycles through all squares are counted, each of which is as many such paths as the
//! board has squares.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::bitboard::{KnightGraph, MAX_AREA, SquareSet, supports, with_words};
use crate::board::{Board, Square, Symmetry};
use crate::feasibility::theorems;
use crate::frontier::{
    self, Activity, CountError, Counted, FrontierPlan, ImageTable, Limits, PARALLEL_STATES,
    WalkGraph, elimination_order,
};
use crate::problem::Goal;

/// How many tours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tours {
    /// A tour and its reverse are one; a closed tour is one wherever it is thought to begin.
    pub undirected: u128,
    /// A tour and its reverse are two, but for the tour of the single square, which is its own reverse.
    pub directed: u128,
}

/// Why tours could not be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CensusError {
    /// Too many squares.
    #[error("{0} has more than {max} squares, the most that can be counted", max = MAX_AREA)]
    TooLarge(Board),
    /// The count could not be made.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// What counting took so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Squares settled by the last count, whether or not it was finished.
    pub processed: usize,
    /// States of the largest layer.
    pub states: usize,
}

/// Counts the tours of one board.
pub struct Census<'a> {
    board: Board,
    bytes: usize,
    threads: usize,
    progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    effort: Cell<Effort>,
}

impl<'a> Census<'a> {
    /// A census that may use so many bytes for states and so many threads. The progress is called every few
    /// milliseconds with what counting took so far; [`ControlFlow::Break`] stops the count.
    pub fn new(
        board: Board,
        bytes: usize,
        threads: usize,
        progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    ) -> Census<'a> {
        Census { board, bytes, threads: threads.max(1), progress, effort: Cell::default() }
    }

    /// What counting took so far: the squares that the last count processed, and the states of the largest layer of
    /// all; nothing where the answer is known without counting.
    pub fn effort(&self) -> Effort {
        self.effort.get()
    }

    /// The tours of the board.
    ///
    /// # Errors
    /// [`CensusError`], but not where [`theorems`] knows that there is none.
    pub fn tours(&mut self, goal: Goal) -> Result<Tours, CensusError> {
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

    /// The tours that begin at a square of the board; they have a direction.
    ///
    /// A closed tour passes every square, so all of them begin at each.
    ///
    /// # Errors
    /// As [`Census::tours`].
    pub fn from(&mut self, start: Square, goal: Goal) -> Result<u128, CensusError> {
        match goal {
            Goal::Open => self.open_from(start),
            Goal::Closed => Ok(self.tours(Goal::Closed)?.directed),
        }
    }

    fn open_from(&mut self, start: Square) -> Result<u128, CensusError> {
        if theorems::open_from(self.board, start).is_some() {
            return Ok(0);
        }
        self.count(Some(start), Counted::HamiltonianPaths)
    }

    /// The tours that begin at each square, row by row; those of mirrored squares are counted once.
    ///
    /// # Errors
    /// As [`Census::tours`].
    pub fn by_start(&mut self, goal: Goal) -> Result<Vec<(Square, u128)>, CensusError> {
        let board = self.board;
        if goal == Goal::Closed {
            let tours = self.tours(goal)?.directed;
            return Ok(board.squares().map(|start| (start, tours)).collect());
        }
        let mut counts: Vec<(Square, u128)> = Vec::with_capacity(board.area());
        for start in board.squares() {
            // The first image in row-major order has been counted before, unless it is the square itself.
            let first = Symmetry::of(board).map(|g| board.index(g.square(board, start)));
            let tours = match first.min().and_then(|first| counts.get(first)) {
                Some(&(_, tours)) => tours,
                None => self.open_from(start)?,
            };
            counts.push((start, tours));
        }
        Ok(counts)
    }

    fn undirected(&mut self, goal: Goal) -> Result<u128, CensusError> {
        let what = match goal {
            Goal::Open => Counted::HamiltonianPaths,
            Goal::Closed => Counted::HamiltonianCycles,
        };
        self.count(None, what)
    }

    /// What there is on the whole board, from a start or with free ends.
    fn count(&mut self, start: Option<Square>, what: Counted) -> Result<u128, CensusError> {
        if !supports(self.board) {
            return Err(CensusError::TooLarge(self.board));
        }
        let graph = with_words!(self.board.area(), WORDS => graph::<WORDS>(self.board, start));
        let plan = FrontierPlan::new(&graph, &elimination_order(&graph), what)?;
        let images = ImageTable::default();
        let threads = self.threads;
        let effort = &self.effort;
        let progress = &mut *self.progress;
        let mut limits = Limits {
            bytes: self.bytes,
            parallel_states: PARALLEL_STATES,
            threads: &|| threads,
            on_step: &mut |now: Activity| {
                effort.set(Effort {
                    processed: now.step,
                    states: effort.get().states.max(now.states),
                });
            },
            cap: u128::MAX,
            progress: &mut || progress(effort.get()),
        };
        Ok(frontier::count(&plan, &images, &mut limits)?)
    }
}

/// The graph of the whole board, with a start or with two free ends.
fn graph<const WORDS: usize>(board: Board, start: Option<Square>) -> WalkGraph {
    let graph = KnightGraph::<WORDS>::new(board);
    let first = SquareSet::of(start.into_iter().map(|start| graph.index(start)));
    WalkGraph::new(&graph, first, graph.all(), &|_| 1)
}

/// The single square is one tour, without a direction and with one.
const SINGLE_SQUARE: Tours = Tours { undirected: 1, directed: 1 };

#[cfg(test)]
mod tests {
    use crate::questions::tour_counts::*;

    /// Counts with the programme alone, whatever is known to be impossible.
    fn programme_alone(board: Board, goal: Goal) -> u128 {
        let mut progress = |_| ControlFlow::Continue(());
        Census::new(board, 1 << 28, 1, &mut progress).undirected(goal).unwrap()
    }

    #[test]
    fn the_programme_finds_tours_where_they_are_not_known_to_be_impossible() {
        for (rows, cols) in (1..=7).flat_map(|rows| (rows..=12).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            if !(2..=36).contains(&board.area()) {
                continue;
            }
            let has_open = programme_alone(board, Goal::Open) > 0;
            assert_eq!(has_open, theorems::open(board).is_none(), "{board}");
            let has_closed = programme_alone(board, Goal::Closed) > 0;
            assert_eq!(has_closed, theorems::closed(board).is_none(), "{board}");
        }
    }
}
