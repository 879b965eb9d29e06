//! An open results file: locked, resumed, appended to, and sealed.

use std::fs::File;
use std::path::Path;

use crate::experiment::Experiment;
use crate::experiment::job_table::JobSet;
use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment};
use crate::results::checked_rows::Expected;
use crate::results::contents::{Contents, GoodRows, RowIndex};
use crate::results::error::StoreError;
use crate::results::hashing::RowSum;
use crate::results::journal::{self, Journal};
use crate::results::lock::Lock;
use crate::results::paths::Paths;
use crate::results::record::{Layout, Record};
use crate::results::row_file::RowFile;
use crate::results::sidecar::{Session, Sidecar, Writer};
use crate::results::sorted::{RowReaders, SortedFile};

/// What to do with results that exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Resume them.
    Resume,
    /// Resume them, and search the jobs that ran out of memory again.
    RetryMemory,
    /// Move them aside and start again.
    MoveAside,
}

/// How to open a results file.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The part of the jobs that the file is for; `None` for all.
    pub shard: Option<Shard>,
    /// What to do with results that exist.
    pub existing: Existing,
    /// Who writes.
    pub writer: Writer,
}

/// An open results file with its lock.
#[derive(Debug)]
pub struct Store {
    paths: Paths,
    sidecar: Sidecar,
    layout: Layout,
    /// Without a shard every job belongs to the file.
    assignment: Option<ShardAssignment>,
    file: RowFile,
    index: RowIndex,
    /// The sum of all rows, those that were read and checked and those that were appended.
    sum: RowSum,
    jobs: u64,
    /// The row that is being appended.
    line: Vec<u8>,
    _lock: Lock,
}

/// The state in which [`Store::close`] leaves a results file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalState {
    /// Every job has its row; the file is sorted and sealed.
    Sealed,
    /// Jobs are missing; the same command resumes it.
    Unfinished,
}

impl Store {
    /// Opens a results file for the jobs of a plan or of a shard of it, or creates it. Also gives
    /// notes for the user, one sentence each, such as that a torn row was cut off.
    ///
    /// # Errors
    /// [`StoreError`] if the file belongs to something else, is damaged, or cannot be used.
    pub fn open(
        paths: Paths,
        experiment: &Experiment,
        plan: &Plan,
        options: OpenOptions,
    ) -> Result<(Store, Vec<String>), StoreError> {
        paths.create_folder()?;
        let lock = Lock::take(&paths, &options.writer.command)?;
        let moved = match options.existing {
            Existing::MoveAside => paths.move_aside()?,
            Existing::Resume | Existing::RetryMemory => None,
        };
        let access = moved.as_ref().map(|moved| moved.access.clone());
        let moved = moved.map(|moved| moved.note);
        let mut notes = Vec::from_iter(moved.clone());
        let assignment = ShardAssignment::new(plan);
        let shard = options.shard;
        // The new results are for whom the old ones were.
        let created = access.map_or(Ok(()), |access| paths.open_csv(&access).map(drop));
        let contents = created
            .and_then(|()| prepare(&paths, experiment, plan, &assignment, options, &mut notes));
        let opened = contents.and_then(|Contents { sidecar, jobs, file, rows, .. }| {
            let journal = Journal::new(paths.clone(), rows.hasher);
            let mut store = Store {
                sidecar,
                layout: Layout::of(plan),
                assignment: shard.map(|_| assignment),
                file: RowFile::new(file, paths.csv.clone(), journal, rows.end),
                index: rows.index,
                sum: rows.sum,
                jobs,
                line: Vec::new(),
                paths,
                _lock: lock,
            };
            store.begin_file()?;
            Ok((store, notes))
        });
        opened.map_err(|error| match moved {
            Some(moved) => StoreError::AfterMoving { source: Box::new(error), moved },
            None => error,
        })
    }

    /// Syncs and journals the rows that are there, and writes the header of an empty file. A sealed
    /// file stays as it is.
    fn begin_file(&mut self) -> Result<(), StoreError> {
        if self.sidecar.sealed.is_some() {
            return Ok(());
        }
        if self.file.end() == 0 {
            self.file.append((self.layout.header() + "\n").as_bytes())?;
        }
        self.file.finish()?;
        self.paths.sync_folder()
    }

    /// Jobs that the file is for: those of the plan, or of the shard.
    pub fn jobs(&self) -> u64 {
        self.jobs
    }

    /// Rows in the file and in the buffer.
    pub fn rows(&self) -> u64 {
        self.index.rows()
    }

    /// The path of the CSV.
    pub fn csv(&self) -> &Path {
        &self.paths.csv
    }

    /// The jobs without a row.
    pub fn pending(&self) -> JobSet {
        let mut pending = JobSet::new(self.index.jobs());
        let ids = 0..self.index.jobs();
        pending.extend(ids.filter(|&id| !self.index.has(id) && self.is_for(id)));
        pending
    }

    fn is_for(&self, job: u64) -> bool {
        self.assignment.as_ref().is_none_or(|it| it.includes(self.sidecar.shard, job))
    }

