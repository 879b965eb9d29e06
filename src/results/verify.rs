//! Verifying a results file: everything that is wrong with it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Seek;

use sha2::{Digest, Sha256};

use crate::experiment::job_table::JobSet;
use crate::experiment::plan::Plan;
use crate::experiment::shard::ShardAssignment;
use crate::results::checked_rows::{CheckedRows, Expected, repeated};
use crate::results::error::StoreError;
use crate::results::hashing::ResultsHash;
use crate::results::paths::Paths;
use crate::results::record::{Consistency, Record};
use crate::results::rows::{Damage, Row, RowsError};
use crate::results::sidecar::Sidecar;
use knight_search::Outcome;

/// The state of a results file.
#[derive(Debug)]
pub struct Verification {
    /// Its sidecar.
    pub sidecar: Sidecar,
    /// The plan of its experiment.
    pub plan: Plan,
    /// Jobs that the file is for.
    pub jobs: u64,
    /// Rows that are right.
    pub good_rows: u64,
    /// Recorded tours that the independent checker has accepted.
    pub tours: u64,
    /// Jobs without a good row.
    pub missing: u64,
    /// The first of them.
    pub first_missing: Option<u64>,
    /// Bytes after the last line end.
    pub torn_bytes: u64,
    /// Whether the file is what was sealed; `None` if it was never sealed.
    pub seal_holds: Option<bool>,
    /// Everything that is wrong, by line.
    pub damages: Vec<Damage>,
    /// The rows chosen to be recomputed, by job.
    pub sample: Vec<Record>,
}

/// Which rows to choose for recomputing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Number of rows.
    pub size: usize,
    /// Seed of the choice.
    pub seed: u64,
}

impl Verification {
    /// Whether nothing is wrong. An unfinished file may be sound.
    pub fn is_sound(&self) -> bool {
        self.damages.is_empty() && self.seal_holds != Some(false)
    }
}

/// Reads a whole results file with its sidecar, without changing them, and checks header, rows,
/// ids, tours and hashes. Chooses rows to be recomputed.
///
/// # Errors
/// [`StoreError`] if the file or the sidecar cannot be read at all.
pub fn verify(paths: &Paths, sample: Sample) -> Result<Verification, StoreError> {
    let sidecar = Sidecar::of(paths)?;
    let plan = Plan::new(&sidecar.experiment(paths)?);
    let unreadable = |error| StoreError::io("read", &paths.csv)(error);
    let mut file = File::open(&paths.csv).map_err(StoreError::io("open", &paths.csv))?;
    let seal = sidecar.sealed.as_ref();
    let seal_holds = seal.map(|seal| seal.holds(&mut file)).transpose().map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;

    let assignment = ShardAssignment::new(&plan);
    let jobs = assignment.jobs(sidecar.shard);
    let mut verification = Verification {
        jobs,
        missing: jobs,
        sidecar,
        plan,
        good_rows: 0,
        tours: 0,
        first_missing: None,
        torn_bytes: 0,
        seal_holds,
        damages: Vec::new(),
        sample: Vec::new(),
    };
    verification.read_rows(file, &assignment, sample).map_err(unreadable)?;
    Ok(verification)
}

impl Verification {
    fn read_rows(
        &mut self,
        file: File,
        assignment: &ShardAssignment,
        sample: Sample,
    ) -> std::io::Result<()> {
        if self.sidecar.jobs != self.jobs {
            let (named, jobs) = (self.sidecar.jobs, self.jobs);
            let fault = format!("the sidecar names {named} jobs, but there are {jobs}");
            self.damages.push(Damage { line: 0, fault });
        }
        let Verification { plan, sidecar, damages, .. } = self;
        let expected = Expected { plan, assignment, shard: sidecar.shard };
        let mut consistency = Consistency::new(plan);
        let mut rows = match CheckedRows::new(file, expected, &mut consistency) {
            Ok(rows) => rows,
            Err(error) => {
                damages.push(error.into_damage()?);
                return Ok(());
            }
        };
        let mut seen = JobSet::new(expected.plan.len());
        let mut last_job = None;
        let mut sampler = Sampler { sample, chosen: BTreeMap::new() };
        let mut results = ResultsHash::new();
        let mut line = Vec::new();
        while let Some(row) = rows.next() {
            let row = match row.and_then(|row| first_of_job(row, &mut seen)) {
                Ok(row) => row,
                Err(error) => {
                    damages.push(error.into_damage()?);
                    continue;
                }
            };
            if sidecar.sealed.is_some() && last_job >= Some(row.record.job) {
                let fault = "a sealed file is sorted by job, this row is not".to_owned();
                damages.push(Damage { line: row.line, fault });
            }
            last_job = Some(row.record.job);
            self.good_rows += 1;
            self.tours += u64::from(row.record.tour.is_some());
            line.clear();
            line.extend_from_slice(rows.rows().line());
            line.push(b'\n');
            results.add(&line);
            sampler.add(row.record);
        }
        let is_other = sidecar.contradicts_results(results.finish().as_deref());
        if sidecar.sealed.is_some() && is_other {
            let fault = "the sidecar's results_sha256 is not that of these rows";
            damages.push(Damage { line: 0, fault: fault.to_owned() });
        }
        self.torn_bytes = rows.rows().torn();
        self.missing = self.jobs - self.good_rows;
        let lacks_row =
            |id: &u64| !seen.contains(*id) && expected.assignment.includes(expected.shard, *id);
        self.first_missing = (0..expected.plan.len()).find(lacks_row);
        self.sample = sampler.finish();
        Ok(())
    }
}

/// The row, unless its job had one before.
fn first_of_job(row: Row, seen: &mut JobSet) -> Result<Row, RowsError> {
    if seen.insert(row.record.job) { Ok(row) } else { Err(repeated(&row)) }
}

/// Chooses the rows whose SHA-256 of `knightsweep recompute SEED JOB` is smallest.
struct Sampler {
    sample: Sample,
    chosen: BTreeMap<[u8; 32], Record>,
}

impl Sampler {
    fn add(&mut self, record: Record) {
        // A job that ran out of memory may have another outcome with another memory.
        if self.sample.size == 0 || record.outcome == Outcome::Memory {
            return;
        }
        let text = format!("knightsweep recompute {} {}", self.sample.seed, record.job);
        self.chosen.insert(Sha256::digest(text).into(), record);
        if self.chosen.len() > self.sample.size {
            self.chosen.pop_last();
        }
    }

    fn finish(self) -> Vec<Record> {
        let mut records: Vec<Record> = self.chosen.into_values().collect();
        records.sort_by_key(|record| record.job);
        records
    }
}
