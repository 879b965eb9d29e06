//! `merge`: results files of one experiment into one.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use knightsweep::analysis::formatting::{self, first_lines, first_lines_of_more, grouped};
use knightsweep::files::open;
use knightsweep::files::shown::shown;
use knightsweep::results::merge::{Gathered, Merged, OnDamage, OnOccupied};
use knightsweep::results::{Paths, Rows, RowsError, Writer};
use serde::Serialize;

use crate::cli::args::{Common, command_line};
use crate::cli::ui::failure;
use crate::cli::ui::files::ending;
use crate::cli::ui::output::{lossy, print_json};

mod recheck;

use recheck::{Rechecked, recheck};

/// Merge the shards of an experiment into one results file, or salvage a damaged one
///
/// All files must belong to the same experiment, and every job must have a row. Rows of the same
/// job must agree, except for their times. The result is sorted and sealed, and equals that of one
/// run of the whole experiment except for the times. The files that are read do not change.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep merge results/overnight.shard-*.csv --out results/overnight.csv
  knightsweep merge results/overnight.shard-*.csv --partial --out results/so-far.csv
  knightsweep merge --salvage --recheck damaged.csv --out good.csv

Exit codes: 0 if the result was written, 1 if rows are missing or contradict each other and nothing \
was written, 2 if the files do not belong together, 130 if a recheck was interrupted.")]
pub struct MergeArgs {
    /// Results files to merge
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The results file to write, NAME.csv
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Write the result even if rows are missing; run can resume it
    #[arg(long)]
    partial: bool,

    /// Leave out damaged rows, rows that contradict each other, and rows of files that are known to
    /// have changed; implies --partial
    #[arg(long)]
    salvage: bool,

    /// With --salvage, search the jobs of rows that cannot be trusted again, and keep the rows that
    /// are confirmed
    #[arg(long, requires = "salvage")]
    recheck: bool,

    /// First move existing results at --out to NAME.old-1.csv
    #[arg(long)]
    fresh: bool,

