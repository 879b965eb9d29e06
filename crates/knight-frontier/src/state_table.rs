//! The states with the same ends.
//!
//! They are one table: a row for each pairing of the ends ([`pairings`](crate::pairings)) and a
//! column for each done set ([`done_sets`](crate::done_sets)). Pairings without a state may lack a
//! row, and vertices that cannot be done with these ends have no bit in the done sets.

use crate::counts::Counts;
use crate::ends::Ends;

/// The states with the same ends.
#[derive(Clone, Debug)]
pub(crate) struct StateTable {
    pub ends: Ends,
    /// The slots whose vertices may be done, as the terms of the sum show. The others have no bit.
    pub may_be_done: u32,
    /// The pairings that have a row, ascending; `None` if all have one.
    pub pairings: Option<Box<[u32]>>,
    pub counts: Counts,
}

impl StateTable {
    /// Bytes that the table takes.
    pub(crate) fn bytes(&self) -> usize {
        let pairings = self.pairings.as_ref().map(|pairings| size_of_val(&**pairings));
        StateTable::bytes_with(self.counts.bytes(), pairings.unwrap_or(0))
    }

    /// Bytes of a table whose counts and whose list of pairings take these bytes.
    pub(crate) fn bytes_with(counts: usize, pairings: usize) -> usize {
        let list = if pairings == 0 { 0 } else { pairings + ALLOCATION };
        size_of::<StateTable>() + counts + ALLOCATION + list
    }
}

/// Bytes that an allocation takes beyond its content, roughly.
pub(crate) const ALLOCATION: usize = 16;
