//! The rows of results as analyses need them: all of them, in little memory.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use crate::analysis::statistics::LARGEST_AS_CHECKS;
use crate::analysis::statistics::{Cost, Number};
use crate::results::record::Record;
use knight_search::{Board, Engine, Goal, MoveOrder, Outcome, Rule, Square};

/// Everything that a job shares with others of its experiment: all but start, order and seed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
    /// How the count was obtained.
    pub engine: Engine,
    /// The most checks that the job could spend; `None` without a limit.
    pub budget: Option<u128>,
}

impl Setting {
    /// What all engines share, as they give the same counts: jobs that differ in it search for
    /// something else. Its columns are [`SEARCH`](crate::analysis::columns::SEARCH).
    pub fn of_any_engine(self) -> Setting {
        Setting { engine: Engine::Auto, ..self }
    }
}

/// What has one answer whatever the rule and the order: whether a board has such a tour from a
/// square.
pub type Question = (Board, Goal, Square);

/// What has one count whatever the budget and the engine: the search for a tour by a rule, an order
/// and a seed.
pub type Search = (Question, Rule, MoveOrder, Option<u64>);

/// Estimated checks, with the ends of their 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The lower end.
    pub low: f64,
    /// The estimate.
    pub value: f64,
    /// The upper end.
    pub high: f64,
    /// Whether a few samples decide it.
    pub is_heavy_tailed: bool,
}

impl Estimate {
    fn of(record: &Record) -> Option<Estimate> {
        let value = record.checks_estimate?;
        Some(Estimate {
            // Another program may have left the interval out.
            low: record.checks_low.unwrap_or(value),
            value,
            high: record.checks_high.unwrap_or(value),
            is_heavy_tailed: record.heavy_tailed == Some(true),
        })
    }
}

/// A job and how it ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct JobRow {
    /// Id of the job in its plan, from 0.
    pub job: u64,
    /// The place of its file among those that were read, from 0.
    pub file: usize,
    /// Board, goal, rule, engine and budget.
    pub setting: Setting,
    /// The start square.
    pub start: Square,
    /// The move order.
    pub order: MoveOrder,
    /// The seed of a random rule.
    pub seed: Option<u64>,
    /// How the search ended.
    pub outcome: Outcome,
    /// The checks that decide the job, as far as they are known.
    pub cost: Cost,
    /// The checks that were performed, the budget of a stopped job; missing for outcomes
    /// `memory` and `time`.
    pub checks: Option<u128>,
    /// The estimate of checks that were not counted.
    pub estimate: Option<Estimate>,
    /// Whether the tour is closed; missing without a tour.
    pub closed: Option<bool>,
    /// Wall-clock time in seconds; missing for a row that is filled in from a mirrored job, or that
    /// another program wrote without it.
    pub wall_s: Option<f64>,
    /// Processor time in seconds; missing where the other is, and if it is unknown.
    pub cpu_s: Option<f64>,
}

impl JobRow {
    /// The job of a record, which is in the file with this place. `None` if its board is out of
    /// range, which no checked row is.
    pub fn of(file: usize, record: &Record) -> Option<JobRow> {
        let Record { goal, rule, engine, budget, outcome, checks, closed, .. } = *record;
        Some(JobRow {
            job: record.job,
            file,
            setting: Setting { board: record.board().ok()?, goal, rule, engine, budget },
            start: record.start(),
            order: record.order,
            seed: record.seed,
            outcome,
            cost: Cost::of(outcome, checks),
            checks,
            estimate: Estimate::of(record),
            closed,
            wall_s: record.wall_s,
            cpu_s: record.cpu_s,
        })
    }

    /// What it answers.
    pub fn question(&self) -> Question {
        (self.setting.board, self.setting.goal, self.start)
    }

    /// What it counts.
    pub fn search(&self) -> Search {
        (self.question(), self.setting.rule, self.order, self.seed)
    }

    /// The job with its estimate for its cost, if it has one. One above 10^38 is only known to be
    /// above.
    #[must_use]
    pub fn with_estimate_as_cost(self) -> JobRow {
        let cost = match self.estimate.map(|estimate| Number::of_estimate(estimate.value)) {
            Some(Number::Beyond(_)) => Cost::Above(LARGEST_AS_CHECKS as u128),
            Some(Number::Exact(estimate, _)) => Cost::Exact(estimate),
            None => self.cost,
        };
        JobRow { cost, ..self }
    }
}

/// The jobs of results files, in the order in which they were read: 56 bytes each, and those of an
/// estimate.
#[derive(Clone, Default)]
pub struct Jobs {
    /// In parts of [`PART`], so that no row is copied while they grow.
    rows: Vec<Vec<PackedRow>>,
    settings: Vec<Setting>,
    places: HashMap<Setting, u32>,
    /// Checks from [`LARGE`] on. There may be millions, so each takes no more than its bytes.
    large: Vec<u128>,
    /// The estimates of jobs that have one, by their places.
    estimates: HashMap<usize, Estimate>,
}

/// How many rows are kept together.
const PART: usize = 1 << 12;

/// A row in 56 bytes.
#[derive(Clone, Copy)]
struct PackedRow {
    job: u64,
    seed: u64,
    /// The checks below [`LARGE`]; above it their place in `large`; or else [`MISSING`].
    checks: u64,
    /// Negative if it is missing.
    wall_s: f64,
    /// Negative if it is missing.
    cpu_s: f64,
    setting: u32,
    start: Square,
    file: u16,
    order_rank: u16,
    outcome: Outcome,
    closed: Option<bool>,
    has_seed: bool,
}

/// The first count that does not stand in its row.
const LARGE: u64 = 1 << 63;

