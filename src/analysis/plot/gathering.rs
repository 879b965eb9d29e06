//! What plots need to know of records, in memory that does not grow with their number.

use std::collections::{BTreeMap, BTreeSet};

use super::tally::Tally;
use crate::analysis::columns::Columns;
use crate::board::{Board, Square};
use crate::order::MoveOrder;
use crate::record::Record;
use crate::search::{Engine, Goal, Outcome, Rule};

/// Orders are shown one by one as long as there are no more than this.
pub const MOST_SHEETS: usize = 12;

/// Dots of checks against time to a factor of ten in each direction; what falls on the same dot is counted with it.
const DOTS_PER_DECADE: f64 = 25.0;

/// Jobs that [`Extremes`] keeps at each end.
const MOST_EXTREMES: usize = 4;

/// Everything that plots and reports show, gathered record by record.
pub struct Gathering {
    /// Tallies by the columns that were asked for.
    named: Option<(Columns, BTreeMap<Vec<String>, Tally>)>,
    /// Whose tour is wanted, in place of the first.
    wanted: Option<u64>,
    /// All records.
    pub rows: u64,
    /// Tallies by everything but the order.
    pub tallies: BTreeMap<Place, Tally>,
    /// What is known of each square; `None` once there are more orders than can be shown.
    pub sheets: Option<BTreeMap<Sheet, BTreeMap<Square, Known>>>,
    /// The orders.
    pub orders: BTreeSet<MoveOrder>,
    /// Checks against time.
    pub dots: BTreeMap<DotPlace, Dot>,
    /// Jobs without a time of their own.
    pub untimed: u64,
    /// The job whose tour is drawn.
    pub drawn: Option<Record>,
    /// The jobs with the fewest and the most checks.
    pub extremes: Extremes,
}

/// What the jobs of a tally have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
    /// How the count was obtained.
    pub engine: Engine,
    /// The budget.
    pub budget: Option<u128>,
    /// The start.
    pub start: Square,
}

/// What the searches from the squares of one board have in common, however their counts were obtained.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sheet {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
    /// The order.
    pub order: MoveOrder,
}

/// What is known of one search. Later values know more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Known {
    /// It ran out of memory.
    Memory,
    /// It was greedy, and got stuck after these checks.
    Stuck(u128),
    /// It needs more checks than this.
    MoreThan(u128),
    /// It finds that there is no tour, with these checks.
    NoTour(u128),
    /// It finds a tour with these checks.
    Tour(u128),
}

/// A dot of checks against time: a place on a logarithmic grid, and an outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DotPlace {
    outcome: Outcome,
    checks: i32,
    time: i32,
}

/// The first job on a dot, and how many there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dot {
    /// How the jobs ended.
    pub outcome: Outcome,
    /// Checks of the first.
    pub checks: f64,
    /// Its wall-clock time in seconds.
    pub wall_s: f64,
    /// How many jobs.
    pub jobs: u64,
}

/// The jobs with the fewest and the most checks: for each count the first job that has it, images left out.
#[derive(Clone, Default, Debug)]
pub struct Extremes {
    least: BTreeMap<u128, Record>,
    most: BTreeMap<u128, Record>,
}

impl Gathering {
    /// Without records. `by` are columns to group by, `job` is the job whose tour is to be drawn.
    pub fn new(by: Option<Columns>, job: Option<u64>) -> Gathering {
        Gathering {
            named: by.map(|columns| (columns, BTreeMap::new())),
            wanted: job,
            rows: 0,
            tallies: BTreeMap::new(),
            sheets: Some(BTreeMap::new()),
            orders: BTreeSet::new(),
            dots: BTreeMap::new(),
            untimed: 0,
            drawn: None,
            extremes: Extremes::default(),
        }
    }

    /// Adds a record, which must have a board: one whose sides are out of range is left out.
    pub fn add(&mut self, record: &Record) {
        let Ok(board) = record.board() else {
            return;
        };
        self.rows += 1;
        if let Some((columns, tallies)) = &mut self.named {
            tallies.entry(columns.key(record)).or_default().add(record);
        }
        let place = Place {
            board,
            goal: record.goal,
            rule: record.rule,
            engine: record.engine,
            budget: record.budget,
            start: record.start(),
        };
        self.tallies.entry(place).or_default().add(record);
        self.orders.insert(record.order);
        self.add_to_sheet(board, record);
        self.add_dot(record);
        self.choose(record);
        self.extremes.add(record);
    }

