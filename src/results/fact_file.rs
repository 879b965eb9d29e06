//! A file of facts that is open for writing: locked, appended to, replaced.
//!
//! All results, tables and parts of counts are written through this. A failed write cuts the file
//! back to its last complete line. A failed sync is final, because the system may have dropped the
//! data that it could not write. Before anything is replaced, the name must still be that of the
//! file that was opened, and the lock that of this process.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::files::access::strictest;
use crate::files::atomic::AtomicFile;
use crate::files::open::{is_at, regular_with};
use crate::results::error::{Action, StoreError};
use crate::results::lock::Lock;
use crate::results::paths::Paths;
use crate::system::{FileAccess, Links, set_length};

/// Lines wait at most this long in memory.
const FLUSH_INTERVAL: Duration = Duration::from_millis(200);

/// A power loss costs at most the lines of this interval after they were written.
const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// Lines are written before they fill this many bytes of memory.
const BUFFER_BYTES: usize = 1 << 18;

/// A locked file of facts.
#[derive(Debug)]
pub(super) struct FactFile {
    paths: Paths,
    /// Which of them it is.
    path: PathBuf,
    lock: Arc<Lock>,
    /// Who may use it if it is new.
    access: Option<FileAccess>,
    /// Missing until there is something to write.
    file: Option<File>,
    /// Bytes of the file that hold complete lines.
    good: u64,
    /// Lines that wait to be written.
    buffer: Vec<u8>,
    last_flush: Instant,
    /// When the oldest unsynced line was written.
    unsynced_since: Option<Instant>,
}

impl FactFile {
    /// Locks the files of a result, and opens the CSV if it is there.
    pub(super) fn open(paths: Paths, command: &[String]) -> Result<FactFile, StoreError> {
        let lock = Arc::new(Lock::take(&paths, command)?);
        let path = paths.csv.clone();
        FactFile::under(lock, paths, path)
    }

    /// The file of the parts of a count, under the lock of this one.
    pub(super) fn of_parts(&self) -> Result<FactFile, StoreError> {
        let paths = self.paths.clone();
        let path = paths.passes.clone();
        FactFile::under(Arc::clone(&self.lock), paths, path)
    }

    fn under(lock: Arc<Lock>, paths: Paths, path: PathBuf) -> Result<FactFile, StoreError> {
        let mut file = FactFile {
            paths,
            path,
            lock,
            access: None,
            file: None,
            good: 0,
            buffer: Vec::new(),
            last_flush: Instant::now(),
            unsynced_since: None,
        };
        file.reopen()?;
        Ok(file)
    }

    /// Opens the CSV again, after it was replaced or moved.
    fn reopen(&mut self) -> Result<(), StoreError> {
        let path = &self.path;
        let opened = regular_with(path, OpenOptions::new().read(true).append(true), Links::Refuse);
        self.file = match opened {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(StoreError::io(Action::Write, path)(error)),
        };
        self.good = self.length()?;
        Ok(())
    }

    pub(super) fn paths(&self) -> &Paths {
        &self.paths
    }

