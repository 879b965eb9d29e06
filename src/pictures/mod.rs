//! Pictures of results: records → jobs → SVG. Pure.
//!
//! A [`PlotInput`] takes the records one by one and keeps their jobs. Each kind of picture is a
//! file or folder with a [`Plot`], which says all that others know of it: its name, what it shows,
//! which options it takes, when it is drawn, and how. [`PLOTS`] lists the kinds.
//!
//! How a kind draws:
//! - It begins with `Picture::of(style, headline)` and lays itself out within `style.width`, from
//!   (0, 0) down. It sets `picture.height` at the end. Nothing is scaled or shifted afterwards; the
//!   caption and the margin are added outside. The headline is a sentence that says what is shown.
//! - It hands over `picture.notes`, what a reader must know besides, and the numbers behind it to
//!   `picture.tabulate`. [`Picture`] writes the notes below the drawing, or leaves them out;
//!   [`Plot::picture`] adds how many jobs are not decided.
//! - What is chosen of a picture, such as the labels of its axes, is in its style. `axes::draw`
//!   and `style.chart_height` apply it; a kind names in `Plot::options` whether it has axes or
//!   shades.
//! - Texts have the size `style.font`, or `style.small()` for ticks, notes and names in the chart:
//!   `write`, `write_wrapped` and `write_upright` of [`Picture`]. All are
//!   measured first, with [`text::width`](drawing::text::width) or `wrapped`: these hold for the
//!   widest of the fonts.
//! - [`axes::draw`](drawing::axes::draw) draws the grid, ticks and labels of a chart inside an
//!   outer area, and gives the [`Frame`](drawing::axes::Frame) that places values.
//! - A kind with a curve for each group turns groups into [`Curve`](drawing::Curve)s by their
//!   values: a [`CurveChart`](drawing::CurveChart) places and draws them, with the legend.
//! - A kind with a board for each panel has [`BoardLayout`](board_panels::BoardLayout) place them.
//! - [`legend::below`](drawing::legend::below) draws a legend below what there is so far.
//! - [`series`](drawing::series) has the looks of lines and symbols.
//! - Hatching (`hatch`, `Sign::Hatch`) means stopped by the budget, and nothing else.
//! - Tests: `drawing::tests` finds texts that overlap, are too small, or leave the picture.

pub mod board;
pub mod board_lines;
pub mod board_panels;
pub mod budgets;
pub mod distribution;
pub mod drawing;
pub mod ecdf;
pub mod error;
pub mod groups;
pub mod growth;
pub mod heatmap;
pub mod histogram;
pub mod input;
pub mod kinds;
pub mod outcomes;
pub mod pairs;
pub mod plot;
pub mod profile;
pub mod restarts;
pub mod success;
#[cfg(test)]
pub(crate) mod tests;
pub mod tour;

pub use drawing::caption::Caption;
pub use drawing::style::Style;
pub use drawing::svg::Picture;
pub use error::PlotError;
pub use input::{PlotInput, Variety};
pub use kinds::PLOTS;
pub use plot::{Plot, PlotOption, TablePlot};
