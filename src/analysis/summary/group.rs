//! What is known of the jobs of one group.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::analysis::restarts::{Draws, Restarts};
use crate::analysis::statistics::Number;
use crate::analysis::summary::SummaryKind;
use crate::analysis::{Cell, Cost, Costs, JobRow, SEARCH, Search, SortedCosts, wilson};
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome};

/// The jobs of a group.
pub(super) enum JobGroup<C = Costs, R = Draws> {
    One(Facts),
    Several(Box<Statistics<C, R>>),
}

/// A group of which all jobs are there.
pub(super) type SortedGroup = JobGroup<SortedCosts, Restarts>;

/// What is known of a group of which all jobs are there.
pub(super) type Sorted = Statistics<SortedCosts, Restarts>;

/// What a summary needs of a job.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    search: Search,
    order: MoveOrder,
    outcome: Outcome,
    is_impossible: bool,
    /// The performed checks, or the estimated ones of an estimated job, if they are known.
    checks: Option<Number>,
    is_estimated: bool,
    is_heavy_tailed: bool,
    /// Whether costs leave it out, as an estimated one.
    is_left_out: bool,
    /// Wall-clock and processor time in nanoseconds; missing for a mirrored job.
    wall_ns: Option<u64>,
    cpu_ns: Option<u64>,
}

/// Several jobs, with their costs as they come or sorted.
#[derive(Clone, Default)]
pub(super) struct Statistics<C = Costs, R = Draws> {
    pub(super) jobs: Tally,
    /// The checks that decide them.
    pub(super) costs: C,
    /// Wall-clock and processor times in nanoseconds.
    pub(super) wall: C,
    pub(super) cpu: C,
    /// What searches with restarts cost, in a summary of them.
    pub(super) restarts: Option<Box<R>>,
}

/// What is counted of several jobs.
#[derive(Clone, Default)]
pub(super) struct Tally {
    /// What the first job is for.
    first: Option<Search>,
    /// Whether others differ in them.
    differs: [bool; SEARCH.len()],
    pub(super) outcomes: OutcomeCounts,
    /// Those from starts that cannot have a tour.
    pub(super) impossible: u64,
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
    checks: Option<Number>,
    /// In the order in which they came.
    orders: Vec<MoveOrder>,
    /// These orders, to look them up.
    known: HashSet<MoveOrder>,
}

impl Facts {
    /// What a summary of this kind needs.
    pub(super) fn of(record: &Record, row: &JobRow, kind: SummaryKind) -> Facts {
        let nanoseconds = |seconds: f64| (seconds * 1e9).round() as u64;
        let estimate = record.checks_estimate.map(Number::of_estimate);
        Facts {
            search: row.setting.search(),
            order: row.order,
            outcome: row.outcome,
            is_impossible: false,
            checks: row.checks.map(Number::from).or(estimate),
            is_estimated: record.is_estimated(),
            is_heavy_tailed: record.heavy_tailed == Some(true),
            is_left_out: record.is_estimated() && kind != SummaryKind::Estimates,
            wall_ns: row.wall_s.map(nanoseconds),
            cpu_ns: record.cpu_s.map(nanoseconds),
        }
    }

    /// The performed checks of a counted job.
    fn counted(&self) -> Option<u128> {
        match self.checks {
            Some(Number::Exact(checks, _)) if !self.is_estimated => Some(checks),
            _ => None,
        }
    }
}

impl JobGroup {
    /// A group of one job, which attempts draw in a summary of restarts.
    pub(super) fn of(facts: Facts, drawn: Option<&JobRow>) -> JobGroup {
        match drawn {
            Some(_) => JobGroup::Several(Box::new(Statistics::of(&facts, drawn))),
            None => JobGroup::One(facts),
        }
    }

    pub(super) fn add(&mut self, facts: &Facts, drawn: Option<&JobRow>) {
        if let JobGroup::One(first) = self {
            *self = JobGroup::Several(Box::new(Statistics::of(first, None)));
        }
        if let JobGroup::Several(statistics) = self {
            statistics.add(facts, drawn);
        }
    }

