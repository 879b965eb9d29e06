//! `solve --trace`: the first checks of the plain search, one a line.

use std::process::ExitCode;

use knight_search::trace::{Done, Step, first_steps};
use knight_search::{Engine, Move, Problem, Square};
use knightsweep::analysis::table::{Cell, Row, Table};
use knightsweep::experiment::plan::Job;
use knightsweep::text::formatting::grouped;

use super::SolveArgs;
use crate::cli::answer::print_table;
use crate::cli::ui::failure;

/// The most checks of a trace, which is kept in memory.
const MOST: u64 = 1_000_000;

/// Prints the first checks of the search of a job.
pub(super) fn print_first(
    job: &Job,
    arguments: &SolveArgs,
    checks: u64,
) -> anyhow::Result<ExitCode> {
    if !matches!(job.method.engine, Engine::Step | Engine::Auto) {
        let engine = job.method.engine;
        let why = format!("--trace: engine {engine} does not perform checks; use step or auto");
        return Err(failure::usage(why));
    }
    if checks > MOST {
        return Err(failure::usage(format!(
            "--trace: give a number of checks up to {}",
            grouped(MOST.into())
        )));
    }
    let budget = job.problem.budget.limit().and_then(|limit| u64::try_from(limit).ok());
    let checks = checks.min(budget.unwrap_or(u64::MAX));
    let steps = first_steps(&job.problem, checks);
    let format = arguments.listing_format();
    let mut number = 0u64;
    let rows = steps.iter().map(|step| {
        number += u64::from(step.done.is_check());
        row(&job.problem, step, number, format.is_for_people())
    });
    print_table(&Table::new(rows), format)
}

/// A step: the number of its check, where the knight is, and what its move finds. People see
/// squares by row and column, and what a move adds to these.
fn row(problem: &Problem, step: &Step, number: u64, is_for_people: bool) -> Row {
    let (mv, to, found) = match step.done {
        Done::OffBoard(mv) => (Some(mv), None, "off the board"),
        Done::Visited(mv, to) => (Some(mv), Some(to), "visited"),
        Done::Placed(mv, to) => (Some(mv), Some(to), "placed"),
        Done::TakenBack => (None, None, "taken back"),
    };
    let square = |square: Square| match is_for_people {
        true => square.to_string(),
        false => problem.board.chess_name(square),
    };
    let shown = |mv: Move| match mv.delta() {
        (row, col) if is_for_people => format!("{mv} ({row:+},{col:+})"),
        _ => mv.to_string(),
    };
    Row::default()
        .with("check", mv.map(|_| number))
        .with("depth", step.depth as u64)
        .with("square", square(step.square))
        .with("move", mv.map(|mv| Cell::from(shown(mv))))
        .with("to", to.map(|to| Cell::from(square(to))))
        .with("found", found)
}
