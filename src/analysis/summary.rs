//! Summaries of records by group.

use std::collections::{HashMap, HashSet};

use crate::analysis::distribution::Distribution;
use crate::analysis::formatting::and_more;
use crate::analysis::grouping::{GroupingColumns, UnknownColumn};
use crate::analysis::table::{Cell, Table};
use crate::results::record::Record;
use knight_search::{Goal, MoveOrder, Outcome, Rule};

/// Gathers records into groups by the values of some columns.
///
/// A group of one record takes less than 300 bytes. One of several takes less than 1 KiB, and for
/// each record 8 bytes for its checks (16 beyond 64 bits) and up to 32 for each of the first 512
/// wall and processor times.
pub struct GroupedSummary {
    columns: GroupingColumns,
    /// In the order in which they came.
    groups: Vec<Group>,
    /// The place of each group by its values in the columns, separated by commas.
    places: HashMap<Box<str>, usize>,
}

/// The records of a group.
enum Group {
    One(Facts),
    Several(Box<GroupStatistics>),
}

/// What a summary needs of a record.
#[derive(Clone, Copy)]
struct Facts {
    order: MoveOrder,
    rule: Rule,
    goal: Goal,
    outcome: Outcome,
    budget: Option<u128>,
    checks: Option<u128>,
    wall_s: f64,
    cpu_s: Option<f64>,
}

/// The groups of a summary, one row each, in the order in which they came.
pub struct SummaryRows<'a> {
    columns: Vec<String>,
    /// The values of each group in the columns of the grouping.
    keys: Vec<&'a str>,
    groups: &'a [Group],
}

/// The records that share their values in the columns of a summary.
#[derive(Default)]
struct GroupStatistics {
    /// The goal, the rule and the budget of the first record.
    first: Option<(Goal, Rule, Option<u128>)>,
    /// Whether others differ in them.
    differs: [bool; 3],
    outcomes: [u64; Outcome::ALL.len()],
    /// Of the decided jobs, those that found a tour or that there is none: a budget is not a count.
    decided: ExactCounts,
    least_checks: u128,
    /// The orders of those with the fewest checks, in the order in which they came.
    quickest: Vec<MoveOrder>,
    /// The same, to look them up.
    among_quickest: HashSet<MoveOrder>,
    total_checks: u128,
    /// Whether the total is beyond 128 bits.
    is_too_large: bool,
    wall: TimeStatistics,
    cpu: TimeStatistics,
}

/// Counts, all of them kept, so that their median is exact: 8 bytes each, 16 beyond 64 bits.
#[derive(Default)]
struct ExactCounts {
    small: Vec<u64>,
    large: Vec<u128>,
}

/// Times, in memory that does not grow with their number. The median of many is exact to 1.2
/// percent, which is enough for times.
#[derive(Default)]
struct TimeStatistics {
    nanoseconds: Distribution,
    total_s: f64,
}

impl GroupedSummary {
    /// A summary without records, by these columns of the CSV; by none, all records form one group.
    ///
    /// # Errors
    /// [`UnknownColumn`] for the first that does not exist.
    pub fn new(columns: &[String]) -> Result<GroupedSummary, UnknownColumn> {
        Ok(GroupedSummary {
            columns: GroupingColumns::new(columns)?,
            groups: Vec::new(),
            places: HashMap::new(),
        })
    }

    /// Adds a record to its group.
    pub fn add(&mut self, record: &Record) {
        let key = self.columns.key(record).join(",");
        let facts = Facts::of(record);
        match self.places.get(key.as_str()) {
            Some(&place) => self.groups[place].add(&facts),
            None => {
                self.places.insert(key.into_boxed_str(), self.groups.len());
                self.groups.push(Group::One(facts));
            }
        }
    }