    /// Sorts the costs, which statistics need. So many of its jobs are impossible.
    pub(super) fn sorted(self, impossible: u64) -> SortedGroup {
        match self {
            JobGroup::One(facts) => JobGroup::One(Facts { is_impossible: impossible > 0, ..facts }),
            JobGroup::Several(mut statistics) => {
                statistics.jobs.impossible = impossible;
                JobGroup::Several(Box::new(statistics.sorted()))
            }
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

impl SortedGroup {
    /// What is known of its jobs.
    pub(super) fn statistics(&self) -> Cow<'_, Sorted> {
        match self {
            JobGroup::One(facts) => Cow::Owned(Statistics::of(facts, None).sorted()),
            JobGroup::Several(statistics) => Cow::Borrowed(statistics),
        }
    }

    /// What searches with restarts cost, in a summary of them.
    pub(super) fn restarts(&mut self) -> Option<&mut Restarts> {
        match self {
            JobGroup::One(_) => None,
            JobGroup::Several(statistics) => statistics.restarts.as_deref_mut(),
        }
    }
}

impl Statistics {
    fn of(facts: &Facts, drawn: Option<&JobRow>) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.add(facts, drawn);
        statistics
    }

    fn add(&mut self, facts: &Facts, drawn: Option<&JobRow>) {
        self.jobs.add(facts);
        if let Some(JobRow { order, seed, outcome, checks, .. }) = drawn.copied() {
            self.restarts.get_or_insert_default().add(order, seed, outcome, checks);
        }
        for (times, time) in [(&mut self.wall, facts.wall_ns), (&mut self.cpu, facts.cpu_ns)] {
            time.into_iter().for_each(|time| times.add(Cost::Exact(time.into())));
        }
        if facts.is_left_out {
            return;
        }
        let cost = Cost::of(facts.outcome, facts.counted());
        let known = match facts.is_estimated {
            true => facts.checks,
            false => cost.exact().map(Number::from),
        };
        match known {
            Some(known) => {
                self.costs.add_number(known);
                self.jobs.quickest.add(facts.order, known);
                self.jobs.is_approximate |= facts.is_estimated;
            }
            None => self.costs.add(cost),
        }
    }

    fn sorted(self) -> Sorted {
        let Statistics { jobs, costs, wall, cpu, restarts } = self;
        let restarts = restarts.map(|draws| Box::new(draws.restarts()));
        Statistics { jobs, costs: costs.sorted(), wall: wall.sorted(), cpu: cpu.sorted(), restarts }
    }
}

impl Sorted {
    /// The orders that need the least checks of all jobs, if these are known.
    pub(super) fn quickest_orders(&self) -> Option<&[MoveOrder]> {
        self.costs.quantile(0).number().map(|_| &*self.jobs.quickest.orders)
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
        self.impossible += u64::from(facts.is_impossible);
        self.estimated += u64::from(facts.is_estimated);
        self.heavy_tailed += u64::from(facts.is_heavy_tailed);
        let (total, overflows) = self.total_checks.overflowing_add(facts.counted().unwrap_or(0));
        self.total_checks = total;
        self.is_too_large |= overflows;
    }

    /// A part of the jobs.
    pub(super) fn share(&self, part: u64) -> Cell {
        Cell::Share(part as f64 / self.outcomes.total() as f64)
    }

    /// The share of jobs that found a tour, of those that are possible, and the ends of its 95 %
    /// interval; `None` if none is.
    pub(super) fn success(&self) -> Option<[f64; 3]> {
        let tours = self.outcomes.of(Outcome::Tour);
        let possible = self.outcomes.total() - self.impossible;
        let (low, high) = wilson(tours, possible);
        (possible > 0).then(|| [tours as f64 / possible as f64, low, high])
    }

    /// The performed checks; `None` beyond 128 bits.
    pub(super) fn total_checks(&self) -> Option<u128> {
        (!self.is_too_large).then_some(self.total_checks)
    }
}

impl Quickest {
    fn add(&mut self, order: MoveOrder, checks: Number) {
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
