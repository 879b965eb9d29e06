//! The integration tests of the library: one binary, a module for each theme.

#![allow(clippy::unwrap_used)] // A failed unwrap fails the test, with its place.

mod best_orders;
mod construction;
mod estimates;
mod known;
mod leap;
mod problems;
mod results;
mod step;
mod theorems;
mod warnsdorff;
