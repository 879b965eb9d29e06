//! Results files as commands read them: unfinished ones as far as they go.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context;
use knightsweep::analysis::human::{self, grouped};
use knightsweep::experiment::Experiment;
use knightsweep::record::Record;
use knightsweep::store::{Paths, Rows, Sidecar, read_sidecar};

use super::{Common, failure};

/// What was read of a results file.
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// Its complete rows.
    pub rows: u64,
    /// Its sidecar, if there is one that can be read.
    pub sidecar: Option<Sidecar>,
}

/// Hands over every record of the files, in their order. Says on standard error what is left out or not there yet.
///
/// # Errors
/// As [`read_one`] and [`check_any`].
pub fn read(
    common: &Common,
    files: &[PathBuf],
    mut each: impl FnMut(&Record),
) -> anyhow::Result<Vec<Source>> {
    let read = |file: &PathBuf| read_one(common, file, &mut each);
    let sources = files.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    check_any(common, &sources)?;
    Ok(sources)
}

/// Hands over every record of a file.
///
/// # Errors
/// If it cannot be read or a row is damaged.
pub fn read_one(
    common: &Common,
    file: &Path,
    each: &mut impl FnMut(&Record),
) -> anyhow::Result<Source> {
    read_rows(common, file, each).with_context(|| file.display().to_string())
}

/// Says which files are empty. One that a run has just begun is not: its sidecar tells what is to come.
///
/// # Errors
/// A usage error if all of them are.
pub fn check_any(common: &Common, sources: &[Source]) -> anyhow::Result<()> {
    let is_empty = |source: &&Source| source.rows == 0 && !source.is_unfinished();
    let told = |source: &Source| format!("{}: there are no results in it", source.file.display());
    let empty: Vec<String> = sources.iter().filter(is_empty).map(told).collect();
    if empty.len() == sources.len() {
        return Err(failure::usage(empty.join("; ")));
    }
    empty.iter().for_each(|told| common.say(told));
    Ok(())
}

fn read_rows(
    common: &Common,
    file: &Path,
    each: &mut impl FnMut(&Record),
) -> anyhow::Result<Source> {
    let opened =
        File::open(file).map_err(|error| failure::usage(format!("cannot open it: {error}")))?;
    if file.is_dir() {
        return Err(failure::usage(
            "it is a folder, not a results file".to_owned(),
        ));
    }
    let mut rows = Rows::new(BufReader::with_capacity(1 << 16, opened))?;
    let mut count = 0;
    for row in rows.by_ref() {
        each(&row?.record);
        count += 1;
    }
    if rows.torn() > 0 {
        common.say(&format!(
            "{}: the last row is torn and left out",
            file.display()
        ));
    }
    let source = Source {
        file: file.to_owned(),
        rows: count,
        sidecar: sidecar(common, file),
    };
    if source.is_unfinished() {
        common.say(&format!("{}: {}", file.display(), source.progress()));
    }
    Ok(source)
}

/// The sidecar. One that cannot be read is no reason not to look at the rows.
fn sidecar(common: &Common, file: &Path) -> Option<Sidecar> {
    let paths = Paths::new(file).ok()?;
    read_sidecar(&paths.sidecar).unwrap_or_else(|error| {
        common.say(&format!("{}: without its sidecar: {error}", file.display()));
        None
    })
}

impl Source {
    /// The name of the file without its folder.
    pub fn name(&self) -> String {
        let name = self.file.file_name().unwrap_or(self.file.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The title of the experiment, or else the name of the file.
    pub fn title(&self) -> String {
        let title = self
            .sidecar
            .as_ref()
            .and_then(|sidecar| sidecar.title.clone());
        title.unwrap_or_else(|| self.name())
    }

    /// What the file will hold: its experiment, and the number of its rows.
    pub fn expected(&self) -> Option<(Experiment, u64)> {
        let sidecar = self.sidecar.as_ref()?;
        let experiment = sidecar.experiment.experiment(&self.file).ok()?;
        Some((experiment, sidecar.jobs))
    }

    /// The rows that are there, and of how many.
    pub fn progress(&self) -> String {
        match &self.sidecar {
            Some(sidecar) if self.rows < sidecar.jobs => {
                let jobs = human::counted(sidecar.jobs, "job");
                let whose = if sidecar.shard.is_some() {
                    "its"
                } else {
                    "the"
                };
                format!("{} of {whose} {jobs} so far", grouped(self.rows.into()))
            }
            _ => human::counted(self.rows, "row"),
        }
    }

    /// Whether the sidecar tells that there will be more rows.
    pub fn is_unfinished(&self) -> bool {
        let jobs = self.sidecar.as_ref().map(|sidecar| sidecar.jobs);
        jobs.is_some_and(|jobs| self.rows < jobs)
    }
}
