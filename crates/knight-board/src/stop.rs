//! How searches are stopped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

/// The caller stopped a search before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search was stopped before it had an answer")]
pub struct Interrupted;

/// Called by an engine every few milliseconds with the checks performed so far (always 0 for engine
/// `leap`, which performs none); [`ControlFlow::Break`] stops the search.
pub type SearchProgress<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// Called by a part of a search every few milliseconds; fails if the search is to stop.
pub type StopCheck<'a> = dyn FnMut() -> Result<(), Interrupted> + 'a;

/// Fails if a callback asks to stop.
pub fn go_on(flow: ControlFlow<()>) -> Result<(), Interrupted> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Interrupted),
    }
}

/// How urgently a run is asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stop {
    /// Continue.
    No,
    /// Start no further job, let the running ones finish.
    AfterRunning,
    /// Abandon the running jobs too.
    Now,
}

/// Asks a run to stop, from any thread.
///
/// ```
/// use knight_board::{Stop, StopRequest};
/// let request = StopRequest::new();
/// assert!(request.check().is_continue());
/// assert_eq!(request.escalate(), Stop::AfterRunning);
/// assert!(request.check().is_break());
/// ```
#[derive(Debug, Default)]
pub struct StopRequest(AtomicU8);

impl StopRequest {
    /// A request for [`Stop::No`].
    pub const fn new() -> StopRequest {
        StopRequest(AtomicU8::new(0))
    }

    /// Asks for more than before: first [`Stop::AfterRunning`], then [`Stop::Now`]. Returns what is
    /// requested now.
    pub fn escalate(&self) -> Stop {
        // Both orderings are relaxed: the flag guards no other data.
        let raised = |level: u8| Some((level + 1).min(Stop::Now as u8));
        // The closure always gives a level, so the update cannot fail.
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, raised);
        self.stop()
    }

    /// What is requested.
    pub fn stop(&self) -> Stop {
        match self.0.load(Ordering::Relaxed) {
            0 => Stop::No,
            1 => Stop::AfterRunning,
            _ => Stop::Now,
        }
    }

    /// Breaks once any stop is requested: for work of which no part is saved.
    pub fn check(&self) -> ControlFlow<()> {
        match self.stop() {
            Stop::No => ControlFlow::Continue(()),
            Stop::AfterRunning | Stop::Now => ControlFlow::Break(()),
        }
    }

    /// Requests [`Stop::Now`].
    pub fn abandon(&self) {
        self.0.store(Stop::Now as u8, Ordering::Relaxed);
    }
}