    fn add_to_sheet(&mut self, board: Board, record: &Record) {
        let Some(sheets) = &mut self.sheets else {
            return;
        };
        let sheet = Sheet {
            board,
            goal: record.goal,
            rule: record.rule,
            order: record.order,
        };
        let known = Known::of(record);
        sheets
            .entry(sheet)
            .or_default()
            .entry(record.start())
            .and_modify(|before| *before = known.max(*before))
            .or_insert(known);
        if sheets.len() > MOST_SHEETS {
            self.sheets = None;
        }
    }

    fn add_dot(&mut self, record: &Record) {
        let checks = record.checks.unwrap_or(0) as f64;
        // A row that is filled in from another job has no time.
        if record.wall_s <= 0.0 || checks <= 0.0 {
            self.untimed += 1;
            return;
        }
        let grid = |value: f64| (value.log10() * DOTS_PER_DECADE).floor() as i32;
        let place = DotPlace {
            outcome: record.outcome,
            checks: grid(checks),
            time: grid(record.wall_s),
        };
        let first = Dot {
            outcome: record.outcome,
            checks,
            wall_s: record.wall_s,
            jobs: 0,
        };
        self.dots.entry(place).or_insert(first).jobs += 1;
    }

    /// Keeps the record if its tour is the one to draw: that of the job asked for, or of the first job that has one.
    fn choose(&mut self, record: &Record) {
        let is_better = match self.wanted {
            Some(job) => {
                record.job == job && self.drawn.as_ref().is_none_or(|drawn| drawn.tour.is_none())
            }
            None => {
                record.tour.is_some()
                    && self
                        .drawn
                        .as_ref()
                        .is_none_or(|drawn| record.job < drawn.job)
            }
        };
        if is_better {
            self.drawn = Some(record.clone());
        }
    }

    /// The job whose tour was asked for.
    pub fn wanted(&self) -> Option<u64> {
        self.wanted
    }

    /// The boards, ascending.
    pub fn boards(&self) -> BTreeSet<Board> {
        self.tallies.keys().map(|place| place.board).collect()
    }

    /// The start squares, ascending.
    pub fn starts(&self) -> BTreeSet<Square> {
        self.tallies.keys().map(|place| place.start).collect()
    }

    /// All jobs together.
    pub fn all(&self) -> Tally {
        let mut all = Tally::default();
        self.tallies.values().for_each(|tally| all.merge(tally));
        all
    }

    /// The tallies, those of the same key together.
    pub fn tallies_by<K: Ord>(&self, key: impl Fn(&Place) -> K) -> BTreeMap<K, Tally> {
        let mut merged: BTreeMap<K, Tally> = BTreeMap::new();
        for (place, tally) in &self.tallies {
            merged.entry(key(place)).or_default().merge(tally);
        }
        merged
    }

    /// The groups to compare, with their names: by the columns that were asked for, or else by what differs among the
    /// records, the start being left out if it would make more than `most` groups.
    pub fn groups(&self, most: usize) -> Vec<(String, Tally)> {
        if let Some((columns, tallies)) = &self.named {
            let name = |key: &Vec<String>| {
                let pairs = columns.names().zip(key);
                pairs
                    .map(|(name, value)| named_value(name, value))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            return tallies
                .iter()
                .map(|(key, tally)| (name(key), tally.clone()))
                .collect();
        }
        let places: Vec<Place> = self.tallies.keys().copied().collect();
        let mut differs = Differs::among(&places);
        let mut groups = self.tallies_by(|place| differs.key(place));
        if groups.len() > most {
            differs.start = false;
            groups = self.tallies_by(|place| differs.key(place));
        }
        groups
            .into_iter()
            .map(|((_, name), tally)| (name, tally))
            .collect()
    }

    /// The dots of checks against time; on a coarser grid if there are more than `most`.
    pub fn dots_at_most(&self, most: usize) -> Vec<Dot> {
        let mut dots = self.dots.clone();
        while dots.len() > most {
            let mut coarser: BTreeMap<DotPlace, Dot> = BTreeMap::new();
            for (place, dot) in dots {
                let place = DotPlace {
                    checks: place.checks.div_euclid(2),
                    time: place.time.div_euclid(2),
                    ..place
                };
                let merged = coarser.entry(place).or_insert(Dot { jobs: 0, ..dot });
                merged.jobs += dot.jobs;
            }
            dots = coarser;
        }
        dots.into_values().collect()
    }

    /// The columns that were asked for, joined by commas.
    pub fn by(&self) -> Option<String> {
        self.named
            .as_ref()
            .map(|(columns, _)| columns.names().collect::<Vec<_>>().join(", "))
    }
}

fn named_value(name: &str, value: &str) -> String {
    match (name, value) {
        (_, "") => format!("{name} none"),
        ("order", digits) => digits.to_owned(),
        ("goal" | "engine" | "rule" | "outcome", word) => word.to_owned(),
        _ => format!("{name} {value}"),
    }
}

/// What differs among places.
struct Differs {
    board: bool,
    goal: bool,
    rule: bool,
    engine: bool,
    budget: bool,
    start: bool,
}

/// What tells a group from others: something to sort it by, and its name.
type GroupKey = ((Board, Option<u128>, Option<Square>), String);

impl Differs {
    fn among(places: &[Place]) -> Differs {
        let differs = |same: &dyn Fn(&Place, &Place) -> bool| {
            places.windows(2).any(|pair| !same(&pair[0], &pair[1]))
        };
        Differs {
            board: differs(&|a, b| a.board == b.board),
            goal: differs(&|a, b| a.goal == b.goal),
            rule: differs(&|a, b| a.rule == b.rule),
            engine: differs(&|a, b| a.engine == b.engine),
            budget: differs(&|a, b| a.budget == b.budget),
            start: differs(&|a, b| a.start == b.start),
        }
    }

