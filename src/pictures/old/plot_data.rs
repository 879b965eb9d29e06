//! Everything that plots need to know of records, in memory that does not grow with their number.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::grouping::GroupingColumns;
use crate::experiment::Experiment;
use crate::pictures::old::board_maps::{BoardMaps, Setting};
use crate::pictures::old::dots::Dots;
use crate::pictures::old::extremes::Extremes;
use crate::pictures::old::job_stats::JobStats;
use crate::results::record::Record;
use knight_search::{Board, Engine, Goal, MoveOrder, Rule, Square};

/// What plots and reports show, collected record by record.
pub struct PlotData {
    /// The columns of `--by`, and the jobs by their values.
    pub(crate) by_columns: Option<(GroupingColumns, BTreeMap<Vec<String>, JobStats>)>,
    /// The job whose tour was asked for.
    wanted: Option<u64>,
    /// The number of records.
    pub rows: u64,
    /// The jobs by everything except order and seed.
    pub by_family: BTreeMap<FamilyKey, JobStats>,
    /// What the searches from each square found.
    pub maps: BTreeMap<Setting, BoardMaps>,
    /// The orders.
    pub orders: BTreeSet<MoveOrder>,
    /// Checks against time.
    pub dots: Dots,
    /// The job whose tour is drawn: the one asked for, or else the first with a tour.
    pub drawn: Option<Record>,
    /// Whether several records have the job number that was asked for.
    pub is_ambiguous: bool,
    /// The jobs with the fewest and the most checks.
    pub extremes: Extremes,
    expected: ExpectedRows,
}

/// What the files will hold once their experiments are complete, as far as that is known.
#[derive(Default)]
struct ExpectedRows {
    rows: u64,
    boards: BTreeSet<Board>,
    starts: BTreeSet<Square>,
    orders: BTreeSet<MoveOrder>,
}

/// How many rows, boards, start squares and orders there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety {
    /// The records.
    pub rows: u64,
    /// The different boards.
    pub boards: usize,
    /// The different start squares.
    pub starts: usize,
    /// The different orders.
    pub orders: usize,
}

/// What jobs share that differ only in order and seed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FamilyKey {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
    /// How the count was obtained.
    pub engine: Engine,
    /// The budget, if there is one.
    pub budget: Option<u128>,
    /// The start square.
    pub start: Square,
}

impl PlotData {
    /// Without records. `by` are columns to group by; `job` is the job whose tour is to be drawn.
    pub fn new(by: Option<GroupingColumns>, job: Option<u64>) -> PlotData {
        PlotData {
            by_columns: by.map(|columns| (columns, BTreeMap::new())),
            wanted: job,
            rows: 0,
            by_family: BTreeMap::new(),
            maps: BTreeMap::new(),
            orders: BTreeSet::new(),
            dots: Dots::default(),
            drawn: None,
            is_ambiguous: false,
            extremes: Extremes::default(),
            expected: ExpectedRows::default(),
        }
    }

    /// Announces how many rows a file of this experiment will have in all.
    pub fn expect(&mut self, experiment: &Experiment, rows: u64) {
        let ExpectedRows { rows: all, boards, starts, orders } = &mut self.expected;
        *all += rows;
        boards.extend(&experiment.boards);
        starts.extend(experiment.start_squares());
        orders.extend(experiment.move_orders());
    }

    /// How much the records vary, including those that are still expected.
    pub fn variety(&self) -> Variety {
        let expected = &self.expected;
        Variety {
            rows: self.rows.max(expected.rows),
            boards: self.boards().union(&expected.boards).count(),
            starts: self.starts().union(&expected.starts).count(),
            orders: self.orders.union(&expected.orders).count(),
        }
    }

    /// Adds a record. A record whose board is out of range is left out.
    pub fn add(&mut self, record: &Record) {
        let Ok(board) = record.board() else {
            return;
        };
        self.rows += 1;
        if let Some((columns, groups)) = &mut self.by_columns {
            groups.entry(columns.key(record)).or_default().add(record);
        }
        let family = FamilyKey {
            board,
            goal: record.goal,
            rule: record.rule,
            engine: record.engine,
            budget: record.budget,
            start: record.start(),
        };
        self.by_family.entry(family).or_default().add(record);
        let setting = Setting { board, goal: record.goal, rule: record.rule };
        self.maps.entry(setting).or_insert_with(|| BoardMaps::like(record)).add(record);
        self.orders.insert(record.order);
        self.dots.add(record);
        self.choose(record);
        self.extremes.add(record);
    }

    /// Keeps the record if its tour is the one to draw.
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
        self.by_family.keys().map(|place| place.board).collect()
    }

    /// The start squares, ascending.
    pub fn starts(&self) -> BTreeSet<Square> {
        self.by_family.keys().map(|place| place.start).collect()
    }

    /// What a headline adds to the number of orders where there are several seeds.
    pub fn and_seeds(&self) -> &'static str {
        if self.maps.values().any(|maps| maps.has_seeds) { ", several seeds" } else { "" }
    }

    /// All jobs as one group.
    pub fn all(&self) -> JobStats {
        let mut all = JobStats::default();
        self.by_family.values().for_each(|stats| all.merge(stats));
        all
    }

    /// The jobs, grouped by a key.
    pub fn stats_by<K: Ord>(&self, key: impl Fn(&FamilyKey) -> K) -> BTreeMap<K, JobStats> {
        let mut merged: BTreeMap<K, JobStats> = BTreeMap::new();
        for (place, stats) in &self.by_family {
            merged.entry(key(place)).or_default().merge(stats);
        }
        merged
    }

    /// The columns of `--by`, joined by commas.
    pub fn by(&self) -> Option<String> {
        let (columns, _) = self.by_columns.as_ref()?;
        Some(columns.names().collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::plot_data::*;
    use crate::pictures::test_records::{gathered, record};
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
