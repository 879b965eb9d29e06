//! The states of one layer of the frontier programme, with how many ways lead to each.

use std::sync::atomic::{AtomicUsize, Ordering};

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

/// The bytes that tables may take together.
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

/// A hash table from states to tallies: open addressing, linear probing, any number of entries.
pub(crate) struct Layer<M: Mates, N> {
    entries: Vec<(M::Stored, N)>,
    len: usize,
    /// The table grows when it holds this many states.
    full: usize,
}

const SMALLEST: usize = 64;

impl<M: Mates, N: Tally> Layer<M, N> {
    /// An empty table with room for about `expected` states.
    pub fn new(expected: usize, gauge: &Gauge) -> Result<Layer<M, N>, Full> {
        let room = (expected + expected / 2).max(SMALLEST);
        gauge.take(Self::bytes(room))?;
        Ok(Layer {
            entries: vec![(M::FREE, N::ONE); room],
            len: 0,
            full: room / 4 * 3,
        })
    }

    fn bytes(entries: usize) -> usize {
        entries * size_of::<(M::Stored, N)>()
    }

    /// Gives the table up.
    pub fn free(self, gauge: &Gauge) {
        gauge.give_back(Self::bytes(self.entries.len()));
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The states, as stored, and their tallies.
    pub fn iter(&self) -> impl Iterator<Item = (M::Stored, N)> {
        self.entries.iter().copied().filter(|e| e.0 != M::FREE)
    }

    /// Adds ways to a state.
    #[inline]
    pub fn add(&mut self, state: M::Stored, tally: N, gauge: &Gauge) -> Result<(), Full> {
        let mut at = self.home(state);
        loop {
            let entry = &mut self.entries[at];
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
            at = self.after(at);
        }
    }

    /// Where the search for a state begins: its hash as a fraction of the table.
    #[inline]
    fn home(&self, state: M::Stored) -> usize {
        ((u128::from(M::hash(state)) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.entries.len() {
            0
        } else {
            at + 1
        }
    }

    #[cold]
    fn grow(&mut self, gauge: &Gauge) -> Result<(), Full> {
        let mut larger = Layer::new(self.entries.len() * 7 / 6, gauge)?;
        for (state, tally) in self.iter() {
            let mut at = larger.home(state);
            while larger.entries[at].0 != M::FREE {
                at = larger.after(at);
            }
            larger.entries[at] = (state, tally);
        }
        larger.len = self.len;
        std::mem::replace(self, larger).free(gauge);
        Ok(())
    }
}
