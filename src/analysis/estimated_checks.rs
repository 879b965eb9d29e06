//! Estimates in the place of counts, for readers who ask for them.

/// The largest estimate that can stand in the place of a count, which has 128 bits.
pub const LARGEST_AS_CHECKS: f64 = 1e38;
