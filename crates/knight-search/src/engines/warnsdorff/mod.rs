//! Warnsdorff's rule: go next to the square with the fewest onward moves.
//!
//! H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823. The rule leaves open what
//! to do when squares tie; [`Ties`] names four ways. The search is that of [`plain`](crate::engines::plain) but for the order
//! in which it tries the children of a node, so it is as exact: with backtracking it finds a tour if there is one.
//!
//! # The exact meaning of the count
//!
//! A *check* is an evaluation of the validity test (on the board and unvisited), those that look ahead included. A
//! node that does not complete a tour is *expanded*: all of its children are found and ranked before any of them is
//! tried, and all the checks for that are due then, whichever child succeeds. They are
//!
//! - 8 for its moves, in the move order;
//! - 8 for each legal child, to count the child's onward moves;
//! - for [`Ties::Pohl`], 8 for each onward move of each child that ties with another, to count the moves from there.
//!
//! Trying a child takes no further check. The node that completes a tour is not expanded. A node whose path covers
//! the board without closing is, and fails, in a search for [`Goal::Closed`].
//!
//! Onward moves are counted with the knight on the node's square, which is visited, and the child still unvisited.
//! (Counting the child as visited lowers each count that [`Ties::Pohl`] adds up by one, which is its number of
//! onward moves in all: the same for all that tie.)
//!
//! A search may spend `budget` checks: if it needs check number `budget + 1` it ends as [`End::Budget`] with
//! `checks = budget`.

use crate::answer::{Answer, Outcome};
use crate::board::Square;
use crate::error::Interrupted;
use crate::named_enum::named_enum;
use crate::problem::{Goal, Problem};
use crate::stop::SearchProgress;

mod field;
mod ranking;
mod splitmix;
mod table;
mod walk;

pub use table::{FailureTable, greedy_table};

/// Which of the children with equally many onward moves goes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ties {
    /// The first in the move order (D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on
    /// square chessboards*, 1996).
    First,
    /// One at random.
    ///
    /// Each expanded node draws a number from SplitMix64, seeded with this seed at the start of the search, for each
    /// of its legal children in the move order, whether they tie or not. The child with the smaller upper 57 bits
    /// goes first; if these are equal too, the first in the move order.
    Random(u64),
    /// The one whose onward squares have the fewest onward moves in all, then the first in the move order (after
    /// I. Pohl, *A method for finding Hamilton paths and knight's tours*, Comm. ACM 10, 1967: the rule applied once
    /// more).
    ///
    /// The number that decides is the sum, over the unvisited squares a move from the child, of the unvisited
    /// squares a move from there. It is taken in every group of children that tie, not only in the first.
    Pohl,
    /// The one farthest from the centre of the board, by Euclidean distance, then the first in the move order
    /// (a proposal by A. Roth).
    Roth,
}

/// What to do at a dead end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// Go back and try the next child: exact.
    Backtracking,
    /// Stop, with [`End::Stuck`]. A greedy run that finds a tour performs the checks that the search with
    /// backtracking performs.
    Greedy,
}

/// What a search found, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How the search ended.
    pub end: End,
    /// Checks performed; the budget itself for [`End::Budget`].
    pub checks: u128,
    /// Placements of the knight, the start included; `None` for [`End::Budget`], as in [`Answer`].
    pub nodes: Option<u128>,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a tour: its squares in order of visit, not yet checked independently
    /// ([`Tour::new`](crate::board::tour::Tour::new) does that).
    Tour(Vec<Square>),
    /// The whole space was searched: there is no tour.
    None,
    /// A greedy run came to a dead end. It proves nothing: there may be a tour.
    Stuck {
        /// The squares visited, the start included.
        visited: usize,
    },
    /// The budget ran out; nothing is known beyond it.
    Budget,
}

/// Searches by Warnsdorff's rule, on boards of any size, without recursion.
///
/// A greedy run takes time and memory linear in the squares of the board.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::engines::warnsdorff::{self, End, Mode, Ties};
/// use knight_search::{Board, Budget, Goal, MoveOrder, Problem, Tour};
/// let board = Board::new(8, 8).unwrap();
/// let problem = Problem {
///     board,
///     start: board.parse_square("1,1").unwrap(),
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let mut go_on = |_| ControlFlow::Continue(());
/// let found = warnsdorff::search(&problem, Ties::First, Mode::Greedy, &mut go_on).unwrap();
/// let End::Tour(squares) = found.end else { panic!("{found:?}") };
/// assert!(Tour::new(board, squares).is_ok());
/// ```
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the start is off the board.
pub fn search(
    problem: &Problem,
    ties: Ties,
    mode: Mode,
    progress: &mut SearchProgress,
) -> Result<Finding, Interrupted> {
    assert!(
        problem.board.contains(problem.start),
        "start {} is off the {} board",
        problem.start,
        problem.board
    );
    walk::walk(problem, ties, mode, progress)
}

impl From<Finding> for Answer {
    /// The answer that is written down: of a run that got stuck, the squares visited are its nodes.
    fn from(finding: Finding) -> Answer {
        let (outcome, tour) = match finding.end {
            End::Tour(squares) => (Outcome::Tour, Some(squares)),
            End::None => (Outcome::None, None),
            End::Stuck { .. } => (Outcome::Stuck, None),
            End::Budget => (Outcome::Budget, None),
        };
        Answer { outcome, checks: finding.checks, nodes: finding.nodes, tour }
    }
}

named_enum!(Mode, "mode", Backtracking => "backtracking", Greedy => "greedy");
