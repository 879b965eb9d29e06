//! The jobs of a plan: those of each setting, and in it a block for each board.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use crate::experiment::orders::Orders;
use crate::experiment::plan::board_pairs::{BoardPairs, PairsOn};
use crate::experiment::starts::Skipped;
use crate::experiment::{Experiment, Reduction};
use knight_search::{Board, Budget, Engine, Goal, Method, MoveOrder, Rule, Square};

#[derive(Debug)]
pub(super) struct PlanTable {
    pub(super) experiment: Arc<Experiment>,
    /// Without repeats, in the order in which they were named; empty if no job depends on seeds.
    pub(super) seeds: IndexSet<u64>,
    /// In plan order: by rule, then goal, then engine, then budget.
    pub(super) settings: IndexMap<Setting, SettingJobs>,
    pub(super) len: u64,
    pub(super) searches: u64,
    /// The places of the boards of the experiment.
    pub(super) boards: HashMap<Board, u32>,
}

/// How jobs are searched, whatever their board, start, order and seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setting {
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    pub(super) engine: Engine,
    pub(super) budget: Budget,
}

/// The jobs of a setting.
#[derive(Debug)]
pub(super) struct SettingJobs {
    /// Whether they depend on seeds.
    has_seeds: bool,
    /// A block for each board. Settings that differ only in their budget share them.
    pub(super) blocks: Arc<[Block]>,
    pub(super) first_id: u64,
    /// How many there are.
    pub(super) jobs: u64,
    /// The number of the first search, or of that with the first budget, among those of the plan.
    first_dealt: u64,
}

/// The jobs of one board in a setting: those of some pairs, each with all seeds of the rule, or
/// with one seed if they are drawn.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) pairs: Arc<BoardPairs>,
    /// Jobs of a pair: one for each seed.
    pub(super) turns: u64,
    /// How many jobs of the setting are before it.
    pub(super) first: u64,
    /// How many searches of the setting are before it.
    first_search: u64,
}

/// Where a job is.
#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    pub(super) setting: Setting,
    pub(super) of_setting: &'a SettingJobs,
    pub(super) block: &'a Block,
    /// The place of its pair.
    pub(super) place: u64,
    /// Which of the jobs of the pair it is.
    turn: u64,
}

impl PlanTable {
    pub(super) fn new(experiment: &Experiment) -> PlanTable {
        let experiment = Arc::new(experiment.clone());
        let mut table = PlanTable {
            seeds: experiment.seeds.iter().flat_map(|set| set.first..=set.last).collect(),
            settings: IndexMap::new(),
            len: 0,
            searches: 0,
            boards: HashMap::new(),
            experiment: Arc::clone(&experiment),
        };
        let (orders, seeds) = (Arc::new(Orders::new(&experiment.orders)), table.seeds.len() as u64);
        let mut known = HashMap::new();
        let mut pairs = |on: PairsOn| {
            let new = || Arc::new(BoardPairs::new(&experiment, &orders, seeds, on));
            Arc::clone(known.entry(on).or_insert_with(new))
        };
        for &rule in &experiment.rules {
            for &goal in &experiment.goals {
                for &engine in &experiment.engines {
                    table.add_settings((rule, goal, engine), &mut pairs);
                }
            }
        }
        // Both take memory for each board.
        drop(known);
        PlanTable { boards: experiment.boards.iter().copied().zip(0..).collect(), ..table }
    }

    /// Adds the settings with a rule, a goal and an engine, whose blocks share the pairs of a board
    /// with others where they are the same.
    fn add_settings(
        &mut self,
        (rule, goal, engine): (Rule, Goal, Engine),
        pairs: &mut impl FnMut(PairsOn) -> Arc<BoardPairs>,
    ) {
        let experiment = Arc::clone(&self.experiment);
        let takes_seed = Method { rule, seed: None, engine }.takes_seed();
        let has_seeds = takes_seed && !self.seeds.is_empty();
        // The random numbers of an estimate are those of its job, so none follows from another.
        let symmetry =
            if engine == Engine::Estimate { Reduction::Off } else { experiment.symmetry };
        let (mut jobs, mut searches) = (0, 0);
        let block = |&board: &Board| {
            let skipped = Skipped::of(experiment.impossible, board, &[goal]);
            let pairs = pairs((board, skipped, symmetry));
            let turns = if has_seeds && !pairs.are_drawn() { self.seeds.len() as u64 } else { 1 };
            let (first, first_search) = (jobs, searches);
            jobs += pairs.len * turns;
            searches += pairs.searched * turns;
            Block { pairs, turns, first, first_search }
        };
        let blocks: Arc<[Block]> = experiment.boards.iter().map(block).collect();
        let first_dealt = self.searches;
        for &budget in &experiment.budgets {
            let (blocks, first_id) = (Arc::clone(&blocks), self.len);
            let of_setting = SettingJobs { has_seeds, blocks, first_id, jobs, first_dealt };
            self.settings.insert(Setting { rule, goal, engine, budget }, of_setting);
            self.len += jobs;
            self.searches += searches;
        }
    }