    /// The columns that decide what a count means and that differ within some group.
    pub fn mixed(&self) -> Vec<&'static str> {
        let columns = ["goal", "rule", "budget"].into_iter().enumerate();
        let is_mixed = |place: usize| self.groups.iter().any(|group| group.differs()[place]);
        columns.filter(|(place, _)| is_mixed(*place)).map(|(_, name)| name).collect()
    }

    /// One row a group, in the order in which the groups came.
    ///
    /// The columns are:
    /// - those of the grouping, with `by_` before a name that is also one of the following;
    /// - `jobs`, and how many of these are `tour`, `none`, `stuck`, `budget`, `memory`;
    /// - `success_rate`, tours per job;
    /// - of the `decided` jobs (tour or none) the least, median, mean and largest number of checks,
    ///   up to eight orders that need the least, and `exponent_median`, the paper's
    ///   ln(checks) / ln 8 (§VII.B) of the median;
    /// - `checks_total` of all jobs, missing beyond 128 bits;
    /// - of all jobs with times the times in seconds, exact to the nanosecond, except the median of
    ///   more than [`MOST_EXACT`](crate::analysis::distribution::MOST_EXACT), exact to 1.2 percent.
    pub fn rows(&mut self) -> SummaryRows<'_> {
        let names = GroupStatistics::default().measures().map(|(name, _)| name);
        let grouping = self.columns.names().map(|name| {
            let is_taken = names.contains(&name);
            let prefix = if is_taken { "by_" } else { "" };
            format!("{prefix}{name}")
        });
        let columns = grouping.chain(names.map(str::to_owned)).collect();
        let mut keys = vec![""; self.groups.len()];
        for (key, &place) in &self.places {
            keys[place] = key;
        }
        for group in &mut self.groups {
            if let Group::Several(statistics) = group {
                statistics.decided.sort();
            }
        }
        SummaryRows { columns, keys, groups: &self.groups }
    }
}

impl SummaryRows<'_> {
    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The rows, each made when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        let has_key = self.columns.len() > GroupStatistics::MEASURES;
        self.keys.iter().zip(self.groups).map(move |(key, group)| {
            let key = key.split(',').filter(|_| has_key).map(Cell::from);
            key.chain(group.measures().map(|(_, cell)| cell)).collect()
        })
    }

    /// All rows.
    pub fn table(&self) -> Table {
        Table { columns: self.columns.clone(), rows: self.iter().collect() }
    }
}

impl Facts {
    fn of(record: &Record) -> Facts {
        let Record { order, rule, goal, outcome, budget, checks, wall_s, cpu_s, .. } = *record;
        Facts { order, rule, goal, outcome, budget, checks, wall_s, cpu_s }
    }
}

impl Group {
    fn add(&mut self, facts: &Facts) {
        match self {
            Group::Several(statistics) => statistics.add(facts),
            Group::One(first) => {
                let mut statistics = Box::new(GroupStatistics::of(first));
                statistics.add(facts);
                *self = Group::Several(statistics);
            }
        }
    }

    fn differs(&self) -> [bool; 3] {
        match self {
            Group::One(_) => [false; 3],
            Group::Several(statistics) => statistics.differs,
        }
    }

    fn measures(&self) -> [(&'static str, Cell); GroupStatistics::MEASURES] {
        match self {
            Group::One(facts) => GroupStatistics::of(facts).measures(),
            Group::Several(statistics) => statistics.measures(),
        }
    }
}

impl GroupStatistics {
    /// How many columns there are.
    const MEASURES: usize = 23;

    fn of(facts: &Facts) -> GroupStatistics {
        let mut statistics = GroupStatistics::default();
        statistics.add(facts);
        statistics
    }

    fn add(&mut self, record: &Facts) {
        let Facts { goal, rule, budget, .. } = *record;
        let first = *self.first.get_or_insert((goal, rule, budget));
        let same = [first.0 == goal, first.1 == rule, first.2 == budget];
        for (differs, same) in self.differs.iter_mut().zip(same) {
            *differs |= !same;
        }
        self.outcomes[record.outcome as usize] += 1;
        if let Some(checks) = record.checks {
            let (total, overflows) = self.total_checks.overflowing_add(checks);
            self.total_checks = total;
            self.is_too_large |= overflows;
            if matches!(record.outcome, Outcome::Tour | Outcome::None) {
                self.decide(record.order, checks);
            }
        }
        self.wall.add(record.wall_s);
        if let Some(cpu_s) = record.cpu_s {
            self.cpu.add(cpu_s);
        }
    }

