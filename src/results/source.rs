//! A file that rows are read back from.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use crate::files::open;
use crate::results::error::{Action, StoreError};
use crate::results::findings::RowPlace;
use crate::system::FileId;

/// A file that rows are read back from.
#[derive(Debug)]
pub(super) struct Source {
    pub path: PathBuf,
    reader: BufReader<File>,
    /// The byte that is read next.
    position: u64,
    /// Whether it is another file than that of the results.
    pub is_reused: bool,
}

impl Source {
    pub(super) fn new(path: &Path, file: File, is_reused: bool) -> Source {
        // Rows that are far from each other are read back too: so little is read ahead.
        Source { path: path.to_owned(), reader: BufReader::new(file), position: 0, is_reused }
    }

    pub(super) fn place(&self, line: u64) -> RowPlace {
        RowPlace { path: self.path.clone(), line }
    }

    /// Finds the number of the line that begins at a byte.
    pub(super) fn find_line(&mut self, offset: u64) -> Result<RowPlace, StoreError> {
        let mut count = || {
            self.reader.rewind()?;
            let before = (&mut self.reader).take(offset).split(b'\n');
            before.into_iter().try_fold(1, |number, line| line.map(|_| number + 1))
        };
        let line = count().map_err(StoreError::io(Action::Read, &self.path))?;
        self.position = offset;
        Ok(self.place(line))
    }

    /// Reads the line that begins at a byte, without its line end.
    pub(super) fn read_line(&mut self, offset: u64, line: &mut Vec<u8>) -> Result<(), StoreError> {
        line.clear();
        let way = offset as i64 - self.position as i64;
        let moved = self.reader.seek_relative(way);
        let read = moved.and_then(|()| self.reader.read_until(b'\n', line));
        self.position = offset + read.map_err(StoreError::io(Action::Read, &self.path))? as u64;
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
