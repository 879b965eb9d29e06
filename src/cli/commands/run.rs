//! `run` and `sweep`: the jobs of an experiment into a results file.

use std::iter;
use std::path::{Path, PathBuf, is_separator};

use clap::Args;
use knight_search::Stop;
use knightsweep::experiment::Experiment;
use knightsweep::experiment::shard::Shard;
use knightsweep::results::{Existing, OpenOptions};
use knightsweep::text::{formatting, shown};

use crate::cli::args::{Common, TimeLimitArgs};
use crate::cli::exit_codes::{BAD_INPUT, DONE, FAILED, INTERRUPTED};
use crate::cli::experiment_args::{ExperimentArgs, read_experiment};
use crate::cli::moves_args::say_orders;
use crate::cli::searching;
use crate::cli::ui::{failure, output, print_json, refuse, signals};

/// Run experiment files and save the results
///
/// The results go to results/NAME.csv, and a description of the run to results/NAME.meta.json. Give
/// the same command again to resume a run that was interrupted or killed.
#[derive(Args)]
#[command(after_help = r#"Examples:
  knightsweep run experiments/paper/paper-diagonal.toml
  knightsweep run experiments/chessboard/overnight.toml --out /data/ --threads 8
  knightsweep run experiments/paper/paper-*.toml --out /data/
  knightsweep run experiments/paper/exact-fig2.toml --time-limit 60s
  knightsweep run experiments/paper/exact-fig2.toml --time-limit 1h --retry

An experiment is a TOML file such as this one; docs/reference/experiments.md has all keys:
  boards = ["6x6", "8x8"]        # also 5x6, or 5-8 for 5x5 to 8x8
  starts = "all"                 # also corners, diagonal, centre, orbits, 1,1 or a8
  orders = "fig2"                # also eight digits, all, sample:500:1
  rule = ["fixed", "warnsdorff"]
  budget = ["1M", "1G"]          # 1G for what 1M does not decide
  time_limit = "60s"             # of a job

Ctrl-C or SIGTERM waits for running searches, saves them and exits with 130; it abandons estimates,
and orders of one start that are searched together. A second one abandons all, a third one ends the
program at once.
Rows reach the file within 0.3 s and the disk within 3 s."#)]
pub(crate) struct RunArgs {
    /// Experiments, TOML files
    ///
    /// They run one after the other. If one fails, the others still run, and the exit code says so
    /// at the end
    #[arg(required = true, value_name = "EXPERIMENT")]
    experiments: Vec<PathBuf>,

    /// The results file, or a folder
    ///
    /// [default: results/NAME.csv for NAME.toml, or results/NAME.shard-I-of-N.csv with --shard I/N]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    writing: WritingArgs,
}

/// Run an experiment that options describe
///
/// The results are saved as `run` saves them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep sweep --starts all --budget 1e9 --goal closed --out closed.csv
  knightsweep sweep --board 6x6 --rule fixed warnsdorff --budget 1M 1G --out r.csv
  knightsweep sweep --board 5-7 --starts 1,1 a1 --orders sample:500:1 --out s.csv")]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    experiment: ExperimentArgs,

    /// The results file
    #[arg(short, long, value_name = "FILE.csv")]
    out: PathBuf,

    #[command(flatten)]
    writing: WritingArgs,
}

#[derive(Args)]
struct WritingArgs {
    /// Run only part I of N of the jobs
    ///
    /// Jobs are assigned round-robin; with symmetry = "reduce" an orbit stays in one part. Each
    /// part has its own results file; `knightsweep merge` joins them
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    time_limit: TimeLimitArgs,

    /// Start again, and keep the old results
    ///
    /// First move existing results to NAME.old-1.csv
    #[arg(long)]
    fresh: bool,

    /// Take over rows of other results
    ///
    /// Take every row that is a job of this experiment, or that decides one
    #[arg(long, value_name = "FILE", num_args = 1..)]
    reuse: Vec<PathBuf>,

    /// Repair a damaged results file
    ///
    /// If lines are damaged or rows contradict each other: keeps the file as NAME.old-1.csv, takes
    /// its good rows, and searches the other jobs
    #[arg(long, conflicts_with = "fresh", hide_short_help = true)]
    repair: bool,

    /// Search jobs again that ran out of memory or time
    ///
    /// Give more with --memory and --time-limit. Other rows are kept
    #[arg(long, conflicts_with = "fresh", hide_short_help = true)]
    retry: bool,

