//! Reading a file of results into the [`Answers`] of a plan: what counts, and what else is in it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::results::answers::{Answers, Taken};
use crate::results::error::StoreError;
use crate::results::lines::{Content, Format, Line, Lines, Tail};
use crate::results::record::Record;
use crate::results::strangers::Strangers;
use crate::results::verify::NO_ROW_AT_THE_END;

/// How much is read ahead.
const READ_AHEAD: usize = 1 << 16;

/// The most things of a kind that are kept for messages.
const MOST_KEPT: usize = 100_000;

/// A damaged line of a results file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The line, from 1; 0 for the sidecar and what concerns the whole file.
    pub line: u64,
    /// What is wrong there.
    pub fault: String,
}

/// A place in a file, for messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowPlace {
    /// The file.
    pub path: PathBuf,
    /// Its line, from 1.
    pub line: u64,
}

/// Two rows that cannot both be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The jobs of the two rows; one job if they are of the same.
    pub jobs: [u64; 2],
    /// The row that was read first.
    pub first: RowPlace,
    /// The other one.
    pub second: RowPlace,
    /// Why not both can be right.
    pub why: &'static str,
}

/// What was found in a file.
#[derive(Debug, Default)]
pub(super) struct FileReport {
    /// Rows with their check.
    pub(super) rows: u64,
    /// Those of them whose job has the same answer in another row, or which have none themselves.
    pub(super) repeated: u64,
    /// Rows with a tour that the independent checker has accepted.
    pub(super) tours: u64,
    /// Lines with NUL bytes.
    pub(super) lost: u64,
    /// Rows of revisions that turned out wrong.
    pub(super) outdated: u64,
    /// Other lines: the first of them, and how many there are.
    pub(super) others: Vec<Damage>,
    pub(super) all_others: u64,
    pub(super) strangers: Strangers,
    pub(super) conflicts: Vec<Conflict>,
    /// Bytes up to the last line end.
    pub(super) end: u64,
    /// What is behind it, in bytes.
    pub(super) torn: u64,
    /// Size and SHA-256 of the whole file.
    pub(super) bytes: u64,
    pub(super) sha256: [u8; 32],
    pub(super) kind: FileKind,
}

/// Whose file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum FileKind {
    /// Nothing is in it, or what a power loss left of a header.
    #[default]
    Blank,
    /// It has a header or a row of results.
    Results,
    /// It has neither.
    Foreign,
}

impl FileReport {
    fn add_other(&mut self, line: u64, fault: String) {
        self.all_others += 1;
        if self.others.len() < MOST_KEPT {
            self.others.push(Damage { line, fault });
        }
    }
}

impl Answers {
    /// Reads a file, whose rows are read back later from `file` too.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn read_file(&mut self, path: &Path, file: &File) -> Result<FileReport, StoreError> {
        let failed = |error| StoreError::io("read", path)(error);
        let source = self.add_source(path, reopened(path, file).map_err(failed)?);
        let mut report = FileReport::default();
        let mut whole = Hashing { file, hasher: Sha256::new(), bytes: 0 };
        let mut lines =
            Lines::new(BufReader::with_capacity(READ_AHEAD, &mut whole), Format::results());
        let (mut has_header, mut lost_lines_are_header) = (false, true);
        while let Some(Line { number, offset, content }) = lines.next().map_err(failed)? {
            match content {
                Content::Header => has_header = true,
                Content::Row(_, Some(record)) => {
                    self.take_row(&record, (source, number, offset), &mut report)?;
                }
                Content::Row(_, None) => {}
                Content::Outdated(_) => report.outdated += 1,
                Content::Lost { is_header } => {
                    report.lost += 1;
                    lost_lines_are_header &= is_header;
                }
                Content::Other(fault) => report.add_other(number, fault),
            }
        }
        report.end = lines.end();
        let tail = lines.tail();
        report.torn = tail.bytes;
        let is_known = has_header || report.rows + report.outdated > 0;
        let could_be_blank = report.all_others == 0 && lost_lines_are_header;
        let tail_is_ours = match is_known {
            true => tail.kind != Tail::Other,
            false => tail.kind == Tail::Nothing || tail.is_header,
        };
        report.kind = match (is_known, could_be_blank && tail_is_ours) {
            (true, _) => FileKind::Results,
            (false, true) => FileKind::Blank,
            (false, false) => FileKind::Foreign,
        };
        if is_known && !tail_is_ours {
            report.add_other(lines.number() + 1, NO_ROW_AT_THE_END.to_owned());
        }
        drop(lines);
        (report.bytes, report.sha256) = (whole.bytes, whole.hasher.finalize().into());
        Ok(report)
    }

    fn take_row(
        &mut self,
        record: &Record,
        (source, number, offset): (u16, u64, u64),
        report: &mut FileReport,
    ) -> Result<(), StoreError> {
        match record.checked_tour() {
            Ok(tour) => report.tours += u64::from(tour.is_some()),
            Err(fault) => {
                report.add_other(number, format!("its tour is not valid: {fault}"));
                return Ok(());
            }
        }
        report.rows += 1;
        let Some(job) = self.job_id(record) else {
            report.strangers.add(self.plan(), self.wanted(), record, number);
            return Ok(());
        };
        match self.take(job, record, source, offset)? {
            Taken::New => {}
            Taken::Repeated => report.repeated += 1,
            Taken::Contradiction { source: other, offset } => {
                if report.conflicts.len() < MOST_KEPT {
                    let first = self.place(other, offset)?;
                    let path = self.path(source.into());
                    report.conflicts.push(Conflict {
                        jobs: [job; 2],
                        first,
                        second: RowPlace { path, line: number },
                        why: "they are rows of one job with two answers",
                    });
                }
            }
        }
        Ok(())
    }
}

/// A second handle of an open file, which has a place of its own to read from.
fn reopened(path: &Path, file: &File) -> io::Result<File> {
    let again = crate::files::open::regular(path)?;
    let is_same = crate::files::open::is_same(&file.metadata()?, &again.metadata()?);
    let changed = || io::Error::other("it was replaced while it was opened");
    is_same.then_some(again).ok_or_else(changed)
}

/// Hashes what is read.
struct Hashing<'a> {
    file: &'a File,
    hasher: Sha256,
    bytes: u64,
}

impl Read for Hashing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.hasher.update(&buffer[..length]);
        self.bytes += length as u64;
        Ok(length)
    }
}
