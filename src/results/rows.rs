//! Reading the rows of a results file, line by line, trusting nothing.

use std::io::{self, BufRead, Read};
use std::path::Path;

use csv::StringRecord;

use crate::files::kind;
use crate::files::shown::shown;
use crate::results::error::{REMEDIES_OF_MERGE, REMEDIES_OF_RUN, StoreError};
use crate::results::record::{self, Layout, Record};
use crate::results::resaved::Resaved;

/// The longest line that is read, in bytes: more than twice the tour of the largest board.
pub(super) const LONGEST_LINE: u64 = 16 << 20;

/// The rows of a results file from top to bottom.
///
/// A line counts only with its line end: a number that lost its last digits would still parse. The
/// bytes after the last line end are the torn tail, whose length is [`Rows::torn`].
///
/// After a malformed line the iterator continues, so that all damage can be listed. A failed read
/// is final.
///
/// ```
/// use knightsweep::results::Rows;
///
/// let file = std::fs::File::open("tests/data/format2/sealed.csv")?;
/// let rows = Rows::new(std::io::BufReader::new(file))?;
/// let tours = rows.filter(|row| row.as_ref().is_ok_and(|row| row.record.success)).count();
/// assert_eq!(tours, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rows<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The row as knightsweep writes it.
    canonical: Vec<u8>,
    fields: StringRecord,
    line: u64,
    /// Bytes up to the end of the last complete line.
    offset: u64,
    /// The byte at which the last line begins.
    line_offset: u64,
    torn: u64,
    /// Missing without a complete header.
    layout: Option<Layout>,
}

/// A row with its place in the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Line of the file, from 1; the header is line 1.
    pub line: u64,
    /// Byte at which the line begins.
    pub offset: u64,
    /// The row.
    pub record: Record,
}

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
        /// The header without optional columns.
        expected: String,
    },
    /// The file is of another kind.
    #[error("this is {0}, not a results file; give a CSV that run or sweep wrote")]
    WrongKind(&'static str),
    /// The file is compressed.
    #[error("{0}")]
    Compressed(&'static str),
    /// Another program has saved the file in another form.
    #[error("{}", .0.text())]
    Resaved(Resaved),
    /// A line that is not a row.
    #[error("line {line}: {fault}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
}

/// A damaged line of a results file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The line, from 1; 0 for the sidecar and what concerns the whole file.
    pub line: u64,
    /// What is wrong there.
    pub fault: String,
}

impl RowsError {
    /// The damage that the error reports, unless reading failed.
    pub(super) fn into_damage(self) -> Result<Damage, io::Error> {
        match self {
            RowsError::Io(error) => Err(error),
            RowsError::Malformed { line, fault } => Ok(Damage { line, fault }),
            header => Ok(Damage { line: 1, fault: header.to_string() }),
        }
    }

    /// The error that refuses to resume the file.
    pub(super) fn refuse(self, csv: &Path) -> StoreError {
        self.refuse_with(csv, REMEDIES_OF_RUN)
    }

    /// The error that refuses to merge the file.
    pub(super) fn refuse_input(self, csv: &Path) -> StoreError {
        self.refuse_with(csv, REMEDIES_OF_MERGE)
    }

    fn refuse_with(self, csv: &Path, remedies: &str) -> StoreError {
        if let RowsError::Resaved(_) | RowsError::Compressed(_) = self {
            // No row of such a file can be read, so `merge --salvage` would not help.
            return StoreError::unusable(csv, &self.to_string());
        }
        match self.into_damage() {
            Ok(Damage { line, fault }) => StoreError::Unusable(format!(
                "{}: line {line}: {fault}; `knightsweep verify` lists all the damage; {remedies}",
                shown(csv)
            )),
            Err(error) => StoreError::io("read", csv)(error),
        }
    }
}

impl<R: BufRead> Rows<R> {
    /// Reads the header.
    ///
    /// A file that ends within its header, as after a crash while it was created, has no rows and a
    /// torn tail.
    ///
    /// # Errors
    /// [`RowsError`] if the first line is not a header.
    pub fn new(mut reader: R) -> Result<Rows<R>, RowsError> {
        let mut buffer = Vec::new();
        (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut buffer)?;
        if let Some(what) = kind::compressed(&buffer) {
            return Err(RowsError::Compressed(what));
        }
        let complete = buffer.pop_if(|last| *last == b'\n').is_some();
        let with_header = |text: &[u8]| Layout::all().find(|l| l.header().as_bytes() == text);
        let layout = if complete { with_header(&buffer) } else { None };
        if let Some(resaved) =
            Resaved::of_line(&buffer).filter(|resaved| complete || *resaved == Resaved::LoneReturns)
        {
            return Err(RowsError::Resaved(resaved));
        }
        let begins_header = |l: Layout| l.header().as_bytes().starts_with(&buffer);
        if layout.is_none() && (complete || !Layout::all().any(begins_header)) {
            const SHOWN: usize = 60;
            if let Some(kind) = kind::describe(&buffer).filter(|kind| *kind != "a results file") {
                return Err(RowsError::WrongKind(kind));
            }
            return Err(RowsError::Header {
                found: String::from_utf8_lossy(&buffer).chars().take(SHOWN).collect(),
                expected: Layout::default().header(),
            });
        }
        let length = buffer.len() as u64 + u64::from(complete);
        Ok(Rows::behind_line(reader, length, complete, layout))
    }

