//! Runs and merges by the library, in this process. Their rows come from finished results, so they
//! search nothing.

use std::path::Path;

use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::shard::Shard;
use knightsweep::experiment::{Experiment, toml_file};
use knightsweep::results::merge::{Gathered, OnDamage, OnOccupied};
use knightsweep::results::record::{Layout, Record};
use knightsweep::results::{
    Existing, FinalState, OpenOptions, Paths, Rows, Store, StoreError, Writer,
};

use super::timeless;
use crate::program::Folder;

/// An experiment and the row of each of its jobs.
pub struct Answered {
    pub experiment: Experiment,
    pub plan: Plan,
    pub records: Vec<Record>,
}

/// What a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunReport {
    pub rows_before: u64,
    pub state: FinalState,
}

pub fn writer() -> Writer {
    Writer { command: vec!["in process".to_owned()], threads: 1 }
}

impl Answered {
    /// Searches the jobs of an experiment, `e.toml`, in the folder.
    pub fn new(toml: &str, flags: &str) -> Answered {
        let folder = Folder::new();
        folder.write("e.toml", toml);
        folder.run(&format!("run e.toml --quiet --out x.csv {flags}")).success();
        let experiment = toml_file::parse(toml, Path::new("e.toml")).unwrap();
        let rows = Rows::new(std::io::Cursor::new(folder.read("x.csv"))).unwrap();
        Answered {
            plan: Plan::new(&experiment),
            experiment,
            records: rows.map(|row| row.unwrap().record).collect(),
        }
    }

    /// The rows without times.
    pub fn rows(&self) -> Vec<String> {
        let layout = Layout::of(&self.plan);
        let row = |record: &Record| {
            let mut line = Vec::new();
            record.write_csv(layout, &mut line);
            timeless(String::from_utf8(line).unwrap().trim_end())
        };
        self.records.iter().map(row).collect()
    }

    pub fn open(
        &self,
        csv: &Path,
        shard: Option<Shard>,
        existing: Existing,
    ) -> Result<Store, StoreError> {
        let options = OpenOptions { shard, existing, writer: writer() };
        let (store, _) = Store::open(Paths::new(csv)?, &self.experiment, &self.plan, options)?;
        Ok(store)
    }

    /// Appends the rows that are missing, and closes the file.
    pub fn run(&self, csv: &Path, existing: Existing) -> Result<RunReport, StoreError> {
        let mut store = self.open(csv, None, existing)?;
        let rows_before = store.rows();
        for job in store.pending().iter() {
            store.append(&self.records[job as usize])?;
            store.tick()?;
        }
        Ok(RunReport { rows_before, state: store.close()? })
    }
}

/// Merges files; refuses what `merge` refuses without flags.
pub fn merge(files: &[&Path], out: &Path, occupied: OnOccupied) -> Result<(), StoreError> {
    let files: Result<Vec<Paths>, StoreError> = files.iter().map(|file| Paths::new(file)).collect();
    let gathered = Gathered::read(&files?, OnDamage::Refuse)?;
    assert_eq!(gathered.missing(), 0);
    gathered.write(&Paths::new(out)?, occupied, writer())?;
    Ok(())
}
