//! Rows of results as this program wrote them, or as other programs write them back: with columns
//! in another order, some of them dropped or added, semicolons or tabs between them, `True` for
//! `true`, `70624.0` for `70624`, quotes, or decimal commas.
//!
//! Only what reads results to show them reads such rows. They have no check; what a search can
//! count guards them, and nothing else.

use std::io::{self, BufRead, Cursor, Read};

use csv::StringRecord;

use crate::analysis::reading::plausible;
use crate::analysis::reading::resaved::{self, Separator};
use crate::analysis::reading::values::{Decimals, normalized};
use crate::experiment::toml_file;
use crate::results::lines::{Content, FileLine, LONGEST_LINE, Lines, RowFormat};
use crate::results::record::Record;
use crate::results::record::columns::{BadField, COLUMNS, Column, ROW_CHECK};
use crate::results::record::values::is_missing;
use crate::text::kind;
use knight_search::{MoveOrder, Outcome};

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
    /// The file is compressed, or another program has saved it in a form that is not read.
    #[error("{0}")]
    Form(&'static str),
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
    /// The row. Its check is right, unless it is of another program, whose rows have none.
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
    header: Header,
    fields: StringRecord,
}

/// Where the columns of results are in the lines of a file.
struct Header {
    /// The place of each of [`COLUMNS`].
    places: Vec<Option<usize>>,
    /// The place of the rank of the order, which other programs may have kept in its stead.
    rank: Option<usize>,
    outcome: usize,
    budget: usize,
    width: usize,
    separator: Separator,
}

impl<R: BufRead> Rows<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`RowsError`] if the first line is neither a header of results nor a row of them.
    pub fn new(mut reader: R) -> Result<Rows<R>, RowsError> {
        let mut first = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut first)?;
        if let Some(what) = kind::compressed(&first).or_else(|| resaved::refused(&first)) {
            return Err(RowsError::Form(what));
        }
        let format = RowFormat::results();
        let line = first.strip_suffix(b"\n").unwrap_or(&first);
        let is_own = match format.judge(line) {
            Content::Header | Content::Row(..) => true,
            // A power loss leaves NUL bytes behind the beginning of a line, if not instead of it.
            Content::Lost { .. } => format.may_begin_before_nul(line),
            _ => false,
        };
        let is_begun = !first.ends_with(b"\n") && format.is_lost_header(&first);
        if !is_own && !is_begun && first.contains(&0) {
            return Err(RowsError::WrongKind("binary data"));
        }
        let source = if is_own || is_begun {
            Source::Own(Lines::new(Cursor::new(first).chain(reader), format))
        } else {
            let header = Header::of(&first)?;
            let rows = csv::ReaderBuilder::new()
                .delimiter(header.separator.0 as u8)
                .flexible(true)
                // So that lines are counted as they are read. A CR is a blank of the last field.
                .terminator(csv::Terminator::Any(b'\n'))
                .trim(csv::Trim::All)
                .from_reader(Cursor::new(first).chain(reader).chain(&b"\n"[..]));
            Source::Other(Box::new(Other { rows, header, fields: StringRecord::new() }))
        };
        Ok(Rows { source, read: 0, torn: 0 })
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
            Content::Header | Content::Row(..) | Content::Lost { .. } | Content::Blank => {}
            Content::Other(fault) => {
                if !Separator::COMMA.is_empty_line(lines.text().as_bytes()) {
                    return Err(RowsError::Unchecked { line, fault });
                }
            }
        }
    }
}

impl<R: Read> Other<R> {
    fn row(&mut self) -> Result<Option<ReadRow>, RowsError> {
        let Other { rows, header, fields } = self;
        loop {
            let read = rows.read_record(fields);
            // Blank lines in front count as a part of a row, and quotes hide line ends.
            let behind = rows.position().line() - 1;
            let is_long = fields.iter().any(|field| field.contains('\n'));
            let begin = fields.position().map_or(behind, csv::Position::line);
            let line = if is_long { begin } else { behind };
            let malformed = |fault| RowsError::Malformed { line, fault };
            match read {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => {
                    return Err(match error.into_kind() {
                        csv::ErrorKind::Io(error) => RowsError::Io(error),
                        _ => malformed("it is not UTF-8".to_owned()),
                    });
                }
            }
            // Spreadsheets write empty lines of a sheet as fields without text.
            if fields.iter().all(|field| field.trim().is_empty()) {
                continue;
            }
            if fields.len() != header.width {
                let (found, expected) = (fields.len(), header.width);
                return Err(malformed(format!("it has {found} columns, expected {expected}")));
            }
            let record = header.record(fields).map_err(|bad| malformed(bad.to_string()))?;
            plausible::check(&record).map_err(malformed)?;
            return Ok(Some(ReadRow { line, record }));
        }
    }
}

