//! What the user sees of a command: output, progress, errors, signals, and the files that it
//! writes.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, PanicHookInfo};
use std::time::Duration;

use anyhow::Context;

pub(crate) mod failure;
pub(crate) mod files;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod run_progress;
pub(crate) mod signals;
mod terminal;

pub(crate) use failure::refuse;
pub(crate) use files::{SvgArgs, Target, picture_target, write_tour};
pub(crate) use output::{line_width, print, print_json, print_parts, wrapped_width};
pub(crate) use progress::{Progress, State};

/// A program that a signal ends at once waits this long until what it says of that is written.
const SAYS_SO: Duration = Duration::from_millis(200);

/// Starts the threads that hear signals and write messages, of which a quiet program has fewer.
///
/// # Errors
/// If the system has no thread for them.
pub(crate) fn start(is_quiet: bool) -> anyhow::Result<()> {
    let say_so = move || {
        if !is_quiet {
            terminal::clear();
            output::say_if_room("interrupted");
            terminal::finish_within(SAYS_SO);
        }
    };
    signals::listen(say_so).context("cannot start a thread that hears signals")?;
    terminal::start().context("cannot start a thread that writes messages")?;
    // A worker that panics does not wait for the terminal either.
    panic::set_hook(Box::new(report_panic));
    // As many open files as the system permits: `merge` and `--reuse` can be given thousands. Where
    // that fails, a file too many is refused with what to do.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    Ok(())
}

fn report_panic(panic: &PanicHookInfo) {
    let trace = Backtrace::capture();
    output::say_if_room(&match trace.status() {
        BacktraceStatus::Captured => format!("{panic}\n{trace}"),
        _ => panic.to_string(),
    });
}

/// Dropped at the end of the program, also when it panics: messages that wait are written.
pub(crate) struct WrittenAtTheEnd;

impl Drop for WrittenAtTheEnd {
    fn drop(&mut self) {
        terminal::finish();
    }
}
