//! Verifying a results file: everything that is wrong with it.

use std::collections::BTreeMap;
use std::fs::File;

use sha2::{Digest, Sha256};

use crate::experiment::job_table::JobSet;
use crate::experiment::plan::Plan;
use crate::experiment::shard::ShardAssignment;
use crate::files::shown::shown;
use crate::results::blocks::{BlockState, Parts};
use crate::results::checked_rows::{CheckedRows, Expected, repeated};
use crate::results::error::StoreError;
use crate::results::hashing::ResultsHash;
use crate::results::journal::Behind;
use crate::results::paths::{Paths, exists};
use crate::results::record::{Consistency, Record};
use crate::results::rows::{Damage, Row, RowsError};
use crate::results::sidecar::{Sidecar, sidecar_faults};
use crate::results::snapshot::{FileState, Snapshot};

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
    /// What the next run does with the file, one sentence each. Nothing of it is wrong.
    pub notes: Vec<String>,
    /// The rows chosen to be recomputed, by job.
    pub sample: Vec<Record>,
    /// Whether it has the lines that were sealed, in another order.
    is_unsorted: bool,
}

/// Which rows to choose for recomputing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Number of rows.
    pub size: usize,
    /// Seed of the choice.
    pub seed: u64,
}

/// Lines with faults that are listed, so that memory does not grow with a file full of them.
const MOST_LISTED_DAMAGES: usize = 100_000;

impl Verification {
    /// Whether nothing is wrong. An unfinished file may be sound.
    pub fn is_sound(&self) -> bool {
        self.damages.is_empty() && self.seal_holds != Some(false)
    }
}

/// Reads a whole results file with its sidecar, without changing them, and checks header, rows,
/// ids, tours, hashes, and what the sidecar says. Chooses rows to be recomputed.
///
/// # Errors
/// [`StoreError`] if the file or the sidecar cannot be read at all.
pub fn verify(paths: &Paths, sample: Sample) -> Result<Verification, StoreError> {
    let Snapshot { sidecar, file, state } = Snapshot::open(paths, Sidecar::of)?;
    let plan = Plan::new(&sidecar.experiment(paths)?);
    let seal_holds = sidecar.sealed.as_ref().map(|_| !state.is_doubtful());
    let assignment = ShardAssignment::new(&plan);
    let jobs = assignment.jobs(sidecar.shard);
    let mut faults = sidecar_faults(&sidecar, jobs);
    let is_unsorted = matches!(state, FileState::Unsorted);
    let mut notes = Vec::new();
    match exists(&paths.journal)? {
        true if is_unsorted => notes.push(
            "sealing it was interrupted: its rows are those of the seal, and a run sorts them"
                .to_owned(),
        ),
        true if sidecar.sealed.is_some() => {
            let journal = shown(&paths.journal);
            notes.push(format!(
                "{journal} is left over from before it was sealed; a run removes it"
            ));
        }
        false if is_unsorted => faults.push(
            "its rows are those that were sealed, in another order; a run sorts them".to_owned(),
        ),
        _ => {}
    }
    let whole_file = |fault| Damage { line: 0, fault };
    let mut verification = Verification {
        jobs,
        missing: jobs,
        damages: faults.into_iter().map(whole_file).collect(),
        sidecar,
        plan,
        good_rows: 0,
        tours: 0,
        first_missing: None,
        torn_bytes: 0,
        seal_holds,
        notes,
        is_unsorted,
        sample: Vec::new(),
    };
    if let FileState::Unsealed { lost, journal_fault, .. } = &state {
        let missing = || format!("rows at its end that were written are missing (bytes: {lost})");
        let faults = (*lost > 0).then(missing).into_iter().chain(journal_fault.clone());
        verification.damages.extend(faults.map(whole_file));
    }
    let read = verification.read_rows(file, &assignment, ChangedLines::new(state), sample);
    read.map_err(StoreError::io("read", &paths.csv))?;
    Ok(verification)
}

