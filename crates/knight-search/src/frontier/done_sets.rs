//! Done sets: which vertices of the frontier are done, among those that may be.
//!
//! A frontier vertex that is not an end is untouched or done. It can be done only if two of its
//! neighbours have been processed or it has nothing left to be joined to. So the states with the
//! same ends have a bit for each vertex that may be done. Bits that the next step does not affect
//! tend to come first. Then done sets that follow one another often stay neighbours, and are added
//! in runs.

use crate::frontier::colours::ColourBalance;
use crate::frontier::ends::Ends;
use crate::frontier::transitions::{MAX_SLOTS, Transition, VertexStep};

/// The done sets of the states with the same ends, numbered without gaps.
///
/// Where the colours say how many vertices of each colour are done, only those done sets have a
/// number. To exchange done and untouched for the white vertices turns them into the sets of one
/// size, or of two sizes that follow one another. They are numbered by size, then in ascending
/// order of their bits. The sets that differ in the lowest bits alone follow one another.
pub(crate) struct DoneSets {
    /// How many there are.
    pub number: usize,
    /// How many bits they have.
    bits: u32,
    /// The bit of each slot that has one.
    bit_of: [u8; MAX_SLOTS],
    sizes: Option<Sizes>,
}

/// What the colours leave of the done sets.
struct Sizes {
    /// The bits of white vertices, for which done and untouched are exchanged.
    white: u32,
    /// The sizes after that: one, or two that follow one another.
    least: i32,
    most: i32,
}

const NO_BIT: u8 = u8::MAX;

/// Done sets that are moved together, at most, if all have a number: `2^4`.
const MAX_RUN_BITS: u32 = 4;

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
fn sets_of_size(bits: u32, size: i32) -> u32 {
    usize::try_from(size).ok().and_then(|size| BINOMIALS[bits as usize].get(size)).map_or(0, |n| *n)
}

impl DoneSets {
    pub fn new(may_be_done: &[u32], colours: Option<&ColourBalance>, ends: Ends) -> DoneSets {
        let mut bit_of = [NO_BIT; MAX_SLOTS];
        let mut bits = 0;
        let mut white = 0u32;
        for &slot in may_be_done {
            if !ends.has(slot) {
                bit_of[slot as usize] = bits as u8;
                white |= colours.map_or(0, |colours| colours.white >> slot & 1) << bits;
                bits += 1;
            }
        }
        let Some(colours) = colours else {
            return DoneSets { number: 1 << bits, bits, bit_of, sizes: None };
        };
        let exchanged = white.count_ones() as i32;
        // Without any states: sizes that no set has.
        let (least, most) = colours.surplus_of_done(ends).unwrap_or((i32::MIN / 2, i32::MIN / 2));
        let sizes = Sizes { white, least: least + exchanged, most: most + exchanged };
        let number = (sizes.least..=sizes.most).map(|size| sets_of_size(bits, size) as usize).sum();
        DoneSets { number, bits, bit_of, sizes: Some(sizes) }
    }

    /// The number of a done set; `None` if the colours exclude it.
    fn number_of(&self, done_set: u32) -> Option<u32> {
        match &self.sizes {
            None => Some(done_set),
            Some(sizes) => self.number_among(sizes, done_set ^ sizes.white),
        }
    }

