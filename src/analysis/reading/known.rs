//! The rows that have been read, to count each search once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader};
use std::path::Path;

use crate::analysis::fingerprint::fingerprint;
use crate::analysis::reading::rows::Rows;
use crate::results::record::Record;

/// The searches that have been read, and the answer of the first row of each: 24 bytes.
#[derive(Default)]
pub(super) struct KnownRows(HashMap<[u64; 2], FirstRow>);

#[derive(Clone, Copy)]
struct FirstRow {
    /// The place of the last file that has the search.
    file: u32,
    answer: u32,
}

/// A row of a search that was read before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EarlierRow {
    /// The place of the last file that has it.
    pub(super) file: usize,
    /// Whether it says the same.
    pub(super) has_same_answer: bool,
    /// Whether it ran out of memory or time.
    pub(super) is_unknown: bool,
}

impl KnownRows {
    /// Adds a row of a file; the first row of its search, if that was read before.
    pub(super) fn add(&mut self, file: usize, record: &Record) -> Option<EarlierRow> {
        let row = FirstRow { file: file as u32, answer: answer(record) };
        match self.0.entry(search(record)) {
            Entry::Vacant(place) => {
                place.insert(row);
                None
            }
            Entry::Occupied(mut first) => Some(EarlierRow {
                file: std::mem::replace(&mut first.get_mut().file, row.file) as usize,
                has_same_answer: first.get().answer == row.answer,
                is_unknown: first.get().answer & 1 == 1,
            }),
        }
    }
}

/// Searches that ran out of memory or time and have an answer in a later row of their file: they
/// were searched again.
pub(super) struct AnsweredLater(HashSet<[u64; 2]>);

impl AnsweredLater {
    /// Whether a row is one that ran out of memory or time and has an answer later.
    pub(super) fn has(&self, record: &Record) -> bool {
        record.outcome.is_unknown() && self.0.contains(&search(record))
    }
}

/// Those of a file that is not sealed. Nothing is read from a pipe twice.
///
/// # Errors
/// Those of reading the file; what is wrong with its rows is said when they are read.
pub(super) fn answered_later(path: &Path) -> io::Result<Option<AnsweredLater>> {
    if !path.is_file() {
        return Ok(None);
    }
    let Ok(rows) = Rows::new(BufReader::with_capacity(1 << 16, File::open(path)?)) else {
        return Ok(None);
    };
    let (mut unknown, mut answered) = (HashSet::new(), HashSet::new());
    for record in rows.filter_map(|row| Some(row.ok()?.record)) {
        if record.outcome.is_unknown() {
            unknown.insert(search(&record));
        } else if !unknown.is_empty() {
            let search = search(&record);
            answered.extend(unknown.contains(&search).then_some(search));
        }
    }
    Ok((!answered.is_empty()).then_some(AnsweredLater(answered)))
}

/// A fingerprint of everything that the answer to a job depends on.
fn search(record: &Record) -> [u64; 2] {
    let mut job = Vec::new();
    record.write_job(&mut job);
    fingerprint(&job)
}

/// A hash of what a row says about its search and no other program leaves out; odd if it has no
/// answer.
fn answer(record: &Record) -> u32 {
    let mut hasher = DefaultHasher::new();
    (record.outcome, record.checks, record.checks_estimate.map(f64::to_bits)).hash(&mut hasher);
    (hasher.finish() as u32) & !1 | u32::from(record.outcome.is_unknown())
}
