//! From records to summaries, tables and the claims of the paper. It reads no files and no clocks.

pub mod distribution;
pub mod formatting;
pub mod grouping;
pub mod paper;
pub mod summary;
pub mod table;
