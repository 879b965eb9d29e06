//! What a results file holds before a run resumes it.

use std::fs::File;
use std::io::BufReader;

use crate::experiment::Experiment;
use crate::experiment::shard::{Shard, describe};
use crate::files::access::Access;
use crate::files::open;
use crate::files::shown::shown;
use crate::results::checked_rows::Expected;
use crate::results::error::StoreError;
use crate::results::good_rows::GoodRows;
use crate::results::interrupted::{self, Interrupted};
use crate::results::journal;
use crate::results::paths::{Paths, exists, has_content};
use crate::results::rows::{Rows, RowsError};
use crate::results::sidecar::{Sidecar, differences, read_sidecar};

/// A results file that was opened to be resumed, possibly without a row.
pub(super) struct Contents {
    pub(super) sidecar: Sidecar,
    /// Jobs that the file is for.
    pub(super) jobs: u64,
    pub(super) file: File,
    pub(super) rows: GoodRows,
    /// Bytes of the file, and those that belong to no row.
    pub(super) bytes: u64,
    pub(super) torn: u64,
    /// What a crash has interrupted, and is to be finished.
    pub(super) interrupted: Option<Interrupted>,
    /// What a user should know about the file, one sentence each.
    pub(super) notes: Vec<String>,
}

impl Contents {
    /// Whether the file was sealed and still has every row in its place.
    pub(super) fn is_complete(&self) -> bool {
        let is_sealed = self.sidecar.sealed.is_some() && self.interrupted.is_none();
        is_sealed && self.rows.index.rows() == self.jobs
    }

    /// Opens the CSV, or creates it with the access rights `access`, and checks everything about
    /// it.
    ///
    /// # Errors
    /// [`StoreError`] if it belongs to something else, is damaged, or cannot be read.
    pub(super) fn inspect(
        paths: &Paths,
        access: &Access,
        experiment: &Experiment,
        expected: Expected,
    ) -> Result<Contents, StoreError> {
        let jobs = expected.assignment.jobs(expected.shard);
        let sidecar = check_sidecar(paths, experiment, expected.shard)?
            .unwrap_or_else(|| Sidecar::new(experiment, expected.shard, jobs));
        sidecar.check_faults(paths, jobs).map_err(StoreError::or_start_again)?;
        let recorded = journal::recorded(paths, &sidecar)?;
        let mut file = paths.open_csv(access)?;
        let checked = interrupted::check(&mut file, &sidecar, recorded);
        let (recorded, parts, interrupted) = checked.map_err(StoreError::io("read", &paths.csv))?;
        let rows = GoodRows::read(&mut file, paths, expected, &recorded, &parts)?;
        if interrupted.is_none() {
            sidecar.check_seal(&mut file, paths, rows.index.rows())?;
        }

        let bytes = file.metadata().map_err(StoreError::io("look at", &paths.csv))?.len();
        let row_bytes = rows.end + rows.damage.as_ref().map_or(0, |damage| damage.row_bytes);
        let torn = bytes.saturating_sub(row_bytes);
        // Where nothing was ever run, the journal is left over from a file that was removed.
        let was_run = sidecar.sealed.is_none() && !sidecar.sessions.is_empty();
        let lost = if was_run { recorded.blocks.end().saturating_sub(bytes) } else { 0 };
        let notes = recorded.fault().into_iter().chain(rows.describe_loss(lost, torn));
        let notes = notes.map(|note| format!("{}: {note}", shown(&paths.csv))).collect();
        Ok(Contents { sidecar, jobs, file, rows, bytes, torn, interrupted, notes })
    }
}

/// Refuses a file without a sidecar that was never one of results.
fn check_header(paths: &Paths) -> Result<(), StoreError> {
    let file = open::regular(&paths.csv).map_err(StoreError::io("open", &paths.csv))?;
    match Rows::new(BufReader::new(file)) {
        Err(
            error @ (RowsError::Header { .. } | RowsError::WrongKind(_) | RowsError::Compressed(_)),
        ) => Err(StoreError::unusable(&paths.csv, &format!("{error}; choose another --out"))),
        _ => Ok(()),
    }
}

/// The sidecar of results that exist, which must be of this experiment and shard.
fn check_sidecar(
    paths: &Paths,
    experiment: &Experiment,
    shard: Option<Shard>,
) -> Result<Option<Sidecar>, StoreError> {
    let sidecar = if has_content(&paths.csv)? {
        if !exists(&paths.sidecar)? {
            check_header(paths)?;
        }
        Sidecar::of(paths).map_err(StoreError::or_start_again)?
    } else {
        // An empty file holds no result that a missing sidecar would have to explain.
        match read_sidecar(&paths.sidecar).map_err(StoreError::or_start_again)? {
            Some(sidecar) => sidecar,
            None if exists(&paths.sidecar)? => {
                let why = "this is a link that leads nowhere; remove it or restore its target";
                return Err(StoreError::unusable(&paths.sidecar, why));
            }
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
        shown(&paths.csv)
    )))
}
