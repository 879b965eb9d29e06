//! The results file: the only place that writes results.
//!
//! A results file `NAME.csv` has a sidecar `NAME.meta.json` and, while a run writes, a lock `NAME.csv.lock`.
//!
//! - Rows are appended and reach the file within [`FLUSH_INTERVAL`], the disk within [`SYNC_INTERVAL`].
//! - A row counts once its line end is in the file. Opening cuts off what follows the last line end and
//!   goes on with the jobs that have no row.
//! - A failed write cuts the file back to its last good row and ends the store; a failed sync is never
//!   retried, because the system may have dropped the data that it could not write.
//! - When every job has its row the file is *sealed*: sorted by job into a new file that replaces the old
//!   one in one step, with its SHA-256 in the sidecar.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::experiment::Experiment;
use crate::experiment::plan::Plan;
use crate::experiment::shard::Shard;
use crate::results::provenance::{Provenance, host_name};
use crate::results::record::{Layout, Record};

mod error;
mod existing;
mod files;
pub mod joined;
mod lock;
pub mod merge;
pub mod provenance;
pub mod record;
mod rows;
mod sidecar;
mod sorted;
pub mod verify;

pub use error::StoreError;
use existing::{check_seal, move_aside, read_existing, scan};
pub use files::Paths;
use files::{discard, replace, sync_folder, temporary};
use lock::{Lock, LockError};
pub use rows::{Row, Rows, RowsError};
pub use sidecar::{FORMAT, Seal, Session, Sidecar, read_sidecar};
use sidecar::{check_results, write_sidecar};
use sorted::{Place, Sources, hash_file};

/// Rows wait at most this long in memory.
pub const FLUSH_INTERVAL: Duration = Duration::from_millis(200);

/// A power loss costs at most the rows of this interval after they were written.
pub const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// Rows are written before they fill this many bytes of memory.
const BUFFER_BYTES: usize = 1 << 18;

/// Marks a job without a row in [`Store::offsets`].
const NO_ROW: u64 = u64::MAX;

/// Marks a job whose row belongs to another file.
const ELSEWHERE: u64 = u64::MAX - 1;

/// What to do with results that are already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Go on with them.
    Resume,
    /// Go on with them, and search those jobs again that ran out of memory.
    RetryMemory,
    /// Move them aside and start anew.
    MoveAside,
}

/// Who writes, for the sidecar.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The command line.
    pub command: Vec<String>,
    /// Worker threads.
    pub threads: usize,
}

/// An opened results file, and what opening it found.
#[derive(Debug)]
pub struct Opened {
    /// The store.
    pub store: Store,
    /// What the user should hear of, one sentence each: a torn tail, files moved aside.
    pub notes: Vec<String>,
}

/// An open results file with its lock.
#[derive(Debug)]
pub struct Store {
    paths: Paths,
    sidecar: Sidecar,
    file: File,
    layout: Layout,
    /// Bytes of the file that hold complete rows.
    good: u64,
    /// Rows that wait to be written.
    buffer: Vec<u8>,
    /// Where each job's row begins, counting the buffer as part of the file; [`NO_ROW`] without one, [`ELSEWHERE`] if it
    /// belongs to another file.
    offsets: Vec<u64>,
    rows: u64,
    /// Jobs that the file is for.
    jobs: u64,
    last_flush: Instant,
    /// When the oldest unsynced row was written.
    unsynced_since: Option<Instant>,
    _lock: Lock,
}

/// How a store was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// Every job has its row; the file is sorted and sealed.
    Sealed,
    /// Jobs are missing; the same command goes on.
    Unfinished,
}

impl Store {
    /// Opens a results file for the jobs of a plan, or those of a shard of it, or makes it.
    ///
    /// # Errors
    /// [`StoreError`] if the file belongs to something else, is damaged, or cannot be used.
    pub fn open(
        paths: Paths,
        experiment: &Experiment,
        plan: &Plan,
        shard: Option<Shard>,
        existing: Existing,
        writer: Writer,
    ) -> Result<Opened, StoreError> {
        let folder = paths.folder();
        fs::create_dir_all(folder).map_err(StoreError::io("make the folder", folder))?;
        let lock = take_lock(&paths, &writer)?;
        let moved = match existing {
            Existing::MoveAside => move_aside(&paths)?,
            Existing::Resume | Existing::RetryMemory => None,
        };
        let opened = Store::open_locked(paths, experiment, plan, shard, existing, writer, lock);
        match (opened, moved) {
            (Ok(mut opened), moved) => {
                opened.notes.splice(0..0, moved);
                Ok(opened)
            }
            (Err(error), Some(moved)) => {
                Err(StoreError::AfterMoving { source: Box::new(error), moved })
            }
            (Err(error), None) => Err(error),
        }
    }

