//! What the commands that count share: progress and errors.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Duration;

use knight_count::tour_counts::Effort;
use knight_search::walks::CountError;
use knight_search::{Board, Interrupted};
use knightsweep::text::{formatting, short};

use crate::cli::args::Common;
use crate::cli::ui::progress::{left_in_words, time_left};
use crate::cli::ui::{State, signals};

/// Called by a count now and then, with how far it is if it knows.
pub(super) type CountProgress<'a> = dyn FnMut(Option<Effort>) -> ControlFlow<()> + 'a;

/// Counts and shows how far the count is; a stop request breaks the count.
pub(super) fn with_progress<T>(common: &Common, count: impl FnOnce(&mut CountProgress) -> T) -> T {
    let (stop, memory) = (signals::obey(), common.memory());
    let mut progress = common.progress(None);
    let mut last = Effort::default();
    // When the passes began of which the time left is known, and how many were done before.
    let mut first = None;
    let mut said = None;
    count(&mut |effort| {
        let elapsed = progress.elapsed();
        if let Some(now) = effort {
            // The pass that says how many there are is quicker than the others.
            if now.passes != last.passes {
                first = None;
            }
            if let Some(why) = now.given_up.filter(|_| begins_again(last, now))
                && said.replace(why) != Some(why)
            {
                progress.remark(&beginning_again(why, memory));
            }
            last = now;
        }
        let left = effort.and_then(|effort| {
            let [done, all] = passes(effort);
            let (began, before) = *first.get_or_insert((elapsed, done));
            time_left(elapsed - began, done.saturating_sub(before), all.saturating_sub(done))
        });
        let state = || State {
            line: describe(elapsed, effort, left),
            detail: effort.map(|effort| describe_layers(effort, memory)),
        };
        progress.show(0, state);
        stop.check()
    })
}

/// Whether a count has given up a pass and begins it again as one of more.
fn begins_again(last: Effort, now: Effort) -> bool {
    last.start == now.start && now.pass <= last.pass && now.passes > last.passes
}

fn beginning_again(why: CountError, memory: usize) -> String {
    let why = match why {
        CountError::Overflow => "128 bits may be too few for the number".to_owned(),
        _ => {
            let memory = formatting::bytes(memory as u64);
            format!("the last one needs more than the {memory} of --memory")
        }
    };
    format!("counting again, in more and smaller counts: {why}")
}

/// The passes that are done, and all of them.
fn passes(Effort { pass, passes, start, starts, .. }: Effort) -> [u64; 2] {
    [start.saturating_sub(1) * passes + pass.saturating_sub(1), starts * passes].map(|n| n as u64)
}

fn describe(elapsed: Duration, effort: Option<Effort>, left: Option<Duration>) -> String {
    let mut line = format!("counting for {}", formatting::time(elapsed));
    if let Some(Effort { processed, squares, pass, passes, start, starts, .. }) = effort {
        if starts > 1 {
            line += &format!(", start {start} of {starts}");
        }
        if passes > 1 {
            line += &format!(", count {pass} of {passes}");
        }
        line += &format!(", {processed} of {squares} squares");
    }
    line + &left_in_words(left)
}

/// The layers of a count with this memory limit in bytes.
fn describe_layers(effort: Effort, memory: usize) -> String {
    let [bytes, memory] = [effort.bytes, memory].map(|bytes| formatting::bytes(bytes as u64));
    let states = short(effort.states as f64);
    format!("layers of up to {states} states, now {bytes} of the {memory} of --memory")
}

/// The error of a count on a board, with what to do; `instead` is what can be done besides.
pub(super) fn explain(
    error: CountError,
    board: Board,
    common: &Common,
    instead: &str,
) -> anyhow::Error {
    match error {
        CountError::Interrupted => {
            anyhow::Error::new(Interrupted).context("interrupted before the count was finished")
        }
        CountError::MemoryLimit => anyhow::anyhow!("{}{instead}", reason(error, board, common)),
        _ => anyhow::anyhow!(reason(error, board, common)),
    }
}

/// Why a count for something had no result, and what to do.
pub(super) fn reason(error: CountError, what: impl Display, common: &Common) -> String {
    let more = match common.scratch() {
        Some(_) => "beside the folder of --scratch; give more with --memory",
        None => "that it may use; give more with --memory, or a folder with --scratch",
    };
    match error {
        CountError::MemoryLimit => {
            let memory = formatting::bytes(common.memory() as u64);
            format!("the count needs more than the {memory} {more}")
        }
        CountError::Spill => "the count needs room in the folder of --scratch".to_owned(),
        _ => format!("{what} cannot be counted, even with more memory: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_that_is_given_up_is_told_from_the_next_one() {
        let at = |start, pass, passes| Effort { start, pass, passes, ..Effort::default() };
        for (last, now, is_again) in [
            (at(1, 1, 1), at(1, 1, 2), true),
            (at(1, 3, 3), at(1, 2, 5), true),
            (at(1, 1, 1), at(1, 1, 1), false),
            (at(1, 1, 2), at(1, 2, 2), false),
            (at(1, 1, 2), at(1, 2, 4), false),
            (at(1, 2, 2), at(2, 1, 4), false),
        ] {
            assert_eq!(begins_again(last, now), is_again, "{last:?} {now:?}");
        }
    }

    #[test]
    fn progress_names_the_memory_that_layers_take() {
        let effort = Effort {
            processed: 33,
            squares: 64,
            states: 3_400_000,
            bytes: 210_000_000,
            pass: 2,
            passes: 5,
            start: 1,
            starts: 1,
            given_up: None,
        };
        let elapsed = Duration::from_secs(65);
        assert_eq!(
            describe(elapsed, Some(effort), Some(3 * elapsed)),
            "counting for 1m 05s, count 2 of 5, 33 of 64 squares, 3m 15s left"
        );
        assert_eq!(
            describe_layers(effort, 12_000_000_000),
            "layers of up to 3.40M states, now 210 MB of the 12.0 GB of --memory"
        );
    }
}
