//! Whether the numbers of a row without a check can be those of a search.

use crate::analysis::reading::count_bounds;
use crate::results::record::Record;
use knight_search::Outcome;

/// Says what is wrong with a row whose start is not on its board, or whose numbers do not fit
/// together.
pub(super) fn check(record: &Record) -> Result<(), String> {
    let board = record.board().map_err(|error| error.to_string())?;
    let start = record.start();
    if !board.contains(start) {
        return Err(format!("the start {start} is not on the board {board}"));
    }
    if record.outcome == Outcome::Budget && record.budget.is_none() {
        return Err(
            "budget is missing, but the outcome says that the search reached it, so a number \
                    of this row was removed; copy it from the original file"
                .to_owned(),
        );
    }
    if record.success != (record.outcome == Outcome::Tour) {
        return Err(format!("success is {}, but outcome is {}", record.success, record.outcome));
    }
    let why = match record.checks {
        None => "so a number of this row was removed; copy it from the original file",
        Some(_) => {
            "so one of the numbers of this row was changed (spreadsheets round to 15 digits); copy \
             it from the original file"
        }
    };
    counts(record).map_err(|fault| format!("{fault}, {why}"))?;
    record.checked_tour().map(drop).map_err(|fault| format!("the tour is not valid: {fault}"))
}

fn counts(record: &Record) -> Result<(), String> {
    let is_counted = !record.outcome.is_unknown() && !record.is_estimated();
    let checks = match (is_counted, record.checks) {
        (true, Some(checks)) => checks,
        (true, None) => return Err("checks is missing, expected a count".to_owned()),
        (false, Some(checks)) => return Err(format!("checks is {checks}, expected nothing")),
        (false, None) => return Ok(()),
    };
    let (outcome, budget) = (record.outcome, record.budget);
    match budget {
        Some(budget) if outcome == Outcome::Budget && checks != budget => {
            return Err(format!("checks is {checks}, but the budget that stopped it is {budget}"));
        }
        Some(budget) if checks > budget => {
            return Err(format!("checks is {checks}, expected at most the budget, {budget}"));
        }
        _ => {}
    }
    let known = record.nodes;
    let Some(possible) = count_bounds::nodes(record) else {
        return match known {
            None if outcome == Outcome::Budget => Ok(()),
            _ => {
                Err(format!("outcome is {outcome}, but rule {} never ends like this", record.rule))
            }
        };
    };
    let nodes = known.unwrap_or(*possible.start());
    if !possible.contains(&nodes) {
        let (Record { rows, cols, .. }, possible) = (record, count_bounds::numbers(&possible));
        return Err(format!("nodes is {nodes}, expected {possible} on a board of {rows}x{cols}"));
    }
    match count_bounds::checks(record, nodes, known.is_none()) {
        Some(possible) if !possible.contains(checks) => {
            Err(format!("checks is {checks}, expected {possible}"))
        }
        _ => Ok(()),
    }
}