    fn key(&self, place: &Place) -> GroupKey {
        let budget = place.budget.map_or("no budget".to_owned(), |budget| {
            format!("budget {}", super::scale::amount(budget as f64))
        });
        let parts = [
            (self.board, place.board.to_string()),
            (self.goal, place.goal.to_string()),
            (self.rule, place.rule.to_string()),
            (self.engine, place.engine.to_string()),
            (self.budget, budget),
            (self.start, format!("from {}", place.start)),
        ];
        let parts = parts.into_iter().filter(|(differs, _)| *differs);
        let name = parts.map(|(_, part)| part).collect::<Vec<_>>().join(", ");
        let (budget, start) = (
            place.budget.filter(|_| self.budget),
            self.start.then_some(place.start),
        );
        ((place.board, budget, start), name)
    }
}

impl Known {
    fn of(record: &Record) -> Known {
        match (record.outcome, record.checks) {
            (Outcome::Tour, Some(checks)) => Known::Tour(checks),
            (Outcome::None, Some(checks)) => Known::NoTour(checks),
            (Outcome::Budget, Some(budget)) => Known::MoreThan(budget),
            (Outcome::Stuck, Some(checks)) => Known::Stuck(checks),
            (Outcome::Memory, _) | (_, None) => Known::Memory,
        }
    }
}

impl Extremes {
    fn add(&mut self, record: &Record) {
        let (Outcome::Tour | Outcome::None, Some(checks), None) =
            (record.outcome, record.checks, record.mirror_of)
        else {
            return;
        };
        keep_first(&mut self.least, checks, record, |kept, checks| {
            kept.last_key_value()
                .is_none_or(|(most, _)| checks <= *most)
        });
        if self.least.len() > MOST_EXTREMES {
            self.least.pop_last();
        }
        keep_first(&mut self.most, checks, record, |kept, checks| {
            kept.first_key_value()
                .is_none_or(|(least, _)| checks >= *least)
        });
        if self.most.len() > MOST_EXTREMES {
            self.most.pop_first();
        }
    }

    /// The jobs with the fewest checks, ascending.
    pub fn easiest(&self) -> impl Iterator<Item = &Record> {
        self.least.values()
    }

