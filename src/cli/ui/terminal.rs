//! Standard error: messages, and a bar of progress. A thread of its own writes them, so that no
//! other thread waits for a terminal that was stopped or for a pipe that nobody reads.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::iter;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use crate::cli::ui::signals;

/// The most bytes of messages that wait to be written, without the last one.
const MOST_WAITING: usize = 1 << 20;

/// How often a waiting thread looks whether a signal has come.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The thread that writes.
static WRITER: OnceLock<JoinHandle<()>> = OnceLock::new();

static WAITING: Mutex<Waiting> = Mutex::new(Waiting::NOTHING);

/// Notified when something waits, and when something was written.
static CHANGED: Condvar = Condvar::new();

/// What waits to be written.
struct Waiting {
    messages: VecDeque<String>,
    /// Of all messages.
    bytes: usize,
    /// Messages for which there was no room.
    left_out: u64,
    /// The next state of the bar. A newer one takes the place of one that was not drawn.
    bar: Option<Bar>,
    /// Whether the writer writes something that does not wait any more.
    is_writing: bool,
}

/// What the bar becomes.
enum Bar {
    Drawn(Frame),
    Cleared,
}

/// A state of the bar.
pub(super) struct Frame {
    /// Steps done.
    pub done: u64,
    /// All steps; missing if their number is not known.
    pub steps: Option<u64>,
    pub state: State,
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

/// Starts the thread that writes.
///
/// # Errors
/// If the system has no thread for it. Then messages are written by the threads that have them.
pub(super) fn start() -> io::Result<()> {
    let writer = thread::Builder::new().name("messages".to_owned()).spawn(write_forever)?;
    // A second thread would do no harm; there is none, as only `main` calls this.
    let _ = WRITER.set(writer);
    Ok(())
}

/// Writes a message, behind those that wait. Waits while there is no room for it.
pub(super) fn write(message: String) {
    if is_writing_by_thread() {
        wait_until(Waiting::has_room).push(message);
    } else {
        finish();
        write_now(&message);
    }
}

/// Writes a message if there is room for it, and never waits. Messages without room are counted.
pub(super) fn write_if_room(message: String) {
    if is_writing_by_thread() {
        lock().push(message);
    } else {
        write_now(&message);
    }
}

/// Draws the bar. Never waits: of states that come too quickly only the last is drawn.
pub(super) fn draw(frame: Frame) {
    lock().bar = Some(Bar::Drawn(frame));
    CHANGED.notify_all();
}

/// Removes the bar.
pub(super) fn clear() {
    lock().bar = Some(Bar::Cleared);
    CHANGED.notify_all();
}

/// Waits until everything is written; after a signal only for [`signals::LAST_WAIT`]. Writes what
/// waits itself if the thread that writes has panicked.
pub(super) fn finish() {
    let mut waiting = wait_until(Waiting::is_nothing);
    if !is_writing_by_thread() {
        // Its panic is one of these messages.
        let rest: Vec<String> = iter::from_fn(|| waiting.pop()).collect();
        drop(waiting);
        rest.iter().for_each(|message| write_now(message));
    }
}

fn lock() -> MutexGuard<'static, Waiting> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_writing_by_thread() -> bool {
    WRITER.get().is_some_and(|writer| !writer.is_finished())
}

/// Waits for the writer; after a signal only for [`signals::LAST_WAIT`].
fn wait_until(is_done: impl Fn(&Waiting) -> bool) -> MutexGuard<'static, Waiting> {
    let mut signalled: Option<Instant> = None;
    let mut waiting = lock();
    while !is_done(&waiting) && is_writing_by_thread() {
        if signals::was_signalled()
            && signalled.get_or_insert_with(Instant::now).elapsed() >= signals::LAST_WAIT
        {
            break;
        }
        let waited = CHANGED.wait_timeout(waiting, POLL_INTERVAL);
        waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    waiting
}

impl Waiting {
    const NOTHING: Waiting =
        Waiting { messages: VecDeque::new(), bytes: 0, left_out: 0, bar: None, is_writing: false };

    fn has_room(&self) -> bool {
        self.bytes < MOST_WAITING
    }

    fn is_nothing(&self) -> bool {
        self.messages.is_empty() && self.left_out == 0 && self.bar.is_none() && !self.is_writing
    }