impl Header {
    /// The header of another program.
    fn of(line: &[u8]) -> Result<Header, RowsError> {
        let text = String::from_utf8_lossy(line);
        let Some(separator) = Separator::of_header(&text) else {
            return Err(wrong_header(line));
        };
        let names = separator.names(&text);
        let place = |column: &str| names.iter().position(|name| name.trim() == column);
        let rank = place("order_rank");
        let needed = COLUMNS.iter().filter(|column| !column.is_dispensable).map(|c| c.name);
        let needed = needed.filter(|column| *column != "order" || rank.is_none());
        let missing: Vec<&str> = needed.filter(|column| place(column).is_none()).collect();
        let (Some(outcome), Some(budget), []) = (place("outcome"), place("budget"), &missing[..])
        else {
            let (what, them) = match missing.len() {
                1 => ("the column", "it"),
                _ => ("the columns", "them"),
            };
            let fault = format!(
                "it lacks {what} {}, without which the rows say too little; keep {them} when you write \
                 the file",
                missing.join(", ")
            );
            return Err(RowsError::Malformed { line: 1, fault });
        };
        let count = |name: &str| names.iter().filter(|other| other.trim() == name).count();
        if let Some(twice) = COLUMNS.iter().find(|column| count(column.name) > 1) {
            let fault = format!("it has the column {} twice; keep one of the two", twice.name);
            return Err(RowsError::Malformed { line: 1, fault });
        }
        let places = COLUMNS.iter().map(|column| place(column.name)).collect();
        Ok(Header { places, rank, outcome, budget, width: names.len(), separator })
    }

    /// The record that these fields of a line can be.
    fn record(&self, found: &StringRecord) -> Result<Record, BadField> {
        let text = |(column, place)| self.text(column, place, found);
        let fields: Vec<String> = COLUMNS.iter().zip(&self.places).map(text).collect();
        // A comma in a field of a file with commas was in quotes.
        let has_commas = fields.iter().any(|field| field.contains(','));
        let decimals = match self.separator {
            Separator::COMMA if !has_commas => Decimals::Point,
            _ => Decimals::Comma,
        };
        let normal = COLUMNS.iter().zip(&fields).map(|(column, field)| {
            let normal = normalized(column.name, column.kind, field, decimals);
            normal.map_err(|expected| BadField::new(column, field, expected))
        });
        let normal = normal.collect::<Result<Vec<String>, BadField>>()?;
        Record::read(normal.iter().map(String::as_str))
    }

    /// The text of a column; where it is missing, what other columns decide.
    fn text(&self, column: &Column, place: &Option<usize>, found: &StringRecord) -> String {
        let at = |place: usize| found.get(place).unwrap_or("").trim();
        let text = place.map_or("", at);
        let text = if is_missing(column.kind, text) { "" } else { text };
        let order = || MoveOrder::from_rank(at(self.rank?).parse().ok()?);
        match (column.name, text) {
            ("order", "") => order().map_or_else(String::new, |order| order.to_string()),
            ("success", "") => (at(self.outcome) == Outcome::Tour.word()).to_string(),
            ("mirrored", "") => "false".to_owned(),
            // Tables of statistics leave out what is not a measured cost.
            ("checks", "") if at(self.outcome) == Outcome::Budget.word() => {
                at(self.budget).to_owned()
            }
            (_, text) => text.to_owned(),
        }
    }
}

fn wrong_header(line: &[u8]) -> RowsError {
    const SHOWN: usize = 60;
    if let Some(kind) = toml_file::describe(line).filter(|kind| *kind != "a results file") {
        return RowsError::WrongKind(kind);
    }
    let text = String::from_utf8_lossy(line);
    RowsError::Header {
        found: text.trim_end_matches(['\n', '\r']).chars().take(SHOWN).collect(),
        expected: format!("{},…,{ROW_CHECK}", COLUMNS.map(|column| column.name)[..5].join(",")),
    }
}

#[cfg(test)]
mod tests;
