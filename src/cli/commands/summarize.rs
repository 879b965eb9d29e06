//! `summarize`: results by group.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use knightsweep::analysis::summary::GroupedSummary;
use knightsweep::analysis::table::{Format, render_rows};

use crate::cli::args::Common;
use crate::cli::results_files::{self, Where};
use crate::cli::ui::output::{print, print_parts};

/// Summarize results by group: outcomes, success rate, statistics of checks and times
///
/// Statistics of checks cover the decided jobs: those that found a tour or proved that there is
/// none. A job stopped by its budget has no count; its checks are only part of checks_total, which
/// covers all jobs. exponent_median is the paper's ln(checks) / ln 8 of the median. Unfinished
/// files are summarized as far as they go.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep summarize results/board-sizes.csv --by rows,cols
  knightsweep summarize results/all-starts.csv --by start_row,start_col --format csv > starts.csv
  knightsweep summarize shard-1.csv shard-2.csv --by order --format markdown")]
pub struct SummarizeArgs {
    /// Results files, read as one
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    /// Group by these columns of the CSV, separated by commas
    #[arg(short, long, value_name = "COLUMNS", value_delimiter = ',', default_value = "rows,cols")]
    by: Vec<String>,

    /// Output format: table, csv, markdown or json
    #[arg(short, long, default_value = "table")]
    format: Format,

    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Up to this many groups are the columns of a printed table; more are its rows.
const MOST_COLUMNS: usize = 6;

/// `knightsweep summarize`
pub fn summarize(common: &Common, arguments: &SummarizeArgs) -> anyhow::Result<ExitCode> {
    let mut summary = GroupedSummary::new(&arguments.by)?;
    results_files::read(common, &arguments.files, &arguments.wanted, |_, record| {
        summary.add(record);
    })?;
    let mixed = summary.mixed();
    if !mixed.is_empty() {
        let (columns, by) = (mixed.join(", "), arguments.by.join(","));
        common.say(&format!(
            "jobs of one group differ in {columns}; use --by {by},{} to separate them",
            mixed.join(",")
        ));
    }
    let format = if arguments.json { Format::Json } else { arguments.format };
    let rows = summary.rows();
    if format == Format::Table && rows.len() <= MOST_COLUMNS {
        return print(rows.table().transposed(arguments.by.len()).render(format));
    }
    print_parts(render_rows(rows.columns(), || rows.iter(), format))
}
