//! The lines of a file of facts: a header, and rows that each end with a check of their text.
//!
//! A row vouches for itself, so a line is judged by nothing but its own text. What a crash leaves
//! is known by its form: a torn last line, and NUL bytes in the place of what was not on the disk
//! yet.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::results::record::Record;
use crate::results::record::columns::{self, COLUMNS, ROW_CHECK};

/// Whether a first line is the header of results, or a row of them.
pub fn begins_results(line: &[u8]) -> bool {
    matches!(RowFormat::results().judge(line.trim_ascii_end()), Content::Header | Content::Row(..))
}

/// The longest line that is read, in bytes: more than twice the tour of the largest board.
pub const LONGEST_LINE: u64 = 16 << 20;

/// The header of a kind of facts, and how their rows are checked.
#[derive(Clone, Debug)]
pub(crate) struct RowFormat {
    header: String,
    /// Has taken the header.
    hasher: Sha256,
    rows: RowKind,
}

/// What rows say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RowKind {
    /// A job and its answer, each a [`Record`].
    Results,
    /// Something else.
    Table,
}

impl RowFormat {
    /// That of results.
    pub(crate) fn results() -> &'static RowFormat {
        static RESULTS: LazyLock<RowFormat> =
            LazyLock::new(|| RowFormat::new(columns::header(), RowKind::Results));
        &RESULTS
    }

    /// That of a table with these columns.
    pub(crate) fn table<'a>(columns: impl IntoIterator<Item = &'a str>) -> RowFormat {
        let names = columns.into_iter().chain([ROW_CHECK]);
        RowFormat::new(names.collect::<Vec<_>>().join(","), RowKind::Table)
    }

    fn new(header: String, rows: RowKind) -> RowFormat {
        let hasher = Sha256::new().chain_update(&header).chain_update(b"\n");
        RowFormat { header, hasher, rows }
    }

    /// The header, without its line end.
    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// Appends a comma, the check of the row that `out` has from `begin` on, and a line end.
    pub(super) fn seal_row(&self, out: &mut Vec<u8>, begin: usize) {
        let check = self.check(&out[begin..]);
        out.push(b',');
        out.extend_from_slice(&check);
        out.push(b'\n');
    }

    /// A letter, so that no reader takes it for a number, and 15 digits of the SHA-256 of the
    /// header and the row, with a line end behind each.
    fn check(&self, row: &[u8]) -> [u8; 16] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut hasher = self.hasher.clone();
        hasher.update(row);
        hasher.update(b"\n");
        let hash = hasher.finalize();
        let mut check = [b'x'; 16];
        for (place, digit) in check[1..].iter_mut().enumerate() {
            let byte = hash[place / 2];
            *digit = DIGITS[usize::from(if place % 2 == 0 { byte >> 4 } else { byte & 15 })];
        }
        check
    }

    /// Appends the line of a row of results.
    pub(super) fn write(&self, record: &Record, out: &mut Vec<u8>) {
        let begin = out.len();
        record.write_csv(out);
        self.seal_row(out, begin);
    }

    /// The row of a line, if that has the check of just these bytes.
    pub(super) fn checked<'a>(&self, line: &'a [u8]) -> Option<&'a str> {
        let text = std::str::from_utf8(line).ok()?;
        let (row, check) = text.rsplit_once(',')?;
        (check.as_bytes() == self.check(row.as_bytes())).then_some(row)
    }

    /// What a line is, without its line end. Spreadsheets put a byte order mark in front.
    pub(crate) fn judge<'a>(&self, line: &'a [u8]) -> Content<'a> {
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if let Some(row) = self.checked(line) {
            let record = match self.rows {
                RowKind::Table => Ok(None),
                RowKind::Results => Record::read(row.split(',')).map(|it| Some(Box::new(it))),
            };
            if let Ok(record) = record {
                return Content::Row(row.into(), record);
            }
        }
        if line.contains(&0) {
            return Content::Lost;
        }
        if line == self.header.as_bytes() {
            return Content::Header;
        }
        match (std::str::from_utf8(line), self.rows) {
            (Err(_), _) => Content::Other("it is not UTF-8".to_owned()),
            (Ok(text), _) if text.trim().is_empty() => Content::Blank,
            (Ok(text), _) if text.replace('"', "") == self.header => {
                Content::Other("another program wrote it: the header is in quotes".to_owned())
            }
            (Ok(text), RowKind::Table) => Content::Other(self.fault(text)),
            (Ok(text), RowKind::Results) => self.judge_values(text),
        }
    }

    /// What a line is that another program may have written.
    fn judge_values<'a>(&self, text: &str) -> Content<'a> {
        // No value has quotes, or commas in them.
        let bare = text.replace('"', "");
        let fields: Vec<&str> = bare.split(',').collect();
        if fields.len() != COLUMNS.len() + 1 {
            return Content::Other(self.fault(text));
        }
        let record = match Record::read_by_value(fields.iter().copied()) {
            Ok(record) => record,
            Err(bad) => return Content::Other(bad.to_string()),
        };
        match self.written_with(&record, fields[COLUMNS.len()]) {
            Some(row) => Content::Row(row.into(), Some(Box::new(record))),
            None => Content::Other(WRONG_CHECK.to_owned()),
        }
    }

    /// The row as this program writes it, if this is its check.
    pub(crate) fn written_with(&self, record: &Record, check: &str) -> Option<String> {
        let mut row = Vec::new();
        record.write_csv(&mut row);
        let is_right = check.trim().as_bytes() == self.check(&row);
        String::from_utf8(row).ok().filter(|_| is_right)
    }

    /// Why a line is not a row.
    fn fault(&self, text: &str) -> String {
        let (found, expected) = (text.split(',').count(), self.header.split(',').count());
        match found == expected {
            true => WRONG_CHECK.to_owned(),
            false => format!("it has {found} columns, expected {expected}"),
        }
    }

    /// Whether a row or a header can begin with what a line has before its first NUL byte.
    pub(crate) fn may_begin_before_nul(&self, line: &[u8]) -> bool {
        line.split(|byte| *byte == 0).next().is_some_and(|begun| self.could_be_torn(begun))
    }

    /// Whether the bytes behind the last line end can be the beginning of a row or of the header.
    fn could_be_torn(&self, tail: &[u8]) -> bool {
        let tail = tail.strip_suffix(b"\r").unwrap_or(tail);
        let is_blank = tail.trim_ascii().is_empty();
        if is_blank || tail.contains(&0) || self.header.as_bytes().starts_with(tail) {
            return true;
        }
        let fields = std::str::from_utf8(tail).ok().map(|text| text.split(',').collect::<Vec<_>>());
        let Some((torn, whole)) = fields.as_deref().and_then(<[&str]>::split_last) else {
            return false;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_of_table = |byte: &u8| byte.is_ascii_alphanumeric() || b".:%-+ ".contains(byte);
        let is_begun = match self.rows {
            RowKind::Results => Record::may_begin_with(whole, torn),
            RowKind::Table => torn.as_bytes().iter().all(is_of_table),
        };
        is_begun
            && is_number(whole.first().unwrap_or(torn))
            && whole.len() < self.header.split(',').count()
    }
}