    /// Print a summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// `knightsweep run`
pub(super) fn run(common: &Common, arguments: &RunArgs) -> anyhow::Result<u8> {
    if let [experiment] = &arguments.experiments[..] {
        let out = results_of(experiment, arguments.out.as_deref(), arguments.writing.shard);
        return arguments.run(common, experiment, &out);
    }
    let outs = arguments.all_results()?;
    let (mut failed, mut is_bad_input) = (Vec::new(), true);
    for (experiment, out) in iter::zip(&arguments.experiments, &outs) {
        let ended = arguments.run(common, experiment, out);
        // A stop is meant for all of them.
        if signals::obey().stop() != Stop::No {
            return ended;
        }
        let code = ended.unwrap_or_else(|error| failure::report(&error));
        if code != DONE {
            is_bad_input &= code == BAD_INPUT;
            failed.push(shown(experiment).to_string());
        }
    }
    if failed.is_empty() {
        return Ok(DONE);
    }
    let all = formatting::counted(outs.len(), "experiment");
    let which = failed.join(", ");
    output::say(&format!("{} of {all} failed or are not complete: {which}", failed.len()));
    Ok(if is_bad_input { BAD_INPUT } else { FAILED })
}

impl RunArgs {
    fn run(&self, common: &Common, path: &Path, out: &Path) -> anyhow::Result<u8> {
        let experiment = read_experiment(path)?;
        let real = |path: &Path| path.canonicalize().ok();
        if real(out).is_some_and(|target| real(path) == Some(target)) {
            refuse!("{}: this is the experiment file; choose another --out", shown(out));
        }
        if let Some(there) = self.results_elsewhere(path, out) {
            let there = shown(there);
            common.say(&format!(
                "{there} is there already, but {} is begun here; to use that one, add --out {there}",
                shown(out)
            ));
        }
        save(common, experiment, out, &self.writing)
    }

    /// Results of the same name that a run from another folder has begun, if there are none here.
    fn results_elsewhere(&self, experiment: &Path, out: &Path) -> Option<PathBuf> {
        let is_usual = self.out.is_none() && !out.exists();
        let experiment = experiment.canonicalize().ok().filter(|_| is_usual)?;
        let places = experiment.ancestors().skip(1).map(|folder| folder.join(out));
        places.into_iter().find(|place| place.is_file())
    }

    /// The results files of several experiments.
    fn all_results(&self) -> anyhow::Result<Vec<PathBuf>> {
        if let Some(out) = self.out.as_ref().filter(|out| !is_folder(out)) {
            refuse!(
                "--out {}: several experiments do not fit into one results file; give a folder, such \
                 as --out {}/",
                shown(out),
                out.with_extension("").display()
            );
        }
        let out_of = |it: &PathBuf| results_of(it, self.out.as_deref(), self.writing.shard);
        let outs: Vec<PathBuf> = self.experiments.iter().map(out_of).collect();
        for (place, out) in outs.iter().enumerate() {
            if let Some(same) = outs[..place].iter().position(|other| other == out) {
                refuse!(
                    "{} and {} have the same results file, {}; rename one, or run them with \
                     different --out",
                    self.experiments[same].display(),
                    self.experiments[place].display(),
                    shown(out)
                );
            }
        }
        Ok(outs)
    }
}

/// The results file of an experiment, or of a shard of it.
pub(super) fn results_of(experiment: &Path, out: Option<&Path>, shard: Option<Shard>) -> PathBuf {
    let folder = match out {
        Some(out) if !is_folder(out) => return out.to_owned(),
        Some(folder) => folder,
        None => Path::new("results"),
    };
    let name = match shard {
        None => experiment.with_extension("csv"),
        Some(shard) => {
            experiment.with_extension(format!("shard-{}-of-{}.csv", shard.index(), shard.count()))
        }
    };
    folder.join(name.file_name().unwrap_or_default())
}

/// Whether a path is that of a folder, which may not be there yet.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(is_separator)
}

/// `knightsweep sweep`
pub(super) fn sweep(common: &Common, arguments: &SweepArgs) -> anyhow::Result<u8> {
    let experiment = arguments.experiment.experiment(common)?;
    save(common, experiment, &arguments.out, &arguments.writing)
}

fn save(
    common: &Common,
    mut experiment: Experiment,
    out: &Path,
    writing: &WritingArgs,
) -> anyhow::Result<u8> {
    say_orders(common, &experiment);
    writing.time_limit.apply(&mut experiment);
    let existing =
        Existing { move_aside: writing.fresh, repair: writing.repair, retry: writing.retry };
    let (shard, reuse, writer) = (writing.shard, writing.reuse.clone(), common.writer());
    let options = OpenOptions { shard, existing, reuse, writer };
    let run = searching::into_file(common, &experiment, out, options)?;
    if writing.json {
        print_json(&run)?;
    }
    Ok(match run.sealed {
        true => DONE,
        false if run.interrupted && run.summary.failed == 0 => INTERRUPTED,
        false => FAILED,
    })
}
