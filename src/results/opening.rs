//! Reading a file of results into the [`Answers`] of a plan: what counts, and what else is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::experiment::plan::Plan;
use crate::files::hashing::Hashing;
use crate::files::open;
use crate::results::answers::{Answers, Taken};
use crate::results::error::StoreError;
use crate::results::findings::Damage;
use crate::results::lines::{BLANK, Content, FileLine, LONGEST_LINE, Lines, RowFormat};
use crate::results::record::{Record, TWO_ANSWERS};
use crate::results::settle::group;
use crate::system::FileId;
use crate::text::formatting::{counted, grouped};
use crate::text::shown::shown;
use knight_search::MoveOrder;

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
    pub(super) strangers: Strangers,
    /// Bytes up to the last line end.
    pub(super) end: u64,
    /// What is behind it, in bytes.
    pub(super) torn: u64,
    /// Size and SHA-256 of the whole file.
    pub(super) bytes: u64,
    pub(super) sha256: [u8; 32],
    pub(super) kind: FileKind,
    /// Whether the first line has the names of the columns in another order.
    is_reordered: bool,
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
    /// Nothing is in it, or what a power loss left of a header.
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
        let failed = |error| StoreError::io("read", path)(error);
        let mut report = FileReport::default();
        let mut whole = Hashing::new(file);
        let reader = BufReader::with_capacity(1 << 16, &mut whole);
        let mut lines = Lines::new(reader, format);
        let (mut has_header, mut lost_lines_are_header) = (false, true);
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
                Content::Lost { is_header } => {
                    report.lost += 1;
                    lost_lines_are_header &= is_header;
                }
                Content::Blank => blank = blank.or(Some((number, offset))),
                Content::Other(fault) => {
                    report.is_reordered |= number == 1 && format.is_reordered(&lines.text());
                    report.add_other(number, fault);
                }
            }
        }
        let tail = lines.tail();
        report.torn = tail.bytes;
        let is_known = has_header || report.rows > 0;
        // Blank lines at the end say nothing, and the next row stands in their place.
        report.end = blank.filter(|_| is_known).map_or(lines.end(), |(_, offset)| offset);
        let could_be_blank = report.all_others == 0 && lost_lines_are_header && blank.is_none();
        let tail_is_ours = match is_known {
            true => tail.is_torn,
            false => tail.is_header,
        };
        report.kind = match (is_known, could_be_blank && tail_is_ours) {
            (true, _) => FileKind::Results,
            (false, true) => FileKind::Blank,
            (false, false) => FileKind::Foreign,
        };
        if is_known && !tail_is_ours {
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
        let path = path.to_owned();
        match self.kind {
            FileKind::Blank | FileKind::Results => Ok(()),
            FileKind::Foreign if self.is_reordered => Err(StoreError::Reordered(path, advice)),
            FileKind::Foreign => Err(StoreError::Foreign(path, advice)),
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

impl Answers {
    /// Reads a file, whose rows are read back later from `file` too, and passes on each row of a
    /// job of the plan.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn read_file(
        &mut self,
        path: &Path,
        file: &File,
        mut each: impl FnMut(&FoundRow<'_>),
    ) -> Result<FileReport, StoreError> {
        let again = reopened(path, file).map_err(StoreError::io("read", path))?;
        let source = self.add_source(path, again, false);
        FileReport::read(RowFormat::results(), path, file, |row, report| {
            if self.take_row(&row, source, report)? {
                each(&row);
            }
            Ok(())
        })
    }

    /// Takes the rows of other files that are those of jobs without an answer, or from which such
    /// rows follow. Adds notes for the user.
    ///
    /// # Errors
    /// Those of reading; [`StoreError::Contradiction`] if rows cannot both be right.
    pub(super) fn reuse_all(
        &mut self,
        paths: &[PathBuf],
        notes: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        let first = paths.iter().map(|path| self.reuse(path)).collect::<Result<Vec<_>, _>>()?;
        for (path, (note, has_others)) in paths.iter().zip(first) {
            notes.push(note);
            if has_others {
                self.reuse(path)?;
            }
        }
        if !paths.is_empty() {
            self.compare()?;
        }
        self.refuse(NOT_REUSED)
    }

    /// Refuses rows that contradict each other.
    pub(super) fn refuse(&self, remedy: &'static str) -> Result<(), StoreError> {
        let Some(first) = self.conflicts.first().cloned().map(Box::new) else { return Ok(()) };
        Err(StoreError::Contradiction { first, all: self.contradicted.len() as u64, remedy })
    }

    /// Takes the rows of another file that are those of jobs without an answer, or from which such
    /// rows follow. Gives a note for the user, and whether rows of these jobs were not taken, with
    /// which those of later files have not been compared.
    ///
    /// # Errors
    /// Those of reading; [`StoreError::Contradiction`] if a row cannot be right beside those taken
    /// before it.
    fn reuse(&mut self, path: &Path) -> Result<(String, bool), StoreError> {
        let failed = |error| StoreError::io("read", path)(error);
        let file = open::regular(path).map_err(failed)?;
        let source = self.add_source(path, reopened(path, &file).map_err(failed)?, true);
        let (mut taken, mut has_others) = (0, false);
        let report = FileReport::read(RowFormat::results(), path, file, |row, _| {
            let (jobs, is_other) = self.reuse_row(&row, source)?;
            (taken, has_others) = (taken + jobs, has_others | is_other);
            Ok(())
        })?;
        let others = report.all_others + report.lost + u64::from(report.torn > 0);
        let [taken, others] = [(taken, "row"), (others, "line")].map(|(n, noun)| counted(n, noun));
        let first = report.others.first();
        let why = first
            .map(|Damage { line, fault }| format!("; the first of them, line {line}: {fault}"));
        let why = why.unwrap_or_default();
        let note = format!("{}: {taken} taken over, {others} left out{why}", shown(path));
        Ok((note, has_others))
    }

    /// Gives how many jobs have their row by this one, and whether it leaves one without.
    fn reuse_row(&mut self, row: &FoundRow<'_>, source: u16) -> Result<(u64, bool), StoreError> {
        let known = row.record.filter(|record| !record.outcome.is_unknown());
        let known = known.and_then(|record| Some((record, record.as_job()?)));
        let Some((record, own)) = known else { return Ok((0, false)) };
        let plan = self.plan.clone();
        let (mut taken, mut is_other) = (0, false);
        for job in group(&plan, &own) {
            if let Some(why) = self.fact(job)?.and_then(|own| own.contradiction(record)) {
                self.contradict([job; 2], Some((source, row.line)), why)?;
                self.refuse(NOT_REUSED)?;
            }
            if self.has_fact(job) || !self.is_for(job) {
                continue;
            }
            match plan.job(job).and_then(|job| record.answer_for(&job, plan.tours())) {
                Some(found) => {
                    self.take(job, &found, source, row.offset)?;
                    taken += u64::from(self.has_fact(job));
                }
                None => is_other = true,
            }
        }
        Ok((taken, is_other))
    }

    /// Takes a row. Gives whether it is of a job of the plan.
    fn take_row(
        &mut self,
        row: &FoundRow<'_>,
        source: u16,
        report: &mut FileReport,
    ) -> Result<bool, StoreError> {
        let Some(record) = row.record else { return Ok(false) };
        let Some(job) = self.job_id(record) else {
            report.strangers.add(&self.plan, record, row.line);
            return Ok(false);
        };
        match self.take(job, record, source, row.offset)? {
            Taken::New => {}
            Taken::Repeated => report.repeated += 1,
            Taken::Contradiction => {
                self.contradict([job; 2], Some((source, row.line)), TWO_ANSWERS)?;
            }
        }
        Ok(true)
    }
}

/// Refuses a file whose rows are to be reused if it is missing or somebody else's.
///
/// # Errors
/// Those of reading, and of [`FileReport::refuse_foreign`].
pub(super) fn check_reused(path: &Path) -> Result<(), StoreError> {
    // The header, or a row, is at the beginning.
    let beginning = open::regular(path).map_err(StoreError::input(path))?.take(2 * LONGEST_LINE);
    let report = FileReport::read(RowFormat::results(), path, beginning, |_, _| Ok(()))?;
    report.refuse_foreign(path, GIVE_OURS)
}

/// What to do about a file to take rows from that is somebody else's.
pub(super) const GIVE_OURS: &str = "give files as run, sweep and merge write them";

/// What to do about a contradiction in files to reuse.
const NOT_REUSED: &str = "no row was taken over; leave the wrong file out of --reuse";

/// A second handle of an open file, which has a place of its own to read from.
pub(super) fn reopened(path: &Path, file: &File) -> io::Result<File> {
    let again = open::regular(path)?;
    let is_same = FileId::of(file)? == FileId::of(&again)?;
    let changed = || io::Error::other("it was replaced while it was opened");
    is_same.then_some(again).ok_or_else(changed)
}

/// Rows of jobs that an experiment does not have.
#[derive(Clone, Debug, Default)]
pub(super) struct Strangers {
    pub(super) rows: u64,
    /// The line of the first of them.
    pub(super) first_line: u64,
    /// How many there are by the first key that lacks their value, and the value of the first one.
    by_key: BTreeMap<&'static str, (u64, String)>,
    orders: Option<BTreeSet<MoveOrder>>,
}

impl Strangers {
    pub(super) fn add(&mut self, plan: &Plan, record: &Record, line: u64) {
        self.rows += 1;
        if self.first_line == 0 {
            self.first_line = line;
        }
        let orders = self.orders.get_or_insert_with(|| plan.experiment().move_orders());
        let (key, value) = match record.as_job() {
            Some(job) => plan.lacking(&job, orders),
            None => ("boards", format!("{}x{}", record.rows, record.cols)),
        };
        self.by_key.entry(key).or_insert_with(|| (0, value)).0 += 1;
    }

    /// One line for each key: what the experiment lacks, and how many rows have it.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |(key, (rows, value)): (&&str, &(u64, String))| {
            let (row, them) =
                if *rows == 1 { ("row", "it") } else { ("rows", "the first of them") };
            format!("{key}: {} {row}, {them} with {value}", grouped(*rows))
        };
        self.by_key.iter().map(line).collect()
    }
}
