//! Whether a row can be the record of its job.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::experiment::plan::Job;
use crate::results::record::tour_cost::TourCost;
use crate::results::record::{Layout, Record, count_bounds};
use knight_search::board::tour::TourError;
use knight_search::{Board, Budget, Goal, Method, Outcome, Problem, Rule, Tour, theorems};

/// Why a row cannot be the record of its job.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RowFault {
    /// The plan has no such job.
    #[error("job {0} is not in the plan")]
    UnknownJob(u64),
    /// The file is for other jobs.
    #[error("job {job} does not belong to {file}")]
    OtherShard {
        /// The job.
        job: u64,
        /// What the file is for.
        file: String,
    },
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
    /// No search of the job ends like this.
    #[error("{column} is {found}, but {why}")]
    Impossible {
        /// The column.
        column: &'static str,
        /// Its value.
        found: String,
        /// Why not.
        why: String,
    },
    /// Another row says the opposite.
    #[error("{here} contradicts {there}: {why}; at least one of the two rows is wrong")]
    Disagreement {
        /// What this row says.
        here: String,
        /// The other row, and what it says.
        there: String,
        /// Why not both can be right.
        why: &'static str,
    },
    /// The recorded tour is invalid.
    #[error("the tour is not valid: {0}")]
    Tour(#[from] TourError),
    /// The recorded tour is not one that the rule leads to.
    #[error(
        "the tour does not follow the rule {0}: it passes over a square with fewer onward moves"
    )]
    NotByRule(Rule),
}

impl Record {
    /// Checks the row against its job and against itself: every column that the job decides, the
    /// consistency of outcome, counts and budget, and the tour, which is required if the file has a
    /// column for it.
    ///
    /// # Errors
    /// The first [`RowFault`].
    pub fn check(&self, job: &Job, layout: Layout) -> Result<(), RowFault> {
        self.checked_tour(job, layout).map(|_| ())
    }

