//! Any problems on small boards, for properties that hold of all.

use std::ops::{Range, RangeInclusive};

use knight_search::{Board, Budget, Goal, MoveOrder, Problem};
use proptest::prelude::*;

pub(crate) fn any_order() -> impl Strategy<Value = MoveOrder> {
    (0..MoveOrder::COUNT).prop_map(|rank| MoveOrder::from_rank(rank).unwrap())
}

/// Problems on boards with sides in the given range, with any start, order and goal.
pub(crate) fn problems(
    sides: RangeInclusive<u16>,
    budgets: Range<u128>,
) -> impl Strategy<Value = Problem> {
    let boards = (sides.clone(), sides).prop_map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let start = |board: Board| (Just(board), 0..board.area());
    let goal = prop::sample::select(Goal::ALL);
    let all = (boards.prop_flat_map(start), any_order(), goal, budgets);
    all.prop_map(|((board, start), order, goal, checks)| Problem {
        board,
        start: board.square(start),
        order,
        goal,
        budget: Budget::checks(checks).unwrap(),
    })
}
