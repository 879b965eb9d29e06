//! Orders by starts.

pub mod bands;
#[cfg(test)]
mod tests;

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::Picture;
use crate::pictures::error::PlotError;
use crate::pictures::input::PlotInput;

/// Orders by starts.
///
/// # Errors
/// [`PlotError`] if the jobs have nothing that it could show.
pub fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let _ = (style, input);
    Err(PlotError::NotYet)
}
