//! What a row says about other jobs.
//!
//! A search stops at its first tour, so it does not depend on its budget until that is spent: what
//! takes *c* checks takes as many under every budget from *c* on, and ends as `budget` under every
//! smaller one. All engines that count give the same numbers. Jobs that a symmetry maps to one
//! another have the same counts and mirrored tours.

use crate::experiment::plan::Job;
use crate::results::record::Record;
use knight_search::{Board, Budget, Engine, Outcome, Problem, Symmetry, Tour};

impl Record {
    /// The row of a job that follows from this one; `None` if this one does not decide it.
    ///
    /// The row of another job was not searched, so it has no times. Nothing follows from a row
    /// without an answer, and from an estimate only itself: its random numbers are those of its
    /// job.
    ///
    /// It has its tour if `tours` are wanted, and a row without its tour does not decide a job
    /// then.
    pub fn answer_for(&self, job: &Job, tours: bool) -> Option<Record> {
        let own = self.as_job()?;
        let (problem, method) = (&job.problem, &job.method);
        if self.outcome.is_unknown()
            || (self.rule, self.goal, self.seed) != (method.rule, problem.goal, method.seed)
        {
            return None;
        }
        if own.is_same(job) {
            return self.of(job, tours);
        }
        let is_auto = self.engine == method.engine || method.engine == Engine::Auto;
        if self.is_estimated() || method.engine == Engine::Estimate || !is_auto {
            return None;
        }
        let is_image = |image: Problem| Problem { budget: problem.budget, ..image } == *problem;
        let mut symmetries = Symmetry::ALL.into_iter();
        let symmetry = symmetries.find(|g| is_image(own.image(*g).problem))?;
        let mirrored = symmetry != Symmetry::ALL[0];
        let tour = match &self.tour {
            Some(text) if mirrored => Some(image_of_tour(own.problem.board, text, symmetry)?),
            tour => tour.clone(),
        };
        let derived = Record { tour, mirrored, wall_s: None, cpu_s: None, ..self.clone() };
        derived.under(problem.budget)?.of(job, tours)
    }

    /// The row of a job that is searched with this one: itself, or a mirror image, which ran out of
    /// memory or time as well.
    pub(in crate::results) fn of_search(&self, job: &Job, tours: bool) -> Option<Record> {
        if job.id == self.job {
            return Some(self.clone());
        }
        if !self.outcome.is_unknown() {
            return self.answer_for(job, tours);
        }
        Some(Record { mirrored: true, wall_s: None, cpu_s: None, ..self.clone() }.at(job))
    }

    /// What the search would have found under another budget.
    fn under(self, budget: Budget) -> Option<Record> {
        let limit = budget.limit();
        let spent = self.checks?;
        let is_decided = self.outcome != Outcome::Budget;
        let suffices = limit.is_none_or(|limit| spent <= limit);
        if is_decided && suffices {
            return Some(Record { budget: limit, ..self });
        }
        // It takes more than `limit`, if it takes more than its own budget.
        let stopped = limit.filter(|limit| *limit < spent || (!is_decided && *limit == spent))?;
        Some(Record {
            budget: limit,
            outcome: Outcome::Budget,
            success: false,
            checks: Some(stopped),
            nodes: None,
            closed: None,
            tour: None,
            ..self
        })
    }

    /// This answer as the row of a job; `None` if it lacks a tour that is wanted.
    fn of(&self, job: &Job, tours: bool) -> Option<Record> {
        if tours && self.outcome == Outcome::Tour && self.tour.is_none() {
            return None;
        }
        let tour = self.tour.clone().filter(|_| tours);
        Some(Record { tour, ..self.clone() }.at(job))
    }

    /// The row at the place of a job: its board, start and order, and its engine.
    fn at(self, job: &Job) -> Record {
        let Problem { board, start, order, .. } = job.problem;
        Record {
            job: job.id,
            rows: board.rows(),
            cols: board.cols(),
            start_row: start.row,
            start_col: start.col,
            order,
            engine: job.method.engine,
            ..self
        }
    }

    /// Why two rows of one job, or of one search and its mirror images, under any goals, engines
    /// and budgets, cannot both be right; `None` if they can. Only tours of the same search are
    /// compared.
    pub(in crate::results) fn contradiction(&self, other: &Record) -> Option<&'static str> {
        let is_same =
            self.as_job().zip(other.as_job()).is_some_and(|(one, other)| one.is_same(&other));
        if is_same && !self.outcome.is_unknown() && !other.outcome.is_unknown() {
            return (!self.same_fact(other)).then_some(TWO_ANSWERS);
        }
        let counts = |record: &Record| !record.outcome.is_unknown() && !record.is_estimated();
        if !(counts(self) && counts(other)) {
            return None;
        }
        if self.goal == other.goal {
            return contradiction_of_one_goal(self, other);
        }
        // A greedy run that ends where it cannot return is stuck, or not, by its goal.
        if self.rule.is_greedy() {
            return None;
        }
        let (open, closed) = if self.goal < other.goal { (self, other) } else { (other, self) };
        contradiction_of_goals(open, closed)
    }
}

/// Why two rows of one job cannot both be right.
pub(in crate::results) const TWO_ANSWERS: &str = "they are rows of one job with two answers";

/// Whether a search takes more checks by its row than another one by its own. One that was stopped
/// takes more than its budget.
fn takes_more(one: &Record, other: &Record) -> bool {
    match (one.outcome, other.outcome) {
        (_, Outcome::Budget) => false,
        (Outcome::Budget, _) => one.checks >= other.checks,
        _ => one.checks > other.checks,
    }
}

fn contradiction_of_one_goal(one: &Record, other: &Record) -> Option<&'static str> {
    if one.outcome != Outcome::Budget && other.outcome != Outcome::Budget {
        return (!same_answer(one, other)).then_some("they are one search with two answers");
    }
    (takes_more(one, other) || takes_more(other, one))
        .then_some("one says that the search takes more checks than it takes by the other")
}

fn same_answer(one: &Record, other: &Record) -> bool {
    let answer = |r: &Record| (r.outcome, r.checks, r.nodes, r.closed);
    let search = |r: &Record| (r.rows, r.cols, r.start(), r.order);
    let tours = one.tour.as_ref().zip(other.tour.as_ref());
    let tours = tours.filter(|_| search(one) == search(other));
    answer(one) == answer(other) && tours.is_none_or(|(one, other)| one == other)
}

/// A search for a closed tour goes on where one for an open tour has found its tour.
fn contradiction_of_goals(open: &Record, closed: &Record) -> Option<&'static str> {
    match (open.outcome, closed.outcome) {
        (Outcome::None, Outcome::Tour) => {
            Some("a closed tour is a tour, and one says there is none")
        }
        (Outcome::None, Outcome::None | Outcome::Budget)
            if takes_more(open, closed) || takes_more(closed, open) =>
        {
            Some("without any tour both visit everything, in as many checks")
        }
        _ if takes_more(open, closed) => {
            Some("a search for any tour takes at most what one for a closed tour takes")
        }
        _ => None,
    }
}

/// The text of the image of a tour.
fn image_of_tour(board: Board, tour: &str, symmetry: Symmetry) -> Option<String> {
    let tour = Tour::parse(board, tour).ok()?;
    let squares = tour.squares().iter().map(|&square| symmetry.square(board, square)).collect();
    Some(Tour::new(symmetry.board(board), squares).ok()?.to_string())
}

#[cfg(test)]
mod tests;
