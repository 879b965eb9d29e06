//! Checks on the board.

mod drawing;
pub mod maps;
pub mod of_jobs;
mod of_table;
#[cfg(test)]
mod tests;

use crate::pictures::drawing::{Picture, Style};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, TablePlot, groups};

pub use drawing::draw_maps;

/// Checks on the board.
pub static PLOT: Plot = Plot {
    name: "heatmap",
    doc: "checks by start square: a panel for each order, or statistics over many orders",
    options: &[PlotOption::Shades],
    suits: |_, _| true,
    is_worth: |_, variety| variety.starts > 1,
    has_one_budget: true,
    draw,
};

/// Checks on the board.
///
/// # Errors
/// [`PlotError`] for too many panels, and for boards whose squares would be too small to see.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let mut picture = draw_maps(&of_jobs::of_jobs(input)?, style)?;
    picture.notes.push(groups::in_common(input, &[]));
    Ok(picture)
}

/// The column of a table with a row for each start square, such as those of `best-order` and of
/// `summarize --by rows,cols,start_row,start_col`.
pub static TABLE_PLOT: TablePlot = TablePlot {
    name: PLOT.name,
    what: "a table of start squares",
    option: PlotOption::Shades,
    is_of: of_table::is_by_start,
    draw: |csv, value, style| draw_maps(&of_table::of_table(csv, value)?, style),
};
