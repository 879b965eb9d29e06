//! A results file that a run writes: opened, grown, appended to, and sealed.
//!
//! Opening reads every line. What has its check and is of a job of the experiment counts; what a
//! crash left is dropped; anything else stops the run before it writes. Then each row gives the
//! rows of the jobs that follow from it, and the others are searched. A file whose jobs all have a
//! row is *sealed*: sorted into a new file that replaces it, with its SHA-256 in the sidecar.

use std::path::{Path, PathBuf};

use crate::experiment::plan::{Job, Plan};
use crate::experiment::shard::Shard;
use crate::results::answers::Answers;
use crate::results::error::StoreError;
use crate::results::fact_file::FactFile;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::paths::Paths;
use crate::results::record::Record;
use crate::results::reusing::check_reused;
use crate::results::sidecar::{Sidecar, Writer};
use crate::system::{FileId, Links};

/// How to open a results file.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The part of the jobs that get rows; `None` for all.
    pub shard: Option<Shard>,
    /// What to do with results that exist.
    pub existing: Existing,
    /// Files whose rows are taken over.
    pub reuse: Vec<PathBuf>,
    /// Who writes.
    pub writer: Writer,
}

/// What to do with results that exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Existing {
    /// Move them aside and start again.
    pub move_aside: bool,
    /// Keep the file under another name, and only its good rows under this one.
    pub repair: bool,
    /// Search the jobs that ran out of memory or time again.
    pub retry: bool,
}

/// An open results file with its lock.
#[derive(Debug)]
pub struct Store {
    pub(super) file: FactFile,
    pub(super) sidecar: Sidecar,
    /// The file itself is the last of their sources, unless it is done.
    pub(super) answers: Answers,
    /// Whether the file is as it was sealed, and nothing is to be added.
    pub(super) is_done: bool,
    /// Rows that followed from others, without a search.
    pub(super) derived: u64,
}

impl Store {
    /// Opens a results file for the jobs of a plan or of a shard of it, or creates it. Adds notes
    /// for the user, one sentence each, such as that a torn row was cut off, also where it fails.
    ///
    /// # Errors
    /// [`StoreError`] if the file belongs to something else, is damaged, or cannot be used.
    pub fn open(
        paths: Paths,
        plan: &Plan,
        options: OpenOptions,
        notes: &mut Vec<String>,
    ) -> Result<Store, StoreError> {
        for path in &options.reuse {
            // Before anything is made.
            check_reused(path)?;
            let [one, other] = [path, &paths.csv].map(|file| FileId::at(file, Links::Follow));
            if options.existing.move_aside && other.is_ok_and(|out| one.is_ok_and(|it| it == out)) {
                let why = "--fresh moves this file aside; without --fresh its rows count";
                return Err(StoreError::unusable(path, why));
            }
        }
        let answers = Answers::new(plan, options.shard);
        let file = Store::locked(paths, &options, notes)?;
        let mut store = Store::grow(file, answers, options, notes)?;
        if !store.is_done {
            store.take_over()?;
            store.derive()?;
        }
        Ok(store)
    }

    /// Locks a results file, and moves the old one aside if that is asked for.
    pub(super) fn locked(
        paths: Paths,
        options: &OpenOptions,
        notes: &mut Vec<String>,
    ) -> Result<FactFile, StoreError> {
        notes.extend(paths.create_folder()?);
        let mut file = FactFile::open(paths, &options.writer.command)?;
        if options.existing.move_aside {
            notes.extend(file.move_aside()?);
        }
        Ok(file)
    }

    /// Whether the file was complete and sealed when it was opened, and is as it was sealed.
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// The plan whose jobs get the rows.
    pub fn plan(&self) -> &Plan {
        &self.answers.plan
    }

    /// Jobs that the file is for: those of the plan, or of the shard.
    pub fn jobs(&self) -> u64 {
        self.answers.jobs
    }

    /// Those of them that have a row, perhaps still in the buffer.
    pub fn rows(&self) -> u64 {
        self.answers.rows()
    }

    /// How many of these rows have each outcome.
    pub fn outcomes(&self) -> &OutcomeCounts {
        &self.answers.outcomes
    }

    /// Rows that followed from others since the file was opened, without a search.
    pub fn derived(&self) -> u64 {
        self.derived
    }

    /// The path of the CSV.
    pub fn csv(&self) -> &Path {
        &self.file.paths().csv
    }

