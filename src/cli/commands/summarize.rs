//! `summarize`: results by group.

use std::collections::BTreeSet;
use std::iter;
use std::path::PathBuf;

use clap::Args;
use knightsweep::analysis::columns::Column;
use knightsweep::analysis::jobs::Jobs;
use knightsweep::analysis::restarts::RestartLimit;
use knightsweep::analysis::summary::{self, SortKey, SummaryKind, SummaryRows};
use knightsweep::analysis::table::{Cell, Format, Table, render_rows};
use knightsweep::analysis::word_wrap::wrapped;
use knightsweep::text::{counted, grouped, joined};

use crate::cli::answer::{FormatArgs, print_table};
use crate::cli::args::{Common, parse_positive, parse_trimmed};
use crate::cli::captions::distinct_names;
use crate::cli::inputs::{Estimates, Inputs, Read, Where};
use crate::cli::ui::{line_width, print, print_parts};

/// Summarize results by group
///
/// Outcomes, success rate, and statistics of checks and times.
///
/// Statistics of checks are over all jobs of a group. A job stopped by its budget is above it, so a
/// median may be "> 100,000,000". The columns decided_checks_… are over the jobs that found a tour
/// or proved that there is none. exponent_median is the paper's ln(checks) / ln 8 of the median.
/// docs/reference/statistics.md defines all columns. Unfinished files are summarized as far as they
/// go.
///
/// Tables show the most telling columns that fit the terminal; CSV and JSON have all. Shares such
/// as success_rate are in percent in tables, and from 0 to 1 in CSV and JSON.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep summarize results/board-sizes.csv --by board
  knightsweep summarize all.csv --by start --sort checks_median --top 5
  knightsweep summarize all.csv --by rows,cols,start_row,start_col --format csv > starts.csv
  knightsweep summarize results/overnight.csv --restarts --by start
  knightsweep summarize a.csv b.csv --by order --sort -tour --where board=8x8")]
pub(crate) struct SummarizeArgs {
    /// Results files, read as one
    #[arg(required = true, value_name = "FILE.csv")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Where,

    /// Treat estimates as counts
    ///
    /// Without this, jobs of engine estimate appear in the columns of outcomes and in `estimated`,
    /// but not in those of checks
    #[arg(long)]
    with_estimates: bool,

    /// What restarting costs: the best limit of checks
    ///
    /// A search that has found no tour within the limit starts again with another of the jobs of
    /// its group: with all orders of one start if you group by start, with any start and order if
    /// you do not group. docs/reference/statistics.md explains the columns
    #[arg(long, conflicts_with = "with_estimates")]
    restarts: bool,

    /// Group by these columns
    ///
    /// Separated by commas: board, start, start_class (corner, edge, inside or centre), file, and
    /// those columns of the CSV that say what a job is, or its outcome, success, closed and checks
    /// [default: board (rows,cols in CSV and JSON), and goal, rule or budget if they differ]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    #[arg(value_parser = parse_trimmed::<Column>)]
    by: Option<Vec<Column>>,

    /// Sort by these columns; -COLUMN: descending
    ///
    /// Columns of the table, separated by commas; -COLUMN: largest values first. Groups without a
    /// value come last [default: in the order of the files]
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(value_parser = parse_trimmed::<SortKey>)]
    sort: Vec<SortKey>,

    /// Only the first N groups
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    top: Option<usize>,

    /// Only these columns, in this order
    ///
    /// After those of the grouping, separated by commas: `--all-columns` shows their names
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', conflicts_with = "all_columns")]
    #[arg(value_parser = parse_trimmed::<String>)]
    columns: Option<Vec<String>>,

    /// Show all columns in tables too
    ///
    /// Up to six groups then become the columns, not the rows
    #[arg(short, long)]
    all_columns: bool,

    #[command(flatten)]
    format: FormatArgs,
}

/// What jobs are grouped by behind the board, as far as it differs: jobs of two budgets have no
/// common success rate.
const USUAL: [Column; 3] = [Column::Goal, Column::Rule, Column::Budget];