    /// Its name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, if there is one.
    pub(super) fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }

    fn length(&self) -> Result<u64, StoreError> {
        let length = self.file.as_ref().map_or(Ok(0), |file| file.metadata().map(|m| m.len()));
        length.map_err(StoreError::io(Action::Read, &self.path))
    }

    /// Moves the CSV and its sidecar aside; gives a note. New ones get their access rights.
    pub(super) fn move_aside(&mut self) -> Result<Option<String>, StoreError> {
        self.check()?;
        let (note, access) = self.paths.move_aside()?.unzip();
        self.access = access;
        self.reopen()?;
        Ok(note)
    }

    /// Moves the sidecar alone aside; gives a note.
    pub(super) fn move_sidecar_aside(&self) -> Result<String, StoreError> {
        self.check()?;
        self.paths.move_sidecar_aside()
    }

    /// A new file is for those who may use all of these, too.
    pub(super) fn restrict(&mut self, access: Vec<FileAccess>) {
        self.access = strictest(access.into_iter().chain(self.access));
    }

    /// Removes the file, if it is still this one.
    pub(super) fn remove(mut self) -> Result<(), StoreError> {
        self.check()?;
        if self.file.take().is_none() {
            return Ok(());
        }
        let removed = std::fs::remove_file(&self.path);
        removed.map_err(StoreError::io(Action::Remove, &self.path))?;
        self.paths.sync_folder()
    }

    /// Cuts off what is behind this byte; makes the file, with its header, if nothing is before it.
    pub(super) fn begin(&mut self, good: u64, header: &str) -> Result<(), StoreError> {
        self.check()?;
        let path = &self.path;
        if good == 0 {
            // As a whole, so that no power loss leaves a part of a header.
            let header = format!("{header}\n");
            let new = AtomicFile::holding(path, header.as_bytes(), self.access);
            let new = new.map_err(StoreError::io(Action::Write, path))?;
            return self.replace(new, Action::Write);
        }
        let is_longer = good < self.length()?;
        if let Some(file) = self.file.as_ref().filter(|_| is_longer) {
            // Synced, so that no power loss mixes what was cut off with what is appended.
            let cut = set_length(file, path, good).and_then(|()| file.sync_all());
            cut.map_err(StoreError::io(Action::Write, path))?;
        }
        self.good = good;
        self.unsynced_since = Some(Instant::now());
        match self.lacks_line_end().map_err(StoreError::io(Action::Read, &self.path))? {
            true => self.append(b"\n").and_then(|()| self.flush()),
            false => Ok(()),
        }
    }

    /// Whether something cut the line end of the last row off, and no more.
    fn lacks_line_end(&self) -> io::Result<bool> {
        let Some(mut file) = self.file.as_ref().filter(|_| self.good > 0) else {
            return Ok(false);
        };
        let mut last = [0];
        file.seek(SeekFrom::Start(self.good - 1))?;
        file.read_exact(&mut last)?;
        Ok(last != *b"\n")
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

    /// Writes and syncs everything.
    pub(super) fn finish(&mut self) -> Result<(), StoreError> {
        self.flush()?;
        self.sync()
    }

    /// Writes everything, so that it can be read back.
    pub(super) fn flush(&mut self) -> Result<(), StoreError> {
        self.last_flush = Instant::now();
        let path = &self.path;
        let Some(file) = self.file.as_mut().filter(|_| !self.buffer.is_empty()) else {
            return Ok(());
        };
        let result = file.write_all(&self.buffer);
        let written = match &result {
            Ok(()) => self.buffer.len(),
            // What of it is there behind the lines before.
            Err(_) => {
                let there = file.metadata().map_or(self.good, |about| about.len());
                (there.saturating_sub(self.good) as usize).min(self.buffer.len())
            }
        };
        let newline = self.buffer[..written].iter().rposition(|&byte| byte == b'\n');
        self.good += newline.map_or(0, |newline| newline as u64 + 1);
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.buffer.clear();
        result.map_err(|error| {
            // If even cutting fails the torn tail stays, and the next opening cuts it.
            let _ = set_length(file, path, self.good);
            StoreError::io(Action::Write, path)(error)
        })
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        if self.unsynced_since.take().is_none() {
            return Ok(());
        }
        if let Some(file) = &self.file {
            file.sync_data().map_err(StoreError::io(Action::Write, &self.path))?;
        }
        self.check()
    }

    /// Replaces the CSV by a new version; `action` is for errors.
    pub(super) fn replace(&mut self, new: AtomicFile, action: Action) -> Result<(), StoreError> {
        self.check()?;
        // Where there was no file, one that appeared in the meantime stays.
        // Closed, because Windows replaces an open file only where the file system can.
        let is_there = self.file.take().is_some();
        let committed = if is_there { new.commit() } else { new.commit_new() };
        // Open again in any case, so that no row is written to nothing.
        let reopened = self.reopen();
        committed.map_err(StoreError::io(action, &self.path))?;
        reopened
    }

    /// Refuses to go on if others moved, removed, replaced or wrote to the CSV, or took its lock.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let path = &self.path;
        let failed = |error| StoreError::io(Action::Read, path)(error);
        let taken = |what| Err(StoreError::TakenMeanwhile(path.to_owned(), what));
        if self.lock.is_lost().map_err(failed)? {
            return taken("its lock was taken by another process");
        }
        let Some(file) = &self.file else { return Ok(()) };
        if !is_at(file, path, Links::Follow).map_err(failed)? {
            return taken("this file was moved, removed or replaced");
        }
        match self.length()? == self.good {
            true => Ok(()),
            false => taken("something else wrote to this file or cut it"),
        }
    }
}
