//! The row of a results file: a job and its answer.
//!
//! A row says its whole job, so it is true wherever it stands. [`columns`] has the one table of its
//! columns, `follow` what it says about other jobs.

use std::time::Duration;

use crate::experiment::plan::Job;
use knight_board::Fault;
use knight_search::estimates::{Estimate, Estimated};
use knight_search::{
    Answer, Board, BoardError, Budget, Engine, Goal, Method, Outcome, Problem, Square, Tour,
};

pub mod columns;
mod follow;
pub mod values;

pub use columns::Record;
pub(super) use follow::TWO_ANSWERS;

/// What a search found and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// How it ended.
    pub outcome: Outcome,
    /// The squares of the tour in order of visit, for [`Outcome::Tour`]. Not yet checked.
    pub tour: Option<Vec<Square>>,
    /// Checks performed; missing without an answer, and for estimates.
    pub checks: Option<u128>,
    /// Placements of the knight; missing for [`Outcome::Budget`] too.
    pub nodes: Option<u128>,
    /// An estimate of the checks; missing for [`Outcome::Unknown`].
    pub estimate: Option<Estimate>,
}

impl Found {
    /// An outcome alone: of a search that had not enough memory or time, or was not made.
    pub fn only(outcome: Outcome) -> Found {
        Found { outcome, tour: None, checks: None, nodes: None, estimate: None }
    }
}

impl From<Estimated> for Found {
    fn from(Estimated { outcome, tour, checks }: Estimated) -> Found {
        Found { tour, estimate: checks, ..Found::only(outcome) }
    }
}

impl From<Answer> for Found {
    fn from(Answer { outcome, checks, nodes, tour }: Answer) -> Found {
        Found { tour, checks: Some(checks), nodes, ..Found::only(outcome) }
    }
}

/// Why a tour is not that of a job.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WrongTour {
    /// It is no tour.
    #[error(transparent)]
    Invalid(#[from] Fault),
    /// It begins at the first of these squares, and the job at the second.
    #[error("it begins at {0}, not at {1}")]
    Start(Square, Square),
    /// It does not meet the goal.
    #[error("it is no {0} tour")]
    Goal(Goal),
}

impl WrongTour {
    /// Refuses a tour from another start, or that does not meet the goal.
    fn check(tour: &Tour, start: Square, goal: Goal) -> Result<(), WrongTour> {
        let (first, last) = (tour.squares()[0], tour.squares()[tour.squares().len() - 1]);
        match first == start {
            false => Err(WrongTour::Start(first, start)),
            true if goal.is_met(first, last) => Ok(()),
            true => Err(WrongTour::Goal(goal)),
        }
    }
}

/// How long a search took.
#[derive(Clone, Copy, Debug)]
pub struct SearchTime {
    /// Wall-clock time.
    pub wall: Duration,
    /// Processor time of the thread, if it is known.
    pub cpu: Option<Duration>,
}

impl Record {
    /// The row of a job that was searched. A tour must pass the independent checker, and be one of
    /// the job; it is kept in the row if `tours` are wanted.
    ///
    /// # Errors
    /// [`WrongTour`].
    pub fn new(
        job: &Job,
        found: &Found,
        time: Option<SearchTime>,
        tours: bool,
    ) -> Result<Record, WrongTour> {
        let problem = &job.problem;
        let &Found { outcome, checks, nodes, estimate, .. } = found;
        let tour = found.tour.clone().map(|squares| Tour::new(problem.board, squares));
        let tour = tour.transpose()?;
        let is_of_job = |tour| WrongTour::check(tour, problem.start, problem.goal);
        tour.as_ref().map_or(Ok(()), is_of_job)?;
        Ok(Record {
            job: job.id,
            rows: problem.board.rows(),
            cols: problem.board.cols(),
            start_row: problem.start.row,
            start_col: problem.start.col,
            order: problem.order,
            rule: job.method.rule,
            goal: problem.goal,
            engine: job.method.engine,
            budget: problem.budget.limit(),
            seed: job.method.seed,
            precision: job.precision,
            outcome,
            success: outcome == Outcome::Tour,
            checks,
            nodes,
            closed: tour.as_ref().map(Tour::is_closed),
            checks_estimate: estimate.map(|estimate| rounded(estimate.value)),
            checks_low: estimate.map(|estimate| rounded(estimate.low())),
            checks_high: estimate.map(|estimate| rounded(estimate.high())),
            samples: estimate.map(|estimate| estimate.samples),
            effective_samples: estimate.map(|estimate| rounded(estimate.effective_samples)),
            heavy_tailed: estimate.map(|estimate| estimate.is_heavy_tailed()),
            tour: tour.filter(|_| tours).map(|tour| tour.to_string()),
            mirrored: false,
            wall_s: time.map(|time| time.wall.as_secs_f64()),
            cpu_s: time.and_then(|time| time.cpu).map(|cpu| cpu.as_secs_f64()),
        })
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

    /// Whether the row is that of an estimated job, which has no counts.
    pub fn is_estimated(&self) -> bool {
        self.engine == Engine::Estimate
    }

    /// Its job, also one that cannot be searched; `None` if there is no such board, square or
    /// budget.
    pub fn as_job(&self) -> Option<Job> {
        let (board, start) = (self.board().ok()?, self.start());
        let budget = self.budget.map_or(Some(Budget::UNLIMITED), |b| Budget::checks(b).ok())?;
        let problem = Problem { board, start, order: self.order, goal: self.goal, budget };
        let method = Method { rule: self.rule, seed: self.seed, engine: self.engine };
        let (id, precision) = (self.job, self.precision);
        let job = Job { id, problem, method, precision, mirror_of: None };
        board.contains(start).then_some(job)
    }

    /// The job as one that can be searched; `None` if there is no such search.
    pub fn searched(&self) -> Option<Job> {
        let job = self.as_job()?;
        let has_own_keys = self.seed.is_some() == job.method.takes_seed()
            && self.precision.is_some() == self.is_estimated()
            && !(self.is_estimated() && self.budget.is_some());
        (has_own_keys && job.method.supports(job.problem.board)).then_some(job)
    }

    /// The recorded tour, if it is one of this job: it begins at the start, meets the goal, and is
    /// closed if the row says so.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn checked_tour(&self) -> Result<Option<Tour>, String> {
        let Some(text) = &self.tour else { return Ok(None) };
        let board = self.board().map_err(|error| error.to_string())?;
        let tour = Tour::parse(board, text).map_err(|error| error.to_string())?;
        let is_of_row = WrongTour::check(&tour, self.start(), self.goal);
        is_of_row.map_err(|wrong| wrong.to_string())?;
        match (self.outcome, self.closed == Some(tour.is_closed())) {
            (Outcome::Tour, true) => Ok(Some(tour)),
            (Outcome::Tour, false) => Err("`closed` does not say whether it is closed".to_owned()),
            _ => Err(format!("outcome {} has none", self.outcome)),
        }
    }
}

/// A number as results have it: with seven significant digits, which say more than any estimate
/// knows.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.6e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests;
