//! `summarize`: results by group.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use knightsweep::analysis::summary::Summary;
use knightsweep::analysis::table::Format;

use crate::cli::args::{Common, parse_format};
use crate::cli::results_files;
use crate::cli::ui::output::print;

/// Summarize results by group: outcomes, success rate, and min, median, mean and max of checks and times
///
/// Counts are those of the decided jobs, which found a tour or that there is none: a job that its budget stopped
/// has no count; its work is part of checks_total, which is that of all jobs. exponent_median is the paper's ln(checks) / ln 8 of their median. Unfinished files are summarized
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
    #[arg(short, long, value_name = "COLUMNS", value_delimiter = ',', default_value = "rows,cols")]
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
    results_files::read(common, &arguments.files, |record| summary.add(record))?;
    let mixed = summary.mixed();
    if !mixed.is_empty() {
        let (columns, by) = (mixed.join(", "), arguments.by.join(","));
        common.say(&format!(
            "jobs of one group differ in {columns}; --by {by},{} tells them apart",
            mixed.join(",")
        ));
    }
    let format = if arguments.json { Format::Json } else { arguments.format };
    let mut table = summary.table();
    if format == Format::Table && table.rows.len() <= MOST_COLUMNS {
        table = table.transposed(arguments.by.len());
    }
    print(&table.render(format))
}
