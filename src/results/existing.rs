//! What is there before a run: results to go on with, to move aside, or to refuse.

use std::fs::{self, File};
use std::io::BufReader;

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Deal, Shard, in_words};
use crate::experiment::{Experiment, Spec};
use crate::results::record;
use knight_search::Outcome;

use crate::results::files::{exists, has_content, sync_folder};
use crate::results::sidecar::read_sidecar;
use crate::results::{ELSEWHERE, NO_ROW, Paths, Rows, RowsError, Sidecar, StoreError, hash_file};

/// Renames the CSV and its sidecar to the first free `NAME.old-N`; says so. If only one of the two is there, it follows the
/// other one, which was moved before something failed.
pub(super) fn move_aside(paths: &Paths) -> Result<Option<String>, StoreError> {
    let (has_csv, has_sidecar) = (exists(&paths.csv)?, exists(&paths.sidecar)?);
    if !has_csv && !has_sidecar {
        return Ok(None);
    }
    let mut number = 1;
    let mut half = None;
    let free = loop {
        let aside = paths.aside(number);
        match (exists(&aside.csv)?, exists(&aside.sidecar)?) {
            (false, false) => break half.unwrap_or(aside),
            there if there == (!has_csv, !has_sidecar) => half = Some(aside),
            _ => {}
        }
        number += 1;
    };
    let pairs = [(has_csv, &paths.csv, &free.csv), (has_sidecar, &paths.sidecar, &free.sidecar)];
    for (_, from, to) in pairs.into_iter().filter(|(is_there, _, _)| *is_there) {
        fs::rename(from, to).map_err(StoreError::io("move aside", from))?;
    }
    sync_folder(paths.folder())?;
    Ok(Some(format!("the old results are now in {}", free.csv.display())))
}

/// The sidecar of the results that are there, or `None` if there are none.
pub(super) fn read_existing(
    paths: &Paths,
    experiment: &Experiment,
    shard: Option<Shard>,
) -> Result<Option<Sidecar>, StoreError> {
    // An empty file holds no result that a missing sidecar would have to explain.
    let has_rows = has_content(&paths.csv)?;
    let sidecar = match read_sidecar(&paths.sidecar)? {
        Some(sidecar) => sidecar,
        None if !has_rows => return Ok(None),
        None => {
            return Err(StoreError::NoSidecar {
                path: paths.csv.clone(),
                sidecar: paths.sidecar.clone(),
            });
        }
    };
    let (there, wanted) = (&sidecar.experiment, experiment.spec());
    if *there != wanted {
        return Err(StoreError::OtherExperiment {
            path: paths.csv.clone(),
            differences: differences(there, &wanted, "the command asks for"),
        });
    }
    if sidecar.shard != shard {
        return Err(StoreError::OtherShard {
            path: paths.csv.clone(),
            there: sidecar.shard,
            wanted: shard,
        });
    }
    Ok(Some(sidecar))
}

pub(super) fn differences(there: &Spec, wanted: &Spec, wanting: &str) -> String {
    let pairs = there.entries().into_iter().zip(wanted.entries());
    pairs
        .filter(|(there, wanted)| there != wanted)
        .map(|((key, there), (_, wanted))| {
            format!("  {key}: the file has {there}, {wanting} {wanted}\n")
        })
        .collect()
}

/// What a results file holds.
pub(super) struct Scan {
    /// Where each job's row begins; [`NO_ROW`] without one, [`ELSEWHERE`] if it belongs to another file.
    pub(super) offsets: Vec<u64>,
    pub(super) rows: u64,
    /// The jobs whose rows say that they ran out of memory.
    pub(super) out_of_memory: Vec<u64>,
    /// Bytes up to the end of the last complete row.
    pub(super) end: u64,
    /// Bytes after it.
    pub(super) torn: u64,
}

/// Reads all rows and checks each against the plan.
pub(super) fn scan(
    file: &mut File,
    paths: &Paths,
    plan: &Plan,
    shard: Option<Shard>,
) -> Result<Scan, StoreError> {
    let damaged =
        |line, fault: String| StoreError::Damaged { path: paths.csv.clone(), line, fault };
    let unreadable = |error| match error {
        RowsError::Io(source) => StoreError::io("read", &paths.csv)(source),
        RowsError::Malformed { line, fault } => damaged(line, fault),
        error @ RowsError::CarriageReturn => {
            StoreError::Path { path: paths.csv.clone(), why: error.to_string() }
        }
        error @ RowsError::Header { .. } => damaged(1, error.to_string()),
    };

    let deal = Deal::new(plan);
    let vacant = |id| {
        if deal.gives(shard, id) { NO_ROW } else { ELSEWHERE }
    };
    let mut offsets: Vec<u64> = (0..plan.len()).map(vacant).collect();
    let mut count = 0;
    let mut out_of_memory = Vec::new();
    let mut rows = Rows::new(BufReader::with_capacity(1 << 16, file)).map_err(unreadable)?;
    if rows.layout().is_some_and(|there| there != record::Layout::of(plan)) {
        return Err(damaged(1, "the columns contradict the sidecar".to_owned()));
    }
    for row in rows.by_ref() {
        let row = row.map_err(unreadable)?;
        let id = row.record.job;
        let job = plan.job(id).ok_or(record::RowFault::UnknownJob(id));
        job.and_then(|job| row.record.check(&job, plan.tours()))
            .map_err(|fault| damaged(row.line, fault.to_string()))?;
        let offset = &mut offsets[id as usize];
        if *offset == ELSEWHERE {
            let fault = format!("job {id} does not belong to {}", in_words(shard));
            return Err(damaged(row.line, fault));
        }
        if *offset != NO_ROW {
            return Err(damaged(row.line, format!("job {id} has a row already")));
        }
        *offset = row.offset;
        count += 1;
        if row.record.outcome == Outcome::Memory {
            out_of_memory.push(id);
        }
    }
    Ok(Scan { offsets, rows: count, out_of_memory, end: rows.end(), torn: rows.torn() })
}

/// Refuses a sealed file that was altered. One that was cut short to so many rows may be completed again if its results
/// are known: sealing it compares its rows with those that were sealed before.
pub(super) fn check_seal(
    file: &mut File,
    paths: &Paths,
    sidecar: &Sidecar,
    rows: u64,
) -> Result<(), StoreError> {
    let Some(seal) = &sidecar.sealed else {
        return Ok(());
    };
    let (bytes, sha256) = hash_file(file).map_err(StoreError::io("read", &paths.csv))?;
    let was_cut = bytes < seal.bytes && rows < sidecar.jobs;
    if (was_cut && sidecar.results_sha256.is_some()) || sha256 == seal.sha256 {
        Ok(())
    } else {
        Err(StoreError::Altered { path: paths.csv.clone() })
    }
}
