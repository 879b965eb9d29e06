//! Why results cannot be read or written, and what the user can do about it.

use std::io;
use std::path::{Path, PathBuf};

use super::FORMAT;
use crate::experiment::shard::{Shard, in_words};

/// Why a results file cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The path cannot be that of a results file.
    #[error("{path}: {why}")]
    Path {
        /// The path.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// Another process writes the file.
    #[error("{path} is being written by {holder}; wait until it has finished, or stop it")]
    Locked {
        /// The results file.
        path: PathBuf,
        /// What the holder says of itself.
        holder: String,
    },
    /// The file exists without its sidecar.
    #[error(
        "{path} exists, but its sidecar {sidecar} does not, so nothing says what it holds; \
             restore the sidecar, name another file, or begin anew with `run --fresh`, which moves this one aside"
    )]
    NoSidecar {
        /// The results file.
        path: PathBuf,
        /// The missing sidecar.
        sidecar: PathBuf,
    },
    /// The sidecar is no sidecar, or was edited.
    #[error(
        "{path}: {why}; restore it, name another file, or begin anew with `run --fresh`, which moves this one aside"
    )]
    Sidecar {
        /// The sidecar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file has another version of the format.
    #[error(
        "{path} has format {found}, this program reads and writes format {FORMAT}; \
             use the version of knightsweep that wrote it, or choose another --out"
    )]
    Format {
        /// The sidecar.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
    /// The file holds the results of another experiment.
    #[error(
        "{path} holds another experiment:\n{differences}choose another --out, or move the file aside with --fresh"
    )]
    OtherExperiment {
        /// The results file.
        path: PathBuf,
        /// One line for each key that differs.
        differences: String,
    },
    /// Files to merge hold different experiments.
    #[error(
        "{path} holds another experiment than {first}:\n{differences}only shards of one experiment can be merged"
    )]
    NotOneExperiment {
        /// A file.
        path: PathBuf,
        /// The first of the files.
        first: PathBuf,
        /// One line for each key that differs.
        differences: String,
    },
    /// The file holds other jobs of the same experiment.
    #[error(
        "{path} holds {} of this experiment, the command asks for {}; \
             choose another --out, or move the file aside with --fresh",
        in_words(*.there), in_words(*.wanted)
    )]
    OtherShard {
        /// The results file.
        path: PathBuf,
        /// What it is for.
        there: Option<Shard>,
        /// What the command is for.
        wanted: Option<Shard>,
    },
    /// A line of the file is damaged.
    #[error(
        "{path}: line {line}: {fault}; `knightsweep verify` lists all the damage; \
             restore the file, save its good rows with `knightsweep merge --salvage`, or move it aside with --fresh"
    )]
    Damaged {
        /// The results file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// A sealed file is not what was sealed.
    #[error(
        "{path} has changed since it was sealed: its SHA-256 is not the one in the sidecar; \
             restore it, save its good rows with `knightsweep merge --salvage`, or move it aside with --fresh"
    )]
    Altered {
        /// The results file.
        path: PathBuf,
    },
    /// New results could not be begun after the old ones had been moved.
    #[error("{source}. {moved}")]
    AfterMoving {
        /// Why they could not.
        source: Box<StoreError>,
        /// Where the old results are.
        moved: String,
    },
    /// A row came twice for a job.
    #[error("job {0} was reported twice; this is a bug of the program")]
    ReportedTwice(u64),
    /// Reading or writing failed.
    #[error("cannot {action} {path}: {source}{}", advice(action, source))]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn advice(action: &str, error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        FileTooLarge, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    let while_writing = ["write", "sync", "replace"].iter().any(|verb| action.starts_with(verb));
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => {
            "; the rows in the file are kept: make room, then run the same command again to go on"
        }
        PermissionDenied | ReadOnlyFilesystem if action.starts_with("lock") => {
            "; a lock and a sidecar are written beside the results: choose another --out, or make that folder writable"
        }
        PermissionDenied | ReadOnlyFilesystem if action.starts_with("make") => {
            "; choose another --out, or make the folder that it is in writable"
        }
        _ if while_writing => {
            "; the rows in the file are kept: once the cause is gone, run the same command again to go on"
        }
        _ => "",
    }
}

impl StoreError {
    /// Whether the request was refused before anything was done, rather than failed while doing it.
    pub fn is_refusal(&self) -> bool {
        match self {
            StoreError::Io { .. } | StoreError::ReportedTwice(_) | StoreError::Locked { .. } => {
                false
            }
            StoreError::AfterMoving { source, .. } => source.is_refusal(),
            _ => true,
        }
    }

    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |source| StoreError::Io { action, path: path.to_owned(), source }
    }
}
