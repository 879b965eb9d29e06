//! What a results file holds before a run resumes it.

use std::fs::File;
use std::num::NonZeroU64;

use crate::experiment::Experiment;
use crate::experiment::shard::{Shard, describe};
use crate::files::atomic::Access;
use crate::results::checked_rows::{CheckedRows, Expected, repeated};
use crate::results::error::StoreError;
use crate::results::paths::{Paths, has_content};
use crate::results::rows::RowsError;
use crate::results::sidecar::{Sidecar, differences, read_sidecar};
use crate::results::sorted::RowLocation;
use knight_search::Outcome;

/// The byte at which each job's row begins, by job. The header is at byte 0.
#[derive(Clone, Debug)]
pub(super) struct RowIndex {
    offsets: Vec<Option<NonZeroU64>>,
    rows: u64,
}

impl RowIndex {
    /// For this many jobs, without a row yet.
    fn new(jobs: u64) -> RowIndex {
        RowIndex { offsets: vec![None; jobs as usize], rows: 0 }
    }

    /// Jobs of the plan.
    pub(super) fn jobs(&self) -> u64 {
        self.offsets.len() as u64
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn has(&self, job: u64) -> bool {
        self.offsets[job as usize].is_some()
    }

    /// Records the row of a job; false if there is one or the plan has no such job.
    pub(super) fn insert(&mut self, job: u64, offset: u64) -> bool {
        match self.offsets.get_mut(job as usize) {
            Some(place @ None) => *place = NonZeroU64::new(offset),
            _ => return false,
        }
        self.rows += 1;
        true
    }

    /// The rows without those of these jobs.
    pub(super) fn without(&self, jobs: &[u64]) -> RowIndex {
        let mut index = self.clone();
        for &job in jobs {
            index.rows -= u64::from(index.offsets[job as usize].take().is_some());
        }
        index
    }

    /// The rows by ascending job, in file 0.
    pub(super) fn locations(&self) -> impl Iterator<Item = RowLocation> {
        let rows = (0..).zip(&self.offsets);
        rows.filter_map(|(job, offset)| {
            offset.map(|offset| RowLocation { job, file: 0, offset: offset.get() })
        })
    }
}

/// A results file that was opened to be resumed, possibly without a row.
pub(super) struct Contents {
    pub(super) sidecar: Sidecar,
    /// Jobs that the file is for.
    pub(super) jobs: u64,
    pub(super) file: File,
    pub(super) index: RowIndex,
    /// The jobs whose rows say that they ran out of memory.
    pub(super) out_of_memory: Vec<u64>,
    /// Bytes up to the end of the last complete row; 0 without a complete header.
    pub(super) end: u64,
    /// Bytes after it.
    pub(super) torn: u64,
}

impl Contents {
    /// Whether the file was sealed and still has every row.
    pub(super) fn is_complete(&self) -> bool {
        self.sidecar.sealed.is_some() && self.index.rows() == self.jobs
    }

    /// Opens the CSV, or creates it, and checks everything about it.
    ///
    /// # Errors
    /// [`StoreError`] if it belongs to something else, is damaged, or cannot be read.
    pub(super) fn inspect(
        paths: &Paths,
        experiment: &Experiment,
        expected: Expected,
    ) -> Result<Contents, StoreError> {
        let found = check_sidecar(paths, experiment, expected.shard)?;
        let mut file = paths.open_csv(&Access::Usual)?;
        let refuse = |error: RowsError| error.refuse(&paths.csv);
        let mut rows = CheckedRows::new(&mut file, expected).map_err(refuse)?;
        let mut index = RowIndex::new(expected.plan.len());
        let mut out_of_memory = Vec::new();
        for row in rows.by_ref() {
            let row = row.map_err(refuse)?;
            if !index.insert(row.record.job, row.offset) {
                return Err(refuse(repeated(&row)));
            }
            if row.record.outcome == Outcome::Memory {
                out_of_memory.push(row.record.job);
            }
        }
        let (end, torn) = (rows.rows().end(), rows.rows().torn());
        let jobs = expected.assignment.jobs(expected.shard);
        let sidecar = found.unwrap_or_else(|| Sidecar::new(experiment, expected.shard, jobs));
        sidecar.check_seal(&mut file, paths, index.rows())?;
        Ok(Contents { sidecar, jobs, file, index, out_of_memory, end, torn })
    }
}

/// The sidecar of results that exist, which must be of this experiment and shard.
fn check_sidecar(
    paths: &Paths,
    experiment: &Experiment,
    shard: Option<Shard>,
) -> Result<Option<Sidecar>, StoreError> {
    let sidecar = if has_content(&paths.csv)? {
        Sidecar::of(paths)?
    } else {
        // An empty file holds no result that a missing sidecar would have to explain.
        match read_sidecar(&paths.sidecar)? {
            Some(sidecar) => sidecar,
            None => return Ok(None),
        }
    };
    let (there, wanted) = (&sidecar.experiment, experiment.spec());
    let held = if *there != wanted {
        format!("another experiment:\n{}", differences(there, &wanted, "the command asks for"))
    } else if sidecar.shard != shard {
        let (there, wanted) = (describe(sidecar.shard), describe(shard));
        format!("{there} of this experiment, the command asks for {wanted}; ")
    } else {
        return Ok(Some(sidecar));
    };
    Err(StoreError::Unusable(format!(
        "{} holds {held}choose another --out, or move the file aside with --fresh",
        paths.csv.display()
    )))
}