/// What a line of a file of facts is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Content<'a> {
    Header,
    /// A row with its check, without that; of results also its values.
    Row(Cow<'a, str>, Option<Box<Record>>),
    /// It has NUL bytes, as a power loss leaves them.
    Lost,
    /// It has no text.
    Blank,
    /// Something else, and why it is not a row.
    Other(String),
}

/// Why a line without text is no row, if something follows it.
pub(crate) const BLANK: &str = "it is blank";

/// Why a line of values is no row.
pub(crate) const WRONG_CHECK: &str = "its row_check is not that of its values";

/// A line with its place in the file.
#[derive(Debug)]
pub(crate) struct FileLine<'a> {
    /// From 1.
    pub(crate) number: u64,
    /// The byte at which it begins.
    pub(crate) offset: u64,
    pub(crate) content: Content<'a>,
}

/// The bytes behind the last line end of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rest {
    pub(crate) bytes: u64,
    /// Whether they can be the beginning of a line, or are what a power loss leaves.
    pub(crate) is_torn: bool,
    /// Whether a header begins so.
    pub(super) is_header: bool,
}

/// Reads a file of facts line by line.
pub(crate) struct Lines<'f, R> {
    reader: R,
    format: &'f RowFormat,
    buffer: Vec<u8>,
    number: u64,
    /// Bytes up to the end of the last line.
    end: u64,
    tail: Rest,
}

impl<'f, R: BufRead> Lines<'f, R> {
    pub(crate) fn new(reader: R, format: &'f RowFormat) -> Lines<'f, R> {
        let tail = Rest { bytes: 0, is_torn: true, is_header: true };
        Lines { reader, format, buffer: Vec::new(), number: 0, end: 0, tail }
    }

    /// The next line; `None` behind the last one and at a torn one.
    pub(crate) fn next(&mut self) -> io::Result<Option<FileLine<'_>>> {
        let mut length = self.read()?;
        let is_too_long = length == LONGEST_LINE && !self.buffer.ends_with(b"\n");
        while is_too_long && !self.buffer.ends_with(b"\n") {
            match self.read()? {
                0 => break,
                more => length += more,
            }
        }
        let is_whole = self.buffer.pop_if(|last| *last == b'\n').is_some();
        // The check vouches for a last row that only lacks its line end.
        let text = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
        if !is_whole && (is_too_long || self.format.checked(text).is_none()) {
            self.end_with(length, is_too_long);
            return Ok(None);
        }
        self.number += 1;
        let offset = self.end;
        self.end += length;
        let content = match is_too_long {
            true => Content::Other("it is too long".to_owned()),
            false => self.format.judge(&self.buffer),
        };
        Ok(Some(FileLine { number: self.number, offset, content }))
    }

    /// Reads up to the next line end or to [`LONGEST_LINE`]; gives the number of bytes.
    fn read(&mut self) -> io::Result<u64> {
        self.buffer.clear();
        let mut most = (&mut self.reader).take(LONGEST_LINE);
        Ok(most.read_until(b'\n', &mut self.buffer)? as u64)
    }

    fn end_with(&mut self, length: u64, is_too_long: bool) {
        if length > 0 {
            let is_torn = !is_too_long && self.format.could_be_torn(&self.buffer);
            let is_header = !is_too_long && self.format.header.as_bytes().starts_with(&self.buffer);
            self.tail = Rest { bytes: length, is_torn, is_header };
        }
    }

    /// The text of the last line.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.buffer).into_owned()
    }

    /// Bytes up to the end of the last line.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// The number of the last line.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// What is behind the last line end, once all lines have been read.
    pub(crate) fn tail(&self) -> Rest {
        self.tail
    }
}

#[cfg(test)]
mod tests;