    /// The jobs with the most checks, descending.
    pub fn hardest(&self) -> impl Iterator<Item = &Record> {
        self.most.values().rev()
    }
}

fn keep_first(
    kept: &mut BTreeMap<u128, Record>,
    checks: u128,
    record: &Record,
    belongs: impl Fn(&BTreeMap<u128, Record>, u128) -> bool,
) {
    if kept.len() >= MOST_EXTREMES && !belongs(kept, checks) {
        return;
    }
    let held = kept.entry(checks).or_insert_with(|| record.clone());
    if record.job < held.job {
        *held = record.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::record;
    use super::*;

    fn gathered(records: &[Record]) -> Gathering {
        let mut gathering = Gathering::new(None, None);
        records.iter().for_each(|record| gathering.add(record));
        gathering
    }

    fn jobs(records: impl IntoIterator<Item = (Outcome, u128)>) -> Vec<Record> {
        let numbered = (0..).zip(records);
        numbered
            .map(|(job, (outcome, checks))| Record {
                job,
                ..record(outcome, checks)
            })
            .collect()
    }

    #[test]
    fn a_search_that_is_there_twice_counts_as_what_is_known_best() {
        let budget = record(Outcome::Budget, 1000);
        let tour = record(Outcome::Tour, 5000);
        for records in [[budget.clone(), tour.clone()], [tour, budget]] {
            let gathering = gathered(&records);
            let sheets = gathering.sheets.unwrap();
            let known: Vec<Known> = sheets
                .values()
                .flat_map(|sheet| sheet.values().copied())
                .collect();
            assert_eq!(known, [Known::Tour(5000)]);
        }
    }

    #[test]
    fn the_extremes_are_the_first_jobs_of_their_counts() {
        let gathering = gathered(&jobs(
            (0..100).map(|i| (Outcome::Tour, 10 + (i * 37) % 50)).rev(),
        ));
        let counts = |records: Vec<&Record>| -> Vec<u128> {
            records.iter().filter_map(|r| r.checks).collect()
        };
        assert_eq!(
            counts(gathering.extremes.easiest().collect()),
            [10, 11, 12, 13]
        );
        assert_eq!(
            counts(gathering.extremes.hardest().collect()),
            [59, 58, 57, 56]
        );
        assert!(gathering.extremes.easiest().all(|record| record.job < 50));
    }

    #[test]
    fn budgets_and_images_are_no_extremes() {
        let image = Record {
            mirror_of: Some(0),
            ..record(Outcome::Tour, 99)
        };
        let gathering = gathered(&[
            record(Outcome::Budget, 1),
            record(Outcome::Memory, 0),
            image,
        ]);
        assert_eq!(
            gathering.extremes.hardest().count() + gathering.extremes.easiest().count(),
            0
        );
    }

    #[test]
    fn many_orders_are_not_kept_one_by_one() {
        let orders = (0..=MOST_SHEETS as u16).filter_map(MoveOrder::from_rank);
        let records: Vec<Record> = orders
            .map(|order| Record {
                order,
                ..record(Outcome::Tour, 64)
            })
            .collect();
        assert!(gathered(&records[1..]).sheets.is_some());
        assert!(gathered(&records).sheets.is_none());
    }

    #[test]
    fn groups_are_named_by_what_differs() {
        let names = |records: &[Record]| -> Vec<String> {
            gathered(records)
                .groups(8)
                .into_iter()
                .map(|(name, _)| name)
                .collect()
        };
        let one = record(Outcome::Tour, 64);
        assert_eq!(names(std::slice::from_ref(&one)), [""]);
        let small = Record {
            rows: 5,
            cols: 6,
            ..one.clone()
        };
        assert_eq!(names(&[one.clone(), small]), ["5x6", "8x8"]);
        let starts: Vec<Record> = (1..=8)
            .map(|start_col| Record {
                start_col,
                ..one.clone()
            })
            .collect();
        assert_eq!(names(&starts[..2]), ["from (1,1)", "from (1,2)"]);
        let more = Record {
            start_row: 2,
            ..one.clone()
        };
        assert_eq!(names(&[starts, vec![more]].concat()), [""]);
    }

    #[test]
    fn dots_on_one_place_are_counted() {
        let mut records = jobs([
            (Outcome::Tour, 1000),
            (Outcome::Tour, 1001),
            (Outcome::Budget, 1000),
        ]);
        records.push(Record {
            wall_s: 0.0,
            ..record(Outcome::Tour, 1000)
        });
        let gathering = gathered(&records);
        let dots: Vec<u64> = gathering.dots.values().map(|dot| dot.jobs).collect();
        assert_eq!((dots, gathering.untimed), (vec![2, 1], 1));
        let coarse = gathering.dots_at_most(2);
        assert_eq!(coarse.iter().map(|dot| dot.jobs).sum::<u64>(), 3);
    }

    #[test]
    fn the_tour_of_the_first_job_is_drawn_whatever_the_order_of_rows() {
        let with_tour = |job| Record {
            job,
            tour: Some("a1".to_owned()),
            ..record(Outcome::Tour, 64)
        };
        let drawn = |records: &[Record]| gathered(records).drawn.map(|record| record.job);
        assert_eq!(
            drawn(&[with_tour(7), record(Outcome::Budget, 9), with_tour(3)]),
            Some(3)
        );
        assert_eq!(drawn(&[record(Outcome::Tour, 9)]), None);
    }
}
