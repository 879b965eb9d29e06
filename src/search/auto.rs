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

/// Checks that are stepped in the time in which a search is counted that shares with no other. Searches for closed tours
/// are counted faster: fewer moves lead to one.
const ALONE_OPEN: u128 = 1_200_000;
const ALONE_CLOSED: u128 = 400_000;

/// Orders of a family that halve what counting costs for each of them.
const HALVING: u128 = 300;

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
    let is_cheap = family
        .budget
        .limit()
        .is_some_and(|limit| limit <= cheap(family.goal, orders.len()));
    let (attempt, is_final) = if is_cheap || !leap::supports(family.board) {
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

/// Checks that are stepped in the time in which each of so many orders is counted.
fn cheap(goal: Goal, orders: usize) -> u128 {
    let alone = match goal {
        Goal::Open => ALONE_OPEN,
        Goal::Closed => ALONE_CLOSED,
    };
    alone * HALVING / (HALVING + orders as u128)
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