    /// Takes the first line for a header with these columns, whatever it says.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn behind_any_header(mut reader: R, layout: Layout) -> io::Result<Rows<R>> {
        let mut length = 0;
        let mut buffer = Vec::new();
        while !buffer.ends_with(b"\n") {
            buffer.clear();
            match (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut buffer)? {
                0 => break,
                more => length += more as u64,
            }
        }
        Ok(Rows::behind_line(reader, length, buffer.ends_with(b"\n"), Some(layout)))
    }

    /// The reader has read the first line, of this length, which may lack its line end.
    pub(super) fn behind_line(
        reader: R,
        length: u64,
        is_complete: bool,
        layout: Option<Layout>,
    ) -> Rows<R> {
        let (offset, torn) = if is_complete { (length, 0) } else { (0, length) };
        Rows {
            reader,
            buffer: Vec::new(),
            canonical: Vec::new(),
            fields: StringRecord::new(),
            line: 1,
            offset,
            line_offset: 0,
            torn,
            layout,
        }
    }

    /// Whether there is nothing in the file, once the header has been read.
    pub(super) fn is_empty(&self) -> bool {
        self.layout.is_none() && self.torn == 0
    }

    /// The columns; missing in a file that ends within its header.
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// Bytes after the last line end, once all rows have been read.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// Bytes up to the end of the last complete line read; 0 if not even the header is complete.
    pub fn end(&self) -> u64 {
        self.offset
    }

    /// The last line that was read, without its line end.
    pub(super) fn line(&self) -> &[u8] {
        &self.buffer
    }

    /// The number of the last line, and the byte at which it begins.
    pub(super) fn place(&self) -> (u64, u64) {
        (self.line, self.line_offset)
    }

    fn next_row(&mut self) -> Result<Option<Row>, RowsError> {
        let (Some(layout), Some(())) = (self.layout, self.next_line()?) else {
            return Ok(None);
        };
        let record = self.parse(layout)?;
        Ok(Some(Row { line: self.line, offset: self.line_offset, record }))
    }

    /// Reads the next complete line.
    pub(super) fn next_line(&mut self) -> Result<Option<()>, RowsError> {
        if self.layout.is_none() || self.torn > 0 {
            return Ok(None);
        }
        let mut length = self.read_line()?;
        let is_too_long = length == LONGEST_LINE && !self.buffer.ends_with(b"\n");
        while is_too_long && !self.buffer.ends_with(b"\n") {
            match self.read_line()? {
                0 => break,
                more => length += more,
            }
        }
        self.line_offset = self.offset;
        let is_complete = self.buffer.pop_if(|last| *last == b'\n').is_some();
        // The offsets of the rows behind a line that is too long must be right.
        *(if is_complete { &mut self.offset } else { &mut self.torn }) += length;
        if !is_complete && !is_too_long {
            return Ok(None);
        }
        self.line += 1;
        if is_too_long {
            return Err(self.malformed("it is too long"));
        }
        Ok(Some(()))
    }

    /// Reads up to the next line end or to [`LONGEST_LINE`]; gives the number of bytes.
    fn read_line(&mut self) -> io::Result<u64> {
        self.buffer.clear();
        let mut most = (&mut self.reader).take(LONGEST_LINE);
        Ok(most.read_until(b'\n', &mut self.buffer)? as u64)
    }

    fn parse(&mut self, layout: Layout) -> Result<Record, RowsError> {
        let Ok(text) = std::str::from_utf8(&self.buffer) else {
            return Err(self.malformed("it is not UTF-8"));
        };
        if !text.is_empty() && text.bytes().all(|byte| byte == b',') {
            return Err(self.malformed("all its fields are empty; delete the line"));
        }
        if text.trim().is_empty() {
            return Err(self.malformed("it is blank; delete the line"));
        }
        let Some(fields) = layout.fields(text) else {
            let (found, expected) = (text.split(',').count(), layout.columns().count());
            return Err(self.malformed(&format!("it has {found} columns, expected {expected}")));
        };
        self.fields.clear();
        fields.for_each(|field| self.fields.push_field(field));
        // By place, which is quicker than by name.
        let record: Record = self.fields.deserialize(None).map_err(|error| {
            let fault = record::unreadable_field(&self.fields);
            self.malformed(&fault.unwrap_or_else(|| error.to_string()))
        })?;
        self.check_canonical(&record, layout)?;
        Ok(record)
    }

    /// Many texts have the same value (`7`, `+7`, `0x7`), but knightsweep writes only one of them.
    fn check_canonical(&mut self, record: &Record, layout: Layout) -> Result<(), RowsError> {
        self.canonical.clear();
        record.write_csv(layout, &mut self.canonical);
        self.canonical.pop_if(|last| *last == b'\n');
        let (found, written) = (&self.buffer, &self.canonical);
        let same = record::without_times(found).eq(record::without_times(written));
        if same && record::times(found).all(record::is_time) {
            return Ok(());
        }
        let fault = record::differing_field(layout, found, written);
        Err(self.malformed(&fault))
    }

    fn malformed(&self, fault: &str) -> RowsError {
        RowsError::Malformed { line: self.line, fault: fault.to_owned() }
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Row, RowsError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_row().transpose()
    }
}

#[cfg(test)]
mod tests;
