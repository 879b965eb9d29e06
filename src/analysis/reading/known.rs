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

/// Which rows are of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Same {
    /// Those that need the same checks, whichever engine counts them.
    #[default]
    Search,
    /// Those of one engine, too.
    Job,
}

impl Same {
    /// A fingerprint that rows have in common if they are of one search.
    pub(super) fn key(self, record: &Record) -> [u64; 2] {
        let mut job = Vec::new();
        match self {
            Same::Search if !record.is_estimated() => record.write_search(&mut job),
            _ => record.write_job(&mut job),
        }
        fingerprint(&job)
    }
}

/// A fingerprint of the search of a row, or of its job: rows of several engines may have the same
/// search.
pub fn search_key(record: &Record, is_of_job: bool) -> [u64; 2] {
    if is_of_job { Same::Job.key(record) } else { Same::Search.key(record) }
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
    pub(super) fn add(&mut self, file: usize, record: &Record, same: Same) -> Option<EarlierRow> {
        let (file, engine) = (file as u32, 1 << record.engine as u8);
        let row = FirstRow { file, engines: engine, answer: answer(record) };
        match self.0.entry(same.key(record)) {
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
    same: Same,
    /// Whether any ran out.
    pub(super) has_unknown: bool,
    searches: HashSet<[u64; 2]>,
}

impl AnsweredLater {
    /// Those of files, in their order. Nothing is read from a pipe twice.
    ///
    /// # Errors
    /// Those of reading the files; what is wrong with their rows is said when they are read.
    pub(super) fn among<'a>(
        files: impl IntoIterator<Item = &'a PathBuf>,
        same: Same,
    ) -> io::Result<AnsweredLater> {
        let (mut unknown, mut searches) = (HashSet::new(), HashSet::new());
        for path in files.into_iter().filter(|path| path.is_file()) {
            if unknown.is_empty() && opening::has_answers_alone(path) {
                continue;
            }
            let Ok(rows) = Rows::new(BufReader::with_capacity(1 << 16, File::open(path)?)) else {
                continue;
            };
            for record in rows.filter_map(|row| Some(row.ok()?.record)) {
                if record.outcome.is_unknown() {
                    unknown.insert(same.key(&record));
                } else if !unknown.is_empty() {
                    let search = same.key(&record);
                    searches.extend(unknown.contains(&search).then_some(search));
                }
            }
        }
        Ok(AnsweredLater { same, has_unknown: !unknown.is_empty(), searches })
    }

    /// Whether a row is one that ran out of memory or time and has an answer later.
    pub(super) fn has(&self, record: &Record) -> bool {
        record.outcome.is_unknown() && self.searches.contains(&self.same.key(record))
    }
}

/// A hash of what a row says about its search and no other program leaves out; odd if it has no
/// answer.
fn answer(record: &Record) -> u32 {
    let mut hasher = DefaultHasher::new();
    (record.outcome, record.checks, record.checks_estimate.map(f64::to_bits)).hash(&mut hasher);
    (hasher.finish() as u32) & !1 | u32::from(record.outcome.is_unknown())
}
