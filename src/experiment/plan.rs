//! Plans: the jobs of an experiment, by dense ids.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::experiment::{Experiment, Impossible};
use knight_board::theorems::NoTourReason;
use knight_search::estimates::Precision;
use knight_search::{Board, Budget, Engine, Method, Problem, Symmetry};

mod blocks;
mod board_pairs;

use blocks::{Block, PlanTable, Setting};

/// One search of an experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Job {
    /// Its place in the plan, from 0.
    pub id: u64,
    /// What is searched for.
    pub problem: Problem,
    /// How the search goes.
    pub method: Method,
    /// What its estimate aims at; missing for other engines than that of estimates.
    pub precision: Option<Precision>,
    /// The job, with a smaller id, that is searched in place of this one and whose answer is
    /// mirrored, if the experiment reduces by symmetry.
    pub mirror_of: Option<u64>,
}

impl Job {
    /// The image of the job under a symmetry of its board.
    pub fn image(&self, g: Symmetry) -> Job {
        let Problem { board, start, order, .. } = self.problem;
        let (start, order) = (g.square(board, start), g.order(order));
        Job { problem: Problem { board: g.board(board), start, order, ..self.problem }, ..*self }
    }

    /// Whether another plan, or a row, means this job too.
    pub fn is_same(&self, other: &Job) -> bool {
        let of = |job: &Job| (job.problem, job.method, job.precision);
        of(self) == of(other)
    }
}

/// The job in words, without a precision.
impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { board, start, order, goal, budget } = self.problem;
        let Method { rule, seed, engine } = self.method;
        write!(
            f,
            "{board} from {start}, order {order}, {rule}, {goal}, {engine}, budget {budget}"
        )?;
        seed.map_or(Ok(()), |seed| write!(f, ", seed {seed}"))
    }
}

/// The jobs of an experiment in plan order: by rule, goal, engine and budget, then by board, then
/// start, then order, then seed; or by board, then draw.
///
/// Jobs are made when asked for. A plan takes memory for its boards, for the words of its
/// experiment, for its seeds and for 40,320 orders; a board from which jobs were asked for takes 60
/// bytes for each start that is listed and each draw, and 4 bytes for each orbit if symmetries
/// matter. Clones share it.
#[derive(Clone, Debug)]
pub struct Plan(Arc<PlanTable>);

/// A part of a plan: those jobs, one after the other, that have the same rule, goal, engine, budget
/// and board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The id of its first job.
    pub first: u64,
    /// Number of jobs.
    pub jobs: u64,
    /// How many of them are searched and not filled in.
    pub searches: u64,
}

/// Jobs that are known to find no tour.
#[derive(Clone, Debug, Serialize)]
pub struct InfeasibleJobs {
    /// Their number, at least 1.
    pub jobs: u64,
    /// The board of the first of them; in JSON its text, such as `8x8`.
    #[serde(serialize_with = "as_text")]
    pub board: Board,
    /// The reason for the first of them; in JSON a sentence.
    #[serde(serialize_with = "as_text")]
    pub why: NoTourReason,
}

