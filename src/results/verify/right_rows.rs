//! What the right rows of a file add up to.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::experiment::job_table::JobSet;
use crate::results::checked_rows::{Expected, repeated};
use crate::results::hashing::ResultsHash;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use crate::results::rows::{Row, RowsError};
use crate::results::verify::Sample;

/// The rows without a fault of their own, as far as they were read.
pub(super) struct RightRows {
    pub(super) number: u64,
    pub(super) outcomes: OutcomeCounts,
    pub(super) tours: u64,
    jobs: JobSet,
    last_job: Option<u64>,
    pub(super) are_sorted: bool,
    pub(super) results: ResultsHash,
    pub(super) sampler: Sampler,
}

/// Where a row is.
pub(super) struct RowPlace {
    pub(super) line: u64,
    /// Whether its job comes after that of the row before.
    pub(super) is_sorted: bool,
}

impl RightRows {
    /// No rows yet, of a plan with this many jobs.
    pub(super) fn new(jobs: u64, sample: Sample) -> RightRows {
        RightRows {
            number: 0,
            outcomes: OutcomeCounts::default(),
            tours: 0,
            jobs: JobSet::new(jobs),
            last_job: None,
            are_sorted: true,
            results: ResultsHash::new(),
            sampler: Sampler { sample, chosen: BTreeMap::new() },
        }
    }

    /// Adds a row with its text, unless its job had one before.
    pub(super) fn add(&mut self, row: Row, text: &[u8]) -> Result<RowPlace, RowsError> {
        let job = row.record.job;
        if !self.jobs.insert(job) {
            return Err(repeated(&row));
        }
        let is_sorted = self.last_job < Some(job);
        self.are_sorted &= is_sorted;
        self.last_job = Some(job);
        self.number += 1;
        self.outcomes.add(row.record.outcome);
        self.tours += u64::from(row.record.tour.is_some());
        self.results.add(&[text, b"\n"].concat());
        self.sampler.add(row.record);
        Ok(RowPlace { line: row.line, is_sorted })
    }

    /// The first job of the file that has no row.
    pub(super) fn first_missing(&self, expected: Expected) -> Option<u64> {
        let is_missing = |job: &u64| {
            !self.jobs.contains(*job) && expected.assignment.includes(expected.shard, *job)
        };
        (0..expected.plan.len()).find(is_missing)
    }
}

/// Chooses the rows whose SHA-256 of `knightsweep recompute SEED JOB` is smallest.
pub(super) struct Sampler {
    sample: Sample,
    chosen: BTreeMap<[u8; 32], Record>,
}

impl Sampler {
    fn add(&mut self, record: Record) {
        // A job that ran out of memory or time may have another outcome another time.
        if self.sample.size == 0 || record.outcome.is_unknown() {
            return;
        }
        let text = format!("knightsweep recompute {} {}", self.sample.seed, record.job);
        self.chosen.insert(Sha256::digest(text).into(), record);
        if self.chosen.len() > self.sample.size {
            self.chosen.pop_last();
        }
    }

    pub(super) fn finish(self) -> Vec<Record> {
        let mut records: Vec<Record> = self.chosen.into_values().collect();
        records.sort_by_key(|record| record.job);
        records
    }
}
