//! Reading a file of facts: the rows, and what else is in it.

use std::io::{BufReader, Read};
use std::path::Path;

use crate::files::hashing::Hashing;
use crate::results::error::{Action, StoreError};
use crate::results::findings::Damage;
use crate::results::lines::{BLANK, Content, FileLine, Lines, RowFormat};
use crate::results::record::Record;
use crate::text::formatting::{counted, grouped};

/// The most things of a kind that are kept for messages.
const MOST_KEPT: usize = 100_000;

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
    /// Other lines: the first of them, and how many there are.
    pub(super) others: Vec<Damage>,
    pub(super) all_others: u64,
    /// Rows of jobs that the experiment does not have, and the first of them.
    pub(super) strangers: u64,
    pub(super) first_stranger: Option<Damage>,
    /// Bytes up to the last line end.
    pub(super) end: u64,
    /// What is behind it, in bytes.
    pub(super) torn: u64,
    /// Size and SHA-256 of the whole file.
    pub(super) bytes: u64,
    pub(super) sha256: [u8; 32],
    pub(super) kind: FileKind,
}

/// A row of a file.
pub(super) struct FoundRow<'a> {
    /// Without its check.
    pub(super) text: &'a str,
    /// Its values; `None` in a table.
    pub(super) record: Option<&'a Record>,
    /// From 1.
    pub(super) line: u64,
    /// The byte at which it begins.
    pub(super) offset: u64,
}

/// Whose file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum FileKind {
    /// Nothing is in it, or the beginning of a header.
    #[default]
    Blank,
    /// It has a header or a row of results.
    Results,
    /// It has neither.
    Foreign,
}

impl FileReport {
    /// Reads a file from its first byte on, and passes on each row. Rows with a tour that the
    /// independent checker refuses are not rows.
    ///
    /// # Errors
    /// Those of reading, and of `take`.
    pub(super) fn read(
        format: &RowFormat,
        path: &Path,
        file: impl Read,
        mut take: impl FnMut(FoundRow<'_>, &mut FileReport) -> Result<(), StoreError>,
    ) -> Result<FileReport, StoreError> {
        let failed = |error| StoreError::io(Action::Read, path)(error);
        let mut report = FileReport::default();
        let mut whole = Hashing::new(file);
        let reader = BufReader::with_capacity(1 << 16, &mut whole);
        let mut lines = Lines::new(reader, format);
        let mut has_header = false;
        // The first of the blank lines before the next line: its number and its place.
        let mut blank = None;
        while let Some(FileLine { number, offset, content }) = lines.next().map_err(failed)? {
            if content != Content::Blank {
                report.add_blank(blank.take(), number);
            }
            match content {
                Content::Header => has_header = true,
                Content::Row(text, record) => {
                    let record = record.as_deref();
                    match record.map_or(Ok(None), Record::checked_tour) {
                        Ok(tour) => {
                            report.rows += 1;
                            report.tours += u64::from(tour.is_some());
                            let text = &*text;
                            take(FoundRow { text, record, line: number, offset }, &mut report)?;
                        }
                        Err(fault) => {
                            report.add_other(number, format!("its tour is not valid: {fault}"));
                        }
                    }
                }
                Content::Lost => report.lost += 1,
                Content::Blank => blank = blank.or(Some((number, offset))),
                Content::Other(fault) => report.add_other(number, fault),
            }
        }
        let tail = lines.tail();
        report.torn = tail.bytes;
        let is_known = has_header || report.rows > 0;
        // Blank lines at the end say nothing, and the next row stands in their place.
        report.end = blank.filter(|_| is_known).map_or(lines.end(), |(_, offset)| offset);
        report.kind = match is_known {
            true => FileKind::Results,
            false if lines.number() == 0 && tail.is_header => FileKind::Blank,
            false => FileKind::Foreign,
        };
        if is_known && !tail.is_torn {
            let fault = "it has no line end, and is not the beginning of a row";
            report.add_other(lines.number() + 1, fault.to_owned());
        }
        drop(lines);
        (report.bytes, report.sha256) = whole.finish();
        Ok(report)
    }

    /// Refuses the file of somebody else; `advice` says what to do.
    pub(super) fn refuse_foreign(
        &self,
        path: &Path,
        advice: &'static str,
    ) -> Result<(), StoreError> {
        match self.kind {
            FileKind::Blank | FileKind::Results => Ok(()),
            FileKind::Foreign => Err(StoreError::Foreign(path.to_owned(), advice)),
        }
    }

    /// Bytes of the file that stay.
    pub(super) fn good(&self) -> u64 {
        if self.kind == FileKind::Results { self.end } else { 0 }
    }

    /// Takes the blank lines from this one on, of which only the number counts, to that before a
    /// line with a text.
    fn add_blank(&mut self, first: Option<(u64, u64)>, text: u64) {
        let lines = first.map_or(text, |(first, _)| first)..text;
        lines.for_each(|line| self.add_other(line, BLANK.to_owned()));
    }

    /// How many lines are not rows, the torn last one and those with NUL bytes included.
    pub(super) fn lines_left_out(&self) -> u64 {
        self.all_others + self.lost + u64::from(self.torn > 0)
    }

    /// How many lines are not rows, where only rows are wanted, and the first that nobody expects.
    pub(super) fn left_out(&self) -> String {
        let lines = counted(self.lines_left_out(), "line");
        let first = self.others.first().map(|Damage { line, fault }| {
            format!("; the first of them, line {line}: {fault}; `knightsweep verify` lists them")
        });
        format!("{lines} left out{}", first.unwrap_or_default())
    }

    fn add_other(&mut self, line: u64, fault: String) {
        self.all_others += 1;
        if self.others.len() < MOST_KEPT {
            self.others.push(Damage { line, fault });
        }
    }

    /// What does not count, although nobody has damaged the file, one sentence each. `what_then`
    /// says what becomes of it.
    pub(super) fn notes(&self, what_then: &str) -> Vec<String> {
        let counts = [
            (self.torn, "bytes behind the last whole row"),
            (self.lost, "lines with NUL bytes, as a power loss leaves them"),
        ];
        let found = counts.into_iter().filter(|(count, _)| *count > 0);
        found.map(|(count, what)| format!("{what}: {}; {what_then}", grouped(count))).collect()
    }
}