    fn open_locked(
        paths: Paths,
        experiment: &Experiment,
        plan: &Plan,
        shard: Option<Shard>,
        existing: Existing,
        writer: Writer,
        lock: Lock,
    ) -> Result<Opened, StoreError> {
        let mut notes = Vec::new();
        let there = read_existing(&paths, experiment, shard)?;
        let mut file = open_rows(&paths)?;
        let mut scan = scan(&mut file, &paths, plan, shard)?;
        let jobs = scan.offsets.iter().filter(|o| **o != ELSEWHERE).count() as u64;
        let mut sidecar = there.unwrap_or_else(|| Sidecar::new(experiment, shard, jobs));
        check_seal(&mut file, &paths, &sidecar, scan.rows)?;
        let torn = scan.torn;
        if torn > 0 {
            notes.push(format!(
                "{}: the last row was torn; cut off its {torn} bytes",
                paths.csv.display(),
            ));
            file.set_len(scan.end).map_err(StoreError::io("cut the torn row of", &paths.csv))?;
        }
        if existing == Existing::RetryMemory && !scan.out_of_memory.is_empty() {
            notes.push(format!(
                "{}: jobs that ran out of memory and are searched again: {}",
                paths.csv.display(),
                scan.out_of_memory.len()
            ));
            // The sidecar first: without its seal, the file with these rows and the one without them can both be gone on with.
            sidecar.sealed = None;
            write_sidecar(&paths, &sidecar)?;
            scan.out_of_memory.iter().for_each(|&id| scan.offsets[id as usize] = NO_ROW);
            drop_rows(&paths, Layout::of(plan), &scan.offsets)?;
            file = open_rows(&paths)?;
            scan = existing::scan(&mut file, &paths, plan, shard)?;
        }
        let is_complete = sidecar.sealed.is_some() && scan.rows == jobs;
        if is_complete && !scan.out_of_memory.is_empty() {
            notes.push(format!(
                "{}: jobs that ran out of memory: {}; --retry-memory searches them again, with more --memory",
                paths.csv.display(),
                scan.out_of_memory.len()
            ));
        }

        if !is_complete {
            if sidecar.sealed.take().is_some() {
                let missing = jobs - scan.rows;
                notes.push(format!(
                    "{}: it was complete once, but {missing} rows are missing; computing them again",
                    paths.csv.display()
                ));
            }
            sidecar.sessions.push(Session {
                started: Timestamp::now(),
                ended: None,
                command: writer.command,
                threads: writer.threads,
                rows_before: scan.rows,
                torn_bytes: torn,
                rows_after: None,
                made_by: Provenance::current(),
            });
            write_sidecar(&paths, &sidecar)?;
        }

        let mut store = Store {
            paths,
            sidecar,
            file,
            layout: Layout::of(plan),
            good: scan.end,
            buffer: Vec::with_capacity(BUFFER_BYTES),
            offsets: scan.offsets,
            rows: scan.rows,
            jobs,
            last_flush: Instant::now(),
            unsynced_since: None,
            _lock: lock,
        };
        if store.good == 0 {
            store.write_header()?;
        }
        Ok(Opened { store, notes })
    }

    /// Jobs that the file is for: those of the plan, or of the shard.
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// Rows in the file and in the buffer.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The path of the CSV.
    pub fn csv(&self) -> &Path {
        &self.paths.csv
    }

    /// The ids of the jobs without a row, ascending.
    pub fn pending(&self) -> Vec<u64> {
        let ids = (0..).zip(&self.offsets);
        ids.filter(|(_, offset)| **offset == NO_ROW).map(|(id, _)| id).collect()
    }

