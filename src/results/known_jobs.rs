//! Which jobs of an experiment have been read.

use std::collections::BTreeMap;

/// The jobs of an experiment that have been read.
#[derive(Default)]
pub(super) struct KnownJobs {
    pub all: ReadJobs,
    /// Those without a result because they ran out of memory or time.
    pub unknown: ReadJobs,
}

/// A set of jobs of a plan that may be unknown: 64 to a word, by the number of the word.
#[derive(Default)]
pub(super) struct ReadJobs(BTreeMap<u64, u64>);

impl ReadJobs {
    /// Adds a job; false if it was there already.
    pub fn insert(&mut self, job: u64) -> bool {
        let (word, bit) = (self.0.entry(job / 64).or_default(), 1 << (job % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub fn contains(&self, job: u64) -> bool {
        self.0.get(&(job / 64)).is_some_and(|word| word >> (job % 64) & 1 == 1)
    }

    pub fn extend(&mut self, other: ReadJobs) {
        for (word, bits) in other.0 {
            *self.0.entry(word).or_default() |= bits;
        }
    }

    pub fn len(&self) -> u64 {
        self.0.values().map(|word| u64::from(word.count_ones())).sum()
    }
}
