//! The statistics of check counts, defined once. `docs/reference/statistics.md` explains them.
//!
//! The cost of a job is the number of checks that decide it. A stopped job hides its cost, so a
//! statistic of a group is a number only where it is the same for every possible value of what is
//! hidden. Otherwise it is a bound that holds for every possible value, or missing.

use std::collections::BTreeMap;
use std::fmt;

use knight_search::{Decision, Outcome};

use crate::text::formatting::grouped;

mod number;

pub use number::{LARGEST_AS_CHECKS, Number};

/// What is known of the number of checks that decide a job.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cost {
    /// Outcome `tour` or `none`: this number.
    Exact(u128),
    /// Outcome `budget`: more than this number.
    Above(u128),
    /// Outcome `stuck`: no number of checks decides the job. It is beyond every number.
    Never,
    /// Outcome `memory`, `time` or `unknown`, or a job that was not counted: any number.
    Unknown,
}

impl Cost {
    /// The cost of a job with this outcome after `checks`.
    pub fn of(outcome: Outcome, checks: Option<u128>) -> Cost {
        match (outcome.decision(), checks) {
            (Decision::Exact, Some(checks)) => Cost::Exact(checks),
            (Decision::Above, Some(budget)) => Cost::Above(budget),
            (Decision::Never, _) => Cost::Never,
            (Decision::Unknown, _) | (_, None) => Cost::Unknown,
        }
    }

    /// The number of checks, if it is known.
    pub fn exact(self) -> Option<u128> {
        match self {
            Cost::Exact(checks) => Some(checks),
            _ => None,
        }
    }
}

/// A quantile of costs, as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Quantile {
    /// It is this number.
    Number(Number),
    /// It is more than this: the largest whole number that it certainly exceeds.
    Above(u128),
    /// There are no jobs, or it depends on jobs out of memory or time, or it is beyond every number
    /// as it falls on a stuck job.
    Missing,
}

impl Quantile {
    /// The number, if it is one.
    pub fn number(self) -> Option<Number> {
        match self {
            Quantile::Number(number) => Some(number),
            _ => None,
        }
    }

    /// What it is more than, if only that is known.
    pub fn bound(self) -> Option<u128> {
        match self {
            Quantile::Above(bound) => Some(bound),
            _ => None,
        }
    }
}

/// The quantile as people read it: `29,136,579`, `> 1,000`, `–`.
impl fmt::Display for Quantile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantile::Number(number) => f.pad(&number.grouped()),
            Quantile::Above(bound) => f.pad(&format!("> {}", grouped(*bound))),
            Quantile::Missing => f.pad("–"),
        }
    }
}

/// Costs as they come: 8 bytes for each known count, 16 beyond 64 bits.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Costs {
    small: Vec<u64>,
    large: Vec<u128>,
    /// Estimates above 10^38, where not all whole numbers have room in 128 bits.
    beyond: Vec<f64>,
    /// How many jobs each budget stopped.
    stopped: BTreeMap<u128, u64>,
    never: u64,
    unknown: u64,
}

impl Costs {
    /// Adds a cost.
    pub fn add(&mut self, cost: Cost) {
        match cost {
            Cost::Exact(count) => match u64::try_from(count) {
                Ok(small) => self.small.push(small),
                Err(_) => self.large.push(count),
            },
            Cost::Above(budget) => *self.stopped.entry(budget).or_default() += 1,
            Cost::Never => self.never += 1,
            Cost::Unknown => self.unknown += 1,
        }
    }

    /// Adds a known cost.
    pub fn add_number(&mut self, known: Number) {
        match known {
            Number::Exact(count, _) => self.add(Cost::Exact(count)),
            Number::Beyond(estimate) => self.beyond.push(estimate),
        }
    }

    /// Sorts them, which statistics need.
    pub fn sorted(mut self) -> SortedCosts {
        self.small.sort_unstable();
        self.large.sort_unstable();
        self.beyond.sort_unstable_by(f64::total_cmp);
        SortedCosts(self)
    }
}

/// The costs of a group of jobs, sorted.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SortedCosts(Costs);

impl SortedCosts {
    /// How many jobs there are.
    pub fn jobs(&self) -> u64 {
        self.decided() + self.stopped() + self.0.never + self.0.unknown
    }

    /// How many jobs are decided: their cost is known.
    pub fn decided(&self) -> u64 {
        (self.0.small.len() + self.0.large.len() + self.0.beyond.len()) as u64
    }

    /// How many jobs a budget stopped.
    pub fn stopped(&self) -> u64 {
        self.0.stopped.values().sum()
    }

