//! Questions about all move orders: the quickest one for a start square (paper §VIII.C), and whether any
//! finds its tour at the first attempt (§VII.B).

use std::ops::ControlFlow;

use rayon::prelude::*;

use crate::board::{Board, Square};
use crate::order::MoveOrder;
use crate::runner::{Stop, StopRequest};
use crate::search::{Answer, Budget, Goal, Interrupted, Outcome, Problem, step};

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
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If engine `step` does not take the board.
pub fn best_order(
    board: Board,
    start: Square,
    limit: u128,
    stop: &StopRequest,
) -> Result<Option<BestOrder>, Interrupted> {
    let orders: Vec<MoveOrder> = MoveOrder::all().collect();
    let mut budget = 8 * board.area() as u128;
    loop {
        budget = budget.min(limit);
        let Ok(within) = Budget::checks(budget) else {
            return Ok(None);
        };
        let best = best_within(board, start, &orders, within, stop)?;
        if best.is_some() || budget == limit {
            return Ok(best);
        }
        budget *= 2;
    }
}

fn best_within(
    board: Board,
    start: Square,
    orders: &[MoveOrder],
    budget: Budget,
    stop: &StopRequest,
) -> Result<Option<BestOrder>, Interrupted> {
    let answers: Vec<(Answer, MoveOrder)> = orders
        .par_iter()
        .map(|&order| Ok((search(board, start, order, budget, stop)?, order)))
        .collect::<Result<_, _>>()?;
    let tours = || {
        answers
            .iter()
            .filter(|(answer, _)| answer.outcome == Outcome::Tour)
    };
    let least = tours().map(|(answer, _)| answer.checks).min();
    Ok(least.map(|checks| BestOrder {
        checks,
        orders: tours()
            .filter(|(a, _)| a.checks == checks)
            .map(|(_, order)| *order)
            .collect(),
    }))
}

/// Over all starts of a board and all orders: how many searches find an open tour without a failed node, and
/// out of how many searches.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If engine `step` does not take the board.
pub fn runs_without_backtracking(
    board: Board,
    stop: &StopRequest,
) -> Result<(u64, u64), Interrupted> {
    let (starts, orders) = (board.area() as u64, u64::from(MoveOrder::COUNT));
    // Such a search makes area − 1 moves of at most 8 tries each; a single square is a tour without any.
    let budget = Budget::checks(8 * (u128::from(starts) - 1)).unwrap_or(Budget::UNLIMITED);
    let is_perfect = |job: u64| {
        let start = board.square((job / orders) as usize);
        let Some(order) = MoveOrder::from_rank((job % orders) as u16) else {
            return Ok(0);
        };
        let answer = search(board, start, order, budget, stop)?;
        Ok(u64::from(
            answer.outcome == Outcome::Tour && answer.nodes == Some(starts.into()),
        ))
    };
    let found = (0..starts * orders)
        .into_par_iter()
        .map(is_perfect)
        .try_reduce(|| 0, |a, b| Ok(a + b))?;
    Ok((found, starts * orders))
}

fn search(
    board: Board,
    start: Square,
    order: MoveOrder,
    budget: Budget,
    stop: &StopRequest,
) -> Result<Answer, Interrupted> {
    let go_on = || {
        if stop.stop() == Stop::No {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    // Many searches are too short for a pulse.
    if go_on().is_break() {
        return Err(Interrupted);
    }
    let problem = Problem {
        board,
        start,
        order,
        goal: Goal::Open,
        budget,
    };
    step::search(&problem, &mut |_| go_on())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    const CORNER: Square = Square { row: 1, col: 1 };

    fn best(board: Board, limit: u128) -> Option<BestOrder> {
        best_order(board, CORNER, limit, &StopRequest::new()).unwrap()
    }

    #[test]
    fn the_quickest_order_from_the_corner_of_8x8_refutes_the_paper() {
        let best = best(board("8x8"), 66_005_601).unwrap();
        assert_eq!(best.checks, 10_385);
        assert_eq!(best.orders[0].to_string(), "32178546");
    }

    #[test]
    fn no_other_order_of_5x5_is_quicker() {
        let best = best(board("5x5"), 1_000_000).unwrap();
        let budget = Budget::checks(best.checks).unwrap();
        for order in MoveOrder::all() {
            let answer = search(board("5x5"), CORNER, order, budget, &StopRequest::new()).unwrap();
            let is_best = answer.outcome == Outcome::Tour && answer.checks == best.checks;
            assert_eq!(is_best, best.orders.contains(&order), "{order}");
            assert!(is_best || answer.outcome == Outcome::Budget, "{order}");
        }
    }

    #[test]
    fn a_limit_below_the_minimum_finds_nothing() {
        assert_eq!(best(board("8x8"), 10_384), None);
        assert_eq!(best(board("3x3"), 1_000), None);
    }

    #[test]
    fn runs_without_backtracking_are_counted_where_there_are_some() {
        let count = |size| runs_without_backtracking(board(size), &StopRequest::new()).unwrap();
        assert_eq!(count("1x1"), (40_320, 40_320));
        assert_eq!(count("3x3"), (0, 9 * 40_320));
        let (found, of) = count("3x4");
        assert!(found > 0 && found < of);
    }

    #[test]
    fn a_stop_is_heard() {
        let stop = StopRequest::new();
        stop.escalate();
        assert_eq!(
            best_order(board("8x8"), CORNER, 66_005_601, &stop),
            Err(Interrupted)
        );
        assert_eq!(
            runs_without_backtracking(board("8x8"), &stop),
            Err(Interrupted)
        );
    }
}
