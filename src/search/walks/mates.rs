//! States of the frontier programme: which ends of path fragments lie on the frontier, and how they pair.
//!
//! Every frontier vertex has a *slot*, a field of a few bits that holds its *mate*:
//! its own number if the vertex is untouched (or the slot is not in use), the slot at the other end of
//! its fragment if it is an end of one, or [`Mates::DONE`] if no further edge may meet it.
//! Two slots more stand for the ends of the walk: [`Mates::S`], mated to the end of the
//! fragment that begins at the start, and [`Mates::T`], mated to the end of the one that holds the
//! free end. They are their own mates until there is such a fragment. So joining the two at `a` and `b` is
//! the same few shifts whatever they are (the mate arrays of Sekine, Imai & Tani and of Knuth's *simpath*).

use std::hash::Hash;

/// A state packed into an unsigned integer.
pub(crate) trait Mates: Copy + Eq + Ord + Hash + Send + Sync + std::fmt::Debug {
    /// How many frontier vertices fit.
    const SLOTS: u32;
    /// The slot of the start's fragment.
    const S: u32;
    /// The slot of the free end's fragment.
    const T: u32;
    /// The mate of a vertex that takes no more edges.
    const DONE: u32;
    /// No state at all: never reached, so it marks free entries of a table.
    const NOTHING: Self;

    /// The state before any vertex: every slot its own mate.
    fn initial() -> Self;
    /// The mate of a slot.
    fn mate(self, slot: u32) -> u32;
    /// The state with another mate for a slot.
    fn with(self, slot: u32, mate: u32) -> Self;
    /// Whether every frontier slot is untouched, done or not in use.
    fn is_settled(self) -> bool;
    /// A well-mixed hash.
    fn hash(self) -> u64;

    /// Joins the fragments that end at two different slots, neither of them done, by an edge between those ends.
    /// `None` if that would close a cycle.
    #[inline]
    fn join(self, a: u32, b: u32) -> Option<Self> {
        let (far_a, far_b) = (self.mate(a), self.mate(b));
        if far_a == b {
            return None;
        }
        let joined = self.with(a, Self::DONE).with(b, Self::DONE);
        Some(joined.with(far_a, far_b).with(far_b, far_a))
    }

    /// Whether the slot can take an edge.
    #[inline]
    fn is_open(self, slot: u32) -> bool {
        self.mate(slot) != Self::DONE
    }

    /// Whether no free end has been chosen.
    #[inline]
    fn end_is_free(self) -> bool {
        self.mate(Self::T) == Self::T
    }

    /// Whether the walk goes from its start to its free end.
    #[inline]
    fn is_joined(self) -> bool {
        self.mate(Self::S) == Self::T
    }
}

const fn self_mates(bits: u32, fields: u32) -> u128 {
    let mut state = 0;
    let mut slot = 0;
    while slot < fields {
        state |= (slot as u128) << (slot * bits);
        slot += 1;
    }
    state
}

const fn every_field(bits: u32, fields: u32, value: u128) -> u128 {
    let mut state = 0;
    let mut slot = 0;
    while slot < fields {
        state |= value << (slot * bits);
        slot += 1;
    }
    state
}

macro_rules! packed_mates {
    ($int:ty, $bits:literal, $slots:literal) => {
        impl Mates for $int {
            const SLOTS: u32 = $slots;
            const S: u32 = $slots;
            const T: u32 = $slots + 1;
            const DONE: u32 = (1 << $bits) - 1;
            const NOTHING: $int = 0;

            #[inline]
            fn initial() -> $int {
                const { self_mates($bits, $slots + 2) as $int }
            }

            #[inline]
            fn mate(self, slot: u32) -> u32 {
                (self >> (slot * $bits)) as u32 & Self::DONE
            }

            #[inline]
            fn with(self, slot: u32, mate: u32) -> $int {
                let shift = slot * $bits;
                self & !((Self::DONE as $int) << shift) | (mate as $int) << shift
            }

            #[inline]
            fn is_settled(self) -> bool {
                let lowest = const { every_field($bits, $slots, 1) as $int };
                let ones = (1..$bits).fold(self, |acc, i| acc & self >> i) & lowest;
                let done = ones * Self::DONE as $int;
                let slots = lowest * Self::DONE as $int;
                (self ^ Self::initial()) & slots & !done == 0
            }

            #[inline]
            fn hash(self) -> u64 {
                let folded = (self ^ self >> (<$int>::BITS / 2)) as u64 ^ (self >> 17) as u64;
                let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
            }
        }
    };
}

packed_mates!(u64, 4, 13);
packed_mates!(u128, 5, 23);
