//! Warnsdorff's rule: move next to the square with the fewest onward moves.
//!
//! H. C. von Warnsdorff, *Des Rösselsprunges einfachste und allgemeinste Lösung*, 1823. The rule
//! leaves ties open; [`Ties`] names the ways to break them. The search differs from that of
//! [`plain`](crate::engines::plain) only in the order in which it tries the children of a node, so
//! it is as exact: with backtracking it finds a tour if there is one.
//!
//! # The exact meaning of the count
//!
//! A *check* is an evaluation of the validity test (on the board and unvisited), look-ahead tests
//! included. A node that does not complete a tour is *expanded*: all of its children are found and
//! ranked before any of them is tried, and all the checks for that are due then, whichever child
//! succeeds. They are
//!
//! - 8 for its moves, in the move order;
//! - 8 for each legal child, to count the child's onward moves;
//! - for [`Ties::Pohl`] and [`Ties::PohlRandom`], 8 for each onward move of each child that ties
//!   with another, to count the moves from there.
//!
//! Trying a child takes no further check. The node that completes a tour is not expanded. In a
//! search for [`Goal::Closed`](crate::Goal::Closed), a node whose path covers the board without
//! closing is expanded and fails.
//!
//! Onward moves are counted with the knight on the node's square, which is visited, and the child
//! still unvisited. (Counting the child as visited lowers each count that [`Ties::Pohl`] adds up by
//! one, and the sum by the number of the child's onward moves, which is equal for all children that
//! tie.)
//!
//! A search may spend `budget` checks: if it needs check number `budget + 1` it ends as
//! [`Outcome::Budget`](crate::Outcome::Budget) with `checks = budget`.

mod bordered_board;
mod ranking;
mod run;
mod squirrel_cull;
mod tie_breaker;

pub use run::{run_greedily, search};

/// Which of the children with equally many onward moves goes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ties {
    /// The first in the move order (D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for
    /// knight's tours on square chessboards*, 1996).
    First,
    /// One at random.
    ///
    /// Each expanded node draws a number from SplitMix64, seeded at the start of the search, for
    /// each of its legal children in the move order, whether they tie or not. The child with the
    /// smaller upper 57 bits goes first; if these are equal too, the first in the move order.
    Random,
    /// The one whose onward squares have the fewest onward moves in total, then the first in the
    /// move order (after I. Pohl, *A method for finding Hamilton paths and knight's tours*, Comm.
    /// ACM 10, 1967: the rule applied once more).
    ///
    /// The number that decides is the sum, over the unvisited squares a move from the child, of the
    /// unvisited squares a move from there. It is taken in every group of children that tie, not
    /// only in the first.
    Pohl,
    /// As [`Ties::Pohl`], but at random among those with the same sum (after S. Ganzfried, *A
    /// simple algorithm for knight's tours*, 2004): by the upper 51 bits of the numbers of
    /// [`Ties::Random`].
    PohlRandom,
    /// The one farthest from the centre of the board, by Euclidean distance, then the first in the
    /// move order (a proposal by A. Roth).
    Roth,
    /// The first in an order that changes when the knight reaches certain squares (the algorithm of
    /// Squirrel and Cull, as above), on square boards only. Orders and squares depend on the side
    /// modulo 16. The digits of their orders are places in the move order, and what they say of a
    /// numbering that begins with the move `(−2,+1)` is mirrored to the first move of the order. So
    /// the order `78123456` from (1,1) is their algorithm, as are its mirror images.
    SquirrelCull,
}
