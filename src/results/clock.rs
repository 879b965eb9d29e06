//! The clock of the machine, which may be wrong.

use std::io;
use std::time::SystemTime;

use jiff::Timestamp;

/// The time, for work that begins.
///
/// # Errors
/// If the clock is beyond the years that a sidecar can hold. Nothing is lost yet, so the user can
/// set it first.
pub fn now() -> io::Result<Timestamp> {
    Timestamp::try_from(SystemTime::now())
        .map_err(|_| io::Error::other("the clock of this machine is not within the years to 9999"))
}

/// The time, for work that began at a good one: if the clock has jumped beyond the years that a
/// sidecar can hold, the last moment of them. The results are worth more than the time.
pub(super) fn now_or_last() -> Timestamp {
    now().unwrap_or(Timestamp::MAX)
}
