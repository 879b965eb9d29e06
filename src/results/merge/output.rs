//! Writing the merged results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::atomic::{Access, AtomicFile};
use crate::results::error::StoreError;
use crate::results::journal;
use crate::results::lock::Lock;
use crate::results::merge::Gathered;
use crate::results::merge::inputs::{Input, Place};
use crate::results::paths::{Paths, exists, has_content};
use crate::results::record::Layout;
use crate::results::sidecar::{Session, Sidecar, Writer, read_sidecar};
use crate::results::sidecar_faults::session_fault;
use crate::results::sorted::SortedFile;

/// What to do with results in the place of the merged ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnOccupied {
    /// Refuse to merge.
    Refuse,
    /// Move them aside.
    MoveAside,
}

/// The results file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// Its path.
    pub csv: PathBuf,
    /// Its rows.
    pub rows: u64,
    /// Jobs that it is for.
    pub jobs: u64,
    /// Whether it is complete and sealed.
    pub sealed: bool,
    /// Notes for the user, one sentence each.
    pub notes: Vec<String>,
}

impl Gathered {
    /// Writes the rows, sorted by job, into a results file for the jobs of [`Gathered::shard`]. It
    /// is sealed if it is complete; otherwise a run can resume it.
    ///
    /// # Errors
    /// [`StoreError`] if there is a CSV or a sidecar already that `on_occupied` does not move
    /// aside, or if writing fails. Then there is nothing new, unless it cannot be removed: the
    /// error says so.
    pub fn write(
        mut self,
        out: &Paths,
        on_occupied: OnOccupied,
        writer: Writer,
    ) -> Result<Merged, StoreError> {
        let session = Session::begin(writer, 0, 0);
        self.check_is_no_input(out)?;
        out.create_folder()?;
        let _lock = Lock::take(out, &session.command)?;
        let mut access = self.access_of_inputs()?;
        let moved = match on_occupied {
            OnOccupied::MoveAside => out.move_aside()?,
            OnOccupied::Refuse => check_is_vacant(out).map(|()| None)?,
        };
        let moved = moved.map(|moved| {
            access.push(moved.access);
            moved.note
        });
        self.notes.extend(moved.clone());
        let access = Access::strictest(access);
        let written = self.write_into(out, session, &access);
        written.map_err(|error| not_merged(error, out)).map_err(|error| match moved {
            Some(moved) => StoreError::AfterMoving { source: Box::new(error), moved },
            None => error,
        })
    }

    fn access_of_inputs(&self) -> Result<Vec<Access>, StoreError> {
        let access = self.inputs.iter().map(|Input { paths, .. }| {
            Access::of(&paths.csv).map_err(StoreError::io("look at", &paths.csv))
        });
        access.collect()
    }

    fn write_into(
        mut self,
        out: &Paths,
        session: Session,
        access: &Access,
    ) -> Result<Merged, StoreError> {
        let (rows, notes) = (self.rows(), std::mem::take(&mut self.notes));
        let mut sidecar = self.merged_sidecar();
        let jobs = sidecar.jobs;
        let sealed = rows == jobs;
        sidecar.sessions.push(session);
        let sorted = self.sorted_rows(out, &sidecar, access)?;
        // A journal of other rows would contradict these.
        journal::clear(out)?;
        // The sidecar first: rows without a sidecar would be refused.
        sidecar.write_new(out, access).inspect_err(|_| {
            // It may have got its name and not be on the disk yet. One of others stays.
            if matches!(read_sidecar(&out.sidecar), Ok(Some(there)) if there == sidecar) {
                let _ = fs::remove_file(&out.sidecar);
            }
        })?;
        commit(sorted.file, out)?;
        let journaled = match sealed {
            true => {
                sidecar.seal(sorted.seal, sorted.results_sha256);
                Ok(())
            }
            false => journal::write(out, &sorted.seal.blocks),
        };
        sidecar.end_session(rows);
        journaled.and_then(|()| sidecar.write(out)).inspect_err(|_| take_back(out))?;
        Ok(Merged { csv: out.csv.clone(), rows, jobs, sealed, notes })
    }

    fn check_is_no_input(&self, out: &Paths) -> Result<(), StoreError> {
        let real = |path: &Path| fs::canonicalize(path).ok();
        let target = real(&out.csv);
        let is_input = |input: &Input| target.is_some() && real(&input.paths.csv) == target;
        if self.inputs.iter().any(is_input) {
            let why = "this is one of the files to read; choose another --out";
            return Err(StoreError::unusable(&out.csv, why));
        }
        Ok(())
    }

