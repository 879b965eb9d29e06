//! Why results cannot be read or written, and what the user can do about it.

use std::io;
use std::path::{Path, PathBuf};

use knight_board::named_enum;

use crate::experiment::plan::Job;
use crate::experiment::shard::Shard;
use crate::results::findings::{Conflict, Damage, RowPlace};
use crate::system::is_out_of_files;
use crate::text::formatting::counted;
use crate::text::shown::{reason, shown};

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
    #[error(
        "{}: {why}; restore it, or run the experiment with --repair, which moves it aside, keeps all \
         rows and writes it again",
        shown(path)
    )]
    Sidecar {
        /// The sidecar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file has another version of the format.
    #[error(
        "{} has format {found}, this program reads and writes format {known}; \
         use the version of knightsweep that wrote it, or run the experiment into another file",
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
    /// Lines of the file are not rows.
    #[error(
        "{}: line {}: {}{}; `knightsweep verify` lists them; restore the file, or run the \
         experiment with --repair, which keeps the file under another name, takes its good rows and \
         searches the other jobs",
        shown(path), first.line, first.fault, more(*all)
    )]
    NotRows {
        /// The file.
        path: PathBuf,
        /// The first of them.
        first: Damage,
        /// How many there are.
        all: u64,
    },
    /// The file has rows that the experiment does not have.
    #[error(
        "{} has {} that this experiment does not have, the first in line {} ({}):\n{differ}to keep \
         them, add what is missing to the experiment, or choose another --out and add --reuse {0}; \
         --fresh moves the file aside",
        shown(path), counted(*rows, "row"), first.line, first.fault
    )]
    OtherJobs {
        /// The file.
        path: PathBuf,
        /// How many rows.
        rows: u64,
        /// The first of them, and its job.
        first: Damage,
        /// A line for each key in which the experiment of the sidecar differs.
        differ: String,
    },
    /// The file has the rows of another shard, or of all.
    #[error(
        "{} holds {}, not shard {wanted}; give each shard a file of its own and merge them, or leave \
         --shard out to search here what is missing of the whole experiment",
        shown(path), held(*there)
    )]
    OtherShard {
        /// The file.
        path: PathBuf,
        /// The shard that it is for.
        there: Option<Shard>,
        /// The shard that was to be searched.
        wanted: Shard,
    },
    /// Two rows cannot both be right.
    #[error(
        "{} line {} contradicts {} line {}: {}{}; `knightsweep solve` shows which is right; {remedy}",
        shown(&first.second.path), first.second.line, shown(&first.first.path), first.first.line,
        first.why, more(*all)
    )]
    Contradiction {
        /// The first such pair.
        first: Box<Conflict>,
        /// How many there are.
        all: u64,
        /// What to do.
        remedy: &'static str,
    },
    /// A search contradicts a row that lacks its tour.
    #[error(
        "{} line {} has {there} for the search of {job}; searching again gives {found}, which is not \
         written; `knightsweep solve` shows which is right; restore the file, or move it aside with \
         --fresh",
        shown(&row.path), row.line
    )]
    Refuted {
        /// Where the row is.
        row: RowPlace,
        /// The job of both.
        job: Box<Job>,
        /// What the row says, where they differ.
        there: String,
        /// What the search says there.
        found: String,
    },
    /// The file is somebody else's, or another program wrote its columns in another order.
    #[error(
        "{}: this is not a results file of this version: it has neither the header nor a row of one; \
         {advice}",
        shown(.0),
        advice = .1
    )]
    Foreign(PathBuf, &'static str),
    /// Rows in the file are not those that were written.
    #[error(
        "{} was changed by something else while it was being written, so it is not sealed; run the \
         same command again, which keeps the good rows",
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
    #[error("cannot {action} {}: {}{}", shown(path), reason(error), advice(*action, error))]
    Io {
        /// What was tried.
        action: Action,
        /// The file.
        path: PathBuf,
        /// The error of the system, which the message has in plain words.
        error: io::Error,
    },
}

/// What was tried with a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// To find out about it or to read it.
    Read,
    /// To make something new: a lock, a folder, a table.
    Make,
    /// To change a file that may have rows, or to write it to the disk.
    Write,
    /// To give it another name.
    MoveAside,
    /// To remove it.
    Remove,
}

named_enum!(Action, "action",
    Read => "read", Make => "make", Write => "write", MoveAside => "move aside", Remove => "remove");

/// How many there are, if there are several.
fn more(all: u64) -> String {
    if all > 1 { format!(" (the first of {all} such)") } else { String::new() }
}

/// What to do about an error, to be added to its message.
fn advice(action: Action, error: &io::Error) -> &'static str {
    use io::ErrorKind::{
        FileTooLarge, InvalidFilename, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem,
        StorageFull,
    };
    if is_out_of_files(error) {
        return "; raise the limit of open files, such as with `ulimit -n 4096`";
    }
    let is_writing = action == Action::Write;
    match error.kind() {
        InvalidFilename => "; choose a shorter name",
        PermissionDenied | ReadOnlyFilesystem if is_writing || action == Action::Make => {
            "; choose another --out, or make the files there and their folder writable: a lock and a \
             sidecar are beside the results"
        }
        StorageFull | QuotaExceeded | FileTooLarge if is_writing => {
            "; the rows in the file are kept: make room, then run the same command again to resume"
        }
        StorageFull | QuotaExceeded => "; make room, then run the same command again",
        _ if is_writing => {
            "; the rows in the file are kept: remove the cause, then run the same command again to \
             resume"
        }
        _ => "",
    }
}

fn held(shard: Option<Shard>) -> String {
    shard.map_or("a whole experiment".to_owned(), |shard| format!("shard {shard}"))
}

impl StoreError {
    /// Whether the request was refused before anything was done, rather than failed on the way.
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            StoreError::Io { .. }
                | StoreError::ChangedMeanwhile(_)
                | StoreError::TakenMeanwhile(..)
                | StoreError::UnexpectedRow(_)
                | StoreError::Refuted { .. }
                | StoreError::Locked { .. }
        )
    }

    pub(super) fn io(action: Action, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |error| StoreError::Io { action, path: path.to_owned(), error }
    }

    /// A file that was named to be read is not there, or cannot be read.
    pub(super) fn input(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::InvalidInput => {
                StoreError::unusable(path, &reason(&error))
            }
            _ => StoreError::io(Action::Read, path)(error),
        }
    }

    pub(super) fn unusable(path: &Path, why: &str) -> StoreError {
        StoreError::Unusable(format!("{}: {why}", shown(path)))
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use crate::results::error::*;

    #[test]
    fn a_limit_of_open_files_can_be_raised() {
        let files =
            StoreError::io(Action::Read, Path::new("x.csv"))(io::Error::from_raw_os_error(24));
        assert!(files.to_string().ends_with("`ulimit -n 4096`"), "{files}");
    }
}
