//! What the commands that run an experiment share: its flags, its file, and a warning.

use std::fs;
use std::path::Path;

use clap::Args;
use knightsweep::analysis::formatting;
use knightsweep::experiment::plan::{InfeasibleJobs, Plan};
use knightsweep::experiment::{Experiment, Spec, document};
use knightsweep::files::capped_read;

use super::args::Common;
use super::ui::failure;

/// How a search goes.
#[derive(Args)]
pub struct SearchArgs {
    /// How children are ordered: fixed by the move order alone, warnsdorff by the fewest onward moves and then by
    /// the move order; warnsdorff-random, -pohl and -roth break its ties by lot, by looking further and by the distance
    /// from the centre; greedy, greedy-random, -pohl and -roth are the same and stop at the first dead end
    #[arg(long, default_value_t = Spec::default().rule)]
    pub rule: String,

    /// Seeds of warnsdorff-random and greedy-random: a number or a range such as 1-100; 1 if not given
    #[arg(long, alias = "seed", value_name = "SEED", num_args = 1..)]
    pub seeds: Vec<String>,

    /// Which tours count: open or closed
    #[arg(short, long, default_value_t = Spec::default().goal)]
    pub goal: String,

    /// How counts are obtained: step performs every check, leap counts what fails without visiting it, auto picks
    /// the quicker one; their numbers are the same
    #[arg(long, default_value_t = Spec::default().engine)]
    pub engine: String,
}

impl SearchArgs {
    /// A spec without boards, starts, orders and budget.
    pub fn spec(&self) -> Spec {
        Spec {
            rule: self.rule.clone(),
            seeds: self.seeds.clone(),
            goal: self.goal.clone(),
            engine: self.engine.clone(),
            ..Spec::default()
        }
    }
}

/// An experiment by flags.
#[derive(Args)]
pub struct ExperimentArgs {
    /// Boards: 8x8, 5x6, or 5-8 for the square boards of these sides
    #[arg(short, long = "board", alias = "boards", value_name = "BOARD", num_args = 1.., default_value = "8x8")]
    boards: Vec<String>,

    /// Start squares: all, corners, diagonal, orbits (one per symmetry orbit), 1,1 or a8
    #[arg(short, long, alias = "start", value_name = "START", num_args = 1.., default_value = "all")]
    starts: Vec<String>,

    /// Move orders: fig2, tutorial, alternating, eight digits, rank:N, all, sample:N:SEED, images:ORDER
    #[arg(long, alias = "order", value_name = "ORDER", num_args = 1.., default_value = "fig2")]
    orders: Vec<String>,

    #[command(flatten)]
    search: SearchArgs,

    /// The most checks that a job may spend, such as 100000000, 100M or 1e8; none for no limit
    #[arg(long, value_name = "CHECKS", default_value = "100M", allow_negative_numbers = true)]
    budget: String,

    /// Record the tours
    #[arg(long)]
    tours: bool,

    /// Run each pair of start and order with all its images under the board's symmetries
    #[arg(long)]
    images: bool,

    /// What becomes of jobs that a symmetry of the board maps to one another: off searches each, reduce searches
    /// the first and fills in the rows of the others
    #[arg(long, default_value_t = Spec::default().symmetry)]
    symmetry: String,

    /// A title for the sidecar
    #[arg(long)]
    title: Option<String>,
}

impl ExperimentArgs {
    pub fn experiment(&self) -> anyhow::Result<Experiment> {
        let spec = Spec {
            boards: self.boards.clone(),
            starts: self.starts.clone(),
            orders: self.orders.clone(),
            budget: self.budget.clone(),
            tours: self.tours,
            images: self.images,
            symmetry: self.symmetry.clone(),
            ..self.search.spec()
        };
        let experiment = spec.validate(&|key, _| match key {
            "boards" => "--board".to_owned(),
            key => format!("--{key}"),
        })?;
        Ok(Experiment { title: self.title.clone(), ..experiment })
    }
}

/// Reads an experiment file.
pub fn read_experiment(path: &Path) -> anyhow::Result<Experiment> {
    let text = fs::File::open(path).and_then(capped_read::read_to_string);
    let text = text.map_err(|error| {
        failure::usage(format!("cannot read the experiment {}: {error}", path.display()))
    })?;
    Ok(document::parse(&text, path)?)
}

/// Warns before a run of jobs that are known to find no tour, and returns whether there are any.
pub fn warn_infeasible(common: &Common, plan: &Plan) -> bool {
    let infeasible = plan.infeasible();
    infeasible.iter().for_each(|jobs| common.say(&describe_infeasible(jobs)));
    !infeasible.is_empty()
}

pub fn describe_infeasible(InfeasibleJobs { board, jobs, why }: &InfeasibleJobs) -> String {
    format!("{} on {board} cannot succeed: {why}", formatting::counted(*jobs, "job"))
}
