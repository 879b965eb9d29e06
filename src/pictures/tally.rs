//! What came of some jobs, in memory that does not grow with their number.

use crate::analysis::distribution::Distribution;
use crate::results::record::Record;
use knight_search::Outcome;

/// What came of some jobs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    outcomes: [u64; Outcome::ALL.len()],
    /// The checks of jobs that found a tour or that there is none.
    pub decided: Distribution,
    /// The least budget that stopped a job.
    least_budget: Option<u128>,
    /// The largest.
    largest_budget: Option<u128>,
}

/// The middle of counts of which some are known only to be larger than a budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Middle {
    /// There are no jobs.
    Nothing,
    /// About as many checks.
    Checks(f64),
    /// Beyond a budget of this size.
    Beyond(u128),
    /// It depends on jobs that ran out of memory.
    Unknown,
}

impl Tally {
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

    /// Adds the jobs of another tally.
    pub fn merge(&mut self, other: &Tally) {
        for (ours, theirs) in self.outcomes.iter_mut().zip(other.outcomes) {
            *ours += theirs;
        }
        self.decided.merge(&other.decided);
        let budgets = [self.least_budget, other.least_budget];
        self.least_budget = budgets.into_iter().flatten().min();
        self.largest_budget = self.largest_budget.max(other.largest_budget);
    }

    /// The jobs that ended so.
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes[outcome as usize]
    }

    /// All jobs.
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

    /// The middle count of all jobs. A job that its budget stopped has more checks than that; where such a job would
    /// be needed to tell the middle, it is not told.
    pub fn middle(&self) -> Middle {
        let unknown = self.of(Outcome::Memory) + self.of(Outcome::Stuck);
        let budget = self.of(Outcome::Budget);
        let decided = self.decided.total();
        if self.jobs() == 0 {
            return Middle::Nothing;
        }
        if unknown > 0 && 2 * unknown >= self.jobs() {
            return Middle::Unknown;
        }
        let counted = decided + budget;
        let middle = self.decided.ranked(counted.saturating_sub(1) / 2);
        match (middle, self.least_budget) {
            (Some(middle), Some(least)) if middle > least as f64 => Middle::Beyond(least),
            (Some(middle), _) => Middle::Checks(middle),
            (None, Some(least)) => Middle::Beyond(least),
            (None, None) => Middle::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::sample::record;
    use crate::pictures::tally::*;

    fn tally(jobs: &[(Outcome, u128)]) -> Tally {
        let mut tally = Tally::default();
        for &(outcome, checks) in jobs {
            tally.add(&record(outcome, checks));
        }
        tally
    }

    #[test]
    fn a_budget_is_beyond_every_count_and_never_one() {
        let stopped = (Outcome::Budget, 1000);
        let of = |jobs: &[(Outcome, u128)]| tally(jobs).middle();
        assert_eq!(of(&[]), Middle::Nothing);
        assert_eq!(of(&[stopped]), Middle::Beyond(1000));
        assert_eq!(of(&[(Outcome::Tour, 64), stopped, stopped]), Middle::Beyond(1000));
        assert_eq!(of(&[(Outcome::Tour, 64), stopped]), Middle::Checks(64.0));
        assert_eq!(of(&[(Outcome::Tour, 64), (Outcome::None, 64), stopped]), Middle::Checks(64.0));
        assert_eq!(tally(&[stopped]).decided.total(), 0);
    }

    #[test]
    fn a_smaller_budget_hides_counts_above_it() {
        let jobs = [(Outcome::Tour, 5000), (Outcome::Tour, 5000), (Outcome::Budget, 1000)];
        assert_eq!(tally(&jobs).middle(), Middle::Beyond(1000));
    }

    #[test]
    fn jobs_without_memory_have_no_count() {
        let jobs = tally(&[(Outcome::Memory, 0), (Outcome::Tour, 64)]);
        assert_eq!(jobs.middle(), Middle::Unknown);
        assert_eq!((jobs.jobs(), jobs.of(Outcome::Memory), jobs.decided.total()), (2, 1, 1));
    }

    #[test]
    fn merging_is_adding_all() {
        let (left, right) = (
            [(Outcome::Tour, 64), (Outcome::Budget, 9)],
            [(Outcome::Budget, 7), (Outcome::None, 8)],
        );
        let mut merged = tally(&left);
        merged.merge(&tally(&right));
        assert_eq!(merged, tally(&[left, right].concat()));
    }
}
