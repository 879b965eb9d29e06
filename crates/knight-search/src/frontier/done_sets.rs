//! The columns of a block: which vertices of the frontier are done, among those that may be.
//!
//! A frontier vertex that is no end is untouched or done, and done only if two of its neighbours have been processed or if nothing is
//! left to join it to. So a block has a column for each set of those of its vertices that may be done. Their bits are in an
//! order in which those that the step does not meet tend to come first: their columns go to columns next to each other.

use crate::frontier::transitions::{Ends, MOST_SLOTS, Step, Way};

/// The columns of a block.
pub(crate) struct Columns {
    pub number: usize,
    /// The bit of each slot that has one.
    bit_of: [u8; MOST_SLOTS],
}

const NO_BIT: u8 = u8::MAX;

impl Columns {
    pub fn new(may_be_done: &[u32], ends: Ends) -> Columns {
        let mut bit_of = [NO_BIT; MOST_SLOTS];
        let mut bits = 0;
        for &slot in may_be_done {
            if ends.slots >> slot & 1 == 0 {
                bit_of[slot as usize] = bits;
                bits += 1;
            }
        }
        Columns { number: 1 << bits, bit_of }
    }
}

/// Which columns are added to which.
#[derive(Debug, Default)]
pub(crate) struct Transfer {
    pub columns_before: usize,
    pub columns_after: usize,
    /// So many columns in a row go to as many in a row: a power of two, 16 at most.
    pub run: usize,
    /// The first columns of runs, before and after.
    pub runs: Vec<(u32, u32)>,
    /// What further vertices being done adds to a column, before and after.
    others: Vec<(u32, u32)>,
}

impl Transfer {
    /// The columns of states that can go a way, and where they come to; `false` if there are none.
    pub fn set(&mut self, step: &Step, before: &Columns, way: &Way) -> bool {
        let mut from = 0u32;
        if way.is_done {
            let bit = step.slot.map_or(NO_BIT, |slot| before.bit_of[slot as usize]);
            if bit == NO_BIT {
                return false;
            }
            from = 1 << bit;
        }
        let mut to = 0u32;
        let mut bits = 0;
        let mut run = 0;
        self.runs.clear();
        self.others.clear();
        for &slot in &step.after {
            if way.ends.slots >> slot & 1 == 1 {
                continue;
            }
            let bit = before.bit_of[slot as usize];
            if way.gone >> slot & 1 == 1 {
                to |= 1 << bits;
            } else if bit != NO_BIT {
                if bit == bits && bits == run && run < 4 {
                    run += 1;
                } else {
                    self.others.push((1 << bit, 1 << bits));
                }
            }
            bits += 1;
        }
        self.columns_before = before.number;
        self.columns_after = 1 << bits;
        self.run = 1 << run;
        self.runs.push((from, to));
        for &(from_bit, to_bit) in &self.others {
            for i in 0..self.runs.len() {
                let (from, to) = self.runs[i];
                self.runs.push((from | from_bit, to | to_bit));
            }
        }
        true
    }
}

impl Step {
    /// The columns after the step that count as others, or not at all, for want of neighbours; and at most how many become one.
    pub fn merge(&self, ends: Ends, merged: &mut Vec<(u32, Option<u32>)>) -> usize {
        merged.clear();
        if !self.may_lack(ends) {
            return 1;
        }
        let slots = || {
            let is_end = |slot: &u32| ends.slots >> slot & 1 == 1;
            self.after.iter().copied().filter(move |slot| !is_end(slot))
        };
        let never_done = self.never_done(ends);
        let mut all_gone = 0u32;
        for column in 0..1u32 << slots().count() {
            let untouched = slots().enumerate().fold(never_done, |untouched, (bit, slot)| {
                untouched | (!column >> bit & 1) << slot
            });
            match self.viable(ends, untouched) {
                None => merged.push((column, None)),
                Some(left) if left != untouched => {
                    let gone = untouched & !left;
                    let to = slots()
                        .enumerate()
                        .fold(column, |column, (bit, slot)| column | (gone >> slot & 1) << bit);
                    all_gone |= gone;
                    // That column may count as another in its turn, which comes later.
                    merged.push((column, Some(to)));
                }
                Some(_) => {}
            }
        }
        1 << all_gone.count_ones()
    }
}
