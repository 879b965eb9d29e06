//! Signals: those that request a stop, and those that would end the process without a word.

use std::io;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use knight_search::{Stop, StopRequest};
use knightsweep::system::hear_signals;

use crate::cli::exit_codes::INTERRUPTED;

/// After a signal the program waits this long for output that nobody takes.
pub(crate) const LAST_WAIT: Duration = Duration::from_secs(1);

/// Signals that follow one another within this time are one: `timeout` sends each to the process
/// and to its group.
const ONE_SIGNAL: Duration = Duration::from_millis(100);

static STOP: StopRequest = StopRequest::new();
/// Whether a command [obeys](obey) signals.
static IS_OBEYED: AtomicBool = AtomicBool::new(false);
static WAS_SIGNALLED: AtomicBool = AtomicBool::new(false);
static IS_PRINTING: AtomicBool = AtomicBool::new(false);

/// Listens to [signals](hear_signals). Until a command [obeys](obey) them, each of them ends the
/// process, which first calls `say_so`.
///
/// # Errors
/// If the system does not deliver signals, or has no thread for them.
pub(crate) fn listen(say_so: impl Fn() + Send + 'static) -> io::Result<()> {
    let mut last = None;
    hear_signals(move || hear(&mut last, &say_so))
}

/// From now on a signal no longer ends the process: it makes the returned request, which the
/// command that calls this must obey. Each signal requests more than the one before, and the third
/// ends the process at once.
pub(crate) fn obey() -> &'static StopRequest {
    IS_OBEYED.store(true, SeqCst);
    &STOP
}

/// Whether a signal has come.
pub(crate) fn was_signalled() -> bool {
    WAS_SIGNALLED.load(SeqCst)
}

/// While this exists the command prints what it has done and does nothing else. If nobody takes
/// the output, a signal ends the process.
pub(crate) struct Printing(());

impl Printing {
    /// Begins to print.
    pub(crate) fn begin() -> Printing {
        IS_PRINTING.store(true, SeqCst);
        if was_signalled() {
            end_if_still_printing();
        }
        Printing(())
    }
}

impl Drop for Printing {
    fn drop(&mut self) {
        IS_PRINTING.store(false, SeqCst);
    }
}

/// Does what a signal asks for, given when the `last` one came.
fn hear(last: &mut Option<Instant>, say_so: &impl Fn()) {
    if last.is_some_and(|last| last.elapsed() < ONE_SIGNAL) {
        return;
    }
    *last = Some(Instant::now());
    WAS_SIGNALLED.store(true, SeqCst);
    let is_obeyed = IS_OBEYED.load(SeqCst);
    if !is_obeyed {
        say_so();
    }
    if !is_obeyed || STOP.stop() == Stop::Now {
        exit(INTERRUPTED.into());
    }
    STOP.escalate();
    if IS_PRINTING.load(SeqCst) {
        end_if_still_printing();
    }
}

/// Ends the process after [`LAST_WAIT`] if it still prints then.
fn end_if_still_printing() {
    let watch = || {
        thread::sleep(LAST_WAIT);
        if IS_PRINTING.load(SeqCst) {
            exit(INTERRUPTED.into());
        }
    };
    // Without a thread to watch, further signals still end the process.
    let _ = thread::Builder::new().spawn(watch);
}
