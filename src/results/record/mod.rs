//! The row of a results file: a job and its outcome.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::experiment::plan::Job;
use knight_search::board::tour;
use knight_search::{
    Board, BoardError, Engine, Goal, MemoryLimit, MoveOrder, Outcome, Rule, Square, Tour,
};

mod check;
mod columns;
mod consistency;
mod count_bounds;
mod estimate;
mod found;
mod small_boards;
mod split;
mod tour_cost;
mod values;

pub use estimate::LARGEST_AS_CHECKS;
use estimate::{Scientific, rounded};

pub use check::RowFault;
pub use columns::Layout;
pub(crate) use columns::{has_outcome, hit_limit, times, without_times};
pub(super) use consistency::Consistency;
pub use found::{Cost, Found};
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
    /// outcomes `memory` and `time`, and for engine `estimate`.
    pub checks: Option<u128>,
    /// Placements of the knight; missing for outcomes `budget`, `memory` and `time`, and for engine
    /// `estimate`.
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
    /// The seed of a random rule or of an estimate; missing for any other job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The mirror image of this job that was searched in its place, if the experiment reduces by
    /// symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirror_of: Option<u64>,
    /// Checks of squares that are not on the board, if the experiment splits checks; missing where
    /// `checks` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_off_board: Option<u128>,
    /// Checks of squares that are visited, in the same way. The other checks are moves, of which
    /// each but the start is a node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_visited: Option<u128>,
    /// The estimate of the checks that the search would take, with seven digits, for an estimated
    /// job whose outcome is `tour` or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_estimate: Option<f64>,
    /// The lower end of its 95 % interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_low: Option<f64>,
    /// The upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_high: Option<f64>,
    /// Random samples behind it; 0 if nothing had to be sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// Samples of equal weight that would say as much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective_samples: Option<f64>,
    /// Whether a few samples decide the estimate, so that its interval is not to be trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heavy_tailed: Option<bool>,
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
        found: Result<&Found, Limit>,
        wall: Duration,
        cpu: Option<Duration>,
        tours: bool,
    ) -> Result<Record, tour::Fault> {
        let problem = &job.problem;
        let outcome = found.map_or_else(Limit::outcome, |found| found.outcome);
        let found = found.ok();
        let tour = found
            .and_then(|found| found.tour.clone())
            .map(|squares| Tour::new(problem.board, squares))
            .transpose()?;
        let (checks, nodes, split, estimate) = match found.map(|found| found.cost) {
            Some(Cost::Counted { checks, nodes, split }) => (Some(checks), nodes, split, None),
            Some(Cost::Estimated(estimate)) => (None, None, None, estimate),
            None => (None, None, None, None),
        };
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
            checks,
            nodes,
            closed: tour.as_ref().map(Tour::is_closed),
            wall_s: wall.as_secs_f64(),
            cpu_s: cpu.map(|cpu| cpu.as_secs_f64()),
            seed: job.method.seed,
            mirror_of: job.mirror_of,
            checks_off_board: split.map(|split| split.off_board),
            checks_visited: split.map(|split| split.visited),
            checks_estimate: estimate.map(|estimate| rounded(estimate.value)),
            checks_low: estimate.map(|estimate| rounded(estimate.low())),
            checks_high: estimate.map(|estimate| rounded(estimate.high())),
            samples: estimate.map(|estimate| estimate.samples),
            effective_samples: estimate.map(|estimate| rounded(estimate.effective_samples)),
            heavy_tailed: estimate.map(|estimate| estimate.is_heavy_tailed()),
            tour: tour.filter(|_| tours).map(|tour| tour.to_string()),
        })
    }

    /// Appends the record as a line of CSV, its line end included.
    ///
    /// No value needs quotes: all are numbers, words of the vocabulary and chess names.
    pub fn write_csv(&self, layout: Layout, out: &mut Vec<u8>) {
        let optional: [(bool, &dyn fmt::Display); 11] = [
            (layout.seeds, &Field(self.seed)),
            (layout.mirrors, &Field(self.mirror_of)),
            (layout.splits, &Field(self.checks_off_board)),
            (layout.splits, &Field(self.checks_visited)),
            (layout.estimates, &Field(self.checks_estimate.map(Scientific))),
            (layout.estimates, &Field(self.checks_low.map(Scientific))),
            (layout.estimates, &Field(self.checks_high.map(Scientific))),
            (layout.estimates, &Field(self.samples)),
            (layout.estimates, &Field(self.effective_samples)),
            (layout.estimates, &Field(self.heavy_tailed)),
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
mod tests;
