//! Done sets: which vertices of the frontier are done, among those that may be.
//!
//! A frontier vertex that is not an end is untouched or done. It can be done only if two of its
//! neighbours have been processed or it has nothing left to be joined to. So the states with the
//! same ends have a bit for each vertex that may be done.

use crate::colours::ColourBalance;
use crate::ends::Ends;
use crate::transitions::{MAX_SLOTS, Transition, VertexStep};

/// The done sets of the states with the same ends, numbered without gaps.
///
/// Where the colours say how many vertices of each colour are done, only those done sets have a
/// number. With done and untouched exchanged for the white vertices, these are the sets of one
/// size, or of two consecutive sizes. They are numbered by size, then in ascending order of their
/// bits, so sets that differ in the lowest bits alone are consecutive.
pub(crate) struct DoneSets {
    /// How many there are.
    pub number: usize,
    /// How many bits they have.
    bits: u32,
    /// The bit of each slot that has one.
    bit_of: [u8; MAX_SLOTS],
    /// The slots that have a bit.
    slots: u32,
    sizes: Option<Sizes>,
}

/// What the colours leave of the done sets.
struct Sizes {
    /// The bits of white vertices, for which done and untouched are exchanged.
    white: u32,
    /// The sizes after the exchange: one, or two consecutive ones.
    least: i32,
    most: i32,
}

const NO_BIT: u8 = u8::MAX;

/// Binomial coefficients.
static BINOMIALS: [[u32; MAX_SLOTS + 1]; MAX_SLOTS + 1] = {
    let mut table = [[0; MAX_SLOTS + 1]; MAX_SLOTS + 1];
    let mut n = 0;
    while n <= MAX_SLOTS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of this size among `bits` bits.
pub(super) fn sets_of_size(bits: u32, size: i32) -> u32 {
    usize::try_from(size).ok().and_then(|size| BINOMIALS[bits as usize].get(size)).map_or(0, |n| *n)
}

impl DoneSets {
    /// The done sets of the slots that are in `may_be_done` and not ends. `order` has the slots in
    /// the order of their bits.
    pub(crate) fn new(
        order: &[u32],
        may_be_done: u32,
        colours: Option<&ColourBalance>,
        ends: Ends,
    ) -> DoneSets {
        let mut bit_of = [NO_BIT; MAX_SLOTS];
        let mut bits = 0;
        let mut slots = 0u32;
        let mut white = 0u32;
        for &slot in order {
            if may_be_done & !ends.slots & 1 << slot != 0 {
                bit_of[slot as usize] = bits as u8;
                slots |= 1 << slot;
                white |= colours.map_or(0, |colours| colours.white >> slot & 1) << bits;
                bits += 1;
            }
        }
        let Some(colours) = colours else {
            return DoneSets { number: 1 << bits, bits, bit_of, slots, sizes: None };
        };
        let exchanged = white.count_ones() as i32;
        // Without any states: sizes that no set has.
        let (least, most) = colours.surplus_of_done(ends).unwrap_or((i32::MIN / 2, i32::MIN / 2));
        let sizes = Sizes { white, least: least + exchanged, most: most + exchanged };
        let number = (sizes.least..=sizes.most).map(|size| sets_of_size(bits, size) as usize).sum();
        DoneSets { number, bits, bit_of, slots, sizes: Some(sizes) }
    }

    /// The bit of a slot; `None` for ends and vertices that cannot be done.
    pub(crate) fn bit(&self, slot: u32) -> Option<u32> {
        let bit = self.bit_of[slot as usize];
        (bit != NO_BIT).then_some(bit.into())
    }

    /// The slots that have a bit: those of the vertices that are done in some done set.
    pub(crate) fn slots(&self) -> u32 {
        self.slots
    }

    /// The bits of white vertices, if the colours say how many vertices are done.
    pub(crate) fn white(&self) -> Option<u32> {
        self.sizes.as_ref().map(|sizes| sizes.white)
    }

    /// The number of a done set; `None` if the colours exclude it.
    pub(crate) fn number_of(&self, done_set: u32) -> Option<u32> {
        match &self.sizes {
            None => Some(done_set),
            Some(sizes) => self.number_of_exchanged(done_set ^ sizes.white),
        }
    }

    /// The number of a set in which the white vertices have been exchanged; `None` if the colours
    /// exclude it, or say nothing.
    pub(crate) fn number_of_exchanged(&self, mut set: u32) -> Option<u32> {
        let sizes = self.sizes.as_ref()?;
        let size = set.count_ones() as i32;
        if size < sizes.least || size > sizes.most {
            return None;
        }
        let mut number = (sizes.least..size).map(|size| sets_of_size(self.bits, size)).sum();
        let mut rank = 1;
        while set != 0 {
            number += BINOMIALS[set.trailing_zeros() as usize][rank];
            set &= set - 1;
            rank += 1;
        }
        Some(number)
    }

    /// The number of the done set from which a transition leads to the state in which every vertex
    /// is done. `None` if there is none.
    pub(crate) fn number_before_all_done(
        &self,
        step: &VertexStep,
        transition: &Transition,
    ) -> Option<u32> {
        let own = step.slot.and_then(|slot| self.bit(slot)).map_or(0, |bit| 1 << bit);
        if transition.is_done && own == 0 {
            return None;
        }
        let is_done =
            |&slot: &u32| self.bit(slot).is_some() || transition.becomes_done >> slot & 1 == 1;
        if !step.may_be_done.iter().all(is_done) {
            return None;
        }
        let all = ((1u64 << self.bits) - 1) as u32;
        self.number_of(if transition.is_done { all } else { all & !own })
    }

    /// Calls `visit` with the number and the bits of each done set.
    pub(crate) fn each(&self, mut visit: impl FnMut(u32, u32)) {
        let Some(sizes) = &self.sizes else {
            return (0..self.number as u32).for_each(|set| visit(set, set));
        };
        let mut number = 0;
        for size in sizes.least..=sizes.most {
            let mut set = ((1u64 << size.clamp(0, 32)) - 1) as u32;
            for _ in 0..sets_of_size(self.bits, size) {
                visit(number, set ^ sizes.white);
                number += 1;
                set = next_of_size(set);
            }
        }
    }
}

/// The next set of the same size, in ascending order of the bits; 0 if there is none.
fn next_of_size(set: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    match set.checked_add(lowest) {
        Some(carried) if lowest != 0 => carried | (((carried ^ set) >> 2) / lowest),
        _ => 0,
    }
}
