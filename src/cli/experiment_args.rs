//! An experiment by flags.

use clap::Args;
use knight_search::{Engine, Goal, Rule};
use knightsweep::experiment::{Experiment, Place, Spec};

use super::args::{listed, word_of};
use super::moves_args::MovesArgs;

/// How a search goes.
#[derive(Args)]
pub struct SearchArgs {
    /// How moves are ordered: fixed (by the move order alone), or warnsdorff (fewest onward moves
    /// first, ties by the move order). warnsdorff-random, -pohl, -pohl-random and -roth break ties
    /// at random, by looking one move further, by that and then at random, or by the distance from
    /// the centre; -squirrel-cull by orders that change on the way. greedy, greedy-random and so on
    /// are the same rules without backtracking
    #[arg(long, value_name = "RULE", num_args = 1.., value_delimiter = ',', default_value = "fixed")]
    #[arg(value_parser = word_of(Rule::ALL, Rule::word), ignore_case = true, hide_possible_values = true)]
    pub rule: Vec<String>,

    /// Random seeds of warnsdorff-random, greedy-random and engine estimate: numbers or ranges such
    /// as 1-100 [default: 1]
    #[arg(long, alias = "seed", value_name = "SEED", num_args = 1..)]
    pub seeds: Vec<String>,

    /// Which tours to find: open (any tour) or closed
    ///
    /// Whether a tour closes takes no check. A path that covers the board without closing tries its
    /// eight moves and fails, which takes eight checks.
    #[arg(short, long, value_name = "GOAL", num_args = 1.., value_delimiter = ',', default_value = "open")]
    #[arg(value_parser = word_of(Goal::ALL, Goal::word), ignore_case = true, hide_possible_values = true)]
    pub goal: Vec<String>,

    /// How checks are counted: step performs every check, leap counts failing subtrees without
    /// visiting them, auto chooses the quicker one. All give the same numbers. estimate finds the
    /// tour and estimates the checks, for searches that are too large to count; with --budget none
    #[arg(long, value_name = "ENGINE", num_args = 1.., value_delimiter = ',', default_value = "auto")]
    #[arg(value_parser = word_of(Engine::ALL, Engine::word), ignore_case = true, hide_possible_values = true)]
    pub engine: Vec<String>,

    /// How precise estimates are: half the width of the 95 % interval, such as 1%. Each number that
    /// is sampled has at least 1,000 samples, so estimates may be more precise [default: 2%]
    #[arg(long, value_name = "SHARE", default_value = "", hide_default_value = true)]
    pub precision: String,
}

impl SearchArgs {
    /// A spec without boards, starts, orders and budget.
    pub fn spec(&self) -> Spec {
        Spec {
            rule: self.rule.clone(),
            seeds: self.seeds.clone(),
            goal: self.goal.clone(),
            engine: self.engine.clone(),
            precision: self.precision.clone(),
            ..Spec::default()
        }
    }
}

/// An experiment by flags.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Boards: rows x columns such as 5x6, or 5-8 for all square boards from 5x5 to 8x8
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1.., default_value = "8x8")]
    boards: Vec<String>,

    /// Start squares: all, corners, diagonal, centre, orbits (one per symmetry orbit), 1,1 or a8
    #[arg(short, long, alias = "start", value_name = "START", num_args = 1.., default_value = "all")]
    starts: Vec<String>,

    /// Move orders: fig2, tutorial, alternating, eight digits, rank:N, all, sample:N:SEED,
    /// images:ORDER [default: fig2, or those of --moves]
    #[arg(long, alias = "order", value_name = "ORDER", num_args = 1..)]
    orders: Vec<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Draw N different pairs of a start and an order on each board at random, each with a seed: N
    /// or N:SEED, such as 10000:1 [default: all jobs]
    #[arg(long, value_name = "N:SEED", default_value = "", hide_default_value = true)]
    draws: String,

    #[command(flatten)]
    search: SearchArgs,

    /// Stop each job after this many checks, such as 100000000, 100M or 1e8; none for no limit, as
    /// solve has it. Of several budgets a larger one searches only what a smaller one has not
    /// decided
    #[arg(long, value_name = "CHECKS", num_args = 1.., default_value = "100M", allow_negative_numbers = true)]
    budget: Vec<String>,

    /// Save the tours in an extra column
    #[arg(long)]
    tours: bool,

    /// Add the images of each pair of start and order under the symmetries of the board
    #[arg(long)]
    images: bool,

    /// How to treat jobs that a symmetry of the board maps to one another: off (search each), or
    /// reduce (search the first and fill in the rows of the others)
    #[arg(long, default_value_t = Spec::default().symmetry, value_name = "off|reduce")]
    symmetry: String,

    /// Leave out the jobs for which a theorem rules out a tour
    #[arg(long)]
    skip_impossible: bool,

    /// A title for pictures and reports
    #[arg(long)]
    title: Option<String>,
}

impl ExperimentArgs {
    pub fn experiment(&self) -> anyhow::Result<Experiment> {
        let spec = Spec {
            boards: listed(&self.boards),
            starts: listed(&self.starts),
            orders: self.orders(),
            draws: self.draws.clone(),
            budget: self.budget.clone(),
            tours: self.tours,
            images: self.images,
            symmetry: self.symmetry.clone(),
            impossible: if self.skip_impossible { "skip" } else { "search" }.to_owned(),
            ..self.search.spec()
        };
        let from_flag = spec.orders.len() - self.moves.len();
        let mut experiment = spec.validate(&|key, index| match key {
            "boards" => Place::flag("--board"),
            "impossible" => Place::flag("--skip-impossible"),
            "orders" if index >= from_flag => Place::flag("--moves"),
            key => Place::flag(format!("--{}", key.replace('_', "-"))),
        })?;
        experiment.title.clone_from(&self.title);
        Ok(experiment)
    }

    fn orders(&self) -> Vec<String> {
        match &listed(&self.orders)[..] {
            [] if self.moves.len() == 0 => self.moves.with(&["fig2".to_owned()]),
            orders => self.moves.with(orders),
        }
    }
}
