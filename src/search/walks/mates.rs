//! States of the frontier programme: which ends of path fragments lie on the frontier, and how they pair.
//!
//! Every frontier vertex has a *slot*, a field of a few bits that holds its *mate*: its own number if
//! the vertex is untouched (or the slot is not in use), the slot at the other end of its fragment if it is an end
//! of one, [`Mates::OUTER`] if the other end is an end of the walk, or [`Mates::DONE`] if no further
//! edge may meet it. (Mate arrays are those of Sekine, Imai & Tani and of Knuth's *simpath*.)
//!
//! The walk has two ends, its start and its free end, and each may have a fragment. Which is which makes no
//! difference to the ways in which the two can be joined, so the state does not tell them apart.

use std::fmt::Debug;

/// A state packed into an unsigned integer.
pub(crate) trait Mates: Copy + Eq + Send + Sync + Debug {
    /// How many frontier vertices fit.
    const SLOTS: u32;
    /// The mate of a slot whose fragment has its other end at an end of the walk.
    const OUTER: u32;
    /// The mate of a vertex that takes no more edges.
    const DONE: u32;

    /// What tables keep: no wider than it must be.
    type Stored: Copy + Eq + Send + Sync + Debug;
    /// Never the stored form of a state, so it marks free entries.
    const FREE: Self::Stored;

    /// How many of the lowest bytes of the stored form tell apart states of so many slots.
    fn width(slots: u32) -> usize;
    /// The bits of the stored form.
    fn bits(stored: Self::Stored) -> u128;
    /// The stored form of these bits.
    fn of_bits(bits: u128) -> Self::Stored;
    /// The state before any vertex: every slot its own mate.
    fn initial() -> Self;
    /// The stored form.
    fn store(self) -> Self::Stored;
    /// The state of a stored form.
    fn load(stored: Self::Stored) -> Self;
    /// The mate of a slot.
    fn mate(self, slot: u32) -> u32;
    /// The state with another mate for a slot. As a slot, [`Mates::OUTER`] is a field of no meaning.
    fn with(self, slot: u32, mate: u32) -> Self;
    /// The state with the field of no meaning cleared.
    fn cleared(self) -> Self;
    /// Whether every slot is untouched, done or not in use.
    fn is_settled(self) -> bool;
    /// Number of slots mated to [`Mates::OUTER`], 0, 1 or 2.
    fn outer_ends(self) -> u32;
    /// How many slots of a mask can take an edge: 0, 1, or 2 for two or more.
    fn open_among(self, mask: Self) -> u32;
    /// Which slots of `ends` are ends of fragments, and which of `untouched` are untouched, as one number.
    fn statuses(self, ends: Self, untouched: Self) -> u64;
    /// The mask of a set of slots, for [`Mates::open_among`].
    fn mask(slots: &[u32]) -> Self;
    /// A well-mixed hash of a stored form.
    fn hash(stored: Self::Stored) -> u64;

    /// Whether the slot can take an edge.
    #[inline]
    fn is_open(self, slot: u32) -> bool {
        self.mate(slot) != Self::DONE
    }

    /// Joins the fragments that end at two different slots, neither of them done, by an edge between those ends.
    #[inline]
    fn join(self, a: u32, b: u32) -> Joined<Self> {
        let far = self.mate(a);
        self.with(a, Self::DONE).extend(far, b)
    }

    /// Joins the loose end of the fragment whose other end is at `far` with the one that ends at slot `b`.
    #[inline]
    fn extend(self, far: u32, b: u32) -> Joined<Self> {
        if far == b {
            return Joined::Cycle(self.with(b, Self::DONE));
        }
        let far_b = self.mate(b);
        let joined = self.with(b, Self::DONE).with(far, far_b).with(far_b, far);
        if (far, far_b) == (Self::OUTER, Self::OUTER) {
            Joined::Whole(joined.cleared())
        } else {
            Joined::Open(joined.cleared())
        }
    }

    /// Makes the loose end of the fragment whose other end is at `far` an end of the walk.
    #[inline]
    fn end(self, far: u32) -> Joined<Self> {
        if far == Self::OUTER {
            Joined::Whole(self)
        } else {
            Joined::Open(self.with(far, Self::OUTER))
        }
    }
}

