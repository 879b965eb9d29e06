//! Why results cannot be read or written, and what the user can do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::shown::shown;

/// Why a results file cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The files cannot be used for this; the message names them and says what to do.
    #[error("{0}")]
    Unusable(String),
    /// Another process writes the file.
    #[error("{} is being written by {holder}; wait until it has finished, or stop it", shown(path))]
    Locked {
        /// The results file.
        path: PathBuf,
        /// How the holder describes itself.
        holder: String,
    },
    /// The file is not a sidecar, or was edited.
    #[error("{}: {why}; restore it", shown(path))]
    Sidecar {
        /// The sidecar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file has another version of the format.
    #[error(
        "{} has format {found}, this program reads and writes format {known}; \
         use the version of knightsweep that wrote it, or choose another --out",
        shown(path)
    )]
    Format {
        /// The sidecar.
        path: PathBuf,
        /// Its version.
        found: u64,
        /// The version of this program.
        known: u32,
    },
    /// Nothing new could be written after the old results had been moved.
    #[error("{source}. {moved}")]
    AfterMoving {
        /// Why not.
        source: Box<StoreError>,
        /// Where the old results are.
        moved: String,
    },
    /// A merge failed on the way.
    #[error("{}; {state}", without_advice(why))]
    NotMerged {
        /// Why. Not as a source, because its own message has the advice of a run.
        why: Box<StoreError>,
        /// What is there now, and what to do.
        state: String,
    },
    /// Rows in the file are not those that were written.
    #[error(
        "{} was changed by something else while it was being written, so it is not sealed; \
         `knightsweep verify` shows the damage; restore the file, save its good rows with \
         `knightsweep merge --salvage`, or move it aside with --fresh",
        shown(.0)
    )]
    ChangedMeanwhile(PathBuf),
    /// Another file is in the place of the one that is written, or it was written by others.
    #[error(
        "{}: {what} during this run, so nothing more was written to the files there; it is unknown \
         which rows are saved: look for the file, examine it with `knightsweep verify`, then run \
         the same command again",
        shown(.0),
        what = .1
    )]
    TakenMeanwhile(PathBuf, &'static str),
    /// A job was reported twice, or belongs to another file.
    #[error("job {0} has a row already, or belongs to another file; this is a bug of the program")]
    UnexpectedRow(u64),
    /// Reading or writing failed.
    #[error("cannot {action} {}: {source}{}", shown(path), advice(action, source))]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// What to do about a damaged file that was to be resumed.
pub(super) const REMEDIES_OF_RUN: &str = "restore the file, save its good rows with \
     `knightsweep merge --salvage`, or move it aside with --fresh";

/// What to do about a damaged file that was to be merged.
pub(super) const REMEDIES_OF_MERGE: &str = "restore the file, or use --salvage, which leaves out \
     what may have changed, and with --recheck searches it again and keeps what is confirmed";

/// What to do about an error, to be added to its message.
fn advice(action: &str, error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        FileTooLarge, InvalidFilename, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
        StorageFull,
    };
    // EMFILE, which has no kind.
    if cfg!(unix) && error.raw_os_error() == Some(24) {
        return "; raise the limit of open files, such as with `ulimit -n 4096`";
    }
    match (error.kind(), action.split(' ').next()) {
        (InvalidFilename, _) => "; choose a shorter name",
        // The error says what the limit is.
        (FileTooLarge, Some("read")) => "",
        (StorageFull | QuotaExceeded | FileTooLarge, Some("lock" | "make")) => {
            "; make room, then run the same command again"
        }
        (StorageFull | QuotaExceeded | FileTooLarge, _) => {
            "; the rows in the file are kept: make room, then run the same command again to resume"
        }
        (PermissionDenied | ReadOnlyFilesystem, Some("lock")) => {
            "; a lock and a sidecar are written beside the results: choose another --out, \
             or make that folder writable"
        }
        (PermissionDenied | ReadOnlyFilesystem, Some("make")) => {
            "; choose another --out, or make the parent folder writable"
        }
        (PermissionDenied, Some("write")) => "; make the file writable, or choose another --out",
        (_, Some("write" | "sync")) => {
            "; the rows in the file are kept: remove the cause, \
             then run the same command again to resume"
        }
        _ => "",
    }
}

