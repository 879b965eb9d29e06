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
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::experiment::{Experiment, Spec, hex};
use crate::plan::Plan;
use crate::provenance::{Provenance, host_name};
use crate::record::{self, Record};

mod lock;
mod rows;
mod sidecar;
pub mod verify;

use lock::{Lock, LockError};
pub use rows::{Row, Rows, RowsError};
pub use sidecar::{FORMAT, Seal, Session, Sidecar};

/// Rows wait at most this long in memory.
pub const FLUSH_INTERVAL: Duration = Duration::from_millis(200);

/// A power loss costs at most the rows of this interval after they were written.
pub const SYNC_INTERVAL: Duration = Duration::from_secs(2);

/// Rows are written before they fill this many bytes of memory.
const BUFFER_BYTES: usize = 1 << 18;

/// Marks a job without a row in [`Store::offsets`].
const NO_ROW: u64 = u64::MAX;

/// The files of one result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paths {
    /// The rows, `NAME.csv`.
    pub csv: PathBuf,
    /// The sidecar, `NAME.meta.json`.
    pub sidecar: PathBuf,
    /// The lock, `NAME.csv.lock`.
    pub lock: PathBuf,
}

/// Why a results file cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The path cannot be that of a results file.
    #[error("{path}: {why}")]
    Path {
        /// The path.
        path: PathBuf,
        /// What is wrong with it, and what to do.
        why: String,
    },
    /// Another process writes the file.
    #[error("{path} is being written by {holder}; wait until it has finished, or stop it")]
    Locked {
        /// The results file.
        path: PathBuf,
        /// What the holder says of itself.
        holder: String,
    },
    /// The file exists without its sidecar.
    #[error(
        "{path} exists, but its sidecar {sidecar} does not, so nothing says what it holds; \
             restore the sidecar, choose another --out, or move the file aside with --fresh"
    )]
    NoSidecar {
        /// The results file.
        path: PathBuf,
        /// The missing sidecar.
        sidecar: PathBuf,
    },
    /// The sidecar is no sidecar, or was edited.
    #[error(
        "{path}: {why}; restore it, choose another --out, or move the files aside with --fresh"
    )]
    Sidecar {
        /// The sidecar.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The file has another version of the format.
    #[error(
        "{path} has format {found}, this program reads and writes format {FORMAT}; \
             use the version of knightsweep that wrote it, or choose another --out"
    )]
    Format {
        /// The sidecar.
        path: PathBuf,
        /// The version found.
        found: u32,
    },
    /// The file holds the results of another experiment.
    #[error(
        "{path} holds another experiment:\n{differences}choose another --out, or move the file aside with --fresh"
    )]
    OtherExperiment {
        /// The results file.
        path: PathBuf,
        /// One line for each key that differs.
        differences: String,
    },
    /// A line of the file is damaged.
    #[error(
        "{path}: line {line}: {fault}; `knightsweep verify` lists all the damage; \
             restore the file, or move it aside with --fresh"
    )]
    Damaged {
        /// The results file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// A sealed file is not what was sealed.
    #[error(
        "{path} has changed since it was sealed: its SHA-256 is not the one in the sidecar; \
             restore it, or move it aside with --fresh"
    )]
    Altered {
        /// The results file.
        path: PathBuf,
    },
    /// A row came twice for a job.
    #[error("job {0} was reported twice; this is a bug of the program")]
    ReportedTwice(u64),
    /// Reading or writing failed.
    #[error("cannot {action} {path}: {source}{}", advice(action, source))]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

fn advice(action: &str, error: &io::Error) -> &'static str {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    let while_writing = ["write", "sync", "replace"]
        .iter()
        .any(|verb| action.starts_with(verb));
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => {
            "; the rows in the file are kept: make room, then run the same command again to go on"
        }
        _ if while_writing => {
            "; the rows in the file are kept: once the cause is gone, run the same command again to go on"
        }
        _ => "",
    }
}

impl StoreError {
    /// Whether the request was refused before anything was done, rather than failed while doing it.
    pub fn is_refusal(&self) -> bool {
        !matches!(
            self,
            StoreError::Io { .. } | StoreError::ReportedTwice(_) | StoreError::Locked { .. }
        )
    }

    fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        move |source| StoreError::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

impl Paths {
    /// The files of the result at `csv`, which must end in `.csv` and may exist.
    ///
    /// A link is followed, so that sealing replaces the file that it leads to and not the link.
    ///
    /// # Errors
    /// [`StoreError::Path`] if the path has another ending, or is a folder or a link to nothing.
    pub fn new(csv: &Path) -> Result<Paths, StoreError> {
        let wrong = |why: &str| StoreError::Path {
            path: csv.to_owned(),
            why: why.to_owned(),
        };
        if csv.extension().is_none_or(|extension| extension != "csv") {
            return Err(wrong("the name of a results file ends in .csv"));
        }
        let csv = match fs::symlink_metadata(csv) {
            Ok(there) if there.is_dir() => return Err(wrong("this is a folder, not a file")),
            Ok(there) if there.is_symlink() => fs::canonicalize(csv).map_err(|_| {
                wrong("this is a link that leads nowhere; remove it or restore its target")
            })?,
            _ => csv.to_owned(),
        };
        Ok(Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            csv,
        })
    }

    /// The folder that holds the files.
    fn folder(&self) -> &Path {
        match self.csv.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    /// The same result with a suffix to its name.
    fn aside(&self, number: u32) -> Paths {
        let stem = self.csv.file_stem().unwrap_or_default().to_string_lossy();
        let csv = self.csv.with_file_name(format!("{stem}.old-{number}.csv"));
        Paths {
            sidecar: csv.with_extension("meta.json"),
            lock: csv.with_extension("csv.lock"),
            csv,
        }
    }
}

/// What to do with results that are already there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Go on with them.
    Resume,
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
    tours: bool,
    /// Bytes of the file that hold complete rows.
    good: u64,
    /// Rows that wait to be written.
    buffer: Vec<u8>,
    /// Where each job's row begins, counting the buffer as part of the file; [`NO_ROW`] without one.
    offsets: Vec<u64>,
    rows: u64,
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
    /// Opens a results file for the jobs of a plan, or makes it.
    ///
    /// # Errors
    /// [`StoreError`] if the file belongs to something else, is damaged, or cannot be used.
    pub fn open(
        paths: Paths,
        experiment: &Experiment,
        plan: &Plan,
        existing: Existing,
        writer: Writer,
    ) -> Result<Opened, StoreError> {
        let folder = paths.folder();
        fs::create_dir_all(folder).map_err(StoreError::io("make the folder", folder))?;
        let lock = take_lock(&paths, &writer)?;
        let mut notes = Vec::new();
        if existing == Existing::MoveAside {
            notes.extend(move_aside(&paths)?);
        }

        let there = read_existing(&paths, experiment)?;
        let mut sidecar = there.unwrap_or_else(|| new_sidecar(experiment, plan));
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&paths.csv)
            .map_err(StoreError::io("open", &paths.csv))?;
        let scan = scan(&mut file, &paths, plan)?;
        if let Some(seal) = &sidecar.sealed {
            check_seal(&mut file, &paths, seal, scan.rows == plan.len())?;
        }
        let is_complete = sidecar.sealed.is_some() && scan.rows == plan.len();
        if scan.torn > 0 {
            notes.push(format!(
                "{}: the last row was torn; cut off its {} bytes",
                paths.csv.display(),
                scan.torn
            ));
            file.set_len(scan.end)
                .map_err(StoreError::io("cut the torn row of", &paths.csv))?;
        }

