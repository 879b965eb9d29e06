//! Done sets: which vertices of the frontier are done, among those that may be.
//!
//! A frontier vertex that is not an end is untouched or done. It can be done only if two of its
//! neighbours have been processed or it has nothing left to be joined to. So the states with the
//! same ends have a bit for each vertex that may be done. Bits that the next step does not affect
//! tend to come first. Then done sets that follow one another often stay neighbours, and are added
//! in runs.

use crate::frontier::transitions::{Ends, MAX_SLOTS, Transition, VertexStep};

/// The done sets of the states with the same ends.
pub(crate) struct DoneSets {
    /// How many there are: a power of two.
    pub number: usize,
    /// The bit of each slot that has one.
    bit_of: [u8; MAX_SLOTS],
}

const NO_BIT: u8 = u8::MAX;

/// Done sets that are moved together, at most: `2^4`.
const MAX_RUN_BITS: u8 = 4;

impl DoneSets {
    pub fn new(may_be_done: &[u32], ends: Ends) -> DoneSets {
        let mut bit_of = [NO_BIT; MAX_SLOTS];
        let mut bits = 0;
        for &slot in may_be_done {
            if !ends.has(slot) {
                bit_of[slot as usize] = bits;
                bits += 1;
            }
        }
        DoneSets { number: 1 << bits, bit_of }
    }
}

/// Which done sets a transition takes to which.
#[derive(Debug, Default)]
pub(crate) struct DoneSetMap {
    /// The number of done sets before the transition.
    pub before: usize,
    /// The number of done sets after it.
    pub after: usize,
    /// The length of a run, whose done sets are consecutive before and after: 1, 2, 4, 8 or 16.
    pub run: usize,
    /// The first done set of each run, before and after.
    pub runs: Vec<(u32, u32)>,
    /// What each further done vertex adds to a done set, before and after.
    other_bits: Vec<(u32, u32)>,
}

impl DoneSetMap {
    /// Sets the map of a transition; `false` if no state allows the transition.
    pub fn set(&mut self, step: &VertexStep, before: &DoneSets, transition: &Transition) -> bool {
        let mut from = 0u32;
        if transition.is_done {
            let bit = step.slot.map_or(NO_BIT, |slot| before.bit_of[slot as usize]);
            if bit == NO_BIT {
                return false;
            }
            from = 1 << bit;
        }
        let mut to = 0u32;
        let mut bits = 0;
        let mut run_bits = 0;
        self.runs.clear();
        self.other_bits.clear();
        for &slot in &step.may_be_done {
            if transition.ends.has(slot) {
                continue;
            }
            let bit = before.bit_of[slot as usize];
            if transition.becomes_done >> slot & 1 == 1 {
                to |= 1 << bits;
            } else if bit != NO_BIT {
                if bit == bits && bits == run_bits && run_bits < MAX_RUN_BITS {
                    run_bits += 1;
                } else {
                    self.other_bits.push((1 << bit, 1 << bits));
                }
            }
            bits += 1;
        }
        self.before = before.number;
        self.after = 1 << bits;
        self.run = 1 << run_bits;
        self.runs.push((from, to));
        for &(from_bit, to_bit) in &self.other_bits {
            for i in 0..self.runs.len() {
                let (from, to) = self.runs[i];
                self.runs.push((from | from_bit, to | to_bit));
            }
        }
        true
    }
}

/// A done set that counts as another, or not at all if `to` is missing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merge {
    pub from: u32,
    pub to: Option<u32>,
}

/// Finds the done sets after the step that merge into others, or are dropped, because vertices lack
/// neighbours. Returns the most done sets that become one.
///
/// The target of a merge may itself merge into a later one, so the merges must be done in their
/// order.
pub(crate) fn find_merges(step: &VertexStep, ends: Ends, merges: &mut Vec<Merge>) -> usize {
    merges.clear();
    if !step.may_lack_neighbours(ends) {
        return 1;
    }
    let slots = || step.may_be_done.iter().copied().filter(|&slot| !ends.has(slot));
    let never_done = step.never_done(ends);
    let mut all_unusable = 0u32;
    for done_set in 0..1u32 << slots().count() {
        let untouched = slots()
            .enumerate()
            .fold(never_done, |untouched, (bit, slot)| untouched | (!done_set >> bit & 1) << slot);
        match step.usable(ends, untouched) {
            None => merges.push(Merge { from: done_set, to: None }),
            Some(usable) if usable != untouched => {
                let unusable = untouched & !usable;
                let to = slots().enumerate().fold(done_set, |done_set, (bit, slot)| {
                    done_set | (unusable >> slot & 1) << bit
                });
                all_unusable |= unusable;
                merges.push(Merge { from: done_set, to: Some(to) });
            }
            Some(_) => {}
        }
    }
    1 << all_unusable.count_ones()
}
