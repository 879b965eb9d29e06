//! Searches that were run with several budgets: a picture shows each of them once.

use std::collections::HashMap;

use crate::analysis::{Column, Cost, JobRow, Jobs, Search, Value};
use crate::pictures::{PlotInput, groups};
use crate::text::formatting::{counted, grouped};
use knight_search::{Board, Goal, Rule};

/// How much a row says of its search: a decision, then a bound, then the larger budget.
type Weight = (u8, u128);

/// The search of a row, and its values in the columns by which a picture tells jobs apart.
fn key(row: &JobRow, by: &[Column]) -> (Search, Vec<Value>) {
    (row.search(), groups::key(by, row))
}

fn weight(row: &JobRow) -> Weight {
    let known = match row.cost {
        Cost::Exact(_) | Cost::Never => 2,
        Cost::Above(_) => 1,
        Cost::Unknown => 0,
    };
    (known, row.setting.budget.unwrap_or(u128::MAX))
}

/// The input without the rows of searches that have a row with a larger budget, or one that decides
/// them, and a note that says so. `None` if there are no such rows.
pub fn largest(input: &PlotInput) -> Option<(PlotInput, String)> {
    let mut budgets: HashMap<(Board, Goal, Rule), Option<u128>> = HashMap::new();
    let has_several = input.jobs.settings().iter().any(|one| {
        *budgets.entry((one.board, one.goal, one.rule)).or_insert(one.budget) != one.budget
    });
    if input.by.contains(&Column::Budget) || !has_several {
        return None;
    }
    let mut best: HashMap<(Search, Vec<Value>), Weight> = HashMap::new();
    for row in input.jobs.iter().filter(|row| row.estimate.is_none()) {
        let best = best.entry(key(&row, &input.by)).or_default();
        *best = weight(&row).max(*best);
    }
    let is_best = |row: &JobRow| best.get(&key(row, &input.by)) == Some(&weight(row));
    let mut jobs = Jobs::default();
    input
        .jobs
        .iter()
        .filter(|row| row.estimate.is_some() || is_best(row))
        .for_each(|row| jobs.push(&row));
    let left_out = (input.jobs.len() - jobs.len()) as u64;
    let note = format!(
        "Searches that were run with several budgets are drawn once, with the largest one: {} of {} \
         left out.",
        grouped(left_out),
        counted(input.jobs.len(), "job")
    );
    (left_out > 0).then(|| (input.with_jobs(jobs), note))
}