        if !is_complete {
            if sidecar.sealed.take().is_some() {
                let missing = plan.len() - scan.rows;
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
                torn_bytes: scan.torn,
                rows_after: None,
                made_by: Provenance::current(),
            });
            write_sidecar(&paths, &sidecar)?;
        }

        let mut store = Store {
            paths,
            sidecar,
            file,
            tours: plan.records_tours(),
            good: scan.end,
            buffer: Vec::with_capacity(BUFFER_BYTES),
            offsets: scan.offsets,
            rows: scan.rows,
            last_flush: Instant::now(),
            unsynced_since: None,
            _lock: lock,
        };
        if store.good == 0 {
            store.write_header()?;
        }
        Ok(Opened { store, notes })
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
        ids.filter(|(_, offset)| **offset == NO_ROW)
            .map(|(id, _)| id)
            .collect()
    }

    /// Takes the row of a job. It reaches the file with one of the next calls of [`Store::tick`].
    ///
    /// # Errors
    /// [`StoreError`] if the job has a row already, or the rows before it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let offset = usize::try_from(record.job)
            .ok()
            .and_then(|id| self.offsets.get_mut(id));
        match offset {
            Some(offset) if *offset == NO_ROW => *offset = self.good + self.buffer.len() as u64,
            _ => return Err(StoreError::ReportedTwice(record.job)),
        }
        record.write_csv(self.tours, &mut self.buffer);
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
        if self
            .unsynced_since
            .is_some_and(|since| since.elapsed() >= SYNC_INTERVAL)
        {
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
        let is_complete = self.rows == self.offsets.len() as u64;
        if is_complete {
            self.sidecar.sealed = Some(self.write_sorted()?);
        }
        if let Some(session) = self.sidecar.sessions.last_mut() {
            session.ended = Some(Timestamp::now());
            session.rows_after = Some(self.rows);
        }
        write_sidecar(&self.paths, &self.sidecar)?;
        Ok(if is_complete {
            Closed::Sealed
        } else {
            Closed::Unfinished
        })
    }

    fn write_header(&mut self) -> Result<(), StoreError> {
        self.buffer
            .extend_from_slice(record::header(self.tours).as_bytes());
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
        let rows_end = self.buffer[..written]
            .iter()
            .rposition(|&byte| byte == b'\n');
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
            self.file
                .sync_data()
                .map_err(StoreError::io("sync", &self.paths.csv))?;
        }
        Ok(())
    }

    /// Replaces the file by its rows sorted by job. A crash leaves either file whole.
    fn write_sorted(&mut self) -> Result<Seal, StoreError> {
        let temporary = temporary(&self.paths.csv);
        let sorted = self
            .copy_sorted(&temporary)
            .map_err(StoreError::io("write the sorted rows to", &temporary));
        let sealed = sorted.and_then(|(seal, results_sha256)| {
            let known = self
                .sidecar
                .results_sha256
                .get_or_insert_with(|| results_sha256.clone());
            if *known != results_sha256 {
                return Err(StoreError::Altered {
                    path: self.paths.csv.clone(),
                });
            }
            replace(&temporary, &self.paths.csv)?;
            Ok(seal)
        });
        if sealed.is_err() {
            discard(&temporary);
        }
        sealed
    }

    /// The seal, and the SHA-256 of the rows without their times.
    fn copy_sorted(&mut self, target: &Path) -> io::Result<(Seal, String)> {
        let mut rows = BufReader::with_capacity(1 << 16, File::open(&self.paths.csv)?);
        let mut sorted = Hashing {
            inner: BufWriter::with_capacity(1 << 16, File::create(target)?),
            hasher: Sha256::new(),
            bytes: 0,
        };
        sorted.write_all(record::header(self.tours).as_bytes())?;
        sorted.write_all(b"\n")?;
        let mut results = Sha256::new();
        let (mut line, mut position) = (Vec::new(), 0i64);
        for &offset in &self.offsets {
            rows.seek_relative(offset as i64 - position)?;
            line.clear();
            rows.read_until(b'\n', &mut line)?;
            position = offset as i64 + line.len() as i64;
            sorted.write_all(&line)?;
            record::without_times(&line).for_each(|field| {
                results.update(field);
                results.update(b",");
            });
        }
        let file = sorted
            .inner
            .into_inner()
            .map_err(|error| error.into_error())?;
        file.set_permissions(self.file.metadata()?.permissions())?;
        file.sync_all()?;
        let seal = Seal {
            at: Timestamp::now(),
            bytes: sorted.bytes,
            sha256: hex(&sorted.hasher.finalize()),
        };
        Ok((seal, hex(&results.finalize())))
    }
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

