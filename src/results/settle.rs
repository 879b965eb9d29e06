//! What the rows of one search say together: whether they agree, and which other jobs they decide.
//!
//! The jobs that differ only in goal, engine and budget are one search, and so are their mirror
//! images where an experiment reduces by symmetry. What is known of one of them is compared with
//! what is known of the others, and gives the rows of those without one.

use crate::experiment::Reduction;
use crate::experiment::job_table::JobSet;
use crate::experiment::plan::{Job, Plan};
use crate::results::answers::Answers;
use crate::results::error::StoreError;
use crate::results::record::Record;
use knight_search::{Outcome, Problem, Symmetry};

/// The jobs of a plan that are one search, ascending.
pub(super) fn group(plan: &Plan, job: &Job) -> Vec<u64> {
    let siblings = |image: Job| plan.siblings(&image).collect::<Vec<_>>();
    let mut ids: Vec<u64> = images(plan, job).flat_map(siblings).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// A job and, where the plan reduces by symmetry, its mirror images.
fn images(plan: &Plan, job: &Job) -> impl Iterator<Item = Job> {
    let (job, problem) = (*job, job.problem);
    let symmetries = if plan.experiment().symmetry == Reduction::Reduce { 8 } else { 1 };
    Symmetry::ALL.into_iter().take(symmetries).map(move |g| {
        let start = g.square(problem.board, problem.start);
        let (board, order) = (g.board(problem.board), g.order(problem.order));
        Job { problem: Problem { board, start, order, ..problem }, ..job }
    })
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
        let (mut seen, mut from) = (JobSet::new(plan.len()), 0);
        while let Some(id) = self.next_row(from) {
            from = id + 1;
            let Some(job) = (!seen.contains(id)).then(|| plan.job(id)).flatten() else {
                continue;
            };
            let ids = group(&plan, &job);
            seen.extend(ids.iter().copied().chain([id]));
            if ids.len() > 1 {
                self.settle_group(&plan, &ids, &mut derive)?;
            }
        }
        Ok(())
    }

    fn settle_group(
        &mut self,
        plan: &Plan,
        ids: &[u64],
        derive: &mut impl FnMut(&mut Answers, &Record) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut facts: Vec<Record> = Vec::new();
        for &id in ids.iter().filter(|id| self.has_fact(**id)).collect::<Vec<_>>() {
            facts.extend(self.fact(id)?);
        }
        let mut known = Known::default();
        for fact in facts {
            let job = fact.job;
            if let Some((other, why)) = known.add(fact) {
                self.contradict([other, job], None, why)?;
            }
        }
        if !self.conflicts.is_empty() {
            return Ok(());
        }
        for &id in ids {
            let Some(job) = self.is_pending(id).then(|| plan.job(id)).flatten() else { continue };
            if let Some(row) = known.0.iter().find_map(|fact| fact.answer_for(&job, plan.tours())) {
                derive(self, &row)?;
            }
        }
        Ok(())
    }
}

/// What is known of one search and its mirror images: for each start, order, goal and engine the
/// answer, or else the largest budget that does not suffice.
#[derive(Default)]
pub(super) struct Known(Vec<Record>);

impl Known {
    /// Takes a row. Gives the first one, by its [`Record::job`], that cannot be right beside it,
    /// and why.
    pub(super) fn add(&mut self, fact: Record) -> Option<(u64, &'static str)> {
        let found = self.0.iter().find_map(|other| Some((other.job, other.contradiction(&fact)?)));
        let of = |r: &Record| (r.board(), r.start(), r.order, r.goal, r.engine, r.precision);
        match self.0.iter_mut().find(|there| of(there) == of(&fact)) {
            None => self.0.push(fact),
            Some(there) => {
                let says_more = |r: &Record| {
                    let is_decided = r.outcome != Outcome::Budget;
                    (is_decided, r.tour.is_some(), if is_decided { None } else { r.checks })
                };
                if says_more(&fact) > says_more(there) {
                    *there = fact;
                }
            }
        }
        found
    }
}
