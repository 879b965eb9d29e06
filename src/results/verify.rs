//! Verifying a results file: everything that is wrong with it.

use std::collections::BTreeMap;
use std::fs::File;

use sha2::{Digest, Sha256};

use crate::experiment::plan::Plan;
use crate::files::open;
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::findings::{Conflict, Damage};
use crate::results::lines::RowFormat;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::paths::Paths;
use crate::results::record::Record;
use crate::results::scan::{FileKind, FileReport, FoundRow};
use crate::results::settle::Searches;
use crate::results::sidecar::{Sidecar, read_sidecar};
use crate::system::Links;
use crate::text::formatting::{counted, grouped};

/// The state of a results file.
#[derive(Debug, Default)]
pub struct Verification {
    /// Its sidecar and the plan of its experiment; missing without a sidecar.
    pub described: Option<(Sidecar, Plan)>,
    /// Jobs that the file is for; unknown without a sidecar.
    pub jobs: Option<u64>,
    /// Jobs that have a good row; without a sidecar the good rows.
    pub good_rows: u64,
    /// How many of them have each outcome.
    pub outcomes: OutcomeCounts,
    /// Recorded tours that the independent checker has accepted.
    pub tours: u64,
    /// The first job without a good row.
    pub first_missing: Option<u64>,
    /// Bytes of a torn row at the end.
    pub torn_bytes: u64,
    /// Whether the file is what was sealed; `None` if it is not sealed.
    pub seal_holds: Option<bool>,
    /// Whether it has neither the header nor a row of results.
    pub is_foreign: bool,
    /// Everything that is wrong, by line.
    pub damages: Vec<Damage>,
    /// How many lines are not rows, and how many pairs of rows contradict each other.
    pub all_damages: u64,
    /// What the next run does with the file, one sentence each. Nothing of it is wrong.
    pub notes: Vec<String>,
    /// The rows chosen to be recomputed, by their lines, which [`Record::job`] says.
    pub sample: Vec<Record>,
}

impl Verification {
    /// Whether nothing is wrong. An unfinished file may be sound.
    pub fn is_sound(&self) -> bool {
        self.damages.is_empty()
    }

    /// Jobs without a good row; unknown without a sidecar.
    pub fn missing(&self) -> Option<u64> {
        self.jobs.map(|jobs| jobs - self.good_rows)
    }

    /// Whether nothing is wrong, every job has its row, and the file is what was sealed.
    pub fn is_complete(&self) -> bool {
        self.is_sound() && self.seal_holds == Some(true) && self.missing() == Some(0)
    }

    /// What the lines of the file say.
    fn of(report: &FileReport) -> Verification {
        let mut notes = report.notes("a run drops them, and searches their jobs");
        if report.repeated > 0 {
            notes.push(format!("rows of jobs that have another row: {}", grouped(report.repeated)));
        }
        let mut found = Verification { notes, ..Verification::default() };
        (found.tours, found.torn_bytes) = (report.tours, report.torn);
        (found.damages, found.all_damages) = (report.others.clone(), report.all_others);
        if report.kind == FileKind::Foreign {
            // Its lines are nothing that a run would drop, or repair.
            found = Verification { is_foreign: true, ..Verification::default() };
            found.add(0, "it has neither the header nor a row of results");
        }
        found
    }

    fn add(&mut self, line: u64, fault: impl Into<String>) {
        self.damages.push(Damage { line, fault: fault.into() });
    }

    fn add_conflicts(&mut self, conflicts: &[Conflict]) {
        for Conflict { first, second, why } in conflicts {
            self.add(second.line, format!("it contradicts line {}: {why}", first.line));
        }
    }
}

/// Reads a whole results file with its sidecar, without changing them, and checks every line, the
/// tours, the hashes, and whether rows contradict each other. Chooses rows to be recomputed.
///
/// A run may replace the file and its sidecar in between, so this is repeated while they do not
/// belong together.
///
/// # Errors
/// [`StoreError`] if the file or the sidecar cannot be read at all.
pub fn verify(paths: &Paths, sample: Sample) -> Result<Verification, StoreError> {
    /// Nobody replaces results that often while they are read.
    const MOST_TIMES: usize = 100;
    for _ in 0..MOST_TIMES {
        let sidecar = sidecar_of(paths)?;
        let file = open::regular(&paths.csv).map_err(StoreError::io(Action::Read, &paths.csv))?;
        let mut chosen = BTreeMap::new();
        let choose = |row: &FoundRow<'_>| sample.take(row, &mut chosen);
        let mut verification = match &sidecar {
            Ok(Some(sidecar)) => with_sidecar(paths, &file, sidecar, choose)?,
            _ => alone(paths, &file, choose)?,
        };
        match &sidecar {
            Ok(Some(_)) => {}
            Ok(None) => verification.notes.push(NO_SIDECAR.to_owned()),
            // Nothing says that this is a file of results.
            Err(error) if verification.is_foreign => return Err(unreadable(paths, error)),
            Err(why) => verification.add(0, unreadable(paths, why).to_string()),
        }
        verification.sample = chosen.into_values().collect();
        verification.sample.sort_by_key(|record| record.job);
        let is_there = open::is_at(&file, &paths.csv, Links::Follow);
        let is_there = is_there.map_err(StoreError::io(Action::Read, &paths.csv))?;
        if verification.is_sound() || is_there && sidecar_of(paths)? == sidecar {
            return Ok(verification);
        }
    }
    Err(StoreError::ChangedMeanwhile(paths.csv.clone()))
}

