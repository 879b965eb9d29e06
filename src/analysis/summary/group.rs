//! What is known of the jobs of one group.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::analysis::statistics::Known;
use crate::analysis::{Cell, Cost, Costs, JobRow, SEARCH, Search, SortedCosts, wilson};
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome};

/// The jobs of a group.
pub(super) enum JobGroup<C = Costs> {
    One(Facts),
    Several(Box<Statistics<C>>),
}

/// What a summary needs of a job.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    search: Search,
    order: MoveOrder,
    outcome: Outcome,
    checks: JobChecks,
    /// Wall-clock and processor time in nanoseconds; missing for a mirrored job.
    wall_ns: Option<u64>,
    cpu_ns: Option<u64>,
}

/// The checks of a job.
#[derive(Clone, Copy)]
enum JobChecks {
    /// The performed ones.
    Counted(u128),
    /// Nothing is known of them.
    Uncounted,
    /// Those of an estimated job, if they are known. They may be left out.
    Estimated { checks: Option<f64>, is_heavy_tailed: bool, is_left_out: bool },
}

/// Several jobs, with their costs as they come or sorted.
#[derive(Clone, Default)]
pub(super) struct Statistics<C = Costs> {
    pub(super) jobs: Tally,
    /// The checks that decide them.
    pub(super) costs: C,
    /// Wall-clock and processor times in nanoseconds.
    pub(super) wall: C,
    pub(super) cpu: C,
}

/// What is counted of several jobs.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// What the first job is for.
    first: Option<Search>,
    /// Whether others differ in them.
    differs: [bool; SEARCH.len()],
    pub(super) outcomes: OutcomeCounts,
    pub(super) estimated: u64,
    pub(super) heavy_tailed: u64,
    /// Whether estimates are among the costs.
    pub(super) is_approximate: bool,
    quickest: Quickest,
    total_checks: u128,
    /// Whether the total is beyond 128 bits.
    is_too_large: bool,
}

/// The least known cost and the orders that need it.
#[derive(Clone, Default)]
struct Quickest {
    checks: Option<Known>,
    /// In the order in which they came.
    orders: Vec<MoveOrder>,
    /// These orders, to look them up.
    known: HashSet<MoveOrder>,
}

impl Facts {
    /// With estimates in the place of counts, or without them.
    pub(super) fn of(record: &Record, row: &JobRow, with_estimates: bool) -> Facts {
        let nanoseconds = |seconds: f64| (seconds * 1e9).round() as u64;
        let checks = match record.is_estimated() {
            false => row.checks.map_or(JobChecks::Uncounted, JobChecks::Counted),
            true => JobChecks::Estimated {
                checks: record.checks_estimate,
                is_heavy_tailed: record.heavy_tailed == Some(true),
                is_left_out: !with_estimates,
            },
        };
        Facts {
            search: row.setting.search(),
            order: row.order,
            outcome: row.outcome,
            checks,
            wall_ns: row.wall_s.map(nanoseconds),
            cpu_ns: record.cpu_s.map(nanoseconds),
        }
    }

    /// The performed checks of a counted job.
    fn counted(&self) -> Option<u128> {
        match self.checks {
            JobChecks::Counted(checks) => Some(checks),
            JobChecks::Uncounted | JobChecks::Estimated { .. } => None,
        }
    }
}

impl JobGroup {
    pub(super) fn add(&mut self, facts: &Facts) {
        match self {
            JobGroup::Several(statistics) => statistics.add(facts),
            JobGroup::One(first) => {
                let mut statistics = Box::new(Statistics::of(first));
                statistics.add(facts);
                *self = JobGroup::Several(statistics);
            }
        }
    }

    /// Sorts the costs, which statistics need.
    pub(super) fn sorted(self) -> JobGroup<SortedCosts> {
        match self {
            JobGroup::One(facts) => JobGroup::One(facts),
            JobGroup::Several(statistics) => JobGroup::Several(Box::new(statistics.sorted())),
        }
    }

