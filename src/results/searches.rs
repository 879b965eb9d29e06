//! The searches of several files, for files that do not say which experiment they belong to.

use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use crate::results::foreign::AnyRows;
use crate::results::paths::Paths;
use crate::results::record::Record;
use crate::results::sidecar::AnySidecar;

/// The searches that have been read, and the place of the first file that has them.
#[derive(Default)]
pub(super) struct Searches(HashMap<[u64; 2], usize>);

impl Searches {
    /// Adds the search of a row of a file; the place of an earlier file that has it, if there is
    /// one.
    pub fn add(&mut self, file: usize, record: &Record) -> Option<usize> {
        let first = *self.0.entry(hash(record)).or_insert(file);
        (first != file).then_some(first)
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

/// Whether jobs of these files may be the same although no experiment says so: if there are several
/// files, and one has no sidecar that can be read or another program wrote its header.
pub(super) fn may_hide_repeats(files: &[PathBuf]) -> bool {
    files.len() > 1 && files.iter().any(|file| !has_sidecar(file) || has_foreign_header(file))
}

fn has_sidecar(csv: &Path) -> bool {
    let paths = Paths::new(csv);
    paths.is_ok_and(|paths| matches!(AnySidecar::read(&paths.sidecar), Ok(Some(_))))
}

fn has_foreign_header(csv: &Path) -> bool {
    // Nothing is read from a pipe twice.
    let file = csv.is_file().then(|| File::open(csv).ok()).flatten();
    let rows = file.map(|file| AnyRows::new(BufReader::new(file)));
    rows.is_some_and(|rows| rows.is_ok_and(|rows| rows.has_foreign_header()))
}
