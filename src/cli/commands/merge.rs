//! `merge`: the rows of several results files in one.

use std::path::PathBuf;

use clap::Args;
use knightsweep::analysis::table::Row;
use knightsweep::results::merge::{Gathered, Merged};
use knightsweep::results::{Paths, Writer};
use knightsweep::text::{first_lines, formatting, grouped, shown};

use crate::cli::args::{Common, command_line};
use crate::cli::exit_codes::DONE;
use crate::cli::experiment_args::read_experiment;
use crate::cli::ui::{print_json, refuse};

/// Merge results files into one
///
/// Such as the shards of an experiment.
///
/// The result has every row of the files once, in the order of the experiment, and is sealed if
/// every job has a row. It equals one run of the whole experiment, except for the times. Lines that
/// are not rows are named and left out. The files that are read do not change.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep merge results/overnight.shard-*.csv --out results/overnight.csv
  knightsweep merge results/overnight.shard-*.csv --partial --out so-far.csv
  knightsweep merge a.csv b.csv --experiment night.toml --partial --out all.csv")]
pub(crate) struct MergeArgs {
    /// Results files to merge
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The results file to write
    ///
    /// NAME.csv. Results of the experiment in this file are merged too
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// The experiment, a TOML file
    ///
    /// [default: the one that all sidecars name]
    #[arg(long, value_name = "EXPERIMENT")]
    experiment: Option<PathBuf>,

    /// Write the result even if rows are missing
    ///
    /// run can resume it
    #[arg(long)]
    partial: bool,

    /// Move old results to NAME.old-1.csv first
    #[arg(long)]
    fresh: bool,

    /// Print a summary as one JSON object
    #[arg(long)]
    json: bool,
}

/// `knightsweep merge`
pub(super) fn merge(common: &Common, arguments: &MergeArgs) -> anyhow::Result<u8> {
    if arguments.files.iter().any(|file| file == "-") {
        refuse!("-: give results to merge by name, with their sidecars beside them");
    }
    let files =
        arguments.files.iter().map(|file| Paths::new(file)).collect::<Result<Vec<_>, _>>()?;
    let out = Paths::new(&arguments.out)?;
    let experiment = arguments.experiment.as_deref().map(read_experiment).transpose()?;
    let gathered = Gathered::read(&files, experiment.clone())?;
    gathered.notes().iter().for_each(|note| common.say(note));
    // Results that are there already count too.
    let counts = gathered.missing() > 0 && !arguments.partial && !arguments.fresh;
    match counts && out.csv.is_file() {
        true => {
            let all: Vec<Paths> = files.iter().cloned().chain([out.clone()]).collect();
            check_complete(&Gathered::read(&all, experiment)?, arguments)?;
        }
        false => check_complete(&gathered, arguments)?,
    }
    let writer = Writer { command: command_line(), threads: 1 };
    let (duplicates, damages) = (gathered.duplicates(), gathered.lines_left_out());
    let mut notes = Vec::new();
    let merged = gathered.write(out, arguments.fresh, writer, &mut notes);
    notes.iter().for_each(|note| common.say(note));
    let merged = merged?;
    common.say(&describe(&merged, duplicates));
    if arguments.json {
        let row = Row::default()
            .with("csv", arguments.out.to_string_lossy().into_owned())
            .with("rows", merged.rows)
            .with("jobs", merged.jobs)
            .with("duplicates", duplicates)
            .with("lines_left_out", damages)
            .with("sealed", merged.sealed);
        print_json(&row)?;
    }
    Ok(DONE)
}

/// Refuses rows that contradict each other, and missing ones unless they may be missing.
fn check_complete(gathered: &Gathered, arguments: &MergeArgs) -> anyhow::Result<()> {
    if let Err(contradiction) = gathered.check_agreement() {
        anyhow::bail!("{contradiction}");
    }
    anyhow::ensure!(
        arguments.partial || gathered.missing() == 0,
        "{}nothing was written; run the missing jobs{}, or use --partial to write the others",
        gaps(gathered),
        if gathered.lines_left_out() > 0 { ", with --repair in a damaged file" } else { "" }
    );
    Ok(())
}

fn describe(merged: &Merged, duplicates: u64) -> String {
    let mut text = format!("{}: ", shown(&merged.csv));
    text += &merged.shard.map_or(String::new(), |shard| format!("shard {shard}, "));
    text += &if merged.sealed {
        let rows = formatting::counted(merged.rows, "row");
        format!("complete and sealed, {rows}")
    } else {
        let jobs = formatting::counted(merged.jobs, "job");
        let rows = grouped(merged.rows);
        format!("{rows} of {jobs}, not sealed; run the experiment with this --out to resume")
    };
    if duplicates > 0 {
        let rows = formatting::counted(duplicates, "row");
        text += &format!("; {rows} of jobs that have another row");
    }
    text
}

fn gaps(gathered: &Gathered) -> String {
    let missing = gathered.missing();
    let by_shard = gathered.shard_gaps();
    let lines = if by_shard.is_empty() {
        const SHOWN: usize = 20;
        let jobs = gathered.gaps().take(SHOWN).map(|job| job.to_string());
        first_lines(jobs, missing.saturating_sub(SHOWN as u64), "")
    } else {
        let lines = by_shard.iter().map(|gap| {
            let (missing, jobs) = (grouped(gap.missing), formatting::counted(gap.jobs, "job"));
            let writer = gathered.writer_of(gap.shard);
            let writer = writer.map(|writer| format!("; {writer} writes it, unless it was killed"));
            format!(
                "shard {} lacks {missing} of its {jobs}{}",
                gap.shard,
                writer.unwrap_or_default()
            )
        });
        first_lines(lines, 0, "")
    };
    format!("{} missing:\n{lines}", formatting::counted(missing, "row"))
}
