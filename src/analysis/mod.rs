//! From records to summaries, tables and the claims of documents. Only [`reading`] reads files.

pub mod approximate;
pub mod claims;
pub mod columns;
pub mod comparison;
pub mod comparison_table;
pub mod condition;
pub mod filter;
mod fingerprint;
pub mod impossible;
pub mod job_stats;
pub mod jobs;
pub mod json;
pub mod pairing;
pub mod ratio;
pub mod reading;
pub mod restarts;
pub mod sides;
pub mod statistics;
pub mod summary;
pub mod table;
pub mod trend;
pub mod word_wrap;

pub use columns::{Column, SEARCH, Value};
pub use comparison::Comparison;
pub use job_stats::{JobCosts, JobStats};
pub use jobs::{JobRow, Jobs, Search, Setting};
pub use pairing::Pairing;
pub use ratio::Ratio;
pub use restarts::Restarts;
pub use statistics::{Cost, Costs, Quantile, SortedCosts, wilson};
pub use table::{Cell, Table};
