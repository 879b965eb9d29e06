//! Estimates in the place of counts, for readers who ask for them.

use crate::results::record::Record;

/// The largest estimate that can stand in the place of a count, which has 128 bits.
pub const LARGEST_AS_CHECKS: f64 = 1e38;

impl Record {
    /// The row with the estimate, rounded, in the place of a count: for readers who ask for it, and
    /// mark it. The checks stay unknown if the estimate is above 10^38.
    pub fn with_estimate_as_checks(&self) -> Record {
        let usable = self.checks_estimate.filter(|_| !self.is_too_large_for_checks());
        let checks = self.checks.or(usable.map(|estimate| estimate.round() as u128));
        Record { checks, ..self.clone() }
    }

    /// Whether an estimate is above 10^38.
    pub fn is_too_large_for_checks(&self) -> bool {
        self.checks_estimate.is_some_and(|estimate| estimate > LARGEST_AS_CHECKS)
    }
}