/// Up to this many groups are the columns of a table that has all columns.
const MOST_COLUMNS: usize = 6;

/// `knightsweep summarize`
pub(super) fn summarize(common: &Common, arguments: &SummarizeArgs) -> anyhow::Result<u8> {
    let format = arguments.format.asked().unwrap_or(Format::Table);
    let of_board = match format.is_for_people() {
        true => &[Column::Board][..],
        false => &[Column::Rows, Column::Cols],
    };
    // A table has what all jobs share above it; a group that is a column has a name.
    let is_upright = format == Format::Table && !arguments.all_columns;
    let always = if is_upright { 0 } else { of_board.len() };
    let by = arguments.by.clone().unwrap_or_else(|| [of_board, &USUAL].concat());
    let mut seen = BTreeSet::new();
    let mut columns: Vec<Column> = by.into_iter().filter(|column| seen.insert(*column)).collect();
    let (kind, estimates) = match (arguments.with_estimates, arguments.restarts) {
        (true, _) => (SummaryKind::Estimates, Estimates::Take),
        (false, true) => (SummaryKind::Restarts, Estimates::Keep),
        (false, false) => (SummaryKind::Counts, Estimates::Keep),
    };
    let mut jobs = Jobs::default();
    let SummarizeArgs { files, wanted, .. } = arguments;
    let inputs = Inputs { files, wanted, estimates, by: &columns };
    let Read { files, .. } = inputs.read(common, |file, record| jobs.add(file, record))?;
    if arguments.by.is_none() {
        columns = summary::telling(&jobs, &columns, always);
    }
    let in_common = summary::in_common(&jobs, &columns);
    let mut rows = SummaryRows::new(&jobs, &columns, kind, &distinct_names(&files));
    let mixed = rows.mixed();
    if !mixed.is_empty() {
        let by: Vec<&str> = columns.iter().map(|column| column.word()).collect();
        common.say(&format!(
            "jobs of one group differ in {}; use --by {},{} to separate them",
            mixed.join(", "),
            by.join(","),
            mixed.join(",")
        ));
    }
    let has_all = arguments.all_columns || !format.is_for_people();
    let remark = match arguments.restarts {
        true => about_restarts(&rows, has_all),
        false => missing_medians(&rows, arguments.with_estimates),
    };
    remark.iter().for_each(|remark| common.say(remark));
    let samples = || rows.restarts().filter(|restarts| restarts.is_sample);
    if samples().any(|sample| sample.interval.is_none()) {
        common.say(FROM_FEW);
    } else if samples().next().is_some() {
        common.say(FROM_SAMPLES);
    }
    if let (true, Some(condition)) = (arguments.restarts, arguments.wanted.on_answers()) {
        common.say(&format!(
            "--where '{condition}' chooses jobs by how they ended, which a restart cannot: the limits \
             and their costs are not those of all jobs"
        ));
    }
    rows.sort(&arguments.sort)?;
    rows.truncate(arguments.top.unwrap_or(usize::MAX));
    rows.are_named = format.is_for_people();
    print_rows(common, &rows, &in_common, arguments, format)
}

const FROM_SAMPLES: &str = "some groups are samples: their best limits seem cheaper than they are; \
                            split_checks_low and split_checks_high say what to expect";

const FROM_FEW: &str = "some groups are samples too small for an interval: their best limits seem \
                        cheaper than they are";

/// Says why medians are missing, if jobs of which nothing is known hide them.
fn missing_medians(rows: &SummaryRows, with_estimates: bool) -> Option<String> {
    let hidden = rows.hidden_medians(with_estimates);
    let (has, whose) = match hidden {
        0 => return None,
        1 => ("has", "its median is"),
        _ => ("have", "their medians are"),
    };
    let ranges = match with_estimates {
        true => "; `plot --kind growth --with-estimates` draws them as ranges",
        false => "",
    };
    let groups = counted(hidden, "group");
    Some(format!("{groups} {has} jobs of which nothing is known, so {whose} missing{ranges}"))
}