    fn push(&mut self, message: String) {
        if self.has_room() {
            self.bytes += message.len();
            self.messages.push_back(message);
            CHANGED.notify_all();
        } else {
            self.left_out += 1;
        }
    }

    fn pop(&mut self) -> Option<String> {
        let message = self.messages.pop_front();
        self.bytes -= message.as_ref().map_or(0, String::len);
        message.or_else(|| match std::mem::take(&mut self.left_out) {
            0 => None,
            left_out => Some(format!(
                "knightsweep: {left_out} message{} left out because the terminal did not accept {}\n",
                if left_out == 1 { " was" } else { "s were" },
                if left_out == 1 { "it" } else { "them" }
            )),
        })
    }
}

fn write_forever() {
    let mut bar: Option<ProgressBar> = None;
    loop {
        let (message, next) = take();
        if let Some(message) = message {
            match &bar {
                Some(bar) => bar.suspend(|| write_now(&message)),
                None => write_now(&message),
            }
        }
        match next {
            Some(Bar::Drawn(frame)) => frame.draw(bar.get_or_insert_with(new_bar)),
            Some(Bar::Cleared) => bar.take().iter().for_each(ProgressBar::finish_and_clear),
            None => {}
        }
    }
}

/// Waits for something to write, and takes it.
fn take() -> (Option<String>, Option<Bar>) {
    let mut waiting = lock();
    waiting.is_writing = false;
    CHANGED.notify_all();
    while waiting.is_nothing() {
        waiting = CHANGED.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
    waiting.is_writing = true;
    (waiting.pop(), waiting.bar.take())
}

fn write_now(message: &str) {
    // A closed standard error does not stop a run.
    let _ = io::stderr().write_all(message.as_bytes());
}

fn new_bar() -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5))
}

impl Frame {
    /// Draws the bar with as much of its texts as lines have room for.
    fn draw(self, bar: &ProgressBar) {
        let State { line, detail } = self.state;
        bar.set_style(style(self.steps.is_some(), detail.is_some()));
        // Every setter draws the bar as it is by then. These do not, so the first setter has all.
        let bar = bar.clone().with_message(line).with_prefix(detail.unwrap_or_default());
        let bar = bar.with_position(self.done);
        match self.steps {
            Some(steps) => bar.set_length(steps),
            None => bar.unset_length(),
        }
        bar.tick();
    }
}

/// With a bar or a spinner, and perhaps a line below it. Texts end where the lines do.
fn style(has_steps: bool, has_detail: bool) -> ProgressStyle {
    const USUAL: u16 = 80;
    let bar = if has_steps { "{bar:12}" } else { "{spinner}" };
    let width = terminal_size_of(io::stderr()).map_or(USUAL, |(Width(columns), _)| columns);
    let detail = if has_detail { format!("\n{{prefix:{width}!}}") } else { String::new() };
    ProgressStyle::with_template(&format!("{bar} {{wide_msg}}{detail}"))
        .expect("a test reads every template")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_templates_are_valid() {
        for [has_steps, has_detail] in [[true, true], [true, false], [false, true], [false, false]]
        {
            let _ = style(has_steps, has_detail);
        }
    }

    #[test]
    fn messages_are_written_although_the_writer_has_panicked() {
        let writer = WRITER.get_or_init(|| thread::spawn(|| {}));
        while !writer.is_finished() {
            thread::sleep(POLL_INTERVAL);
        }
        for end in [finish, || write("a later message\n".to_owned())] {
            lock().push("a message that waits\n".to_owned());
            end();
            assert!(lock().messages.is_empty());
        }
    }

    #[test]
    fn what_waits_is_bounded_and_what_is_left_out_is_counted() {
        let mut waiting = Waiting::NOTHING;
        let message = "x".repeat(1000);
        (0..5000).for_each(|_| waiting.push(message.clone()));
        assert!(waiting.bytes < MOST_WAITING + 1000);
        let written = waiting.messages.len();
        let mut popped = Vec::new();
        while let Some(message) = waiting.pop() {
            popped.push(message);
        }
        assert_eq!((waiting.bytes, popped.len()), (0, written + 1));
        let left_out = format!(
            "knightsweep: {} messages were left out because the terminal did not accept them\n",
            5000 - written
        );
        assert_eq!(popped[written], left_out);
        assert!(waiting.is_nothing());
    }
}
