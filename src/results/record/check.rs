//! Whether a row can be the record of its job.

use std::fmt::Display;

use crate::experiment::plan::Job;
use crate::results::record::{Record, count_bounds};
use knight_search::board::tour::TourError;
use knight_search::{Goal, Outcome, Tour};

/// Why a row cannot be the record of its job.
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
    /// The recorded tour is invalid.
    #[error("the tour is not valid: {0}")]
    Tour(#[from] TourError),
}

impl Record {
    /// Checks the row against its job and against itself: every column that the job decides, the
    /// consistency of outcome, counts and budget, and the tour, which is required if `tours`.
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
        expect("rule", self.rule, job.method.rule)?;
        expect("goal", self.goal, problem.goal)?;
        expect("engine", self.engine, job.method.engine)?;
        expect_optional("seed", self.seed, job.method.seed)?;
        expect_optional("mirror_of", self.mirror_of, job.mirror_of)?;
        expect_optional("budget", self.budget, problem.budget.limit())
    }

    fn check_answer(&self, job: &Job) -> Result<(), RowFault> {
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
            (Outcome::Memory, _) => contradiction("checks", checks, "missing"),
            (Outcome::Budget, nodes) => {
                expect_optional("nodes", nodes, None)?;
                // The budget is that of the job, so the checks are at fault.
                expect_optional("checks", Some(checks), self.budget)
            }
            (_, None) => contradiction("nodes", "missing", "a count"),
            (outcome, Some(nodes)) => {
                let area = job.problem.board.area() as u128;
                let possible = count_bounds::nodes(job.method.rule, outcome, area);
                if !possible.contains(&nodes) {
                    let expected = format!("{} to {}", possible.start(), possible.end());
                    return contradiction("nodes", nodes, expected);
                }
                let possible = count_bounds::checks(job.method.rule, outcome, area, nodes);
                if !possible.contains(checks) {
                    return contradiction("checks", checks, possible);
                }
                Ok(())
            }
        }?;
        match self.budget {
            Some(budget) if checks > budget => {
                contradiction("checks", checks, "at most the budget")
            }
            _ => Ok(()),
        }
    }

    fn check_times(&self) -> Result<(), RowFault> {
        for (column, seconds) in [("wall_s", Some(self.wall_s)), ("cpu_s", self.cpu_s)] {
            if let Some(seconds) = seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
                return contradiction(column, seconds, "a time in seconds");
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
}

fn expect<T: PartialEq + Display>(
    column: &'static str,
    found: T,
    expected: T,
) -> Result<(), RowFault> {
    expect_optional(column, Some(found), Some(expected))
}

fn expect_optional<T: PartialEq + Display>(
    column: &'static str,
    found: Option<T>,
    expected: Option<T>,
) -> Result<(), RowFault> {
    if found == expected {
        return Ok(());
    }
    let word = |value: Option<T>| value.map_or("missing".to_owned(), |value| value.to_string());
    contradiction(column, word(found), word(expected))
}

fn contradiction(
    column: &'static str,
    found: impl Display,
    expected: impl Display,
) -> Result<(), RowFault> {
    let (found, expected) = (found.to_string(), expected.to_string());
    Err(RowFault::Contradiction { column, found, expected })
}
