//! Plans: the jobs of an experiment, by dense ids.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::experiment::orders::Orders;
use crate::experiment::product::symmetries_of;
use crate::experiment::seeds::Seeds;
use crate::experiment::{Experiment, Impossible, Reduction};
use knight_search::estimates::Precision;
use knight_search::theorems::NoTourReason;
use knight_search::{Board, Budget, Method, Problem, StopRequest};

mod blocks;

use blocks::{Block, Jobs, Setting};

/// One search of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its place in the plan, from 0.
    pub id: u64,
    /// What is searched for.
    pub problem: Problem,
    /// How the search goes.
    pub method: Method,
    /// The job, with a smaller id, that is searched in place of this one and whose answer is
    /// mirrored, if the experiment reduces by symmetry.
    pub mirror_of: Option<u64>,
}

/// The jobs of an experiment in plan order: by rule, goal, engine and budget, then by board, then
/// start, then order, then seed; or by board, then draw.
///
/// Jobs are made when asked for. A plan takes memory for its boards, for the words of its
/// experiment and for 40,320 orders; a board from which jobs were asked for takes at most 14 bytes
/// a start, and at most 8 if none of the orders is the mirror image of another. Clones share it.
#[derive(Clone, Debug)]
pub struct Plan(Arc<Jobs>);

/// Jobs of one board that are known to find no tour.
#[derive(Clone, Debug, Serialize)]
pub struct InfeasibleJobs {
    /// In JSON its text, such as `8x8`.
    #[serde(serialize_with = "as_text")]
    pub board: Board,
    /// Their number, at least 1.
    pub jobs: u64,
    /// The reason for the first of them; in JSON a sentence.
    #[serde(serialize_with = "as_text")]
    pub why: NoTourReason,
}

