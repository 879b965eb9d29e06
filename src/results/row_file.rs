//! Appends rows to a file and its journal. A row counts once its line end is in the file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::files::identity::is_at;
use crate::files::open::Links;
use crate::results::error::StoreError;
use crate::results::journal::Journal;
use crate::results::lock::Lock;

/// Rows wait at most this long in memory.
const FLUSH_INTERVAL: Duration = Duration::from_millis(200);

/// A power loss costs at most the rows of this interval after they were written.
const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// Rows are written before they fill this many bytes of memory.
const BUFFER_BYTES: usize = 1 << 18;

/// A file of lines that is open for appending.
///
/// A failed write cuts the file back to its last complete line, which is never before a line that
/// the journal has. A failed sync is final, because the system may have dropped the data that it
/// could not write.
#[derive(Debug)]
pub(super) struct RowFile {
    file: File,
    /// For messages.
    path: PathBuf,
    /// Has taken the lines of the file, and recorded those that were synced.
    journal: Journal,
    lock: Lock,
    /// Bytes of the file that hold complete lines.
    good: u64,
    /// Lines that wait to be written.
    buffer: Vec<u8>,
    last_flush: Instant,
    /// When the oldest unsynced line was written.
    unsynced_since: Option<Instant>,
}

impl RowFile {
    /// The file has this many bytes of complete lines, and nothing after them. Its journal has
    /// taken them; whether they were synced is unknown.
    pub(super) fn new(
        file: File,
        path: PathBuf,
        journal: Journal,
        lock: Lock,
        good: u64,
    ) -> RowFile {
        RowFile {
            file,
            path,
            journal,
            lock,
            good,
            buffer: Vec::with_capacity(BUFFER_BYTES),
            last_flush: Instant::now(),
            unsynced_since: Some(Instant::now()),
        }
    }

    /// The byte at which the next line begins; 0 for an empty file.
    pub(super) fn end(&self) -> u64 {
        self.good + self.buffer.len() as u64
    }

    /// Takes a line with its line end.
    pub(super) fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.buffer.extend_from_slice(line);
        if self.buffer.len() >= BUFFER_BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes and syncs what is due. To be called several times a second.
    pub(super) fn tick(&mut self) -> Result<(), StoreError> {
        if self.last_flush.elapsed() >= FLUSH_INTERVAL {
            self.flush()?;
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC_INTERVAL) {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes, syncs and records everything.
    pub(super) fn finish(&mut self) -> Result<(), StoreError> {
        self.flush()?;
        self.sync()
    }

    /// Refuses to go on if others moved, removed, replaced or wrote to the file. To be called
    /// before anything is written to the files beside it.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        check_not_taken(&self.file, &self.path, &self.lock, self.good)
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.last_flush = Instant::now();
        if self.buffer.is_empty() {
            return Ok(());
        }
        let (written, result) = write_counting(&mut self.file, &self.buffer);
        let newline = self.buffer[..written].iter().rposition(|&byte| byte == b'\n');
        let complete = newline.map_or(0, |newline| newline + 1);
        self.journal.add(&self.buffer[..complete]);
        self.good += complete as u64;
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.buffer.clear();
        result.map_err(|error| {
            // If even cutting fails the torn tail stays, and the next opening cuts it.
            let _ = self.file.set_len(self.good);
            StoreError::io("write to", &self.path)(error)
        })
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        if self.unsynced_since.take().is_none() {
            return Ok(());
        }
        self.file.sync_data().map_err(StoreError::io("sync", &self.path))?;
        self.check()?;
        self.journal.record()
    }
}

/// Refuses to go on if others moved, removed, replaced or wrote to an open CSV of this size, or
/// took its lock.
pub(super) fn check_not_taken(
    csv: &File,
    path: &Path,
    lock: &Lock,
    bytes: u64,
) -> Result<(), StoreError> {
    let failed = |error| StoreError::io("look at", path)(error);
    let taken = |what| Err(StoreError::TakenMeanwhile(path.to_owned(), what));
    if !is_at(csv, path, Links::Follow).map_err(failed)? {
        return taken("this file was moved, removed or replaced");
    }
    if lock.is_lost().map_err(failed)? {
        return taken("its lock was taken by another process");
    }
    match csv.metadata().map_err(failed)?.len() == bytes {
        true => Ok(()),
        false => taken("something else wrote to this file or cut it"),
    }
}

/// Writes all bytes if it can; gives the number of written bytes in any case.
fn write_counting(file: &mut impl Write, bytes: &[u8]) -> (usize, io::Result<()>) {
    let mut written = 0;
    while written < bytes.len() {
        match file.write(&bytes[written..]) {
            Ok(0) => return (written, Err(io::ErrorKind::WriteZero.into())),
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (written, Err(error)),
        }
    }
    (written, Ok(()))
}
