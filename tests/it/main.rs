//! The integration tests: one binary, a module for each theme.

mod cli;
mod paper;
mod printed_grids;
mod program;
mod step;
mod store;
