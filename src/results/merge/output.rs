//! Writing the merged results.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::access::Access;
use crate::files::atomic::AtomicFile;
use crate::files::shown::shown;
use crate::results::error::StoreError;
use crate::results::journal;
use crate::results::lock::Lock;
use crate::results::merge::Gathered;
use crate::results::merge::inputs::{Input, Place};
use crate::results::paths::{Paths, exists, has_content};
use crate::results::record::Layout;
use crate::results::sidecar::{Session, Sidecar, Writer, read_sidecar, session_fault};
use crate::results::sorted::{SortedFile, SortedHashes};

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
        let made = out.create_folder()?;
        let lock = Lock::take(out, &session.command)?;
        let mut access = self.access_of_inputs()?;
        let moved = match on_occupied {
            OnOccupied::MoveAside => out.move_aside()?,
            OnOccupied::Refuse => check_is_vacant(out).map(|()| None)?,
        };
        let moved = moved.map(|moved| {
            access.push(moved.access);
            moved.note
        });
        self.notes.extend(made.into_iter().chain(moved.clone()));
        let access = Access::strictest(access);
        let written = self.write_into(Target { paths: out, lock: &lock }, session, &access);
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
        out: Target,
        session: Session,
        access: &Access,
    ) -> Result<Merged, StoreError> {
        let Target { paths, .. } = out;
        let (rows, notes) = (self.rows(), std::mem::take(&mut self.notes));
        let mut sidecar = self.merged_sidecar();
        let jobs = sidecar.jobs;
        let sealed = rows == jobs;
        sidecar.sessions.push(session);
        sidecar.end_session(rows);
        let sorted = self.sorted_rows(paths, &sidecar, access)?;
        let SortedHashes { seal, results_sha256, .. } = &sorted.hashes;
        match sealed {
            true => sidecar.seal(seal.clone(), results_sha256.clone()),
            // The hash of a whole file, perhaps of a changed one, would make these rows doubtful.
            // Each of them can be trusted by itself.
            false => sidecar.results_sha256 = None,
        }
        out.check()?;
        // A journal of other rows would contradict these.
        journal::clear(paths)?;
        // The sidecar and the checksums first: rows without a sidecar would be refused, and those
        // without checksums could be changed.
        sidecar.write_new(paths, access).inspect_err(|_| {
            // It may have got its name and not be on the disk yet. One of others stays.
            if matches!(read_sidecar(&paths.sidecar), Ok(Some(there)) if there == sidecar) {
                let _ = fs::remove_file(&paths.sidecar);
            }
        })?;
        if !sealed {
            journal::write(paths, &seal.blocks, access).inspect_err(|_| out.take_back(false))?;
        }
        out.commit(sorted.into_file())?;
        Ok(Merged { csv: paths.csv.clone(), rows, jobs, sealed, notes })
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
        let SortedHashes { sum: written, results_sha256, .. } = &sorted.hashes;
        if *written != sum {
            let why = "a file to merge changed while it was read";
            return Err(failed(io::Error::new(io::ErrorKind::InvalidData, why)));
        }
        let is_complete = self.rows.len() as u64 == sidecar.jobs;
        if is_complete && sidecar.contradicts_results(results_sha256.as_deref()) {
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

/// The files that are written, with their lock.
#[derive(Clone, Copy)]
struct Target<'a> {
    paths: &'a Paths,
    lock: &'a Lock,
}

impl Target<'_> {
    /// Refuses to go on without the lock: then the files there may be those of others.
    fn check(self) -> Result<(), StoreError> {
        let Target { paths, lock } = self;
        match lock.is_there().map_err(StoreError::io("look at", &paths.lock))? {
            true => Ok(()),
            false => {
                let what = "its lock was moved, removed or taken by another process";
                Err(StoreError::TakenMeanwhile(paths.csv.clone(), what))
            }
        }
    }

    /// Commits the rows. If that fails, the files beside them must not stay without them.
    fn commit(self, rows: AtomicFile) -> Result<(), StoreError> {
        let csv = &self.paths.csv;
        self.check().inspect_err(|_| self.take_back(false))?;
        // An empty file may be there, but no other file that was made in the meantime.
        let is_there = exists(csv).inspect_err(|_| self.take_back(false))?;
        let committed = match is_there {
            true => rows.commit(),
            false => rows.commit_new(),
        };
        committed.map_err(|error| {
            let is_of_others = error.kind() == io::ErrorKind::AlreadyExists;
            self.take_back(!is_of_others && !matches!(has_content(csv), Ok(false)));
            StoreError::io(MERGE, csv)(error)
        })
    }

    /// Removes the new files, as far as possible, so that the merge can be repeated; the CSV only
    /// if it is one of them.
    fn take_back(self, has_csv: bool) {
        let Target { paths, .. } = self;
        if self.check().is_err() {
            return;
        }
        let remove = |path: &Path| match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        // The sidecar last: rows without a sidecar would be refused.
        let csv = if has_csv { remove(&paths.csv) } else { Ok(()) };
        let removed =
            csv.and_then(|()| remove(&paths.journal)).and_then(|()| remove(&paths.sidecar));
        // If they are not removed, the message says so.
        let _ = removed
            .map_err(StoreError::io("remove", &paths.csv))
            .and_then(|()| paths.sync_folder());
    }
}

/// Adds to the error of writing what is left of the merge.
fn not_merged(error: StoreError, out: &Paths) -> StoreError {
    if !matches!(error, StoreError::Io { .. }) {
        return error;
    }
    let csv = shown(&out.csv);
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

#[cfg(test)]
mod tests {
    use crate::results::merge::output::*;

    #[test]
    fn a_merge_that_lost_its_lock_writes_and_removes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::new(&folder.path().join("x.csv")).unwrap();
        let lock = Lock::take(&paths, &[]).unwrap();
        let out = Target { paths: &paths, lock: &lock };
        let rows = AtomicFile::create(&paths.csv).unwrap();
        out.check().unwrap();
        fs::remove_file(&paths.lock).unwrap();
        // Of another run, which has ended.
        for path in [&paths.csv, &paths.sidecar, &paths.journal] {
            fs::write(path, "of others").unwrap();
        }
        assert!(matches!(out.commit(rows), Err(StoreError::TakenMeanwhile(..))));
        out.take_back(true);
        for path in [&paths.csv, &paths.sidecar, &paths.journal] {
            assert_eq!(fs::read_to_string(path).unwrap(), "of others");
        }
    }
}
