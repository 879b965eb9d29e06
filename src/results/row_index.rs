//! Where the rows of a results file are.

use crate::experiment::job_table::JobTable;
use crate::results::sorted::RowLocation;

/// The byte at which each job's row begins, in 6 bytes a job. The header is at byte 0.
#[derive(Debug)]
pub(super) struct RowIndex {
    offsets: JobTable<Offset>,
    rows: u64,
}

/// A byte of a file of less than 256 TiB, least significant part first; 0 for a job without a row.
type Offset = [u8; 6];

const NOWHERE: Offset = [0; 6];

impl RowIndex {
    /// For this many jobs, without a row yet.
    pub(super) fn new(jobs: u64) -> RowIndex {
        RowIndex { offsets: JobTable::new(jobs, NOWHERE), rows: 0 }
    }

    /// Jobs of the plan.
    pub(super) fn jobs(&self) -> u64 {
        self.offsets.jobs()
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn has(&self, job: u64) -> bool {
        self.offsets.get(job) != NOWHERE
    }

    /// Records the row of a job; false if there is one or the plan has no such job.
    pub(super) fn insert(&mut self, job: u64, offset: u64) -> bool {
        let [low @ .., 0, 0] = offset.to_le_bytes() else {
            return false;
        };
        match self.offsets.get_mut(job) {
            Some(place) if *place == NOWHERE => *place = low,
            _ => return false,
        }
        self.rows += 1;
        true
    }

    /// The rows by ascending job, in file 0.
    pub(super) fn locations(&self) -> impl Iterator<Item = RowLocation> {
        let rows = self.offsets.used().filter(|(_, offset)| *offset != NOWHERE);
        rows.map(|(job, [a, b, c, d, e, f])| {
            let offset = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
            RowLocation { job, file: 0, offset }
        })
    }
}
