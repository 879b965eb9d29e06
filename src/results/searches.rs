//! The searches of several files, for files of different experiments, or of unknown ones.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::results::foreign::AnyRows;
use crate::results::paths::Paths;
use crate::results::record::Record;
use crate::results::sidecar::AnySidecar;

/// The searches that have been read, and the first row of each.
#[derive(Default)]
pub(super) struct Searches(HashMap<[u64; 2], FirstRow>);

#[derive(Clone, Copy)]
struct FirstRow {
    /// The place of its file.
    file: u32,
    answer: u32,
}

/// A search that an earlier file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Earlier {
    /// The place of the first such file.
    pub file: usize,
    /// Whether its row says the same.
    pub has_same_answer: bool,
}

impl Searches {
    /// Adds the search of a row of a file; the earlier file that has it, if there is one.
    pub fn add(&mut self, file: usize, record: &Record) -> Option<Earlier> {
        let row = FirstRow { file: file as u32, answer: answer(record) };
        match self.0.entry(hash(record)) {
            Entry::Vacant(place) => {
                place.insert(row);
                None
            }
            Entry::Occupied(first) if first.get().file == row.file => None,
            Entry::Occupied(first) => Some(Earlier {
                file: first.get().file as usize,
                has_same_answer: first.get().answer == row.answer,
            }),
        }
    }
}

/// Two hashes of everything that the answer to a job depends on, and of whether there is an answer.
/// Of a thousand million searches, two have the same ones with a chance of one in 10^20.
fn hash(record: &Record) -> [u64; 2] {
    let Record { rows, cols, start_row, start_col, rule, goal, engine, budget, seed, .. } = *record;
    [0u8, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        (rows, cols, start_row, start_col, record.order.rank()).hash(&mut hasher);
        (rule, goal, engine, budget, seed, record.outcome.is_unknown()).hash(&mut hasher);
        hasher.finish()
    })
}

/// A hash of what a row says about its search and no other program leaves out. An estimate depends
/// on its precision too.
fn answer(record: &Record) -> u32 {
    let mut hasher = DefaultHasher::new();
    (record.outcome, record.checks, record.checks_estimate.map(f64::to_bits)).hash(&mut hasher);
    hasher.finish() as u32
}

/// Whether jobs of these files may be the same although no experiment says so: if there are several
/// files, and they belong to different experiments, or one has no sidecar that can be read, or
/// another program wrote its header.
pub(super) fn may_hide_repeats(files: &[PathBuf]) -> bool {
    let Some((first, others)) = files.split_first().filter(|(_, others)| !others.is_empty()) else {
        return false;
    };
    let Some(experiment) = experiment_of(first) else {
        return true;
    };
    others.iter().any(|file| experiment_of(file).as_ref() != Some(&experiment))
        || files.iter().any(|file| has_foreign_header(file))
}

/// The hash of the experiment in the sidecar; `None` without one that can be read.
fn experiment_of(csv: &Path) -> Option<String> {
    match AnySidecar::read(&Paths::new(csv).ok()?.sidecar) {
        Ok(Some(AnySidecar::Results(sidecar))) => Some(sidecar.experiment_hash),
        _ => None,
    }
}

fn has_foreign_header(csv: &Path) -> bool {
    // Nothing is read from a pipe twice.
    let file = csv.is_file().then(|| File::open(csv).ok()).flatten();
    let rows = file.map(|file| AnyRows::new(BufReader::new(file)));
    rows.is_some_and(|rows| rows.is_ok_and(|rows| rows.has_foreign_header()))
}
