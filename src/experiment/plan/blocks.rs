//! The jobs of a plan: a block for each board in each setting, with each budget in turn.

use std::collections::HashMap;
use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

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
    budgets: IndexSet<Budget>,
    /// In plan order: by rule, then goal, then engine.
    settings: IndexMap<Setting, SettingJobs>,
    /// One for each board in the first setting, then one for each board in the second, and so on.
    blocks: Vec<Block>,
    pub(super) len: u64,
    pub(super) searches: u64,
}

/// How jobs are searched, whatever their board, start, order, seed and budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Setting {
    pub(super) rule: Rule,
    pub(super) goal: Goal,
    pub(super) engine: Engine,
}

/// The jobs of a setting: those with the first budget, then those with the second, and so on.
#[derive(Clone, Copy, Debug)]
struct SettingJobs {
    /// The id of the first.
    first: u64,
    /// How many have the same budget.
    of_budget: u64,
}

/// The jobs of one board in a setting with one budget: those of some pairs, each with all seeds of
/// the rule, or with one seed if they are drawn.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) pairs: Arc<BoardPairs>,
    /// Jobs of a pair: one for each seed.
    pub(super) turns: u64,
    /// How many jobs of the setting with the same budget are before it.
    before: u64,
    /// The number of the first search with the first budget among those of the plan.
    pub(super) first_dealt: u64,
}

