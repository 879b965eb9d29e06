//! Progress on standard error: a bar on a terminal, a plain line now and then elsewhere.

use std::io::IsTerminal;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knightsweep::analysis::formatting;
use rayon::ThreadPool;

use super::output::say;

/// How much a command writes to standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors, remarks and progress.
    Normal,
    /// Errors only.
    Quiet,
}

/// Shorter work shows no progress.
const DELAY: Duration = Duration::from_secs(1);

/// Interval of the plain lines.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// How often work on other threads is asked how far it is.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Shows how far some work is.
pub struct Progress {
    display: Display,
    bar: ProgressBar,
    began: Instant,
    last_line: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Display {
    Bar,
    Lines,
    Hidden,
}

/// How far some work is, in words.
pub struct State {
    /// Stands beside the bar.
    pub line: String,
    /// Stands below it.
    pub detail: Option<String>,
}

impl Progress {
    /// Progress of work with this many steps, or with an unknown number.
    pub fn new(steps: Option<u64>, verbosity: Verbosity) -> Progress {
        let (display, target) = match verbosity {
            Verbosity::Quiet => (Display::Hidden, ProgressDrawTarget::hidden()),
            Verbosity::Normal if std::io::stderr().is_terminal() => {
                (Display::Bar, ProgressDrawTarget::stderr_with_hz(5))
            }
            Verbosity::Normal => (Display::Lines, ProgressDrawTarget::hidden()),
        };
        let bar = ProgressBar::with_draw_target(steps, target);
        Progress { display, bar, began: Instant::now(), last_line: Duration::ZERO }
    }

    /// Time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Shows the state of the work after `done` steps if it is time to.
    pub fn show(&mut self, done: u64, state: impl FnOnce() -> State) {
        let elapsed = self.elapsed();
        match self.display {
            Display::Bar if elapsed >= DELAY => self.draw(done, state()),
            Display::Lines if elapsed - self.last_line >= PLAIN_INTERVAL => {
                self.last_line = elapsed;
                let State { line, detail } = state();
                say(&detail.map_or(line.clone(), |detail| format!("{line}; {detail}")));
            }
            _ => {}
        }
    }

    fn draw(&self, done: u64, state: State) {
        self.bar.set_style(style(self.bar.length().is_some(), state.detail.is_some()));
        self.bar.set_prefix(state.line);
        self.bar.set_message(state.detail.unwrap_or_default());
        self.bar.set_position(done);
        self.bar.tick();
    }

    /// Writes a remark above the bar, unless quiet.
    pub fn remark(&self, message: &str) {
        if self.display != Display::Hidden {
            self.error(message);
        }
    }

    /// Writes an error above the bar.
    pub fn error(&self, message: &str) {
        self.bar.suspend(|| say(message));
    }

    /// Does the work on a pool of threads and shows `how_far` it is. The work itself obeys stop
    /// requests.
    pub fn during<T: Send>(
        mut self,
        pool: &ThreadPool,
        how_far: impl Fn() -> String,
        work: impl FnOnce() -> T + Send,
    ) -> T {
        let done = thread::scope(|scope| {
            let (working, ended) = mpsc::channel::<()>();
            let worker = scope.spawn(|| {
                let _dropped_at_the_end = working;
                pool.install(work)
            });
            while ended.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let elapsed = formatting::time(self.elapsed());
                self.show(0, || State { line: format!("{}, {elapsed}", how_far()), detail: None });
            }
            worker.join()
        });
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(has_length: bool, has_detail: bool) -> ProgressStyle {
    let bar = if has_length { "{bar:24}" } else { "{spinner}" };
    let detail = if has_detail { "\n{wide_msg}" } else { "" };
    ProgressStyle::with_template(&format!("{bar} {{prefix}}{detail}"))
        .expect("a test reads every template")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_templates_are_valid() {
        for has_length in [true, false] {
            let _ = (style(has_length, true), style(has_length, false));
        }
    }
}
