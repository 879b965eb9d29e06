//! What differs between systems: which file a name leads to and who may use it, locks, syncs of
//! folders, signals, limits. Both systems have the same functions; `docs/reference/guarantees.md`
//! says what Windows cannot promise.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// What to do with a link in the place of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Links {
    /// Open the file that it leads to.
    Follow,
    /// Refuse it.
    Refuse,
}

/// Tells a file from all others: its device, and its number there.
#[derive(PartialEq, Eq, Debug)]
pub struct FileId(u64, u64);
