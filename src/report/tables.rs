//! The table of a page, as lines of CSV that the script shows, sorts, filters and saves.

use crate::analysis::table::Format;
use crate::analysis::{Cell, Column, Cost, JobRow, Jobs, Table};
use crate::pictures::PlotInput;
use crate::report::note;
use crate::text::formatting::counted;
use knight_search::Engine;

/// The most rows of a table: a page must be quick to mail and to open.
const MOST_ROWS: usize = 20_000;

/// The table of all jobs, or what has them if they are too many.
pub(super) fn html(input: &PlotInput) -> String {
    let jobs = &input.jobs;
    if jobs.len() <= MOST_ROWS {
        return data("jobs-table", &all_jobs(jobs, &input.files));
    }
    note(&format!(
        "{} are too many to list. <code>knightsweep summarize --by start</code> has a line for each \
         start square; <code>--where</code> leaves some of the jobs.",
        counted(jobs.len(), "job")
    ))
}

/// A table for the script. Without it the lines are shown as they are.
fn data(id: &str, table: &Table) -> String {
    // Cells are printable, and quotes may stay: they are no part of an attribute.
    let csv = table.render(Format::Csv).replace('&', "&amp;").replace('<', "&lt;");
    format!("<div class=\"data\" id=\"{id}\"><pre tabindex=\"0\">{csv}</pre></div>\n")
}

/// All jobs. If there are several files it names them.
fn all_jobs(jobs: &Jobs, files: &[String]) -> Table {
    // Jobs of the engine `leap` share their work, so their times say little.
    let is_timed = |engine| engine == Engine::Step;
    let are_timed = jobs.settings().iter().any(|setting| is_timed(setting.engine));
    Table::new(jobs.iter().map(|row: JobRow| {
        let of = |column: Column| (column.word(), Cell::from(column.value(&row)));
        let run = files.get(row.file).filter(|_| files.len() > 1);
        let run = run.map(|name| ("run", Cell::from(name.as_str())));
        // The checks of a stopped job are more than its budget.
        let (checks, above) = match row.cost {
            Cost::Above(budget) => (None, Some(budget)),
            _ => (row.checks, None),
        };
        let wall_s = row.wall_s.filter(|_| is_timed(row.setting.engine));
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
        ];
        let time = are_timed.then_some(("wall_s", wall_s.into()));
        run.into_iter().chain(cells).chain(time)
    }))
}
