//! Why a search has no answer.

use knight_board::Interrupted;

/// A search needs more memory than its limit, or a count that may exceed 128 bits.
/// [`Tables::failures`](crate::Tables::failures) says which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search needs more memory than its limit, or numbers beyond 128 bits")]
pub struct MemoryLimit;

/// Why a search has no answer, where both can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SearchError {
    /// It was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// It does not fit.
    #[error(transparent)]
    MemoryLimit(#[from] MemoryLimit),
}
