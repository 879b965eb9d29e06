//! What the rows of one search say together: whether they agree, and which other jobs they decide.
//!
//! The jobs that differ only in goal, engine and budget are one search, and so are their mirror
//! images where an experiment reduces by symmetry. What is known of one of them is compared with
//! what is known of the others, and gives the rows of those without one.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use knight_search::{Board, MoveOrder, Outcome, Problem, Rule, Square, Symmetry};

use crate::experiment::Reduction;
use crate::experiment::job_table::JobTable;
use crate::experiment::plan::{Job, Plan};
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::findings::Conflict;
use crate::results::lines::{Content, RowFormat};
use crate::results::record::Record;
use crate::results::scan::FoundRow;
use crate::results::source::{Source, reopened};

/// The jobs of a plan that are one search with this one, and where the plan reduces by symmetry
/// with its mirror images, ascending.
pub(super) fn group(plan: &Plan, job: &Job) -> Vec<u64> {
    let symmetries = if plan.experiment().symmetry == Reduction::Reduce { 8 } else { 1 };
    let images = Symmetry::ALL.into_iter().take(symmetries).map(|g| job.image(g));
    let siblings = |image: Job| plan.siblings(&image).collect::<Vec<_>>();
    let mut ids: Vec<u64> = images.flat_map(siblings).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

impl Answers {
    /// Compares the rows of each search, unless rows of one job contradict each other.
    ///
    /// # Errors
    /// Those of reading rows.
    pub(super) fn compare(&mut self) -> Result<(), StoreError> {
        if self.conflicts.is_empty() { self.settle(|_, _| Ok(())) } else { Ok(()) }
    }

    /// Compares the rows of each search, and passes to `derive` the rows that follow from them for
    /// jobs without one.
    ///
    /// # Errors
    /// Those of reading rows, and of `derive`.
    pub(super) fn settle(
        &mut self,
        mut derive: impl FnMut(&mut Answers, &Record) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let plan = self.plan.clone();
        let is_alone = plan.experiment().settings_of_a_search() == 1;
        if is_alone && plan.experiment().symmetry != Reduction::Reduce {
            return Ok(());
        }
        let (mut seen, mut from) = (JobTable::<bool>::new(plan.len()), 0);
        while let Some(id) = self.next_entry(from) {
            from = id + 1;
            let Some(job) = (!seen.get(id)).then(|| plan.job(id)).flatten() else {
                continue;
            };
            let ids = group(&plan, &job);
            for &id in &ids {
                seen.replace(id, true);
            }
            if ids.len() > 1 {
                self.settle_group(&ids, &mut derive)?;
            }
        }
        Ok(())
    }

    fn settle_group(
        &mut self,
        ids: &[u64],
        derive: &mut impl FnMut(&mut Answers, &Record) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut known = Known::default();
        // Rows that lack a wanted tour too.
        for &id in ids {
            if let Some((other, why)) = self.fact(id)?.and_then(|fact| known.add(id, fact)) {
                self.contradict([other, id], None, why)?;
            }
        }
        if !self.conflicts.is_empty() {
            return Ok(());
        }
        for &id in ids {
            if self.is_pending(id)
                && let Some(row) = known.0.iter().find_map(|(_, fact)| self.row_from(fact, id))
            {
                derive(self, &row)?;
            }
        }
        Ok(())
    }
}

/// What is known of one search and its mirror images: for each start, order, goal and engine the
/// answer, or else the largest budget that does not suffice. Each has the number of its row, which
/// is a job or a line.
#[derive(Default)]
struct Known(Vec<(u64, Record)>);

impl Known {
    /// Takes a row. Gives the number of the first one that cannot be right beside it, and why.
    fn add(&mut self, row: u64, fact: Record) -> Option<(u64, &'static str)> {
        let contradicts = |(row, other): &(u64, Record)| Some((*row, other.contradiction(&fact)?));
        let found = self.0.iter().find_map(contradicts);
        let of = |r: &Record| (r.board(), r.start(), r.order, r.goal, r.engine, r.precision);
        match self.0.iter_mut().find(|(_, there)| of(there) == of(&fact)) {
            None => self.0.push((row, fact)),
            Some(there) => {
                let says_more = |r: &Record| {
                    let is_decided = r.outcome != Outcome::Budget;
                    (is_decided, r.tour.is_some(), if is_decided { None } else { r.checks })
                };
                if says_more(&fact) > says_more(&there.1) {
                    *there = (row, fact);
                }
            }
        }
        found
    }
}

/// A search, whatever its goal, engine and budget: the least of its mirror images, with its rule
/// and seed.
type Search = (Board, Square, MoveOrder, Rule, Option<u64>);

fn search(record: &Record) -> Option<Search> {
    let job = record.as_job()?;
    let of = |Problem { board, start, order, .. }| (board, start, order, record.rule, record.seed);
    Symmetry::ALL.into_iter().map(|g| of(job.image(g).problem)).min()
}

/// The rows of a file by their searches, each with its line and the byte at which it begins, where
/// no plan says which jobs there are.
#[derive(Default)]
pub(super) struct Searches(Vec<(Search, u64, u64)>);

impl Searches {
    pub(super) fn take(&mut self, row: &FoundRow<'_>) {
        let record = row.record.filter(|record| !record.outcome.is_unknown());
        let search = record.and_then(search);
        self.0.extend(search.map(|search| (search, row.line, row.offset)));
    }

    /// The pairs of rows that cannot both be right, and how many answers have the job of another
    /// one.
    ///
    /// # Errors
    /// Those of reading rows back.
    pub(super) fn conflicts(
        mut self,
        path: &Path,
        file: &File,
    ) -> Result<(Vec<Conflict>, u64), StoreError> {
        let file = reopened(path, file).map_err(StoreError::io(Action::Read, path))?;
        let mut source = Source::new(path, file, false);
        let (mut conflicts, mut repeated, mut line) = (Vec::new(), 0, Vec::new());
        self.0.sort_unstable();
        let of_a_search = self.0.chunk_by(|(one, ..), (other, ..)| one == other);
        for rows in of_a_search.filter(|rows| rows.len() > 1) {
            let (mut known, mut jobs) = (Known::default(), HashSet::new());
            for &(_, number, offset) in rows {
                source.read_line(offset, &mut line)?;
                let Content::Row(_, Some(record)) = RowFormat::results().judge(&line) else {
                    return Err(StoreError::ChangedMeanwhile(path.to_owned()));
                };
                let mut job = Vec::new();
                record.write_job(&mut job);
                repeated += u64::from(!jobs.insert(job));
                let found = known.add(number, *record);
                conflicts.extend(found.map(|(first, why)| Conflict {
                    first: source.place(first),
                    second: source.place(number),
                    why,
                }));
            }
        }
        conflicts.sort_by_key(|conflict| conflict.second.line);
        Ok((conflicts, repeated))
    }
}
