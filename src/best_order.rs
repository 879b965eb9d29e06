//! Questions about all move orders: the quickest one for a start square (paper §VIII.C), and whether any
//! finds its tour at the first attempt (§VII.B).

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{Board, Square};
use crate::impossible;
use crate::order::MoveOrder;
use crate::runner::{Stop, StopRequest};
use crate::search::{Answer, Budget, Goal, Interrupted, Outcome, Problem, step};
use crate::symmetry::Symmetry;

/// The least count from a start over all 40,320 orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestOrder {
    /// The least number of checks.
    pub checks: u128,
    /// Every order that needs no more, by rank.
    pub orders: Vec<MoveOrder>,
}

impl BestOrder {
    /// The same for the image of the start: the image of each order.
    pub fn mirrored(&self, symmetry: Symmetry) -> BestOrder {
        BestOrder {
            checks: self.checks,
            orders: sorted(self.orders.iter().map(|&order| symmetry.order(order))),
        }
    }
}

/// [`best_order`] for each of these starts, `None` for one from which no order finds a tour. Of starts that a symmetry
/// maps to one another only one is searched.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If engine `step` does not take the board.
pub fn best_orders(
    board: Board,
    starts: &[Square],
    limit: u128,
    stop: &StopRequest,
) -> Result<Vec<Option<BestOrder>>, Interrupted> {
    let mut known: HashMap<Square, Option<BestOrder>> = HashMap::new();
    for &start in starts {
        if known.contains_key(&start) {
            continue;
        }
        let best = best_order(board, start, limit, stop)?;
        for g in Symmetry::of(board) {
            let mirrored = best.as_ref().map(|best| best.mirrored(g));
            known.insert(g.square(board, start), mirrored);
        }
    }
    // Every start is among the keys by now.
    Ok(starts.iter().map(|start| known[start].clone()).collect())
}

/// Finds the least number of checks to an open tour over all orders, up to `limit` checks; `None` if no order
/// finds a tour within them.
///
/// All orders are searched under one budget, which doubles until one of them succeeds; from then on none is searched
/// beyond the best so far. Every order that could be as quick has been searched to its end, so the minimum is
/// exact and depends on nothing but the arguments, though orders are searched in parallel. Orders that a symmetry maps
/// to one another, with the start where it is, are searched once.
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
    if impossible::open_from(board, start).is_some() {
        return Ok(None);
    }
    let fixing: Vec<Symmetry> = Symmetry::of(board)
        .filter(|g| g.square(board, start) == start)
        .collect();
    let is_least = |order: &MoveOrder| fixing.iter().all(|g| *order <= g.order(*order));
    let round = Round {
        board,
        start,
        orders: MoveOrder::all().filter(is_least).collect(),
        stop,
    };
    // More than 64 bits of checks are never stepped through.
    let limit = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut budget = 8 * board.area() as u64;
    loop {
        budget = budget.min(limit);
        match round.within(budget)? {
            Found::Tour(best) => {
                let images = fixing.iter().map(|g| best.mirrored(*g).orders);
                return Ok(Some(BestOrder {
                    orders: sorted(images.flatten()),
                    ..best
                }));
            }
            Found::NoTour => return Ok(None),
            Found::Nothing if budget == limit => return Ok(None),
            Found::Nothing => budget = budget.saturating_mul(2),
        }
    }
}

/// A search of several orders under one budget.
struct Round<'a> {
    board: Board,
    start: Square,
    orders: Vec<MoveOrder>,
    stop: &'a StopRequest,
}

/// What came of a round.
enum Found {
    Tour(BestOrder),
    /// A whole space was searched, and all orders have the same.
    NoTour,
    Nothing,
}

impl Round<'_> {
    fn within(&self, budget: u64) -> Result<Found, Interrupted> {
        let least = AtomicU64::new(budget);
        let ends: Vec<(Outcome, u128, MoveOrder)> = self
            .orders
            .par_iter()
            .map(|&order| {
                // Relaxed: an old value costs time only.
                let within = Budget::checks(least.load(Ordering::Relaxed).into());
                let Ok(within) = within else {
                    return Ok((Outcome::Budget, 0, order));
                };
                let answer = search(self.board, self.start, order, within, self.stop)?;
                if answer.outcome == Outcome::Tour {
                    // It is within a budget of 64 bits.
                    least.fetch_min(answer.checks as u64, Ordering::Relaxed);
                }
                Ok((answer.outcome, answer.checks, order))
            })
            .collect::<Result<_, _>>()?;
        if ends.iter().any(|(outcome, ..)| *outcome == Outcome::None) {
            return Ok(Found::NoTour);
        }
        let tours = ends
            .iter()
            .filter(|(outcome, ..)| *outcome == Outcome::Tour);
        let Some(checks) = tours.clone().map(|(_, checks, _)| *checks).min() else {
            return Ok(Found::Nothing);
        };
        let quickest = tours.filter(|(_, taken, _)| *taken == checks);
        Ok(Found::Tour(BestOrder {
            checks,
            orders: quickest.map(|(.., order)| *order).collect(),
        }))
    }
}

/// Orders by rank, none twice.
fn sorted(orders: impl Iterator<Item = MoveOrder>) -> Vec<MoveOrder> {
    let mut orders: Vec<MoveOrder> = orders.collect();
    orders.sort_unstable();
    orders.dedup();
    orders
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
    fn known_minima_of_8x8_come_from_their_orders() {
        let squares = [(1, 2), (1, 4), (7, 8)].map(|(row, col)| Square { row, col });
        let stop = StopRequest::new();
        let best = best_orders(board("8x8"), &squares, 100_000, &stop).unwrap();
        let checks: Vec<u128> = best.iter().flatten().map(|best| best.checks).collect();
        assert_eq!(checks, [1_017, 1_016, 1_017]);
        let order: MoveOrder = "63254817".parse().unwrap();
        assert_eq!(best[0].as_ref().unwrap().orders, [order]);
        assert_eq!(best[1].as_ref().unwrap().orders, [order]);
    }

    /// Every square of boards that are square and not, among them squares that symmetries leave where they are.
    #[test]
    fn each_start_has_the_least_count_of_all_its_orders() {
        let stop = StopRequest::new();
        for text in ["3x4", "5x5", "4x5"] {
            let board = board(text);
            let starts: Vec<Square> = board.squares().collect();
            let limit = 2_000;
            let found = best_orders(board, &starts, limit, &stop).unwrap();
            for (start, found) in starts.into_iter().zip(found) {
                let within = Budget::checks(limit).unwrap();
                let tours: Vec<(u128, MoveOrder)> = MoveOrder::all()
                    .map(|order| (search(board, start, order, within, &stop).unwrap(), order))
                    .filter(|(answer, _)| answer.outcome == Outcome::Tour)
                    .map(|(answer, order)| (answer.checks, order))
                    .collect();
                let least = tours.iter().map(|(checks, _)| *checks).min();
                let wanted = least.map(|checks| BestOrder {
                    checks,
                    orders: tours
                        .iter()
                        .filter(|t| t.0 == checks)
                        .map(|t| t.1)
                        .collect(),
                });
                assert_eq!(found, wanted, "{board} {start}");
            }
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