impl Verification {
    fn read_rows(
        &mut self,
        file: File,
        assignment: &ShardAssignment,
        mut changed: ChangedLines,
        sample: Sample,
    ) -> std::io::Result<()> {
        let Verification { plan, sidecar, damages, .. } = self;
        let expected = Expected { plan, assignment, shard: sidecar.shard };
        let mut consistency = Consistency::new(plan);
        let mut rows = match CheckedRows::of_any_columns(file, expected, &mut consistency) {
            Ok(rows) => rows,
            Err(error) => {
                damages.push(error.into_damage()?);
                return Ok(());
            }
        };
        if let Err(error) = rows.check_columns() {
            damages.push(error.into_damage()?);
        }
        changed.add(1, rows.rows().end());
        let mut good = RightRows::new(expected.plan.len(), sample);
        let (mut line, mut more_damages) = (1, 0u64);
        while let Some(row) = rows.next() {
            line += 1;
            changed.add(line, rows.rows().end());
            let is_listed = damages.len() < MOST_LISTED_DAMAGES;
            match row.and_then(|row| good.add(row, rows.rows().line())) {
                Ok(place) => {
                    if !place.is_sorted && sidecar.sealed.is_some() && is_listed {
                        let fault = "a sealed file is sorted by job, this row is not".to_owned();
                        damages.push(Damage { line: place.line, fault });
                    }
                }
                Err(error) => {
                    let damage = error.into_damage()?;
                    match is_listed {
                        true => damages.push(damage),
                        false => more_damages += 1,
                    }
                }
            }
        }
        damages.extend(changed.damages());
        if more_damages > 0 {
            let fault = format!("and {more_damages} more lines with faults, which are not listed");
            damages.push(Damage { line: 0, fault });
        }
        self.torn_bytes = rows.rows().torn();
        (self.good_rows, self.tours) = (good.number, good.tours);
        self.missing = self.jobs - self.good_rows;
        self.first_missing = (self.missing > 0).then(|| good.first_missing(expected)).flatten();
        self.sample = good.sampler.finish();
        let results = good.results.finish().filter(|_| good.are_sorted && self.missing == 0);
        self.check_whole(results.as_deref());
        Ok(())
    }

    /// Compares all rows together with the sidecar. `results` is the hash of complete sorted rows.
    fn check_whole(&mut self, results: Option<&str>) {
        let is_unexplained = self.seal_holds == Some(false) && self.damages.is_empty();
        let mut add = |fault: String| self.damages.push(Damage { line: 0, fault });
        if self.sidecar.sealed.is_some() && self.missing > 0 {
            let (missing, jobs) = (self.missing, self.jobs);
            add(format!(
                "the file is sealed, but {missing} of its {jobs} rows are missing or wrong"
            ));
        }
        if is_unexplained {
            add("the size or SHA-256 of the file is not the one in the sidecar".to_owned());
        }
        let was_sealed = self.sidecar.sealed.is_none() && self.sidecar.results_sha256.is_some();
        if was_sealed && results.is_none() && !self.is_unsorted {
            let (missing, jobs) = (self.missing, self.jobs);
            add(match missing {
                0 => {
                    "the file was sealed before, and is not now; a run compares its rows with the \
                      SHA-256 in the sidecar and seals it"
                        .to_owned()
                }
                _ => format!(
                    "the file was sealed before, but {missing} of its {jobs} rows are missing or \
                     wrong; the others cannot be compared with the SHA-256 in the sidecar until a \
                     run has completed it"
                ),
            });
        }
        if self.sidecar.contradicts_results(results) {
            add("the sidecar's results_sha256 is not that of these rows".to_owned());
        }
    }
}

/// The rows without a fault of their own, as far as they were read.
struct RightRows {
    number: u64,
    tours: u64,
    jobs: JobSet,
    last_job: Option<u64>,
    are_sorted: bool,
    results: ResultsHash,
    sampler: Sampler,
}

