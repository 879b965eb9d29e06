//! The runs that wrote a file, as sidecars record them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::machine::Provenance;

/// One run that wrote rows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// When it began, UTC.
    pub started: Timestamp,
    /// When it ended normally; missing while it runs, and for good if it was killed.
    pub ended: Option<Timestamp>,
    /// Its command line.
    pub command: Vec<String>,
    /// Its worker threads.
    pub threads: usize,
    /// How long a job could be searched, in seconds; missing without a limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_s: Option<f64>,
    /// Rows in the file when it began.
    pub rows_before: u64,
    /// Bytes of a torn row that it cut off when it began.
    pub torn_bytes: u64,
    /// Rows in the file when it ended normally.
    pub rows_after: Option<u64>,
    /// The program and the machine.
    pub made_by: Provenance,
}

/// Who writes results, for the sidecar and the lock.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The command line.
    pub command: Vec<String>,
    /// Worker threads.
    pub threads: usize,
}

impl Session {
    pub(super) fn begin(writer: Writer, rows_before: u64, torn_bytes: u64) -> Session {
        Session {
            started: machine::now_or_last(),
            ended: None,
            command: writer.command,
            threads: writer.threads,
            time_limit_s: None,
            rows_before,
            torn_bytes,
            rows_after: None,
            made_by: Provenance::current(),
        }
    }
}
