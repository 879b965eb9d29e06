//! The states of one layer of the frontier programme, with how many ways lead to each.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::mates::Mates;

/// A number of ways.
pub(crate) trait Tally: Copy + Send + Sync + std::fmt::Debug {
    /// What holds numbers that do not fit.
    type Wide: Tally;
    /// The largest number.
    const MOST: u128;
    /// One way.
    const ONE: Self;
    /// The sum, or `None` if it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
    /// The product, or `None` if it does not fit.
    fn times(self, weight: u64) -> Option<Self>;
    /// The number.
    fn number(self) -> u128;
    /// The tally of what [`Tally::number`] gave.
    fn of(number: u128) -> Self;
}

macro_rules! integer_tally {
    ($int:ty) => {
        impl Tally for $int {
            type Wide = u128;
            const MOST: u128 = <$int>::MAX as u128;
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

            #[inline]
            fn of(number: u128) -> $int {
                number as $int
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
    type Wide = Exists;
    const MOST: u128 = u128::MAX;
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

    #[inline]
    fn of(_: u128) -> Exists {
        Exists
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

/// A state in its stored form, and its tally.
pub(crate) type Entry<M, N> = (<M as Mates>::Stored, N);

/// Bytes of a chunk: few enough that half-filled ones waste little, many enough that taking one costs nothing.
pub(crate) const CHUNK: usize = 2048;

/// The most bytes of an entry in a chunk.
const LONGEST: usize = 16 + LONG_TALLY;
/// Bytes of a tally of 2^56 or more.
const LONG_TALLY: usize = 1 + 16;

/// How the entries of a count are packed: the bytes of the stored form that can differ, then those of the tally
/// that are needed.
#[derive(Debug)]
pub(crate) struct Packing<M> {
    /// Bytes of a stored form.
    width: usize,
    /// The bits of a stored form that are in these bytes.
    kept: u128,
    /// The others, the same for all states.
    constant: u128,
    states: PhantomData<M>,
}

impl<M: Mates> Packing<M> {
    /// For states of so many slots.
    pub fn new(slots: u32) -> Packing<M> {
        let width = M::width(slots);
        let kept = u128::MAX >> (128 - 8 * width);
        Packing {
            width,
            kept,
            constant: M::bits(M::initial().store()) & !kept,
            states: PhantomData,
        }
    }

    /// Writes a stored form and its tally, and gives the number of bytes.
    #[inline]
    fn write<N: Tally>(&self, (state, tally): Entry<M, N>, bytes: &mut [u8; LONGEST]) -> usize {
        let (head, _) = bytes.split_first_chunk_mut().expect(ENTRY);
        *head = M::bits(state).to_le_bytes();
        self.width + write_tally(tally.number(), &mut bytes[self.width..])
    }

    /// The stored form and the tally at the beginning of the bytes, and how many bytes they take.
    #[inline]
    fn read<N: Tally>(&self, bytes: &[u8; LONGEST]) -> (Entry<M, N>, usize) {
        let (head, _) = bytes.split_first_chunk().expect(ENTRY);
        let bits = u128::from_le_bytes(*head) & self.kept | self.constant;
        let (tally, length) = read_tally(&bytes[self.width..]);
        ((M::of_bits(bits), N::of(tally)), self.width + length)
    }
}

/// Why splitting off the beginning of an entry cannot fail.
const ENTRY: &str = "an entry has room for every stored form and every tally";

/// Writes a tally: below 2^56 with as many zeros before the lowest one as bytes follow the first, seven bits a byte;
/// else a byte of zeros and sixteen bytes.
#[inline]
fn write_tally(tally: u128, bytes: &mut [u8]) -> usize {
    if tally >> 56 == 0 {
        let short = tally as u64;
        let length = (70 - (short | 1).leading_zeros()) / 7;
        let word = (short << 1 | 1) << (length - 1);
        let (head, _) = bytes.split_first_chunk_mut().expect(ENTRY);
        *head = word.to_le_bytes();
        length as usize
    } else {
        let (zeros, rest) = bytes.split_first_mut().expect(ENTRY);
        *zeros = 0;
        let (head, _) = rest.split_first_chunk_mut().expect(ENTRY);
        *head = tally.to_le_bytes();
        LONG_TALLY
    }
}

/// Reads what [`write_tally`] has written, and its number of bytes.
#[inline]
fn read_tally(bytes: &[u8]) -> (u128, usize) {
    let (head, _) = bytes.split_first_chunk().expect(ENTRY);
    let word = u64::from_le_bytes(*head);
    let length = word.trailing_zeros() + 1;
    if length <= 8 {
        let tally = word << (64 - 8 * length) >> (64 - 7 * length);
        (tally.into(), length as usize)
    } else {
        let (long, _) = bytes[1..].split_first_chunk().expect(ENTRY);
        (u128::from_le_bytes(*long), LONG_TALLY)
    }
}

/// Some states, all different, with their tallies, packed one after the other.
#[derive(Default)]
pub(crate) struct Chunk {
    /// [`CHUNK`] of them, or none.
    bytes: Box<[u8]>,
    /// Bytes in use.
    used: usize,
    states: usize,
}

impl Chunk {
    /// Number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Adds a state if there is room for it, however long it is.
    #[inline]
    pub fn push<M: Mates, N: Tally>(&mut self, packing: &Packing<M>, entry: Entry<M, N>) -> bool {
        let free = &mut self.bytes[self.used..];
        let Some((bytes, _)) = free.split_first_chunk_mut() else {
            return false;
        };
        self.used += packing.write(entry, bytes);
        self.states += 1;
        true
    }

    /// The states in the order in which they were added.
    #[inline]
    pub fn entries<'a, M: Mates, N: Tally>(
        &'a self,
        packing: &'a Packing<M>,
    ) -> impl Iterator<Item = Entry<M, N>> + 'a {
        let mut at = 0;
        (0..self.states).map(move |_| {
            let (bytes, _) = self.bytes[at..].split_first_chunk().expect(ENTRY);
            let (entry, length) = packing.read(bytes);
            at += length;
            entry
        })
    }
}

/// Where chunks come from and go to. What was taken once stays with the count until it ends.
pub(crate) struct Store<'a> {
    free: Mutex<Vec<Chunk>>,
    gauge: &'a Gauge,
}

impl<'a> Store<'a> {
    pub fn new(gauge: &'a Gauge) -> Store<'a> {
        Store {
            free: Mutex::default(),
            gauge,
        }
    }

    /// An empty chunk.
    pub fn take(&self) -> Result<Chunk, Full> {
        if let Some(chunk) = lock(&self.free).pop() {
            return Ok(chunk);
        }
        self.gauge.take(CHUNK + size_of::<Chunk>())?;
        Ok(Chunk {
            bytes: vec![0; CHUNK].into(),
            used: 0,
            states: 0,
        })
    }

    /// Takes a chunk back, to be used again.
    pub fn give_back(&self, chunk: Chunk) {
        lock(&self.free).push(Chunk {
            bytes: chunk.bytes,
            used: 0,
            states: 0,
        });
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

#[cfg(test)]
mod tests {
    use super::super::mates::Marked;
    use super::*;
    use proptest::prelude::*;

    /// What comes out of a chunk that was filled with as many of the entries as it has room for.
    fn through_a_chunk<M: Mates, N: Tally>(
        slots: u32,
        entries: &[Entry<M, N>],
    ) -> Vec<Entry<M, N>> {
        let gauge = Gauge::new(1 << 20);
        let store = Store::new(&gauge);
        let packing = Packing::<M>::new(slots);
        let mut chunk = store.take().unwrap();
        let fitting = entries.iter().take_while(|&&e| chunk.push(&packing, e));
        assert_eq!(fitting.count(), chunk.states());
        assert!(chunk.states() >= entries.len().min(CHUNK / LONGEST));
        assert!(!Chunk::default().push(&packing, entries[0]));
        chunk.entries(&packing).collect()
    }

    /// A state with a few fragments, from any numbers.
    fn state<M: Mates>(slots: u32, choices: &[(u32, u32)]) -> M::Stored {
        let mut state = M::initial();
        for &(slot, choice) in choices {
            let slot = slot % slots;
            let other = choice % slots;
            let is_free = |s: u32| state.mate(s) == s;
            if choice % 3 == 0 {
                let mate = if state.outer_ends() < 2 {
                    M::OUTER
                } else {
                    M::DONE
                };
                if is_free(slot) {
                    state = state.with(slot, mate);
                }
            } else if slot != other && is_free(slot) && is_free(other) {
                state = state.with(slot, other).with(other, slot);
            }
        }
        state.store()
    }

    proptest! {
        #[test]
        fn chunks_give_back_what_was_put_into_them(
            slots in 1u32..=15,
            wide in 1u32..=25,
            entries in prop::collection::vec(
                (prop::collection::vec(any::<(u32, u32)>(), 0..12), any::<(u128, u32)>()),
                1..200,
            ),
        ) {
            let mut some = (Vec::new(), Vec::new(), Vec::new());
            for (choices, (number, shift)) in &entries {
                let number = number >> (shift % 128);
                some.0.push((state::<u64>(slots.min(14), choices), number as u64));
                some.1.push((state::<Marked>(slots, choices), number as u64));
                some.2.push((state::<u128>(wide, choices), number));
            }
            let out = through_a_chunk::<u64, u64>(slots.min(14), &some.0);
            prop_assert_eq!(&out, &some.0[..out.len()]);
            let out = through_a_chunk::<Marked, u64>(slots, &some.1);
            prop_assert_eq!(&out, &some.1[..out.len()]);
            let out = through_a_chunk::<u128, u128>(wide, &some.2);
            prop_assert_eq!(&out, &some.2[..out.len()]);
        }
    }

    #[test]
    fn tallies_take_the_bytes_that_they_need() {
        for bits in 0..128 {
            for number in [1u128 << bits, (1 << bits) - 1, u128::MAX >> (127 - bits)] {
                let mut bytes = [0xAA; LONG_TALLY];
                let length = write_tally(number, &mut bytes);
                let needed = (128 - number.leading_zeros()).div_ceil(7).max(1) as usize;
                let expected = if needed <= 8 { needed } else { LONG_TALLY };
                assert_eq!((length, read_tally(&bytes)), (expected, (number, length)));
            }
        }
    }
}