/// Where a row is.
struct RowPlace {
    line: u64,
    /// Whether its job comes after that of the row before.
    is_sorted: bool,
}

impl RightRows {
    /// No rows yet, of a plan with this many jobs.
    fn new(jobs: u64, sample: Sample) -> RightRows {
        RightRows {
            number: 0,
            tours: 0,
            jobs: JobSet::new(jobs),
            last_job: None,
            are_sorted: true,
            results: ResultsHash::new(),
            sampler: Sampler { sample, chosen: BTreeMap::new() },
        }
    }

    /// Adds a row with its text, unless its job had one before.
    fn add(&mut self, row: Row, text: &[u8]) -> Result<RowPlace, RowsError> {
        let job = row.record.job;
        if !self.jobs.insert(job) {
            return Err(repeated(&row));
        }
        let is_sorted = self.last_job < Some(job);
        self.are_sorted &= is_sorted;
        self.last_job = Some(job);
        self.number += 1;
        self.tours += u64::from(row.record.tour.is_some());
        self.results.add(&[text, b"\n"].concat());
        self.sampler.add(row.record);
        Ok(RowPlace { line: row.line, is_sorted })
    }

    /// The first job of the file that has no row.
    fn first_missing(&self, expected: Expected) -> Option<u64> {
        let is_missing = |job: &u64| {
            !self.jobs.contains(*job) && expected.assignment.includes(expected.shard, *job)
        };
        (0..expected.plan.len()).find(is_missing)
    }
}

/// Finds the lines of the blocks that are not what was written.
struct ChangedLines {
    /// Missing if there is nothing to find.
    parts: Option<Parts>,
    /// Whether rows that no block covers are right.
    behind: Behind,
    /// First and last lines of the parts found so far, with their state.
    found: Vec<(u64, u64, BlockState)>,
}

impl ChangedLines {
    fn new(state: FileState) -> ChangedLines {
        let (parts, behind) = match state {
            FileState::Sealed | FileState::Unsorted => (None, Behind::Nothing),
            FileState::Altered(parts) => (Some(parts), Behind::Nothing),
            FileState::Unsealed { parts, .. } => (Some(parts), Behind::AnyRows),
        };
        // Without blocks, as in files of older programs, nothing is known of a part.
        let knows = |parts: &Parts| parts.iter().any(|(_, state)| state != BlockState::Uncovered);
        ChangedLines { parts: parts.filter(knows), behind, found: Vec::new() }
    }

    /// Looks at the next line, which ends before this byte.
    fn add(&mut self, line: u64, end: u64) {
        let Some(parts) = &self.parts else {
            return;
        };
        let state = parts.state_at(end.saturating_sub(1));
        match self.found.last_mut() {
            Some((_, last, same)) if *same == state => *last = line,
            _ => self.found.push((line, line, state)),
        }
    }

    fn damages(self) -> impl Iterator<Item = Damage> {
        let damaged = self.found.into_iter().filter(move |(_, _, state)| match state {
            BlockState::Intact => false,
            // Rows of an unfinished file that are not in its journal yet.
            BlockState::Uncovered => self.behind == Behind::Nothing,
            BlockState::Changed | BlockState::Cut => true,
        });
        damaged.map(|(first, last, state)| {
            let what = match state {
                BlockState::Uncovered => "behind the end of the sealed file",
                BlockState::Cut => "in a block whose end is missing",
                BlockState::Changed | BlockState::Intact => {
                    "in a block that changed since it was written"
                }
            };
            Damage { line: 0, fault: format!("lines {first} to {last} are {what}") }
        })
    }
}

/// Chooses the rows whose SHA-256 of `knightsweep recompute SEED JOB` is smallest.
struct Sampler {
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

    fn finish(self) -> Vec<Record> {
        let mut records: Vec<Record> = self.chosen.into_values().collect();
        records.sort_by_key(|record| record.job);
        records
    }
}