    /// The sidecar of the merged file with the sessions of all inputs.
    fn merged_sidecar(&self) -> Sidecar {
        let shard = self.shard();
        let jobs = self.assignment.jobs(shard);
        let inputs = (0..).zip(&self.inputs);
        let credible = inputs.filter(|(number, _)| !self.contradicting.contains(number));
        let mut same = credible.filter(|(_, input)| input.sidecar.shard == shard);
        let results_sha256 = same.find_map(|(_, input)| input.sidecar.results_sha256.clone());
        let sessions = self.inputs.iter().flat_map(|input| &input.sidecar.sessions);
        let possible = sessions.filter(|session| session_fault(session, jobs).is_none());
        let mut sessions: Vec<Session> = possible.cloned().collect();
        sessions.sort_by_key(|session| session.started);
        let left_out = self.inputs.iter().map(|input| input.sidecar.sessions_left_out);
        Sidecar {
            shard,
            jobs,
            sessions,
            sessions_left_out: left_out.fold(0, u64::saturating_add),
            results_sha256,
            sealed: None,
            ..self.inputs[0].sidecar.clone()
        }
    }

    /// The sorted rows, which must be those that were read. Complete ones must have the hash that
    /// the sidecar knows, if any.
    fn sorted_rows(
        self,
        out: &Paths,
        sidecar: &Sidecar,
        access: &Access,
    ) -> Result<SortedFile, StoreError> {
        let failed = |error| StoreError::io(MERGE, &out.csv)(error);
        let layout = Layout::of(&self.plan);
        let sum = self.sum;
        let places = self.rows.iter().map(Place::location);
        let sorted =
            SortedFile::write(&out.csv, access, layout, self.readers, places).map_err(failed)?;
        if sorted.sum != sum {
            let why = "a file to merge changed while it was read";
            return Err(failed(io::Error::new(io::ErrorKind::InvalidData, why)));
        }
        let is_complete = self.rows.len() as u64 == sidecar.jobs;
        if is_complete && sidecar.contradicts_results(sorted.results_sha256.as_deref()) {
            let known = &sidecar.results_sha256;
            let source = self.inputs.iter().find(|i| i.sidecar.results_sha256 == *known);
            return Err(StoreError::unusable(
                &source.unwrap_or(&self.inputs[0]).paths.csv,
                "the rows are not those that were sealed. Each row agrees with its job, so it is \
                 unknown which were changed; restore the file, or search again with `run --fresh`",
            ));
        }
        Ok(sorted)
    }
}

/// Commits the rows. If that fails, the new sidecar must not stay without them.
fn commit(rows: AtomicFile, out: &Paths) -> Result<(), StoreError> {
    // An empty file may be there, but no other file that was made in the meantime.
    let is_there = exists(&out.csv).inspect_err(|_| {
        let _ = fs::remove_file(&out.sidecar);
    })?;
    let committed = match is_there {
        true => rows.commit(),
        false => rows.commit_new(),
    };
    committed.map_err(|error| {
        let is_of_others = error.kind() == io::ErrorKind::AlreadyExists;
        if is_of_others || matches!(has_content(&out.csv), Ok(false)) {
            let _ = fs::remove_file(&out.sidecar);
        } else {
            take_back(out);
        }
        StoreError::io(MERGE, &out.csv)(error)
    })
}

/// Removes the files of a merge that failed after its rows were written, as far as possible, so
/// that it can be repeated. All of them are new.
fn take_back(out: &Paths) {
    // The sidecar last: rows without a sidecar would be refused.
    let removed = fs::remove_file(&out.csv).and_then(|()| match fs::remove_file(&out.journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::remove_file(&out.sidecar),
    });
    // If they are not removed, the message says so.
    let _ = removed.map_err(StoreError::io("remove", &out.csv)).and_then(|()| out.sync_folder());
}

/// Adds to the error of writing what is left of the merge.
fn not_merged(error: StoreError, out: &Paths) -> StoreError {
    if !matches!(error, StoreError::Io { .. }) {
        return error;
    }
    let csv = out.csv.display();
    let state = match matches!(has_content(&out.csv), Ok(false)) {
        true => "nothing was written; remove the cause, such as a full disk, then merge again"
            .to_owned(),
        false => {
            format!("the merged rows may be in {csv}; `knightsweep run … --out {csv}` completes it")
        }
    };
    StoreError::NotMerged { why: Box::new(error), state }
}

/// For messages: what is done with the merged results.
const MERGE: &str = "merge into";

/// Refuses to replace a CSV with content, or any sidecar: it may describe results that were moved,
/// or belong to another program.
fn check_is_vacant(out: &Paths) -> Result<(), StoreError> {
    if has_content(&out.csv)? {
        return Err(StoreError::unusable(
            &out.csv,
            "there are results already; choose another --out, or move them aside with --fresh",
        ));
    }
    // A link that leads nowhere is there as well.
    match fs::symlink_metadata(&out.sidecar) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::io("look at", &out.sidecar)(error)),
        Ok(_) => Err(StoreError::unusable(
            &out.sidecar,
            "the sidecar of the merged results needs this name, but the file exists, perhaps for \
             other results; choose another --out, or move it aside with --fresh",
        )),
    }
}
