//! The row of a results file: what one job was and what came of it.

use std::io::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::{Board, BoardError, Square};
use crate::order::MoveOrder;
use crate::plan::Job;
use crate::search::{Answer, Engine, Goal, MemoryLimit, Outcome, Rule};
use crate::tour::{self, Tour, TourError};

mod charge;

/// One row of a results file: a job, its answer, and the time it took.
///
/// Everything but the two times is a function of the job alone. Missing values are empty in CSV and
/// `null` in JSON, never 0.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Id of the job in its plan, from 0.
    pub job: u64,
    /// Rows of the board.
    pub rows: u16,
    /// Columns of the board.
    pub cols: u16,
    /// Row of the start square, from 1 at the top.
    pub start_row: u16,
    /// Column of the start square, from 1 at the left.
    pub start_col: u16,
    /// The move order as eight digits.
    #[serde(with = "text")]
    pub order: MoveOrder,
    /// Rank of the order, 0…40,319.
    pub order_rank: u16,
    /// How children were ordered.
    #[serde(with = "text")]
    pub rule: Rule,
    /// Which tours counted.
    #[serde(with = "text")]
    pub goal: Goal,
    /// How the count was obtained.
    #[serde(with = "text")]
    pub engine: Engine,
    /// The most checks that the job might spend; missing without a limit.
    pub budget: Option<u128>,
    /// How the search ended.
    #[serde(with = "text")]
    pub outcome: Outcome,
    /// Whether a tour was found.
    pub success: bool,
    /// Checks performed; for outcome `budget` the budget, which says nothing of what lies beyond; missing for
    /// outcome `memory`.
    pub checks: Option<u128>,
    /// Placements of the knight; missing for outcomes `budget` and `memory`.
    pub nodes: Option<u128>,
    /// Whether the tour is closed; missing without a tour.
    pub closed: Option<bool>,
    /// Wall-clock time of the job in seconds. Where jobs are searched together, the time since the last answer; 0
    /// where the row is filled in from another job.
    pub wall_s: f64,
    /// Processor time of the job's thread in seconds, likewise; missing where the system does not tell.
    pub cpu_s: Option<f64>,
    /// The seed of a rule that draws lots; missing for any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The job that was searched in place of this one, its mirror image, where the experiment reduces by symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror_of: Option<u64>,
    /// The tour as chess names joined by `-`, where the experiment asks for tours and one was found.
    #[serde(default)]
    pub tour: Option<String>,
}

/// Serde through `Display` and `FromStr`, so that the domain types need not know serde.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The columns of every results file, in order.
const COLUMNS: [&str; 18] = [
    "job",
    "rows",
    "cols",
    "start_row",
    "start_col",
    "order",
    "order_rank",
    "rule",
    "goal",
    "engine",
    "budget",
    "outcome",
    "success",
    "checks",
    "nodes",
    "closed",
    "wall_s",
    "cpu_s",
];

/// The outcome among them.
const OUTCOME: usize = 11;

/// The two times among them.
const TIMES: std::ops::Range<usize> = 16..18;

/// Which of the columns that not every results file has are there, at the end of the rows, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Layout {
    /// `seed`, where the rule draws lots.
    pub seeds: bool,
    /// `mirror_of`, where the experiment reduces by symmetry.
    pub mirrors: bool,
    /// `tour`, where the experiment records tours.
    pub tours: bool,
}

impl Layout {
    /// With every column.
    pub const FULL: Layout = Layout {
        seeds: true,
        mirrors: true,
        tours: true,
    };

    /// All layouts.
    pub fn all() -> impl Iterator<Item = Layout> {
        (0..8).map(|choice| Layout {
            seeds: choice & 4 != 0,
            mirrors: choice & 2 != 0,
            tours: choice & 1 != 0,
        })
    }

