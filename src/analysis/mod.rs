//! From records to summaries, tables and the claims of the paper. It reads no files and no clocks.

pub mod columns;
pub mod distribution;
pub mod filter;
pub mod formatting;
pub mod grouping;
pub mod jobs;
pub mod json;
pub mod paper;
pub mod statistics;
pub mod summary;
pub mod table;
