//! The jobs of a plan: a block for each board in each setting.

use std::collections::HashMap;
use std::iter::repeat_n;
use std::sync::Arc;

use indexmap::IndexSet;

use crate::experiment::orders::Orders;
use crate::experiment::plan::Job;
use crate::experiment::plan::board_pairs::BoardPairs;
use crate::experiment::starts::Skipped;
use crate::experiment::{Experiment, Reduction};
use knight_search::{Board, Budget, Engine, Goal, Method, Problem, Rule};

#[derive(Debug)]
pub(super) struct PlanTable {
    pub(super) experiment: Arc<Experiment>,
    /// Without repeats, in the order in which they were named; empty if no job depends on seeds.
    pub(super) seeds: IndexSet<u64>,
    pub(super) boards: IndexSet<Board>,
    /// In plan order: by rule, then goal, then engine, then budget.
    pub(super) settings: IndexSet<Setting>,
    /// One for each board in the first setting, then one for each board in the second, and so on.
    blocks: Vec<Block>,
    pub(super) len: u64,
    pub(super) searches: u64,
}

/// How jobs are searched, whatever their board, start, order and seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setting {
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    pub(super) engine: Engine,
    pub(super) budget: Budget,
}

/// The jobs of one board in a setting: those of some pairs, each with all seeds of the rule, or
/// with one seed if they are drawn.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) pairs: Arc<BoardPairs>,
    /// Jobs of a pair: one for each seed.
    pub(super) turns: u64,
    /// The id of the first job.
    pub(super) first: u64,
    /// The number of the first search, or of that with the first budget, among those of the plan.
    pub(super) first_dealt: u64,
}

/// Where a job is.
#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    pub(super) setting: Setting,
    pub(super) block: &'a Block,
    /// The place of its pair.
    pub(super) place: u64,
    /// Which of the jobs of the pair it is.
    turn: u64,
}

impl PlanTable {
    pub(super) fn new(experiment: &Experiment) -> PlanTable {
        let experiment = Arc::new(experiment.clone());
        let seeds: IndexSet<u64> =
            experiment.seeds.iter().flat_map(|set| set.first..=set.last).collect();
        let (orders, settings) = (Arc::new(Orders::new(&experiment.orders)), settings(&experiment));
        let (boards, of_seeds) = (experiment.boards.len(), seeds.len() as u64);
        let mut blocks: Vec<Block> = Vec::with_capacity(settings.len() * boards);
        let (mut len, mut searches) = (0, 0);
        // Settings share the pairs of a board where they are the same.
        let mut known = HashMap::new();
        for setting in &settings {
            // The random numbers of an estimate are those of its job, so none follows from another.
            let is_estimate = setting.engine == Engine::Estimate;
            let symmetry = if is_estimate { Reduction::Off } else { experiment.symmetry };
            let has_all_seeds = setting.takes_seed() && experiment.draws.is_none();
            let turns = if has_all_seeds { of_seeds } else { 1 };
            let has_first_budget = experiment.budgets.first() == Some(&setting.budget);
            for &board in &experiment.boards {
                let skipped = Skipped::of(experiment.impossible, board, setting.goal);
                let on = (board, skipped, symmetry);
                let new = || Arc::new(BoardPairs::new(&experiment, &orders, of_seeds, on));
                let pairs = Arc::clone(known.entry(on).or_insert_with(new));
                let with_last_budget = blocks.len().checked_sub(boards);
                let first_dealt = match with_last_budget.filter(|_| !has_first_budget) {
                    Some(block) => blocks[block].first_dealt,
                    None => searches,
                };
                let (first, jobs) = (len, pairs.len * turns);
                (len, searches) = (len + jobs, searches + pairs.searched * turns);
                blocks.push(Block { pairs, turns, first, first_dealt });
            }
        }
        // Both take memory for each board.
        drop(known);
        let boards = experiment.boards.iter().copied().collect();
        PlanTable { experiment, seeds, boards, settings, blocks, len, searches }
    }

