//! What the commands that count share: memory, waiting, interruptions.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knight_search::Board;
use knight_search::questions::tour_counts::Effort;
use knight_search::walks::CountError;
use knightsweep::analysis::formatting;

use super::args::Common;
use super::ui::output::say;
use super::ui::progress::PLAIN_INTERVAL;
use super::ui::{failure, signals};

/// What a count calls now and then, with how far it is if it knows.
pub type Progress<'a> = dyn FnMut(Option<Effort>) -> ControlFlow<()> + 'a;

/// Counts on a board, showing that the program is at work and how far; a stop request breaks the progress.
///
/// # Errors
/// If the system refuses to hand over the signals.
pub fn wait_for<T>(
    common: &Common,
    board: Board,
    count: impl FnOnce(&mut Progress) -> T,
) -> anyhow::Result<T> {
    let (stop, began) = (signals::stop_request()?, Instant::now());
    let mut waiting = Waiting::new(common.is_quiet());
    let mut progress = |effort| {
        let elapsed = began.elapsed();
        waiting.tick(elapsed, || counting_for(board, elapsed, effort));
        stop.go_on()
    };
    let counted = count(&mut progress);
    waiting.clear();
    Ok(counted)
}

/// Works on the worker threads, showing that the program is at work and how far. The work hears stop requests itself.
///
/// # Errors
/// If there is no pool of threads.
pub fn wait_for_pool<T: Send>(
    common: &Common,
    how_far: impl Fn() -> String,
    work: impl FnOnce() -> T + Send,
) -> anyhow::Result<T> {
    let (pool, began) = (common.pool()?, Instant::now());
    let mut waiting = Waiting::new(common.is_quiet());
    let done = thread::scope(|scope| {
        let (working, ended) = mpsc::channel::<()>();
        let worker = scope.spawn(|| {
            let _dropped_at_the_end = working;
            pool.install(work)
        });
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            let elapsed = began.elapsed();
            waiting.tick(elapsed, || format!("{}, {}", how_far(), formatting::time(elapsed)));
        }
        worker.join()
    });
    waiting.clear();
    done.or_else(|panic| resume_unwind(panic))
}

/// What is said of an interrupted count.
pub const UNFINISHED: &str = "interrupted before the count was finished";

/// Says what an interruption has left undone, and gives the exit code for it.
pub fn interrupted(common: &Common, what: &str) -> ExitCode {
    common.say(what);
    ExitCode::from(failure::INTERRUPTED)
}

/// That a count needs more than these bytes.
pub fn out_of_memory(bytes: usize) -> anyhow::Error {
    anyhow::anyhow!(
        "the count needs more than the {} that it may use; give more with --memory",
        formatting::bytes(bytes as u64)
    )
}

/// That a count is out of reach whatever the memory.
pub fn out_of_reach(board: Board, error: CountError) -> anyhow::Error {
    anyhow::anyhow!("{board} is out of reach, whatever the memory: {error}")
}

fn counting_for(board: Board, elapsed: Duration, effort: Option<Effort>) -> String {
    let how_far = effort.map_or(String::new(), |effort| {
        let states = formatting::short(effort.states as f64);
        let (done, all) = (effort.processed, board.area());
        format!(", {done} of {all} squares done, up to {states} states")
    });
    format!("counting for {}{how_far}", formatting::time(elapsed))
}

/// How often it is looked whether other threads are done.
const TICK: Duration = Duration::from_millis(100);

/// Shows after a second that the program is at work: on a terminal by a line that changes, elsewhere by one now and then.
struct Waiting {
    line: ProgressBar,
    is_plain: bool,
    last_line: Duration,
}

impl Waiting {
    fn new(quiet: bool) -> Waiting {
        let on_terminal = std::io::stderr().is_terminal();
        let target = if on_terminal && !quiet {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::default_spinner();
        Waiting {
            line: ProgressBar::with_draw_target(None, target).with_style(style),
            is_plain: !on_terminal && !quiet,
            last_line: Duration::ZERO,
        }
    }

    fn tick(&mut self, elapsed: Duration, message: impl FnOnce() -> String) {
        let is_due = self.is_plain && elapsed - self.last_line >= PLAIN_INTERVAL;
        if elapsed < Duration::from_secs(1) || (!is_due && self.line.is_hidden()) {
            return;
        }
        let message = message();
        if is_due {
            self.last_line = elapsed;
            say(&message);
        }
        self.line.set_message(message);
        self.line.tick();
    }

    fn clear(&self) {
        self.line.finish_and_clear();
    }
}
