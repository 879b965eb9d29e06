//! Rows of results as other programs write them back: with columns in another order, some of them
//! dropped or added, semicolons or tabs between them, `True` for `true`, `70624.0` for `70624`,
//! quotes, or CR LF.
//!
//! Only what reads results to show them reads such rows. They never belong to a sealed file.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use csv::StringRecord;
use knight_search::{MoveOrder, Outcome};

use crate::files::open;
use crate::results::error::StoreError;
use crate::results::record::{self, Layout, Record};
use crate::results::resaved::{Resaved, Separator};
use crate::results::rows::{LONGEST_LINE, Row, Rows, RowsError};

mod values;

use values::{Fault, normalized};

/// What is wrong with a file that [`is_written_back`], and what to do.
pub const WRITTEN_BACK: &str = "another program wrote it back, with other words for the same values, such as True or \
     70624.0, or with other columns; give or restore the original file. Only `summarize`, \
     `compare`, `plot` and `report` read this one";

/// The error of a file that [`is_written_back`], where a row of it is refused; `remedy` is what
/// else to do. `None` for other files. `merge --salvage` does not help: it takes no such row.
pub(super) fn refusal(csv: &Path, error: &RowsError, remedy: &str) -> Option<StoreError> {
    let is_of_row = matches!(error, RowsError::Malformed { .. });
    let what = || StoreError::unusable(csv, &format!("{WRITTEN_BACK}{remedy}"));
    (is_of_row && is_written_back(csv)).then(what)
}

/// What a run can do about such a file.
pub(super) const START_AGAIN: &str = ". --fresh moves it aside and starts again";

/// Whether another program wrote a file back, by its header and its first rows, of which one can be
/// read. Not if [`Resaved`] says in which form.
pub fn is_written_back(csv: &Path) -> bool {
    const MOST_LOOKED_AT: usize = 16;
    let Ok(file) = open::regular(csv) else {
        return false;
    };
    let mut reader = BufReader::new(file);
    let mut header = Vec::new();
    let read = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut header);
    if read.is_err() || Resaved::of_line(&header).is_some() {
        return false;
    }
    match AnyRows::new(header.chain(reader)) {
        Ok(mut rows) => {
            let is_read = rows.by_ref().take(MOST_LOOKED_AT).any(|row| row.is_ok());
            rows.has_foreign_header() || is_read && rows.foreign() > 0
        }
        // It lacks a column.
        Err(RowsError::Malformed { .. }) => true,
        Err(_) => false,
    }
}

/// The rows of results that this or another program wrote.
pub(super) struct AnyRows<R> {
    rows: Rows<R>,
    /// `None` for the header of this program.
    header: Option<Header>,
    foreign: u64,
}

/// Where the columns of results are in the lines of a file.
struct Header {
    /// The place of each column of [`Layout::FULL`].
    places: Vec<Option<usize>>,
    width: usize,
    separator: Separator,
}

/// Columns that can be found out from others, or that say nothing if they are missing.
const DISPENSABLE: [&str; 19] = [
    "job",
    "order",
    "order_rank",
    "success",
    "nodes",
    "closed",
    "wall_s",
    "cpu_s",
    "seed",
    "mirror_of",
    "checks_off_board",
    "checks_visited",
    "checks_estimate",
    "checks_low",
    "checks_high",
    "samples",
    "effective_samples",
    "heavy_tailed",
    "tour",
];

impl<R: BufRead> AnyRows<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`RowsError`] if the first line is not a header of results.
    pub(super) fn new(mut reader: R) -> Result<AnyRows<R>, RowsError> {
        let mut line = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let length = line.len() as u64;
        if let Some(unreadable @ (Resaved::Utf16 | Resaved::SeparatorLine | Resaved::LoneReturns)) =
            Resaved::of_line(&line)
        {
            return Err(RowsError::Resaved(unreadable));
        }
        if let Some(header) = Header::of(&line) {
            let rows = Rows::behind_line(reader, length, true, Some(Layout::FULL));
            return Ok(AnyRows { rows, header: Some(header?), foreign: 0 });
        }
        let layout = Rows::new(&line[..])?.layout();
        let rows = Rows::behind_line(reader, length, line.ends_with(b"\n"), layout);
        Ok(AnyRows { rows, header: None, foreign: 0 })
    }

    /// How many rows were written by another program.
    pub(super) fn foreign(&self) -> u64 {
        self.foreign
    }

    /// Whether another program wrote the header.
    pub(super) fn has_foreign_header(&self) -> bool {
        self.header.is_some()
    }

    /// Bytes after the last line end, once all rows have been read.
    pub(super) fn torn(&self) -> u64 {
        self.rows.torn()
    }

    fn next_row(&mut self) -> Result<Option<Row>, RowsError> {
        let strict = match self.header {
            Some(_) => None,
            None => match self.rows.next() {
                Some(Err(RowsError::Malformed { line, fault })) => Some((line, fault)),
                Some(Ok(row)) if is_stopped_without_checks(&row.record) => {
                    self.foreign += 1;
                    let Row { line, offset, record } = row;
                    let record = Record { checks: record.budget, ..record };
                    return Ok(Some(Row { line, offset, record }));
                }
                row => return row.transpose(),
            },
        };
        if let (None, Some(header)) = (&strict, &self.header) {
            // Spreadsheets write empty lines of a sheet as fields without text.
            loop {
                match self.rows.next_line()? {
                    None => return Ok(None),
                    Some(()) if header.separator.is_empty_line(self.rows.line()) => {}
                    Some(()) => break,
                }
            }
        }
        let (line, offset) = self.rows.place();
        let text = String::from_utf8_lossy(self.rows.line());
        let own;
        let header = match (&self.header, self.rows.layout()) {
            (Some(header), _) => header,
            (None, layout) => {
                own = Header::canonical(layout.unwrap_or_default());
                &own
            }
        };
        match header.record(&text, line) {
            Ok(record) => {
                self.foreign += 1;
                Ok(Some(Row { line, offset, record }))
            }
            // What is wrong is said as everywhere, unless another program is to blame.
            Err(fault) => {
                let of_strict = strict.map(|(_, strict)| strict);
                let of_strict = of_strict
                    .filter(|strict| !fault.is_inexact && !is_of_other_column(strict, &fault.text));
                Err(RowsError::Malformed { line, fault: of_strict.unwrap_or(fault.text) })
            }
        }
    }
}

