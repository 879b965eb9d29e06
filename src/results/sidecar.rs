//! The sidecar `NAME.meta.json`: everything about results or a table that is not a row.

use std::fs::File;
use std::io;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::experiment::shard::Shard;
use crate::experiment::{Experiment, Spec};
use crate::files::access::access_of;
use crate::files::atomic::AtomicFile;
use crate::files::hashing::{Hashing, hex};
use crate::files::open;
use crate::machine::{self, Provenance};
use crate::results::error::{Action, StoreError};
use crate::results::paths::Paths;
use crate::results::record::columns::FORMAT;

/// The most bytes of a sidecar. Larger ones are neither written nor read.
///
/// It is more than the words of the largest experiment file take as a list.
pub const MOST_BYTES: u64 = 256 << 20;

/// A sidecar of either kind, which its key `kind` names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
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
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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
    /// How many jobs of the whole experiment are left out because a theorem rules out a tour.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped_jobs: u64,
    /// The runs that wrote the file, the first one first.
    pub sessions: Vec<Session>,
    /// SHA-256 of the sorted rows without their times: the same for every run of the experiment.
    /// Missing until the file is complete, and where jobs ran out of memory or time.
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

/// The sidecar of a table of best orders or tour counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSidecar {
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
}

impl Seal {
    /// The seal of a file of this size and SHA-256.
    pub(in crate::results) fn new(bytes: u64, sha256: [u8; 32]) -> Seal {
        Seal { at: machine::now_or_last(), bytes, sha256: hex(&sha256) }
    }

    /// Whether a file of this size and SHA-256 is as it was sealed.
    pub(in crate::results) fn holds(&self, bytes: u64, sha256: [u8; 32]) -> bool {
        (self.bytes, &*self.sha256) == (bytes, &*hex(&sha256))
    }

    /// Whether a file is as it was sealed, from its first byte to its last.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn holds_file(&self, file: &File) -> io::Result<bool> {
        let mut whole = Hashing::new(file);
        io::copy(&mut whole, &mut io::sink())?;
        let (bytes, sha256) = whole.finish();
        Ok(self.holds(bytes, sha256))
    }
}

impl Sidecar {
    /// The experiment that it describes.
    pub(in crate::results) fn experiment(&self, paths: &Paths) -> Result<Experiment, StoreError> {
        self.experiment.experiment(&paths.sidecar).map_err(|error| StoreError::Sidecar {
            path: paths.sidecar.clone(),
            why: error.to_string(),
        })
    }

    /// Describes an experiment, or the same one in other words, from now on. Its title and notes
    /// stay if the experiment has none.
    pub(in crate::results) fn describe(
        &mut self,
        experiment: &Experiment,
        shard: Option<Shard>,
        jobs: u64,
    ) {
        let Sidecar { title, notes, sessions, results_sha256, sealed, .. } = std::mem::take(self);
        let spec = experiment.spec();
        *self = Sidecar {
            format: FORMAT,
            title: experiment.title.clone().or(title),
            notes: experiment.notes.clone().or(notes),
            experiment_hash: spec.hash(),
            experiment: spec,
            shard,
            jobs,
            skipped_jobs: experiment.skipped().map_or(0, |skipped| skipped.jobs),
            sessions,
            results_sha256,
            sealed,
        };
    }

    /// Takes over what another sidecar says of rows that are merged: its title and notes, if there
    /// are none, and its sessions, before the last one.
    pub(in crate::results) fn adopt(&mut self, other: &Sidecar) {
        self.title = self.title.take().or(other.title.clone());
        self.notes = self.notes.take().or(other.notes.clone());
        let own = self.sessions.pop();
        self.sessions.extend(other.sessions.clone());
        self.sessions.sort_by_key(|session| session.started);
        self.sessions.dedup();
        self.sessions.extend(own);
    }

    /// Records the normal end of the last session.
    pub(in crate::results) fn end_session(&mut self, rows: u64) {
        if let Some(session) = self.sessions.last_mut() {
            session.ended = Some(machine::now_or_last());
            session.rows_after = Some(rows);
        }
    }

