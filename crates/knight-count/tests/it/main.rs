//! The integration tests of the package: one binary, a module for each theme.

#![allow(clippy::unwrap_used)] // A failed unwrap fails the test, with its place.

mod partial_columns;
mod results;
mod tour_counts;