    /// Whether jobs differ in each of [`SEARCH`].
    pub(super) fn differs(&self) -> [bool; SEARCH.len()] {
        match self {
            JobGroup::One(_) => [false; SEARCH.len()],
            JobGroup::Several(statistics) => statistics.jobs.differs,
        }
    }
}

impl JobGroup<SortedCosts> {
    /// What is known of its jobs.
    pub(super) fn statistics(&self) -> Cow<'_, Statistics<SortedCosts>> {
        match self {
            JobGroup::One(facts) => Cow::Owned(Statistics::of(facts).sorted()),
            JobGroup::Several(statistics) => Cow::Borrowed(statistics),
        }
    }
}

impl Statistics {
    fn of(facts: &Facts) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.add(facts);
        statistics
    }

    fn add(&mut self, facts: &Facts) {
        self.jobs.add(facts);
        for (times, time) in [(&mut self.wall, facts.wall_ns), (&mut self.cpu, facts.cpu_ns)] {
            time.into_iter().for_each(|time| times.add(Cost::Exact(time.into())));
        }
        let cost = Cost::of(facts.outcome, facts.counted());
        let known = match facts.checks {
            JobChecks::Estimated { is_left_out: true, .. } => return,
            JobChecks::Estimated { checks, .. } => checks.map(Known::of_estimate),
            JobChecks::Counted(_) | JobChecks::Uncounted => cost.exact().map(Known::Whole),
        };
        match known {
            Some(known) => {
                self.costs.add_known(known);
                self.jobs.quickest.add(facts.order, known);
                self.jobs.is_approximate |= facts.counted().is_none();
            }
            None => self.costs.add(cost),
        }
    }

    fn sorted(self) -> Statistics<SortedCosts> {
        let Statistics { jobs, costs, wall, cpu } = self;
        Statistics { jobs, costs: costs.sorted(), wall: wall.sorted(), cpu: cpu.sorted() }
    }
}

impl Statistics<SortedCosts> {
    /// The orders that need the least checks of all jobs, if these are known.
    pub(super) fn quickest_orders(&self) -> Option<&[MoveOrder]> {
        self.costs.quantile(0.0).number().map(|_| &*self.jobs.quickest.orders)
    }
}

impl Tally {
    fn add(&mut self, facts: &Facts) {
        let Search { board, goal, rule, budget } = facts.search;
        let first = *self.first.get_or_insert(facts.search);
        self.differs[0] |= first.board != board;
        self.differs[1] |= first.goal != goal;
        self.differs[2] |= first.rule != rule;
        self.differs[3] |= first.budget != budget;
        self.outcomes.add(facts.outcome);
        if let JobChecks::Estimated { is_heavy_tailed, .. } = facts.checks {
            self.estimated += 1;
            self.heavy_tailed += u64::from(is_heavy_tailed);
        }
        let (total, overflows) = self.total_checks.overflowing_add(facts.counted().unwrap_or(0));
        self.total_checks = total;
        self.is_too_large |= overflows;
    }

    /// A part of the jobs.
    pub(super) fn share(&self, part: u64) -> Cell {
        Cell::Share(part as f64 / self.outcomes.total() as f64)
    }

    /// The 95 % interval of the share of jobs that found a tour.
    pub(super) fn interval(&self) -> (f64, f64) {
        wilson(self.outcomes.of(Outcome::Tour), self.outcomes.total())
    }

    /// The performed checks; `None` beyond 128 bits.
    pub(super) fn total_checks(&self) -> Option<u128> {
        (!self.is_too_large).then_some(self.total_checks)
    }
}

impl Quickest {
    fn add(&mut self, order: MoveOrder, checks: Known) {
        if self.checks.is_none_or(|least| checks < least) {
            self.checks = Some(checks);
            self.orders.clear();
            self.known.clear();
        }
        if self.checks == Some(checks) && self.known.insert(order) {
            self.orders.push(order);
        }
    }
}
