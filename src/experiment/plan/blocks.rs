//! The jobs of a plan as blocks: those of one board with one rule, goal, engine and budget.

use std::sync::OnceLock;

use crate::experiment::draws::{BoardDraws, Drawn};
use crate::experiment::orders::Orders;
use crate::experiment::plan::InfeasibleJobs;
use crate::experiment::product::{Leaders, Product, symmetries_of};
use crate::experiment::seeds::Seeds;
use crate::experiment::starts::Starts;
use crate::experiment::{Experiment, Reduction, Skipped};
use knight_search::{Board, Engine, Goal, Method, MoveOrder, Rule, Square, theorems};

#[derive(Debug)]
pub(super) struct Jobs {
    pub(super) experiment: Experiment,
    pub(super) orders: Orders,
    /// Empty if no job depends on seeds.
    pub(super) seeds: Seeds,
    pub(super) blocks: Vec<Block>,
    pub(super) len: u64,
    pub(super) searches: u64,
}

/// The jobs of one board with one rule, goal, engine and budget. They are those of some *places*,
/// each with all seeds of the rule.
///
/// If the experiment asks for images, the places are the images of one leader of the product after
/// another, each under all symmetries of the board. If it draws jobs, they are the draws, each with
/// one seed. Else they are those of the product.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) board: Board,
    pub(super) setting: Setting,
    /// Jobs of a place: one for each seed.
    pub(super) turns: u64,
    pub(super) skipped: Skipped,
    pub(super) first_id: u64,
    pub(super) places: u64,
    /// The number of its first search among those of the plan.
    pub(super) first_search: u64,
    /// That of the block that differs only in having the first budget. Shards deal by it, so that
    /// jobs which differ only in their budget belong together.
    pub(super) first_dealt: u64,
    /// The places that are searched.
    pub(super) searched: u64,
    /// What its places are, if they are drawn.
    pub(super) draws: Option<BoardDraws>,
    /// Whether some places are filled in from others.
    pub(super) mirrors: bool,
    pub(super) starts: OnceLock<Starts>,
    pub(super) leaders: OnceLock<Leaders>,
}

/// What all jobs of a block share besides their board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    pub(super) engine: Engine,
    /// The place of the budget among those of the experiment.
    pub(super) budget: usize,
}

impl Setting {
    /// Whether its jobs depend on seeds.
    pub(super) fn takes_seeds(&self) -> bool {
        Method { rule: self.rule, seed: None, engine: self.engine }.takes_seed()
    }
}

impl Jobs {
    /// Adds the jobs of a board with a setting, which is a new pair.
    pub(super) fn add(&mut self, board: Board, setting: Setting) {
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
            turns: if setting.takes_seeds() { self.seeds.len().max(1) } else { 1 },
            skipped,
            first_dealt,
            first_id: self.len,
            places: 0,
            first_search: self.searches,
            searched: 0,
            draws: None,
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
        if let Some(draws) = self.experiment.draws.filter(|_| pairs > 0) {
            (block.places, block.searched, block.turns) = (draws.len(), draws.len(), 1);
            block.draws = Some(draws.on(board));
        }
        self.len += block.places * block.turns;
        self.searches += block.searched * block.turns;
        self.blocks.push(block);
    }

    pub(super) fn product<'a>(&'a self, block: &'a Block) -> Product<'a> {
        let list = || Starts::new(&self.experiment.starts, block.board, block.skipped);
        let starts = block.starts.get_or_init(list);
        Product { board: block.board, starts, orders: &self.orders }
    }

    pub(super) fn leaders<'a>(&'a self, block: &'a Block) -> &'a Leaders {
        block.leaders.get_or_init(|| self.product(block).leaders())
    }

    /// The number of the block of a job of the plan. Blocks without jobs share their first id with
    /// the one behind them, which is the last of these.
    pub(super) fn number_of_block(&self, id: u64) -> usize {
        self.blocks.partition_point(|b| b.first_id <= id) - 1
    }

    /// The block, the place in it, and the number of the seed of a job.
    pub(super) fn locate(&self, id: u64) -> Option<(&Block, u64, u64)> {
        if id >= self.len {
            return None;
        }
        let block = &self.blocks[self.number_of_block(id)];
        let within = id - block.first_id;
        Some((block, within / block.turns, within % block.turns))
    }

    pub(super) fn id(&self, block: &Block, place: u64, turn: u64) -> u64 {
        block.first_id + place * block.turns + turn
    }

    pub(super) fn pair(&self, block: &Block, place: u64) -> (Square, MoveOrder) {
        let product = self.product(block);
        if let Some(Drawn { start, order, .. }) = self.drawn(block, place) {
            return product.pair(start * self.orders.len() as u64 + order);
        }
        if !self.experiment.images {
            return product.pair(place);
        }
        let symmetries = symmetries_of(block.board) as u64;
        let leader = self.leaders(block).place(product, place / symmetries);
        product.image(leader, (place % symmetries) as usize)
    }

    /// What is drawn for a place, if places are drawn.
    fn drawn(&self, block: &Block, place: u64) -> Option<Drawn> {
        let starts = self.product(block).starts.len() as u64;
        let (orders, seeds) = (self.orders.len() as u64, self.seeds.len());
        block.draws.map(|draws| draws.get(place, starts, orders, seeds))
    }

    /// The place of the seed of a job.
    pub(super) fn turn(&self, block: &Block, place: u64, turn: u64) -> u64 {
        self.drawn(block, place).map_or(turn, |drawn| drawn.seed)
    }

    /// The place that is searched for this one.
    pub(super) fn source(&self, block: &Block, place: u64) -> u64 {
        match block.mirrors {
            false => place,
            true if self.experiment.images => place - place % symmetries_of(block.board) as u64,
            true => self.product(block).leader(place),
        }
    }

    pub(super) fn infeasible_on(&self, block: &Block) -> Option<InfeasibleJobs> {
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
        if block.draws.is_some() {
            let mut found = (0..places).filter_map(|place| why_not(self.pair(block, place).0));
            let why = found.next()?;
            return Some(infeasible(1 + found.count() as u64, why));
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
    pub(super) fn jobs_in(&self, block: &Block, wanted: &dyn Fn(u64, u64) -> u64) -> u64 {
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
