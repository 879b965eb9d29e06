//! Results files, written here and nowhere else.
//!
//! Results `NAME.csv` have a sidecar `NAME.meta.json`, until they are sealed a journal
//! `NAME.csv.journal`, and while a run writes, a lock `NAME.csv.lock`.
//!
//! - Appended rows reach the file within 0.2 s and the disk within about 2 s.
//! - A row counts once its line end is in the file. Opening cuts off the bytes after the last line
//!   end, and the jobs without a row are pending.
//! - A failed write cuts the file back to its last good row and ends the store. A failed sync is
//!   never retried, because the system may have dropped the data that it could not write.
//! - When every job has its row the file is *sealed*: sorted by job into a new file that replaces
//!   the old one in one step, with its SHA-256 and those of its blocks in the sidecar. Its rows
//!   must be those that were checked when the file was opened and those that were appended.
//! - Until then the SHA-256 of synced rows are in the journal. Opening refuses rows that have
//!   changed.

pub mod blocks;
mod carried;
mod checked_rows;
pub mod clock;
mod contents;
mod error;
mod foreign;
mod good_rows;
mod hashing;
mod interrupted;
pub mod joined;
mod journal;
mod kept_passes;
mod known_jobs;
mod lock;
pub mod merge;
pub mod outcome_counts;
mod paths;
pub mod provenance;
pub mod record;
mod resaved;
mod resume;
mod row_file;
mod row_index;
mod rows;
mod searches;
mod sessions;
mod sidecar;
mod snapshot;
mod sorted;
mod store;
pub mod verify;

pub use error::StoreError;
pub use foreign::{WRITTEN_BACK, is_written_back};
pub use kept_passes::{PassFile, PassFileError};
pub use paths::{Paths, is_pipe_named_csv};
pub use resaved::Resaved;
pub use resume::{Existing, OpenOptions};
pub use rows::{Damage, Row, Rows, RowsError};
pub use sidecar::{AnySidecar, FORMAT, Seal, Session, Sidecar, TableSidecar, Writer, read_sidecar};
pub use store::{FinalState, Store};
