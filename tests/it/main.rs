//! The integration tests: one binary, a module for each theme.

#![allow(clippy::unwrap_used)] // A failed unwrap fails the test, with its place.
#![allow(clippy::too_many_lines)] // Snapshots are texts.

mod best_order;
mod cli;
#[cfg(target_os = "linux")]
mod control_texts;
mod count;
mod damage;
mod engines;
mod estimates;
mod faults;
mod format3;
mod growing;
mod help;
mod lists;
#[cfg(target_os = "linux")]
mod messages;
mod moves;
#[cfg(target_os = "linux")]
mod names;
mod paper;
mod plan;
mod plan_lists;
mod plot;
mod printed_grids;
mod program;
#[cfg(target_os = "linux")]
mod readers;
mod reading;
mod records;
mod reference;
mod report;
mod rules;
mod runs;
mod shards;
mod solve;
mod store;
#[cfg(target_os = "linux")]
mod terminal;
mod time_limit;
mod tours;
mod walks;