    /// Digits joined by blanks; of many only the first.
    fn quickest_orders(&self) -> Option<String> {
        const MOST: usize = 8;
        let shown: Vec<String> =
            self.quickest.iter().take(MOST).map(MoveOrder::to_string).collect();
        let left_out = self.quickest.len() - shown.len();
        (!shown.is_empty()).then(|| shown.join(" ") + &and_more(left_out))
    }

    fn decide(&mut self, order: MoveOrder, checks: u128) {
        self.decided.add(checks);
        if self.quickest.is_empty() || checks < self.least_checks {
            self.least_checks = checks;
            self.quickest.clear();
            self.among_quickest.clear();
        }
        if checks == self.least_checks && self.among_quickest.insert(order) {
            self.quickest.push(order);
        }
    }

    /// Names and values of the columns. The counts must be sorted.
    fn measures(&self) -> [(&'static str, Cell); GroupStatistics::MEASURES] {
        let of = |outcome: Outcome| self.outcomes[outcome as usize];
        let jobs: u64 = self.outcomes.iter().sum();
        let median = self.decided.median();
        let middle_real = median.map(|(lower, upper)| (lower as f64 + upper as f64) / 2.0);
        let [wall_least, wall_median, wall_mean, wall_largest] = self.wall.spread();
        let [cpu_least, cpu_median, cpu_mean, cpu_largest] = self.cpu.spread();
        [
            ("jobs", jobs.into()),
            ("tour", of(Outcome::Tour).into()),
            ("none", of(Outcome::None).into()),
            ("stuck", of(Outcome::Stuck).into()),
            ("budget", of(Outcome::Budget).into()),
            ("memory", of(Outcome::Memory).into()),
            ("success_rate", (of(Outcome::Tour) as f64 / jobs as f64).into()),
            ("decided", (self.decided.len() as u64).into()),
            ("checks_min", self.decided.ranked(0).into()),
            ("checks_min_orders", self.quickest_orders().into()),
            ("checks_median", median.map(|(lower, upper)| middle(lower, upper)).into()),
            ("checks_mean", self.decided.mean().into()),
            ("checks_max", self.decided.largest().into()),
            ("exponent_median", middle_real.filter(|median| *median > 0.0).map(exponent).into()),
            ("checks_total", (!self.is_too_large).then_some(self.total_checks).into()),
            ("wall_s_min", wall_least),
            ("wall_s_median", wall_median),
            ("wall_s_mean", wall_mean),
            ("wall_s_max", wall_largest),
            ("cpu_s_min", cpu_least),
            ("cpu_s_median", cpu_median),
            ("cpu_s_mean", cpu_mean),
            ("cpu_s_max", cpu_largest),
        ]
    }
}

impl ExactCounts {
    fn add(&mut self, count: u128) {
        match u64::try_from(count) {
            Ok(small) => self.small.push(small),
            Err(_) => self.large.push(count),
        }
    }

    fn len(&self) -> usize {
        self.small.len() + self.large.len()
    }

    /// What [`ranked`](ExactCounts::ranked) and those that rest on it need.
    fn sort(&mut self) {
        self.small.sort_unstable();
        self.large.sort_unstable();
    }

    /// The count with `rank` others before it.
    fn ranked(&self, rank: usize) -> Option<u128> {
        match self.small.get(rank) {
            Some(&small) => Some(small.into()),
            None => self.large.get(rank - self.small.len()).copied(),
        }
    }

    fn largest(&self) -> Option<u128> {
        self.ranked(self.len().checked_sub(1)?)
    }

    /// The two counts in the middle, or twice the one.
    fn median(&self) -> Option<(u128, u128)> {
        let last = self.len().checked_sub(1)?;
        self.ranked(last / 2).zip(self.ranked(self.len() / 2))
    }

    fn mean(&self) -> Option<f64> {
        let small = self.small.iter().map(|&count| count as f64);
        let large = self.large.iter().map(|&count| count as f64);
        mean(small.chain(large).sum(), self.len() as u64)
    }
}

impl TimeStatistics {
    fn add(&mut self, seconds: f64) {
        self.nanoseconds.add((seconds * 1e9).round() as u128);
        self.total_s += seconds;
    }