    /// The columns that not every results file has, in order, and whether they are there.
    fn optional(self) -> [(bool, &'static str); 3] {
        [
            (self.seeds, "seed"),
            (self.mirrors, "mirror_of"),
            (self.tours, "tour"),
        ]
    }

    /// The columns, in order.
    pub fn columns(self) -> impl Iterator<Item = &'static str> {
        let optional = self
            .optional()
            .into_iter()
            .filter(|(is_there, _)| *is_there);
        COLUMNS.into_iter().chain(optional.map(|(_, name)| name))
    }

    /// The fields of a line for the columns of [`Layout::FULL`], empty where this layout has no such column; `None` if it
    /// has not as many fields as this layout has columns.
    pub(crate) fn fields(self, line: &str) -> Option<impl Iterator<Item = &str>> {
        let presence = [true; COLUMNS.len()].into_iter();
        let presence = presence.chain(self.optional().map(|(is_there, _)| is_there));
        let commas = line.bytes().filter(|byte| *byte == b',').count();
        if commas + 1 != presence.clone().filter(|is_there| *is_there).count() {
            return None;
        }
        let mut fields = line.split(',');
        Some(presence.map(move |is_there| {
            let field = is_there.then(|| fields.next());
            field.flatten().unwrap_or("")
        }))
    }

    /// The header line, without its line end.
    pub fn header(self) -> String {
        self.columns().collect::<Vec<_>>().join(",")
    }
}

/// The fields of a line of CSV, but for the two times.
pub(crate) fn without_times(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    fields(line)
        .filter(|(place, _)| !TIMES.contains(place))
        .map(|(_, field)| field)
}

/// The fields of the two times.
pub(crate) fn times(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    fields(line)
        .filter(|(place, _)| TIMES.contains(place))
        .map(|(_, field)| field)
}

/// Whether a line of CSV is that of a job that ran out of memory, which its experiment alone does not decide.
pub(crate) fn is_out_of_memory(line: &[u8]) -> bool {
    let outcome = fields(line).nth(OUTCOME);
    outcome.is_some_and(|(_, word)| word == Outcome::Memory.word().as_bytes())
}

fn fields(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    line.split(|&byte| byte == b',').enumerate()
}

/// Why a row is not the record of its job.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RowFault {
    /// The plan has no such job.
    #[error("job {0} is not in the plan")]
    UnknownJob(u64),
    /// A column contradicts the plan or another column.
    #[error("{column} is {found}, expected {expected}")]
    Contradiction {
        /// The column.
        column: &'static str,
        /// Its value.
        found: String,
        /// What it must be.
        expected: String,
    },
    /// The recorded tour is none.
    #[error("the tour is not valid: {0}")]
    Tour(#[from] TourError),
}

impl Record {
    /// The record of a job. The tour, if there is one, passes the independent checker here; it is kept in
    /// the record if `tours`. A job that ran out of memory has the outcome `memory`.
    ///
    /// # Errors
    /// The [`tour::Fault`] of an engine that reports a tour which is none.
    pub fn new(
        job: &Job,
        answer: Result<&Answer, MemoryLimit>,
        wall: Duration,
        cpu: Option<Duration>,
        tours: bool,
    ) -> Result<Record, tour::Fault> {
        let problem = &job.problem;
        let answer = answer.ok();
        let outcome = answer.map_or(Outcome::Memory, |answer| answer.outcome);
        let tour = answer
            .and_then(|answer| answer.tour.clone())
            .map(|squares| Tour::new(problem.board, squares))
            .transpose()?;
        Ok(Record {
            job: job.id,
            rows: problem.board.rows(),
            cols: problem.board.cols(),
            start_row: problem.start.row,
            start_col: problem.start.col,
            order: problem.order,
            order_rank: problem.order.rank(),
            rule: job.rule,
            goal: problem.goal,
            engine: job.engine,
            budget: problem.budget.limit(),
            outcome,
            success: outcome == Outcome::Tour,
            checks: answer.map(|answer| answer.checks),
            nodes: answer.and_then(|answer| answer.nodes),
            closed: tour.as_ref().map(Tour::is_closed),
            wall_s: wall.as_secs_f64(),
            cpu_s: cpu.map(|cpu| cpu.as_secs_f64()),
            seed: job.seed,
            mirror_of: job.mirror_of,
            tour: tour.filter(|_| tours).map(|tour| tour.to_string()),
        })
    }

