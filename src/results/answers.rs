//! Which job of a plan has which row, in which file; new rows are appended here.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::experiment::job_table::JobTable;
use crate::experiment::plan::Plan;
use crate::experiment::shard::Shard;
use crate::results::entry::Entry;
use crate::results::error::{Action, StoreError};
use crate::results::fact_file::FactFile;
use crate::results::findings::{Conflict, Damage, RowPlace};
use crate::results::lines::{Content, RowFormat};
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::{Record, TWO_ANSWERS};
use crate::results::scan::{FileReport, FoundRow};
use crate::results::source::{Source, reopened};
use knight_search::Outcome;

/// The rows of some files for the jobs of a plan: 8 bytes a job.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) plan: Plan,
    /// The part of the jobs that are to get rows; rows of others are kept as well.
    pub(super) shard: Option<Shard>,
    /// How many are.
    pub(super) jobs: u64,
    entries: JobTable<Entry>,
    /// How many of the jobs that are to get rows have a row with each outcome.
    pub(super) outcomes: OutcomeCounts,
    pub(super) sources: Vec<Source>,
    /// The jobs of the pairs of rows that contradict each other, and the first pairs.
    pub(super) contradicted: Vec<[u64; 2]>,
    pub(super) conflicts: Vec<Conflict>,
}

/// Bytes that most rows with a tour take.
const USUAL_ROW: usize = 512;

/// What became of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    /// It is the only row of its job.
    New,
    /// Its job has another row, and the one that says more counts.
    Repeated,
    /// Its job has another answer.
    Contradiction,
}

