//! How many jobs ended with each outcome.

use std::ops::AddAssign;

use serde::ser::{Serialize, SerializeMap, Serializer};

use knight_search::Outcome;

/// How many jobs, or rows, have each outcome.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OutcomeCounts([u64; Outcome::ALL.len()]);

impl OutcomeCounts {
    /// Counts one more job with this outcome.
    pub fn add(&mut self, outcome: Outcome) {
        self.0[outcome as usize] += 1;
    }

    /// Counts one job with this outcome, which was counted, no more.
    pub fn remove(&mut self, outcome: Outcome) {
        self.0[outcome as usize] -= 1;
    }

    /// The jobs with this outcome.
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.0[outcome as usize]
    }

    /// All jobs.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl AddAssign for OutcomeCounts {
    fn add_assign(&mut self, other: OutcomeCounts) {
        std::iter::zip(&mut self.0, other.0).for_each(|(here, there)| *here += there);
    }
}

/// A number under the name of each outcome. `unknown`, which only estimates have, is left out where
/// there is none.
impl Serialize for OutcomeCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for &outcome in Outcome::ALL {
            let jobs = self.of(outcome);
            if jobs > 0 || outcome != Outcome::Unknown {
                map.serialize_entry(outcome.word(), &jobs)?;
            }
        }
        map.end()
    }
}
