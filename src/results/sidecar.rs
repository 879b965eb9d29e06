//! The sidecar `NAME.meta.json`: everything about a results file that is not a row.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::shard::Shard;
use crate::experiment::{Experiment, Spec, hex};
use crate::files::capped_read;
use crate::results::provenance::Provenance;

use crate::results::files::{discard, replace, temporary};
use crate::results::sorted::hash_file;
use crate::results::{Paths, StoreError};

/// Version of the format of results files and sidecars. A file of another version is refused.
pub const FORMAT: u32 = 2;

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
    /// Which part of the jobs the file is for; missing for all of them.
    #[serde(default)]
    pub shard: Option<Shard>,
    /// Number of jobs that the file is for, the rows of the complete file.
    pub jobs: u64,
    /// The runs that wrote the file, the first one first.
    pub sessions: Vec<Session>,
    /// SHA-256 of the sorted rows without their times, once the file was complete and no job had run out of memory: the
    /// same for every run of the experiment.
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

impl Seal {
    /// The seal of a file with this content.
    pub fn of(content: &[u8], at: Timestamp) -> Seal {
        Seal { at, bytes: content.len() as u64, sha256: hex(&Sha256::digest(content)) }
    }

    /// Whether a file is as it was sealed.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn holds(&self, file: &mut File) -> io::Result<bool> {
        let (bytes, sha256) = hash_file(file)?;
        Ok((bytes, &*sha256) == (self.bytes, &*self.sha256))
    }
}

/// The version of the format, read before anything else so that a newer file is named as such.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Sidecar {
    /// The sidecar of results that have no row yet.
    pub(super) fn new(experiment: &Experiment, shard: Option<Shard>, jobs: u64) -> Sidecar {
        let spec = experiment.spec();
        Sidecar {
            format: FORMAT,
            title: experiment.title.clone(),
            notes: experiment.notes.clone(),
            experiment_hash: spec.hash(),
            experiment: spec,
            shard,
            jobs,
            sessions: Vec::new(),
            results_sha256: None,
            sealed: None,
        }
    }
}

/// Reads a sidecar, or `None` if there is none.
///
/// # Errors
/// [`StoreError`] if it cannot be read, has another format or was edited.
pub fn read_sidecar(path: &Path) -> Result<Option<Sidecar>, StoreError> {
    let text = match File::open(path).and_then(capped_read::read_to_string) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::io("read", path)(error)),
    };
    let wrong = |why: String| StoreError::Sidecar { path: path.to_owned(), why };
    let not_a_sidecar = |error| {
        let keys = serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(&text);
        let is_of_table =
            keys.is_ok_and(|keys| ["command", "sealed"].iter().all(|&key| keys.contains_key(key)));
        if is_of_table {
            return StoreError::Path {
                path: path.to_owned(),
                why: "it belongs to a table such as best-order makes, which is no results of run or sweep"
                    .to_owned(),
            };
        }
        wrong(format!("this is not a sidecar of knightsweep: {error}"))
    };
    let Format { format } = serde_json::from_str(&text).map_err(not_a_sidecar)?;
    if format != FORMAT {
        return Err(StoreError::Format { path: path.to_owned(), found: format });
    }
    let sidecar: Sidecar = serde_json::from_str(&text).map_err(not_a_sidecar)?;
    if sidecar.experiment.hash() != sidecar.experiment_hash {
        return Err(wrong("the experiment in it was edited: its hash is another".to_owned()));
    }
    Ok(Some(sidecar))
}

/// Compares the hash of complete results with the one that they are known by; without either, nothing can be told.
///
/// # Errors
/// [`StoreError::Altered`] if they differ.
pub(super) fn check_results(
    csv: &Path,
    known: Option<&str>,
    found: Option<&str>,
) -> Result<(), StoreError> {
    match known.zip(found) {
        Some((known, found)) if known != found => Err(StoreError::Altered { path: csv.to_owned() }),
        _ => Ok(()),
    }
}

/// Replaces the sidecar in one step.
pub(super) fn write_sidecar(paths: &Paths, sidecar: &Sidecar) -> Result<(), StoreError> {
    let temporary = temporary(&paths.sidecar);
    let write = || -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(sidecar)?;
        text.push(b'\n');
        let mut file = File::create(&temporary)?;
        file.write_all(&text)?;
        file.sync_all()
    };
    let written = write()
        .map_err(StoreError::io("write", &temporary))
        .and_then(|()| replace(&temporary, &paths.sidecar));
    if written.is_err() {
        discard(&temporary);
    }
    written
}