impl Answers {
    /// Without a row.
    pub(super) fn new(plan: &Plan, shard: Option<Shard>) -> Answers {
        Answers {
            plan: plan.clone(),
            shard,
            jobs: plan.jobs_of_shard(shard),
            entries: JobTable::new(plan.len()),
            outcomes: OutcomeCounts::default(),
            sources: Vec::new(),
            contradicted: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// How many of the jobs that are to get rows have one.
    pub(super) fn rows(&self) -> u64 {
        self.outcomes.total()
    }

    /// Whether a job is to get a row.
    pub(super) fn is_for(&self, job: u64) -> bool {
        self.plan.is_in_shard(self.shard, job)
    }

    /// Whether jobs have rows that are not to get any.
    pub(super) fn has_others(&self) -> bool {
        self.with_row().any(|job| !self.is_for(job))
    }

    /// Whether a job is to get a row and has none.
    pub(super) fn is_pending(&self, job: u64) -> bool {
        !self.has_row(job) && self.is_for(job)
    }

    /// Whether a job has an answer, and not only a row that says why it has none.
    pub(super) fn is_answered(&self, job: u64) -> bool {
        let entry = self.entries.get(job);
        entry.counts() && !entry.outcome().is_unknown()
    }

    /// The jobs that have a row, ascending. A plan can have far more jobs than there are rows.
    pub(super) fn with_row(&self) -> impl Iterator<Item = u64> {
        self.entries.used_from(0).filter(|(_, entry)| entry.counts()).map(|(job, _)| job)
    }

    /// The first job from this one on that has a row, if only one that does not decide it.
    pub(super) fn next_entry(&self, from: u64) -> Option<u64> {
        self.entries.used_from(from).find(|(_, entry)| entry.is_there()).map(|(job, _)| job)
    }

    /// Whether a job has a row.
    pub(super) fn has_row(&self, job: u64) -> bool {
        self.entries.get(job).counts()
    }

    /// The row of a job that follows from a fact.
    pub(super) fn row_from(&self, fact: &Record, job: u64) -> Option<Record> {
        fact.answer_for(&self.plan.job(job)?, self.plan.tours())
    }

    /// The job of a row.
    pub(super) fn job_id(&self, record: &Record) -> Option<u64> {
        self.plan.find(&record.as_job()?)
    }

    /// Reads a file, whose rows are read back later from `file` too, and passes on each row of a
    /// job of the plan.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn read_file(
        &mut self,
        path: &Path,
        file: &File,
        mut each: impl FnMut(&FoundRow<'_>),
    ) -> Result<FileReport, StoreError> {
        let again = reopened(path, file).map_err(StoreError::io(Action::Read, path))?;
        let source = self.add_source(path, again, false);
        FileReport::read(RowFormat::results(), path, file, |row, report| {
            if self.take_row(&row, source, report)? {
                each(&row);
            }
            Ok(())
        })
    }

    /// Refuses rows that contradict each other.
    pub(super) fn refuse(&self, remedy: &'static str) -> Result<(), StoreError> {
        let Some(first) = self.conflicts.first().cloned().map(Box::new) else { return Ok(()) };
        Err(StoreError::Contradiction { first, all: self.contradicted.len() as u64, remedy })
    }

    /// Refuses a new row if the job has a row with another answer, which lacks its tour.
    ///
    /// # Errors
    /// [`StoreError::Refuted`], and those of [`Answers::read`].
    fn check_new(&mut self, record: &Record) -> Result<(), StoreError> {
        let there = self.fact(record.job)?;
        let differ = there.and_then(|there| there.differences(record));
        let Some(([there, found], job)) = differ.zip(record.as_job()) else { return Ok(()) };
        let row = self.place(record.job)?;
        Err(StoreError::Refuted { row, job: Box::new(job), there, found })
    }

    /// Appends a new row to the file that is the last of the sources, unless it contradicts one
    /// that lacks its tour.
    ///
    /// # Errors
    /// Those of [`Answers::check_new`] and of writing.
    pub(super) fn append(
        &mut self,
        file: &mut FactFile,
        record: &Record,
    ) -> Result<(), StoreError> {
        self.check_new(record)?;
        let (mut line, offset) = (Vec::with_capacity(USUAL_ROW), file.end());
        RowFormat::results().write(record, &mut line);
        file.append(&line)?;
        match self.take(record.job, record, self.last_source(), offset)? {
            Taken::New => Ok(()),
            _ => Err(StoreError::UnexpectedRow(record.job)),
        }
    }

    /// Takes a row. Gives whether it is of a job of the plan.
    fn take_row(
        &mut self,
        row: &FoundRow<'_>,
        source: u16,
        report: &mut FileReport,
    ) -> Result<bool, StoreError> {
        let Some(record) = row.record else { return Ok(false) };
        let Some(job) = self.job_id(record) else {
            let fault =
                || record.as_job().map_or("no such search".to_owned(), |job| job.to_string());
            report.strangers += 1;
            report.first_stranger.get_or_insert_with(|| Damage { line: row.line, fault: fault() });
            return Ok(false);
        };
        match self.take(job, record, source, row.offset)? {
            Taken::New => {}
            Taken::Repeated => report.repeated += 1,
            Taken::Contradiction => {
                self.contradict([job; 2], Some((source, row.line)), TWO_ANSWERS)?;
            }
        }
        Ok(true)
    }

    /// A file whose rows follow; gives its number.
    pub(super) fn add_source(&mut self, path: &Path, file: File, is_reused: bool) -> u16 {
        self.sources.push(Source::new(path, file, is_reused));
        self.last_source()
    }

    /// The number of the last file.
    fn last_source(&self) -> u16 {
        (self.sources.len() - 1) as u16
    }

    /// Takes the row of a job, which is at this byte of a file.
    ///
    /// # Errors
    /// Those of reading another row of the job.
    pub(super) fn take(
        &mut self,
        job: u64,
        record: &Record,
        source: u16,
        offset: u64,
    ) -> Result<Taken, StoreError> {
        let too_large = || io::Error::other("a file of a terabyte is too large");
        let entry = Entry::new(record, source, offset, self.plan.tours()).ok_or_else(too_large);
        let entry =
            entry.map_err(StoreError::io(Action::Read, &self.sources[usize::from(source)].path))?;
        let there = self.entries.get(job);
        if there.is_fact() {
            if record.outcome.is_unknown() {
                return Ok(Taken::Repeated);
            }
            if !self.read(job, there)?.same_fact(record) {
                return Ok(Taken::Contradiction);
            }
            if !entry.is_richer_than(there) {
                return Ok(Taken::Repeated);
            }
        }
        self.set(job, entry);
        Ok(if there.counts() { Taken::Repeated } else { Taken::New })
    }

    fn set(&mut self, job: u64, entry: Entry) {
        let is_counted = self.is_for(job);
        let Some(before) = self.entries.replace(job, entry) else { return };
        if is_counted && before.counts() {
            self.outcomes.remove(before.outcome());
        }
        if is_counted && entry.counts() {
            self.outcomes.add(entry.outcome());
        }
    }

    /// Is about the jobs of all shards from now on.
    pub(super) fn include_all_shards(&mut self) {
        (self.shard, self.jobs) = (None, self.plan.len());
        self.outcomes = OutcomeCounts::default();
        let there = self.entries.used_from(0).filter(|(_, entry)| entry.counts());
        there.for_each(|(_, entry)| self.outcomes.add(entry.outcome()));
    }

    /// Forgets the row of a job.
    pub(super) fn forget(&mut self, job: u64) {
        self.set(job, Entry::default());
    }

    /// Forgets all rows with an outcome.
    pub(super) fn forget_all(&mut self, outcome: Outcome) {
        let has_outcome = |job: &u64| self.entries.get(*job).outcome() == outcome;
        let jobs: Vec<u64> = self.with_row().filter(has_outcome).collect();
        jobs.into_iter().for_each(|job| self.forget(job));
    }

    /// The answer to a job, read back, if only one that does not decide it.
    ///
    /// # Errors
    /// As [`Answers::read`].
    pub(super) fn fact(&mut self, job: u64) -> Result<Option<Record>, StoreError> {
        let entry = Some(self.entries.get(job)).filter(|entry| entry.is_fact());
        entry.map(|entry| Ok(Record { job, ..self.read(job, entry)? })).transpose()
    }

    /// Whether the row of a job is in another file than that of the results.
    pub(super) fn is_reused(&self, job: u64) -> bool {
        self.sources[self.entries.get(job).source()].is_reused
    }

    /// The row of a job, read back from its entry and checked again. Rows of other jobs that are
    /// reused give that which follows from them.
    ///
    /// # Errors
    /// Those of reading, and [`StoreError::ChangedMeanwhile`] if the row is no longer there.
    fn read(&mut self, job: u64, entry: Entry) -> Result<Record, StoreError> {
        let mut line = Vec::new();
        let source = &mut self.sources[entry.source()];
        source.read_line(entry.offset(), &mut line)?;
        let record = match RowFormat::results().judge(&line) {
            Content::Row(_, Some(record)) if self.job_id(&record) == Some(job) => Some(*record),
            Content::Row(_, Some(record)) => self.row_from(&record, job),
            _ => None,
        };
        record
            .ok_or_else(|| StoreError::ChangedMeanwhile(self.sources[entry.source()].path.clone()))
    }

    /// The line of the row of a job, of which [`Answers::next_entry`] says that it is there, as
    /// this program writes it, read back and checked again; and its outcome.
    ///
    /// # Errors
    /// As [`Answers::read`].
    pub(super) fn line(&mut self, job: u64, line: &mut Vec<u8>) -> Result<Outcome, StoreError> {
        let (entry, format) = (self.entries.get(job), RowFormat::results());
        self.sources[entry.source()].read_line(entry.offset(), line)?;
        let read = format.checked(line).and_then(Record::read_job);
        if let Some(record) = read.filter(|record| self.job_id(record) == Some(job)) {
            line.push(b'\n');
            return Ok(record.outcome);
        }
        let record = self.read(job, entry)?;
        line.clear();
        format.write(&record, line);
        Ok(record.outcome)
    }

    /// Notes that the row of a job contradicts that of another job, or another one, in this line of
    /// this file. The first such pairs are kept, because finding a line takes the time of reading a
    /// file.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn contradict(
        &mut self,
        jobs: [u64; 2],
        other: Option<(u16, u64)>,
        why: &'static str,
    ) -> Result<(), StoreError> {
        const MOST_LOCATED: usize = 100;
        self.contradicted.push(jobs);
        if self.contradicted.len() > MOST_LOCATED {
            return Ok(());
        }
        let first = self.place(jobs[0])?;
        let second = match other {
            Some((source, line)) => self.sources[usize::from(source)].place(line),
            None => self.place(jobs[1])?,
        };
        self.conflicts.push(Conflict { first, second, why });
        Ok(())
    }

    /// The line of the row of a job.
    fn place(&mut self, job: u64) -> Result<RowPlace, StoreError> {
        let entry = self.entries.get(job);
        self.sources[entry.source()].find_line(entry.offset())
    }
}
