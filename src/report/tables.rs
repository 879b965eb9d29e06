//! The tables of a page, as lines of CSV that the script shows, sorts, filters and saves.

use crate::analysis::summary::{SortKey, SummaryKind, SummaryRows};
use crate::analysis::table::Format;
use crate::analysis::{Cell, Column, Cost, JobRow, Jobs, SEARCH, Table};
use crate::pictures::{PlotInput, groups};
use crate::report::note;
use crate::results::record::rounded;
use crate::text::formatting::counted;
use knight_search::Engine;

/// The most rows of a table: a page must be quick to mail and to open.
pub(super) const MOST_ROWS: usize = 20_000;

/// The statistics of `summarize` that a page has room for.
const STATISTICS: [&str; 10] = [
    "jobs",
    "tour",
    "none",
    "stuck",
    "budget",
    "success_rate",
    "checks_min",
    "checks_median",
    "checks_median_above",
    "checks_max",
];

/// The table of all jobs, or if they are too many, of their start squares and orders: the id and
/// the heading of its section, and its HTML.
pub(super) fn html(input: &PlotInput) -> (&'static str, &'static str, String) {
    let jobs = &input.jobs;
    if jobs.len() <= MOST_ROWS {
        return ("jobs", "Jobs", data("jobs-table", &all_jobs(jobs, &input.files)));
    }
    let why = format!("{} are too many to list.", counted(jobs.len(), "job"));
    let tables = [("starts-table", Column::Start), ("orders-table", Column::Order)];
    let is_shown = |column: Column| column == Column::Start || groups::variety(jobs, column) > 1;
    let tables = tables.into_iter().filter(|(_, column)| is_shown(*column));
    let tables = tables.map(|(id, column)| {
        let (table, left_out) = summary(jobs, column);
        let rest = format!(
            "{} with larger medians are left out; <code>summarize --by {column}</code> has all.",
            counted(left_out, "group")
        );
        let rest = if left_out > 0 { note(&rest) } else { String::new() };
        rest + &data(id, &table)
    });
    ("groups", "Start squares and orders", note(&why) + &tables.collect::<String>())
}

/// A table for the script. Without it the lines are shown as they are.
fn data(id: &str, table: &Table) -> String {
    // Cells are printable, and quotes may stay: they are no part of an attribute.
    let csv = table.render(Format::Csv).replace('&', "&amp;").replace('<', "&lt;");
    format!("<div class=\"data\" id=\"{id}\"><pre tabindex=\"0\">{csv}</pre></div>\n")
}

/// All jobs. If there are several files it names them.
fn all_jobs(jobs: &Jobs, files: &[String]) -> Table {
    Table::new(jobs.iter().map(|row: JobRow| {
        let of = |column: Column| (column.word(), Cell::from(column.value(&row)));
        let run = files.get(row.file).filter(|_| files.len() > 1);
        let run = run.map(|name| ("run", Cell::from(name.as_str())));
        // The checks of a stopped job are more than its budget.
        let (checks, above) = match row.cost {
            Cost::Above(budget) => (None, Some(budget)),
            _ => (row.checks, None),
        };
        // Jobs of the engine `leap` share their work, so their times say little.
        let stepped = row.wall_s.filter(|_| row.setting.engine == Engine::Step);
        let cells = [
            of(Column::Job),
            of(Column::Board),
            of(Column::Start),
            of(Column::Order),
            of(Column::Seed),
            of(Column::Rule),
            of(Column::Goal),
            of(Column::Engine),
            of(Column::Budget),
            of(Column::Outcome),
            ("checks", checks.into()),
            ("checks_above", above.into()),
            ("wall_s", stepped.into()),
        ];
        run.into_iter().chain(cells)
    }))
}

/// The jobs by what they search for and a column, as `summarize` has them, those with the smallest
/// median first, and how many more groups there are.
fn summary(jobs: &Jobs, column: Column) -> (Table, usize) {
    let by = [&SEARCH[..], &[column]].concat();
    let mut rows = SummaryRows::new(jobs, &by, SummaryKind::Counts, &[]);
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    let key = |name: &str| SortKey { column: name.to_owned(), descending: false };
    let known = "these statistics are columns of every summary";
    rows.sort(&[key("checks_median"), key("checks_median_above")]).expect(known);
    rows.truncate(MOST_ROWS);
    let places = rows.places(&STATISTICS.map(str::to_owned)).expect(known);
    let shown = |cell: &Cell| match cell {
        Cell::Share(share) => Cell::Share(rounded(*share)),
        cell => cell.clone(),
    };
    let cells = |row: Vec<Cell>| places.iter().map(|&place| shown(&row[place])).collect();
    let table = Table {
        columns: places.iter().map(|&place| rows.columns[place].clone()).collect(),
        rows: rows.iter().map(cells).collect(),
    };
    (table, left_out)
}
