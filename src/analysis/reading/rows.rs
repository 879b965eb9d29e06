//! Rows of results as this program wrote them, or as other programs write them back: with columns
//! in another order, some of them dropped or added, `True` for `true`, `70624.0` for `70624`, or
//! quotes.
//!
//! Only what reads results to show them reads such rows. If a column is missing they have no check,
//! and nothing but their tours shows whether they are true.

use std::io::{self, BufRead, Cursor, Read};

use csv::StringRecord;
use knight_text::encoding;

use crate::experiment::toml_file;
use crate::results::lines::{Content, FileLine, LONGEST_LINE, Lines, RowFormat, WRONG_CHECK};
use crate::results::record::Record;
use crate::results::record::columns::{BadField, COLUMNS, Column, ROW_CHECK};
use crate::results::record::values::{FieldKind, is_missing};
use knight_search::Outcome;

/// Why a line of a results file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is not the header of a results file.
    #[error("this is not a results file: it begins with `{found}`, expected `{expected}`")]
    Header {
        /// The line, shortened.
        found: String,
        /// The beginning of the header.
        expected: String,
    },
    /// The file is of another kind.
    #[error("this is {0}, not a results file; give a CSV that run or sweep wrote")]
    WrongKind(&'static str),
    /// Another program has saved the file in a form that is not read.
    #[error(
        "save it as results are: CSV in UTF-8, with commas between the columns, points in numbers, \
         and the names of the columns in the first line"
    )]
    Resaved,
    /// A line of this program whose check fails. Those after it can be read.
    #[error("line {line}: {fault}")]
    Unchecked {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// A line that is not a row.
    #[error("line {line}: {fault}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
}

/// A row as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadRow {
    /// Line of the file, from 1.
    pub line: u64,
    /// The row. Its check is right, if it has one.
    pub record: Record,
}

/// The rows of results that this or another program wrote, from top to bottom.
///
/// ```
/// use knightsweep::analysis::reading::rows::Rows;
///
/// let file = std::fs::File::open("tests/data/format3/sealed.csv")?;
/// let rows = Rows::new(std::io::BufReader::new(file))?;
/// let tours = rows.filter(|row| row.as_ref().is_ok_and(|row| row.record.success)).count();
/// assert_eq!(tours, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rows<R: BufRead> {
    source: Source<R>,
    read: u64,
    torn: u64,
}

type Whole<R> = io::Chain<Cursor<Vec<u8>>, R>;

enum Source<R: BufRead> {
    /// Lines of this program, of which some may have been written back.
    Own(Lines<'static, Whole<R>>),
    /// The header is one of another program.
    Other(Box<Other<Whole<R>>>),
}

struct Other<R: Read> {
    /// With a line end behind the last line.
    rows: csv::Reader<io::Chain<R, &'static [u8]>>,
    /// Where each of [`COLUMNS`] is in a row.
    places: Vec<Option<usize>>,
    /// Where the checks of rows are, if all columns are there.
    check: Option<usize>,
    width: usize,
    fields: StringRecord,
}

impl<R: BufRead> Rows<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`RowsError`] if the first line is neither a header of results nor a row of them.
    pub fn new(mut reader: R) -> Result<Rows<R>, RowsError> {
        let mut first = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut first)?;
        if encoding::is_utf16(&first) {
            return Err(RowsError::Resaved);
        }
        // Spreadsheets put a byte order mark in front. The rows keep their checks.
        if first.starts_with(BYTE_ORDER_MARK) {
            first.drain(..BYTE_ORDER_MARK.len());
        }
        let format = RowFormat::results();
        let line = first.strip_suffix(b"\n").unwrap_or(&first);
        let is_own = match format.judge(line) {
            Content::Header | Content::Row(..) => true,
            // A power loss leaves NUL bytes behind the beginning of a line, if not instead of it.
            Content::Lost => format.may_begin_before_nul(line),
            _ => false,
        };
        let is_begun = !first.ends_with(b"\n") && format.header().as_bytes().starts_with(&first);
        if !is_own && !is_begun && first.contains(&0) {
            return Err(RowsError::WrongKind("binary data"));
        }
        let source = if is_own || is_begun {
            Source::Own(Lines::new(Cursor::new(first).chain(reader), format))
        } else {
            Source::Other(Box::new(Other::new(first, reader)?))
        };
        Ok(Rows { source, read: 0, torn: 0 })
    }

    /// Whether rows have checks.
    pub fn has_checks(&self) -> bool {
        match &self.source {
            Source::Own(_) => true,
            Source::Other(other) => other.check.is_some(),
        }
    }

    /// Whether another program wrote the header.
    pub fn has_other_header(&self) -> bool {
        matches!(self.source, Source::Other(_))
    }

    /// Bytes after the last line end, once all rows have been read.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    fn next_row(&mut self) -> Result<Option<ReadRow>, RowsError> {
        let row = match &mut self.source {
            Source::Own(lines) => own_row(lines)?,
            Source::Other(other) => other.row()?,
        };
        if let (None, Source::Own(lines)) = (&row, &self.source) {
            self.torn = lines.tail().bytes;
        }
        let job = self.read;
        self.read += u64::from(row.is_some());
        Ok(row.map(|ReadRow { line, record }| ReadRow { line, record: Record { job, ..record } }))
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<ReadRow, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

