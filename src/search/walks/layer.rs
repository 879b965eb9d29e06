//! The states of one layer of the frontier programme, with how many ways lead to each.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::mates::Mates;

/// A number of ways.
pub(crate) trait Tally: Copy + Send + Sync + std::fmt::Debug {
    /// One way.
    const ONE: Self;
    /// The sum, or `None` if it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
    /// The product, or `None` if it does not fit.
    fn times(self, weight: u64) -> Option<Self>;
    /// The number.
    fn number(self) -> u128;
}

macro_rules! integer_tally {
    ($int:ty) => {
        impl Tally for $int {
            const ONE: $int = 1;

            #[inline]
            fn plus(self, other: $int) -> Option<$int> {
                self.checked_add(other)
            }

            #[inline]
            fn times(self, weight: u64) -> Option<$int> {
                self.checked_mul(weight.into())
            }

            #[inline]
            fn number(self) -> u128 {
                self.into()
            }
        }
    };
}

integer_tally!(u64);
integer_tally!(u128);

/// Where only existence matters: there is a way, however many.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exists;

impl Tally for Exists {
    const ONE: Exists = Exists;

    #[inline]
    fn plus(self, _: Exists) -> Option<Exists> {
        Some(Exists)
    }

    #[inline]
    fn times(self, _: u64) -> Option<Exists> {
        Some(Exists)
    }

    #[inline]
    fn number(self) -> u128 {
        1
    }
}

/// Why a state could not be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// The tables would grow past their limit.
    Memory,
    /// A tally does not fit its type.
    Tally,
}

/// The bytes that a count may take.
#[derive(Debug)]
pub(crate) struct Gauge {
    used: AtomicUsize,
    most: usize,
}

impl Gauge {
    pub fn new(most: usize) -> Gauge {
        Gauge {
            used: AtomicUsize::new(0),
            most,
        }
    }

    /// Bytes taken so far.
    pub fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    fn take(&self, bytes: usize) -> Result<(), Full> {
        // Relaxed: only the number matters, no other memory depends on it.
        let before = self.used.fetch_add(bytes, Ordering::Relaxed);
        if before + bytes > self.most {
            self.give_back(bytes);
            return Err(Full::Memory);
        }
        Ok(())
    }

    fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A state as it is kept, and its tally.
pub(crate) type Entry<M, N> = (<M as Mates>::Stored, N);

/// Some states, all different.
pub(crate) type Chunk<M, N> = Vec<Entry<M, N>>;

/// States of a chunk: few enough that half-filled ones waste little, many enough that taking one costs nothing.
pub(crate) const CHUNK: usize = 128;

/// Where chunks come from and go to. What was taken once stays with the count until it ends.
pub(crate) struct Store<'a, M: Mates, N> {
    free: Mutex<Vec<Chunk<M, N>>>,
    gauge: &'a Gauge,
}

impl<'a, M: Mates, N: Tally> Store<'a, M, N> {
    pub fn new(gauge: &'a Gauge) -> Store<'a, M, N> {
        Store {
            free: Mutex::default(),
            gauge,
        }
    }

    /// An empty chunk.
    pub fn take(&self) -> Result<Chunk<M, N>, Full> {
        if let Some(chunk) = lock(&self.free).pop() {
            return Ok(chunk);
        }
        self.gauge.take(CHUNK * size_of::<Entry<M, N>>())?;
        Ok(Vec::with_capacity(CHUNK))
    }

    /// Takes chunks back, to be used again.
    pub fn give_back(&self, chunks: Vec<Chunk<M, N>>) {
        lock(&self.free).extend(chunks.into_iter().map(|mut chunk| {
            chunk.clear();
            chunk
        }));
    }
}

/// Locks; a thread that panicked with the lock has its panic passed on elsewhere.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A hash table from states to tallies, for the states of one bucket at a time: open addressing, linear probing.
pub(crate) struct Table<M: Mates, N> {
    /// As many as were ever needed; free beyond those in use.
    entries: Vec<Entry<M, N>>,
    /// Entries in use: `1 << bits`.
    bits: u32,
    len: usize,
    /// The table grows when it holds this many states.
    full: usize,
}

const SMALLEST: u32 = 6;

impl<M: Mates, N: Tally> Table<M, N> {
    pub fn new() -> Table<M, N> {
        Table {
            entries: Vec::new(),
            bits: 0,
            len: 0,
            full: 0,
        }
    }

    /// Makes room for about `expected` states in an empty table.
    pub fn prepare(&mut self, expected: usize, gauge: &Gauge) -> Result<(), Full> {
        let bits = (expected * 2).max(1).next_power_of_two().trailing_zeros();
        self.resize(bits.max(SMALLEST), gauge)
    }

    fn resize(&mut self, bits: u32, gauge: &Gauge) -> Result<(), Full> {
        let room = 1usize << bits;
        if room > self.entries.len() {
            gauge.take((room - self.entries.len()) * size_of::<Entry<M, N>>())?;
            self.entries.reserve_exact(room - self.entries.len());
            self.entries.resize(room, (M::FREE, N::ONE));
        }
        self.bits = bits;
        self.full = room / 8 * 5;
        Ok(())
    }

    /// Adds ways to a state.
    #[inline]
    pub fn add(&mut self, state: M::Stored, tally: N, gauge: &Gauge) -> Result<(), Full> {
        let last = (1usize << self.bits) - 1;
        let entries = &mut self.entries[..=last];
        let mut at = (M::hash(state) >> (64 - self.bits)) as usize & last;
        loop {
            let entry = &mut entries[at];
            if entry.0 == state {
                entry.1 = entry.1.plus(tally).ok_or(Full::Tally)?;
                return Ok(());
            }
            if entry.0 == M::FREE {
                *entry = (state, tally);
                self.len += 1;
                if self.len > self.full {
                    return self.grow(gauge);
                }
                return Ok(());
            }
            at = (at + 1) & last;
        }
    }

    #[cold]
    fn grow(&mut self, gauge: &Gauge) -> Result<(), Full> {
        let bytes = self.len * size_of::<Entry<M, N>>();
        gauge.take(bytes)?;
        let mut kept = Vec::with_capacity(self.len);
        self.drain(|entry| {
            kept.push(entry);
            Ok(())
        })?;
        self.resize(self.bits + 1, gauge)?;
        for (state, tally) in kept {
            self.add(state, tally, gauge)?;
        }
        gauge.give_back(bytes);
        Ok(())
    }

    /// Empties the table.
    #[inline]
    pub fn drain(
        &mut self,
        mut take: impl FnMut(Entry<M, N>) -> Result<(), Full>,
    ) -> Result<(), Full> {
        self.len = 0;
        for entry in &mut self.entries[..1 << self.bits] {
            if entry.0 != M::FREE {
                take(std::mem::replace(entry, (M::FREE, N::ONE)))?;
            }
        }
        Ok(())
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }
}