/// Serde through `Display`, so that the search library does not depend on serde.
pub(crate) fn as_text<S: Serializer>(
    value: &impl fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Experiment {
    /// The jobs that are left out because a theorem rules out a tour.
    pub fn skipped(&self) -> Option<InfeasibleJobs> {
        let impossible = Impossible::Search;
        match self.impossible {
            Impossible::Search => None,
            Impossible::Skip => Plan::new(&Experiment { impossible, ..self.clone() }).infeasible(),
        }
    }
}

impl Plan {
    /// The jobs of an experiment. A pair of start and order that several sets name is there once.
    pub fn new(experiment: &Experiment) -> Plan {
        Plan(Arc::new(PlanTable::new(experiment)))
    }

    /// Number of jobs; their ids are 0…`len() − 1`.
    pub fn len(&self) -> u64 {
        self.0.len
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.0.experiment
    }

    /// Whether the results hold the tours.
    pub fn tours(&self) -> bool {
        self.0.experiment.tours
    }

    /// The budgets of the jobs, without repeats.
    pub fn budgets(&self) -> &[Budget] {
        &self.0.experiment.budgets
    }

    /// The ids of the jobs with a budget, ascending: a range for each rule, goal and engine.
    pub fn jobs_with_budget(&self, budget: Budget) -> impl Iterator<Item = Range<u64>> {
        self.0.jobs_with_budget(budget)
    }

    /// The boards with the number of jobs on each, in plan order.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u64)> {
        let boards = self.0.boards.iter().enumerate();
        boards.map(|(place, &board)| (board, self.0.jobs_on_board(place)))
    }

    /// Its parts that have jobs, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        let parts = self.0.blocks_of_all_budgets().map(|(first, block)| Part {
            first,
            jobs: block.jobs(),
            searches: block.pairs.searched * block.turns,
        });
        parts.filter(|part| part.jobs > 0)
    }

    /// The first job of each part.
    pub fn first_jobs_of_parts(&self) -> impl Iterator<Item = Job> {
        self.parts().filter_map(|part| self.job(part.first))
    }

    /// The jobs that are known, without a search, to find no tour.
    pub fn infeasible(&self) -> Option<InfeasibleJobs> {
        let budgets = self.budgets().len() as u64;
        let infeasible_in = |(setting, block): (Setting, &Block)| {
            let (pairs, why) = block.pairs.infeasible(setting.goal)?;
            let jobs = pairs * block.turns * budgets;
            Some(InfeasibleJobs { jobs, board: block.pairs.board, why })
        };
        let found = self.0.blocks().filter_map(infeasible_in);
        found.reduce(|first, next| InfeasibleJobs { jobs: first.jobs + next.jobs, ..first })
    }

    /// The id of this job in the plan; `None` if the plan does not have it.
    pub fn find(&self, job: &Job) -> Option<u64> {
        let setting = Setting::of(job);
        let is_alike = job.precision == self.precision(setting.engine)
            && job.method.seed.is_some() == setting.takes_seed();
        is_alike.then(|| self.0.id(job)).flatten()
    }

    /// What the jobs of an engine aim at.
    fn precision(&self, engine: Engine) -> Option<Precision> {
        self.0.experiment.precision.filter(|_| engine == Engine::Estimate)
    }

    /// The ids, ascending, of the jobs that differ from this one at most in their goal, engine and
    /// budget. The job itself is among them, if the plan has it. Seeds are compared only where jobs
    /// depend on one.
    pub fn siblings(&self, job: &Job) -> impl Iterator<Item = u64> + use<'_> {
        self.0.siblings(*job)
    }

    /// The job of this id, or `None` from [`Plan::len`] on.
    pub fn job(&self, id: u64) -> Option<Job> {
        let at = self.0.locate(id)?;
        let (pairs, budget, Setting { rule, goal, engine }) =
            (&at.block.pairs, at.budget, at.setting);
        let (start, order) = pairs.pair(at.place);
        let source = pairs.source(at.place);
        Some(Job {
            id,
            problem: Problem { board: pairs.board, start, order, goal, budget },
            method: Method { rule, seed: self.0.seed(&at), engine },
            precision: self.precision(engine),
            mirror_of: (source != at.place).then(|| at.id_of(source)),
        })
    }

    /// All jobs by ascending id.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        (0..self.len()).filter_map(|id| self.job(id))
    }

    /// The job that is searched for the row of a job of the plan: itself, or the one that it
    /// mirrors.
    pub fn searched_for(&self, id: u64) -> u64 {
        self.0.locate(id).map_or(id, |at| at.id_of(at.block.pairs.source(at.place)))
    }

    /// The jobs whose rows follow from the search of this one, ascending, itself the first. It must
    /// be one that is searched.
    pub fn rows_from(&self, searched: u64) -> Vec<u64> {
        let Some(at) = self.0.locate(searched) else {
            return Vec::new();
        };
        let places = at.block.pairs.rows_from(at.place);
        places.into_iter().map(|place| at.id_of(place)).collect()
    }

    /// Number of jobs that are searched and not filled in.
    pub fn searches(&self) -> u64 {
        self.0.searches
    }

    /// The number by which shards are dealt: that of the search, or of the search with the first
    /// budget.
    pub fn dealt_number(&self, id: u64) -> Option<u64> {
        self.0.locate(id).map(|at| at.dealt_number())
    }

    /// How many jobs have a [dealt number](Plan::dealt_number) that leaves this remainder when
    /// divided by `parts`.
    pub fn jobs_of_part(&self, remainder: u64, parts: u64) -> u64 {
        let blocks = self.0.blocks();
        let jobs: u64 = blocks.map(|(_, block)| block.jobs_of_part(remainder, parts)).sum();
        jobs * self.budgets().len() as u64
    }
}

#[cfg(test)]
pub(crate) mod tests;
