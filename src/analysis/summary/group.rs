//! The statistics of one group of jobs, as columns of a table.

use std::collections::HashSet;

use crate::analysis::estimated_checks::LARGEST_AS_CHECKS;
use crate::analysis::jobs::JobRow;
use crate::analysis::statistics::{Cost, Costs, Known, Number, Quantile, SortedCosts, wilson};
use crate::analysis::table::Cell;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule};

/// The jobs of a group.
pub(super) enum Group<C = Costs> {
    One(Facts),
    Several(Box<Statistics<C>>),
}

/// What a summary needs of a job.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    order: MoveOrder,
    board: Board,
    rule: Rule,
    goal: Goal,
    outcome: Outcome,
    budget: Option<u128>,
    checks: Checks,
    estimation: Estimation,
    /// Wall-clock and processor time in nanoseconds; missing for a mirrored job.
    wall_ns: Option<u64>,
    cpu_ns: Option<u64>,
}

/// Whether a job is estimated, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Estimation {
    /// It is counted.
    None,
    Usual,
    /// Few samples decide the estimate.
    HeavyTailed,
}

/// The checks of a job, as its group takes them.
#[derive(Clone, Copy)]
enum Checks {
    /// The performed ones.
    Performed(u128),
    /// An estimate in the place of a count.
    Estimated(f64),
    /// Nothing is known of them.
    Unknown,
    /// Those of an estimated job, where estimates are left out.
    LeftOut,
}

/// Several jobs, with their costs as they come or sorted.
#[derive(Default)]
pub(super) struct Statistics<C = Costs> {
    /// The board, the goal, the rule and the budget of the first job.
    first: Option<(Board, Goal, Rule, Option<u128>)>,
    /// Whether others differ in them.
    differs: [bool; 4],
    outcomes: OutcomeCounts,
    estimated: u64,
    heavy_tailed: u64,
    /// Whether estimates are among the costs.
    is_approximate: bool,
    costs: C,
    quickest: Quickest,
    total_checks: u128,
    /// Whether the total is beyond 128 bits.
    is_too_large: bool,
    /// Nanoseconds.
    wall: C,
    cpu: C,
}

/// The least known cost and the orders that need it.
#[derive(Default)]
struct Quickest {
    checks: Option<Known>,
    /// In the order in which they came.
    orders: Vec<MoveOrder>,
    /// The same, to look them up.
    known: HashSet<MoveOrder>,
}

