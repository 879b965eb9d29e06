//! Pictures of results: records → what they show → SVG. Pure; the memory is bounded for any number
//! of records.
//!
//! A [`PlotData`] takes the records one by one. Each kind of plot is a file with a function `draw`.

pub mod board_maps;
pub mod cactus;
pub mod colour;
pub mod dots;
pub mod error;
pub mod extremes;
pub mod groups;
pub mod growth;
pub mod heatmap;
pub mod job_stats;
mod kind;
pub mod labels;
pub mod orders;
pub mod plot_data;
#[cfg(feature = "png")]
pub mod png;
pub mod scale;
pub mod svg;
#[cfg(test)]
pub(crate) mod test_records;
#[cfg(test)]
mod tests;
pub mod times;
pub mod tour;

pub use error::PlotError;
pub use kind::{Kind, draw, natural_kind};
pub use plot_data::{PlotData, Variety};
pub use svg::{Caption, Picture};
