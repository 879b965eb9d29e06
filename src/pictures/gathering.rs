//! What plots need to know of records, in memory that does not grow with their number.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::columns::Columns;
use crate::experiment::Experiment;
use crate::pictures::dots::Dots;
use crate::pictures::extremes::Extremes;
use crate::pictures::groups;
use crate::pictures::searches::{Searches, Setting};
use crate::pictures::tally::Tally;
use crate::results::record::Record;
use knight_search::{Board, Engine, Goal, MoveOrder, Rule, Square};

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
    /// What is known of the squares of each board.
    pub searches: BTreeMap<Setting, Searches>,
    /// The orders.
    pub orders: BTreeSet<MoveOrder>,
    /// Checks against time.
    pub dots: Dots,
    /// The job whose tour is drawn.
    pub drawn: Option<Record>,
    /// Whether several searches have the number of the job that was asked for.
    pub is_ambiguous: bool,
    /// The jobs with the fewest and the most checks.
    pub extremes: Extremes,
    /// What there will be.
    expected: Expected,
}

/// What files hold once their experiments are done, as far as that is known.
#[derive(Default)]
struct Expected {
    rows: u64,
    boards: BTreeSet<Board>,
    starts: BTreeSet<Square>,
    orders: BTreeSet<MoveOrder>,
}

/// How many different things there are among records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breadth {
    /// The records.
    pub rows: u64,
    /// Their boards.
    pub boards: usize,
    /// Their start squares.
    pub starts: usize,
    /// Their orders.
    pub orders: usize,
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

impl Gathering {
    /// Without records. `by` are columns to group by, `job` is the job whose tour is to be drawn.
    pub fn new(by: Option<Columns>, job: Option<u64>) -> Gathering {
        Gathering {
            named: by.map(|columns| (columns, BTreeMap::new())),
            wanted: job,
            rows: 0,
            tallies: BTreeMap::new(),
            searches: BTreeMap::new(),
            orders: BTreeSet::new(),
            dots: Dots::default(),
            drawn: None,
            is_ambiguous: false,
            extremes: Extremes::default(),
            expected: Expected::default(),
        }
    }

    /// Tells that there will be so many rows of an experiment, those that are there included.
    pub fn expect(&mut self, experiment: &Experiment, rows: u64) {
        let Expected { rows: all, boards, starts, orders } = &mut self.expected;
        *all += rows;
        boards.extend(&experiment.boards);
        starts.extend(experiment.start_squares());
        orders.extend(experiment.move_orders());
    }

    /// How much there is to tell apart, what is only expected included.
    pub fn breadth(&self) -> Breadth {
        let expected = &self.expected;
        Breadth {
            rows: self.rows.max(expected.rows),
            boards: self.boards().union(&expected.boards).count(),
            starts: self.starts().union(&expected.starts).count(),
            orders: self.orders.union(&expected.orders).count(),
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
        let setting = Setting { board, goal: record.goal, rule: record.rule };
        self.searches.entry(setting).or_insert_with(|| Searches::like(record)).add(record);
        self.orders.insert(record.order);
        self.dots.add(record);
        self.choose(record);
        self.extremes.add(record);
    }

    /// Keeps the record if its tour is the one to draw: that of the job asked for, or of the first job that has one.
    fn choose(&mut self, record: &Record) {
        let is_better = match self.wanted {
            Some(job) if record.job == job => {
                self.is_ambiguous |= self.drawn.is_some();
                true
            }
            Some(_) => false,
            None => {
                record.tour.is_some()
                    && self.drawn.as_ref().is_none_or(|drawn| record.job < drawn.job)
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

    /// The end of a headline that counts the orders, where jobs differ in their seeds as well.
    pub fn and_seeds(&self) -> &'static str {
        if self.searches.values().any(|searches| searches.has_seeds) {
            ", several seeds"
        } else {
            ""
        }
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
            let names = |key: &[String]| groups::name_of_values(columns.names().zip(key));
            return tallies.iter().map(|(key, tally)| (names(key), tally.clone())).collect();
        }
        groups::by_what_differs(self, most)
    }

    /// The columns that were asked for, joined by commas.
    pub fn by(&self) -> Option<String> {
        self.named.as_ref().map(|(columns, _)| columns.names().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::gathering::*;
    use crate::pictures::sample::{gathered, record};
    use knight_search::Outcome;

    #[test]
    fn the_tour_of_the_first_job_is_drawn_whatever_the_order_of_rows() {
        let with_tour =
            |job| Record { job, tour: Some("a1".to_owned()), ..record(Outcome::Tour, 64) };
        let drawn = |records: &[Record]| gathered(records).drawn.map(|record| record.job);
        assert_eq!(drawn(&[with_tour(7), record(Outcome::Budget, 9), with_tour(3)]), Some(3));
        assert_eq!(drawn(&[record(Outcome::Tour, 9)]), None);
    }
}
