//! The sidecar `NAME.meta.json`: everything about results or a table that is not a row.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::experiment::shard::Shard;
use crate::experiment::{Experiment, Spec, hex};
use crate::files::atomic::{self, Access, AtomicFile};
use crate::files::open;
use crate::results::blocks::Blocks;
use crate::results::clock;
use crate::results::error::StoreError;
use crate::results::hashing::hash_file;
use crate::results::paths::Paths;
use crate::results::provenance::Provenance;

/// Version of the format of results files and sidecars. A file of another version is refused.
pub const FORMAT: u32 = 2;

/// A sidecar of either kind, which its key `kind` names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum AnySidecar {
    /// Of the results of an experiment.
    Results(Sidecar),
    /// Of a table of best orders or tour counts.
    Table(TableSidecar),
}

/// The sidecar of a results file.
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
    /// SHA-256 of the sorted rows without their times: the same for every run of the experiment.
    /// Missing until the file is complete, and where jobs ran out of memory.
    pub results_sha256: Option<String>,
    /// Present once the file is complete and sorted.
    pub sealed: Option<Seal>,
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
    /// Rows in the file when it began.
    pub rows_before: u64,
    /// Bytes of a torn row that it cut off when it began.
    pub torn_bytes: u64,
    /// Rows in the file when it ended normally.
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
    /// The blocks of the CSV; none for tables, and for results of older programs.
    #[serde(default, skip_serializing_if = "Blocks::is_empty")]
    pub blocks: Blocks,
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
            started: clock::now_or_last(),
            ended: None,
            command: writer.command,
            threads: writer.threads,
            rows_before,
            torn_bytes,
            rows_after: None,
            made_by: Provenance::current(),
        }
    }
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
            command: writer.command,
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

    /// The sidecar of results that exist.
    ///
    /// # Errors
    /// [`StoreError::Sidecar`] without one, and those of [`read_sidecar`].
    pub(super) fn of(paths: &Paths) -> Result<Sidecar, StoreError> {
        read_sidecar(&paths.sidecar)?
            .ok_or_else(|| StoreError::without_sidecar(&paths.csv, &paths.sidecar))
    }

    /// The experiment that it describes.
    pub(super) fn experiment(&self, paths: &Paths) -> Result<Experiment, StoreError> {
        self.experiment.experiment(&paths.sidecar).map_err(|error| StoreError::Sidecar {
            path: paths.sidecar.clone(),
            why: error.to_string(),
        })
    }

    /// Refuses a sealed file that was altered. One that was only cut to fewer rows can be completed
    /// if the hash of its results is known: sealing compares them.
    pub(super) fn check_seal(
        &self,
        file: &mut File,
        paths: &Paths,
        rows: u64,
    ) -> Result<(), StoreError> {
        let Some(seal) = &self.sealed else {
            return Ok(());
        };
        let (bytes, sha256) = hash_file(file).map_err(StoreError::io("read", &paths.csv))?;
        let was_cut = bytes < seal.bytes && rows < self.jobs;
        if (was_cut && self.results_sha256.is_some()) || sha256 == seal.sha256 {
            Ok(())
        } else {
            Err(StoreError::altered(&paths.csv))
        }
    }

    /// Records the seal of the complete file, and the hash of its results unless it is known.
    pub(super) fn seal(&mut self, seal: Seal, results_sha256: Option<String>) {
        self.sealed = Some(seal);
        self.results_sha256 = self.results_sha256.take().or(results_sha256);
    }

    /// Records the normal end of the last session.
    pub(super) fn end_session(&mut self, rows: u64) {
        if let Some(session) = self.sessions.last_mut() {
            session.ended = Some(clock::now_or_last());
            session.rows_after = Some(rows);
        }
    }

    /// Whether complete results are known not to have this hash.
    pub(super) fn contradicts_results(&self, found: Option<&str>) -> bool {
        let known = self.results_sha256.as_deref();
        known.zip(found).is_some_and(|(known, found)| known != found)
    }

    /// Creates the sidecar of a results file, which must not exist.
    pub(super) fn write_new(&self, paths: &Paths, access: &Access) -> Result<(), StoreError> {
        let json = AnySidecar::Results(self.clone()).to_json();
        let create = || {
            let mut file = AtomicFile::create_as(&paths.sidecar, access.clone())?;
            file.write_all(json.as_bytes())?;
            file.commit_new()
        };
        create().map_err(StoreError::io("write", &paths.sidecar))
    }

    /// Replaces the sidecar of a results file. A new one is for whom the CSV is.
    pub(super) fn write(&self, paths: &Paths) -> Result<(), StoreError> {
        let json = AnySidecar::Results(self.clone()).to_json();
        let access = Access::of(&paths.csv).map_err(StoreError::io("look at", &paths.csv))?;
        atomic::replace_as(&paths.sidecar, json.as_bytes(), access)
            .map_err(StoreError::io("write", &paths.sidecar))
    }
}

impl AnySidecar {
    /// The text of the sidecar.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("every key is a string, and no value fails to serialize") + "\n"
    }

    /// Reads a sidecar; `None` if the file does not exist.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read, has another format or was edited.
    pub fn read(path: &Path) -> Result<Option<AnySidecar>, StoreError> {
        let text = match open::read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io("read", path)(error)),
        };
        let wrong = |why: String| StoreError::Sidecar { path: path.to_owned(), why };
        let not_a_sidecar = |error| wrong(format!("this is not a sidecar of knightsweep: {error}"));
        let mut keys: serde_json::Map<String, Value> =
            serde_json::from_str(&text).map_err(not_a_sidecar)?;
        let format = keys.get("format").and_then(Value::as_u64);
        if let Some(found) = format.filter(|&format| format != u64::from(FORMAT)) {
            return Err(StoreError::Format { path: path.to_owned(), found, known: FORMAT });
        }
        if !keys.contains_key("kind") {
            // Sidecars of the first programs have no kind. Those of tables have no format.
            let is_table = ["command", "sealed"].iter().all(|&key| keys.contains_key(key));
            let kind = if is_table && format.is_none() { "table" } else { "results" };
            keys.insert("kind".to_owned(), kind.into());
        }
        let sidecar = serde_json::from_value(Value::Object(keys)).map_err(not_a_sidecar)?;
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

/// One line for each key in which two experiments differ.
pub(super) fn differences(there: &Spec, wanted: &Spec, wanting: &str) -> String {
    let pairs = there.entries().into_iter().zip(wanted.entries());
    pairs
        .filter(|(there, wanted)| there != wanted)
        .map(|((key, there), (_, wanted))| {
            format!("  {key}: the file has {there}, {wanting} {wanted}\n")
        })
        .collect()
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
    fn sidecars_of_both_kinds_are_read_with_and_without_the_key() {
        for (name, kind) in [("sealed", "results"), ("shard-1", "results"), ("count", "table")] {
            let file = format!("tests/data/format2/{name}.meta.json");
            let old = std::fs::read_to_string(file).unwrap();
            assert!(!old.contains("\"kind\""));
            let sidecar = read(&old).unwrap().unwrap();
            let new = sidecar.to_json();
            assert!(new.contains(&format!("\"kind\": \"{kind}\"")), "{new}");
            assert_eq!(read(&new).unwrap(), Some(sidecar));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "{}", "[]", "{\"kind\": \"picture\"}", "{\"format\": 2, \"kind\": \"table\"}"]
        {
            assert!(matches!(read(text), Err(StoreError::Sidecar { .. })), "{text}");
        }
        assert!(matches!(read("{\"format\": 3}"), Err(StoreError::Format { found: 3, .. })));
    }
}