    /// [`Record::check`]; gives the recorded tour.
    pub(in crate::results) fn checked_tour(
        &self,
        job: &Job,
        layout: Layout,
    ) -> Result<Option<Tour>, RowFault> {
        self.check_job(job)?;
        self.check_outcome(job)?;
        self.check_counts(job)?;
        self.check_estimate(job)?;
        self.check_times()?;
        let tour = self.check_tour(job, layout.tours)?;
        self.check_split(job, layout.splits, tour.as_ref())?;
        Ok(tour)
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

    fn check_outcome(&self, job: &Job) -> Result<(), RowFault> {
        let found_tour = self.outcome == Outcome::Tour;
        expect("success", self.success, found_tour)?;
        expect("closed", self.closed.is_some(), found_tour)?;
        if found_tour && job.problem.goal == Goal::Closed {
            expect_optional("closed", self.closed, Some(true))?;
        }
        let board = job.problem.board;
        let no_closed_tour = theorems::closed(board);
        if let (Some(why), Some(true)) = (no_closed_tour, self.closed) {
            return impossible("closed", true, why);
        }
        match self.outcome {
            Outcome::Tour => match theorems::from(board, job.problem.start, job.problem.goal) {
                Some(why) => impossible("outcome", self.outcome, why),
                None => Ok(()),
            },
            Outcome::None if no_closed_tour.is_none() => {
                let why = format!("{board} has a closed tour, so a tour begins at every square");
                impossible("outcome", self.outcome, why)
            }
            Outcome::Memory if self.is_estimated() => {
                impossible("outcome", self.outcome, "estimates take little memory")
            }
            Outcome::Unknown if !self.is_estimated() => {
                impossible("outcome", self.outcome, "only engine estimate ends like this")
            }
            Outcome::Memory if job.method.performs_every_check() => impossible(
                "outcome",
                self.outcome,
                "this rule and engine need no memory for counts",
            ),
            Outcome::Budget if job.method.rule.is_greedy() => self.check_greedy_budget(job),
            _ => Ok(()),
        }
    }

    fn check_greedy_budget(&self, job: &Job) -> Result<(), RowFault> {
        let most = count_bounds::most_of_greedy_run(job);
        if self.budget.is_some_and(|budget| budget < most) {
            return Ok(());
        }
        let why = format!("no greedy run on {} needs more than {most} checks", job.problem.board);
        impossible("outcome", self.outcome, why)
    }

    fn check_counts(&self, job: &Job) -> Result<(), RowFault> {
        self.check_checks()?;
        match (self.checks, self.outcome, self.nodes) {
            (None, _, nodes) | (_, Outcome::Budget, nodes) => expect_optional("nodes", nodes, None),
            (_, _, None) => contradiction("nodes", "missing", "a count"),
            (Some(checks), _, Some(nodes)) => self.check_bounds(job, checks, nodes),
        }
    }

    /// Whether the checks are there if the outcome has a count, and are within the budget.
    fn check_checks(&self) -> Result<(), RowFault> {
        let is_counted = !self.outcome.is_unknown() && !self.is_estimated();
        let Some(checks) = self.checks else {
            return match (self.outcome, self.budget) {
                _ if !is_counted => Ok(()),
                (Outcome::Budget, Some(budget)) => contradiction("checks", "missing", budget),
                _ => contradiction("checks", "missing", "a count"),
            };
        };
        match self.budget {
            _ if !is_counted => contradiction("checks", checks, "missing"),
            // The budget is that of the job, so the checks are at fault.
            budget if self.outcome == Outcome::Budget => {
                expect_optional("checks", Some(checks), budget)
            }
            Some(budget) if checks > budget => {
                contradiction("checks", checks, format!("at most the budget, {budget}"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a search of a job that ends like this can have these checks with these nodes.
    fn check_bounds(&self, job: &Job, checks: u128, nodes: u128) -> Result<(), RowFault> {
        let Some(possible) = count_bounds::nodes(job, self.outcome) else {
            let why = format!("rule {} never ends like this", job.method.rule);
            return impossible("outcome", self.outcome, why);
        };
        expect_nodes(nodes, &possible)?;
        expect_checks(checks, &count_bounds::checks(job, self.outcome, nodes))
    }

    /// Whether the checks and the nodes fit together, as far as that can be said without a plan.
    ///
    /// # Errors
    /// The first [`RowFault`].
    pub(in crate::results) fn check_alone(&self, board: Board) -> Result<(), RowFault> {
        self.check_checks()?;
        let (Some(checks), Some(nodes)) = (self.checks, self.nodes) else { return Ok(()) };
        let (start, order, goal) = (self.start(), self.order, self.goal);
        // What a search takes does not depend on its budget.
        let budget = Budget::UNLIMITED;
        let problem = Problem { board, start, order, goal, budget };
        let method = Method { rule: self.rule, seed: self.seed, engine: self.engine };
        let job = Job { id: self.job, problem, method, mirror_of: self.mirror_of };
        self.check_bounds(&job, checks, nodes)
    }

    fn check_times(&self) -> Result<(), RowFault> {
        for (column, seconds) in [("wall_s", Some(self.wall_s)), ("cpu_s", self.cpu_s)] {
            if let Some(seconds) = seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
                return contradiction(column, seconds, "a time in seconds");
            }
        }
        Ok(())
    }

    fn check_tour(&self, job: &Job, tours: bool) -> Result<Option<Tour>, RowFault> {
        match (&self.tour, tours && self.success) {
            (None, false) => return Ok(None),
            (Some(text), false) => contradiction("tour", start_of(text), "missing")?,
            (None, true) => contradiction("tour", "missing", "the squares of a tour")?,
            (Some(_), true) => {}
        }
        let text = self.tour.as_deref().unwrap_or_default();
        let tour = Tour::parse(job.problem.board, text)?;
        let canonical = tour.to_string();
        if text != canonical {
            contradiction("tour", start_of(text), start_of(&canonical))?;
        }
        expect("tour", tour.squares()[0], job.problem.start)?;
        expect_optional("closed", self.closed, Some(tour.is_closed()))?;
        self.check_cost(job, &tour)?;
        Ok(Some(tour))
    }

    /// Whether nodes and checks are those of a search that found this tour.
    fn check_cost(&self, job: &Job, tour: &Tour) -> Result<(), RowFault> {
        let (Some(nodes), Some(checks)) = (self.nodes, self.checks) else {
            return Ok(());
        };
        let cost = TourCost::new(job, tour).ok_or(RowFault::NotByRule(job.method.rule))?;
        expect_nodes(nodes, &cost.nodes())?;
        expect_checks(checks, &cost.checks(nodes))
    }
}

fn expect_nodes(nodes: u128, possible: &RangeInclusive<u128>) -> Result<(), RowFault> {
    if possible.contains(&nodes) {
        return Ok(());
    }
    contradiction("nodes", nodes, count_bounds::numbers(possible))
}

fn expect_checks(checks: u128, possible: &count_bounds::Checks) -> Result<(), RowFault> {
    if possible.contains(checks) {
        return Ok(());
    }
    contradiction("checks", checks, possible)
}

/// The beginning of a text that may have millions of characters.
fn start_of(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() {
        start += "…";
    }
    start
}

fn expect<T: PartialEq + Display>(
    column: &'static str,
    found: T,
    expected: T,
) -> Result<(), RowFault> {
    expect_optional(column, Some(found), Some(expected))
}

pub(super) fn expect_optional<T: PartialEq + Display>(
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

pub(super) fn contradiction(
    column: &'static str,
    found: impl Display,
    expected: impl Display,
) -> Result<(), RowFault> {
    let (found, expected) = (found.to_string(), expected.to_string());
    Err(RowFault::Contradiction { column, found, expected })
}

pub(super) fn impossible(
    column: &'static str,
    found: impl Display,
    why: impl Display,
) -> Result<(), RowFault> {
    let (found, why) = (found.to_string(), why.to_string());
    Err(RowFault::Impossible { column, found, why })
}