/// Hashes and counts what is written through it.
struct Hashing<W> {
    inner: W,
    hasher: Sha256,
    bytes: u64,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
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
        LockError::Held(holder) => StoreError::Locked {
            path: paths.csv.clone(),
            holder,
        },
        LockError::Foreign => StoreError::Path {
            path: paths.lock.clone(),
            why: "this file is in the place of our lock, but knightsweep did not write it; \
                  move it, or choose another --out"
                .to_owned(),
        },
        LockError::Io(error) => StoreError::io("lock", &paths.lock)(error),
    })
}

/// Renames the CSV and its sidecar to the first free `NAME.old-N`; says so.
fn move_aside(paths: &Paths) -> Result<Option<String>, StoreError> {
    if !paths.csv.exists() && !paths.sidecar.exists() {
        return Ok(None);
    }
    let free = (1..)
        .map(|number| paths.aside(number))
        .find(|aside| !aside.csv.exists() && !aside.sidecar.exists())
        .unwrap_or_else(|| unreachable!("some number is free"));
    for (from, to) in [(&paths.csv, &free.csv), (&paths.sidecar, &free.sidecar)] {
        match fs::rename(from, to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StoreError::io("move aside", from)(error));
            }
            _ => {}
        }
    }
    sync_folder(paths.folder())?;
    Ok(Some(format!(
        "the old results are now in {}",
        free.csv.display()
    )))
}

fn new_sidecar(experiment: &Experiment, plan: &Plan) -> Sidecar {
    let spec = experiment.spec();
    Sidecar {
        format: FORMAT,
        title: experiment.title.clone(),
        notes: experiment.notes.clone(),
        experiment_hash: spec.hash(),
        experiment: spec,
        jobs: plan.len(),
        sessions: Vec::new(),
        results_sha256: None,
        sealed: None,
    }
}

/// The sidecar of the results that are there, or `None` if there are none.
fn read_existing(paths: &Paths, experiment: &Experiment) -> Result<Option<Sidecar>, StoreError> {
    // An empty file holds no result that a missing sidecar would have to explain.
    let has_rows = fs::metadata(&paths.csv).is_ok_and(|csv| csv.len() > 0);
    let sidecar = match read_sidecar(&paths.sidecar)? {
        Some(sidecar) => sidecar,
        None if !has_rows => return Ok(None),
        None => {
            return Err(StoreError::NoSidecar {
                path: paths.csv.clone(),
                sidecar: paths.sidecar.clone(),
            });
        }
    };
    let (there, wanted) = (&sidecar.experiment, experiment.spec());
    if *there != wanted {
        return Err(StoreError::OtherExperiment {
            path: paths.csv.clone(),
            differences: differences(there, &wanted),
        });
    }
    Ok(Some(sidecar))
}

/// Reads a sidecar, or `None` if there is none.
///
/// # Errors
/// [`StoreError`] if it cannot be read, has another format or was edited.
pub fn read_sidecar(path: &Path) -> Result<Option<Sidecar>, StoreError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::io("read", path)(error)),
    };
    let wrong = |why: String| StoreError::Sidecar {
        path: path.to_owned(),
        why,
    };
    let not_a_sidecar = |error| wrong(format!("this is not a sidecar of knightsweep: {error}"));
    let sidecar::Format { format } = serde_json::from_str(&text).map_err(not_a_sidecar)?;
    if format != FORMAT {
        return Err(StoreError::Format {
            path: path.to_owned(),
            found: format,
        });
    }
    let sidecar: Sidecar = serde_json::from_str(&text).map_err(not_a_sidecar)?;
    if sidecar.experiment.hash() != sidecar.experiment_hash {
        return Err(wrong(
            "the experiment in it was edited: its hash is another".to_owned(),
        ));
    }
    Ok(Some(sidecar))
}

fn differences(there: &Spec, wanted: &Spec) -> String {
    let pairs = there.entries().into_iter().zip(wanted.entries());
    pairs
        .filter(|(there, wanted)| there != wanted)
        .map(|((key, there), (_, wanted))| {
            format!("  {key}: the file has {there}, the command asks for {wanted}\n")
        })
        .collect()
}

