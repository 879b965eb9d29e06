//! What can be wrong with the lines of a file, for messages.

use std::path::PathBuf;

/// A damaged line of a results file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The line, from 1; 0 for the sidecar and what concerns the whole file.
    pub line: u64,
    /// What is wrong there.
    pub fault: String,
}

/// A place in a file, for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowPlace {
    /// The file.
    pub path: PathBuf,
    /// Its line, from 1.
    pub line: u64,
}

/// Two rows that cannot both be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The row that was read first.
    pub first: RowPlace,
    /// The other one.
    pub second: RowPlace,
    /// Why not both can be right.
    pub why: &'static str,
}
