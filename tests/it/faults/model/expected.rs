//! The model: what is known of one results file.

use std::collections::BTreeMap;

use super::events::Memory;

/// What is known of one results file.
#[derive(Clone, Default, Debug)]
pub struct Expected {
    /// The memory with which each job was searched that has a row; enough if that makes no
    /// difference.
    pub rows: BTreeMap<u64, Memory>,
    /// Whether it was sealed, and with which rows.
    pub sealed: Option<BTreeMap<u64, Memory>>,
    /// Whether a sidecar is there.
    pub exists: bool,
    /// Whether a byte was changed after the file was sealed.
    pub is_altered: bool,
    /// Whether the sidecar has the hash of the results, which a job without memory makes unknown.
    pub knows_results: bool,
}

impl Expected {
    pub fn is_damaged(&self) -> bool {
        self.is_altered || self.is_cut()
    }

    /// Whether rows of the sealed file are missing.
    pub fn is_cut(&self) -> bool {
        self.sealed.as_ref().is_some_and(|sealed| *sealed != self.rows)
    }

    /// Seals the file if it has the rows of all these jobs.
    pub fn seal_if_complete(&mut self, jobs: usize) {
        self.sealed = (self.rows.len() == jobs).then(|| self.rows.clone());
        self.knows_results |= self.sealed.is_some() && !self.has_memory_rows();
    }

    /// Whether a plain merge takes the file: its rows are those of a seal, or were never sealed.
    pub fn can_be_merged(&self, jobs: usize) -> bool {
        let is_known = self.rows.len() == jobs && !self.has_memory_rows();
        let can_be_compared = self.sealed.is_some() || !self.knows_results || is_known;
        self.exists && !self.is_damaged() && can_be_compared
    }

    pub fn has_memory_rows(&self) -> bool {
        self.rows.values().any(|&memory| memory == Memory::Little)
    }
}
