//! Plans: the jobs of an experiment, by dense ids.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::experiment::orders::Orders;
use crate::experiment::product::{Leaders, Product, symmetries_of};
use crate::experiment::seeds::Seeds;
use crate::experiment::starts::Starts;
use crate::experiment::{Experiment, Impossible, Reduction, Skipped};
use knight_search::theorems::{self, NoTourReason};
use knight_search::{
    Board, Budget, Engine, Goal, Method, MoveOrder, Problem, Rule, Square, StopRequest,
};

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
/// start, then order, then seed.
///
/// Jobs are made when asked for. A plan takes memory for its boards, for the words of its
/// experiment and for 40,320 orders; a board from which jobs were asked for takes at most 14 bytes
/// a start, and at most 8 if none of the orders is the mirror image of another. Clones share it.
#[derive(Clone, Debug)]
pub struct Plan(Arc<Jobs>);

#[derive(Debug)]
struct Jobs {
    experiment: Experiment,
    orders: Orders,
    /// Empty for a deterministic rule.
    seeds: Seeds,
    blocks: Vec<Block>,
    len: u64,
    searches: u64,
}

/// The jobs of one board with one rule, goal, engine and budget. They are those of some *places*,
/// each with all seeds of the rule.
///
/// If the experiment asks for images, the places are the images of one leader of the product after
/// another, each under all symmetries of the board; else they are those of the product.
#[derive(Debug)]
struct Block {
    board: Board,
    setting: Setting,
    /// Jobs of a place: one for each seed.
    turns: u64,
    skipped: Skipped,
    first_id: u64,
    places: u64,
    /// The number of its first search among those of the plan.
    first_search: u64,
    /// That of the block that differs only in having the first budget. Shards deal by it, so that
    /// jobs which differ only in their budget belong together.
    first_dealt: u64,
    /// The places that are searched.
    searched: u64,
    /// Whether some places are filled in from others.
    mirrors: bool,
    starts: OnceLock<Starts>,
    leaders: OnceLock<Leaders>,
}

