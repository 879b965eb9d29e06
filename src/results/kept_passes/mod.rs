//! The results of the passes of a count, kept beside its table until the table is written.
//!
//! The file has a line for the question and one for each pass, in the order in which they ended:
//!
//! ```text
//! knightsweep passes 1: count --board 8x32 --goal closed
//! - bits 266 4bd2ca0b12e5aa10
//! - modulo:72057594037927931 61034982530190517 90ab5513e06dd8a3
//! ```
//!
//! The fields of a pass are the start (`-` for the whole board; `8x31:-` if it is not that of the
//! question), what it finds, its result and the first half of a SHA-256 of the question and the
//! fields before.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use knight_search::questions::tour_counts::{KeptPasses, Pass};
use knight_search::{Board, Goal};

use crate::files::access::Access;
use crate::files::atomic::remove_stale;
use crate::files::capped_read;
use crate::files::folders::{folder_of, sync_folder};
use crate::files::open::regular_or_new;
use crate::files::shown::shown;

mod lines;

use lines::{line, read};

/// The passes of one count, found and kept in a file that no other process uses meanwhile.
pub struct PassFile {
    csv: PathBuf,
    path: PathBuf,
    // Missing until there is a pass to keep.
    file: Option<File>,
    board: Board,
    question: String,
    passes: Vec<(Pass, Option<u128>)>,
    failure: Option<PassFileError>,
}

/// Why passes cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum PassFileError {
    /// Another process counts there.
    #[error("{} is being written by another process; wait until it has finished, or stop it", shown(.0))]
    Locked(PathBuf),
    /// The file is of another count, or of something else.
    #[error(
        "{0} does not belong to `{question}`; name another --out, or remove {0} if nobody needs it",
        shown(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The count.
        question: String,
    },
    /// A line is not what was written.
    #[error("{0}: line {line} is damaged; remove {0} to count from the beginning", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// From 1 on.
        line: usize,
    },
    /// Reading or writing failed.
    #[error("cannot keep the counts in {}: {source}", shown(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl PassFile {
    /// Opens the file of a count whose table will be this CSV file, if there is one. What a crash
    /// left of an unfinished last line is removed.
    ///
    /// # Errors
    /// [`PassFileError`]; then the file is as it was.
    pub fn open(csv: &Path, board: Board, goal: Goal) -> Result<PassFile, PassFileError> {
        let path = path_of(csv);
        let question = format!("knightsweep passes 1: count --board {board} --goal {goal}");
        let passes = Vec::new();
        let csv = csv.to_owned();
        let mut kept = PassFile { csv, path, file: None, board, question, passes, failure: None };
        match fs::symlink_metadata(&kept.path) {
            Ok(_) => kept.read_existing()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(kept.failed(error)),
        }
        Ok(kept)
    }

    /// Whether an earlier count for this table has left its passes behind.
    pub fn is_there(csv: &Path) -> bool {
        path_of(csv).symlink_metadata().is_ok()
    }

    fn read_existing(&mut self) -> Result<(), PassFileError> {
        let file = self.locked()?;
        let text = capped_read::read_to_string(&file).map_err(|error| self.failed(error))?;
        let whole_lines = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole_lines].lines();
        match lines.next() {
            Some(first) if first == self.question => {
                for (number, line) in (2..).zip(lines) {
                    let pass = read(&self.question, self.board, line);
                    let path = self.path.clone();
                    let damaged = || PassFileError::Damaged { path, line: number };
                    self.passes.push(pass.ok_or_else(damaged)?);
                }
            }
            None if format!("{}\n", self.question).starts_with(&text) => {}
            _ => {
                let (path, question) = (self.path.clone(), self.question.clone());
                return Err(PassFileError::Foreign { path, question });
            }
        }
        self.begin(file, whole_lines as u64).map_err(|error| self.failed(error))
    }

    /// The file, made if it is missing, and locked.
    fn locked(&self) -> Result<File, PassFileError> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let file = regular_or_new(&self.path, &options, &Access::Usual);
        let file = file.map_err(|error| self.failed(error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(PassFileError::Locked(self.path.clone())),
            Err(TryLockError::Error(source)) => Err(self.failed(source)),
        }
    }

    /// Removes an unfinished line, and writes the question if it is missing.
    fn begin(&mut self, mut file: File, whole_lines: u64) -> io::Result<()> {
        if file.metadata()?.len() > whole_lines {
            file.set_len(whole_lines)?;
        }
        if whole_lines == 0 {
            writeln!(file, "{}", self.question)?;
        }
        file.sync_data()?;
        self.file = Some(file);
        sync_folder(folder_of(&self.path))
    }

    fn failed(&self, source: io::Error) -> PassFileError {
        PassFileError::Io { path: self.path.clone(), source }
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many passes are known.
    pub fn known(&self) -> usize {
        self.passes.len()
    }

    /// Why the count was stopped, if a result could not be kept.
    pub fn failure(&mut self) -> Option<PassFileError> {
        self.failure.take()
    }

    /// Removes the file, once the results are in the table, and what crashes left of earlier
    /// tables: who has the file is the only one to write the table.
    ///
    /// # Errors
    /// Those of removing it.
    pub fn remove(self) -> Result<(), PassFileError> {
        if self.file.is_none() {
            return Ok(());
        }
        let removed = remove_stale(&self.csv)
            .and_then(|()| remove_stale(&self.csv.with_extension("meta.json")))
            .and_then(|()| fs::remove_file(&self.path))
            .and_then(|()| sync_folder(folder_of(&self.path)));
        removed.map_err(|source| self.failed(source))
    }

    fn append(&mut self, pass: Pass, result: Option<u128>) -> Result<(), PassFileError> {
        if self.file.is_none() {
            let file = self.locked()?;
            match file.metadata().map(|there| there.len()) {
                Ok(0) => self.begin(file, 0).map_err(|source| self.failed(source))?,
                Ok(_) => return Err(PassFileError::Locked(self.path.clone())),
                Err(source) => return Err(self.failed(source)),
            }
        }
        // One write, so that a crash leaves no more than one unfinished line.
        let line = line(&self.question, self.board, pass, result);
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        written.map_err(|source| self.failed(source))
    }
}

impl KeptPasses for &mut PassFile {
    fn find(&self, pass: Pass) -> Option<Option<u128>> {
        self.passes.iter().find(|(known, _)| *known == pass).map(|(_, result)| *result)
    }

    fn keep(&mut self, pass: Pass, result: Option<u128>) -> ControlFlow<()> {
        match self.append(pass, result) {
            Ok(()) => {
                self.passes.push((pass, result));
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

fn path_of(csv: &Path) -> PathBuf {
    csv.with_extension("passes")
}

#[cfg(test)]
mod tests;