/// What becomes of a state by one more edge.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Joined<M> {
    /// A cycle: no walk, and the cycle of all vertices if the rest is done.
    Cycle(M),
    /// A state with the ends of the walk not joined yet.
    Open(M),
    /// The walk goes from end to end; a walk of its own if the rest is settled.
    Whole(M),
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
    ($int:ty, $bits:literal, $slots:literal, $stored:ty, $free:expr, $store:expr, $load:expr, $hash:expr, $fold:expr) => {
        impl Mates for $int {
            const SLOTS: u32 = $slots;
            const OUTER: u32 = $slots;
            const DONE: u32 = (1 << $bits) - 1;

            type Stored = $stored;
            const FREE: $stored = $free;

            fn width(slots: u32) -> usize {
                (slots * $bits).div_ceil(8).max(1) as usize
            }

            #[inline]
            fn bits(stored: $stored) -> u128 {
                Self::load(stored).into()
            }

            #[inline]
            fn of_bits(bits: u128) -> $stored {
                (bits as $int).store()
            }

            #[inline]
            fn initial() -> $int {
                const { self_mates($bits, $slots) as $int }
            }

            #[inline]
            fn store(self) -> $stored {
                $store(self)
            }

            #[inline]
            fn load(stored: $stored) -> $int {
                $load(stored)
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
            fn cleared(self) -> $int {
                self & ((1 << ($bits * $slots)) - 1)
            }

            #[inline]
            fn is_settled(self) -> bool {
                let lowest = const { every_field($bits, $slots, 1) as $int };
                let done = done_fields(self, lowest) * Self::DONE as $int;
                (self ^ Self::initial()) & !done == 0
            }

            #[inline]
            fn outer_ends(self) -> u32 {
                let lowest = const { every_field($bits, $slots, 1) as $int };
                let pattern = const { every_field($bits, $slots, $slots) as $int };
                // A field is all ones after this where it was OUTER.
                let outer = done_fields(!(self ^ pattern), lowest);
                up_to_two(outer)
            }

            #[inline]
            fn open_among(self, mask: $int) -> u32 {
                up_to_two(mask & !done_fields(self, mask))
            }

            #[inline]
            fn statuses(self, ends: $int, untouched: $int) -> u64 {
                let lowest = const { every_field($bits, $slots, 1) as $int };
                let is_untouched = done_fields(!(self ^ Self::initial()), lowest);
                let is_done = done_fields(self, lowest);
                let statuses = ends & !(is_untouched | is_done) | (untouched & is_untouched) << 1;
                $fold(statuses)
            }

            fn mask(slots: &[u32]) -> $int {
                slots
                    .iter()
                    .fold(0, |mask, slot| mask | 1 << (slot * $bits))
            }

            #[inline]
            fn hash(stored: $stored) -> u64 {
                $hash(stored)
            }
        }

        impl Bits for $int {
            #[inline]
            fn done_fields(self, lowest: $int) -> $int {
                (1..$bits).fold(self, |acc, i| acc & self >> i) & lowest
            }

            #[inline]
            fn up_to_two(self) -> u32 {
                u32::from(self != 0) + u32::from(self & self.wrapping_sub(1) != 0)
            }
        }
    };
}

/// Field arithmetic.
trait Bits: Copy {
    /// The lowest bit of each field of ones, of those whose lowest bits are given.
    fn done_fields(self, lowest: Self) -> Self;
    /// The number of bits set, up to 2.
    fn up_to_two(self) -> u32;
}

fn done_fields<B: Bits>(state: B, lowest: B) -> B {
    state.done_fields(lowest)
}

fn up_to_two<B: Bits>(bits: B) -> u32 {
    bits.up_to_two()
}