    /// Takes the row of a job. It reaches the file with one of the next calls of [`Store::tick`].
    ///
    /// # Errors
    /// [`StoreError`] if the job has a row already, or the rows before it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let offset = usize::try_from(record.job).ok().and_then(|id| self.offsets.get_mut(id));
        match offset {
            Some(offset) if *offset == NO_ROW => *offset = self.good + self.buffer.len() as u64,
            _ => return Err(StoreError::ReportedTwice(record.job)),
        }
        record.write_csv(self.layout, &mut self.buffer);
        self.rows += 1;
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes and syncs what is due. To be called several times a second.
    ///
    /// # Errors
    /// [`StoreError::Io`]; the store is then of no use any more, the file holds all rows up to the last good one.
    pub fn tick(&mut self) -> Result<(), StoreError> {
        if self.last_flush.elapsed() >= FLUSH_INTERVAL {
            self.flush()?;
        }
        if self.unsynced_since.is_some_and(|since| since.elapsed() >= SYNC_INTERVAL) {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes everything to the disk, seals the file if it is complete, and notes the end of the session.
    ///
    /// # Errors
    /// [`StoreError::Io`]; the rows that were in the file before are still there.
    pub fn close(mut self) -> Result<Closed, StoreError> {
        if self.sidecar.sealed.is_some() {
            return Ok(Closed::Sealed);
        }
        self.flush()?;
        self.sync()?;
        let is_complete = self.rows == self.jobs;
        if is_complete {
            self.sidecar.sealed = Some(self.write_sorted()?);
        }
        if let Some(session) = self.sidecar.sessions.last_mut() {
            session.ended = Some(Timestamp::now());
            session.rows_after = Some(self.rows);
        }
        write_sidecar(&self.paths, &self.sidecar)?;
        Ok(if is_complete { Closed::Sealed } else { Closed::Unfinished })
    }

    fn write_header(&mut self) -> Result<(), StoreError> {
        self.buffer.extend_from_slice(self.layout.header().as_bytes());
        self.buffer.push(b'\n');
        self.flush()?;
        self.sync()?;
        sync_folder(self.paths.folder())
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.last_flush = Instant::now();
        if self.buffer.is_empty() {
            return Ok(());
        }
        let (written, result) = write_counting(&mut self.file, &self.buffer);
        let rows_end = self.buffer[..written].iter().rposition(|&byte| byte == b'\n');
        self.good += rows_end.map_or(0, |newline| newline as u64 + 1);
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.buffer.clear();
        if let Err(error) = result {
            // If even cutting fails the torn tail stays, and the next opening cuts it.
            let _ = self.file.set_len(self.good);
            return Err(StoreError::io("write to", &self.paths.csv)(error));
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        if self.unsynced_since.take().is_some() {
            self.file.sync_data().map_err(StoreError::io("sync", &self.paths.csv))?;
        }
        Ok(())
    }

    /// Replaces the file by its rows sorted by job. A crash leaves either file whole.
    fn write_sorted(&mut self) -> Result<Seal, StoreError> {
        let temporary = temporary(&self.paths.csv);
        let sorted = copy_sorted(&self.paths, &temporary, self.layout, &self.offsets);
        let sealed = sorted.and_then(|(seal, results_sha256)| {
            let known = &mut self.sidecar.results_sha256;
            check_results(&self.paths.csv, known.as_deref(), results_sha256.as_deref())?;
            *known = known.take().or(results_sha256);
            replace(&temporary, &self.paths.csv)?;
            Ok(seal)
        });
        if sealed.is_err() {
            discard(&temporary);
        }
        sealed
    }
}

/// Opens the CSV, or makes it, to read it and to append to it.
fn open_rows(paths: &Paths) -> Result<File, StoreError> {
    OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&paths.csv)
        .map_err(StoreError::io("open", &paths.csv))
}

/// Replaces the file by one that has only the rows of these offsets. A crash leaves either file whole.
fn drop_rows(paths: &Paths, layout: Layout, kept: &[u64]) -> Result<(), StoreError> {
    let temporary = temporary(&paths.csv);
    let copied =
        copy_sorted(paths, &temporary, layout, kept).and_then(|_| replace(&temporary, &paths.csv));
    if copied.is_err() {
        discard(&temporary);
    }
    copied
}

/// Writes the rows that begin at these offsets of the CSV to another file, by job; gives what [`sorted::write`] does.
fn copy_sorted(
    paths: &Paths,
    to: &Path,
    layout: Layout,
    offsets: &[u64],
) -> Result<(Seal, Option<String>), StoreError> {
    let source = File::open(&paths.csv).map_err(StoreError::io("open", &paths.csv))?;
    let there = source.metadata();
    let permissions = there.map_err(StoreError::io("look at", &paths.csv))?.permissions();
    let rows = (0..).zip(offsets).filter(|(_, offset)| **offset < ELSEWHERE);
    let places = rows.map(|(job, &offset)| Place { job, source: 0, offset });
    sorted::write(to, layout, Some(permissions), Sources::new(vec![source]), places)
        .map_err(StoreError::io("write the sorted rows to", to))
}

fn take_lock(paths: &Paths, writer: &Writer) -> Result<Lock, StoreError> {
    let holder = format!(
        "process {} on {} since {} (`{}`)",
        std::process::id(),
        host_name().unwrap_or_else(|| "an unnamed machine".to_owned()),
        Timestamp::now(),
        writer.command.join(" ")
    );
    Lock::take(&paths.lock, &holder).map_err(|error| match error {
        LockError::Held(holder) => StoreError::Locked { path: paths.csv.clone(), holder },
        LockError::Foreign => StoreError::Path {
            path: paths.lock.clone(),
            why: "this file is in the place of our lock, but knightsweep did not write it; \
                  move it, or choose another --out"
                .to_owned(),
        },
        LockError::Io(error) => StoreError::io("lock", &paths.lock)(error),
    })
}

/// Writes all bytes if it can; tells how many were written if it cannot.
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
