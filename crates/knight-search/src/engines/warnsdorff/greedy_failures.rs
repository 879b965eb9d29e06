//! How often greedy runs fail, over all move orders.

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::answer::Outcome;
use crate::engines::warnsdorff::{Mode, Ties, search};
use knight_board::{
    Board, Budget, Goal, MoveOrder, Problem, Square, Symmetry, orbit_representatives,
};

/// For every start, by [`Board::index`], the number of the 40,320 move orders with which a greedy
/// run for an open tour, ties by the move order, gets stuck.
///
/// The board's symmetries map the runs from a start to those from its images and permute the
/// orders, so only one start of each orbit is run: on 8×8, 403,200 runs stand for 2,580,480. Runs
/// are spread over the threads of the current rayon pool; the numbers do not depend on them.
///
/// ```
/// use knight_search::engines::warnsdorff::greedy_failures::greedy_failures;
/// use knight_search::{Board, Square};
/// let board = Board::new(5, 5).unwrap();
/// let failures = greedy_failures(board);
/// // From the minority colour no run finds a tour.
/// assert_eq!(failures[board.index(Square { row: 1, col: 2 })], 40_320);
/// ```
pub fn greedy_failures(board: Board) -> Vec<u16> {
    let mut failures = vec![0; board.area()];
    for start in orbit_representatives(board) {
        let count = failures_from(board, start);
        for g in Symmetry::of(board) {
            failures[board.index(g.square(board, start))] = count;
        }
    }
    failures
}

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
