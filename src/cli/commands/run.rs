//! `run` and `sweep`: the jobs of an experiment into a results file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use knightsweep::experiment::Experiment;
use knightsweep::experiment::shard::Shard;
use knightsweep::results::Existing;

use crate::cli::args::{Common, TimeLimit, parse_time_limit};
use crate::cli::experiment_args::{ExperimentArgs, read_experiment};
use crate::cli::jobs::{self, FileRun};
use crate::cli::moves_args::say_orders_of_moves;
use crate::cli::ui::failure;
use crate::cli::ui::output::print_json;
use crate::cli::ui::signals;

/// Run an experiment file and save the results
///
/// The results go to results/NAME.csv, and a description of the run to results/NAME.meta.json. Give
/// the same command again to resume a run that was interrupted or killed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep run experiments/paper-diagonal.toml
  knightsweep run experiments/overnight.toml --out /data/overnight.csv --threads 8
  knightsweep run experiments/exact-fig2.toml --time-limit 60s
  knightsweep run experiments/exact-fig2.toml --time-limit 1h --retry-time

Ctrl-C or SIGTERM waits for the running jobs, saves them and exits with 130. A second one abandons
the running jobs, a third one ends the program at once. Rows reach the file within 0.3 s and the
disk within 3 s.")]
pub struct RunArgs {
    /// The experiment, a TOML file
    pub experiment: PathBuf,

    /// The results file [default: results/NAME.csv for NAME.toml, or results/NAME.shard-I-of-N.csv
    /// with --shard I/N]
    #[arg(short, long, value_name = "FILE.csv")]
    out: Option<PathBuf>,

    #[command(flatten)]
    writing: WritingArgs,
}

/// Run an experiment given by flags and save the results
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep sweep --board 8x8 --starts all --budget 1e9 --goal closed --out closed.csv
  knightsweep sweep --board 5-7 --starts 1,1 a1 --orders sample:500:1 --tours --out sizes.csv")]
pub struct SweepArgs {
    #[command(flatten)]
    pub experiment: ExperimentArgs,

    /// The results file
    #[arg(short, long, value_name = "FILE.csv")]
    out: PathBuf,

    #[command(flatten)]
    writing: WritingArgs,
}

#[derive(Args)]
struct WritingArgs {
    /// Run only part I of N of the jobs, assigned round-robin; with symmetry = "reduce" an orbit
    /// stays in one part. Each part has its own results file; `knightsweep merge` joins them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Stop each job after this time, such as 60s, 5m or 1h30m; none for no limit. Such a job ends
    /// with outcome `time`: nothing is known of it, and a slower machine may stop more jobs
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    time_limit: Option<TimeLimit>,

    /// Start again: first move existing results to NAME.old-1.csv
    #[arg(long)]
    fresh: bool,

    /// Search again the jobs that ran out of memory; give more with --memory. Other rows are kept
    #[arg(long, conflicts_with = "fresh")]
    retry_memory: bool,

    /// Search again the jobs that ran out of time; give more with --time-limit. Other rows are kept
    #[arg(long, conflicts_with = "fresh")]
    retry_time: bool,

    /// Print a summary of the run as one JSON object
    #[arg(long)]
    json: bool,
}

/// `knightsweep run`
pub fn run(common: &Common, arguments: &RunArgs) -> anyhow::Result<ExitCode> {
    let experiment = read_experiment(&arguments.experiment)?;
    let default_out = || {
        let name = match arguments.writing.shard {
            None => arguments.experiment.with_extension("csv"),
            Some(shard) => arguments.experiment.with_extension(format!(
                "shard-{}-of-{}.csv",
                shard.index(),
                shard.count()
            )),
        };
        Path::new("results").join(name.file_name().unwrap_or_default())
    };
    let out = arguments.out.clone().unwrap_or_else(default_out);
    let real = |path: &Path| path.canonicalize().ok();
    if real(&out).is_some_and(|target| real(&arguments.experiment) == Some(target)) {
        let out = out.display();
        let why = format!("{out}: this is the experiment file; choose another --out");
        return Err(failure::usage(why));
    }
    into_file(common, &experiment, &out, &arguments.writing)
}

/// `knightsweep sweep`
pub fn sweep(common: &Common, arguments: &SweepArgs) -> anyhow::Result<ExitCode> {
    let experiment = arguments.experiment.experiment()?;
    into_file(common, &experiment, &arguments.out, &arguments.writing)
}

fn into_file(
    common: &Common,
    experiment: &Experiment,
    out: &Path,
    writing: &WritingArgs,
) -> anyhow::Result<ExitCode> {
    say_orders_of_moves(common, experiment);
    let mut experiment = experiment.clone();
    if let Some(TimeLimit(limit)) = writing.time_limit {
        experiment.time_limit = limit;
    }
    let existing = match (writing.fresh, writing.retry_memory, writing.retry_time) {
        (true, ..) => Existing::MoveAside,
        (_, true, true) => Existing::RetryBoth,
        (_, true, false) => Existing::RetryMemory,
        (_, false, true) => Existing::RetryTime,
        (_, false, false) => Existing::Resume,
    };
    let run = jobs::into_file(common, &experiment, out, writing.shard, existing)?;
    if writing.json {
        print_json(&run)?;
    }
    Ok(exit_code(&run))
}

fn exit_code(run: &FileRun) -> ExitCode {
    if run.sealed {
        ExitCode::SUCCESS
    } else if run.interrupted && run.summary.failed == 0 {
        ExitCode::from(signals::INTERRUPTED)
    } else {
        ExitCode::FAILURE
    }
}
