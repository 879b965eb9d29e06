//! The choice between stepping and counting.
//!
//! Stepping costs in proportion to the checks; counting hardly depends on them, and costs less for each order the more
//! orders share it. So a search that must be short because its budget is, is stepped. Of the others, those are stepped that
//! prove to be short: the attempt is short beside what counting costs, so it is hardly missed when it was in vain.
//! The constants come from `scripts/compare-engines auto`.

use super::leap::{self, Tables};
use super::{Budget, Family, Goal, Interrupted, Outcome, Pulse, Report, step};
use crate::impossible;
use crate::order::MoveOrder;

/// Thousands of checks that are stepped in the time in which an order of a family is counted, by goal and squares of the
/// board: up to so many, in families of 1, 4, 16, 64, 256 and 1024 orders. The more orders share their counts, the less one
/// costs. Rounded from what `scripts/compare-engines crossover` prints and from the groups of `scripts/compare-engines auto`.
const CROSSOVERS: [(Goal, usize, [f64; SIZES]); 8] = [
    (Goal::Open, 30, [7200., 7200., 4300., 1000., 100., 10.]),
    (Goal::Open, 36, [5900., 5900., 5300., 2000., 300., 80.]),
    (Goal::Open, 42, [4300., 2100., 2300., 2300., 1000., 140.]),
    (Goal::Open, 64, [2200., 900., 800., 550., 350., 170.]),
    (Goal::Closed, 30, [7200., 7200., 3100., 30., 10., 10.]),
    (Goal::Closed, 36, [5900., 5300., 3500., 1700., 150., 10.]),
    (Goal::Closed, 42, [5300., 1500., 1100., 480., 150., 30.]),
    (Goal::Closed, 64, [900., 350., 300., 190., 120., 70.]),
];

/// Sizes of families in [`CROSSOVERS`].
const SIZES: usize = 6;

/// Checks that are stepped in the time of the one count that serves a family for which a theorem says that there is no tour.
const ONE_COUNT: u128 = 400_000;

/// Checks that are tried by stepping where the budget does not say that the search is short.
const ATTEMPT: u128 = 30_000;

/// Searches by the engine that is expected to be quicker.
///
/// # Errors
/// [`Interrupted`] if `pulse` breaks; what was reported before stands.
pub(super) fn search_orders(
    family: &Family,
    orders: &[MoveOrder],
    tables: &Tables,
    pulse: &mut Pulse,
    report: &mut Report,
) -> Result<(), Interrupted> {
    if !step::supports(family.board) {
        return leap::search_orders(family, orders, tables, pulse, report);
    }
    let (attempt, is_final) = if !leap::supports(family.board) || is_cheap(family, orders.len()) {
        (family.budget, true)
    } else if is_impossible(family) {
        return leap::search_orders(family, orders, tables, pulse, report);
    } else {
        (attempt_budget(), false)
    };
    let mut left = Vec::new();
    for (place, &order) in orders.iter().enumerate() {
        let mut problem = family.problem(order);
        problem.budget = attempt;
        let answer = step::search(&problem, pulse)?;
        if answer.outcome == Outcome::Budget && !is_final {
            left.push(place);
        } else {
            report(place, Ok(answer));
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    let orders: Vec<MoveOrder> = left.iter().map(|&place| orders[place]).collect();
    let mut report = |place: usize, answer| report(left[place], answer);
    leap::search_orders(family, &orders, tables, pulse, &mut report)
}

/// Whether the budget makes sure that stepping so many orders is quick.
fn is_cheap(family: &Family, orders: usize) -> bool {
    let Some(limit) = family.budget.limit() else {
        return false;
    };
    if is_impossible(family) {
        return limit.saturating_mul(orders as u128) <= ONE_COUNT;
    }
    let (goal, squares) = (family.goal, family.board.area());
    CROSSOVERS
        .iter()
        .find(|(g, most, _)| *g == goal && squares <= *most)
        .is_some_and(|(_, _, thousands)| limit as f64 <= 1e3 * between_sizes(thousands, orders))
}

/// The value for families of so many orders, between those of two sizes by a power of the number.
fn between_sizes(values: &[f64; SIZES], orders: usize) -> f64 {
    let place = (orders.max(1) as f64).log(4.0).min((SIZES - 1) as f64);
    let (below, above) = (
        values[place.floor() as usize],
        values[place.ceil() as usize],
    );
    below * (above / below).powf(place.fract())
}

/// Whether a theorem says that there is no tour; then one count serves all orders.
fn is_impossible(family: &Family) -> bool {
    let why = match family.goal {
        Goal::Open => impossible::open_from(family.board, family.start),
        Goal::Closed => impossible::closed(family.board),
    };
    why.is_some()
}

fn attempt_budget() -> Budget {
    Budget::checks(ATTEMPT).expect("the constant is in the range of budgets")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_sizes_rise_or_fall_evenly() {
        let values = [1000., 1000., 250., 100., 100., 1.];
        for (orders, expected) in [
            (0, 1000.),
            (1, 1000.),
            (2, 1000.),
            (4, 1000.),
            (8, 500.),
            (16, 250.),
            (256, 100.),
            (512, 10.),
            (1024, 1.),
            (40_320, 1.),
        ] {
            let found = between_sizes(&values, orders);
            assert!((found / expected - 1.0).abs() < 1e-9, "{orders}: {found}");
        }
    }
}