/// The next row of a file with the header of this program.
fn own_row<R: BufRead>(lines: &mut Lines<'static, R>) -> Result<Option<ReadRow>, RowsError> {
    loop {
        let Some(FileLine { number: line, content, .. }) = lines.next()? else {
            return Ok(None);
        };
        match content {
            Content::Row(_, Some(record)) => return Ok(Some(ReadRow { line, record: *record })),
            Content::Header | Content::Row(..) | Content::Lost | Content::Blank => {}
            Content::Other(fault) => {
                // Spreadsheets write empty lines of a sheet as fields without text.
                if !lines.text().bytes().all(|byte| b" ,\"\r".contains(&byte)) {
                    return Err(RowsError::Unchecked { line, fault });
                }
            }
        }
    }
}

impl<R: Read> Other<Whole<R>> {
    /// Rows below a first line that has been read.
    fn new(first: Vec<u8>, reader: R) -> Result<Other<Whole<R>>, RowsError> {
        let Ok(text) = String::from_utf8(first.clone()) else {
            return Err(wrong_header(&first));
        };
        let mut rows = csv::ReaderBuilder::new()
            .flexible(true)
            // So that lines are counted as they are read. A CR is a blank of the last field.
            .terminator(csv::Terminator::Any(b'\n'))
            .trim(csv::Trim::All)
            .from_reader(Cursor::new(first).chain(reader).chain(&b"\n"[..]));
        let names = rows.headers().map_err(|error| cannot_read(error, 1))?;
        let place = |column: &str| names.iter().position(|name| name == column);
        let (places, width) = (COLUMNS.map(|column| place(column.name)).to_vec(), names.len());
        let is_named = |column: &&str| place(column).is_some();
        let known = ["start_row", "outcome", "checks"].into_iter().filter(is_named).count();
        // Lines that end in CR alone are one.
        if known < 2 || text.trim_end().contains('\r') {
            return Err(wrong_header(text.as_bytes()));
        }
        let needed = COLUMNS.iter().zip(&places).filter(|(column, _)| !column.is_dispensable);
        let missing = needed.filter(|(_, place)| place.is_none());
        let missing: Vec<&str> = missing.map(|(column, _)| column.name).collect();
        let count = |name: &str| names.iter().filter(|other| *other == name).count();
        let fault = match COLUMNS.iter().find(|column| count(column.name) > 1) {
            Some(twice) => format!("it has the column {} twice; keep one of the two", twice.name),
            None if missing.is_empty() => {
                let check = place(ROW_CHECK).filter(|_| places.iter().all(Option::is_some));
                return Ok(Other { rows, places, check, width, fields: StringRecord::new() });
            }
            None => format!(
                "it lacks {}, without which the rows say too little; keep all columns of the job, \
                 outcome and checks when you write the file",
                missing.join(", ")
            ),
        };
        Err(RowsError::Malformed { line: 1, fault })
    }

