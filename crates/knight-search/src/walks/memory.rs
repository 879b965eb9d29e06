//! The tables, the memory and the threads that the searches and counts of a run share.

use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::walks::table::{SharedMap, TableUse, WalkTable};
use knight_board::bitboard::ShapeKey;
use knight_frontier::{CountError, CountStatus, PairingMaps, SpillSpace};

/// What the searches of a run share: a table of finished counts, positions that are settled, and
/// room for the states of running counts.
///
/// Answers depend neither on what is in the tables nor on what other threads do with them.
///
/// # Examples
/// ```
/// use knight_search::Tables;
///
/// let tables = Tables::with_threads(1 << 30, 2);
/// assert_eq!(tables.status(), None); // shown only while a large count runs
/// assert_eq!(tables.usage().hits, 0);
/// ```
#[derive(Debug)]
pub struct Tables {
    pub(crate) walks: WalkTable,
    /// Whether positions have a path, where frontier DP has settled it. They are few, but orders
    /// that begin alike meet them again, up to symmetry. The key has the squares, the known ends
    /// among them marked, and whether the path returns home.
    pub(crate) proofs: SharedMap<(ShapeKey, bool), bool>,
    /// Images of pairings of few ends: a few megabytes at most.
    pub(crate) images: PairingMaps,
    /// Bytes for a small count, which may run beside others.
    pub(crate) small: usize,
    /// Bytes for a large count, which runs alone.
    pub(crate) large: usize,
    /// Where tables of the large count go that do not fit.
    pub(crate) spill: Option<Box<dyn SpillSpace>>,
    /// Held by the large count.
    pub(crate) alone: Mutex<()>,
    status: Mutex<Option<CountStatus>>,
    /// Why counts had no result: each reason once, that of the last count at the end.
    failures: Mutex<Vec<CountError>>,
    /// Threads of the whole run.
    threads: usize,
    /// Searches that keep a thread busy.
    busy: AtomicIsize,
}

/// Bytes for settled positions, whatever else may be used.
const PROOFS: usize = 64 << 20;

/// Bytes that suffice for all but the largest counts.
const SMALL_COUNT: usize = 64 << 20;

impl Tables {
    /// Tables and counts that may take this many bytes together, beside the settled positions, for
    /// a run of one thread.
    pub fn new(bytes: usize) -> Tables {
        Tables::with_threads(bytes, 1)
    }

    /// Tables for a run of this many threads. Large counts run one at a time, on the threads that
    /// have no search of their own.
    ///
    /// An eighth is for the table of counts, an eighth for the small counts of all threads, the
    /// rest for one large count. Other counts do not change what a count may use. They change how
    /// many threads it gets, and each thread needs a little memory; so at the very limit they can
    /// decide whether a count succeeds.
    pub fn with_threads(bytes: usize, threads: usize) -> Tables {
        let threads = threads.max(1);
        let small = (bytes / 8 / threads).min(SMALL_COUNT);
        Tables {
            walks: WalkTable::new(bytes / 8),
            proofs: SharedMap::new(PROOFS),
            images: PairingMaps::default(),
            small,
            large: bytes - bytes / 8 - small * threads,
            spill: None,
            alone: Mutex::new(()),
            status: Mutex::new(None),
            failures: Mutex::default(),
            threads,
            busy: AtomicIsize::new(0),
        }
    }

    /// Lets the large count put tables that do not fit its memory into this space, if there is one.
    pub fn with_spill(self, space: Option<Box<dyn SpillSpace>>) -> Tables {
        Tables { spill: space, ..self }
    }

    /// How far the large count is, if one is running. The bytes change while a step is done, the
    /// rest after it.
    pub fn status(&self) -> Option<CountStatus> {
        *self.lock_status()
    }

    /// Why counts had no result: each reason once, that of the last count at the end. What to do
    /// about [`MemoryLimit`](crate::MemoryLimit) depends on it.
    pub fn failures(&self) -> Vec<CountError> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps why a count has no result, unless it was stopped.
    pub(crate) fn note_failure(&self, error: CountError) {
        if error != CountError::Interrupted {
            let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
            failures.retain(|other| *other != error);
            failures.push(error);
        }
    }

    pub(crate) fn set_status(&self, status: Option<CountStatus>) {
        *self.lock_status() = status;
    }

    /// Sets the bytes that the large count uses, after its first step.
    pub(crate) fn set_bytes(&self, bytes: usize) {
        if let Some(status) = &mut *self.lock_status() {
            status.bytes = bytes;
        }
    }

    fn lock_status(&self) -> MutexGuard<'_, Option<CountStatus>> {
        // The value is written at once, so a panic cannot have left half of it.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a search as busy while the guard lives.
    pub(crate) fn busy(&self) -> BusyGuard<'_> {
        self.change_busy(1)
    }

    /// Counts one search less as busy while the guard lives. `None` if none is, because the count
    /// was not made for a search.
    pub(crate) fn idle(&self) -> Option<BusyGuard<'_>> {
        (self.busy.load(Ordering::Relaxed) > 0).then(|| self.change_busy(-1))
    }

    fn change_busy(&self, change: isize) -> BusyGuard<'_> {
        // Relaxed, here and elsewhere: the number decides only how many threads are started.
        self.busy.fetch_add(change, Ordering::Relaxed);
        BusyGuard { busy: &self.busy, change }
    }

    /// Threads for a large count: all except those of other searches.
    pub(crate) fn idle_threads(&self) -> usize {
        let others = (self.busy.load(Ordering::Relaxed) - 1).max(0);
        self.threads.saturating_sub(others as usize).max(1)
    }

    /// How often a count was found in the tables.
    pub fn usage(&self) -> TableUse {
        self.walks.usage()
    }
}

/// A change to the number of busy searches that ends with the guard.
pub(crate) struct BusyGuard<'a> {
    busy: &'a AtomicIsize,
    change: isize,
}

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        self.busy.fetch_sub(self.change, Ordering::Relaxed);
    }
}
