//! Results, tables and parts of counts as sets of facts, written here and nowhere else.
//!
//! A row says its whole job and its answer, and ends with a check of its own text, so it is true
//! wherever it stands: [`record`] has its columns, `lines` its check. There is no second place
//! that knows which rows are good.
//!
//! - `lines` says what a line is: a row, the header, what a power loss left, or something else.
//! - `fact_file` is the one way into a file: lock, append, sync, replace.
//! - `scan` reads a file, line by line, into `answers`, which know where the row of each job is.
//! - `settle` compares the rows of one search, and gives what follows from them; `reusing` takes
//!   rows of other files.
//! - [`store`](Store) is what a run writes: `growing` makes it ready, `sorted` writes it in the
//!   order of the plan when it is complete. [`merge`] and [`verify`] use the same parts; [`table`]
//!   and [`parts`] have rows of their own.
//! - [`sidecar`] describes: the experiment, the machine, the sessions, and the SHA-256 of a sealed
//!   file.

mod answers;
mod entry;
mod error;
mod fact_file;
mod findings;
mod growing;
pub(crate) mod lines;
mod lock;
pub mod merge;
pub mod outcome_counts;
pub mod parts;
mod paths;
pub mod record;
mod reusing;
mod scan;
mod settle;
pub mod sidecar;
mod sorted;
mod source;
mod store;
pub mod table;
pub mod verify;

pub use error::StoreError;
pub use findings::{Conflict, Damage, RowPlace};
pub use lines::{LONGEST_LINE, begins_results};
pub use paths::Paths;
pub use record::columns::FORMAT;
pub use sidecar::{AnySidecar, Seal, Session, Sidecar, TableSidecar, Writer, read_sidecar};
pub use store::{Existing, OpenOptions, Store};
