//! What a count may use, how far it is, and why it may have no result.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::spill_space::SpillSpace;
use knight_board::Interrupted;

/// What a count may use, and how it is watched and stopped.
pub struct Limits<'a> {
    /// Bytes for states, sums and maps of pairings.
    pub bytes: usize,
    /// Where tables go that do not fit these bytes, if there is such a place.
    pub spill: Option<&'a dyn SpillSpace>,
    /// How often a count that does not fit, and each of its parts, may be cut in two: a part takes
    /// less memory, and repeats the steps before the cut. See [`MOST_CUTS`](crate::MOST_CUTS).
    pub most_cuts: usize,
    /// Layers with at least this many states use several threads. No result depends on it.
    pub parallel_states: usize,
    /// Threads for a large layer, asked before each layer. If there are several, the caller's
    /// thread only waits.
    pub threads: &'a dyn Fn() -> usize,
    /// Called after each step.
    pub on_step: &'a mut dyn FnMut(CountStatus),
    /// The count may stop once the number is above this cap.
    pub cap: u128,
    /// Called about every millisecond with the bytes in use; a break stops the count.
    pub progress: &'a mut dyn FnMut(usize) -> ControlFlow<()>,
}

/// The states below which a layer is not worth the start of threads.
pub const PARALLEL_STATES: usize = 1 << 17;

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountStatus {
    /// Squares of the shape in which walks are counted.
    pub squares: usize,
    /// Steps done. Each processes one square. The steps in the middle take most of the time.
    pub step: usize,
    /// Steps of the whole count.
    pub steps: usize,
    /// States after the last step.
    pub states: usize,
    /// Bytes in use for states, sums and maps of pairings.
    pub bytes: usize,
}

/// Why a count has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The states do not fit the memory limit.
    #[error("the count needs more memory than its limit")]
    MemoryLimit,
    /// The frontier is too wide for any memory.
    #[error("the shape is too wide to be counted")]
    TooWide,
    /// The number, or an upper bound that the count relies on, exceeds 128 bits.
    #[error("the number may be beyond 128 bits")]
    Overflow,
    /// The place for tables that do not fit the memory could not be written or read.
    #[error("the scratch space cannot be written or read")]
    Spill,
    /// The remainders of a long number do not fit together.
    #[error("the remainders modulo several primes disagree: a fault of the program or the machine")]
    Disagreement,
    /// The progress callback stopped the count.
    #[error("the count was stopped before it was finished")]
    Interrupted,
}

impl From<Interrupted> for CountError {
    fn from(_: Interrupted) -> CountError {
        CountError::Interrupted
    }
}

/// The bytes in use for tables of states, sums, maps of pairings and lists of rows. Smaller things
/// are not metered.
#[derive(Debug)]
pub(crate) struct MemoryMeter {
    used: AtomicUsize,
    limit: usize,
}

impl MemoryMeter {
    pub(crate) fn new(limit: usize) -> MemoryMeter {
        MemoryMeter { used: AtomicUsize::new(0), limit }
    }

    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Reserves bytes, if the limit allows.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<(), CountError> {
        // Relaxed: only the number matters, no other memory depends on it.
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.checked_add(bytes).is_none_or(|used| used > self.limit) {
            self.release(bytes);
            return Err(CountError::MemoryLimit);
        }
        Ok(())
    }

    pub(crate) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