/// The sidecar, if there is one, or what is wrong with it.
fn sidecar_of(paths: &Paths) -> Result<Result<Option<Sidecar>, String>, StoreError> {
    match read_sidecar(&paths.sidecar) {
        Err(StoreError::Sidecar { why, .. }) => Ok(Err(why)),
        read => read.map(Ok),
    }
}

fn unreadable(paths: &Paths, why: &str) -> StoreError {
    StoreError::Sidecar { path: paths.sidecar.clone(), why: why.to_owned() }
}

/// Without a sidecar nothing says which rows there should be; what they say is compared.
fn alone(
    paths: &Paths,
    file: &File,
    mut each: impl FnMut(&FoundRow<'_>),
) -> Result<Verification, StoreError> {
    let (mut outcomes, mut searches) = (OutcomeCounts::default(), Searches::default());
    let mut impossible = Vec::new();
    let mut report = FileReport::read(RowFormat::results(), &paths.csv, file, |row, _| {
        row.record.into_iter().for_each(|record| outcomes.add(record.outcome));
        let is_impossible = row.record.is_some_and(|record| record.searched().is_none());
        impossible.extend(is_impossible.then_some(row.line));
        searches.take(&row);
        each(&row);
        Ok(())
    })?;
    let (conflicts, repeated) = searches.conflicts(&paths.csv, file)?;
    report.repeated = repeated;
    let mut found = Verification::of(&report);
    found.all_damages += (conflicts.len() + impossible.len()) as u64;
    found.add_conflicts(&conflicts);
    impossible.into_iter().for_each(|line| found.add(line, "there is no such search"));
    Ok(Verification { outcomes, good_rows: report.rows, ..found })
}

fn with_sidecar(
    paths: &Paths,
    file: &File,
    sidecar: &Sidecar,
    each: impl FnMut(&FoundRow<'_>),
) -> Result<Verification, StoreError> {
    let plan = Plan::new(&sidecar.experiment(paths)?);
    let mut answers = Answers::new(&plan, sidecar.shard);
    let report = answers.read_file(&paths.csv, file, each)?;
    let seal_holds = sidecar.sealed.as_ref().map(|s| s.holds(report.bytes, report.sha256));
    let mut found = Verification {
        described: Some((sidecar.clone(), plan)),
        jobs: Some(answers.jobs),
        good_rows: answers.rows(),
        outcomes: answers.outcomes,
        seal_holds,
        ..Verification::of(&report)
    };
    answers.compare()?;
    found.add_conflicts(&answers.conflicts);
    found.all_damages += answers.contradicted.len() as u64;
    if let Some(Damage { line, fault }) = report.first_stranger {
        let rows = counted(report.strangers, "such row");
        found.add(line, format!("the experiment in the sidecar has no such job ({fault}; {rows})"));
    }
    if found.missing() > Some(0) {
        found.first_missing = (0..answers.plan.len()).find(|job| answers.is_pending(*job));
    }
    check_whole(&mut found, &mut answers, paths, sidecar)?;
    Ok(found)
}

const NO_SIDECAR: &str = "there is no sidecar: nothing says which jobs there should be";

/// Compares all rows together with the sidecar.
fn check_whole(
    found: &mut Verification,
    answers: &mut Answers,
    paths: &Paths,
    sidecar: &Sidecar,
) -> Result<(), StoreError> {
    match (found.seal_holds, answers.jobs - answers.rows()) {
        (Some(_), missing @ 1..) => {
            let (missing, jobs) = (grouped(missing), counted(answers.jobs, "job"));
            // A run adds to what is not damaged.
            let advice = if found.is_sound() {
                "; the command that made it searches what is missing"
            } else {
                ""
            };
            found.add(0, format!("it is sealed, but lacks {missing} of its {jobs}{advice}"));
        }
        (Some(false), 0) => {
            found.add(
                0,
                "it has changed since it was sealed; a run seals it again if every row is good",
            );
        }
        (Some(true), 0) => {
            if !answers.have_hash_of(sidecar, &paths.csv)? {
                found.add(
                    0,
                    "the sidecar's results_sha256 is not that of these rows; a run with --repair \
                     corrects it",
                );
            }
        }
        (None, _) => {}
    }
    if sidecar.jobs != answers.jobs {
        let (said, jobs) = (sidecar.jobs, answers.jobs);
        found.add(0, format!("the sidecar names {said} jobs, but its experiment has {jobs}"));
    }
    Ok(())
}

/// Which rows to choose for recomputing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Number of rows.
    pub size: usize,
    /// Seed of the choice.
    pub seed: u64,
}

impl Sample {
    /// Takes a row among the chosen ones: those whose SHA-256 of `knightsweep recompute SEED JOB`
    /// is smallest. A job that ran out of memory or time may have another outcome another time.
    fn take(self, row: &FoundRow<'_>, chosen: &mut BTreeMap<[u8; 32], Record>) {
        let can_be_searched = |it: &&Record| !it.outcome.is_unknown() && it.searched().is_some();
        let Some(record) = row.record.filter(|_| self.size > 0).filter(can_be_searched) else {
            return;
        };
        let mut text = format!("knightsweep recompute {} ", self.seed).into_bytes();
        record.write_job(&mut text);
        let hash = Sha256::digest(text).into();
        let is_full = chosen.len() >= self.size;
        if !is_full || chosen.last_key_value().is_some_and(|(last, _)| hash < *last) {
            chosen.entry(hash).or_insert_with(|| Record { job: row.line, ..record.clone() });
            if chosen.len() > self.size {
                chosen.pop_last();
            }
        }
    }
}
