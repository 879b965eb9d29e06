//! Verifying a results file: everything that is wrong with it.

mod changed_lines;
mod right_rows;

use std::fs::File;

use crate::experiment::plan::Plan;
use crate::experiment::shard::ShardAssignment;
use crate::files::shown::shown;
use crate::results::checked_rows::{CheckedRows, Expected};
use crate::results::error::StoreError;
use crate::results::foreign::{WRITTEN_BACK, is_written_back};
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::paths::{Paths, exists};
use crate::results::record::{Consistency, Record};
use crate::results::rows::Damage;
use crate::results::sidecar::{Sidecar, sidecar_faults};
use crate::results::snapshot::{FileState, Snapshot};
use crate::results::verify::changed_lines::ChangedLines;
use crate::results::verify::right_rows::RightRows;

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
    /// How many of them have each outcome.
    pub outcomes: OutcomeCounts,
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

    /// Whether nothing is wrong, every job has its row, and the file is what was sealed.
    pub fn is_complete(&self) -> bool {
        self.is_sound() && self.seal_holds == Some(true) && self.missing == 0
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
        outcomes: OutcomeCounts::default(),
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
    if !verification.damages.is_empty() && is_written_back(&paths.csv) {
        verification.damages.insert(0, whole_file(WRITTEN_BACK.to_owned()));
    }
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
        (self.good_rows, self.outcomes, self.tours) = (good.number, good.outcomes, good.tours);
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
            add(format!("the file is sealed; missing or wrong: {missing} of its {jobs} rows"));
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
                    "the file was sealed before; missing or wrong: {missing} of its {jobs} rows; the \
                     others cannot be compared with the SHA-256 in the sidecar until a \
                     run has completed it"
                ),
            });
        }
        if self.sidecar.contradicts_results(results) {
            add("the sidecar's results_sha256 is not that of these rows".to_owned());
        }
    }
}
