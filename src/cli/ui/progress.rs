//! Progress on standard error: a bar on a terminal, a plain line now and then elsewhere.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use knightsweep::system::TERMINALS_HAVE_NAMES;
use knightsweep::text::formatting;

use crate::cli::ui::output;
use crate::cli::ui::terminal::{self, Frame};

/// Shorter work shows no progress.
const DELAY: Duration = Duration::from_secs(1);

/// When the first plain line is written.
const FIRST_LINE: Duration = Duration::from_secs(2);

/// Interval of the plain lines.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// Shows how far some work is, and never waits for the terminal.
pub(crate) struct Progress {
    display: Display,
    steps: Option<u64>,
    began: Instant,
    next_line: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Display {
    Bar,
    Lines,
    Hidden,
}

/// How far some work is, in words.
pub(crate) struct State {
    /// Stands beside the bar.
    pub line: String,
    /// Stands below it.
    pub detail: Option<String>,
}

impl From<String> for State {
    fn from(line: String) -> State {
        State { line, detail: None }
    }
}

impl Progress {
    /// Progress of work with this many steps, or with an unknown number.
    pub(crate) fn new(steps: Option<u64>) -> Progress {
        let terminal = std::env::var_os("TERM");
        let is_bar = std::io::stderr().is_terminal() && can_redraw(terminal.as_deref());
        let display = if is_bar { Display::Bar } else { Display::Lines };
        Progress { display, steps, ..Progress::hidden() }
    }

    /// Progress that is not shown.
    pub(crate) fn hidden() -> Progress {
        let began = Instant::now();
        Progress { display: Display::Hidden, steps: None, began, next_line: FIRST_LINE }
    }

    /// Time since the work began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Shows the state of the work after `done` steps if it is time to.
    pub(crate) fn show<S: Into<State>>(&mut self, done: u64, state: impl FnOnce() -> S) {
        let elapsed = self.elapsed();
        match self.display {
            Display::Bar if elapsed >= DELAY => {
                let State { line, detail } = state().into();
                terminal::draw(Frame { done, steps: self.steps, line, detail });
            }
            Display::Lines if elapsed >= self.next_line => {
                self.next_line = elapsed + PLAIN_INTERVAL;
                let State { line, detail } = state().into();
                let line = detail.map_or(line.clone(), |detail| format!("{line}; {detail}"));
                output::say_if_room(&line);
            }
            _ => {}
        }
    }

    /// Writes a remark above the bar, unless quiet.
    pub(crate) fn remark(&self, message: &str) {
        if self.display != Display::Hidden {
            output::say_if_room(message);
        }
    }
}

/// The time left if the rest takes as long as what is done; missing in the first seconds.
pub(crate) fn time_left(elapsed: Duration, done: u64, rest: u64) -> Option<Duration> {
    const FIRST_SECONDS: Duration = Duration::from_secs(5);
    let left = elapsed.as_secs_f64() * rest as f64 / done as f64;
    Duration::try_from_secs_f64(left).ok().filter(|_| elapsed >= FIRST_SECONDS)
}

/// The time left behind other words: `, 3m 00s left`, or nothing.
pub(crate) fn left_in_words(left: Option<Duration>) -> String {
    left.map_or(String::new(), |left| format!(", {} left", formatting::time(left)))
}

/// Whether the cursor of the terminal of this name (TERM) moves, so that a bar can be drawn.
fn can_redraw(terminal: Option<&OsStr>) -> bool {
    terminal.map_or(!TERMINALS_HAVE_NAMES, |name| !name.is_empty() && name != "dumb")
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.display == Display::Bar {
            terminal::clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plain_line_comes_soon_and_the_next_ones_now_and_then() {
        let lines_after = |seconds: &[u64]| {
            let mut progress = Progress::hidden();
            progress.display = Display::Lines;
            let mut shown = Vec::new();
            for &second in seconds {
                progress.began = Instant::now() - Duration::from_secs(second);
                progress.show(0, || {
                    shown.push(second);
                    String::new()
                });
            }
            shown
        };
        assert_eq!(lines_after(&[0, 1, 2, 3, 9, 13, 14, 24]), [2, 13, 24]);
    }

    #[test]
    fn the_rest_takes_as_long_as_what_is_done() {
        let after = |seconds, done, rest| time_left(Duration::from_secs(seconds), done, rest);
        assert_eq!(after(10, 2, 4), Some(Duration::from_secs(20)));
        assert_eq!([after(4, 2, 4), after(10, 0, 4), after(10, 0, 0)], [None, None, None]);
    }

    #[test]
    fn bars_are_drawn_where_the_cursor_moves() {
        assert!(can_redraw(Some(OsStr::new("xterm-256color"))));
        for terminal in [None, Some(""), Some("dumb")] {
            assert!(!can_redraw(terminal.map(OsStr::new)), "{terminal:?}");
        }
    }
}