/// Replaces the sidecar in one step.
fn write_sidecar(paths: &Paths, sidecar: &Sidecar) -> Result<(), StoreError> {
    let temporary = temporary(&paths.sidecar);
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        serde_json::to_writer_pretty(&mut file, sidecar)?;
        file.write_all(b"\n")?;
        file.sync_all()
    };
    let written = write()
        .map_err(StoreError::io("write", &temporary))
        .and_then(|()| replace(&temporary, &paths.sidecar));
    if written.is_err() {
        discard(&temporary);
    }
    written
}

/// The name under which a file is written before it replaces the one of this name. The lock keeps others from
/// using it, and what a crash leaves behind is overwritten by the next run.
fn temporary(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.knightsweep-tmp"))
}

fn replace(temporary: &Path, path: &Path) -> Result<(), StoreError> {
    fs::rename(temporary, path).map_err(StoreError::io("replace", path))?;
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => sync_folder(folder),
        _ => sync_folder(Path::new(".")),
    }
}

/// Removes a temporary file after an error, which is what the user hears of.
fn discard(temporary: &Path) {
    let _ = fs::remove_file(temporary);
}

/// Makes renames and new files in a folder last.
fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    // Other systems cannot open folders; their renames last without this.
    #[cfg(unix)]
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(StoreError::io("sync the folder", folder))?;
    Ok(())
}

/// What a results file holds.
struct Scan {
    offsets: Vec<u64>,
    rows: u64,
    end: u64,
    torn: u64,
}

/// Reads all rows and checks each against the plan.
fn scan(file: &mut File, paths: &Paths, plan: &Plan) -> Result<Scan, StoreError> {
    let damaged = |line, fault: String| StoreError::Damaged {
        path: paths.csv.clone(),
        line,
        fault,
    };
    let unreadable = |error| match error {
        RowsError::Io(source) => StoreError::io("read", &paths.csv)(source),
        RowsError::Malformed { line, fault } => damaged(line, fault),
        RowsError::Header { .. } => {
            damaged(1, "this is not the header of a results file".to_owned())
        }
    };

    let mut offsets = vec![NO_ROW; plan.len() as usize];
    let mut count = 0;
    let mut rows = Rows::new(BufReader::with_capacity(1 << 16, file)).map_err(unreadable)?;
    if rows.end() > 0 && rows.tours() != plan.records_tours() {
        return Err(damaged(
            1,
            "the column of tours contradicts the sidecar".to_owned(),
        ));
    }
    for row in rows.by_ref() {
        let row = row.map_err(unreadable)?;
        let id = row.record.job;
        let job = plan.job(id).ok_or(record::RowFault::UnknownJob(id));
        job.and_then(|job| row.record.check(&job, plan.records_tours()))
            .map_err(|fault| damaged(row.line, fault.to_string()))?;
        let offset = &mut offsets[id as usize];
        if *offset != NO_ROW {
            return Err(damaged(row.line, format!("job {id} has a row already")));
        }
        *offset = row.offset;
        count += 1;
    }
    Ok(Scan {
        offsets,
        rows: count,
        end: rows.end(),
        torn: rows.torn(),
    })
}

/// Refuses a sealed file that was altered. One that was cut short may be completed again; sealing it compares
/// its rows with those that were sealed before.
fn check_seal(
    file: &mut File,
    paths: &Paths,
    seal: &Seal,
    has_all_rows: bool,
) -> Result<(), StoreError> {
    let (bytes, sha256) = hash_file(file).map_err(StoreError::io("read", &paths.csv))?;
    let was_cut = bytes < seal.bytes && !has_all_rows;
    if was_cut || sha256 == seal.sha256 {
        Ok(())
    } else {
        Err(StoreError::Altered {
            path: paths.csv.clone(),
        })
    }
}

/// Size in bytes and SHA-256 of a whole file.
fn hash_file(file: &mut File) -> io::Result<(u64, String)> {
    io::Seek::rewind(file)?;
    let mut hashing = Hashing {
        inner: io::sink(),
        hasher: Sha256::new(),
        bytes: 0,
    };
    io::copy(file, &mut hashing)?;
    Ok((hashing.bytes, hex(&hashing.hasher.finalize())))
}
