//! The sidecar `NAME.meta.json`: everything about results or a table that is not a row.

mod differences;
mod faults;
mod reading;

pub(super) use differences::differences;
pub(super) use faults::{session_fault, sidecar_faults};
pub use reading::read_sidecar;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use jiff::Timestamp;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::plan::Plan;
use crate::experiment::shard::Shard;
use crate::experiment::{Experiment, Spec, hex};
use crate::files::access::Access;
use crate::files::atomic::{self, AtomicFile};
use crate::results::blocks::Blocks;
use crate::results::clock;
use crate::results::error::StoreError;
use crate::results::hashing::{hash_file, hash_file_and_rows};
use crate::results::paths::Paths;
use crate::results::provenance::Provenance;
use crate::results::sessions::{self, bounded_command};

pub use crate::results::sessions::{Session, Writer};

/// Version of the format of results files and sidecars. A file of another version is refused.
pub const FORMAT: u32 = 2;

/// The most bytes of a sidecar. Larger ones are neither written nor read.
///
/// It is more than one can have: the words of the largest experiment file as a list, all sessions
/// that are kept, and the blocks of a billion rows.
pub const MOST_BYTES: u64 = 256 << 20;

/// A sidecar of either kind, which its key `kind` names.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "there are only a few at a time")]
pub enum AnySidecar {
    /// Of the results of an experiment.
    Results(Sidecar),
    /// Of a table of best orders or tour counts.
    Table(TableSidecar),
}

impl AnySidecar {
    /// The text of the sidecar.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("every key is a string, and no value fails to serialize") + "\n"
    }
}

/// The sidecar of a results file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sidecar {
    /// Which kind it is of is known once it is read.
    #[serde(default, skip_serializing)]
    pub(in crate::results) kind: IgnoredAny,
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
    /// How many jobs of the whole experiment are left out because a theorem rules out a tour.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped_jobs: u64,
    /// The runs that wrote the file, the first one first.
    pub sessions: Vec<Session>,
    /// How many runs in the middle of them are left out, because there were more than 10,000.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sessions_left_out: u64,
    /// SHA-256 of the sorted rows without their times: the same for every run of the experiment.
    /// Missing until the file is complete, and where jobs ran out of memory or time.
    pub results_sha256: Option<String>,
    /// Present once the file is complete and sorted.
    pub sealed: Option<Seal>,
}

/// The sidecar of a table of best orders or tour counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSidecar {
    /// Which kind it is of is known once it is read.
    #[serde(default, skip_serializing)]
    pub(in crate::results) kind: IgnoredAny,
    /// The command line.
    pub command: Vec<String>,
    /// When it began, UTC.
    pub started: Timestamp,
    /// When the table was finished, UTC.
    pub ended: Timestamp,
    /// Worker threads.
    pub threads: usize,
    /// The program and the machine.
    pub made_by: Provenance,
    /// The state of the table.
    pub sealed: Seal,
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
    /// The blocks of the CSV; none for tables, and for results of older programs.
    #[serde(default, skip_serializing_if = "Blocks::is_empty")]
    pub blocks: Blocks,
}

impl Seal {
    /// Whether a file is as it was sealed.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn holds(&self, file: &mut File) -> io::Result<bool> {
        let (bytes, sha256) = hash_file(file)?;
        Ok((bytes, &*sha256) == (self.bytes, &*self.sha256))
    }
}

impl TableSidecar {
    /// The sidecar of a table with this content, which was finished now.
    pub fn new(writer: Writer, started: Timestamp, content: &[u8]) -> TableSidecar {
        let ended = clock::now_or_last();
        let sha256 = hex(&Sha256::digest(content));
        TableSidecar {
            kind: IgnoredAny,
            command: bounded_command(writer.command),
            started,
            ended,
            threads: writer.threads,
            made_by: Provenance::current(),
            sealed: Seal {
                at: ended,
                bytes: content.len() as u64,
                sha256,
                blocks: Blocks::default(),
            },
        }
    }
}

impl Sidecar {
    /// The sidecar of results without rows.
    pub(in crate::results) fn new(
        experiment: &Experiment,
        shard: Option<Shard>,
        jobs: u64,
    ) -> Sidecar {
        let spec = experiment.spec();
        Sidecar {
            kind: IgnoredAny,
            format: FORMAT,
            title: experiment.title.clone(),
            notes: experiment.notes.clone(),
            experiment_hash: spec.hash(),
            experiment: spec,
            shard,
            jobs,
            skipped_jobs: Plan::new(experiment)
                .skipped()
                .iter()
                .map(|on_board| on_board.jobs)
                .sum(),
            sessions: Vec::new(),
            sessions_left_out: 0,
            results_sha256: None,
            sealed: None,
        }
    }

