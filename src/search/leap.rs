//! The search without stepping: exact counts of what the literal search would do.
//!
//! A failed subtree costs eight checks for each of its nodes, and its nodes are the walks that
//! [`walks`](super::walks) counts. So it is enough to know which moves lead to a tour
//! ([`feasible`](super::feasible)) and to count the walks of those before them that do not.
//! The theory is in `docs/leap.md`.

use std::ops::ControlFlow;

use super::feasible::{self, Path, Position};
use super::grid::{Grid, members};
use super::walks::{CountError, Counter, Walks};
use super::{Answer, Goal, Problem, Pulse};
use crate::board::Board;

/// Whether this engine can search the board: up to [`Grid::MAX_AREA`] squares.
pub fn supports(board: Board) -> bool {
    board.area() <= Grid::MAX_AREA
}

/// Why a search has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LeapError {
    /// The pulse broke.
    #[error("the search was stopped before it had an answer")]
    Interrupted,
    /// A count or a proof needs more memory than there is for it.
    #[error("the search needs more memory than its limit")]
    MemoryLimit,
    /// The board has more squares than a bitboard holds.
    #[error("boards of more than {max} squares are not supported; search them by stepping", max = Grid::MAX_AREA)]
    Unsupported,
}

impl From<CountError> for LeapError {
    fn from(error: CountError) -> LeapError {
        match error {
            CountError::MemoryLimit => LeapError::MemoryLimit,
            CountError::Interrupted => LeapError::Interrupted,
        }
    }
}

/// What searches share.
#[derive(Debug)]
pub struct Tables {
    bytes: usize,
    threads: usize,
}

impl Tables {
    /// Tables that may take this many bytes, and as many again for the states of a count.
    pub fn new(bytes: usize) -> Tables {
        Tables { bytes, threads: 1 }
    }

    /// The same tables, with large counts made by this many threads.
    pub fn with_threads(self, threads: usize) -> Tables {
        Tables { threads, ..self }
    }
}

/// Searches by counting what cannot succeed.
///
/// The answer is the one of [`plain::search`](super::plain::search), and does not depend on the tables.
///
/// # Errors
/// [`LeapError`]; never a wrong number.
///
/// # Panics
/// If the start is off the board.
pub fn search(problem: &Problem, tables: &Tables, pulse: &mut Pulse) -> Result<Answer, LeapError> {
    assert!(problem.board.contains(problem.start));
    let grid = Grid::new(problem.board).ok_or(LeapError::Unsupported)?;
    let mut pulse = || pulse(0);
    Descent::new(problem, &grid, tables, &mut pulse).run()
}

/// The walk down the first tour.
struct Descent<'a> {
    problem: &'a Problem,
    grid: &'a Grid,
    counter: Counter<'a>,
    /// Nodes that failed so far, without those put off.
    failed: u128,
    /// More failed nodes than this are over the budget.
    most_failed: u128,
}

/// Whether the budget is used up.
enum Spent {
    No,
    Yes,
}

impl<'a> Descent<'a> {
    fn new(
        problem: &'a Problem,
        grid: &'a Grid,
        tables: &'a Tables,
        pulse: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Descent<'a> {
        Descent {
            problem,
            grid,
            counter: Counter {
                grid,
                bytes: tables.bytes,
                threads: tables.threads,
                pulse,
            },
            failed: 0,
            most_failed: problem.budget.limit().map_or(u128::MAX, |limit| limit / 8),
        }
    }

    fn run(mut self) -> Result<Answer, LeapError> {
        let board = self.problem.board;
        let start = board.index(self.problem.start);
        let mut position = Position {
            head: start,
            open: self.grid.all() & !(1 << start),
            home: (self.problem.goal == Goal::Closed).then_some(start),
        };
        let Some(mut ahead) = feasible::path(&mut self.counter, &position, None)? else {
            return match self.fail(1 << start, self.grid.all())? {
                Spent::Yes => Ok(self.out_of_budget()),
                Spent::No => Ok(Answer::exhausted(self.problem, self.failed)),
            };
        };
        let mut tour = vec![self.problem.start];
        let mut put_off = Vec::new();
        while position.open != 0 {
            let (child, path, dead) = self.first_alive(&position, &ahead)?;
            if dead != 0 {
                if self.problem.budget.limit().is_none() {
                    put_off.push((dead, position.open));
                } else if let Spent::Yes = self.fail(dead, position.open)? {
                    return Ok(self.out_of_budget());
                }
            }
            tour.push(board.square(child.head));
            position = child;
            ahead = path;
        }
        for (dead, open) in put_off {
            self.fail(dead, open)?;
        }
        Ok(Answer::found(self.problem, self.failed, tour))
    }

    /// The first child with a tour, a path from it, and the squares of the children before it, which have none.
    fn first_alive(
        &mut self,
        position: &Position,
        ahead: &Path,
    ) -> Result<(Position, Path, u64), CountError> {
        let mut dead = 0;
        for square in self.children(position) {
            let child = Position {
                head: square,
                open: position.open & !(1 << square),
                home: position.home,
            };
            if usize::from(ahead[0]) == square {
                return Ok((child, ahead[1..].to_vec(), dead));
            }
            match feasible::path(&mut self.counter, &child, Some(ahead))? {
                Some(path) => return Ok((child, path, dead)),
                None => dead |= 1 << square,
            }
        }
        unreachable!("the path ahead begins with one of the moves")
    }

    /// The squares that the moves lead to, in the order of the moves.
    fn children(&self, position: &Position) -> impl Iterator<Item = usize> + use<> {
        let (board, open) = (self.problem.board, position.open);
        let from = board.square(position.head);
        let moves = self.problem.order.moves().into_iter();
        moves
            .filter_map(move |mv| board.target(from, mv).map(|s| board.index(s)))
            .filter(move |&square| open >> square & 1 == 1)
    }

    /// Counts the nodes of failed children.
    fn fail(&mut self, dead: u64, open: u64) -> Result<Spent, CountError> {
        let unlimited = self.problem.budget.limit().is_none();
        let each = members(dead).map(|square| 1 << square);
        let groups: Vec<u64> = if unlimited { vec![dead] } else { each.collect() };
        for group in groups {
            let cap = self.most_failed - self.failed;
            match self.counter.count(group, open, cap)? {
                Walks::AtLeast(_) => return Ok(Spent::Yes),
                Walks::Exactly(walks) => self.failed += walks,
            }
        }
        Ok(Spent::No)
    }

    fn out_of_budget(&self) -> Answer {
        Answer::out_of_budget(self.problem.budget.limit().unwrap_or(u128::MAX))
    }
}
