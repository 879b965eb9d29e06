//! The rows that have been read, to count each search once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader};
use std::path::PathBuf;

use crate::analysis::fingerprint::fingerprint;
use crate::analysis::reading::opening;
use crate::analysis::reading::rows::Rows;
use crate::results::record::Record;

/// Which rows are of one search: those that need the same checks, in whichever file they are and
/// whichever engine counts them, or those of one file or one engine alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sameness {
    /// Those of one file alone.
    pub(super) of_file: bool,
    /// Those of one engine alone.
    pub(super) of_engine: bool,
}

impl Sameness {
    /// The rows of a job in a file.
    pub(super) const JOB: Sameness = Sameness { of_file: true, of_engine: true };

    /// That of a row: of one that is not wanted, the rows of its job.
    pub(super) fn of(self, is_wanted: bool) -> Sameness {
        if is_wanted { self } else { Sameness::JOB }
    }

    /// A fingerprint that rows have in common if they are of one search.
    fn key(self, file: usize, record: &Record) -> [u64; 2] {
        let mut job = Vec::new();
        match self.of_engine || record.is_estimated() {
            true => record.write_job(&mut job),
            false => record.write_search(&mut job),
        }
        fingerprint(&(job, self.of_file.then_some(file)))
    }
}

/// A fingerprint of the job of a row, whichever file it is in.
pub(super) fn job_key(record: &Record) -> [u64; 2] {
    Sameness { of_file: false, of_engine: true }.key(0, record)
}

/// The searches that have been read, and the answer of the first row of each: 32 bytes.
#[derive(Default)]
pub(super) struct KnownRows(HashMap<[u64; 2], FirstRow>);

#[derive(Clone, Copy)]
struct FirstRow {
    /// The place of the last file that has the search, and a bit for each engine of its rows there.
    file: u32,
    engines: u8,
    answer: u32,
}

/// A row of a search that was read before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EarlierRow {
    /// The place of the last file that has it.
    pub(super) file: usize,
    /// Whether that file has it by the same engine.
    pub(super) is_same_job: bool,
    /// Whether it says the same.
    pub(super) has_same_answer: bool,
    /// Whether it ran out of memory or time.
    pub(super) is_unknown: bool,
}

impl KnownRows {
    /// Adds a row of a file; the first row of its search, if that was read before.
    pub(super) fn add(
        &mut self,
        file: usize,
        record: &Record,
        same: Sameness,
    ) -> Option<EarlierRow> {
        let key = same.key(file, record);
        let (file, engine) = (file as u32, 1 << record.engine as u8);
        let row = FirstRow { file, engines: engine, answer: answer(record) };
        match self.0.entry(key) {
            Entry::Vacant(place) => {
                place.insert(row);
                None
            }
            Entry::Occupied(mut first) => {
                let first = first.get_mut();
                let earlier = EarlierRow {
                    file: first.file as usize,
                    is_same_job: first.engines & engine > 0,
                    has_same_answer: first.answer == row.answer,
                    is_unknown: first.answer & 1 == 1,
                };
                first.engines = if first.file == file { first.engines | engine } else { engine };
                first.file = file;
                Some(earlier)
            }
        }
    }
}

/// Searches that ran out of memory or time and have an answer in a later row.
#[derive(Default)]
pub(super) struct AnsweredLater {
    searches: HashSet<[u64; 2]>,
    /// The jobs that give these answers, of each file.
    jobs: HashSet<[u64; 2]>,
}

impl AnsweredLater {
    /// Those of files, in their order, given which rows are of the same search as a row. Nothing is
    /// read from a pipe twice.
    ///
    /// # Errors
    /// Those of reading the files; what is wrong with their rows is said when they are read.
    pub(super) fn among(
        files: &[PathBuf],
        same: impl Fn(usize, &Record) -> Sameness,
    ) -> io::Result<AnsweredLater> {
        let mut unknown = HashSet::new();
        let mut answered = AnsweredLater::default();
        for (file, path) in files.iter().enumerate().filter(|(_, path)| path.is_file()) {
            if unknown.is_empty() && opening::has_answers_alone(path) {
                continue;
            }
            let Ok(rows) = Rows::new(BufReader::with_capacity(1 << 16, File::open(path)?)) else {
                continue;
            };
            for record in rows.filter_map(|row| Some(row.ok()?.record)) {
                let key = || same(file, &record).key(file, &record);
                if record.outcome.is_unknown() {
                    unknown.insert(key());
                } else if !unknown.is_empty() && unknown.contains(&key()) {
                    answered.searches.insert(key());
                    answered.jobs.insert(Sameness::JOB.key(file, &record));
                }
            }
        }
        Ok(answered)
    }

    /// Whether a row of a file is one that ran out of memory or time and has an answer later.
    pub(super) fn has(&self, file: usize, record: &Record, same: Sameness) -> bool {
        record.outcome.is_unknown() && self.searches.contains(&same.key(file, record))
    }

    /// Whether the file has that answer to the same job.
    pub(super) fn has_job(&self, file: usize, record: &Record) -> bool {
        self.jobs.contains(&Sameness::JOB.key(file, record))
    }
}

/// A hash of what a row says about its search and no other program leaves out; odd if it has no
/// answer.
fn answer(record: &Record) -> u32 {
    let mut hasher = DefaultHasher::new();
    (record.outcome, record.checks, record.checks_estimate.map(f64::to_bits)).hash(&mut hasher);
    (hasher.finish() as u32) & !1 | u32::from(record.outcome.is_unknown())
}
