//! The integration tests: one binary, a module for each theme.

#![allow(clippy::unwrap_used)] // A failed unwrap fails the test, with its place.

mod best_order;
mod census;
mod cli;
mod exhaustive;
mod faults;
mod known;
mod leap;
mod paper;
mod plot;
mod printed_grids;
mod probability;
mod program;
mod rules;
mod shards;
mod step;
mod store;
mod warnsdorff;
