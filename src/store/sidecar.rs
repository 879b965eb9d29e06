//! The sidecar `NAME.meta.json`: everything about a results file that is not a row.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::experiment::Spec;
use crate::provenance::Provenance;

/// Version of the format of results files and sidecars. A file of another version is refused.
pub const FORMAT: u32 = 1;

/// What is known of a results file beside its rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sidecar {
    /// Version of the format, [`FORMAT`].
    pub format: u32,
    /// Title of the experiment.
    pub title: Option<String>,
    /// Notes of the experiment.
    pub notes: Option<String>,
    /// What is computed.
    pub experiment: Spec,
    /// [`Spec::hash`] of `experiment`.
    pub experiment_hash: String,
    /// Number of jobs in the plan, the rows of the complete file.
    pub jobs: u64,
    /// The runs that wrote the file, the first one first.
    pub sessions: Vec<Session>,
    /// SHA-256 of the sorted rows without their times, once the file was complete: the same for every run of
    /// the experiment.
    pub results_sha256: Option<String>,
    /// Present once the file is complete and sorted.
    pub sealed: Option<Seal>,
}

/// One run that wrote rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// When it began, UTC.
    pub started: Timestamp,
    /// When it ended in order; missing while it runs, and for good if it was killed.
    pub ended: Option<Timestamp>,
    /// Its command line.
    pub command: Vec<String>,
    /// Its worker threads.
    pub threads: usize,
    /// Rows in the file when it began.
    pub rows_before: u64,
    /// Bytes of a torn row that it cut off at the beginning.
    pub torn_bytes: u64,
    /// Rows in the file when it ended in order.
    pub rows_after: Option<u64>,
    /// The program and the machine.
    pub made_by: Provenance,
}

/// The state of a complete file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// When it was sealed, UTC.
    pub at: Timestamp,
    /// Size of the CSV in bytes.
    pub bytes: u64,
    /// SHA-256 of the CSV, in hexadecimal.
    pub sha256: String,
}

/// The version of the format, read before anything else so that a newer file is named as such.
#[derive(Deserialize)]
pub(super) struct Format {
    pub(super) format: u32,
}
