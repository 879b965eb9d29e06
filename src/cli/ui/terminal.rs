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
    /// Stands beside the bar.
    pub line: String,
    /// Stands below it.
    pub detail: Option<String>,
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

/// Waits until everything is written, but not for longer than this.
pub(super) fn finish_within(limit: Duration) {
    let began = Instant::now();
    drop(wait_until(|waiting| waiting.is_nothing() || began.elapsed() >= limit));
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
            Some(Bar::Drawn(frame)) => frame.draw(bar.get_or_insert_with(new_bar), width()),
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

/// The width of the terminal behind standard error.
fn width() -> usize {
    const USUAL: usize = 80;
    terminal_size_of(io::stderr()).map_or(USUAL, |(Width(columns), _)| columns.into())
}

impl Frame {
    /// Draws the bar with as much of its texts as lines of this width have room for.
    fn draw(self, bar: &ProgressBar, width: usize) {
        let (usual, most) = (6, 24);
        // A long text needs the room more.
        let beside = width.saturating_sub(self.line.chars().count() + 2).max(1);
        let cells =
            if self.steps.is_some() { (width / 5).clamp(usual, most).min(beside) } else { 1 };
        // The last column stays free: some terminals begin a new line after it.
        let room = width.saturating_sub(cells + 2);
        bar.set_style(style(self.steps.map(|_| cells), self.detail.is_some()));
        // Every setter draws the bar as it is by then. These do not, so the first setter has all.
        let bar = bar
            .clone()
            .with_prefix(fitting(&self.line, room).to_owned())
            .with_message(
                fitting(&self.detail.unwrap_or_default(), width.saturating_sub(1)).to_owned(),
            )
            .with_position(self.done);
        match self.steps {
            Some(steps) => bar.set_length(steps),
            None => bar.unset_length(),
        }
        bar.tick();
    }
}

/// The beginning of a text that has room, up to a comma or a semicolon, or else to a blank.
fn fitting(text: &str, room: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(room) else { return text };
    // What ends at the room may be followed by a separator.
    let ends = |separator: &str| {
        let places = text.match_indices(separator).map(|(place, _)| place);
        places.take_while(|place| *place <= end).last()
    };
    let end = ends(", ").max(ends("; ")).or_else(|| ends(" ")).unwrap_or_default();
    &text[..end]
}

/// With a bar of this many cells, or without one.
fn style(cells: Option<usize>, has_detail: bool) -> ProgressStyle {
    let bar = cells.map_or("{spinner}".to_owned(), |cells| format!("{{bar:{cells}}}"));
    let detail = if has_detail { "\n{msg}" } else { "" };
    ProgressStyle::with_template(&format!("{bar} {{prefix}}{detail}"))
        .expect("a test reads every template")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use indicatif::TermLike;

    use super::*;

    #[test]
    fn all_templates_are_valid() {
        for cells in (1..=24).map(Some).chain([None]) {
            let _ = (style(cells, true), style(cells, false));
        }
    }

    #[test]
    fn texts_end_where_a_part_of_them_does() {
        let text = "3/40 jobs, 5m 00s left, 2 tours; 1.2M checks/s";
        for (room, shown) in [
            (46, text),
            (45, "3/40 jobs, 5m 00s left, 2 tours"),
            (31, "3/40 jobs, 5m 00s left, 2 tours"),
            (30, "3/40 jobs, 5m 00s left"),
            (9, "3/40 jobs"),
            (8, "3/40"),
            (3, ""),
        ] {
            assert_eq!(fitting(text, room), shown, "{room}");
        }
        assert_eq!(fitting("± 3.1 % so far", 5), "± 3.1");
    }

    /// A terminal that keeps what is written to it.
    #[derive(Clone, Debug, Default)]
    struct Kept(Arc<Mutex<Vec<String>>>);

    impl TermLike for Kept {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_thing_drawn_has_the_steps_that_were_done_before() {
        let kept = Kept::default();
        let target = ProgressDrawTarget::term_like(Box::new(kept.clone()));
        let frame = Frame { done: 3, steps: Some(4), line: "3/4 jobs".to_owned(), detail: None };
        frame.draw(&ProgressBar::with_draw_target(None, target), 80);
        let written = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = written.iter().find(|text| !text.trim().is_empty()).map(String::as_str);
        let full = "\u{2588}".repeat(12);
        assert!(
            first.is_some_and(|bar| bar.starts_with(&full) && bar.ends_with("3/4 jobs")),
            "{written:?}"
        );
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
