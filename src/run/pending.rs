//! What of a plan is to be done.

use crate::experiment::plan::{Job, Plan};

/// The rows of a plan that are to be made, and the searches for them.
#[derive(Clone, Debug)]
pub struct Pending<'a> {
    pub(super) plan: &'a Plan,
    pub(super) rows: u64,
    /// Their jobs, ascending, unless they are all.
    searches: Option<Vec<u64>>,
}

impl<'a> Pending<'a> {
    /// All of a plan.
    pub fn all(plan: &'a Plan) -> Pending<'a> {
        Pending { plan, rows: plan.len(), searches: None }
    }

    /// Those of some jobs.
    pub fn rows(plan: &'a Plan, jobs: impl Iterator<Item = u64>) -> Pending<'a> {
        let mut searches: Vec<u64> = jobs.map(|job| plan.searched_for(job)).collect();
        let rows = searches.len() as u64;
        searches.sort_unstable();
        searches.dedup();
        Pending { plan, rows, searches: Some(searches) }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub(super) fn searches(&self) -> u64 {
        self.searches.as_ref().map_or(self.plan.searches(), |searches| searches.len() as u64)
    }

    /// The job of a search, which count from 0 by ascending id.
    pub(super) fn job(&self, number: u64) -> Option<Job> {
        let id = match &self.searches {
            Some(searches) => searches.get(usize::try_from(number).ok()?).copied(),
            None => self.plan.search(number),
        };
        id.and_then(|id| self.plan.job(id))
    }

    /// The searches of each part of the plan that has some.
    pub(super) fn parts(&self) -> Vec<Part> {
        let all = self.searches();
        let number_of = |job: &Job| {
            let (mut low, mut high) = (0, all);
            while low < high {
                let middle = low + (high - low) / 2;
                match self.job(middle).is_some_and(|other| other.id < job.id) {
                    true => low = middle + 1,
                    false => high = middle,
                }
            }
            low
        };
        let mut firsts: Vec<u64> =
            self.plan.first_jobs_of_parts().map(|job| number_of(&job)).collect();
        firsts.dedup();
        let ends = firsts.iter().copied().skip(1).chain([all]);
        let part = |(&first, end)| Part { first, searches: end - first };
        firsts.iter().zip(ends).map(part).filter(|part| part.searches > 0).collect()
    }
}

/// Searches whose jobs have the same board, rule, goal, engine and budget.
pub(super) struct Part {
    /// The number of the first search.
    pub first: u64,
    pub searches: u64,
}