    /// Print a summary of the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// `knightsweep merge`
pub fn merge(common: &Common, arguments: &MergeArgs) -> anyhow::Result<ExitCode> {
    let files = arguments.files.iter().map(|file| input(file));
    let files = files.collect::<Result<Vec<_>, _>>()?;
    let out = Paths::new(&arguments.out)?;
    let on_damage = if arguments.salvage { OnDamage::LeaveOut } else { OnDamage::Refuse };
    let mut gathered = Gathered::read(&files, on_damage)?;
    if !arguments.salvage {
        check_complete(&gathered, arguments)?;
    }
    if arguments.recheck {
        let Rechecked { jobs, confirmed } = recheck(common, &mut gathered)
            .map_err(|error| failure::explain_interruption(error, "nothing was written"))?;
        let jobs = formatting::counted(jobs, "job");
        common.say(&format!(
            "{jobs} searched again, {} confirmed",
            formatting::counted(confirmed, "row")
        ));
    }
    if arguments.salvage {
        common.say(&left_out(&gathered, arguments));
        check_any_saved(&gathered)?;
    }
    let writer = Writer { command: command_line(), threads: 1 };
    let on_occupied = if arguments.fresh { OnOccupied::MoveAside } else { OnOccupied::Refuse };
    let (duplicates, untrusted) = (gathered.duplicates(), gathered.suspects().len() as u64);
    let merged = gathered.write(&out, on_occupied, writer)?;
    merged.notes.iter().for_each(|note| common.say(note));
    common.say(&describe(&merged, duplicates));
    if arguments.json {
        print_json(&MergeReport {
            csv: arguments.out.clone(),
            rows: merged.rows,
            jobs: merged.jobs,
            duplicates,
            untrusted,
            sealed: merged.sealed,
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The files of a result to merge.
fn input(file: &Path) -> anyhow::Result<Paths> {
    let given = match ending(file).as_str() {
        "svg" | "png" => Some("picture"),
        "html" => Some("page"),
        _ => None,
    };
    if let Some(given) = given {
        let file = shown(file);
        return Err(failure::usage(format!(
            "{file}: this is the name of a {given}; give results of run or sweep"
        )));
    }
    if file == Path::new("-") {
        let why = "-: give results to merge by name, with their sidecars beside them";
        return Err(failure::usage(why.to_owned()));
    }
    Paths::new(file).map_err(|wrong_name| match compression(file) {
        Some(what) => failure::usage(format!("{}: {what}", shown(file))),
        None => wrong_name.into(),
    })
}

/// How a file is compressed, and what to do; `None` if it is not, or cannot be read.
fn compression(file: &Path) -> Option<RowsError> {
    let rows = Rows::new(BufReader::new(open::regular(file).ok()?));
    rows.err().filter(|error| matches!(error, RowsError::Compressed(_)))
}

/// Refuses rows that contradict each other, and missing ones unless they may be missing.
fn check_complete(gathered: &Gathered, arguments: &MergeArgs) -> anyhow::Result<()> {
    anyhow::ensure!(gathered.conflicts().len() == 0, "{}nothing was written", conflicts(gathered));
    anyhow::ensure!(
        arguments.partial || gathered.missing() == 0,
        "{}nothing was written; run the missing jobs, or use --partial to write the others",
        gaps(gathered)
    );
    Ok(())
}

/// Refuses to write a file without rows if no row of the others could even be suspected.
fn check_any_saved(gathered: &Gathered) -> anyhow::Result<()> {
    let are_all_damaged = gathered.rows() == 0 && gathered.suspects().len() == 0;
    anyhow::ensure!(
        !are_all_damaged || gathered.all_damages() == 0,
        "no row agrees with the experiment in the sidecar, so nothing was written; if the sidecar \
         is that of other results, put the right one in its place"
    );
    Ok(())
}

#[derive(Serialize)]
struct MergeReport {
    #[serde(serialize_with = "lossy")]
    csv: PathBuf,
    rows: u64,
    jobs: u64,
    duplicates: u64,
    /// Rows of changed files, and rows that contradict each other, that were left out.
    untrusted: u64,
    sealed: bool,
}

fn describe(merged: &Merged, duplicates: u64) -> String {
    let mut text = format!("{}: ", shown(&merged.csv));
    text += &if merged.sealed {
        let rows = formatting::counted(merged.rows, "row");
        format!("complete and sealed, {rows}")
    } else {
        let jobs = formatting::counted(merged.jobs, "job");
        let rows = grouped(merged.rows.into());
        format!("{rows} of {jobs}, not sealed; run the experiment with this --out to resume")
    };
    if duplicates > 0 {
        let rows = formatting::counted(duplicates, "row");
        text += &format!("; {rows} agreed with a row of another file");
    }
    text
}

fn conflicts(gathered: &Gathered) -> String {
    let lines = gathered.conflicts().map(|(first, second)| {
        format!(
            "job {}: {} line {} contradicts the row of {}",
            first.job,
            shown(second.path),
            second.line,
            shown(first.path)
        )
    });
    let count = formatting::counted(gathered.conflicts().len() as u64, "job");
    format!("{count} with contradicting rows:\n{}", first_lines(lines, ""))
}

fn gaps(gathered: &Gathered) -> String {
    let by_shard = gathered.shard_gaps();
    let lines = if by_shard.is_empty() {
        first_lines(ranges(gathered.gaps()), "")
    } else {
        let lines = by_shard.iter().map(|gap| {
            let (missing, jobs) =
                (grouped(gap.missing.into()), formatting::counted(gap.jobs, "job"));
            format!("shard {} lacks {missing} of its {jobs}", gap.shard)
        });
        first_lines(lines, "")
    };
    format!("{} missing:\n{lines}", formatting::counted(gathered.missing(), "row"))
}

/// Ascending ids as `job 3` and `jobs 5 to 9`.
fn ranges(ids: impl Iterator<Item = u64>) -> impl Iterator<Item = String> {
    let mut ids = ids.peekable();
    std::iter::from_fn(move || {
        let first = ids.next()?;
        let mut last = first;
        while ids.next_if_eq(&(last + 1)).is_some() {
            last += 1;
        }
        Some(if first == last { format!("job {first}") } else { format!("jobs {first} to {last}") })
    })
}

fn left_out(gathered: &Gathered, arguments: &MergeArgs) -> String {
    let damages = gathered.damages().map(|(path, damage)| {
        let path = shown(path);
        format!("{path} line {}: {}", damage.line, damage.fault)
    });
    // Only the first ones are shown, so the others need no text.
    let others = gathered.all_damages() - gathered.damages().len() as u64;
    let count = formatting::counted(gathered.all_damages(), "damaged row");
    let mut text = format!("{count} left out\n{}", first_lines_of_more(damages, others, ""));
    if gathered.conflicts().len() > 0 {
        text += &conflicts(gathered);
    }
    let untrusted = gathered.suspects().len() as u64;
    if untrusted > 0 {
        let rows = formatting::counted(untrusted, "row");
        text += &if arguments.recheck {
            let rows_left = gathered
                .suspects()
                .map(|row| format!("job {}: {} line {}", row.job, shown(row.path), row.line));
            format!(
                "{rows} left out because the search did not confirm them:\n{}",
                first_lines(rows_left, "")
            )
        } else {
            let files = gathered.suspects_by_file().into_iter();
            let files = files.map(|(path, rows)| {
                format!("{}: {}", shown(path), formatting::counted(rows, "row"))
            });
            format!(
                "{rows} left out because their file has changed or others contradict them; \
                 --recheck searches them again and keeps those that are confirmed:\n{}",
                first_lines(files, "")
            )
        };
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_listed_as_ranges() {
        let texts: Vec<String> = ranges([1, 3, 4, 5, 9].into_iter()).collect();
        assert_eq!(texts, ["job 1", "jobs 3 to 5", "job 9"]);
    }
}