    /// The blocks of one budget, which those of each other budget share.
    pub(super) fn blocks_of_a_budget(
        &self,
    ) -> impl Iterator<Item = (Setting, &SettingJobs, &Block)> {
        let of_one = self.settings.iter().step_by(self.experiment.budgets.len().max(1));
        of_one.flat_map(|(setting, of_setting)| {
            of_setting.blocks.iter().map(move |block| (*setting, of_setting, block))
        })
    }

    /// Where a job is; `None` from the number of jobs on.
    pub(super) fn locate(&self, id: u64) -> Option<Located<'_>> {
        if id >= self.len {
            return None;
        }
        // Settings and blocks without jobs share their first id with what is behind them.
        let behind = self.settings.partition_point(|_, jobs| jobs.first_id <= id);
        let (&setting, of_setting) = self.settings.get_index(behind - 1)?;
        let within = id - of_setting.first_id;
        let behind = of_setting.blocks.partition_point(|block| block.first <= within);
        let block = &of_setting.blocks[behind - 1];
        let (place, turn) =
            ((within - block.first) / block.turns, (within - block.first) % block.turns);
        Some(Located { setting, of_setting, block, place, turn })
    }

    /// The seed of a job, if it depends on one.
    pub(super) fn seed(&self, at: &Located) -> Option<u64> {
        let place = at.block.pairs.drawn_seed(at.place).unwrap_or(at.turn);
        self.seeds.get_index(place as usize).copied().filter(|_| at.of_setting.has_seeds)
    }

    /// The id of the job with exactly this setting, board, pair and seed, if it depends on one.
    pub(super) fn find(
        &self,
        setting: Setting,
        board: Board,
        pair: (Square, MoveOrder),
        seed: Option<u64>,
    ) -> Option<u64> {
        let of_setting = self.settings.get(&setting)?;
        let place = *self.boards.get(&board)? as usize;
        let has_seed = of_setting.has_seeds == seed.is_some();
        has_seed.then(|| self.id(of_setting, place, pair, seed)).flatten()
    }

    /// The id of the job of a setting, on the board of this place, with this pair. The seed counts
    /// only where jobs depend on one.
    pub(super) fn id(
        &self,
        of_setting: &SettingJobs,
        board: usize,
        (start, order): (Square, MoveOrder),
        seed: Option<u64>,
    ) -> Option<u64> {
        let block = &of_setting.blocks[board];
        let place = block.pairs.place(start, order)?;
        let turn = match of_setting.has_seeds {
            false => 0,
            true => {
                let seed = self.seeds.get_index_of(&seed?)? as u64;
                match block.pairs.drawn_seed(place) {
                    Some(drawn) if drawn != seed => return None,
                    Some(_) => 0,
                    None => seed,
                }
            }
        };
        Some(of_setting.first_id + block.first + place * block.turns + turn)
    }
}

impl Block {
    /// How many jobs it has.
    pub(super) fn jobs(&self) -> u64 {
        self.pairs.len * self.turns
    }

    /// How many of its jobs have a [dealt number](Located::dealt_number) that leaves this remainder
    /// when divided by `parts`.
    pub(super) fn jobs_of_part(&self, of: &SettingJobs, remainder: u64, parts: u64) -> u64 {
        let upto = |end: u64| (end + parts - 1 - remainder) / parts;
        let before = of.first_dealt + self.first_search;
        self.pairs.rows_of(&|first, len| {
            let begin = before + first * self.turns;
            upto(begin + len * self.turns) - upto(begin)
        })
    }
}

impl Located<'_> {
    /// The id of the job of another pair that is else the same.
    pub(super) fn id_of(&self, place: u64) -> u64 {
        let first = self.of_setting.first_id + self.block.first;
        first + place * self.block.turns + self.turn
    }

    /// The number of the search that gives its row, or of that with the first budget: shards deal
    /// by it, so that jobs which differ only in their budget belong together.
    pub(super) fn dealt_number(&self) -> u64 {
        let search = self.block.pairs.search_of(self.place) * self.block.turns + self.turn;
        self.of_setting.first_dealt + self.block.first_search + search
    }
}
