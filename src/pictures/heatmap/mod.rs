//! Checks on the board.

pub mod maps;
pub mod of_jobs;
pub mod of_table;
#[cfg(test)]
mod tests;

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::Picture;
use crate::pictures::error::PlotError;
use crate::pictures::input::PlotInput;

/// Checks on the board.
///
/// # Errors
/// [`PlotError`] if the jobs have nothing that it could show.
pub fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let _ = (style, input);
    crate::pictures::old::heatmap::draw(&input.old)
}