/// Names and values of the columns of a group.
pub(super) type Measures = [(&'static str, Cell); MEASURES];

/// The names of the columns.
pub(super) fn names() -> [&'static str; MEASURES] {
    Statistics::default().sorted().measures().map(|(name, _)| name)
}

/// How many columns there are.
pub(super) const MEASURES: usize = 37;

/// The most orders that a cell lists.
const MOST_ORDERS: usize = 8;

impl Facts {
    /// With estimates in the place of counts, or without them.
    pub(super) fn of(record: &Record, row: &JobRow, with_estimates: bool) -> Facts {
        let nanoseconds = |seconds: f64| (seconds * 1e9).round() as u64;
        Facts {
            order: row.order,
            board: row.setting.board,
            rule: row.setting.rule,
            goal: row.setting.goal,
            outcome: row.outcome,
            budget: row.setting.budget,
            checks: Checks::of(record, row, with_estimates),
            estimation: match record.heavy_tailed {
                _ if !record.is_estimated() => Estimation::None,
                Some(true) => Estimation::HeavyTailed,
                _ => Estimation::Usual,
            },
            wall_ns: row.wall_s.map(nanoseconds),
            cpu_ns: record.cpu_s.map(nanoseconds),
        }
    }
}

impl Checks {
    fn of(record: &Record, row: &JobRow, with_estimates: bool) -> Checks {
        match (record.is_estimated(), with_estimates) {
            (false, _) => row.checks.map_or(Checks::Unknown, Checks::Performed),
            (true, false) => Checks::LeftOut,
            (true, true) => record.checks_estimate.map_or(Checks::Unknown, Checks::Estimated),
        }
    }
}

impl Group {
    pub(super) fn add(&mut self, facts: &Facts) {
        match self {
            Group::Several(statistics) => statistics.add(facts),
            Group::One(first) => {
                let mut statistics = Box::new(Statistics::of(first));
                statistics.add(facts);
                *self = Group::Several(statistics);
            }
        }
    }

    /// Sorts the costs, which statistics need.
    pub(super) fn sorted(self) -> Group<SortedCosts> {
        match self {
            Group::One(facts) => Group::One(facts),
            Group::Several(statistics) => Group::Several(Box::new(statistics.sorted())),
        }
    }

    /// Whether jobs differ in board, goal, rule and budget.
    pub(super) fn differs(&self) -> [bool; 4] {
        match self {
            Group::One(_) => [false; 4],
            Group::Several(statistics) => statistics.differs,
        }
    }
}

impl Group<SortedCosts> {
    /// What the group's row says.
    pub(super) fn measures(&self) -> Measures {
        match self {
            Group::One(facts) => Statistics::of(facts).sorted().measures(),
            Group::Several(statistics) => statistics.measures(),
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
        let Facts { board, goal, rule, budget, checks, .. } = *facts;
        let first = *self.first.get_or_insert((board, goal, rule, budget));
        let same = [first.0 == board, first.1 == goal, first.2 == rule, first.3 == budget];
        for (differs, same) in self.differs.iter_mut().zip(same) {
            *differs |= !same;
        }
        self.outcomes.add(facts.outcome);
        self.estimated += u64::from(facts.estimation != Estimation::None);
        self.heavy_tailed += u64::from(facts.estimation == Estimation::HeavyTailed);
        self.add_checks(facts);
        let performed = if let Checks::Performed(checks) = checks { checks } else { 0 };
        let (total, overflows) = self.total_checks.overflowing_add(performed);
        self.total_checks = total;
        self.is_too_large |= overflows;
        for (times, time) in [(&mut self.wall, facts.wall_ns), (&mut self.cpu, facts.cpu_ns)] {
            times.extend(time.map(|time| Cost::Exact(time.into())));
        }
    }

    fn add_checks(&mut self, facts: &Facts) {
        let cost = match facts.checks {
            Checks::LeftOut => return,
            Checks::Estimated(estimate) if estimate > LARGEST_AS_CHECKS => {
                self.is_approximate = true;
                self.costs.add_beyond(estimate);
                self.quickest.add(facts.order, Known::Beyond(estimate));
                return;
            }
            Checks::Estimated(estimate) => {
                self.is_approximate = true;
                Cost::Exact(estimate.round() as u128)
            }
            Checks::Performed(checks) => Cost::of(facts.outcome, Some(checks)),
            Checks::Unknown => Cost::of(facts.outcome, None),
        };
        self.costs.add(cost);
        if let Some(checks) = cost.exact() {
            self.quickest.add(facts.order, Known::Whole(checks));
        }
    }

    fn sorted(self) -> Statistics<SortedCosts> {
        Statistics {
            first: self.first,
            differs: self.differs,
            outcomes: self.outcomes,
            estimated: self.estimated,
            heavy_tailed: self.heavy_tailed,
            is_approximate: self.is_approximate,
            costs: self.costs.sorted(),
            quickest: self.quickest,
            total_checks: self.total_checks,
            is_too_large: self.is_too_large,
            wall: self.wall.sorted(),
            cpu: self.cpu.sorted(),
        }
    }
}

impl Statistics<SortedCosts> {
    fn measures(&self) -> Measures {
        let of = |outcome: Outcome| self.outcomes.of(outcome);
        let (costs, jobs) = (&self.costs, self.outcomes.total());
        let share = |count: u64| Cell::Share(count as f64 / jobs as f64);
        let (low, high) = wilson(of(Outcome::Tour), jobs);
        let (least, median) = (costs.quantile(0.0), costs.median());
        // The orders belong to the least count of all jobs, if that is known.
        let quickest = least.number().map(|_| &self.quickest.orders);
        let [wall_min, wall_median, wall_mean, wall_max] = spread_of_times(&self.wall);
        let [cpu_min, cpu_median, cpu_mean, cpu_max] = spread_of_times(&self.cpu);
        let mut measures: Measures = [
            ("jobs", jobs.into()),
            ("tour", of(Outcome::Tour).into()),
            ("none", of(Outcome::None).into()),
            ("stuck", of(Outcome::Stuck).into()),
            ("budget", of(Outcome::Budget).into()),
            ("memory", of(Outcome::Memory).into()),
            ("time", of(Outcome::Time).into()),
            ("unknown", of(Outcome::Unknown).into()),
            ("estimated", self.estimated.into()),
            ("heavy_tailed", self.heavy_tailed.into()),
            ("success_rate", share(of(Outcome::Tour))),
            ("success_rate_low", Cell::Share(low)),
            ("success_rate_high", Cell::Share(high)),
            ("checks_min", least.into()),
            ("orders_min", quickest.map(|orders| orders.len() as u64).into()),
            ("checks_min_orders", quickest.map(|orders| list_of(orders)).into()),
            ("checks_median", median.into()),
            ("checks_median_above", bound_of(median)),
            ("checks_mean", costs.mean().into()),
            ("checks_max", costs.quantile(1.0).into()),
            ("exponent_median", median.number().and_then(exponent_of).into()),
            ("checks_total", (!self.is_too_large).then_some(self.total_checks).into()),
            ("decided", costs.decided().into()),
            ("decided_share", share(costs.decided())),
            ("decided_checks_min", costs.least_decided().into()),
            ("decided_checks_median", costs.median_decided().into()),
            ("decided_checks_mean", costs.mean_decided().into()),
            ("decided_checks_max", costs.largest_decided().into()),
            ("timed", self.wall.jobs().into()),
            ("wall_s_min", wall_min),
            ("wall_s_median", wall_median),
            ("wall_s_mean", wall_mean),
            ("wall_s_max", wall_max),
            ("cpu_s_min", cpu_min),
            ("cpu_s_median", cpu_median),
            ("cpu_s_mean", cpu_mean),
            ("cpu_s_max", cpu_max),
        ];
        if self.is_approximate {
            measures.iter_mut().filter(|(name, _)| is_of_costs(name)).for_each(|(_, cell)| {
                let value = std::mem::replace(cell, Cell::Missing);
                *cell = value.approximate();
            });
        }
        measures
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

/// Whether a column has costs, which may be estimates.
fn is_of_costs(column: &str) -> bool {
    let is_total = column == "checks_total" || column.ends_with("orders");
    column.contains("checks_") && !is_total || column == "exponent_median"
}

fn list_of(orders: &[MoveOrder]) -> Cell {
    Cell::List(orders.iter().take(MOST_ORDERS).map(MoveOrder::to_string).collect())
}

fn bound_of(quantile: Quantile) -> Cell {
    match quantile {
        Quantile::Above(bound) => bound.into(),
        Quantile::Number(_) | Quantile::Missing => Cell::Missing,
    }
}

/// The least, the median, the mean and the largest in seconds.
fn spread_of_times(nanoseconds: &SortedCosts) -> [Cell; 4] {
    let spread = [
        nanoseconds.least_decided().map(Number::as_f64),
        nanoseconds.median_decided().map(Number::as_f64),
        nanoseconds.mean_decided(),
        nanoseconds.largest_decided().map(Number::as_f64),
    ];
    spread.map(|time| time.map_or(Cell::Missing, |time| Cell::Seconds(time / 1e9)))
}

fn exponent_of(checks: Number) -> Option<f64> {
    let checks = checks.as_f64();
    (checks > 0.0).then(|| exponent(checks))
}

/// The paper's exponent n of `8^n = checks` (§VII.B).
pub fn exponent(checks: f64) -> f64 {
    checks.ln() / 8f64.ln()
}
