//! Checks by board size.

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::Picture;
use crate::pictures::error::PlotError;
use crate::pictures::input::PlotInput;

/// Checks by board size.
///
/// # Errors
/// [`PlotError`] if the jobs have nothing that it could show.
pub fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let _ = (style, input);
    crate::pictures::old::growth::draw(&input.old)
}
