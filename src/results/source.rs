//! A file that rows are read back from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use crate::files::open;
use crate::results::error::{Action, StoreError};
use crate::results::findings::RowPlace;
use crate::system::FileId;

/// How much of a file is read ahead of a row, in bytes.
const READ_AHEAD: usize = 1 << 16;

/// More than most rows have, in bytes.
const A_ROW: usize = 512;

/// A file that rows are read back from.
#[derive(Debug)]
pub(super) struct Source {
    pub path: PathBuf,
    reader: BufReader<File>,
    /// The byte that is read next; unknown before the first row.
    position: Option<u64>,
    /// Whether it is another file than that of the results.
    pub is_reused: bool,
}

impl Source {
    pub(super) fn new(path: &Path, file: File, is_reused: bool) -> Source {
        let reader = BufReader::with_capacity(READ_AHEAD, file);
        Source { path: path.to_owned(), reader, position: None, is_reused }
    }

    pub(super) fn place(&self, line: u64) -> RowPlace {
        RowPlace { path: self.path.clone(), line }
    }

    /// Finds the number of the line that begins at a byte.
    pub(super) fn find_line(&mut self, offset: u64) -> Result<RowPlace, StoreError> {
        self.position = None;
        let mut count = || {
            self.reader.rewind()?;
            let before = (&mut self.reader).take(offset).split(b'\n');
            before.into_iter().try_fold(1, |number, line| line.map(|_| number + 1))
        };
        let line = count().map_err(StoreError::io(Action::Read, &self.path))?;
        Ok(self.place(line))
    }

    /// Reads the line that begins at a byte, without its line end.
    pub(super) fn read_line(&mut self, offset: u64, line: &mut Vec<u8>) -> Result<(), StoreError> {
        line.clear();
        self.try_read_line(offset, line).map_err(StoreError::io(Action::Read, &self.path))
    }

    fn try_read_line(&mut self, offset: u64, line: &mut Vec<u8>) -> io::Result<()> {
        let way = self.position.take().map(|position| offset as i64 - position as i64);
        match way {
            // Keeps what was read ahead.
            Some(way) if way.unsigned_abs() < READ_AHEAD as u64 => {
                self.reader.seek_relative(way)?;
                self.reader.read_until(b'\n', line)?;
            }
            // The next row may be as far away again, so little more than this one is read.
            _ => {
                self.reader.seek(io::SeekFrom::Start(offset))?;
                let mut row = BufReader::with_capacity(A_ROW, self.reader.get_mut());
                let length = row.read_until(b'\n', line)? as u64;
                self.reader.seek(io::SeekFrom::Start(offset + length))?;
            }
        }
        self.position = Some(offset + line.len() as u64);
        line.pop_if(|last| *last == b'\n');
        Ok(())
    }
}

/// A second handle of an open file, which has a place of its own to read from.
pub(super) fn reopened(path: &Path, file: &File) -> io::Result<File> {
    let again = open::regular(path)?;
    let is_same = FileId::of(file)? == FileId::of(&again)?;
    let changed = || io::Error::other("it was replaced while it was opened");
    is_same.then_some(again).ok_or_else(changed)
}