    /// The least, the median, the mean and the largest.
    fn spread(&self) -> [Cell; 4] {
        let seconds = |nanoseconds: f64| nanoseconds / 1e9;
        let (times, total) = (&self.nanoseconds, self.nanoseconds.total());
        let middle = times.ranked(total.saturating_sub(1) / 2).zip(times.ranked(total / 2));
        let spread = [
            times.least().map(|least| seconds(least as f64)),
            middle.map(|(lower, upper)| seconds((lower + upper) / 2.0)),
            mean(self.total_s, total),
            times.largest().map(|largest| seconds(largest as f64)),
        ];
        spread.map(|value| value.map_or(Cell::Missing, Cell::Seconds))
    }
}

/// The paper's exponent n of `8^n = checks` (§VII.B).
pub fn exponent(checks: f64) -> f64 {
    checks.ln() / 8f64.ln()
}

/// The mean of two counts to the last digit, also where no float has it.
fn middle(lower: u128, upper: u128) -> Cell {
    const EXACT: u128 = 1 << 52;
    let (whole, is_half) = (lower + (upper - lower) / 2, (upper - lower) % 2 == 1);
    match whole {
        whole if !is_half => Cell::Count(whole),
        whole if whole < EXACT => Cell::Real(whole as f64 + 0.5),
        whole => Cell::Text(format!("{whole}.5")),
    }
}

fn mean(sum: f64, total: u64) -> Option<f64> {
    (total > 0).then(|| sum / total as f64)
}

#[cfg(test)]
mod tests {
    use crate::analysis::summary::*;

    #[test]
    fn the_middle_of_counts_is_exact() {
        assert_eq!(middle(7, 7), Cell::Count(7));
        assert_eq!(middle(7, 9), Cell::Count(8));
        assert_eq!(middle(7, 8), Cell::Real(7.5));
        let large = 6_010_936_478_607_225_800_891;
        assert_eq!(middle(large, large), Cell::Count(large));
        let half = Cell::Text("6010936478607225800891.5".to_owned());
        assert_eq!(middle(large, large + 1), half);
        assert_eq!(middle(u128::MAX, u128::MAX), Cell::Count(u128::MAX));
    }
    use crate::pictures::test_records;

    fn record(job: u64, outcome: Outcome, checks: u128) -> Record {
        Record {
            job,
            start_row: 1 + job as u16,
            wall_s: job as f64,
            ..test_records::record(outcome, checks)
        }
    }

    fn cell(table: &Table, row: usize, column: &str) -> Cell {
        let place = table.columns.iter().position(|name| name == column).unwrap();
        table.rows[row][place].clone()
    }

    #[test]
    fn what_does_not_compare_is_named() {
        let mut summary = GroupedSummary::new(&["rows".to_owned()]).unwrap();
        summary.add(&record(0, Outcome::Tour, 64));
        assert!(summary.mixed().is_empty());
        summary.add(&Record { rows: 5, rule: Rule::Greedy, ..record(0, Outcome::Tour, 64) });
        assert!(summary.mixed().is_empty());
        summary.add(&Record {
            goal: Goal::Closed,
            budget: Some(7),
            ..record(0, Outcome::Tour, 64)
        });
        assert_eq!(summary.mixed(), ["goal", "budget"]);
    }

    #[test]
    fn budgets_never_count_as_counts() {
        let mut summary = GroupedSummary::new(&[]).unwrap();
        summary.add(&record(0, Outcome::Tour, 64));
        summary.add(&record(1, Outcome::None, 512));
        summary.add(&record(2, Outcome::Budget, 1000));
        let table = summary.rows().table();
        assert_eq!(cell(&table, 0, "jobs"), Cell::Count(3));
        assert_eq!(cell(&table, 0, "decided"), Cell::Count(2));
        assert_eq!(cell(&table, 0, "checks_max"), Cell::Count(512));
        assert_eq!(cell(&table, 0, "checks_median"), Cell::Count(288));
        assert_eq!(cell(&table, 0, "checks_total"), Cell::Count(1576));
        assert_eq!(cell(&table, 0, "wall_s_mean"), Cell::Seconds(1.0));
        assert_eq!(cell(&table, 0, "cpu_s_min"), Cell::Missing);
    }