    /// Takes the row of a job. One of the next calls of [`Store::tick`] writes it to the file.
    ///
    /// # Errors
    /// [`StoreError`] if the job has a row already, or earlier rows cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let job = record.job;
        let is_expected = job < self.index.jobs() && self.is_for(job);
        if !(is_expected && self.index.insert(job, self.file.end())) {
            return Err(StoreError::UnexpectedRow(job));
        }
        self.line.clear();
        record.write_csv(self.layout, &mut self.line);
        self.sum.add(&self.line);
        self.file.append(&self.line)
    }

    /// Writes and syncs what is due. To be called several times a second.
    ///
    /// # Errors
    /// [`StoreError::Io`]. Then the store cannot be used any more, and the file holds all rows up
    /// to the last good one.
    pub fn tick(&mut self) -> Result<(), StoreError> {
        self.file.tick()
    }

    /// Writes everything to the disk, seals the file if it is complete, and records the end of the
    /// session.
    ///
    /// # Errors
    /// [`StoreError::Io`]; the rows that were in the file before are still there.
    pub fn close(mut self) -> Result<FinalState, StoreError> {
        if self.sidecar.sealed.is_some() {
            return Ok(FinalState::Sealed);
        }
        self.file.finish()?;
        let is_complete = self.rows() == self.jobs();
        if is_complete {
            self.seal()?;
        }
        self.sidecar.end_session(self.index.rows());
        self.sidecar.write(&self.paths)?;
        Ok(if is_complete { FinalState::Sealed } else { FinalState::Unfinished })
    }

    /// Sorts the file, unless its rows are not those that were checked and appended, or its results
    /// are known to have another hash.
    fn seal(&mut self) -> Result<(), StoreError> {
        let csv = &self.paths.csv;
        let sorted = sorted_copy(csv, self.layout, &self.index, self.sum)?;
        if self.sidecar.contradicts_results(sorted.results_sha256.as_deref()) {
            return Err(StoreError::altered(csv));
        }
        journal::remove(&self.paths)?;
        sorted.file.commit().map_err(StoreError::io(SORT, csv))?;
        self.sidecar.seal(sorted.seal, sorted.results_sha256);
        Ok(())
    }
}

/// Makes a results file ready for new rows: cuts a torn row off, drops the rows that are to be
/// searched again, and begins a session.
fn prepare(
    paths: &Paths,
    experiment: &Experiment,
    plan: &Plan,
    assignment: &ShardAssignment,
    options: OpenOptions,
    notes: &mut Vec<String>,
) -> Result<Contents, StoreError> {
    let expected = Expected { plan, assignment, shard: options.shard };
    let mut contents = Contents::inspect(paths, experiment, expected)?;
    notes.append(&mut contents.notes);
    let (csv, torn) = (paths.csv.display(), contents.torn);
    if torn > 0 {
        let cut = contents.file.set_len(contents.rows.end);
        cut.map_err(StoreError::io("cut the torn row of", &paths.csv))?;
    }
    if contents.sidecar.sealed.is_some() {
        // The seal holds, so the journal of a restored backup would only be in the way.
        journal::remove(paths)?;
    }
    let out_of_memory = contents.rows.out_of_memory.len();
    if options.existing == Existing::RetryMemory && out_of_memory > 0 {
        notes.push(format!(
            "{csv}: jobs that ran out of memory and are searched again: {out_of_memory}"
        ));
        drop_out_of_memory(paths, Layout::of(plan), contents)?;
        contents = Contents::inspect(paths, experiment, expected)?;
    } else if contents.is_complete() && out_of_memory > 0 {
        notes.push(format!(
            "{csv}: jobs that ran out of memory: {out_of_memory}; \
             --retry-memory searches them again, with more --memory"
        ));
    }
    if !contents.is_complete() {
        notes.extend(begin_session(paths, &mut contents, options.writer, torn)?);
    }
    Ok(contents)
}

/// Removes the rows of jobs that ran out of memory from the file.
fn drop_out_of_memory(
    paths: &Paths,
    layout: Layout,
    mut contents: Contents,
) -> Result<(), StoreError> {
    // The sidecar first: without its seal, a run can resume the file with and without these rows.
    contents.sidecar.sealed = None;
    contents.sidecar.write(paths)?;
    let GoodRows { index, out_of_memory, decided_sum, .. } = contents.rows;
    let kept = index.without(&out_of_memory);
    let sorted = sorted_copy(&paths.csv, layout, &kept, decided_sum)?;
    journal::remove(paths)?;
    sorted.file.commit().map_err(StoreError::io(SORT, &paths.csv))
}

/// Adds a session to the sidecar; gives a note if the file was sealed before.
fn begin_session(
    paths: &Paths,
    contents: &mut Contents,
    writer: Writer,
    torn: u64,
) -> Result<Option<String>, StoreError> {
    let Contents { sidecar, rows, jobs, .. } = contents;
    let note = sidecar.sealed.take().map(|_| {
        let missing = *jobs - rows.index.rows();
        format!(
            "{}: it was complete once, but rows are missing ({missing}); computing them again",
            paths.csv.display()
        )
    });
    sidecar.sessions.push(Session::begin(writer, rows.index.rows(), torn));
    sidecar.write(paths)?;
    Ok(note)
}

/// For messages: what replaces a results file.
const SORT: &str = "write the sorted rows of";

/// The new version of a results file with these rows of it, by job, whose sum must be this one.
fn sorted_copy(
    csv: &Path,
    layout: Layout,
    index: &RowIndex,
    sum: RowSum,
) -> Result<SortedFile, StoreError> {
    let source = File::open(csv).map_err(StoreError::io("open", csv))?;
    let readers = RowReaders::new(vec![source]);
    let sorted = SortedFile::write(csv, layout, readers, index.locations());
    let sorted = sorted.map_err(StoreError::io(SORT, csv))?;
    if sorted.sum == sum { Ok(sorted) } else { Err(StoreError::ChangedMeanwhile(csv.to_owned())) }
}