    /// The sidecar of results that exist.
    ///
    /// # Errors
    /// [`StoreError::Sidecar`] without one, and those of [`read_sidecar`].
    pub(in crate::results) fn of(paths: &Paths) -> Result<Sidecar, StoreError> {
        read_sidecar(&paths.sidecar)?
            .ok_or_else(|| StoreError::without_sidecar(&paths.csv, &paths.sidecar))
    }

    /// The experiment that it describes.
    pub(in crate::results) fn experiment(&self, paths: &Paths) -> Result<Experiment, StoreError> {
        self.experiment.experiment(&paths.sidecar).map_err(|error| StoreError::Sidecar {
            path: paths.sidecar.clone(),
            why: error.to_string(),
        })
    }

    /// Refuses a sealed file that was altered, or whose results have another hash. One that was
    /// only cut to fewer rows can be completed if it has none, or if the hash of its results is
    /// known: sealing compares them.
    pub(in crate::results) fn check_seal(
        &self,
        file: &mut File,
        paths: &Paths,
        rows: u64,
    ) -> Result<(), StoreError> {
        let Some(seal) = &self.sealed else {
            return Ok(());
        };
        let hashes = hash_file_and_rows(file).map_err(StoreError::io("read", &paths.csv))?;
        let (bytes, sha256, results) = hashes;
        // Without a row there is none that could have changed.
        let can_be_compared = rows == 0 || self.results_sha256.is_some();
        if bytes < seal.bytes && rows < self.jobs && can_be_compared {
            return Ok(());
        }
        if (bytes, &sha256) != (seal.bytes, &seal.sha256) {
            return Err(StoreError::altered(&paths.csv));
        }
        if rows == self.jobs && self.contradicts_results(results.as_deref()) {
            let why = "its results_sha256 is not that of the rows, which are as they were sealed";
            let (path, why) = (paths.sidecar.clone(), why.to_owned());
            return Err(StoreError::Sidecar { path, why }.or_start_again());
        }
        Ok(())
    }

    /// Records the seal of the complete file, and the hash of its results unless it is known.
    pub(in crate::results) fn seal(&mut self, seal: Seal, results_sha256: Option<String>) {
        self.sealed = Some(seal);
        self.results_sha256 = self.results_sha256.take().or(results_sha256);
    }

    /// Records the normal end of the last session.
    pub(in crate::results) fn end_session(&mut self, rows: u64) {
        if let Some(session) = self.sessions.last_mut() {
            session.ended = Some(clock::now_or_last());
            session.rows_after = Some(rows);
        }
    }

    /// Whether complete results are known not to have this hash.
    pub(in crate::results) fn contradicts_results(&self, found: Option<&str>) -> bool {
        let known = self.results_sha256.as_deref();
        known.zip(found).is_some_and(|(known, found)| known != found)
    }

    /// Creates the sidecar of a results file, which must not exist.
    ///
    /// # Errors
    /// As [`Sidecar::write`].
    pub(in crate::results) fn write_new(
        &self,
        paths: &Paths,
        access: &Access,
    ) -> Result<(), StoreError> {
        let json = self.bounded_json(&paths.sidecar)?;
        let create = || {
            let mut file = AtomicFile::create_as(&paths.sidecar, access.clone())?;
            file.write_all(json.as_bytes())?;
            file.commit_new()
        };
        create().map_err(StoreError::io("write", &paths.sidecar))
    }

    /// Replaces the sidecar of a results file. A new one gets the access rights of the CSV.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] before anything is replaced if it would be too large to be read.
    pub(in crate::results) fn write(&self, paths: &Paths) -> Result<(), StoreError> {
        let json = self.bounded_json(&paths.sidecar)?;
        let access = Access::of(&paths.csv).map_err(StoreError::io("look at", &paths.csv))?;
        atomic::replace_as(&paths.sidecar, json.as_bytes(), access)
            .map_err(StoreError::io("write", &paths.sidecar))
    }

    /// The text, with its sessions bounded.
    fn bounded_json(&self, path: &Path) -> Result<String, StoreError> {
        let mut bounded = self.clone();
        let left_out = sessions::bound(&mut bounded.sessions);
        bounded.sessions_left_out = bounded.sessions_left_out.saturating_add(left_out);
        let json = AnySidecar::Results(bounded).to_json();
        check_size(json.len() as u64, path)?;
        Ok(json)
    }
}

fn check_size(bytes: u64, sidecar: &Path) -> Result<(), StoreError> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(StoreError::unusable(
        sidecar,
        "the description of the experiment would take more than 256 MiB; name boards, starts and \
         orders by sets such as 5-8, all or sample:N:SEED, or divide the experiment",
    ))
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
