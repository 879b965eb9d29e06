//! `solve --trace`: the first checks of the plain search, one a line.

use knight_search::trace::{Done, Step, first_steps};
use knight_search::{Move, Square};
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::experiment::plan::Job;
use knightsweep::text::grouped;

use super::SolveArgs;
use crate::cli::answer::print_table;
use crate::cli::ui::refuse;

/// The most checks of a trace, which is kept in memory.
const MOST: u64 = 1_000_000;

/// Prints the first checks of the search of a job.
pub(super) fn print_first(job: &Job, arguments: &SolveArgs, checks: u64) -> anyhow::Result<u8> {
    if !job.method.engine.performs_checks() {
        let engine = job.method.engine;
        refuse!("--trace: engine {engine} does not perform checks; use step or auto");
    }
    if checks > MOST {
        refuse!("--trace: give a number of checks up to {}", grouped(MOST));
    }
    let budget = job.problem.budget.limit().and_then(|limit| u64::try_from(limit).ok());
    let checks = checks.min(budget.unwrap_or(u64::MAX));
    let steps = first_steps(&job.problem, checks);
    let format = arguments.listing_format();
    let mut number = 0u64;
    let rows = steps.iter().map(|step| {
        number += u64::from(step.done.is_check());
        row(step, number, format.is_for_people())
    });
    print_table(&Table::new(rows), format)
}

/// A step: the number of its check, where the knight is, and what its move finds. People see a
/// square in one column, and what a move adds to row and column.
fn row(step: &Step, number: u64, is_for_people: bool) -> Row {
    let (mv, to, found) = match step.done {
        Done::OffBoard(mv) => (Some(mv), None, "off the board"),
        Done::Visited(mv, to) => (Some(mv), Some(to), "visited"),
        Done::Placed(mv, to) => (Some(mv), Some(to), "placed"),
        Done::TakenBack => (None, None, "taken back"),
    };
    let at = |row: Row, [both, of_row, of_col]: [&'static str; 3], square: Option<Square>| {
        if is_for_people {
            return row.with(both, square.map(|square| square.to_string()));
        }
        let row = row.with(of_row, square.map(|square| square.row));
        row.with(of_col, square.map(|square| square.col))
    };
    let shown = |mv: Move| match mv.delta() {
        (row, col) if is_for_people => format!("{mv} ({row:+},{col:+})"),
        _ => mv.to_string(),
    };
    let row = Row::default().with("check", mv.map(|_| number)).with("depth", step.depth as u64);
    let row = at(row, ["square", "row", "col"], Some(step.square));
    let row = row.with("move", mv.map(|mv| Cell::from(shown(mv))));
    at(row, ["to", "to_row", "to_col"], to).with("found", found)
}
