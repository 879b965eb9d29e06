//! Why a search has no answer.

/// A search was stopped from outside before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search was stopped before it had an answer")]
pub struct Interrupted;

/// A count or a proof needs more memory than there is for it, or a number is beyond 128 bits, or may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the search needs more memory than its limit")]
pub struct MemoryLimit;
