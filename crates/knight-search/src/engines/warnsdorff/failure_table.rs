//! How often greedy runs fail, over all move orders.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::answer::Outcome;
use crate::board::{Board, MoveOrder, Square, Symmetry, orbit_representatives};
use crate::budget::Budget;
use crate::engines::warnsdorff::{Mode, Ties, search};
use crate::problem::{Goal, Problem};

/// For every start of a board, the number of the 40,320 move orders with which a greedy run gets
/// stuck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailureTable {
    board: Board,
    failures: Vec<u16>,
}

/// For every start, counts the move orders with which a greedy run for an open tour, ties by the move
/// order, gets stuck.
///
/// The board's symmetries map the runs from a start to those from its images and permute the orders,
/// so only one start of each orbit is run: on 8×8, 403,200 runs stand for 2,580,480. Runs are spread
/// over the threads of the current rayon pool; the table does not depend on them.
///
/// ```
/// use knight_search::{Board, Square, engines::warnsdorff::greedy_table};
/// let table = greedy_table(Board::new(5, 5).unwrap());
/// // From the minority colour no run finds a tour.
/// assert_eq!(table.failures(Square { row: 1, col: 2 }), 40_320);
/// ```
pub fn greedy_table(board: Board) -> FailureTable {
    let mut failures = vec![0; board.area()];
    for start in orbit_representatives(board) {
        let count = failures_from(board, start);
        for g in Symmetry::of(board) {
            failures[board.index(g.square(board, start))] = count;
        }
    }
    FailureTable { board, failures }
}

/// The number of orders with which a greedy run from this start gets stuck.
fn failures_from(board: Board, start: Square) -> u16 {
    let gets_stuck =
        |&rank: &u16| MoveOrder::from_rank(rank).is_some_and(|order| is_stuck(board, start, order));
    let ranks = (0..MoveOrder::COUNT).into_par_iter();
    // At most MoveOrder::COUNT, which is a u16.
    ranks.filter(gets_stuck).count() as u16
}

fn is_stuck(board: Board, start: Square, order: MoveOrder) -> bool {
    let problem = Problem { board, start, order, goal: Goal::Open, budget: Budget::UNLIMITED };
    let mut progress = |_| ControlFlow::Continue(());
    let answer = search(&problem, Ties::First, Mode::Greedy, &mut progress);
    answer.is_ok_and(|answer| answer.outcome == Outcome::Stuck)
}

impl FailureTable {
    /// How many of the orders fail from this square of the board, 0…40,320.
    pub fn failures(&self, start: Square) -> u16 {
        self.failures[self.board.index(start)]
    }

    /// The same for all squares, row by row.
    pub fn rows(&self) -> impl Iterator<Item = &[u16]> {
        self.failures.chunks(usize::from(self.board.cols()))
    }

    /// How many of the runs from all starts fail.
    pub fn total(&self) -> u64 {
        self.failures.iter().copied().map(u64::from).sum()
    }
}
