//! What the commands that count share: progress and errors.

use std::ops::ControlFlow;

use knight_search::questions::tour_counts::Effort;
use knight_search::walks::CountError;
use knight_search::{Board, Interrupted};
use knightsweep::analysis::formatting::{self, short};

use super::args::Common;
use super::ui::progress::{Progress, State};
use super::ui::signals;

/// Called by a count now and then, with how far it is if it knows.
pub type CountProgress<'a> = dyn FnMut(Option<Effort>) -> ControlFlow<()> + 'a;

/// Counts on a board and shows how far the count is; a stop request breaks the count.
///
/// # Errors
/// If the system does not deliver signals.
pub fn with_progress<T>(
    common: &Common,
    board: Board,
    count: impl FnOnce(&mut CountProgress) -> T,
) -> anyhow::Result<T> {
    let stop = signals::stop_request();
    let mut progress = Progress::new(None, common.verbosity());
    Ok(count(&mut |effort| {
        let elapsed = formatting::time(progress.elapsed());
        let state = || State { line: describe(board, &elapsed, effort), detail: None };
        progress.show(0, state);
        stop.check()
    }))
}

fn describe(board: Board, elapsed: &str, effort: Option<Effort>) -> String {
    let how_far = effort.map_or(String::new(), |Effort { processed, states, pass, passes }| {
        let pass = if passes > 1 { format!(", count {pass} of {passes}") } else { String::new() };
        let states = short(states as f64);
        format!("{pass}, {processed} of {} squares done, up to {states} states", board.area())
    });
    format!("counting for {elapsed}{how_far}")
}

/// The error of a count on a board with this memory limit in bytes, with what to do.
pub fn explain(error: CountError, board: Board, memory: usize) -> anyhow::Error {
    match error {
        CountError::Interrupted => {
            anyhow::Error::new(Interrupted).context("interrupted before the count was finished")
        }
        CountError::MemoryLimit => anyhow::anyhow!(
            "the count needs more than the {} that it may use; give more with --memory",
            formatting::bytes(memory as u64)
        ),
        CountError::TooWide | CountError::Overflow | CountError::Disagreement => {
            anyhow::anyhow!("{board} cannot be counted, even with more memory: {error}")
        }
    }
}
