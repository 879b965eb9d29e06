//! Outcomes and counts of a group of jobs, in memory that does not grow with their number.

use crate::analysis::distribution::Distribution;
use crate::results::record::Record;
use knight_search::Outcome;

/// The outcomes and the counts of a group of jobs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct JobStats {
    outcomes: [u64; Outcome::ALL.len()],
    /// The checks of the decided jobs: those with outcome `tour` or `none`.
    pub decided: Distribution,
    /// The least budget that stopped a job.
    least_budget: Option<u128>,
    /// The largest budget that stopped a job.
    largest_budget: Option<u128>,
}

/// The median of counts, some of which are known only to be above a budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Median {
    /// There are no jobs.
    NoJobs,
    /// The number of checks; more than 512 counts are rounded.
    Checks(f64),
    /// Above this budget.
    Above(u128),
    /// It depends on jobs whose count is unknown: out of memory, or stuck.
    Unknown,
}

impl JobStats {
    /// Adds a job.
    pub fn add(&mut self, record: &Record) {
        self.outcomes[record.outcome as usize] += 1;
        match (record.outcome, record.checks) {
            (Outcome::Tour | Outcome::None, Some(checks)) => self.decided.add(checks),
            (Outcome::Budget, Some(budget)) => {
                self.least_budget = Some(self.least_budget.unwrap_or(budget).min(budget));
                self.largest_budget = self.largest_budget.max(Some(budget));
            }
            _ => {}
        }
    }

    /// Adds the jobs of another group.
    pub fn merge(&mut self, other: &JobStats) {
        for (count, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *count += more;
        }
        self.decided.merge(&other.decided);
        let budgets = [self.least_budget, other.least_budget];
        self.least_budget = budgets.into_iter().flatten().min();
        self.largest_budget = self.largest_budget.max(other.largest_budget);
    }

    /// The number of jobs with this outcome.
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// The least budget that stopped a job.
    pub fn least_budget(&self) -> Option<u128> {
        self.least_budget
    }

    /// The largest budget that stopped a job.
    pub fn largest_budget(&self) -> Option<u128> {
        self.largest_budget
    }

    /// The median count of all jobs. A job stopped by its budget counts as above it; if it is the
    /// median, the answer is [`Median::Above`].
    pub fn median(&self) -> Median {
        let unknown = self.of(Outcome::Memory) + self.of(Outcome::Stuck);
        let budget = self.of(Outcome::Budget);
        let decided = self.decided.total();
        if self.jobs() == 0 {
            return Median::NoJobs;
        }
        if unknown > 0 && 2 * unknown >= self.jobs() {
            return Median::Unknown;
        }
        let counted = decided + budget;
        let middle = self.decided.ranked(counted.saturating_sub(1) / 2);
        match (middle, self.least_budget) {
            (Some(middle), Some(least)) if middle > least as f64 => Median::Above(least),
            (Some(middle), _) => Median::Checks(middle),
            (None, Some(least)) => Median::Above(least),
            (None, None) => Median::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::job_stats::*;
    use crate::pictures::test_records::record;

    fn stats(jobs: &[(Outcome, u128)]) -> JobStats {
        let mut stats = JobStats::default();
        for &(outcome, checks) in jobs {
            stats.add(&record(outcome, checks));
        }
        stats
    }

    #[test]
    fn a_budget_is_above_every_count_and_never_a_count() {
        let stopped = (Outcome::Budget, 1000);
        let of = |jobs: &[(Outcome, u128)]| stats(jobs).median();
        assert_eq!(of(&[]), Median::NoJobs);
        assert_eq!(of(&[stopped]), Median::Above(1000));
        assert_eq!(of(&[(Outcome::Tour, 64), stopped, stopped]), Median::Above(1000));
        assert_eq!(of(&[(Outcome::Tour, 64), stopped]), Median::Checks(64.0));
        assert_eq!(of(&[(Outcome::Tour, 64), (Outcome::None, 64), stopped]), Median::Checks(64.0));
        assert_eq!(stats(&[stopped]).decided.total(), 0);
    }

    #[test]
    fn a_smaller_budget_hides_counts_above_it() {
        let jobs = [(Outcome::Tour, 5000), (Outcome::Tour, 5000), (Outcome::Budget, 1000)];
        assert_eq!(stats(&jobs).median(), Median::Above(1000));
    }

    #[test]
    fn jobs_without_memory_have_no_count() {
        let jobs = stats(&[(Outcome::Memory, 0), (Outcome::Tour, 64)]);
        assert_eq!(jobs.median(), Median::Unknown);
        assert_eq!((jobs.jobs(), jobs.of(Outcome::Memory), jobs.decided.total()), (2, 1, 1));
    }

    #[test]
    fn merging_adds_all_jobs() {
        let (left, right) = (
            [(Outcome::Tour, 64), (Outcome::Budget, 9)],
            [(Outcome::Budget, 7), (Outcome::None, 8)],
        );
        let mut merged = stats(&left);
        merged.merge(&stats(&right));
        assert_eq!(merged, stats(&[left, right].concat()));
    }
}
