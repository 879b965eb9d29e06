//! Results files as commands read them: unfinished ones as far as they go.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufReader, Seek};
use std::path::{Path, PathBuf};

use anyhow::Context;
use knight_search::Outcome;
use knightsweep::analysis::formatting::{self, grouped};
use knightsweep::experiment::Experiment;
use knightsweep::experiment::plan::Plan;
use knightsweep::results::record::Record;
use knightsweep::results::{Paths, Rows, Sidecar, read_sidecar};

use super::args::Common;
use super::table_file;
use super::ui::failure;

/// Results files that are read one after the other.
pub struct Reader<'a> {
    common: &'a Common,
    sources: Vec<Source>,
    /// The jobs that have been handed over, by experiment.
    known: HashMap<String, Known>,
}

/// The jobs of an experiment that have been handed over.
#[derive(Default)]
struct Known {
    all: Jobs,
    /// Those of which nothing is known, for want of memory.
    out_of_memory: Jobs,
}

/// What was read of a results file.
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// Its complete rows.
    pub rows: u64,
    /// Those of them whose jobs have come before, most likely from another file.
    pub repeated: u64,
    /// Whether it was sealed, and has changed since.
    pub is_altered: bool,
    /// For a shard: the jobs of its experiment that the files hold together, and all its jobs.
    pub whole: Option<(u64, u64)>,
    /// Its sidecar, if there is one that can be read.
    pub sidecar: Option<Sidecar>,
}

/// A set of jobs: 64 to a word, by the number of the word.
#[derive(Default)]
struct Jobs(BTreeMap<u64, u64>);

impl Jobs {
    fn insert(&mut self, job: u64) {
        *self.0.entry(job / 64).or_default() |= 1 << (job % 64);
    }

    fn contains(&self, job: u64) -> bool {
        let word = self.0.get(&(job / 64));
        word.is_some_and(|word| word >> (job % 64) & 1 == 1)
    }

    fn extend(&mut self, other: Jobs) {
        for (word, bits) in other.0 {
            *self.0.entry(word).or_default() |= bits;
        }
    }

    fn len(&self) -> u64 {
        self.0.values().map(|word| u64::from(word.count_ones())).sum()
    }
}

