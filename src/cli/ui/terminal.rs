//! Standard error: messages, and a bar of progress. A thread of its own writes them, so that no
//! other thread waits for a terminal that was stopped or for a pipe that nobody reads.

use std::io::{self, Write};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::{Width, terminal_size_of};

use crate::cli::ui::signals;

/// How often a waiting thread looks whether a signal has come.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The thread that writes.
static WRITER: OnceLock<JoinHandle<()>> = OnceLock::new();

static WAITING: Mutex<Waiting> =
    Mutex::new(Waiting { messages: String::new(), bar: None, is_writing: false });

/// Notified when something waits, and when something was written.
static CHANGED: Condvar = Condvar::new();

/// What waits to be written.
struct Waiting {
    messages: String,
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

/// Writes a message, behind those that wait. Never waits itself.
pub(super) fn write(message: &str) {
    if is_writing_by_thread() {
        change(|waiting| waiting.messages += message);
    } else {
        finish();
        write_now(message);
    }
}

/// Draws the bar. Never waits: of states that come too quickly only the last is drawn.
pub(super) fn draw(frame: Frame) {
    change(|waiting| waiting.bar = Some(Bar::Drawn(frame)));
}

/// Removes the bar.
pub(super) fn clear() {
    change(|waiting| waiting.bar = Some(Bar::Cleared));
}

/// Waits until everything is written; after a signal only for [`signals::LAST_WAIT`]. Writes what
/// waits itself if the thread that writes has panicked.
pub(super) fn finish() {
    let mut signalled: Option<Instant> = None;
    let mut waiting = lock();
    while !waiting.is_nothing() && is_writing_by_thread() {
        if signals::was_signalled()
            && signalled.get_or_insert_with(Instant::now).elapsed() >= signals::LAST_WAIT
        {
            return;
        }
        let waited = CHANGED.wait_timeout(waiting, POLL_INTERVAL);
        waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
    // The panic of the writer is one of these messages.
    write_now(&mem::take(&mut waiting.messages));
}

fn lock() -> MutexGuard<'static, Waiting> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn change(change: impl FnOnce(&mut Waiting)) {
    change(&mut lock());
    CHANGED.notify_all();
}

fn is_writing_by_thread() -> bool {
    WRITER.get().is_some_and(|writer| !writer.is_finished())
}

impl Waiting {
    fn is_nothing(&self) -> bool {
        self.messages.is_empty() && self.bar.is_none() && !self.is_writing
    }
}

fn write_forever() {
    let mut bar: Option<ProgressBar> = None;
    loop {
        let (messages, next) = take();
        match &bar {
            Some(bar) if !messages.is_empty() => bar.suspend(|| write_now(&messages)),
            _ => write_now(&messages),
        }
        match next {
            Some(Bar::Drawn(frame)) => frame.draw(bar.get_or_insert_with(new_bar)),
            Some(Bar::Cleared) => bar.take().iter().for_each(ProgressBar::finish_and_clear),
            None => {}
        }
    }
}

/// Waits for something to write, and takes it.
fn take() -> (String, Option<Bar>) {
    let mut waiting = lock();
    waiting.is_writing = false;
    CHANGED.notify_all();
    while waiting.is_nothing() {
        waiting = CHANGED.wait(waiting).unwrap_or_else(PoisonError::into_inner);
    }
    waiting.is_writing = true;
    (mem::take(&mut waiting.messages), waiting.bar.take())
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
        for end in [finish, || write("a later message\n")] {
            change(|waiting| waiting.messages += "a message that waits\n");
            end();
            assert!(lock().messages.is_empty());
        }
    }
}