    /// Appends the record as a line of CSV, its line end included.
    ///
    /// No value needs quotes: they are numbers, words of the vocabulary and chess names.
    pub fn write_csv(&self, layout: Layout, out: &mut Vec<u8>) {
        let result = (|| {
            write!(
                out,
                "{},{},{},{},{},{},{},{},{},{},",
                self.job,
                self.rows,
                self.cols,
                self.start_row,
                self.start_col,
                self.order,
                self.order_rank,
                self.rule,
                self.goal,
                self.engine,
            )?;
            write_optional(out, self.budget)?;
            write!(out, "{},{},", self.outcome, self.success)?;
            write_optional(out, self.checks)?;
            write_optional(out, self.nodes)?;
            write_optional(out, self.closed)?;
            write!(out, "{:.9},", self.wall_s)?;
            if let Some(cpu_s) = self.cpu_s {
                write!(out, "{cpu_s:.9}")?;
            }
            if layout.seeds {
                write!(out, ",")?;
                if let Some(seed) = self.seed {
                    write!(out, "{seed}")?;
                }
            }
            if layout.mirrors {
                write!(out, ",")?;
                if let Some(source) = self.mirror_of {
                    write!(out, "{source}")?;
                }
            }
            if layout.tours {
                write!(out, ",{}", self.tour.as_deref().unwrap_or(""))?;
            }
            writeln!(out)
        })();
        result.expect("writing to memory does not fail");
    }

    /// The board of the row.
    ///
    /// # Errors
    /// [`BoardError`] if its sides are out of range.
    pub fn board(&self) -> Result<Board, BoardError> {
        Board::new(self.rows, self.cols)
    }

    /// The start square of the row.
    pub fn start(&self) -> Square {
        Square {
            row: self.start_row,
            col: self.start_col,
        }
    }

    /// Checks the row against its job and against itself: every column that the job decides, the
    /// consistency of outcome, counts and budget, and the tour, which must be there if `tours`.
    ///
    /// # Errors
    /// The first [`RowFault`].
    pub fn check(&self, job: &Job, tours: bool) -> Result<(), RowFault> {
        self.check_job(job)?;
        self.check_answer(job)?;
        self.check_times()?;
        self.check_tour(job, tours)
    }

    fn check_job(&self, job: &Job) -> Result<(), RowFault> {
        let problem = &job.problem;
        expect("job", self.job, job.id)?;
        expect("rows", self.rows, problem.board.rows())?;
        expect("cols", self.cols, problem.board.cols())?;
        expect("start_row", self.start_row, problem.start.row)?;
        expect("start_col", self.start_col, problem.start.col)?;
        expect("order", self.order, problem.order)?;
        expect("order_rank", self.order_rank, problem.order.rank())?;
        expect("rule", self.rule, job.rule)?;
        expect("goal", self.goal, problem.goal)?;
        expect("engine", self.engine, job.engine)?;
        expect_optional("seed", self.seed, job.seed)?;
        expect_optional("mirror_of", self.mirror_of, job.mirror_of)?;
        expect_optional("budget", self.budget, problem.budget.limit())
    }

