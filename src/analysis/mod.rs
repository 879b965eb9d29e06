//! From records to answers: summaries, pictures, reports and the claims of the paper. Pure: no
//! files, no clocks.

pub mod columns;
pub mod distribution;
pub mod formatting;
pub mod paper;
pub mod summary;
pub mod table;