/// Hands over a record for every job of the files, in their order: a job that is there several times, as where a file
/// and its shards are given, comes once. Says on standard error what is left out or not there yet.
///
/// # Errors
/// As [`Reader::read`] and [`Reader::finish`].
pub fn read(
    common: &Common,
    files: &[PathBuf],
    mut each: impl FnMut(&Record),
) -> anyhow::Result<Vec<Source>> {
    let mut reader = Reader::new(common);
    for file in files {
        reader.read(file, &mut |record, is_new| {
            if is_new {
                each(record);
            }
        })?;
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    /// Of no file yet.
    pub fn new(common: &'a Common) -> Reader<'a> {
        Reader { common, sources: Vec::new(), known: HashMap::new() }
    }

    /// Hands over every record of a file, and whether its job is new.
    ///
    /// # Errors
    /// If the file cannot be read or a row is damaged.
    pub fn read(
        &mut self,
        file: &Path,
        each: &mut impl FnMut(&Record, bool),
    ) -> anyhow::Result<&Source> {
        let source = self.read_rows(file, each);
        let source = source.with_context(|| file.display().to_string())?;
        self.sources.push(source);
        Ok(&self.sources[self.sources.len() - 1])
    }

    /// The files. Says which of them are empty, unless it has been said how far their runs are.
    ///
    /// # Errors
    /// A usage error if all of them are: there is nothing to show.
    pub fn finish(mut self) -> anyhow::Result<Vec<Source>> {
        self.look_for_other_shards();
        let empty: Vec<&Source> = self.sources.iter().filter(|s| s.rows == 0).collect();
        let told = |source: &&Source| {
            let yet = if source.is_unfinished() { " yet" } else { "" };
            format!("{}: there are no results in it{yet}", source.file.display())
        };
        if empty.len() == self.sources.len() {
            let told: Vec<String> = empty.iter().map(told).collect();
            return Err(failure::usage(told.join("; ")));
        }
        let unsaid = empty.iter().filter(|source| !source.is_unfinished());
        unsaid.for_each(|source| self.common.say(&told(source)));
        Ok(self.sources)
    }

    /// Says of which experiments there are only some shards.
    fn look_for_other_shards(&mut self) {
        let mut told = HashSet::new();
        for source in &mut self.sources {
            let sharded = source.sidecar.as_ref().filter(|sidecar| sidecar.shard.is_some());
            let Some((hash, (experiment, _))) =
                sharded.map(|sidecar| sidecar.experiment_hash.clone()).zip(source.expected())
            else {
                continue;
            };
            let (there, all) = (self.known[&hash].all.len(), Plan::new(&experiment).len());
            source.whole = Some((there, all));
            if there < all && told.insert(hash) {
                let (there, all) = (grouped(there.into()), formatting::counted(all, "job"));
                let file = source.file.display();
                self.common.say(&format!(
                    "{file}: a shard; the files hold {there} of the {all} of its experiment"
                ));
            }
        }
    }

    fn read_rows(
        &mut self,
        file: &Path,
        each: &mut impl FnMut(&Record, bool),
    ) -> anyhow::Result<Source> {
        if table_file::seal(file).is_ok_and(|seal| seal.is_some()) {
            return Err(failure::usage(
                "it is a table, such as best-order makes, and no results of run or sweep"
                    .to_owned(),
            ));
        }
        // Before the rows: a run may seal them at any time.
        let sidecar = sidecar(self.common, file);
        let mut opened =
            File::open(file).map_err(|error| failure::usage(format!("cannot open it: {error}")))?;
        if file.is_dir() {
            return Err(failure::usage("it is a folder, not a results file".to_owned()));
        }
        let mut is_altered = false;
        if let Some(seal) = sidecar.as_ref().and_then(|sidecar| sidecar.sealed.as_ref()) {
            is_altered = !seal.holds(&mut opened)?;
            opened.rewind()?;
        }
        let hash = sidecar.as_ref().map(|sidecar| &sidecar.experiment_hash);
        // Without a sidecar it is known only that a path is given twice.
        let path = || fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let experiment = hash.map_or_else(|| path().display().to_string(), String::clone);
        let known = self.known.entry(experiment).or_default();
        let (mut here, mut better) = (Known::default(), 0);
        let mut source = Source {
            file: file.to_owned(),
            rows: 0,
            repeated: 0,
            is_altered,
            whole: None,
            sidecar,
        };
        let mut rows = Rows::new(BufReader::with_capacity(1 << 16, opened))?;
        for row in rows.by_ref() {
            let record = row?.record;
            source.rows += 1;
            let (job, has_memory) = (record.job, record.outcome != Outcome::Memory);
            // A job that a file holds twice is the concern of `verify`.
            let is_new = !known.all.contains(job);
            if is_new {
                here.all.insert(job);
            }
            if is_new && !has_memory {
                here.out_of_memory.insert(job);
            }
            source.repeated += u64::from(!is_new);
            better += u64::from(has_memory && known.out_of_memory.contains(job));
            each(&record, is_new);
        }
        if better > 0 {
            return Err(failure::usage(format!(
                "{} ran out of memory in a file that is named before it; name this one first",
                formatting::counted(better, "job")
            )));
        }
        known.all.extend(here.all);
        known.out_of_memory.extend(here.out_of_memory);
        let say = |what: &str| self.common.say(&format!("{}: {what}", file.display()));
        if rows.torn() > 0 {
            say("the last row is torn and left out");
        }
        if source.is_altered {
            say("it has CHANGED since it was sealed; `knightsweep verify` tells how");
        } else if source.is_unfinished() {
            say(&source.progress());
        }
        if source.repeated > 0 {
            let repeated = formatting::counted(source.repeated, "row");
            say(&format!("{repeated} of jobs that have been read already: they count once"));
        }
        Ok(source)
    }
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
        let title = self.sidecar.as_ref().and_then(|sidecar| sidecar.title.clone());
        title.unwrap_or_else(|| self.name())
    }

    /// Whether it holds jobs that no file before it holds, or will.
    pub fn brings_jobs(&self) -> bool {
        self.repeated == 0 || self.repeated < self.rows
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
            Some(sidecar) if self.is_altered => format!(
                "{} of {}, CHANGED since they were sealed",
                grouped(self.rows.into()),
                formatting::counted(sidecar.jobs, "row")
            ),
            Some(sidecar) if self.rows < sidecar.jobs => {
                let jobs = formatting::counted(sidecar.jobs, "job");
                let whose = if sidecar.shard.is_some() { "its" } else { "the" };
                format!("{} of {whose} {jobs} so far", grouped(self.rows.into()))
            }
            _ if self.repeated > 0 => format!(
                "{}, {} of them counted already",
                formatting::counted(self.rows, "row"),
                grouped(self.repeated.into())
            ),
            _ => formatting::counted(self.rows, "row"),
        }
    }

    /// Whether the sidecar tells that there will be more rows.
    pub fn is_unfinished(&self) -> bool {
        let jobs = self.sidecar.as_ref().map(|sidecar| sidecar.jobs);
        jobs.is_some_and(|jobs| self.rows < jobs)
    }
}