    fn check_answer(&self, job: &Job) -> Result<(), RowFault> {
        let contradiction = |column, found: &dyn std::fmt::Display, expected: &str| {
            Err(RowFault::Contradiction {
                column,
                found: found.to_string(),
                expected: expected.to_owned(),
            })
        };
        let found_tour = self.outcome == Outcome::Tour;
        expect("success", self.success, found_tour)?;
        expect("closed", self.closed.is_some(), found_tour)?;
        if found_tour && job.problem.goal == Goal::Closed {
            expect_optional("closed", self.closed, Some(true))?;
        }
        let Some(checks) = self.checks else {
            expect("outcome", self.outcome, Outcome::Memory)?;
            return expect_optional("nodes", self.nodes, None);
        };
        match (self.outcome, self.nodes) {
            (Outcome::Memory, _) => contradiction("checks", &checks, "missing"),
            (Outcome::Budget, nodes) => {
                expect_optional("nodes", nodes, None)?;
                expect_optional("budget", self.budget, Some(checks))
            }
            (_, None) => contradiction("nodes", &"missing", "a count"),
            (outcome, Some(nodes)) => {
                let area = job.problem.board.area() as u128;
                let possible = charge::nodes(job.rule, outcome, area);
                if !possible.contains(&nodes) {
                    let expected = format!("{} to {}", possible.start(), possible.end());
                    return contradiction("nodes", &nodes, &expected);
                }
                let possible = charge::checks(job.rule, outcome, area, nodes);
                if !possible.contains(checks) {
                    return contradiction("checks", &checks, &possible.to_string());
                }
                Ok(())
            }
        }?;
        match self.budget {
            Some(budget) if checks > budget => {
                contradiction("checks", &checks, "at most the budget")
            }
            _ => Ok(()),
        }
    }

    fn check_times(&self) -> Result<(), RowFault> {
        for (column, seconds) in [("wall_s", Some(self.wall_s)), ("cpu_s", self.cpu_s)] {
            if let Some(seconds) = seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
                return Err(RowFault::Contradiction {
                    column,
                    found: seconds.to_string(),
                    expected: "a time in seconds".to_owned(),
                });
            }
        }
        Ok(())
    }

    fn check_tour(&self, job: &Job, tours: bool) -> Result<(), RowFault> {
        expect("tour", self.tour.is_some(), tours && self.success)?;
        let Some(text) = &self.tour else {
            return Ok(());
        };
        let tour = Tour::parse(job.problem.board, text)?;
        expect("tour", text.clone(), tour.to_string())?;
        expect("tour", tour.squares()[0], job.problem.start)?;
        expect_optional("closed", self.closed, Some(tour.is_closed()))
    }

    /// Whether two records agree in everything but the times.
    pub fn same_but_times(&self, other: &Record) -> bool {
        let timeless = |record: &Record| Record {
            wall_s: 0.0,
            cpu_s: None,
            ..record.clone()
        };
        timeless(self) == timeless(other)
    }
}

fn write_optional<T: std::fmt::Display>(
    out: &mut Vec<u8>,
    value: Option<T>,
) -> std::io::Result<()> {
    match value {
        Some(value) => write!(out, "{value},"),
        None => write!(out, ","),
    }
}

fn expect<T: PartialEq + std::fmt::Display>(
    column: &'static str,
    found: T,
    expected: T,
) -> Result<(), RowFault> {
    if found == expected {
        Ok(())
    } else {
        Err(RowFault::Contradiction {
            column,
            found: found.to_string(),
            expected: expected.to_string(),
        })
    }
}