fn as_text<S: Serializer>(value: &impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Plan {
    /// The jobs of an experiment. A pair of start and order that several sets name is there once.
    pub fn new(experiment: &Experiment) -> Plan {
        let mut jobs = Jobs {
            experiment: experiment.clone(),
            orders: Orders::new(&experiment.orders),
            seeds: Seeds::new(&experiment.seeds),
            blocks: Vec::with_capacity(experiment.boards.len()),
            len: 0,
            searches: 0,
        };
        for setting in settings(experiment) {
            for &board in &experiment.boards {
                jobs.add(board, setting);
            }
        }
        Plan(Arc::new(jobs))
    }

    /// Number of jobs; their ids are 0…`len() − 1`.
    pub fn len(&self) -> u64 {
        self.0.len
    }

    /// Whether there is no job.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The seeds of every pair of start and order by random rules and in estimates; empty without
    /// such jobs.
    pub fn seeds(&self) -> &Seeds {
        &self.0.seeds
    }

    /// Whether jobs that a symmetry maps to an earlier one are filled in from its answer.
    pub fn symmetry(&self) -> Reduction {
        self.0.experiment.symmetry
    }

    /// Whether the results hold the tours.
    pub fn tours(&self) -> bool {
        self.0.experiment.tours
    }

    /// What estimates aim at; missing if no job is estimated.
    pub fn precision(&self) -> Option<Precision> {
        self.0.experiment.precision
    }

    /// How long a job may be searched.
    pub fn time_limit(&self) -> Option<Duration> {
        self.0.experiment.time_limit
    }

    /// The budgets of the jobs, without repeats.
    pub fn budgets(&self) -> &[Budget] {
        &self.0.experiment.budgets
    }

    /// The job with another budget that is else the same; `None` if the plan has no such job.
    pub fn with_budget(&self, id: u64, budget: Budget) -> Option<u64> {
        let (block, ..) = self.0.locate(id)?;
        let place = self.budgets().iter().position(|one| *one == budget)?;
        let boards = self.0.experiment.boards.len();
        let number = self.0.number_of_block(id) + place * boards;
        let other = self.0.blocks.get(number - block.setting.budget * boards)?;
        Some(other.first_id + (id - block.first_id))
    }

    /// The boards with the number of jobs on each, in plan order.
    pub fn boards(&self) -> impl Iterator<Item = (Board, u64)> {
        let boards = &self.0.experiment.boards;
        boards.iter().enumerate().map(|(place, &board)| {
            let blocks = self.0.blocks.iter().skip(place).step_by(boards.len());
            (board, blocks.map(|block| block.places * block.turns).sum())
        })
    }

    /// The first job of each part of the plan: of those jobs, one after the other, that have the
    /// same rule, goal, engine, budget and board.
    pub fn first_jobs_of_parts(&self) -> impl Iterator<Item = Job> {
        let blocks = self.0.blocks.iter().filter(|block| block.places * block.turns > 0);
        blocks.filter_map(|block| self.job(block.first_id))
    }

    /// The jobs of each board that are known, without a search, to find no tour.
    pub fn infeasible(&self) -> Vec<InfeasibleJobs> {
        let mut all: Vec<InfeasibleJobs> = Vec::new();
        let mut places = HashMap::new();
        for found in self.0.blocks.iter().filter_map(|block| self.0.infeasible_on(block)) {
            let place = *places.entry((found.board, found.why)).or_insert(all.len());
            match all.get_mut(place) {
                Some(same) => same.jobs += found.jobs,
                None => all.push(found),
            }
        }
        all
    }

    /// The jobs that are left out because a theorem rules out a tour.
    pub fn skipped(&self) -> Vec<InfeasibleJobs> {
        match self.0.experiment.impossible {
            Impossible::Search => Vec::new(),
            Impossible::Skip => {
                let impossible = Impossible::Search;
                Plan::new(&Experiment { impossible, ..self.0.experiment.clone() }).infeasible()
            }
        }
    }

    /// Number of jobs that no symmetry of their board maps to one another. `None` for a plan with
    /// too many jobs to look at each, for one of drawn jobs, and after a stop request.
    pub fn orbits(&self, stop: &StopRequest) -> Option<u64> {
        const MOST_JOBS: u64 = 5_000_000;
        if self.len() > MOST_JOBS || self.0.experiment.draws.is_some() {
            return None;
        }
        let orbits_of = |block: &Block| {
            let orbits = || self.0.product(block).leaders_len() * block.turns;
            stop.check().is_continue().then(orbits)
        };
        self.0.blocks.iter().map(orbits_of).sum()
    }

    /// The job of this id, or `None` from [`Plan::len`] on.
    pub fn job(&self, id: u64) -> Option<Job> {
        let (block, place, turn) = self.0.locate(id)?;
        let (start, order) = self.0.pair(block, place);
        let source = self.0.source(block, place);
        let Setting { rule, goal, engine, budget } = block.setting;
        let budget = self.0.experiment.budgets[budget];
        let turn = self.0.turn(block, place, turn);
        let seed = self.0.seeds.get(turn).filter(|_| block.setting.takes_seeds());
        Some(Job {
            id,
            problem: Problem { board: block.board, start, order, goal, budget },
            method: Method { rule, seed, engine },
            mirror_of: (source != place).then(|| self.0.id(block, source, turn)),
        })
    }

    /// All jobs by ascending id.
    pub fn jobs(&self) -> impl Iterator<Item = Job> {
        (0..self.len()).filter_map(|id| self.job(id))
    }

    /// The job that is searched for the row of a job of the plan: itself, or the one that it
    /// mirrors.
    pub fn searched_for(&self, id: u64) -> u64 {
        let located = self.0.locate(id);
        located
            .map_or(id, |(block, place, turn)| self.0.id(block, self.0.source(block, place), turn))
    }

    /// The jobs whose rows follow from the search of this one, ascending, itself the first. It must
    /// be one that is searched.
    pub fn rows_from(&self, searched: u64) -> Vec<u64> {
        let Some((block, place, turn)) = self.0.locate(searched) else {
            return Vec::new();
        };
        let mut places: Vec<u64> = match block.mirrors {
            false => return vec![searched],
            true if self.0.experiment.images => {
                (place..place + symmetries_of(block.board) as u64).collect()
            }
            true => self.0.product(block).orbit(place).collect(),
        };
        places.sort_unstable();
        places.into_iter().map(|place| self.0.id(block, place, turn)).collect()
    }

    /// Number of jobs that are searched and not filled in.
    pub fn searches(&self) -> u64 {
        self.0.searches
    }

    /// The id of the job of this search, from 0 by ascending id.
    pub fn search(&self, number: u64) -> Option<u64> {
        if number >= self.searches() {
            return None;
        }
        let blocks = &self.0.blocks;
        let block = &blocks[blocks.partition_point(|b| b.first_search <= number) - 1];
        let within = number - block.first_search;
        let (number, turn) = (within / block.turns, within % block.turns);
        let place = match block.mirrors {
            false => number,
            true if self.0.experiment.images => number * symmetries_of(block.board) as u64,
            true => self.0.leaders(block).place(self.0.product(block), number),
        };
        Some(self.0.id(block, place, turn))
    }

    /// The number of the search that gives the row of a job: the inverse of [`Plan::search`].
    pub fn search_of(&self, id: u64) -> Option<u64> {
        let (block, within) = self.search_within(id)?;
        Some(block.first_search + within)
    }

    /// The number by which shards are dealt: that of the search, or of the search with the first
    /// budget.
    pub fn dealt_number(&self, id: u64) -> Option<u64> {
        let (block, within) = self.search_within(id)?;
        Some(block.first_dealt + within)
    }

    /// The block of a job, and the number of its search in it.
    fn search_within(&self, id: u64) -> Option<(&Block, u64)> {
        let (block, place, turn) = self.0.locate(id)?;
        let number = match block.mirrors {
            false => place,
            true if self.0.experiment.images => place / symmetries_of(block.board) as u64,
            true => {
                let product = self.0.product(block);
                self.0.leaders(block).number(product, product.leader(place))
            }
        };
        Some((block, number * block.turns + turn))
    }

    /// How many jobs have a [dealt number](Plan::dealt_number) that leaves this remainder when
    /// divided by `parts`.
    pub fn jobs_of_part(&self, remainder: u64, parts: u64) -> u64 {
        let residues = |first: u64, len: u64| {
            let upto = |end: u64| (end + parts - 1 - remainder) / parts;
            upto(first + len) - upto(first)
        };
        self.0.blocks.iter().map(|block| self.0.jobs_in(block, &residues)).sum()
    }
}

/// What the jobs of one board share, in plan order.
fn settings(experiment: &Experiment) -> Vec<Setting> {
    let mut settings = Vec::new();
    for &rule in &experiment.rules {
        for &goal in &experiment.goals {
            for &engine in &experiment.engines {
                let budgets = 0..experiment.budgets.len();
                settings.extend(budgets.map(|budget| Setting { rule, goal, engine, budget }));
            }
        }
    }
    settings
}

#[cfg(test)]
pub(crate) mod tests;