    /// Whether a job is to get a row and has none.
    pub fn is_pending(&self, job: u64) -> bool {
        self.answers.is_pending(job)
    }

    /// Takes the row of a job that was searched. With it come the rows that follow from it: those
    /// of mirror images that are not searched, and of jobs with a larger budget. One of the next
    /// calls of [`Store::tick`] writes them to the file. Gives these rows.
    ///
    /// # Errors
    /// [`StoreError`] if no job without a row gets one, or earlier rows cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<Vec<Record>, StoreError> {
        let plan = self.answers.plan.clone();
        let mut pending = plan.rows_from(plan.searched_for(record.job));
        pending.retain(|id| self.answers.is_pending(*id));
        if pending.is_empty() {
            return Err(StoreError::UnexpectedRow(record.job));
        }
        let mut written = Vec::with_capacity(pending.len());
        for job in pending.into_iter().filter_map(|id| plan.job(id)) {
            if record.outcome.is_unknown() && self.answers.fact(job.id)?.is_some() {
                // It says less than the answer without a tour that is there; the next run searches
                // on.
                continue;
            }
            let Some(row) = record.of_search(&job, plan.tours()) else { continue };
            let larger = larger_budgets(&plan, &job).into_iter();
            let larger = larger.filter_map(|other| row.answer_for(&other, plan.tours()));
            for row in [row.clone()].into_iter().chain(larger) {
                if self.answers.is_pending(row.job) {
                    self.derived += u64::from(row.job != record.job);
                    self.answers.append(&mut self.file, &row)?;
                    written.push(row);
                }
            }
        }
        Ok(written)
    }

    /// Appends the rows that were taken from other files.
    fn take_over(&mut self) -> Result<(), StoreError> {
        let mut from = 0;
        while let Some(job) = self.answers.next_entry(from) {
            from = job + 1;
            if self.answers.is_reused(job)
                && let Some(fact) = self.answers.fact(job)?
                && let Some(row) = self.answers.row_from(&fact, job)
            {
                self.answers.forget(job);
                self.answers.append(&mut self.file, &row)?;
            }
        }
        Ok(())
    }

    /// Adds the rows that follow from those that are there.
    fn derive(&mut self) -> Result<(), StoreError> {
        self.file.flush()?;
        let Store { file, answers, derived, .. } = self;
        answers.settle(|answers, row| {
            *derived += 1;
            answers.append(file, row)
        })?;
        self.file.flush()
    }

    /// Writes and syncs what is due. To be called several times a second.
    ///
    /// # Errors
    /// [`StoreError::Io`]. Then the store cannot be used any more, and the file holds all rows up
    /// to the last good one.
    pub fn tick(&mut self) -> Result<(), StoreError> {
        self.file.tick()
    }

    /// Writes everything to the disk, sorts and seals the file if it is complete, and records the
    /// end of the session. Gives whether it is sealed; otherwise the same command resumes it.
    ///
    /// # Errors
    /// [`StoreError::Io`]; the rows that were in the file before are still there.
    pub fn close(self) -> Result<bool, StoreError> {
        let is_complete = self.rows() == self.jobs();
        self.close_as(is_complete)
    }

    /// Closes the file, and sorts it if `sort` says so, which need not be complete.
    ///
    /// A crash between the replacement of the file by its sorted rows and that of the sidecar
    /// leaves a file that the next command seals.
    pub(super) fn close_as(mut self, sort: bool) -> Result<bool, StoreError> {
        if self.is_done {
            return Ok(true);
        }
        self.file.finish()?;
        self.file.check()?;
        self.sidecar.end_session(self.rows());
        if sort {
            let (seal, results_sha256) = self.answers.replace(&mut self.file)?;
            if self.rows() == self.jobs() {
                self.sidecar.results_sha256 = results_sha256;
                self.sidecar.sealed = Some(seal);
            }
            self.file.check()?;
        }
        self.sidecar.write(self.file.paths())?;
        Ok(self.sidecar.sealed.is_some())
    }
}

/// The jobs that are one search with a job, but may take more checks.
fn larger_budgets(plan: &Plan, job: &Job) -> Vec<Job> {
    if plan.budgets().len() < 2 {
        return Vec::new();
    }
    let most = |job: &Job| job.problem.budget.limit().unwrap_or(u128::MAX);
    let others = plan.siblings(job).filter_map(|id| plan.job(id));
    others.filter(|other| most(other) > most(job)).collect()
}