impl<R: BufRead> Iterator for AnyRows<R> {
    type Item = Result<Row, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

impl Header {
    /// The header of another program, as [`Separator::of_header`] knows it. `None` for any other
    /// line, a header of this program included.
    fn of(line: &[u8]) -> Option<Result<Header, RowsError>> {
        let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
        if Layout::all().any(|layout| layout.header() == line) {
            return None;
        }
        let separator = Separator::of_header(line)?;
        let names = separator.names(line);
        let place = |column: &str| names.iter().position(|name| name == column);
        let needed = |column: &&str| !DISPENSABLE.contains(column) && place(column).is_none();
        let no_order = place("order").or(place("order_rank")).is_none().then_some("order");
        let missing: Vec<&str> = Layout::FULL.columns().filter(needed).chain(no_order).collect();
        if !missing.is_empty() {
            let fault = format!(
                "it lacks {} {}, without which the rows say too little; keep {} when you write the \
                 file",
                if missing.len() == 1 { "the column" } else { "the columns" },
                missing.join(", "),
                if missing.len() == 1 { "it" } else { "them" }
            );
            return Some(Err(RowsError::Malformed { line: 1, fault }));
        }
        let places = Layout::FULL.columns().map(place).collect();
        Some(Ok(Header { places, width: names.len(), separator }))
    }

    fn canonical(layout: Layout) -> Header {
        let columns: Vec<&str> = layout.columns().collect();
        let place = |column: &str| columns.iter().position(|name| *name == column);
        let places = Layout::FULL.columns().map(place).collect();
        Header { places, width: columns.len(), separator: Separator::Comma }
    }

    fn record(&self, text: &str, line: u64) -> Result<Record, Fault> {
        let exact = |text| Fault { text, is_inexact: false };
        let found = self.separator.fields(text);
        if found.len() != self.width {
            let text = format!("it has {} columns, expected {}", found.len(), self.width);
            return Err(exact(text));
        }
        let mut normal = Vec::with_capacity(self.places.len());
        for (column, place) in Layout::FULL.columns().zip(&self.places) {
            let field = place.map_or("", |place| &found[place]);
            normal.push(normalized(column, field, self.separator)?);
        }
        self.fill_in(&mut normal, line);
        let normal: StringRecord = normal.iter().map(|field| &**field).collect();
        normal.deserialize(None).map_err(|error| {
            exact(record::unreadable_field(&normal).unwrap_or_else(|| error.to_string()))
        })
    }

    /// Fills in the columns that others decide.
    fn fill_in(&self, normal: &mut [Cow<'_, str>], line: u64) {
        let place = |column: &str| {
            Layout::FULL.columns().position(|name| name == column).expect("it is a column")
        };
        let [order, rank] = ["order", "order_rank"].map(place);
        let from_rank = || MoveOrder::from_rank(normal[rank].parse().ok()?);
        if normal[order].is_empty()
            && let Some(known) = from_rank()
        {
            normal[order] = known.to_string().into();
        }
        if normal[rank].is_empty()
            && let Ok(known) = normal[order].parse::<MoveOrder>()
        {
            normal[rank] = known.rank().to_string().into();
        }
        let [success, outcome, job, wall] = ["success", "outcome", "job", "wall_s"].map(place);
        if normal[success].is_empty() {
            normal[success] = if normal[outcome] == "tour" { "true" } else { "false" }.into();
        }
        if self.places[job].is_none() {
            normal[job] = line.saturating_sub(2).to_string().into();
        }
        if normal[wall].is_empty() {
            normal[wall] = "NaN".into();
        }
        // Tables of statistics leave out what is not a measured cost.
        let [checks, budget] = ["checks", "budget"].map(place);
        if normal[checks].is_empty() && normal[outcome] == Outcome::Budget.word() {
            normal[checks] = normal[budget].clone();
        }
    }
}

/// Whether the fault of a strict reader is that of another column, whose value is right and only in
/// other words.
fn is_of_other_column(strict: &str, real: &str) -> bool {
    let column = |fault: &str| {
        let first = fault.split(' ').next()?;
        Layout::FULL.columns().find(|column| *column == first)
    };
    column(strict).is_some_and(|strict| column(real) != Some(strict))
}

/// Whether a row, which is otherwise as this program writes it, lacks the checks that its budget
/// says.
fn is_stopped_without_checks(record: &Record) -> bool {
    record.outcome == Outcome::Budget && record.checks.is_none() && record.budget.is_some()
}

#[cfg(test)]
mod tests;