    /// The budgets that stopped jobs, ascending, and how many each stopped.
    pub fn budgets(&self) -> impl Iterator<Item = (u128, u64)> + '_ {
        self.0.stopped.iter().map(|(&budget, &jobs)| (budget, jobs))
    }

    /// How many jobs are stuck.
    pub fn never(&self) -> u64 {
        self.0.never
    }

    /// How many jobs may take any number ([`Cost::Unknown`]).
    pub fn unknown(&self) -> u64 {
        self.0.unknown
    }

    /// The known counts up to 10^38, ascending.
    pub fn exact(&self) -> impl Iterator<Item = u128> + '_ {
        self.0.small.iter().map(|&count| count.into()).chain(self.0.large.iter().copied())
    }

    /// The known cost with `rank` others before it.
    fn ranked(&self, rank: u64) -> Option<Number> {
        let (rank, small, large) = (rank as usize, self.0.small.len(), self.0.large.len());
        if rank < small {
            Some(u128::from(self.0.small[rank]).into())
        } else if rank < small + large {
            Some(self.0.large[rank - small].into())
        } else {
            self.0.beyond.get(rank - small - large).copied().map(Number::Beyond)
        }
    }

    /// How many jobs are known to be decided within this number of checks.
    pub fn decided_within(&self, checks: u128) -> u64 {
        let small = self.0.small.partition_point(|&count| u128::from(count) <= checks);
        let large = self.0.large.partition_point(|&count| count <= checks);
        let beyond = self.0.beyond.partition_point(|&estimate| estimate <= checks as f64);
        (small + large + beyond) as u64
    }

    /// The least known cost. That of a stopped job may be less if its budget is.
    pub fn least_decided(&self) -> Option<Number> {
        self.ranked(0)
    }

    /// The largest known cost.
    pub fn largest_decided(&self) -> Option<Number> {
        self.ranked(self.decided().checked_sub(1)?)
    }

    /// The median of the known costs, those of decided jobs.
    pub fn median_decided(&self) -> Option<Number> {
        let last = self.decided().checked_sub(1)?;
        let (lower, upper) = (self.ranked(last / 2)?, self.ranked(last.div_ceil(2))?);
        Some(Number::between(lower, upper, if last % 2 == 1 { 50 } else { 0 }))
    }

    /// The mean of the known costs, those of decided jobs.
    pub fn mean_decided(&self) -> Option<f64> {
        let sum = self.exact().try_fold(0u128, u128::checked_add).map(|sum| sum as f64);
        let sum = sum.unwrap_or_else(|| self.exact().map(|count| count as f64).sum());
        let sum = sum + self.0.beyond.iter().sum::<f64>();
        (self.decided() > 0).then(|| sum / self.decided() as f64)
    }

    /// The mean of all costs; missing unless all jobs are decided.
    pub fn mean(&self) -> Option<f64> {
        self.mean_decided().filter(|_| self.decided() == self.jobs())
    }

    /// The median of all jobs.
    pub fn median(&self) -> Quantile {
        self.quantile(50)
    }

    /// A quantile of all jobs, in per cent, linear between two jobs as in pandas.
    pub fn quantile(&self, percent: u8) -> Quantile {
        let Some(last) = self.jobs().checked_sub(1) else {
            return Quantile::Missing;
        };
        let place = u128::from(last) * u128::from(percent);
        let (rank, part) = ((place / 100) as u64, (place % 100) as u8);
        let lower = self.least_at(rank);
        let upper = if part > 0 { self.least_at(rank + 1) } else { lower };
        let (Some((lower, is_lower_known)), Some((upper, is_upper_known))) = (lower, upper) else {
            return Quantile::Missing;
        };
        let least = Number::between(lower, upper, part);
        if is_lower_known && is_upper_known {
            return Quantile::Number(least);
        }
        if self.0.unknown > 0 {
            return Quantile::Missing;
        }
        Quantile::Above(match least {
            Number::Exact(whole, 0) => whole.saturating_sub(1),
            Number::Exact(whole, _) => whole,
            // Where whole numbers of 128 bits end, the largest of them.
            Number::Beyond(number) => number.next_down() as u128,
        })
    }

    /// The least that the cost with `rank` others before it can be, and whether it is that whatever
    /// the hidden costs are; `None` if it is that of a stuck job whatever they are.
    fn least_at(&self, rank: u64) -> Option<(Number, bool)> {
        let least = match rank.checked_sub(self.0.unknown) {
            None => 0_u128.into(),
            Some(rank) => self.least_with(rank)?,
        };
        Some((least, self.ranked(rank) == Some(least)))
    }

    /// The count with `rank` others before it if every stopped job needs just one check more than
    /// its budget.
    fn least_with(&self, rank: u64) -> Option<Number> {
        let mut stopped_before = 0;
        for (&budget, &jobs) in &self.0.stopped {
            let first = self.decided_within(budget) + stopped_before;
            if rank < first {
                break;
            }
            if rank < first + jobs {
                return Some(budget.saturating_add(1).into());
            }
            stopped_before += jobs;
        }
        self.ranked(rank - stopped_before)
    }
}

/// The 95 % Wilson interval of a share (Wilson, J. Amer. Statist. Assoc. 22, 1927): the lower and
/// the upper end; from 0 to 1 without trials.
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    const Z: f64 = knight_board::NORMAL_95;
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (none, all) = (successes == 0, successes == trials);
    let trials = trials as f64;
    let share = successes as f64 / trials;
    let denominator = 1.0 + Z * Z / trials;
    let centre = (share + Z * Z / (2.0 * trials)) / denominator;
    let spread = share * (1.0 - share) / trials + Z * Z / (4.0 * trials * trials);
    let half = Z * spread.sqrt() / denominator;
    // The ends are exact where rounding would miss them.
    (if none { 0.0 } else { centre - half }, if all { 1.0 } else { centre + half })
}

#[cfg(test)]
mod tests;
