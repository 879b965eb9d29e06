//! The memory and the threads that the counts of a run share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::frontier::count::{Activity, Stop};
use crate::frontier::pairings::ImageTable;
use crate::walks::table::{Table, TableUse};

/// The memory that counts share: for tables of what has been counted, and for counting.
#[derive(Debug)]
pub struct CountMemory {
    pub(crate) table: Table,
    /// Images of pairings of few ends: a few megabytes at most.
    pub(crate) images: ImageTable,
    /// Bytes for the states of a count that runs beside others.
    pub(crate) small: usize,
    /// Bytes for the states of a count that runs alone.
    pub(crate) large: usize,
    /// Held by the count that runs alone.
    pub(crate) alone: Mutex<()>,
    /// What that count is doing.
    activity: Mutex<Option<Activity>>,
    /// Threads of the whole run.
    threads: usize,
    /// Searches that keep a thread busy.
    busy: AtomicUsize,
}

impl CountMemory {
    /// Memory of this many bytes, for a run of this many threads. Large counts are made one at a time, by the threads
    /// that have no search of their own to do.
    ///
    /// An eighth goes to the table, an eighth to the small counts of up to as many threads, the rest to one large count.
    /// What a count may use does not depend on other counts. How many threads it gets does, and each needs a little
    /// memory, so that others can decide whether it succeeds only if it is at the very limit.
    pub fn new(bytes: usize, threads: usize) -> CountMemory {
        let threads = threads.max(1);
        let small = (bytes / 8 / threads).min(SMALL_COUNT);
        CountMemory {
            table: Table::new(bytes / 8),
            images: ImageTable::default(),
            small,
            large: bytes - bytes / 8 - small * threads,
            alone: Mutex::new(()),
            activity: Mutex::new(None),
            threads,
            busy: AtomicUsize::new(0),
        }
    }

    /// What the large count is doing that is made now, if there is one. Changes with each of its steps.
    pub fn activity(&self) -> Option<Activity> {
        *self.lock_activity()
    }

    pub(crate) fn lock_activity(&self) -> MutexGuard<'_, Option<Activity>> {
        // One value is written at once, so nothing of it can be broken.
        self.activity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a search as busy as long as the guard is kept.
    pub(crate) fn busy(&self) -> Busy<'_> {
        // Relaxed, here and below: the number decides only how many threads are started.
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(&self.busy)
    }

    /// Counts one search less as busy as long as the guard is kept.
    pub(crate) fn idle(&self) -> Option<Idle<'_>> {
        let less = |busy: usize| busy.checked_sub(1);
        let busy = self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        // Counts outside of searches are not among the busy.
        busy.is_ok().then_some(Idle(&self.busy))
    }

    /// Threads for a large count: all but those of other searches.
    pub(crate) fn idle_threads(&self) -> usize {
        let others = self.busy.load(Ordering::Relaxed).saturating_sub(1);
        self.threads.saturating_sub(others).max(1)
    }

    /// How often a count was in the table already.
    pub fn usage(&self) -> TableUse {
        self.table.usage()
    }
}

/// The bytes that a count may take for tables of states, sums and images. What is small beside them is not weighed.
#[derive(Debug)]
pub(crate) struct Gauge {
    used: AtomicUsize,
    most: usize,
}

impl Gauge {
    pub fn new(most: usize) -> Gauge {
        Gauge { used: AtomicUsize::new(0), most }
    }

    /// Bytes taken so far.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// Takes bytes, if there are so many.
    pub fn take(&self, bytes: usize) -> Result<(), Stop> {
        // Relaxed: only the number matters, no other memory depends on it.
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before.checked_add(bytes).is_none_or(|used| used > self.most) {
            self.give_back(bytes);
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// The most bytes.
    pub fn most(&self) -> usize {
        self.most
    }

    pub fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Locks; a thread that panicked with the lock has its panic passed on elsewhere.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search that keeps a thread busy.
pub(crate) struct Busy<'a>(&'a AtomicUsize);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A search that waits.
pub(crate) struct Idle<'a>(&'a AtomicUsize);

impl Drop for Idle<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A large count in work: shown as long as it is kept.
pub(crate) struct Shown<'a>(pub &'a CountMemory);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        *self.0.lock_activity() = None;
    }
}

/// Bytes that suffice for all but the largest counts.
const SMALL_COUNT: usize = 64 << 20;
