//! The jobs of a plan: settings, and in each of them for every budget the same blocks, one for each
//! board.
//!
//! Nothing here grows with the budgets: the jobs of another budget are as many ids further.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use crate::experiment::orders::Orders;
use crate::experiment::plan::board_pairs::{BoardPairs, PairsOn};
use crate::experiment::seeds::Seeds;
use crate::experiment::{Experiment, Reduction};
use knight_search::{Board, Budget, Engine, Goal, Method, MoveOrder, Rule, Square};

#[derive(Debug)]
pub(super) struct PlanTable {
    pub(super) experiment: Arc<Experiment>,
    /// Empty if no job depends on seeds.
    pub(super) seeds: Seeds,
    /// By rule, then goal, then engine.
    pub(super) settings: Vec<BlockSetting>,
    pub(super) len: u64,
    pub(super) searches: u64,
    /// The places of the boards and the budgets of the experiment.
    pub(super) boards: HashMap<Board, u32>,
    pub(super) budgets: HashMap<Budget, u32>,
}

/// The jobs with one rule, goal and engine: for each budget those of all blocks.
#[derive(Debug)]
pub(super) struct BlockSetting {
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    pub(super) engine: Engine,
    /// Whether its jobs depend on seeds.
    pub(super) has_seeds: bool,
    /// A block for each board.
    pub(super) blocks: Vec<Block>,
    pub(super) first_id: u64,
    /// How many jobs there are for each budget.
    pub(super) jobs: u64,
    /// The number of its first search among those of the plan.
    pub(super) first_search: u64,
    /// How many searches there are for each budget.
    pub(super) searches: u64,
}

/// The jobs of one board with one rule, goal, engine and budget: those of some pairs, each with all
/// seeds of the rule, or with one seed if they are drawn.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) pairs: Arc<BoardPairs>,
    /// Jobs of a pair: one for each seed.
    pub(super) turns: u64,
    /// How many jobs of the setting with the same budget are before it.
    pub(super) first: u64,
    /// How many searches of the setting with the same budget are before it.
    pub(super) first_search: u64,
}

/// Where a job is.
#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    pub(super) setting: &'a BlockSetting,
    pub(super) block: &'a Block,
    /// The place of its budget.
    pub(super) budget: u64,
    /// The place of its pair.
    pub(super) place: u64,
    /// Which of the jobs of the pair it is.
    pub(super) turn: u64,
}

impl PlanTable {
    pub(super) fn new(experiment: &Experiment) -> PlanTable {
        let experiment = Arc::new(experiment.clone());
        let mut table = PlanTable {
            seeds: Seeds::new(&experiment.seeds),
            settings: Vec::new(),
            len: 0,
            searches: 0,
            boards: HashMap::new(),
            budgets: places(&experiment.budgets),
            experiment: Arc::clone(&experiment),
        };
        let (orders, seeds) = (Arc::new(Orders::new(&experiment.orders)), table.seeds.len());
        let mut known = HashMap::new();
        let mut pairs = |on: PairsOn| {
            let new = || Arc::new(BoardPairs::new(&experiment, &orders, seeds, on));
            Arc::clone(known.entry(on).or_insert_with(new))
        };
        for &rule in &experiment.rules {
            for &goal in &experiment.goals {
                for &engine in &experiment.engines {
                    table.add_setting((rule, goal, engine), &mut pairs);
                }
            }
        }
        // Both take memory for each board.
        drop(known);
        PlanTable { boards: places(&experiment.boards), ..table }
    }

    /// Adds a setting, whose blocks share the pairs of a board with others where they are the same.
    fn add_setting(
        &mut self,
        (rule, goal, engine): (Rule, Goal, Engine),
        pairs: &mut impl FnMut(PairsOn) -> Arc<BoardPairs>,
    ) {
        let experiment = &*self.experiment;
        let takes_seed = Method { rule, seed: None, engine }.takes_seed();
        let mut setting = BlockSetting {
            rule,
            goal,
            engine,
            has_seeds: takes_seed && !self.seeds.is_empty(),
            blocks: Vec::with_capacity(experiment.boards.len()),
            first_id: self.len,
            jobs: 0,
            first_search: self.searches,
            searches: 0,
        };
        // The random numbers of an estimate are those of its job, so none follows from another.
        let symmetry =
            if engine == Engine::Estimate { Reduction::Off } else { experiment.symmetry };
        for &board in &experiment.boards {
            let pairs = pairs((board, experiment.skipped_for(board, goal), symmetry));
            let turns = if setting.has_seeds && !pairs.are_drawn() { self.seeds.len() } else { 1 };
            let (first, first_search) = (setting.jobs, setting.searches);
            setting.jobs += pairs.len * turns;
            setting.searches += pairs.searched * turns;
            setting.blocks.push(Block { pairs, turns, first, first_search });
        }
        self.len += setting.jobs * self.budgets_len();
        self.searches += setting.searches * self.budgets_len();
        self.settings.push(setting);
    }