/// Where a job is.
#[derive(Clone, Copy)]
pub(super) struct Located<'a> {
    pub(super) setting: Setting,
    pub(super) budget: Budget,
    pub(super) block: &'a Block,
    /// The id of the first job of the block with this budget.
    first: u64,
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
        let orders = Arc::new(Orders::new(&experiment.orders));
        let boards: IndexSet<Board> = experiment.boards.iter().copied().collect();
        let budgets: IndexSet<Budget> = experiment.budgets.iter().copied().collect();
        let (of_seeds, of_budgets) = (seeds.len() as u64, budgets.len() as u64);
        let (mut settings, mut blocks) = (IndexMap::new(), Vec::new());
        let (mut len, mut searches) = (0, 0);
        // Settings share the pairs of a board where they are the same.
        let mut known = HashMap::new();
        for setting in settings_of(&experiment) {
            // The random numbers of an estimate are those of its job, so none follows from another.
            let is_estimate = setting.engine == Engine::Estimate;
            let symmetry = if is_estimate { Reduction::Off } else { experiment.symmetry };
            let has_all_seeds = setting.takes_seed() && experiment.draws.is_none();
            let turns = if has_all_seeds { of_seeds } else { 1 };
            let (mut of_budget, mut searched) = (0, 0);
            for &board in &boards {
                let skipped = Skipped::of(experiment.impossible, board, setting.goal);
                let on = (board, skipped, symmetry);
                let new = || Arc::new(BoardPairs::new(&experiment, &orders, of_seeds, on));
                let pairs = Arc::clone(known.entry(on).or_insert_with(new));
                let (before, first_dealt) = (of_budget, searches + searched);
                of_budget += pairs.len * turns;
                searched += pairs.searched * turns;
                blocks.push(Block { pairs, turns, before, first_dealt });
            }
            settings.insert(setting, SettingJobs { first: len, of_budget });
            len += of_budget * of_budgets;
            searches += searched * of_budgets;
        }
        PlanTable { experiment, seeds, boards, budgets, settings, blocks, len, searches }
    }

    /// The blocks of one budget, each with its setting. All budgets share them.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (Setting, &Block)> {
        let of_setting = |setting: &Setting| repeat_n(*setting, self.boards.len());
        self.settings.keys().flat_map(of_setting).zip(&self.blocks)
    }

    /// The blocks of all budgets in plan order, each with the id of its first job.
    pub(super) fn blocks_of_all_budgets(&self) -> impl Iterator<Item = (u64, &Block)> {
        let settings = self.settings.values().zip(self.blocks.chunks(self.boards.len().max(1)));
        settings.flat_map(|(jobs, blocks)| {
            (0..self.budgets.len() as u64).flat_map(move |budget| {
                let first = jobs.first + budget * jobs.of_budget;
                blocks.iter().map(move |block| (first + block.before, block))
            })
        })
    }

    /// The ids of the jobs with a budget, ascending: a range for each setting.
    pub(super) fn jobs_with_budget(&self, budget: Budget) -> impl Iterator<Item = Range<u64>> {
        let place = self.budgets.get_index_of(&budget).map(|place| place as u64);
        place.into_iter().flat_map(|place| {
            self.settings.values().map(move |jobs| {
                let first = jobs.first + place * jobs.of_budget;
                first..first + jobs.of_budget
            })
        })
    }

    /// How many jobs are on the board of a place.
    pub(super) fn jobs_on_board(&self, place: usize) -> u64 {
        // There may be many boards, so the blocks of the others are not walked through.
        let blocks = self.blocks.iter().skip(place).step_by(self.boards.len());
        blocks.map(Block::jobs).sum::<u64>() * self.budgets.len() as u64
    }

    /// Where a job is; `None` from the number of jobs on.
    pub(super) fn locate(&self, id: u64) -> Option<Located<'_>> {
        if id >= self.len {
            return None;
        }
        // Settings and blocks without jobs share their first id with what is behind them.
        let number = self.settings.partition_point(|_, jobs| jobs.first <= id) - 1;
        let (&setting, &SettingJobs { first, of_budget }) = self.settings.get_index(number)?;
        let (budget, within) = ((id - first) / of_budget, (id - first) % of_budget);
        let blocks = &self.blocks[number * self.boards.len()..][..self.boards.len()];
        let block = &blocks[blocks.partition_point(|block| block.before <= within) - 1];
        let (place, turn) =
            ((within - block.before) / block.turns, (within - block.before) % block.turns);
        let first = first + budget * of_budget + block.before;
        let budget = self.budgets[budget as usize];
        Some(Located { setting, budget, block, first, place, turn })
    }

    /// The seed of a job, if it depends on one.
    pub(super) fn seed(&self, at: &Located) -> Option<u64> {
        let place = at.block.pairs.drawn_seed(at.place).unwrap_or(at.turn);
        self.seeds.get_index(place as usize).copied().filter(|_| at.setting.takes_seed())
    }

    /// The id of this job, whose seed counts only if it depends on one.
    pub(super) fn id(&self, job: &Job) -> Option<u64> {
        let setting = self.settings.get_index_of(&Setting::of(job))?;
        let board = self.boards.get_index_of(&job.problem.board)?;
        let budget = self.budgets.get_index_of(&job.problem.budget)? as u64;
        let of_budget = self.settings[setting].of_budget;
        Some(self.id_with_first_budget(setting, board, job)? + budget * of_budget)
    }

    /// The ids, ascending, of the jobs that differ from this one at most in their goal, engine and
    /// budget.
    pub(super) fn siblings(&self, job: Job) -> impl Iterator<Item = u64> + use<'_> {
        let board = self.boards.get_index_of(&job.problem.board);
        let rule = job.method.rule;
        let of_rule = self.settings.iter().enumerate().filter(move |(_, (it, _))| it.rule == rule);
        of_rule.flat_map(move |(setting, (_, jobs))| {
            let first = board.and_then(|board| self.id_with_first_budget(setting, board, &job));
            let budgets = self.budgets.len() as u64;
            let with = move |first| (0..budgets).map(move |budget| first + budget * jobs.of_budget);
            first.into_iter().flat_map(with)
        })
    }

    /// The id of the job in a setting, with the first budget, that has the board, pair and seed of
    /// another job. The seed counts only where jobs depend on one.
    fn id_with_first_budget(&self, setting: usize, board: usize, job: &Job) -> Option<u64> {
        let block = &self.blocks[setting * self.boards.len() + board];
        let (setting, jobs) = self.settings.get_index(setting)?;
        let place = block.pairs.place(job.problem.start, job.problem.order)?;
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
        Some(jobs.first + block.before + place * block.turns + turn)
    }
}

/// The settings of an experiment in plan order.
fn settings_of(experiment: &Experiment) -> IndexSet<Setting> {
    let mut settings = IndexSet::new();
    for &rule in &experiment.rules {
        for &goal in &experiment.goals {
            let with = |&engine| Setting { rule, goal, engine };
            settings.extend(experiment.engines.iter().map(with));
        }
    }
    settings
}

impl Setting {
    /// That of a job.
    pub(super) fn of(job: &Job) -> Setting {
        let (Problem { goal, .. }, Method { rule, engine, .. }) = (job.problem, job.method);
        Setting { rule, goal, engine }
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
        self.first + place * self.block.turns + self.turn
    }

    /// The number of the search that gives its row, or of that with the first budget: shards deal
    /// by it, so that jobs which differ only in their budget belong together.
    pub(super) fn dealt_number(&self) -> u64 {
        self.block.first_dealt
            + self.block.pairs.search_of(self.place) * self.block.turns
            + self.turn
    }
}
