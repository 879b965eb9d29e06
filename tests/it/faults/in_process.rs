//! Runs and merges by the library, in this process. Their rows come from finished results, so they
//! search nothing.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use knightsweep::analysis::reading::rows::Rows;
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::shard::Shard;
use knightsweep::experiment::{Experiment, toml_file};
use knightsweep::results::merge::{Gathered, Merged};
use knightsweep::results::record::Record;
use knightsweep::results::verify::{Sample, Verification, verify};
use knightsweep::results::{Existing, OpenOptions, Paths, Store, StoreError, Writer};

use super::facts;
use crate::program::Folder;

/// An experiment and the row of each of its jobs.
pub(super) struct Answered {
    pub experiment: Experiment,
    pub plan: Plan,
    pub records: Vec<Record>,
    /// The sealed file and its sidecar.
    pub csv: String,
    pub sidecar: String,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RunReport {
    pub rows_before: u64,
    pub is_sealed: bool,
}

pub(super) const RESUME: Existing = Existing { move_aside: false, repair: false, retry: false };
pub(super) const REPAIR: Existing = Existing { repair: true, ..RESUME };
pub(super) const RETRY: Existing = Existing { retry: true, ..RESUME };
pub(super) const FRESH: Existing = Existing { move_aside: true, ..RESUME };

pub(super) fn writer() -> Writer {
    Writer { command: vec!["in process".to_owned()], threads: 1 }
}

impl Answered {
    /// Searches the jobs of an experiment, `e.toml`, in a folder of its own.
    pub(super) fn new(toml: &str, flags: &str) -> Answered {
        let folder = Folder::new();
        folder.write("e.toml", toml);
        folder.run(&format!("run e.toml --quiet --out x.csv {flags}")).success();
        let experiment = toml_file::parse(toml, Path::new("e.toml")).unwrap();
        let csv = folder.read("x.csv");
        let rows = Rows::new(Cursor::new(&csv)).unwrap();
        Answered {
            plan: Plan::new(&experiment),
            experiment,
            records: rows.map(|row| row.unwrap().record).collect(),
            sidecar: folder.read("x.meta.json"),
            csv,
        }
    }

    /// The job and the answer of each row.
    pub(super) fn facts(&self) -> Vec<String> {
        facts(&self.csv)
    }

    /// The lines of the rows.
    pub(super) fn lines(&self) -> Vec<&str> {
        self.csv.lines().skip(1).collect()
    }

    /// A folder with the sealed file and its sidecar, `x.csv`.
    pub(super) fn folder(&self) -> Folder {
        let folder = Folder::new();
        folder.write("x.csv", &self.csv);
        folder.write("x.meta.json", &self.sidecar);
        folder
    }

    pub(super) fn open(
        &self,
        csv: &Path,
        shard: Option<Shard>,
        existing: Existing,
        reuse: &[PathBuf],
    ) -> Result<Store, StoreError> {
        let options = OpenOptions { shard, existing, reuse: reuse.to_vec(), writer: writer() };
        Store::open(Paths::new(csv)?, &self.plan, options, &mut Vec::new())
    }

    /// The jobs without a row.
    pub(super) fn pending(&self, store: &Store) -> Vec<u64> {
        (0..self.plan.len()).filter(|job| store.is_pending(*job)).collect()
    }

    /// Appends up to this many rows of pending jobs.
    pub(super) fn append(&self, store: &mut Store, most: usize) -> Result<(), StoreError> {
        for job in self.pending(store).into_iter().take(most) {
            // A row of a smaller budget may have given it.
            if store.is_pending(job) {
                store.append(&self.records[job as usize])?;
                store.tick()?;
            }
        }
        Ok(())
    }

    /// Appends the rows that are missing, and closes the file.
    pub(super) fn run(&self, csv: &Path, existing: Existing) -> Result<RunReport, StoreError> {
        let mut store = self.open(csv, None, existing, &[])?;
        let rows_before = store.rows();
        self.append(&mut store, usize::MAX)?;
        Ok(RunReport { rows_before, is_sealed: store.close()? })
    }
}

/// Merges files that have all rows together.
pub(super) fn merge(files: &[&Path], out: &Path) -> Result<Merged, StoreError> {
    let files: Result<Vec<Paths>, StoreError> = files.iter().map(|file| Paths::new(file)).collect();
    let gathered = Gathered::read(&files?, None)?;
    gathered.check_agreement()?;
    assert_eq!(gathered.missing(), 0);
    gathered.write(Paths::new(out)?, false, writer(), &mut Vec::new())
}

pub(super) fn verified(csv: &Path) -> Result<Verification, StoreError> {
    verify(&Paths::new(csv)?, Sample { size: 0, seed: 0 })
}