    /// The number of a set in which the white vertices have been exchanged.
    fn number_among(&self, sizes: &Sizes, mut set: u32) -> Option<u32> {
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
    pub fn number_before_all_done(
        &self,
        step: &VertexStep,
        transition: &Transition,
    ) -> Option<u32> {
        let own_bit = step.slot.map_or(NO_BIT, |slot| self.bit_of[slot as usize]);
        let own = if own_bit == NO_BIT { 0 } else { 1 << own_bit };
        if transition.is_done && own == 0 {
            return None;
        }
        let is_done = |&slot: &u32| {
            self.bit_of[slot as usize] != NO_BIT || transition.becomes_done >> slot & 1 == 1
        };
        if !step.may_be_done.iter().all(is_done) {
            return None;
        }
        let all = ((1u64 << self.bits) - 1) as u32;
        self.number_of(if transition.is_done { all } else { all & !own })
    }

    /// Calls `visit` with the number and the bits of each done set.
    fn each(&self, mut visit: impl FnMut(u32, u32)) {
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
    /// The lengths of the runs, and how many runs of the length follow one another.
    pub lengths: Vec<(u32, u32)>,
    /// What each further done vertex adds to a done set, before and after.
    other_bits: Vec<(u32, u32)>,
    /// The done sets with the lowest bits 0, before and after.
    heads: Vec<(u32, u32)>,
}

impl DoneSetMap {
    /// Sets the map of a transition; `false` if no state allows the transition.
    pub fn set(
        &mut self,
        step: &VertexStep,
        before: &DoneSets,
        after: &DoneSets,
        transition: &Transition,
    ) -> bool {
        let mut from = 0u32;
        if transition.is_done {
            let bit = step.slot.map_or(NO_BIT, |slot| before.bit_of[slot as usize]);
            if bit == NO_BIT {
                return false;
            }
            from = 1 << bit;
        }
        let most_run_bits = if after.sizes.is_some() { u32::MAX } else { MAX_RUN_BITS };
        let mut to = 0u32;
        let mut bits = 0;
        let mut run_bits = 0;
        self.other_bits.clear();
        for &slot in &step.may_be_done {
            if transition.ends.has(slot) {
                continue;
            }
            let bit = before.bit_of[slot as usize];
            if transition.becomes_done >> slot & 1 == 1 {
                to |= 1 << bits;
            } else if bit != NO_BIT {
                if u32::from(bit) == bits && bits == run_bits && run_bits < most_run_bits {
                    run_bits += 1;
                } else {
                    self.other_bits.push((1 << bit, 1 << bits));
                }
            }
            bits += 1;
        }
        self.before = before.number;
        self.after = after.number;
        self.lengths.clear();
        match (&before.sizes, &after.sizes) {
            (Some(sizes_before), Some(sizes_after)) => {
                let white = (sizes_before.white, sizes_after.white);
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
    pub fn widen(&mut self, lanes: usize) {
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
    pub fn runs_before(&self) -> impl Iterator<Item = (usize, usize)> {
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
                let from = before.sizes.as_ref().and_then(|s| before.number_among(s, from));
                let to = after.sizes.as_ref().and_then(|s| after.number_among(s, to));
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
    if !step.may_lack_neighbours(ends) {
        return 1;
    }
    let slots = || step.may_be_done.iter().copied().filter(|&slot| !ends.has(slot));
    let never_done = step.never_done(ends);
    let mut all_unusable = 0u32;
    done_sets.each(|number, done_set| {
        let untouched = slots()
            .enumerate()
            .fold(never_done, |untouched, (bit, slot)| untouched | (!done_set >> bit & 1) << slot);
        match step.usable(ends, untouched) {
            None => merges.push(Merge { from: number, to: None }),
            Some(usable) if usable != untouched => {
                let unusable = untouched & !usable;
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

#[cfg(test)]
mod tests {
    use crate::frontier::done_sets::*;

    /// Six vertices on the frontier, three of them white, after `processed` black ones; both ends
    /// of the walk are free.
    fn balance(processed: usize) -> ColourBalance {
        let colours = [1, -1, 1, -1, 1, -1, 1, -1, 1, -1];
        let first = ColourBalance::new(&colours, None, 2).unwrap();
        (0..processed).fold(first, |balance, _| balance.after(1, 0b10_1010))
    }

    #[test]
    fn done_sets_have_numbers_without_gaps_exactly_where_the_degrees_balance() {
        let may_be_done = [4, 0, 3, 1, 5, 2];
        for (processed, outer, slots) in (1..4)
            .flat_map(|processed| (0..3).map(move |outer| (processed, outer)))
            .flat_map(|(processed, outer)| (0..64).map(move |slots| (processed, outer, slots)))
        {
            let ends = Ends { slots, outer, has_begun: false };
            let done_sets = DoneSets::new(&may_be_done, Some(&balance(processed)), ends);
            let mut listed = Vec::new();
            done_sets.each(|number, set| {
                assert_eq!(listed.len(), number as usize);
                listed.push(set);
            });
            assert_eq!(listed.len(), done_sets.number);
            let among: Vec<u32> =
                may_be_done.iter().copied().filter(|&slot| !ends.has(slot)).collect();
            for set in 0..1u32 << among.len() {
                let colour = |slot: u32| if slot.is_multiple_of(2) { 1 } else { -1 };
                let of_ends: i32 = (0..6).filter(|&slot| ends.has(slot)).map(colour).sum();
                let done = among.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                let of_done: i32 = done.map(|(_, &slot)| colour(slot)).sum();
                let degrees = 2 * processed as i32 + of_ends + 2 * of_done;
                let balances = match outer {
                    1 => degrees.abs() == 1,
                    _ => degrees == 0,
                };
                let number = done_sets.number_of(set).map(|number| number as usize);
                assert_eq!(number, listed.iter().position(|&listed| listed == set));
                assert_eq!(number.is_some(), balances, "{ends:?} {set:b}");
            }
        }
    }
}