    fn row(&mut self) -> Result<Option<ReadRow>, RowsError> {
        loop {
            let read = self.rows.read_record(&mut self.fields);
            // Blank lines in front count as a part of a row.
            let line = self.rows.position().line() - 1;
            if !read.map_err(|error| cannot_read(error, line))? {
                return Ok(None);
            }
            let malformed = |fault| RowsError::Malformed { line, fault };
            let (found, expected) = (self.fields.len(), self.width);
            if self.fields.iter().all(str::is_empty) {
                continue;
            }
            if found != expected {
                return Err(malformed(format!("it has {found} columns, expected {expected}")));
            }
            let (record, is_checked) = self.record().map_err(|bad| malformed(bad.to_string()))?;
            if !is_checked {
                return Err(RowsError::Unchecked { line, fault: WRONG_CHECK.to_owned() });
            }
            check(&record).map_err(malformed)?;
            return Ok(Some(ReadRow { line, record }));
        }
    }

    /// The record that the fields of a line are, with what other columns decide in the place of
    /// those that are missing, and whether its check is right, if it has one.
    fn record(&self) -> Result<(Record, bool), BadField> {
        let text = |column: &Column, place: &Option<usize>| {
            let text = place.map_or("", |place| &self.fields[place]);
            match (column.name, text) {
                ("success" | "mirrored", _) if text.is_empty() || is_missing(column.kind, text) => {
                    "false"
                }
                (_, text) => text,
            }
        };
        let texts = COLUMNS.iter().zip(&self.places).map(|(column, place)| text(column, place));
        let texts: Vec<&str> = texts.collect();
        // Other programs write a small `e`, and all digits.
        let is_rounded = |(column, text): &(&Column, &&str)| {
            matches!(column.kind, FieldKind::Whole(_)) && text.contains('E')
        };
        if let Some((column, text)) = COLUMNS.iter().zip(&texts).find(is_rounded) {
            return Err(BadField::new(column, text, Some(ROUNDED)));
        }
        let record = Record::read_by_value(texts.into_iter())?;
        let check = self.check.map(|place| &self.fields[place]);
        let is_checked =
            check.is_none_or(|check| RowFormat::results().written_with(&record, check).is_some());
        let success = record.outcome == Outcome::Tour;
        // Tables of statistics leave out what is not a measured cost.
        let is_stopped = record.outcome == Outcome::Budget;
        let checks = record.checks.or(record.budget.filter(|_| is_stopped));
        Ok((Record { success, checks, ..record }, is_checked))
    }
}

/// Says what is wrong with a row of another program.
fn check(record: &Record) -> Result<(), String> {
    let board = record.board().map_err(|error| error.to_string())?;
    let start = record.start();
    if !board.contains(start) {
        return Err(format!("the start {start} is not on the board {board}"));
    }
    if record.checks.is_none() && !record.outcome.is_unknown() && !record.is_estimated() {
        return Err("checks is missing, expected a count".to_owned());
    }
    if record.checks.is_some() && (record.outcome.is_unknown() || record.is_estimated()) {
        return Err(format!("checks is a count, expected none for a row of {}", record.outcome));
    }
    record.checked_tour().map(drop).map_err(|fault| format!("the tour is not valid: {fault}"))
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// In the place of a number such as `6.71E+07`, which spreadsheets write for 67,108,864.
const ROUNDED: &str =
    "all digits: a spreadsheet has rounded it; open the original there with this column as text";

fn cannot_read(error: csv::Error, line: u64) -> RowsError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => RowsError::Io(error),
        _ => RowsError::Malformed { line, fault: "it is not UTF-8".to_owned() },
    }
}

fn wrong_header(line: &[u8]) -> RowsError {
    const SHOWN: usize = 60;
    if let Some(kind) = toml_file::describe(line).filter(|kind| *kind != "a results file") {
        return RowsError::WrongKind(kind);
    }
    let text = String::from_utf8_lossy(line);
    if text.contains("outcome") && text.contains("start_row") {
        return RowsError::Resaved;
    }
    RowsError::Header {
        found: text.trim_end_matches(['\n', '\r']).chars().take(SHOWN).collect(),
        expected: format!("{},…,{ROW_CHECK}", COLUMNS.map(|column| column.name)[..5].join(",")),
    }
}

#[cfg(test)]
mod tests;