    #[test]
    fn medians_of_counts_are_exact_however_many_and_however_large() {
        let summed_up = |counts: &[u128]| {
            let mut summary = GroupedSummary::new(&[]).unwrap();
            for (job, &checks) in (0..).zip(counts) {
                summary.add(&record(job % 1000, Outcome::Tour, checks));
            }
            let table = summary.rows().table();
            ["checks_min", "checks_median", "checks_max"].map(|column| cell(&table, 0, column))
        };
        let shuffled: Vec<u128> = (0..10_001).map(|i| 1_000_000 + i * 7919 % 10_001).collect();
        assert_eq!(
            summed_up(&shuffled),
            [Cell::Count(1_000_000), Cell::Count(1_005_000), Cell::Count(1_010_000)]
        );
        let beyond = 1 << 100;
        assert_eq!(
            summed_up(&[beyond + (1 << 60), 64, beyond]),
            [Cell::Count(64), Cell::Count(beyond), Cell::Count(beyond + (1 << 60))]
        );
        assert_eq!(summed_up(&[beyond, 0])[1], Cell::Count(beyond / 2));
    }

    #[test]
    fn many_times_have_an_exact_spread_and_a_median_to_a_percent() {
        let mut summary = GroupedSummary::new(&["rows".into()]).unwrap();
        for job in 0..10_001 {
            summary.add(&Record {
                wall_s: 1e-6 * job as f64,
                cpu_s: (job % 2 == 0).then_some(0.0),
                ..record(0, Outcome::Tour, 64)
            });
        }
        let table = summary.rows().table();
        assert_eq!(cell(&table, 0, "wall_s_min"), Cell::Seconds(0.0));
        assert_eq!(cell(&table, 0, "wall_s_max"), Cell::Seconds(0.01));
        assert!(
            matches!(cell(&table, 0, "wall_s_mean"), Cell::Seconds(mean) if (mean - 0.005).abs() < 1e-12)
        );
        assert!(
            matches!(cell(&table, 0, "wall_s_median"), Cell::Seconds(median) if (median / 0.005 - 1.0).abs() < 0.012)
        );
        assert_eq!(cell(&table, 0, "cpu_s_median"), Cell::Seconds(0.0));
    }

    #[test]
    fn a_total_beyond_128_bits_is_missing() {
        let mut summary = GroupedSummary::new(&[]).unwrap();
        summary.add(&record(0, Outcome::Tour, u128::MAX));
        assert_eq!(cell(&summary.rows().table(), 0, "checks_total"), Cell::Count(u128::MAX));
        summary.add(&record(1, Outcome::Tour, 1));
        assert_eq!(cell(&summary.rows().table(), 0, "checks_total"), Cell::Missing);
    }

    #[test]
    fn groups_come_in_the_order_of_their_first_record() {
        let mut summary = GroupedSummary::new(&["outcome".into(), "rows".into()]).unwrap();
        summary.add(&record(0, Outcome::None, 8));
        summary.add(&record(1, Outcome::Tour, 64));
        summary.add(&record(2, Outcome::None, 16));
        let table = summary.rows().table();
        assert_eq!(table.columns[..3], ["outcome", "rows", "jobs"]);
        assert_eq!(cell(&table, 0, "outcome"), Cell::from("none"));
        assert_eq!(cell(&table, 0, "jobs"), Cell::Count(2));
        assert_eq!(cell(&table, 1, "exponent_median"), Cell::Real(2.0));
    }

    #[test]
    fn a_group_without_a_decided_job_has_no_counts() {
        let mut summary = GroupedSummary::new(&["order".into()]).unwrap();
        summary.add(&record(0, Outcome::Budget, 1000));
        assert_eq!(cell(&summary.rows().table(), 0, "checks_min"), Cell::Missing);
        assert_eq!(cell(&summary.rows().table(), 0, "exponent_median"), Cell::Missing);
    }

    #[test]
    fn unknown_columns_are_refused_with_the_known_ones() {
        let error = GroupedSummary::new(&["strat_row".into()]).err().unwrap().to_string();
        assert!(error.contains("strat_row") && error.contains("start_row"), "{error}");
    }
}
