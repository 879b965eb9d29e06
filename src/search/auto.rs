//! The choice between stepping and counting.
//!
//! Stepping costs in proportion to the checks, counting hardly depends on them. So a search that is short, or must
//! be short because its budget is, is stepped; what turns out not to be short is counted. The first attempt is
//! short beside what counting costs, so it is hardly missed when it was in vain.

use super::leap::{self, Tables};
use super::{Budget, Family, Interrupted, Outcome, Pulse, Report, step};
use crate::order::MoveOrder;

/// Checks that are stepped faster than the same search is counted.
const CHEAP: u128 = 200_000;

/// Checks that are tried by stepping where the budget does not say that the search is short.
const ATTEMPT: u128 = 40_000;

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
    let is_cheap = family.budget.limit().is_some_and(|limit| limit <= CHEAP);
    let attempt = if is_cheap || !leap::supports(family.board) {
        family.budget
    } else {
        Budget::checks(ATTEMPT).expect("a constant within the range of budgets")
    };
    let is_final = attempt == family.budget;
    let mut open = Vec::new();
    for (place, &order) in orders.iter().enumerate() {
        let mut problem = family.problem(order);
        problem.budget = attempt;
        let answer = step::search(&problem, pulse)?;
        if answer.outcome == Outcome::Budget && !is_final {
            open.push(place);
        } else {
            report(place, Ok(answer));
        }
    }
    let orders: Vec<MoveOrder> = open.iter().map(|&place| orders[place]).collect();
    if orders.is_empty() {
        return Ok(());
    }
    let mut report = |place: usize, answer| report(open[place], answer);
    leap::search_orders(family, &orders, tables, pulse, &mut report)
}
