//! The row of a results file: a job and its outcome.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::experiment::plan::Job;
use knight_search::board::tour;
use knight_search::{
    Answer, Board, BoardError, Engine, Goal, MemoryLimit, MoveOrder, Outcome, Rule, Square, Tour,
};

mod check;
mod columns;
mod consistency;
mod count_bounds;
mod small_boards;
mod tour_cost;
mod values;

pub use check::RowFault;
pub use columns::Layout;
pub(crate) use columns::{has_outcome, is_unknown, times, without_times};
pub(super) use consistency::Consistency;
pub(crate) use values::{differing_field, is_time, unreadable_field};

/// One row of a results file: a job, its answer, and the time it took.
///
/// Everything except the two times is a function of the job alone. Missing values are empty in CSV
/// and `null` in JSON, never 0.
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
    /// The most checks that the job was allowed to spend; missing without a limit.
    pub budget: Option<u128>,
    /// How the search ended.
    #[serde(with = "text")]
    pub outcome: Outcome,
    /// Whether a tour was found.
    pub success: bool,
    /// Checks performed; for outcome `budget` the budget, so the search needs more; missing for
    /// outcomes `memory` and `time`.
    pub checks: Option<u128>,
    /// Placements of the knight; missing for outcomes `budget`, `memory` and `time`.
    pub nodes: Option<u128>,
    /// Whether the tour is closed; missing without a tour.
    pub closed: Option<bool>,
    /// Wall-clock time of the job in seconds: where jobs are searched together, the time since the
    /// last answer; 0 if the row is filled in from another job; not a number if another program
    /// wrote the row without it.
    pub wall_s: f64,
    /// Processor time of the job's thread in seconds, measured in the same way; missing if it is
    /// unknown.
    pub cpu_s: Option<f64>,
    /// The seed of a random rule; missing for any other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The mirror image of this job that was searched in its place, if the experiment reduces by
    /// symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror_of: Option<u64>,
    /// The tour as chess names joined by `-`, if the experiment records tours and one was found.
    #[serde(default)]
    pub tour: Option<String>,
}

/// Why a job has no answer. It depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The search needed more memory than its limit.
    Memory,
    /// The search took longer than the time limit.
    Time,
}

impl Limit {
    /// The outcome of such a job.
    pub const fn outcome(self) -> Outcome {
        match self {
            Limit::Memory => Outcome::Memory,
            Limit::Time => Outcome::Time,
        }
    }
}

impl From<MemoryLimit> for Limit {
    fn from(MemoryLimit: MemoryLimit) -> Limit {
        Limit::Memory
    }
}

/// Serde through `Display` and `FromStr`, so that the search library does not depend on serde.
mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

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

impl Record {
    /// The record of a job. A tour must pass the independent checker; it is kept in the record if
    /// `tours`. A job without an answer has the outcome of its [`Limit`].
    ///
    /// # Errors
    /// The [`tour::Fault`] of an invalid tour.
    pub fn new(
        job: &Job,
        answer: Result<&Answer, Limit>,
        wall: Duration,
        cpu: Option<Duration>,
        tours: bool,
    ) -> Result<Record, tour::Fault> {
        let problem = &job.problem;
        let outcome = answer.map_or_else(Limit::outcome, |answer| answer.outcome);
        let answer = answer.ok();
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
            rule: job.method.rule,
            goal: problem.goal,
            engine: job.method.engine,
            budget: problem.budget.limit(),
            outcome,
            success: outcome == Outcome::Tour,
            checks: answer.map(|answer| answer.checks),
            nodes: answer.and_then(|answer| answer.nodes),
            closed: tour.as_ref().map(Tour::is_closed),
            wall_s: wall.as_secs_f64(),
            cpu_s: cpu.map(|cpu| cpu.as_secs_f64()),
            seed: job.method.seed,
            mirror_of: job.mirror_of,
            tour: tour.filter(|_| tours).map(|tour| tour.to_string()),
        })
    }

    /// Appends the record as a line of CSV, its line end included.
    ///
    /// No value needs quotes: all are numbers, words of the vocabulary and chess names.
    pub fn write_csv(&self, layout: Layout, out: &mut Vec<u8>) {
        let optional: [(bool, &dyn fmt::Display); 3] = [
            (layout.seeds, &Field(self.seed)),
            (layout.mirrors, &Field(self.mirror_of)),
            (layout.tours, &Field(self.tour.as_deref())),
        ];
        let optional = optional.into_iter().filter(|(is_there, _)| *is_there);
        let optional: String = optional.map(|(_, value)| format!(",{value}")).collect();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.9},{:.9}{optional}",
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
            Field(self.budget),
            self.outcome,
            self.success,
            Field(self.checks),
            Field(self.nodes),
            Field(self.closed),
            self.wall_s,
            Field(self.cpu_s),
        )
        .expect("writing to memory does not fail");
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
        Square { row: self.start_row, col: self.start_col }
    }

    /// Whether two records agree in everything except the times.
    pub fn same_but_times(&self, other: &Record) -> bool {
        let timeless = |record: &Record| Record { wall_s: 0.0, cpu_s: None, ..record.clone() };
        timeless(self) == timeless(other)
    }
}

/// A field of CSV: empty for a missing value.
struct Field<T>(Option<T>);

impl<T: fmt::Display> fmt::Display for Field<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|value| value.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use crate::results::record::*;
    use knight_search::engines::plain;
    use knight_search::{Budget, Method, Problem};

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
            method: Method { rule: Rule::Fixed, seed: None, engine: Engine::Step },
            mirror_of: None,
        }
    }

    fn record(job: &Job) -> Record {
        let cpu = Some(Duration::from_micros(1234));
        Record::new(job, Ok(&plain::search(&job.problem)), Duration::from_nanos(1), cpu, true)
            .unwrap()
    }

    fn line(record: &Record, tours: bool) -> String {
        let mut out = Vec::new();
        let layout = Layout { tours, ..Layout::default() };
        record.write_csv(layout, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn header() -> String {
        let layout = Layout { tours: true, ..Layout::default() };
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
        let full = Record { seed: Some(1), mirror_of: Some(2), ..record(&job("5x5", "none")) };
        let object = serde_json::to_value(full).unwrap();
        let names: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, Layout::FULL.columns().collect::<Vec<_>>());
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
    fn checks_beside_the_budget_are_at_fault_and_not_the_budget() {
        let job = job("5x5", "10");
        let mut row = record(&job);
        assert_eq!((row.outcome, row.check(&job, true)), (Outcome::Budget, Ok(())));
        row.checks = Some(9);
        let fault = row.check(&job, true).unwrap_err();
        assert_eq!(fault.to_string(), "checks is 9, expected 10");
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