fn expect_optional<T: PartialEq + std::fmt::Display>(
    column: &'static str,
    found: Option<T>,
    expected: Option<T>,
) -> Result<(), RowFault> {
    let word = |value: Option<T>| value.map_or("missing".to_owned(), |v| v.to_string());
    if found == expected {
        Ok(())
    } else {
        Err(RowFault::Contradiction {
            column,
            found: word(found),
            expected: word(expected),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Budget, Problem, plain};

    fn job(board: &str, budget: &str) -> Job {
        let board: Board = board.parse().unwrap();
        Job {
            id: 7,
            problem: Problem {
                board,
                start: Square { row: 1, col: 1 },
                order: MoveOrder::FIG2,
                goal: Goal::Open,
                budget: budget.parse::<Budget>().unwrap(),
            },
            rule: Rule::Fixed,
            seed: None,
            engine: Engine::Step,
            mirror_of: None,
        }
    }

    fn record(job: &Job) -> Record {
        let cpu = Some(Duration::from_micros(1234));
        Record::new(
            job,
            Ok(&plain::search(&job.problem)),
            Duration::from_nanos(1),
            cpu,
            true,
        )
        .unwrap()
    }

    fn line(record: &Record, tours: bool) -> String {
        let mut out = Vec::new();
        let layout = Layout {
            tours,
            ..Layout::default()
        };
        record.write_csv(layout, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn header() -> String {
        let layout = Layout {
            tours: true,
            ..Layout::default()
        };
        layout.header()
    }

    #[test]
    fn rows_survive_their_csv_for_every_outcome() {
        for (board, budget) in [("5x5", "none"), ("5x5", "1000"), ("3x3", "1M")] {
            let job = job(board, budget);
            let original = record(&job);
            let text = format!("{}\n{}", header(), line(&original, true));
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let read: Vec<Record> = reader.deserialize().collect::<Result<_, _>>().unwrap();
            assert_eq!(read, [original]);
            assert_eq!(read[0].check(&job, true), Ok(()));
        }
    }

    #[test]
    fn the_fields_of_records_are_the_columns_in_order() {
        let full = Record {
            seed: Some(1),
            mirror_of: Some(2),
            ..record(&job("5x5", "none"))
        };
        let object = serde_json::to_value(full).unwrap();
        let names: Vec<&str> = object
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(names, Layout::FULL.columns().collect::<Vec<_>>());
        assert_eq!(
            (COLUMNS[OUTCOME], &COLUMNS[TIMES]),
            ("outcome", &["wall_s", "cpu_s"][..])
        );
    }

    #[test]
    fn rows_look_as_documented() {
        insta::assert_snapshot!(line(&record(&job("3x3", "1M")), true), @"7,3,3,1,1,12345678,0,fixed,open,step,1000000,none,false,120,15,,0.000000001,0.001234000,");
        insta::assert_snapshot!(line(&record(&job("5x5", "none")), false), @"7,5,5,1,1,12345678,0,fixed,open,step,,tour,true,70624,8840,false,0.000000001,0.001234000");
        insta::assert_snapshot!(line(&record(&job("5x5", "1000")), false), @"7,5,5,1,1,12345678,0,fixed,open,step,1000,budget,false,1000,,,0.000000001,0.001234000");
    }

    #[test]
    fn a_changed_value_contradicts_the_rest() {
        let job = job("5x5", "100000");
        let good = record(&job);
        let wrong = |change: fn(&mut Record)| {
            let mut changed = good.clone();
            change(&mut changed);
            assert!(changed.check(&job, true).is_err(), "{changed:?}");
        };
        wrong(|r| r.job = 8);
        wrong(|r| r.rows = 6);
        wrong(|r| r.start_col = 2);
        wrong(|r| r.order = MoveOrder::TUTORIAL);
        wrong(|r| r.order_rank += 1);
        wrong(|r| r.goal = Goal::Closed);
        wrong(|r| r.budget = None);
        wrong(|r| r.outcome = Outcome::None);
        wrong(|r| r.success = false);
        wrong(|r| r.checks = r.checks.map(|c| c + 8 * 25));
        wrong(|r| r.checks = None);
        wrong(|r| (r.checks, r.nodes) = (None, None));
        wrong(|r| r.outcome = Outcome::Memory);
        wrong(|r| r.seed = Some(3));
        wrong(|r| r.outcome = Outcome::Stuck);
        wrong(|r| r.mirror_of = Some(3));
        wrong(|r| r.nodes = None);
        wrong(|r| r.nodes = Some(3));
        wrong(|r| r.nodes = r.nodes.map(|n| n + 100));
        wrong(|r| r.closed = None);
        wrong(|r| r.closed = Some(true));
        wrong(|r| r.wall_s = f64::NAN);
        wrong(|r| r.cpu_s = Some(-1.0));
        wrong(|r| r.tour = Some("a5-b3".to_owned()));
        wrong(|r| r.tour = None);
    }

    #[test]
    fn only_the_times_may_differ() {
        let first = record(&job("3x3", "1M"));
        let mut second = first.clone();
        (second.wall_s, second.cpu_s) = (9.0, None);
        assert!(first.same_but_times(&second));
        second.checks = second.checks.map(|checks| checks + 1);
        assert!(!first.same_but_times(&second));
    }
}
