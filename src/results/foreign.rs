//! Rows of results as other programs write them back: with columns in another order, some of them
//! dropped or added, `True` for `true`, `70624.0` for `70624`, quotes, or CR LF.
//!
//! Only what reads results to show them reads such rows. They never belong to a sealed file.

use std::borrow::Cow;
use std::io::{BufRead, Read};

use csv::StringRecord;
use knight_search::MoveOrder;

use crate::results::record::{self, Layout, Record};
use crate::results::rows::{LONGEST_LINE, Row, Rows, RowsError};

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
                row => return row.transpose(),
            },
        };
        if strict.is_none() && self.rows.next_line()?.is_none() {
            return Ok(None);
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
                let of_strict = strict.filter(|_| !fault.is_inexact).map(|(_, fault)| fault);
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

/// What is wrong with a row.
struct Fault {
    text: String,
    /// Whether a number lost its last digits.
    is_inexact: bool,
}

impl Header {
    /// The header of another program: it has the outcome and the checks of jobs and their starts.
    /// `None` for any other line, a header of this program included.
    fn of(line: &[u8]) -> Option<Result<Header, RowsError>> {
        let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
        if Layout::all().any(|layout| layout.header() == line) {
            return None;
        }
        let names = fields(line.trim_start_matches('\u{feff}'));
        let place = |column: &str| names.iter().position(|name| name == column);
        ["start_row", "outcome", "checks"]
            .into_iter()
            .try_for_each(|name| place(name).map(|_| ()))?;
        let needed = |column: &&str| !DISPENSABLE.contains(column) && place(column).is_none();
        let mut missing = Layout::FULL.columns().filter(needed).map(str::to_owned);
        let no_order =
            (place("order").or(place("order_rank")).is_none()).then(|| "order".to_owned());
        if let Some(column) = missing.next().or(no_order) {
            let fault = format!(
                "there is no column {column}, without which the rows say too little; keep it when \
                 you write the file"
            );
            return Some(Err(RowsError::Malformed { line: 1, fault }));
        }
        let places = Layout::FULL.columns().map(place).collect();
        Some(Ok(Header { places, width: names.len() }))
    }

    fn canonical(layout: Layout) -> Header {
        let columns: Vec<&str> = layout.columns().collect();
        let place = |column: &str| columns.iter().position(|name| *name == column);
        Header { places: Layout::FULL.columns().map(place).collect(), width: columns.len() }
    }

    fn record(&self, text: &str, line: u64) -> Result<Record, Fault> {
        let exact = |text| Fault { text, is_inexact: false };
        let found = fields(text.strip_suffix('\r').unwrap_or(text));
        if found.len() != self.width {
            let text = format!("it has {} columns, expected {}", found.len(), self.width);
            return Err(exact(text));
        }
        let mut normal = Vec::with_capacity(self.places.len());
        for (column, place) in Layout::FULL.columns().zip(&self.places) {
            let field = place.map_or("", |place| &found[place]);
            normal.push(normalized(column, field)?);
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
    }
}

/// A field as this program writes its value, if it is one of its values.
fn normalized<'a>(column: &str, field: &'a str) -> Result<Cow<'a, str>, Fault> {
    let field = field.trim();
    if ["nan", "na", "null", "none", "<na>"].contains(&&*field.to_ascii_lowercase())
        && column != "outcome"
    {
        return Ok("".into());
    }
    match column {
        "success" | "closed" | "heavy_tailed" => Ok(match &*field.to_ascii_lowercase() {
            "true" | "1" | "1.0" => "true".into(),
            "false" | "0" | "0.0" => "false".into(),
            _ => field.into(),
        }),
        "rule" | "goal" | "engine" | "outcome" | "tour" => Ok(field.into()),
        "checks_estimate" | "checks_low" | "checks_high" | "effective_samples" => Ok(field.into()),
        "wall_s" | "cpu_s" => match field.parse::<f64>() {
            Ok(seconds) if !(0.0..MOST_SECONDS).contains(&seconds) => Err(Fault {
                text: format!("{column} is `{}`, expected seconds, such as 0.5", start_of(field)),
                is_inexact: false,
            }),
            _ => Ok(field.into()),
        },
        _ => whole(field).map_err(|why| Fault {
            text: format!("{column} is `{field}`, {why}", field = start_of(field)),
            is_inexact: why == INEXACT || why == ROUNDED,
        }),
    }
}

/// More seconds than any clock has.
const MOST_SECONDS: f64 = 1e18;

/// Why a float is refused.
const INEXACT: &str = "a float that has lost digits; read and write the column as text, as with \
                       dtype={\"checks\": str} in pandas";

/// Why a number such as `6.71E+07` is refused: spreadsheets write it for 67,108,864.
const ROUNDED: &str = "a number that a spreadsheet has rounded; give the column a number format \
                       without decimals there, and save the file again";

/// A whole number that was perhaps written as a float, with its digits.
fn whole(field: &str) -> Result<Cow<'_, str>, &'static str> {
    /// Floats have all whole numbers below this.
    const EXACT: f64 = (1u64 << 53) as f64;
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(field.into());
    }
    let is_float =
        field.starts_with(|c: char| c.is_ascii_digit()) && field.contains(['.', 'e', 'E']);
    match field.parse::<f64>() {
        Ok(number) if is_float && number.is_finite() && number.fract() == 0.0 => {
            if number >= EXACT {
                Err(INEXACT)
            } else if field.contains('E') {
                // Other programs write a small `e`, and all digits.
                Err(ROUNDED)
            } else {
                Ok(format!("{number:.0}").into())
            }
        }
        _ => Err("expected a whole number"),
    }
}

fn start_of(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The fields of a line of CSV, with or without quotes.
fn fields(line: &str) -> Vec<Cow<'_, str>> {
    if !line.contains('"') {
        return line.trim_end_matches('\r').split(',').map(Cow::Borrowed).collect();
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .buffer_capacity(256)
        .from_reader(line.as_bytes());
    let mut record = StringRecord::new();
    match reader.read_record(&mut record) {
        Ok(true) => record.iter().map(|field| Cow::Owned(field.to_owned())).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