/// Stands for no checks.
const MISSING: u64 = u64::MAX;

impl Jobs {
    /// Adds a record of the file with this place. A record whose board is out of range is left
    /// out, as no checked row has one.
    pub fn add(&mut self, file: usize, record: &Record) {
        if let Some(row) = JobRow::of(file, record) {
            self.push(&row);
        }
    }

    /// Adds a job.
    pub fn push(&mut self, row: &JobRow) {
        let place = self.len();
        self.estimates.extend(row.estimate.map(|estimate| (place, estimate)));
        let settings = &mut self.settings;
        let setting = *self.places.entry(row.setting).or_insert_with(|| {
            settings.push(row.setting);
            settings.len() as u32 - 1
        });
        let checks = match row.checks {
            None => MISSING,
            Some(checks) if checks < LARGE.into() => checks as u64,
            Some(checks) => {
                self.large.push(checks);
                LARGE + self.large.len() as u64 - 1
            }
        };
        let row = PackedRow {
            job: row.job,
            seed: row.seed.unwrap_or(0),
            checks,
            wall_s: row.wall_s.unwrap_or(-1.0),
            cpu_s: row.cpu_s.unwrap_or(-1.0),
            setting,
            start: row.start,
            file: u16::try_from(row.file).unwrap_or(u16::MAX),
            order_rank: row.order.rank(),
            outcome: row.outcome,
            closed: row.closed,
            has_seed: row.seed.is_some(),
        };
        match self.rows.last_mut().filter(|part| part.len() < PART) {
            Some(part) => part.push(row),
            None => self.rows.push(vec![row]),
        }
    }

    /// How many jobs there are.
    pub fn len(&self) -> usize {
        let last = self.rows.last().map_or(0, Vec::len);
        self.rows.len().saturating_sub(1) * PART + last
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The settings, in the order in which they came.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// The job at a place.
    ///
    /// # Panics
    /// If there is none.
    pub fn get(&self, place: u32) -> JobRow {
        let place = place as usize;
        self.unpacked(place, &self.rows[place / PART][place % PART])
    }

    /// The jobs at these places.
    ///
    /// # Panics
    /// If there is none at one of them.
    pub fn at(&self, places: &[u32]) -> impl Iterator<Item = JobRow> {
        places.iter().map(|&place| self.get(place))
    }

    /// The jobs.
    pub fn iter(&self) -> impl Iterator<Item = JobRow> + '_ {
        self.rows.iter().flatten().enumerate().map(|(place, row)| self.unpacked(place, row))
    }

    /// What `add` makes of the jobs with each key.
    pub fn by<K: Ord, A: Default>(
        &self,
        key: impl Fn(&JobRow) -> K,
        add: impl Fn(&mut A, &JobRow),
    ) -> BTreeMap<K, A> {
        let mut groups = BTreeMap::new();
        for row in self.iter() {
            add(groups.entry(key(&row)).or_default(), &row);
        }
        groups
    }

    /// Whether any job has an estimate.
    pub fn has_estimates(&self) -> bool {
        !self.estimates.is_empty()
    }

    /// The estimates, in any order.
    pub fn estimates(&self) -> impl ExactSizeIterator<Item = &Estimate> {
        self.estimates.values()
    }

    fn unpacked(&self, place: usize, row: &PackedRow) -> JobRow {
        let checks = match row.checks {
            MISSING => None,
            LARGE.. => Some(self.large[(row.checks - LARGE) as usize]),
            checks => Some(checks.into()),
        };
        JobRow {
            job: row.job,
            file: row.file.into(),
            setting: self.settings[row.setting as usize],
            start: row.start,
            order: orders()[usize::from(row.order_rank)],
            seed: row.has_seed.then_some(row.seed),
            outcome: row.outcome,
            cost: Cost::of(row.outcome, checks),
            checks,
            estimate: self.estimates.get(&place).copied(),
            closed: row.closed,
            wall_s: (row.wall_s >= 0.0).then_some(row.wall_s),
            cpu_s: (row.cpu_s >= 0.0).then_some(row.cpu_s),
        }
    }
}

/// All orders by their ranks.
fn orders() -> &'static [MoveOrder] {
    static ORDERS: LazyLock<Vec<MoveOrder>> = LazyLock::new(|| MoveOrder::all().collect());
    &ORDERS
}

#[cfg(test)]
mod tests {
    use crate::analysis::jobs::*;
    use crate::pictures::tests::record;

    #[test]
    fn a_row_takes_56_bytes_and_keeps_its_values() {
        assert_eq!(size_of::<PackedRow>(), 56);
        let large = 6_010_936_478_607_225_800_891;
        let records = [
            record(Outcome::Tour, large),
            Record { seed: Some(7), order: MoveOrder::TUTORIAL, ..record(Outcome::Stuck, 9) },
            Record { job: 2, budget: None, ..record(Outcome::Memory, 0) },
            Record {
                mirrored: true,
                wall_s: None,
                closed: Some(true),
                ..record(Outcome::Tour, 64)
            },
            Record { rows: 5, start_col: 3, wall_s: Some(0.0), ..record(Outcome::Budget, 1000) },
        ];
        let mut jobs = Jobs::default();
        for (file, record) in records.iter().enumerate() {
            jobs.add(file, record);
        }
        for (place, record) in records.iter().enumerate() {
            assert_eq!(Some(jobs.get(place as u32)), JobRow::of(place, record));
        }
        assert_eq!((jobs.get(0).checks, jobs.get(2).checks), (Some(large), None));
        assert_eq!((jobs.get(3).wall_s, jobs.get(4).wall_s), (None, Some(0.0)));
        assert_eq!((jobs.len(), jobs.settings().len()), (5, 2));
    }
}
