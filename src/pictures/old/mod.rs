//! The pictures of bounded aggregates, until all kinds and the report are drawn from jobs.

pub mod board_maps;
pub mod cactus;
pub mod dots;
pub mod extremes;
pub mod groups;
pub mod growth;
pub mod heatmap;
pub mod job_stats;
mod kind;
pub mod orders;
pub mod plot_data;
#[cfg(test)]
mod tests;
pub mod times;
pub mod tour;

pub use kind::{Kind, draw, natural_kind};
pub use plot_data::{PlotData, Variety};
