//! The choice between stepping and counting.
//!
//! The time of stepping is proportional to the checks. The time of counting hardly depends on them,
//! and the more orders share a count, the less it takes for each. So a search with a small budget
//! is stepped through. A search with a larger one is stepped through for a few checks first, and
//! counted if that does not end it. This attempt is short compared to a count. The constants come
//! from `scripts/compare-engines auto`.

use std::cmp::Reverse;

use crate::answer::Outcome;
use crate::engines::FamilySearch;
use crate::engines::leap::{self, Tables};
use crate::engines::step;
use knight_board::{Budget, Family, Goal, Interrupted, MoveOrder, SearchProgress, theorems};

/// Thousands of checks that are stepped through in the time in which one order is counted: for a
/// goal and boards of up to this many squares, in families of [`SIZES`] orders.
///
/// Rounded from what `scripts/compare-engines crossover` prints for sampled orders. The last two
/// columns are lower: successive orders, as in a sweep of all of them, share more of their counts,
/// and the groups of `scripts/compare-engines auto` test both.
const CROSSOVERS: [(Goal, usize, [f64; SIZES.len()]); 14] = [
    (Goal::Open, 30, [7200., 4300., 1000., 100., 10., 5.]),
    (Goal::Open, 36, [5900., 5300., 2700., 500., 80., 13.]),
    (Goal::Open, 42, [4300., 2300., 2300., 1000., 140., 20.]),
    (Goal::Open, 64, [1400., 750., 510., 350., 170., 15.]),
    (Goal::Open, 128, [790., 420., 290., 220., 100., 20.]),
    (Goal::Open, 160, [2200., 450., 450., 380., 320., 100.]),
    (Goal::Open, 256, [2700., 1100., 1000., 800., 400., 100.]),
    (Goal::Closed, 30, [7200., 3100., 30., 10., 10., 5.]),
    (Goal::Closed, 36, [3300., 2700., 1700., 150., 10., 5.]),
    (Goal::Closed, 42, [5300., 1100., 480., 150., 30., 10.]),
    (Goal::Closed, 64, [610., 240., 160., 120., 70., 15.]),
    (Goal::Closed, 128, [310., 310., 170., 70., 50., 20.]),
    (Goal::Closed, 160, [1800., 990., 360., 170., 100., 50.]),
    (Goal::Closed, 256, [2000., 2000., 800., 220., 150., 50.]),
];

/// Orders of the families of [`CROSSOVERS`].
const SIZES: [f64; 6] = [1., 10., 40., 160., 640., 2560.];

/// Those for open tours of boards with a side of 4 and up to this many squares, where orders
/// share few of their counts.
const FOUR_ROWS: (usize, [f64; SIZES.len()]) = (48, [4900., 4900., 4900., 1700., 1000., 400.]);

/// Checks that are stepped through in the time of one count. Where a theorem excludes tours, one
/// count serves a whole family.
const ONE_COUNT: u128 = 400_000;

/// The attempt to step through a search that may be long: a share of the crossover, at most the end
/// of the range. Below its start an attempt is not worth the setup of a search.
const ATTEMPT: std::ops::RangeInclusive<u128> = 1_000..=30_000;
const ATTEMPT_SHARE: f64 = 0.04;

/// Boards with a side of up to this many squares have a narrow frontier and are counted faster by
/// this factor.
const NARROW: u16 = 3;
const NARROW_GAIN: f64 = 3.0;

/// Searches by the engine that is expected to be quicker.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; earlier answers stay valid.
pub(super) fn search(
    searches: FamilySearch,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<(), Interrupted> {
    let FamilySearch { family, orders, .. } = searches;
    let Some(attempt) = stepping_budget(family, orders.len()) else {
        return leap::search(searches, tables, progress);
    };
    let on_answer = searches.on_answer;
    let mut left = Vec::new();
    for (place, &order) in orders.iter().enumerate() {
        let mut problem = family.problem(order);
        problem.budget = attempt;
        let answer = step::search(&problem, progress)?;
        if answer.outcome == Outcome::Budget && attempt != family.budget {
            left.push(place);
        } else {
            on_answer(place, Ok(answer));
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    let orders: Vec<MoveOrder> = left.iter().map(|&place| orders[place]).collect();
    let mut on_answer = |place: usize, answer| on_answer(left[place], answer);
    let searches = FamilySearch { family, orders: &orders, on_answer: &mut on_answer };
    leap::search(searches, tables, progress)
}

/// The part of the budget that each order is stepped through before it is counted: all of it where
/// that is quick; `None` for nothing.
fn stepping_budget(family: &Family, orders: usize) -> Option<Budget> {
    let is_impossible = theorems::from(family.board, family.start, family.goal).is_some();
    let quick =
        if is_impossible { ONE_COUNT / orders.max(1) as u128 } else { crossover(family, orders) };
    if family.budget.limit().is_some_and(|limit| limit <= quick) {
        return Some(family.budget);
    }
    let attempt = (quick as f64 * ATTEMPT_SHARE) as u128;
    let is_worth_it = attempt >= *ATTEMPT.start() && !is_impossible;
    Budget::checks(attempt.min(*ATTEMPT.end())).ok().filter(|_| is_worth_it)
}

/// Checks that are stepped through in the time in which each of this many orders is counted.
fn crossover(family: &Family, orders: usize) -> u128 {
    let (goal, squares) = (family.goal, family.board.area());
    let shorter = family.board.rows().min(family.board.cols());
    let (most_of_four_rows, of_four_rows) = &FOUR_ROWS;
    let thousands = if goal == Goal::Open && shorter == 4 && squares <= *most_of_four_rows {
        of_four_rows
    } else {
        // Without rows of its own a goal has those of the narrowest wider one.
        let rows = CROSSOVERS.iter().filter(|(g, most, _)| *g <= goal && squares <= *most);
        let row = rows.min_by_key(|(g, most, _)| (Reverse(*g), *most));
        &row.expect("the last row of a goal is for the largest boards").2
    };
    let gain = if shorter <= NARROW { NARROW_GAIN } else { 1.0 };
    (1e3 * interpolated(thousands, orders as f64) / gain) as u128
}

/// The value for a family of this size, on a power law between those of the nearest [`SIZES`].
fn interpolated(values: &[f64; SIZES.len()], orders: f64) -> f64 {
    let orders = orders.clamp(SIZES[0], SIZES[SIZES.len() - 1]);
    // The first size is not above the number, the last one not below it.
    let below = SIZES.iter().rposition(|size| *size <= orders).unwrap_or(0);
    let above = (below + 1).min(SIZES.len() - 1);
    if below == above {
        return values[below];
    }
    let share = (orders / SIZES[below]).ln() / (SIZES[above] / SIZES[below]).ln();
    values[below] * (values[above] / values[below]).powf(share)
}

#[cfg(test)]
mod tests {
    use crate::engines::auto::*;

    #[test]
    fn values_between_sizes_rise_or_fall_evenly() {
        let values = [1000., 1000., 250., 100., 100., 1.];
        for (orders, expected) in [
            (0.0, 1000.),
            (1.0, 1000.),
            (3.0, 1000.),
            (10.0, 1000.),
            (20.0, 500.),
            (40.0, 250.),
            (640.0, 100.),
            (1280.0, 10.),
            (2560.0, 1.),
            (40_320.0, 1.),
        ] {
            let found = interpolated(&values, orders);
            assert!((found / expected - 1.0).abs() < 1e-9, "{orders}: {found}");
        }
    }
}