/// The message of an error without what a run can do about it.
fn without_advice(error: &StoreError) -> String {
    match error {
        StoreError::Io { action, path, source } => {
            format!("cannot {action} {}: {source}", shown(path))
        }
        other => other.to_string(),
    }
}

impl StoreError {
    /// Whether the request was refused before anything was done, rather than failed on the way.
    pub fn is_refusal(&self) -> bool {
        match self {
            StoreError::Io { .. }
            | StoreError::ChangedMeanwhile(_)
            | StoreError::TakenMeanwhile(..)
            | StoreError::UnexpectedRow(_)
            | StoreError::Locked { .. } => false,
            StoreError::AfterMoving { source: why, .. } | StoreError::NotMerged { why, .. } => {
                why.is_refusal()
            }
            _ => true,
        }
    }

    /// Whether results cannot be locked because nobody can write beside them.
    pub fn is_read_only(&self) -> bool {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        matches!(self, StoreError::Io { action: "lock", source, .. }
            if matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem))
    }

    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |source| StoreError::Io { action, path: path.to_owned(), source }
    }

    pub(super) fn unusable(path: &Path, why: &str) -> StoreError {
        StoreError::Unusable(format!("{}: {why}", shown(path)))
    }

    /// There are results, but their sidecar is missing.
    pub(super) fn without_sidecar(csv: &Path, sidecar: &Path) -> StoreError {
        let sidecar = shown(sidecar);
        let why = format!(
            "its sidecar {sidecar} does not exist, so the experiment is unknown; summarize, plot, \
             report and compare read the rows without it"
        );
        StoreError::Sidecar { path: csv.to_owned(), why }
    }

    /// Adds to the advice of a faulty or missing sidecar what a run can do about it.
    pub(super) fn or_start_again(self) -> StoreError {
        match self {
            StoreError::Sidecar { .. } => StoreError::Unusable(format!(
                "{self}, choose another --out, or start again with --fresh, which moves the old \
                 files aside"
            )),
            other => other,
        }
    }

    /// A sealed file is not what was sealed, and a run was to resume it.
    pub(super) fn altered(csv: &Path) -> StoreError {
        StoreError::altered_with(csv, REMEDIES_OF_RUN)
    }

    /// A sealed file is not what was sealed, and was to be merged.
    pub(super) fn altered_input(csv: &Path) -> StoreError {
        StoreError::altered_with(csv, REMEDIES_OF_MERGE)
    }

    /// Rows of a file that is not sealed are not what was written. `which` names them, `remedies`
    /// says what to do.
    pub(super) fn changed(csv: &Path, which: &str, remedies: &str) -> StoreError {
        StoreError::Unusable(format!(
            "{}: {which} have changed since they were written: they do not have the checksums in \
             the journal; {remedies}. If the journal belongs to other rows, because a backup of the \
             results was restored without it, move {} elsewhere and keep it: the rows are then \
             checked one by one, and `knightsweep verify --recompute N` searches N of them again",
            shown(csv),
            shown(csv.with_extension("csv.journal"))
        ))
    }

    fn altered_with(csv: &Path, remedies: &str) -> StoreError {
        StoreError::Unusable(format!(
            "{} has changed since it was sealed: its size or SHA-256 is not the one in the \
             sidecar; {remedies}",
            shown(csv)
        ))
    }
}

#[cfg(test)]
mod tests {
    use crate::results::error::*;

    #[test]
    fn errors_of_the_system_say_what_to_do() {
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let error = StoreError::io("write to", Path::new("sweep.csv"))(denied).to_string();
        assert!(error.starts_with("cannot write to sweep.csv: "), "{error}");
        assert!(error.ends_with("; make the file writable, or choose another --out"), "{error}");
        let files = StoreError::io("open", Path::new("x.csv"))(io::Error::from_raw_os_error(24));
        assert!(files.to_string().ends_with("`ulimit -n 4096`"), "{files}");
    }
}