fn mix(word: u64) -> u64 {
    let mixed = (word ^ word >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

packed_mates!(u64, 4, 14, u64, u64::MAX, |s| s, |s| s, mix, |s| s);
packed_mates!(
    u128,
    5,
    25,
    [u64; 2],
    [u64::MAX; 2],
    |s| [s as u64, (s >> 64) as u64],
    |[low, high]: [u64; 2]| u128::from(high) << 64 | u128::from(low),
    |[low, high]: [u64; 2]| mix(low ^ high.wrapping_mul(0xA24B_AED4_963E_E407).rotate_left(31)),
    |s: u128| s as u64 ^ ((s >> 64) as u64).wrapping_mul(0xA24B_AED4_963E_E407)
);

/// A state of up to 15 slots of four bits. No number is left for [`Mates::OUTER`], so marks tell which slots have it.
///
/// There are at most two. Stored, the highest field holds the lower of them and the two are mates of each other: being
/// its own mate or another's is all that is left to tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marked {
    /// The mates; its own number for a slot with a mark.
    mates: u64,
    /// The lowest bits of the fields with a mark.
    outer: u64,
}

impl Marked {
    const LOWEST: u64 = every_field(4, 15, 1) as u64;
    const UNTOUCHED: u64 = self_mates(4, 15) as u64;
    const HIGHEST: u32 = 60;
    /// In the highest field: no slot has a mark.
    const NONE: u64 = 15;

    #[inline]
    fn swapped(mates: u64, a: u32, b: u32) -> u64 {
        let apart = u64::from(a ^ b);
        mates ^ (apart << (4 * a) | apart << (4 * b))
    }
}

impl Mates for Marked {
    const SLOTS: u32 = 15;
    const OUTER: u32 = 16;
    const DONE: u32 = 15;

    type Stored = u64;
    // The first slot has a mark, so its field is no more done than marked slots are.
    const FREE: u64 = 15;

    fn width(_: u32) -> usize {
        8
    }

    #[inline]
    fn bits(stored: u64) -> u128 {
        stored.into()
    }

    #[inline]
    fn of_bits(bits: u128) -> u64 {
        bits as u64
    }

    #[inline]
    fn initial() -> Marked {
        Marked {
            mates: Marked::UNTOUCHED,
            outer: 0,
        }
    }

    #[inline]
    fn store(self) -> u64 {
        if self.outer == 0 {
            return self.mates | Marked::NONE << Marked::HIGHEST;
        }
        let low = self.outer.trailing_zeros() / 4;
        let high = self.outer.ilog2() / 4;
        Marked::swapped(self.mates, low, high) | u64::from(low) << Marked::HIGHEST
    }

    #[inline]
    fn load(stored: u64) -> Marked {
        let low = (stored >> Marked::HIGHEST) as u32;
        let mates = stored & !(15 << Marked::HIGHEST);
        if u64::from(low) == Marked::NONE {
            return Marked { mates, outer: 0 };
        }
        let high = (mates >> (4 * low)) as u32 & 15;
        Marked {
            mates: Marked::swapped(mates, low, high),
            outer: 1 << (4 * low) | 1 << (4 * high),
        }
    }

    #[inline]
    fn mate(self, slot: u32) -> u32 {
        if self.outer >> (slot * 4) & 1 == 1 {
            Marked::OUTER
        } else {
            (self.mates >> (slot * 4)) as u32 & 15
        }
    }

    #[inline]
    fn with(self, slot: u32, mate: u32) -> Marked {
        if slot == Marked::OUTER {
            return self;
        }
        let is_outer = mate == Marked::OUTER;
        let field = u64::from(if is_outer { slot } else { mate });
        let shift = slot * 4;
        Marked {
            mates: self.mates & !(15 << shift) | field << shift,
            outer: self.outer & !(1 << shift) | u64::from(is_outer) << shift,
        }
    }

    #[inline]
    fn cleared(self) -> Marked {
        self
    }

    #[inline]
    fn is_settled(self) -> bool {
        let done = done_fields(self.mates, Marked::LOWEST) * 15;
        self.outer == 0 && (self.mates ^ Marked::UNTOUCHED) & !done == 0
    }

    #[inline]
    fn outer_ends(self) -> u32 {
        up_to_two(self.outer)
    }

    #[inline]
    fn open_among(self, mask: Marked) -> u32 {
        up_to_two(mask.mates & !done_fields(self.mates, mask.mates))
    }

    #[inline]
    fn statuses(self, ends: Marked, untouched: Marked) -> u64 {
        let own = done_fields(!(self.mates ^ Marked::UNTOUCHED), Marked::LOWEST);
        let is_untouched = own & !self.outer;
        let is_done = done_fields(self.mates, Marked::LOWEST);
        ends.mates & !(is_untouched | is_done) | (untouched.mates & is_untouched) << 1
    }

    fn mask(slots: &[u32]) -> Marked {
        Marked {
            mates: slots.iter().fold(0, |mask, slot| mask | 1 << (slot * 4)),
            outer: 0,
        }
    }

    #[inline]
    fn hash(stored: u64) -> u64 {
        mix(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields_work<M: Mates>() {
        let start = M::initial();
        assert!(start.is_settled());
        assert_eq!(start.outer_ends(), 0);
        for slot in 0..M::SLOTS {
            assert_eq!(start.mate(slot), slot);
            let outer = start.with(slot, M::OUTER);
            assert_eq!((outer.outer_ends(), outer.is_settled()), (1, false));
            assert!(start.with(slot, M::DONE).is_settled());
            assert_eq!(M::load(outer.store()), outer);
            let both = outer.with((slot + 4) % M::SLOTS, M::OUTER);
            assert_eq!((both.outer_ends(), M::load(both.store())), (2, both));
            assert_ne!(outer.store(), both.store());
        }
        let three = M::mask(&[0, 5, M::SLOTS - 1]);
        assert_eq!(start.open_among(three), 2);
        assert_eq!(start.with(5, M::DONE).with(0, M::DONE).open_among(three), 1);
    }

    fn fragments_join<M: Mates>() {
        let Joined::Open(pair) = M::initial().join(2, 7) else {
            panic!("two untouched vertices make a fragment");
        };
        assert_eq!((pair.mate(2), pair.mate(7)), (7, 2));
        assert!(matches!(pair.join(2, 7), Joined::Cycle(closed) if closed.is_settled()));
        let Joined::Open(three) = pair.join(7, 4) else {
            panic!("a fragment goes on to an untouched vertex");
        };
        assert_eq!(
            (three.mate(2), three.mate(7), three.mate(4)),
            (4, M::DONE, 2)
        );
        let started = three.with(0, M::OUTER);
        let Joined::Open(begun) = started.join(0, 2) else {
            panic!("the start's fragment takes another");
        };
        assert_eq!((begun.mate(4), begun.outer_ends()), (M::OUTER, 1));
        let Joined::Whole(whole) = begun.with(9, M::OUTER).join(4, 9) else {
            panic!("two outer ends make the walk whole");
        };
        assert!(whole.is_settled());
    }

    #[test]
    fn all_widths_hold_every_mate() {
        fields_work::<u64>();
        fields_work::<Marked>();
        fields_work::<u128>();
        fragments_join::<u64>();
        fragments_join::<Marked>();
        fragments_join::<u128>();
    }
}
