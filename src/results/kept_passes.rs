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
//! The fields of a pass are the start (`-` for the whole board), what it finds, its result and the
//! first half of a SHA-256 of the question and the fields before.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use knight_search::questions::tour_counts::{KeptPasses, Pass, PassKind};
use knight_search::{Board, Goal, Square};
use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::files::atomic::Access;
use crate::files::capped_read;
use crate::files::folders::{folder_of, sync_folder};
use crate::files::open::regular_or_new;

/// The passes of one count, found and kept in a file that no other process uses meanwhile.
pub struct PassFile {
    path: PathBuf,
    file: File,
    question: String,
    passes: Vec<(Pass, Option<u128>)>,
    failure: Option<io::Error>,
}

/// Why passes cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum PassFileError {
    /// Another process counts there.
    #[error("{0} is being written by another process; wait until it has finished, or stop it")]
    Locked(PathBuf),
    /// The file is of another count, or of something else.
    #[error(
        "{path} does not belong to `{question}`; name another --out, or remove {path} if nobody \
         needs it"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The count.
        question: String,
    },
    /// A line is not what was written.
    #[error("{path}: line {line} is damaged; remove {path} to count from the beginning")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// From 1 on.
        line: usize,
    },
    /// Reading or writing failed.
    #[error("cannot keep the counts in {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl PassFile {
    /// Opens or makes the file of a count whose table will be this CSV file. What a crash left of
    /// an unfinished last line is removed.
    ///
    /// # Errors
    /// [`PassFileError`]; then the file is as it was.
    pub fn open(csv: &Path, board: Board, goal: Goal) -> Result<PassFile, PassFileError> {
        let mut path = csv.to_owned().into_os_string();
        path.push(".passes");
        let path = PathBuf::from(path);
        let failed = |source| PassFileError::Io { path: path.clone(), source };
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let file = regular_or_new(&path, &options, &Access::Usual).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(PassFileError::Locked(path)),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
        let text = capped_read::read_to_string(&file).map_err(failed)?;
        let question = format!("knightsweep passes 1: count --board {board} --goal {goal}");
        let whole_lines = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole_lines].lines();
        let mut passes = Vec::new();
        match lines.next() {
            Some(first) if first == question => {
                for (number, line) in (2..).zip(lines) {
                    let damaged = || PassFileError::Damaged { path: path.clone(), line: number };
                    passes.push(read(&question, line).ok_or_else(damaged)?);
                }
            }
            None if format!("{question}\n").starts_with(&text) => {}
            _ => return Err(PassFileError::Foreign { path, question }),
        }
        let mut kept = PassFile { path, file, question, passes, failure: None };
        kept.repair(whole_lines as u64).map_err(|source| kept.failed(source))?;
        Ok(kept)
    }

    /// Removes an unfinished line and writes the question if it is missing.
    fn repair(&mut self, whole_lines: u64) -> io::Result<()> {
        if self.file.metadata()?.len() > whole_lines {
            self.file.set_len(whole_lines)?;
        }
        if whole_lines == 0 {
            writeln!(self.file, "{}", self.question)?;
        }
        self.file.sync_data()?;
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
        self.failure.take().map(|source| self.failed(source))
    }

    /// Removes the file, once the results are in the table.
    ///
    /// # Errors
    /// Those of removing it.
    pub fn remove(self) -> Result<(), PassFileError> {
        fs::remove_file(&self.path).map_err(|source| self.failed(source))
    }

    fn append(&mut self, pass: Pass, result: Option<u128>) -> io::Result<()> {
        // One write, so that a crash leaves no more than one unfinished line.
        self.file.write_all(line(&self.question, pass, result).as_bytes())?;
        self.file.sync_data()
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

/// The line of a pass, with its line end.
fn line(question: &str, pass: Pass, result: Option<u128>) -> String {
    let start = pass.start.map_or("-".to_owned(), |Square { row, col }| format!("{row},{col}"));
    let kind = match pass.kind {
        PassKind::Exact => "exact".to_owned(),
        PassKind::Bits => "bits".to_owned(),
        PassKind::Modulo(prime) => format!("modulo:{prime}"),
    };
    let result = result.map_or("long".to_owned(), |result| result.to_string());
    let fields = format!("{start} {kind} {result}");
    let sum = hex(&Sha256::digest(format!("{question}\n{fields}")));
    format!("{fields} {}\n", &sum[..16])
}

/// The pass and the result of a line, if it is exactly as it would be written.
fn read(question: &str, text: &str) -> Option<(Pass, Option<u128>)> {
    let mut fields = text.split(' ');
    let start = match fields.next()? {
        "-" => None,
        square => {
            let (row, col) = square.split_once(',')?;
            Some(Square { row: row.parse().ok()?, col: col.parse().ok()? })
        }
    };
    let kind = match fields.next()? {
        "exact" => PassKind::Exact,
        "bits" => PassKind::Bits,
        modulo => PassKind::Modulo(modulo.strip_prefix("modulo:")?.parse().ok()?),
    };
    let result = match fields.next()? {
        "long" => None,
        number => Some(number.parse().ok()?),
    };
    let pass = Pass { start, kind };
    (line(question, pass, result).trim_end() == text).then_some((pass, result))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: [(Pass, Option<u128>); 4] = [
        (Pass { start: None, kind: PassKind::Bits }, Some(266)),
        (Pass { start: None, kind: PassKind::Modulo(72_057_594_037_927_931) }, Some(5)),
        (Pass { start: Some(Square { row: 1, col: 12 }), kind: PassKind::Exact }, None),
        (Pass { start: Some(Square { row: 8, col: 8 }), kind: PassKind::Exact }, Some(u128::MAX)),
    ];

    fn open(csv: &Path) -> Result<PassFile, PassFileError> {
        PassFile::open(csv, "8x16".parse().unwrap(), Goal::Open)
    }

    fn written(csv: &Path) -> String {
        let mut file = open(csv).unwrap();
        for (pass, result) in PASSES {
            assert!((&mut file).keep(pass, result).is_continue());
        }
        fs::read_to_string(file.path()).unwrap()
    }

    #[test]
    fn what_is_kept_is_found_again_wherever_the_file_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("x.csv");
        let text = written(&csv);
        for end in 0..=text.len() {
            fs::write(folder.path().join("x.csv.passes"), &text[..end]).unwrap();
            let mut file = open(&csv).unwrap();
            let whole =
                text[..end].lines().count() - usize::from(!text[..end].ends_with('\n') && end > 0);
            assert_eq!(file.passes, PASSES[..whole.saturating_sub(1)], "cut at {end}");
            for (pass, result) in &PASSES[file.known()..] {
                assert!((&mut file).keep(*pass, *result).is_continue());
            }
            assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
        }
    }

    #[test]
    fn a_changed_byte_is_never_taken_for_a_result() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("x.csv");
        let text = written(&csv);
        for place in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            fs::write(folder.path().join("x.csv.passes"), &bytes).unwrap();
            // Without its line end, the last line is unfinished.
            if place == text.len() - 1 {
                assert_eq!(open(&csv).unwrap().passes, PASSES[..3]);
                continue;
            }
            assert!(open(&csv).is_err(), "byte {place}");
            assert_eq!(fs::read(folder.path().join("x.csv.passes")).unwrap(), bytes);
        }
    }

    #[test]
    fn one_process_at_a_time_and_one_question() {
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("x.csv");
        let file = open(&csv).unwrap();
        assert!(matches!(open(&csv), Err(PassFileError::Locked(_))));
        drop(file);
        let closed = PassFile::open(&csv, "8x16".parse().unwrap(), Goal::Closed);
        assert!(matches!(closed, Err(PassFileError::Foreign { .. })));
        open(&csv).unwrap().remove().unwrap();
        assert!(!csv.with_extension("csv.passes").exists());
    }
}