    /// The blocks in plan order, each with its setting.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (Setting, &Block)> {
        let of_setting = |setting: &Setting| repeat_n(*setting, self.boards.len());
        self.settings.iter().flat_map(of_setting).zip(&self.blocks)
    }

    /// How many jobs are on the board of a place.
    pub(super) fn jobs_on_board(&self, place: usize) -> u64 {
        // There may be many boards, so the blocks of the others are not walked through.
        self.blocks.iter().skip(place).step_by(self.boards.len()).map(Block::jobs).sum()
    }

    /// The blocks of one budget, which those of each other budget repeat.
    pub(super) fn blocks_of_a_budget(&self) -> impl Iterator<Item = (Setting, &Block)> {
        let first = self.experiment.budgets.first();
        self.blocks().filter(move |(setting, _)| Some(&setting.budget) == first)
    }

    /// Where a job is; `None` from the number of jobs on.
    pub(super) fn locate(&self, id: u64) -> Option<Located<'_>> {
        if id >= self.len {
            return None;
        }
        // Blocks without jobs share their first id with what is behind them.
        let number = self.blocks.partition_point(|block| block.first <= id) - 1;
        let (setting, block) = (self.settings[number / self.boards.len()], &self.blocks[number]);
        let (place, turn) = ((id - block.first) / block.turns, (id - block.first) % block.turns);
        Some(Located { setting, block, place, turn })
    }

    /// The seed of a job, if it depends on one.
    pub(super) fn seed(&self, at: &Located) -> Option<u64> {
        let place = at.block.pairs.drawn_seed(at.place).unwrap_or(at.turn);
        self.seeds.get_index(place as usize).copied().filter(|_| at.setting.takes_seed())
    }

    /// The id of the job that has this setting and the board, pair and seed of another job. The
    /// seed counts only where jobs depend on one.
    pub(super) fn id(&self, setting: &Setting, job: &Job) -> Option<u64> {
        let Problem { board, start, order, .. } = job.problem;
        let board = self.boards.get_index_of(&board)?;
        let block = &self.blocks[self.settings.get_index_of(setting)? * self.boards.len() + board];
        let place = block.pairs.place(start, order)?;
        let turn = if setting.takes_seed() {
            let seed = self.seeds.get_index_of(&job.method.seed?)? as u64;
            match block.pairs.drawn_seed(place) {
                Some(drawn) if drawn != seed => return None,
                Some(_) => 0,
                None => seed,
            }
        } else {
            0
        };
        Some(block.first + place * block.turns + turn)
    }
}

/// The settings of an experiment in plan order.
fn settings(experiment: &Experiment) -> IndexSet<Setting> {
    let mut settings = IndexSet::new();
    for &rule in &experiment.rules {
        for &goal in &experiment.goals {
            for &engine in &experiment.engines {
                let with = |&budget| Setting { rule, goal, engine, budget };
                settings.extend(experiment.budgets.iter().map(with));
            }
        }
    }
    settings
}

impl Setting {
    /// That of a job.
    pub(super) fn of(job: &Job) -> Setting {
        let (Problem { goal, budget, .. }, Method { rule, engine, .. }) = (job.problem, job.method);
        Setting { rule, goal, engine, budget }
    }

    /// Whether its jobs depend on seeds.
    pub(super) fn takes_seed(&self) -> bool {
        Method { rule: self.rule, seed: None, engine: self.engine }.takes_seed()
    }
}

impl Block {
    /// How many jobs it has.
    pub(super) fn jobs(&self) -> u64 {
        self.pairs.len * self.turns
    }

    /// How many of its jobs have a [dealt number](Located::dealt_number) that leaves this remainder
    /// when divided by `parts`.
    pub(super) fn jobs_of_part(&self, remainder: u64, parts: u64) -> u64 {
        let upto = |end: u64| (end + parts - 1 - remainder) / parts;
        self.pairs.rows_of(&|first, len| {
            let begin = self.first_dealt + first * self.turns;
            upto(begin + len * self.turns) - upto(begin)
        })
    }
}

impl Located<'_> {
    /// The id of the job of another pair that is else the same.
    pub(super) fn id_of(&self, place: u64) -> u64 {
        self.block.first + place * self.block.turns + self.turn
    }

    /// The number of the search that gives its row, or of that with the first budget: shards deal
    /// by it, so that jobs which differ only in their budget belong together.
    pub(super) fn dealt_number(&self) -> u64 {
        self.block.first_dealt
            + self.block.pairs.search_of(self.place) * self.block.turns
            + self.turn
    }
}