/// What all jobs of a block share besides their board.
#[derive(Clone, Copy, Debug)]
struct Setting {
    rule: Rule,
    goal: Goal,
    engine: Engine,
    /// The place of the budget among those of the experiment.
    budget: usize,
}

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
        let Experiment { rules, goals, engines, budgets, .. } = experiment;
        for (&rule, &goal) in rules.iter().flat_map(|rule| goals.iter().map(move |g| (rule, g))) {
            for (&engine, budget) in
                engines.iter().flat_map(|e| (0..budgets.len()).map(move |b| (e, b)))
            {
                for &board in &experiment.boards {
                    jobs.add(board, Setting { rule, goal, engine, budget });
                }
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

    /// The seeds of every pair of start and order; empty for a deterministic rule.
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
    /// too many jobs to look at each, and after a stop request.
    pub fn orbits(&self, stop: &StopRequest) -> Option<u64> {
        const MOST_JOBS: u64 = 5_000_000;
        if self.len() > MOST_JOBS {
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
        let seed = self.0.seeds.get(turn).filter(|_| rule.is_random());
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

impl Jobs {
    /// Adds the jobs of a board with a setting, which is a new pair.
    fn add(&mut self, board: Board, setting: Setting) {
        let boards = self.experiment.boards.len();
        let first_dealt = match setting.budget {
            0 => self.searches,
            // Blocks of one budget follow those of the one before it.
            budget => self.blocks[self.blocks.len() - budget * boards].first_search,
        };
        let skipped = self.experiment.skipped_for(board, setting.goal);
        let reduces = self.experiment.symmetry == Reduction::Reduce;
        let mut block = Block {
            board,
            setting,
            turns: if setting.rule.is_random() { self.seeds.len().max(1) } else { 1 },
            skipped,
            first_dealt,
            first_id: self.len,
            places: 0,
            first_search: self.searches,
            searched: 0,
            mirrors: false,
            starts: OnceLock::new(),
            leaders: OnceLock::new(),
        };
        let symmetries = symmetries_of(board);
        let pairs = Starts::count(&self.experiment.starts, board, skipped) * self.orders.len();
        (block.places, block.searched) = (pairs as u64, pairs as u64);
        let is_related = || self.orders.closure_len(symmetries) < symmetries * self.orders.len();
        if self.experiment.images || (reduces && is_related()) {
            // For the number of its leaders only: a plan of many boards keeps no lists of them.
            let starts = Starts::new(&self.experiment.starts, board, skipped);
            let leaders = Product { board, starts: &starts, orders: &self.orders }.leaders_len();
            if self.experiment.images {
                block.places = leaders * symmetries as u64;
            }
            block.mirrors = reduces;
            block.searched = if reduces { leaders } else { block.places };
        }
        self.len += block.places * block.turns;
        self.searches += block.searched * block.turns;
        self.blocks.push(block);
    }

    fn product<'a>(&'a self, block: &'a Block) -> Product<'a> {
        let list = || Starts::new(&self.experiment.starts, block.board, block.skipped);
        let starts = block.starts.get_or_init(list);
        Product { board: block.board, starts, orders: &self.orders }
    }

    fn leaders<'a>(&'a self, block: &'a Block) -> &'a Leaders {
        block.leaders.get_or_init(|| self.product(block).leaders())
    }

    /// The number of the block of a job of the plan. Blocks without jobs share their first id with
    /// the one behind them, which is the last of these.
    fn number_of_block(&self, id: u64) -> usize {
        self.blocks.partition_point(|b| b.first_id <= id) - 1
    }

    /// The block, the place in it, and the number of the seed of a job.
    fn locate(&self, id: u64) -> Option<(&Block, u64, u64)> {
        if id >= self.len {
            return None;
        }
        let block = &self.blocks[self.number_of_block(id)];
        let within = id - block.first_id;
        Some((block, within / block.turns, within % block.turns))
    }

    fn id(&self, block: &Block, place: u64, turn: u64) -> u64 {
        block.first_id + place * block.turns + turn
    }

    fn pair(&self, block: &Block, place: u64) -> (Square, MoveOrder) {
        let product = self.product(block);
        if !self.experiment.images {
            return product.pair(place);
        }
        let symmetries = symmetries_of(block.board) as u64;
        let leader = self.leaders(block).place(product, place / symmetries);
        product.image(leader, (place % symmetries) as usize)
    }

    /// The place that is searched for this one.
    fn source(&self, block: &Block, place: u64) -> u64 {
        match block.mirrors {
            false => place,
            true if self.experiment.images => place - place % symmetries_of(block.board) as u64,
            true => self.product(block).leader(place),
        }
    }

    fn infeasible_on(&self, block: &Block) -> Option<InfeasibleJobs> {
        let Block { board, places, setting: Setting { goal, .. }, .. } = *block;
        let why_not = |start| theorems::from(board, start, goal);
        let infeasible =
            |places: u64, why| InfeasibleJobs { board, jobs: places * block.turns, why };
        // Only the colour of the start can make a difference, on boards of odd area. Symmetries of
        // such a board keep the colour.
        if goal == Goal::Closed || board.area().is_multiple_of(2) {
            // The same with and without images, but it makes no list of leaders.
            let first = (places > 0).then(|| self.product(block).pair(0));
            return first.and_then(|(start, _)| Some(infeasible(places, why_not(start)?)));
        }
        let starts = self.product(block).starts;
        let mut found = (0..starts.len()).filter_map(|start| {
            let why = why_not(starts.square(start))?;
            Some((start, why))
        });
        if let Starts::All(_) = starts {
            let (first, why) = found.next()?;
            // Where the corner can begin no tour, no square can; else those of the minority cannot.
            let squares = if first == 0 { board.area() } else { board.area() / 2 };
            return Some(infeasible(places / board.area() as u64 * squares as u64, why));
        }
        let places_of = |start: usize| match self.experiment.images {
            false => self.orders.len() as u64,
            true => {
                let leaders = self.leaders(block);
                let own = leaders.before(start + 1) - leaders.before(start);
                own * symmetries_of(board) as u64
            }
        };
        let found = found.map(|(start, why)| (places_of(start), why));
        let mut found = found.filter(|(places, _)| *places > 0);
        let (first, why) = found.next()?;
        Some(infeasible(first + found.map(|(places, _)| places).sum::<u64>(), why))
    }

    /// The jobs of a block whose searches are wanted; `wanted` says how many are in a range of
    /// numbers, by its first and its length.
    fn jobs_in(&self, block: &Block, wanted: &dyn Fn(u64, u64) -> u64) -> u64 {
        let turns = block.turns;
        let of_searches =
            |first: u64, len: u64| wanted(block.first_dealt + first * turns, len * turns);
        let symmetries = symmetries_of(block.board);
        if !block.mirrors {
            return of_searches(0, block.searched);
        }
        if self.experiment.images {
            return of_searches(0, block.searched) * symmetries as u64;
        }
        let (product, leaders) = (self.product(block), self.leaders(block));
        let is_closed = self.orders.closure_len(symmetries) == self.orders.len();
        let of_start = |start: usize| {
            let (first, end) = (leaders.before(start), leaders.before(start + 1));
            let rows = |leader: u64| product.orbit(leaders.place(product, leader)).count() as u64;
            if is_closed && first < end {
                // All orbits of leaders of a start have as many pairs.
                return of_searches(first, end - first) * rows(first);
            }
            (first..end).map(|leader| of_searches(leader, 1) * rows(leader)).sum()
        };
        (0..product.starts.len()).map(of_start).sum()
    }
}

#[cfg(test)]
pub(crate) mod tests;
