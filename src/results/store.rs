//! An open results file: locked, resumed, appended to, and sealed.

use std::path::Path;

use crate::experiment::Experiment;
use crate::experiment::job_table::JobSet;
use crate::experiment::plan::Plan;
use crate::experiment::shard::ShardAssignment;
use crate::files::access::Access;
use crate::results::checked_rows::Expected;
use crate::results::contents::Contents;
use crate::results::error::StoreError;
use crate::results::hashing::RowSum;
use crate::results::journal::{self, Journal};
use crate::results::lock::Lock;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::paths::Paths;
use crate::results::record::{Layout, Record};
use crate::results::resume::{Existing, OpenOptions, Target, prepare};
use crate::results::row_file::RowFile;
use crate::results::row_index::RowIndex;
use crate::results::sidecar::Sidecar;
use crate::results::sorted::{SortedFile, SortedHashes};

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
    outcomes: OutcomeCounts,
    jobs: u64,
    /// The row that is being appended.
    line: Vec<u8>,
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
        let made = paths.create_folder()?;
        let lock = Lock::take(&paths, &options.writer.command)?;
        let moved = match options.existing {
            Existing::MoveAside => paths.move_aside()?,
            Existing::Resume
            | Existing::RetryMemory
            | Existing::RetryTime
            | Existing::RetryBoth => None,
        };
        // New results get the access rights of the old ones.
        let access = moved.as_ref().map_or(Access::Usual, |moved| moved.access.clone());
        let moved = moved.map(|moved| moved.note);
        let mut notes: Vec<String> = made.into_iter().chain(moved.clone()).collect();
        let assignment = ShardAssignment::new(plan);
        let shard = options.shard;
        let expected = Expected { plan, assignment: &assignment, shard };
        let target = Target { paths: &paths, lock: &lock, access: &access };
        let contents = prepare(target, experiment, expected, options, &mut notes);
        let opened = contents.and_then(|Contents { sidecar, jobs, file, rows, .. }| {
            let journal = Journal::new(paths.clone(), rows.hasher);
            let mut store = Store {
                sidecar,
                layout: Layout::of(plan),
                assignment: shard.map(|_| assignment),
                file: RowFile::new(file, paths.csv.clone(), journal, lock, rows.end),
                index: rows.index,
                sum: rows.sum,
                outcomes: rows.outcomes,
                jobs,
                line: Vec::new(),
                paths,
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

    /// How many of these rows have each outcome.
    pub fn outcomes(&self) -> &OutcomeCounts {
        &self.outcomes
    }

    /// The path of the CSV.
    pub fn csv(&self) -> &Path {
        &self.paths.csv
    }

    /// The jobs without a row.
    pub fn pending(&self) -> JobSet {
        let mut pending = JobSet::new(self.index.jobs());
        let ids = 0..self.index.jobs();
        pending.extend(ids.filter(|&id| self.is_pending(id)));
        pending
    }

    /// Whether a job of the plan belongs to the file and has no row.
    pub(super) fn is_pending(&self, job: u64) -> bool {
        job < self.index.jobs() && !self.index.has(job) && self.is_for(job)
    }

    /// Writes all rows to the disk; gives the length of the file.
    pub(super) fn write_all(&mut self) -> Result<u64, StoreError> {
        self.file.finish()?;
        Ok(self.file.end())
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
        self.outcomes.add(record.outcome);
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
        self.file.check()?;
        self.sidecar.end_session(self.index.rows());
        if self.rows() == self.jobs() {
            self.seal()?;
            return Ok(FinalState::Sealed);
        }
        self.sidecar.write(&self.paths)?;
        Ok(FinalState::Unfinished)
    }

    /// Sorts the file, unless its rows are not those that were checked and appended, or its results
    /// are known to have a hash that is another or cannot be compared.
    fn seal(&mut self) -> Result<(), StoreError> {
        let csv = &self.paths.csv;
        let sorted = SortedFile::of(csv, self.layout, self.index.locations(), self.sum)?;
        let SortedHashes { seal, results_sha256, .. } = &sorted.hashes;
        if self.sidecar.contradicts_results(results_sha256.as_deref()) {
            return Err(StoreError::altered(csv));
        }
        if results_sha256.is_none() && self.sidecar.results_sha256.is_some() {
            let why = "it was complete once, and its sidecar has the SHA-256 of all its rows, but \
                       now jobs ran out of memory or time, so it is unknown whether the other rows \
                       were changed; search these jobs again with --retry-memory and more \
                       --memory, or with --retry-time and a longer --time-limit";
            return Err(StoreError::unusable(csv, why));
        }
        self.file.check()?;
        // The seal first and the journal last, so that the rows are never without checksums.
        self.sidecar.seal(seal.clone(), results_sha256.clone());
        self.sidecar.write(&self.paths)?;
        sorted.commit(csv)?;
        journal::remove(&self.paths)
    }
}
