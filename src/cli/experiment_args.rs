//! What the commands that run an experiment share: its flags, its file, and a warning.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use clap::Args;
use knight_board::theorems::NoTourReason;
use knight_search::{Budget, Engine, Goal, Rule};
use knightsweep::analysis::formatting;
use knightsweep::experiment::plan::{InfeasibleJobs, Job, Plan};
use knightsweep::experiment::{Experiment, Place, Spec, toml_file};
use knightsweep::files::open;
use knightsweep::text::shown::{reason, shown};
use knightsweep::text::{encoding, kind};

use super::args::{Common, listed, word_of};
use super::moves_args::MovesArgs;
use super::ui::failure;

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

/// Reads an experiment file.
pub fn read_experiment(path: &Path) -> anyhow::Result<Experiment> {
    let refuse =
        |why: String| failure::usage(format!("cannot read the experiment {}: {why}", shown(path)));
    let bytes = fs::File::open(path).and_then(open::read);
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => refuse(missing(path)),
        _ => refuse(reason(&error)),
    })?;
    if bytes.trim_ascii().is_empty() {
        return Err(refuse("it is empty; `knightsweep run --help` shows an experiment".to_owned()));
    }
    if let Some(what) = kind::compressed(&bytes) {
        return Err(refuse(what.to_owned()));
    }
    let decoded = encoding::text(&bytes);
    if let Some(kind) = kind::describe(decoded.as_bytes()).filter(|kind| *kind != "an experiment") {
        return Err(refuse(format!("this is {kind}; give a TOML file")));
    }
    if !encoding::is_utf16(&bytes) && str::from_utf8(&bytes).is_err() {
        return Err(refuse("it is not a text in UTF-8; save it as UTF-8".to_owned()));
    }
    Ok(toml_file::parse(&decoded, path)?)
}

/// What to do about an experiment that is not there.
fn missing(path: &Path) -> String {
    let file = path.with_extension("toml");
    let in_folder = Path::new("experiments").join(&file);
    match [file, in_folder].into_iter().find(|candidate| candidate != path && candidate.is_file()) {
        Some(similar) => format!("there is no such file (did you mean {}?)", shown(&similar)),
        None => "there is no such file; give a TOML file, or describe the experiment with the \
                 options of sweep"
            .to_owned(),
    }
}

/// Warns before a run of jobs that are known to find no tour.
pub fn warn_infeasible(common: &Common, plan: &Plan) {
    let infeasible = plan.infeasible();
    by_reason(&infeasible).iter().for_each(|alike| common.say(&describe_infeasible(alike)));
    if !infeasible.is_empty() {
        common.say(
            "to leave out such jobs, write impossible = \"skip\" into the experiment; for sweep give \
             --skip-impossible",
        );
    }
}

/// Puts jobs together of which the same is to be said.
pub fn by_reason(infeasible: &[InfeasibleJobs]) -> Vec<Vec<&InfeasibleJobs>> {
    let mut alike: Vec<Vec<&InfeasibleJobs>> = Vec::new();
    for jobs in infeasible {
        match alike.iter_mut().find(|others| is_same_reason(&others[0].why, &jobs.why)) {
            Some(others) => others.push(jobs),
            None => alike.push(vec![jobs]),
        }
    }
    alike
}

/// Whether the same words say why, whatever the start.
fn is_same_reason(a: &NoTourReason, b: &NoTourReason) -> bool {
    match (a, b) {
        (NoTourReason::MinorityColour(_), NoTourReason::MinorityColour(_)) => true,
        _ => a == b,
    }
}

/// Says that jobs without any limit may take long, if there are many of them on a board where they
/// do.
pub fn warn_unlimited(common: &Common, plan: &Plan, pending: u64) {
    const MANY: u64 = 16;
    const LARGE: usize = 64;
    // Estimates take seconds, and the rules of Warnsdorff rarely go back.
    let may_be_long = |Job { problem, method, .. }: &Job| {
        method.rule == Rule::Fixed
            && method.engine != Engine::Estimate
            && problem.budget == Budget::UNLIMITED
            && problem.board.area() >= LARGE
    };
    if let Some(job) = plan.first_jobs_of_parts().find(may_be_long)
        && pending >= MANY
        && plan.time_limit().is_none()
    {
        let board = job.problem.board;
        common.say(&format!(
            "no limit is set: single jobs on {board} may take minutes and all of --memory; \
             --time-limit stops each job after a time"
        ));
    }
}

/// Says which jobs an experiment leaves out.
pub fn say_skipped(common: &Common, plan: &Plan) {
    let skipped: u64 = plan.skipped().iter().map(|on_board| on_board.jobs).sum();
    if skipped > 0 {
        let jobs = formatting::counted(skipped, "job");
        common.say(&format!("{jobs} skipped: a theorem rules out a tour; plan says which"));
    }
}

/// Jobs that are left out, all for the same reason.
pub fn describe_skipped(alike: &[&InfeasibleJobs]) -> String {
    format!("{}: {}", jobs_on_boards(alike), alike[0].why)
}

/// Jobs that cannot succeed, all for the same reason.
pub fn describe_infeasible(alike: &[&InfeasibleJobs]) -> String {
    let InfeasibleJobs { board, jobs, why } = alike[0];
    let such_as = match why {
        NoTourReason::MinorityColour(start) if alike.len() > 1 => {
            format!(", such as from {start} on {board}")
        }
        NoTourReason::MinorityColour(start) if *jobs > 1 => format!(", such as from {start}"),
        _ => String::new(),
    };
    format!("{} cannot succeed{such_as}: {why}", jobs_on_boards(alike))
}

fn jobs_on_boards(alike: &[&InfeasibleJobs]) -> String {
    /// Boards that are named; there may be a million.
    const NAMED: usize = 5;
    let jobs = alike.iter().map(|on_board| on_board.jobs).sum::<u64>();
    let boards: Vec<String> = alike.iter().map(|on_board| on_board.board.to_string()).collect();
    format!("{} on {}", formatting::counted(jobs, "job"), formatting::listed(&boards, NAMED))
}
