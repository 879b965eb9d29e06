//! The states of one layer of the frontier programme, with how many ways lead to each.

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

impl Tally for u64 {
    const ONE: u64 = 1;
    #[inline]
    fn plus(self, other: u64) -> Option<u64> {
        self.checked_add(other)
    }
    #[inline]
    fn times(self, weight: u64) -> Option<u64> {
        self.checked_mul(weight)
    }
    fn number(self) -> u128 {
        self.into()
    }
}

impl Tally for u128 {
    const ONE: u128 = 1;
    #[inline]
    fn plus(self, other: u128) -> Option<u128> {
        self.checked_add(other)
    }
    #[inline]
    fn times(self, weight: u64) -> Option<u128> {
        self.checked_mul(weight.into())
    }
    fn number(self) -> u128 {
        self
    }
}

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
    fn number(self) -> u128 {
        1
    }
}

/// A hash table from states to tallies: open addressing, linear probing.
pub(crate) struct Layer<M, N> {
    entries: Vec<(M, N)>,
    len: usize,
}

/// Why a state could not be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// The table would grow past its limit.
    Memory,
    /// A tally does not fit its type.
    Tally,
}

const SMALLEST: usize = 64;

impl<M: Mates, N: Tally> Layer<M, N> {
    pub fn new() -> Layer<M, N> {
        Layer {
            entries: vec![(M::NOTHING, N::ONE); SMALLEST],
            len: 0,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.entries.as_slice())
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The states and their tallies.
    pub fn iter(&self) -> impl Iterator<Item = (M, N)> {
        self.entries.iter().copied().filter(|e| e.0 != M::NOTHING)
    }

    /// Removes all states; keeps the room if it may be of use for about `expected` states.
    pub fn clear(&mut self, expected: usize) {
        let room = (expected * 2).next_power_of_two().max(SMALLEST);
        if room < self.entries.len() {
            self.entries.truncate(room);
            self.entries.shrink_to_fit();
        }
        self.entries.fill((M::NOTHING, N::ONE));
        self.len = 0;
    }

    /// Adds ways to a state; the table may grow to `most_bytes`.
    #[inline]
    pub fn add(&mut self, state: M, tally: N, most_bytes: usize) -> Result<(), Full> {
        let mask = self.entries.len() - 1;
        let mut at = state.hash() as usize & mask;
        loop {
            let entry = &mut self.entries[at];
            if entry.0 == state {
                entry.1 = entry.1.plus(tally).ok_or(Full::Tally)?;
                return Ok(());
            }
            if entry.0 == M::NOTHING {
                *entry = (state, tally);
                self.len += 1;
                if self.len * 3 > self.entries.len() * 2 {
                    return self.grow(most_bytes);
                }
                return Ok(());
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, most_bytes: usize) -> Result<(), Full> {
        if self.bytes().saturating_mul(3) > most_bytes {
            return Err(Full::Memory);
        }
        let larger = vec![(M::NOTHING, N::ONE); self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        let mask = self.entries.len() - 1;
        for entry in old {
            if entry.0 != M::NOTHING {
                let mut at = entry.0.hash() as usize & mask;
                while self.entries[at].0 != M::NOTHING {
                    at = (at + 1) & mask;
                }
                self.entries[at] = entry;
            }
        }
        Ok(())
    }
}
