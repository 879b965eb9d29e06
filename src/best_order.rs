//! Questions about all move orders: the quickest one for a start square (paper §VIII.C), and whether any
//! finds its tour at the first attempt (§VII.B).

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::board::{Board, Square};
use crate::order::MoveOrder;
use crate::search::{Answer, Budget, Goal, Outcome, Problem, step};

/// The least count from a start over all 40,320 orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestOrder {
    /// The least number of checks.
    pub checks: u128,
    /// Every order that needs no more, by rank.
    pub orders: Vec<MoveOrder>,
}

/// Finds the least number of checks to an open tour over all orders, up to `limit` checks; `None` if no order
/// finds a tour within them.
///
/// All orders are searched under one budget, which doubles until one of them succeeds. At that point every
/// order that could be as quick has been searched to its end, so the minimum is exact. It depends on nothing
/// but the arguments; orders are searched in parallel.
///
/// # Panics
/// If engine `step` does not take the board.
pub fn best_order(board: Board, start: Square, limit: u128) -> Option<BestOrder> {
    let orders: Vec<MoveOrder> = MoveOrder::all().collect();
    let mut budget = 8 * board.area() as u128;
    loop {
        budget = budget.min(limit);
        if let Some(best) = best_within(board, start, &orders, Budget::checks(budget).ok()?) {
            return Some(best);
        }
        if budget == limit {
            return None;
        }
        budget *= 2;
    }
}

fn best_within(
    board: Board,
    start: Square,
    orders: &[MoveOrder],
    budget: Budget,
) -> Option<BestOrder> {
    let counts: Vec<(u128, MoveOrder)> = orders
        .par_iter()
        .filter_map(|&order| {
            checks_to_tour(board, start, order, budget).map(|checks| (checks, order))
        })
        .collect();
    let checks = counts.iter().map(|(checks, _)| *checks).min()?;
    let best = counts.into_iter().filter(|(c, _)| *c == checks);
    Some(BestOrder {
        checks,
        orders: best.map(|(_, order)| order).collect(),
    })
}

/// Over all starts of a board and all orders: how many searches find an open tour without a failed node, and
/// out of how many searches.
///
/// # Panics
/// If engine `step` does not take the board.
pub fn runs_without_backtracking(board: Board) -> (u64, u64) {
    // Such a search makes area − 1 moves of at most 8 tries each.
    let Ok(budget) = Budget::checks(8 * (board.area() as u128 - 1)) else {
        // A single square is a tour without a check.
        return (MoveOrder::COUNT.into(), MoveOrder::COUNT.into());
    };
    let orders: Vec<MoveOrder> = MoveOrder::all().collect();
    let starts: Vec<Square> = board.squares().collect();
    let found = starts
        .par_iter()
        .flat_map(|&start| {
            orders
                .par_iter()
                .map(move |&order| search(board, start, order, budget))
        })
        .filter(|answer| answer.nodes == Some(board.area() as u128))
        .count();
    (found as u64, starts.len() as u64 * orders.len() as u64)
}

/// The checks to an open tour, or `None` if it takes more than the budget or there is none.
fn checks_to_tour(board: Board, start: Square, order: MoveOrder, budget: Budget) -> Option<u128> {
    let answer = search(board, start, order, budget);
    (answer.outcome == Outcome::Tour).then_some(answer.checks)
}

fn search(board: Board, start: Square, order: MoveOrder, budget: Budget) -> Answer {
    let problem = Problem {
        board,
        start,
        order,
        goal: Goal::Open,
        budget,
    };
    step::search(&problem, &mut |_| ControlFlow::Continue(()))
        .expect("a pulse that continues does not interrupt")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    const CORNER: Square = Square { row: 1, col: 1 };

    #[test]
    fn the_quickest_order_from_the_corner_of_8x8_refutes_the_paper() {
        let best = best_order(board("8x8"), CORNER, 66_005_601).unwrap();
        assert_eq!(best.checks, 10_385);
        assert_eq!(best.orders[0].to_string(), "32178546");
    }

    #[test]
    fn no_other_order_of_5x5_is_quicker() {
        let best = best_order(board("5x5"), CORNER, 1_000_000).unwrap();
        let budget = Budget::checks(best.checks - 1).unwrap();
        assert!(
            MoveOrder::all()
                .all(|order| checks_to_tour(board("5x5"), CORNER, order, budget).is_none())
        );
        for &order in &best.orders {
            let checks = checks_to_tour(board("5x5"), CORNER, order, Budget::UNLIMITED);
            assert_eq!(checks, Some(best.checks));
        }
    }

    #[test]
    fn a_limit_below_the_minimum_finds_nothing() {
        assert_eq!(best_order(board("8x8"), CORNER, 10_384), None);
        assert_eq!(best_order(board("3x3"), CORNER, 1_000), None);
    }
}