    /// Replaces the sidecar of a results file. A new one gets the access rights of the CSV.
    ///
    /// # Errors
    /// [`StoreError::Unusable`] before anything is replaced if it would be too large to be read.
    pub(in crate::results) fn write(&self, paths: &Paths) -> Result<(), StoreError> {
        let json = AnySidecar::Results(self.clone()).to_json();
        check_size(json.len() as u64, &paths.sidecar)?;
        let is_new = read_sidecar(&paths.sidecar)?.is_none();
        let commit = if is_new { AtomicFile::commit_new } else { AtomicFile::commit };
        let access = access_of(&paths.csv).map_err(StoreError::io(Action::Read, &paths.csv))?;
        AtomicFile::holding(&paths.sidecar, json.as_bytes(), access)
            .and_then(commit)
            .map_err(StoreError::io(Action::Write, &paths.sidecar))
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

/// What is read of a sidecar first, to know whether the rest can be read.
#[derive(Deserialize)]
struct Head {
    format: Option<u64>,
}

impl AnySidecar {
    /// Reads a sidecar; `None` if the file does not exist.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read, has another format or was edited.
    pub fn read(path: &Path) -> Result<Option<AnySidecar>, StoreError> {
        let wrong = |why: String| StoreError::Sidecar { path: path.to_owned(), why };
        let opened = open::regular(path);
        let text = match opened.and_then(|file| open::text_up_to(file, MOST_BYTES)) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                let why = "this is a link that leads nowhere; remove it or restore its target";
                return Err(StoreError::unusable(path, why));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(wrong(error.to_string()));
            }
            Err(error) => return Err(StoreError::io(Action::Read, path)(error)),
        };
        if text.trim().is_empty() {
            return Err(wrong("it is empty".to_owned()));
        }
        let format = serde_json::from_str(&text).ok().and_then(|head: Head| head.format);
        if let Some(found) = format.filter(|&format| format != u64::from(FORMAT)) {
            return Err(StoreError::Format { path: path.to_owned(), found, known: FORMAT });
        }
        let sidecar: AnySidecar = serde_json::from_str(&text)
            .map_err(|error| wrong(format!("this is not a sidecar of knightsweep: {error}")))?;
        if let AnySidecar::Results(Sidecar { experiment, experiment_hash, .. }) = &sidecar
            && experiment.hash() != *experiment_hash
        {
            return Err(wrong("the experiment in it was edited: its hash is another".to_owned()));
        }
        Ok(Some(sidecar))
    }
}

/// Reads the sidecar of results; `None` if the file does not exist.
///
/// # Errors
/// As [`AnySidecar::read`]; also if the sidecar belongs to a table.
pub fn read_sidecar(path: &Path) -> Result<Option<Sidecar>, StoreError> {
    match AnySidecar::read(path)? {
        None => Ok(None),
        Some(AnySidecar::Results(sidecar)) => Ok(Some(sidecar)),
        Some(AnySidecar::Table(_)) => Err(StoreError::unusable(
            path,
            "it belongs to a table, such as best-order writes, and not to results of run or sweep",
        )),
    }
}

#[cfg(test)]
mod tests {
    use crate::results::sidecar::*;

    fn read(text: &str) -> Result<Option<AnySidecar>, StoreError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.meta.json");
        std::fs::write(&path, text).unwrap();
        AnySidecar::read(&path)
    }

    #[test]
    fn sidecars_of_both_kinds_are_read_as_they_are_written() {
        for name in ["sealed", "shard-1", "count"] {
            let file = format!("tests/data/format3/{name}.meta.json");
            let sidecar = read(&std::fs::read_to_string(file).unwrap()).unwrap();
            assert_eq!(read(&sidecar.as_ref().unwrap().to_json()).unwrap(), sidecar);
        }
    }

    #[test]
    fn a_sidecar_is_read_up_to_the_size_to_which_it_is_written() {
        let path = Path::new("x.meta.json");
        assert!(check_size(MOST_BYTES, path).is_ok());
        let refused = check_size(MOST_BYTES + 1, path).unwrap_err().to_string();
        assert!(refused.contains("x.meta.json") && refused.contains("sample:N"), "{refused}");
        let old = std::fs::read_to_string("tests/data/format3/sealed.meta.json").unwrap();
        let notes = format!("\"notes\": \"{}\"", "x".repeat(65 << 20));
        let large = old.replacen("\"notes\": null", &notes, 1);
        assert!(large.len() > 65 << 20);
        assert!(matches!(read(&large), Ok(Some(AnySidecar::Results(_)))));
    }
}