    /// Every block once, whatever the number of budgets.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (&BlockSetting, &Block)> {
        self.settings.iter().flat_map(|setting| setting.blocks.iter().map(move |b| (setting, b)))
    }

    /// How many budgets there are.
    pub(super) fn budgets_len(&self) -> u64 {
        self.experiment.budgets.len() as u64
    }

    /// The setting with this rule, goal and engine.
    pub(super) fn setting(&self, rule: Rule, goal: Goal, engine: Engine) -> Option<&BlockSetting> {
        let wanted = (rule, goal, engine);
        self.settings.iter().find(|setting| (setting.rule, setting.goal, setting.engine) == wanted)
    }

    /// Where a job is; `None` from the number of jobs on.
    pub(super) fn locate(&self, id: u64) -> Option<Located<'_>> {
        if id >= self.len {
            return None;
        }
        let (setting, within) = last_up_to(&self.settings, |setting| setting.first_id, id);
        let (budget, within) = (within / setting.jobs, within % setting.jobs);
        let (block, within) = last_up_to(&setting.blocks, |block| block.first, within);
        let (place, turn) = (within / block.turns, within % block.turns);
        Some(Located { setting, block, budget, place, turn })
    }

    /// The seed of a job, if it depends on one.
    pub(super) fn seed(&self, at: &Located) -> Option<u64> {
        if !at.setting.has_seeds {
            return None;
        }
        self.seeds.get(at.block.pairs.drawn_seed(at.place).unwrap_or(at.turn))
    }

    /// The id of a job with the first budget, by its setting, the block of its board, and its pair.
    /// The seed counts only where jobs depend on one. `None` if there is no such job.
    pub(super) fn first_budget_id(
        &self,
        setting: &BlockSetting,
        block: &Block,
        (start, order): (Square, MoveOrder),
        seed: Option<u64>,
    ) -> Option<u64> {
        let place = block.pairs.place(start, order)?;
        let first = setting.first_id + block.first;
        if !setting.has_seeds {
            return Some(first + place * block.turns);
        }
        let seed = self.seeds.place(seed?)?;
        match block.pairs.drawn_seed(place) {
            Some(drawn) => (drawn == seed).then_some(first + place),
            None => Some(first + place * block.turns + seed),
        }
    }
}

/// The places of values in a list without repeats.
fn places<T: Copy + Eq + Hash>(list: &[T]) -> HashMap<T, u32> {
    list.iter().copied().zip(0..).collect()
}

/// The last item whose first number is not above this one, and how far this one is from it. Items
/// without numbers share their first one with what is behind them, which is the last of these.
fn last_up_to<T>(items: &[T], first: impl Fn(&T) -> u64, number: u64) -> (&T, u64) {
    let item = &items[items.partition_point(|item| first(item) <= number) - 1];
    (item, number - first(item))
}

impl Located<'_> {
    /// The id of the job of another pair that is else the same.
    pub(super) fn id_of(&self, place: u64) -> u64 {
        let BlockSetting { first_id, jobs, .. } = *self.setting;
        first_id + self.budget * jobs + self.block.first + place * self.block.turns + self.turn
    }

    /// The number of the search that gives its row, among those of its setting and budget.
    fn search(&self) -> u64 {
        let search = self.block.pairs.search_of(self.place);
        self.block.first_search + search * self.block.turns + self.turn
    }

    /// The number of the search with the first budget. Shards deal by it, so that jobs which differ
    /// only in their budget belong together.
    pub(super) fn dealt_number(&self) -> u64 {
        self.setting.first_search + self.search()
    }
}
