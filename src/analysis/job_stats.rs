//! The outcomes and the costs of groups of jobs.

use std::collections::BTreeMap;

use crate::analysis::jobs::{JobRow, Jobs};
use crate::analysis::statistics::{Costs, Quantile, SortedCosts};
use crate::results::outcome_counts::OutcomeCounts;
use knight_search::Outcome;

/// The outcomes and the costs of a group of jobs.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct JobStats<C = SortedCosts> {
    outcomes: OutcomeCounts,
    /// The costs.
    pub costs: C,
}

/// The outcomes and the costs of a group of jobs as they come.
pub type JobCosts = JobStats<Costs>;

impl JobCosts {
    /// Adds a job.
    pub fn add(&mut self, row: &JobRow) {
        self.outcomes.add(row.outcome);
        self.costs.add(row.cost);
    }

    /// Sorts the costs, which statistics need.
    pub fn sorted(self) -> JobStats {
        JobStats { outcomes: self.outcomes, costs: self.costs.sorted() }
    }
}

impl JobStats {
    /// The statistics of these jobs.
    pub fn of(rows: impl IntoIterator<Item = JobRow>) -> JobStats {
        let mut costs = JobCosts::default();
        rows.into_iter().for_each(|row| costs.add(&row));
        costs.sorted()
    }

    /// The number of jobs with this outcome.
    pub fn with(&self, outcome: Outcome) -> u64 {
        self.outcomes.of(outcome)
    }

    /// The outcomes of jobs that are not decided, those first of which most is known, and how many
    /// jobs have each.
    pub fn undecided(&self) -> impl Iterator<Item = (Outcome, u64)> {
        let jobs = Outcome::undecided().map(|outcome| (outcome, self.with(outcome)));
        jobs.filter(|(_, jobs)| *jobs > 0)
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        self.outcomes.total()
    }

    /// The share of jobs that found a tour; missing without jobs.
    pub fn success_rate(&self) -> Option<f64> {
        let jobs = self.jobs();
        (jobs > 0).then(|| self.with(Outcome::Tour) as f64 / jobs as f64)
    }

    /// The median cost of all jobs.
    pub fn median(&self) -> Quantile {
        self.costs.median()
    }
}

impl Jobs {
    /// The jobs by a key, with their statistics.
    pub fn stats_by<K: Ord>(&self, key: impl Fn(&JobRow) -> K) -> BTreeMap<K, JobStats> {
        let groups = self.by(key, JobCosts::add);
        groups.into_iter().map(|(key, costs)| (key, costs.sorted())).collect()
    }

    /// The statistics of all jobs.
    pub fn stats(&self) -> JobStats {
        JobStats::of(self.iter())
    }
}
