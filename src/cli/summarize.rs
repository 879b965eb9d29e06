//! `summarize`: results by group.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use knightsweep::analysis::human::{self, grouped};
use knightsweep::analysis::summary::Summary;
use knightsweep::analysis::table::Format;
use knightsweep::store::{Paths, Rows, read_sidecar};

use super::{Common, failure, parse_format, print};

/// Summarize results by group: outcomes, success rate, and min, median, mean and max of checks and times
///
/// Counts are those of the decided jobs, which found a tour or that there is none: a job that its budget stopped
/// has no count. exponent_median is the paper's ln(checks) / ln 8 of their median. Unfinished files are summarized
/// as far as they go.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep summarize results/board-sizes.csv --by rows,cols
  knightsweep summarize results/all-starts.csv --by start_row,start_col --format csv > starts.csv
  knightsweep summarize shard-1.csv shard-2.csv --by order --format markdown")]
pub struct SummarizeArgs {
    /// Results files, taken together
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    /// Columns of the CSV whose values make the groups
    #[arg(
        short,
        long,
        value_name = "COLUMNS",
        value_delimiter = ',',
        default_value = "rows,cols"
    )]
    by: Vec<String>,

    /// How to print: table, csv, markdown or json
    #[arg(short, long, default_value = "table", value_parser = parse_format)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// More groups than these make a table with one row a group rather than one column.
const MOST_COLUMNS: usize = 6;

/// `knightsweep summarize`
pub fn summarize(common: &Common, arguments: &SummarizeArgs) -> anyhow::Result<ExitCode> {
    let mut summary = Summary::new(&arguments.by)?;
    for file in &arguments.files {
        add_file(common, &mut summary, file).with_context(|| file.display().to_string())?;
    }
    let format = if arguments.json {
        Format::Json
    } else {
        arguments.format
    };
    let mut table = summary.table();
    if format == Format::Table && table.rows.len() <= MOST_COLUMNS {
        table = table.transposed(arguments.by.len());
    }
    print(&table.render(format))
}

fn add_file(common: &Common, summary: &mut Summary, file: &Path) -> anyhow::Result<()> {
    let opened =
        File::open(file).map_err(|error| failure::usage(format!("cannot open it: {error}")))?;
    if file.is_dir() {
        return Err(failure::usage(
            "it is a folder, not a results file".to_owned(),
        ));
    }
    let mut rows = Rows::new(BufReader::with_capacity(1 << 16, opened))?;
    let mut count = 0;
    for row in rows.by_ref() {
        summary.add(&row?.record);
        count += 1;
    }
    if rows.torn() > 0 {
        common.say(&format!(
            "{}: the last row is torn and left out",
            file.display()
        ));
    }
    tell_unfinished(common, file, count);
    Ok(())
}

/// Says how much of a file is there, if its sidecar tells that some is not.
fn tell_unfinished(common: &Common, file: &Path, rows: u64) {
    let sidecar = Paths::new(file).and_then(|paths| read_sidecar(&paths.sidecar));
    if let Ok(Some(sidecar)) = sidecar
        && rows < sidecar.jobs
    {
        let jobs = human::counted(sidecar.jobs, "job");
        common.say(&format!(
            "{}: {} of {} {jobs} so far",
            file.display(),
            grouped(rows.into()),
            if sidecar.shard.is_some() {
                "its"
            } else {
                "the"
            },
        ));
    }
}
