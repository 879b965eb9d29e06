//! Verifying a results file: everything that can be told to be wrong with it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;

use sha2::{Digest, Sha256};

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Deal, in_words};
use crate::results::record::{Layout, Record, RowFault};
use crate::results::sorted::ResultsHash;
use crate::results::{Paths, Rows, RowsError, Sidecar, StoreError, hash_file, read_sidecar};
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

/// Something wrong with a results file.
#[derive(Clone, PartialEq, Debug)]
pub struct Damage {
    /// Line of the file, from 1.
    pub line: u64,
    /// What is wrong there.
    pub fault: String,
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

/// Reads a whole results file with its sidecar, which it does not change, and checks header, rows, ids,
/// tours and hash. `sample` rows are chosen by seed for recomputing.
///
/// # Errors
/// [`StoreError`] if the file or the sidecar cannot be read at all.
pub fn verify(paths: &Paths, sample: Sample) -> Result<Verification, StoreError> {
    let sidecar = read_sidecar(&paths.sidecar)?.ok_or_else(|| StoreError::NoSidecar {
        path: paths.csv.clone(),
        sidecar: paths.sidecar.clone(),
    })?;
    let experiment = sidecar.experiment.experiment(&paths.sidecar).map_err(|error| {
        StoreError::Sidecar { path: paths.sidecar.clone(), why: error.to_string() }
    })?;
    let plan = Plan::new(&experiment);
    let mut file = File::open(&paths.csv).map_err(StoreError::io("open", &paths.csv))?;
    let (bytes, sha256) = hash_file(&mut file).map_err(StoreError::io("read", &paths.csv))?;
    let seal_holds =
        sidecar.sealed.as_ref().map(|seal| (seal.bytes, &seal.sha256) == (bytes, &sha256));
    std::io::Seek::rewind(&mut file).map_err(StoreError::io("read", &paths.csv))?;

    let deal = Deal::new(&plan);
    let jobs = deal.jobs(sidecar.shard);
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
    verification.read_rows(file, paths, sample, &deal)?;
    Ok(verification)
}

impl Verification {
    fn read_rows(
        &mut self,
        file: File,
        paths: &Paths,
        sample: Sample,
        deal: &Deal,
    ) -> Result<(), StoreError> {
        if self.sidecar.jobs != self.jobs {
            let fault = format!(
                "the sidecar tells of {} jobs, but there are {}",
                self.sidecar.jobs, self.jobs
            );
            self.damage(0, fault);
        }
        let mut rows = match Rows::new(BufReader::with_capacity(1 << 16, file)) {
            Ok(rows) => rows,
            Err(RowsError::Io(error)) => return Err(StoreError::io("read", &paths.csv)(error)),
            Err(error) => {
                self.damage(1, error.to_string());
                return Ok(());
            }
        };
        if rows.layout().is_some_and(|there| there != Layout::of(&self.plan)) {
            self.damage(1, "the columns contradict the sidecar".to_owned());
        }
        let mut seen = vec![false; self.plan.len() as usize];
        let mut last_job = None;
        let mut chosen = BTreeMap::new();
        let mut results = ResultsHash::new();
        let mut line = Vec::new();
        while let Some(row) = rows.next() {
            match row {
                Ok(row) => {
                    if let Err(fault) = self.accept(&row.record, deal, &mut seen) {
                        self.damage(row.line, fault);
                        continue;
                    }
                    if self.sidecar.sealed.is_some() && last_job >= Some(row.record.job) {
                        self.damage(
                            row.line,
                            "a sealed file is sorted by job, this row is not".to_owned(),
                        );
                    }
                    last_job = Some(row.record.job);
                    line.clear();
                    line.extend_from_slice(rows.line());
                    line.push(b'\n');
                    results.add(&line);
                    choose(&mut chosen, row.record, sample);
                }
                Err(RowsError::Malformed { line, fault }) => self.damage(line, fault),
                Err(RowsError::Io(error)) => return Err(StoreError::io("read", &paths.csv)(error)),
                Err(error) => self.damage(1, error.to_string()),
            }
        }
        let known = self.sidecar.results_sha256.clone();
        let is_other = |found| known.is_some_and(|known| known != found);
        if self.sidecar.sealed.is_some() && results.finish().is_some_and(is_other) {
            let fault = "the sidecar's results_sha256 is not that of these rows";
            self.damage(0, fault.to_owned());
        }
        self.torn_bytes = rows.torn();
        self.missing = self.jobs - self.good_rows;
        let shard = self.sidecar.shard;
        let lacks_row = |id: &u64| deal.gives(shard, *id) && !seen[*id as usize];
        self.first_missing = (0..self.plan.len()).find(lacks_row);
        self.sample = chosen.into_values().collect();
        self.sample.sort_by_key(|record| record.job);
        Ok(())
    }

    fn accept(&mut self, record: &Record, deal: &Deal, seen: &mut [bool]) -> Result<(), String> {
        let job = self.plan.job(record.job).ok_or(RowFault::UnknownJob(record.job));
        job.and_then(|job| record.check(&job, self.plan.tours()))
            .map_err(|fault| fault.to_string())?;
        if !deal.gives(self.sidecar.shard, record.job) {
            let shard = in_words(self.sidecar.shard);
            return Err(format!("job {} does not belong to {shard}", record.job));
        }
        if std::mem::replace(&mut seen[record.job as usize], true) {
            return Err(format!("job {} has a row already", record.job));
        }
        self.good_rows += 1;
        self.tours += u64::from(record.tour.is_some());
        Ok(())
    }

    fn damage(&mut self, line: u64, fault: String) {
        self.damages.push(Damage { line, fault });
    }
}

/// Keeps the rows whose SHA-256 of `knightsweep recompute SEED JOB` is smallest.
fn choose(chosen: &mut BTreeMap<[u8; 32], Record>, record: Record, sample: Sample) {
    // What memory did not suffice for cannot be compared with what another memory might do.
    if sample.size == 0 || record.outcome == Outcome::Memory {
        return;
    }
    let key = Sha256::digest(format!("knightsweep recompute {} {}", sample.seed, record.job));
    chosen.insert(key.into(), record);
    if chosen.len() > sample.size {
        chosen.pop_last();
    }
}
