//! How a step changes done sets: where its transitions take them, and which of them merge
//! afterwards.
//!
//! Bits that the next step does not affect tend to be the lowest. Then consecutive done sets often
//! stay consecutive, and are added in runs.

use crate::done_sets::{DoneSets, sets_of_size};
use crate::ends::Ends;
use crate::transitions::{MAX_SLOTS, Transition, VertexStep};

/// Done sets that are moved together, at most, if all have a number: `2^4`.
const MAX_RUN_BITS: u32 = 4;

/// Which done sets a transition takes to which.
#[derive(Debug, Default)]
pub(crate) struct DoneSetMap {
    /// The number of done sets before the transition.
    pub before: usize,
    /// The number of done sets after it.
    pub after: usize,
    /// The first done set of each run, before and after. The done sets of a run are consecutive
    /// before and after.
    pub runs: Vec<(u32, u32)>,
    /// The lengths of the runs, and how many consecutive runs have this length.
    pub lengths: Vec<(u32, u32)>,
    /// What each further done vertex adds to a done set, before and after.
    other_bits: Vec<(u32, u32)>,
    /// The done sets with the lowest bits 0, before and after.
    heads: Vec<(u32, u32)>,
}

impl DoneSetMap {
    /// Sets the map of a transition; `false` if no state allows the transition.
    pub(crate) fn set(
        &mut self,
        step: &VertexStep,
        before: &DoneSets,
        after: &DoneSets,
        transition: &Transition,
    ) -> bool {
        let mut from = 0u32;
        if transition.is_done {
            let Some(bit) = step.slot.and_then(|slot| before.bit(slot)) else {
                return false;
            };
            from = 1 << bit;
        }
        let most_run_bits = if after.white().is_some() { u32::MAX } else { MAX_RUN_BITS };
        let mut to = 0u32;
        let mut run_bits = 0;
        self.other_bits.clear();
        for &slot in &step.may_be_done {
            let Some(bits) = after.bit(slot) else {
                continue;
            };
            if transition.becomes_done >> slot & 1 == 1 {
                to |= 1 << bits;
            } else if let Some(bit) = before.bit(slot) {
                if bit == bits && bits == run_bits && run_bits < most_run_bits {
                    run_bits += 1;
                } else {
                    self.other_bits.push((1 << bit, 1 << bits));
                }
            }
        }
        self.before = before.number;
        self.after = after.number;
        self.lengths.clear();
        match (before.white(), after.white()) {
            (Some(white_before), Some(white_after)) => {
                let white = (white_before, white_after);
                extend_by_bits(&mut self.heads, (from, to), &self.other_bits);
                self.set_runs_of_sizes(before, after, white, run_bits);
            }
            _ => {
                extend_by_bits(&mut self.runs, (from, to), &self.other_bits);
                self.lengths.push((1 << run_bits, self.runs.len() as u32));
            }
        }
        !self.runs.is_empty()
    }

    /// Makes it a map of the words of the done sets, of which each has this many.
    pub(crate) fn widen(&mut self, lanes: usize) {
        if lanes == 1 {
            return;
        }
        self.before *= lanes;
        self.after *= lanes;
        let lanes = lanes as u32;
        self.runs.iter_mut().for_each(|(from, to)| (*from, *to) = (*from * lanes, *to * lanes));
        self.lengths.iter_mut().for_each(|(length, _)| *length *= lanes);
    }

    /// The first done set before the transition and the length of each run.
    pub(crate) fn runs_before(&self) -> impl Iterator<Item = (usize, usize)> {
        let lengths = self.lengths.iter();
        let lengths =
            lengths.flat_map(|&(length, runs)| std::iter::repeat_n(length, runs as usize));
        self.runs.iter().zip(lengths).map(|(&(from, _), length)| (from as usize, length as usize))
    }

    /// Sets the runs where the sizes of done sets are known: for each head, the sets of one size of
    /// the lowest bits are a run.
    fn set_runs_of_sizes(
        &mut self,
        before: &DoneSets,
        after: &DoneSets,
        white: (u32, u32),
        run_bits: u32,
    ) {
        self.runs.clear();
        let high = !(((1u64 << run_bits) - 1) as u32);
        for size in 0..=run_bits {
            let first = ((1u64 << size) - 1) as u32;
            let runs = self.runs.len();
            for &(from, to) in &self.heads {
                let from = (from ^ white.0) & high | first;
                let to = (to ^ white.1) & high | first;
                let from = before.number_of_exchanged(from);
                let to = after.number_of_exchanged(to);
                self.runs.extend(from.zip(to));
            }
            if self.runs.len() > runs {
                let length = sets_of_size(run_bits, size as i32);
                self.lengths.push((length, (self.runs.len() - runs) as u32));
            }
        }
    }
}

/// Sets `pairs` to the first one and all that it becomes by adding some of the bits.
fn extend_by_bits(pairs: &mut Vec<(u32, u32)>, first: (u32, u32), bits: &[(u32, u32)]) {
    pairs.clear();
    pairs.push(first);
    for &(from_bit, to_bit) in bits {
        for i in 0..pairs.len() {
            let (from, to) = pairs[i];
            pairs.push((from | from_bit, to | to_bit));
        }
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
pub(crate) fn find_merges(
    step: &VertexStep,
    ends: Ends,
    done_sets: &DoneSets,
    merges: &mut Vec<Merge>,
) -> usize {
    merges.clear();
    if !step.may_lack_neighbours(ends, done_sets.slots()) {
        return 1;
    }
    let slots = || step.may_be_done.iter().copied().filter(|&slot| done_sets.bit(slot).is_some());
    let mut slot_of = [0u32; MAX_SLOTS];
    let mut all_unusable = 0u32;
    // Done sets that follow one another differ in few bits.
    let (mut last, mut untouched) = (0u32, step.never_done(ends, done_sets.slots()));
    for (bit, slot) in slots().enumerate() {
        slot_of[bit] = slot;
        untouched |= 1 << slot;
    }
    done_sets.each(|number, done_set| {
        let mut changed = done_set ^ last;
        last = done_set;
        while changed != 0 {
            untouched ^= 1 << slot_of[changed.trailing_zeros() as usize];
            changed &= changed - 1;
        }
        match step.usable(ends, untouched) {
            None => merges.push(Merge { from: number, to: None }),
            Some(usable) if untouched & !usable & done_sets.slots() != 0 => {
                let unusable = untouched & !usable & done_sets.slots();
                let to = slots().enumerate().fold(done_set, |done_set, (bit, slot)| {
                    done_set | (unusable >> slot & 1) << bit
                });
                all_unusable |= unusable;
                merges.push(Merge { from: number, to: done_sets.number_of(to) });
            }
            Some(_) => {}
        }
    });
    1 << all_unusable.count_ones()
}