/// Says what one limit for all groups costs, or what is not known. `has_all` columns are shown, or
/// the main ones.
fn about_restarts(rows: &SummaryRows, has_all: bool) -> Option<String> {
    let groups = rows.len() as u64;
    let hidden = rows.restarts().filter(|restarts| restarts.hidden > 0).count() as u64;
    if hidden > 0 {
        let (groups, has) = (counted(hidden, "group"), if hidden == 1 { "has" } else { "have" });
        return Some(format!(
            "{groups} {has} jobs without a count, so nothing is known of restarts"
        ));
    }
    let common: Vec<RestartLimit> =
        rows.restarts().filter_map(|restarts| restarts.common).collect();
    let limit = common.first()?.checks;
    if common.len() < rows.len() || common.iter().any(|other| other.checks != limit) {
        let shown = if has_all { "" } else { "; --all-columns shows it" };
        return Some(format!("common_limit is one limit for all groups of a budget{shown}"));
    }
    let mean = |costs: &mut dyn Iterator<Item = f64>| {
        grouped((costs.sum::<f64>() / groups as f64).round() as u128)
    };
    let own = mean(&mut rows.restarts().filter_map(|restarts| Some(restarts.best()?.expected())));
    let cost = mean(&mut common.iter().map(RestartLimit::expected));
    Some(format!(
        "one limit for all {groups} groups: {}, then {cost} checks on average; with a limit for \
         each, {own}",
        grouped(limit)
    ))
}

/// Prints the rows, and before a table what all jobs have in common.
fn print_rows(
    common: &Common,
    rows: &SummaryRows,
    in_common: &str,
    arguments: &SummarizeArgs,
    format: Format,
) -> anyhow::Result<u8> {
    let is_for_people = format.is_for_people();
    let mut above = String::new();
    if format == Format::Table && !in_common.is_empty() {
        let text = format!("all jobs: {in_common}");
        above = joined(wrapped(&text, line_width(usize::MAX) as f64, |_| 1.0), "\n") + "\n\n";
    }
    if is_for_people && arguments.all_columns && rows.len() <= MOST_COLUMNS {
        print(&above)?;
        return print_side_by_side(rows, format);
    }
    let places = match &arguments.columns {
        Some(columns) => rows.places(columns)?,
        None if is_for_people && !arguments.all_columns => main_columns(common, rows, format),
        None => (0..rows.columns.len()).collect(),
    };
    let columns: Vec<String> = places.iter().map(|&place| rows.columns[place].clone()).collect();
    let chosen =
        |row: Vec<Cell>| -> Vec<Cell> { places.iter().map(|&place| row[place].clone()).collect() };
    // A terminal may be too narrow.
    if format == Format::Table && line_width(usize::MAX) < usize::MAX {
        print(&above)?;
        return print_table(&Table { columns, rows: rows.iter().map(chosen).collect() }, format);
    }
    print_parts(iter::once(above).chain(render_rows(&columns, || rows.iter().map(chosen), format)))
}

/// Prints all columns of a few groups, a line for each column if that fits the terminal.
fn print_side_by_side(rows: &SummaryRows, format: Format) -> anyhow::Result<u8> {
    let table = rows.table();
    let side_by_side = table.transposed(rows.keys());
    let is_too_wide = format == Format::Table && !side_by_side.fits(line_width(usize::MAX));
    print_table(if is_too_wide { &table } else { &side_by_side }, format)
}

/// The places of the columns that say most, in a table those that fit the terminal.
fn main_columns(common: &Common, rows: &SummaryRows, format: Format) -> Vec<usize> {
    let width = (format == Format::Table).then(|| line_width(usize::MAX));
    let (places, left_out) = rows.main_columns(width);
    if !left_out.is_empty() {
        common.say(&format!("no room for {}; --all-columns has them", left_out.join(", ")));
    }
    places
}
