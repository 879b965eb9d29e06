//! Ranges of seeds, by their words.

use std::fmt;

use crate::experiment::ExperimentFault;
use crate::experiment::sets::both_ends;

/// A range of seeds, with both ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SeedSet {
    /// The least seed.
    pub(in crate::experiment) first: u64,
    /// The largest seed.
    pub(in crate::experiment) last: u64,
}

impl SeedSet {
    /// Seed 1.
    pub(crate) const DEFAULT: SeedSet = SeedSet { first: 1, last: 1 };

    /// Reads a seed (`7`) or a range of them (`1-100`).
    pub(in crate::experiment) fn parse(text: &str) -> Result<SeedSet, ExperimentFault> {
        const WANTED: &str = "a seed or a range of seeds; write a whole number such as 7, or \
                              first-last such as 1-100";
        let malformed = || ExperimentFault::malformed(text, WANTED);
        let (first, last) = both_ends(text).ok_or_else(malformed)?;
        Ok(SeedSet { first, last })
    }

    pub(crate) fn len(&self) -> u128 {
        u128::from(self.last - self.first) + 1
    }
}

impl fmt::Display for SeedSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{}-{}", self.first, self.last)
        }
    }
}
