//! What the rows of a file say without a plan: each names its whole job, so rows of one search are
//! compared, and rows are chosen to be searched again, whatever experiment they are of.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use knight_search::{Board, MoveOrder, Rule, Square, Symmetry};
use sha2::{Digest, Sha256};

use crate::results::error::StoreError;
use crate::results::findings::Conflict;
use crate::results::lines::{Content, RowFormat};
use crate::results::opening::{FoundRow, reopened};
use crate::results::record::Record;
use crate::results::settle::Known;
use crate::results::source::Source;

/// Which rows to choose for recomputing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Number of rows.
    pub size: usize,
    /// Seed of the choice.
    pub seed: u64,
}

impl Sample {
    /// Takes a row among the chosen ones: those whose SHA-256 of `knightsweep recompute SEED JOB`
    /// is smallest. A job that ran out of memory or time may have another outcome another time.
    pub(super) fn take(self, row: &FoundRow<'_>, chosen: &mut BTreeMap<[u8; 32], Record>) {
        let Some(record) = row.record.filter(|_| self.size > 0).filter(|it| it.is_answer()) else {
            return;
        };
        let mut text = format!("knightsweep recompute {} ", self.seed).into_bytes();
        record.write_job(&mut text);
        let hash = Sha256::digest(text).into();
        let is_full = chosen.len() >= self.size;
        if !is_full || chosen.last_key_value().is_some_and(|(last, _)| hash < *last) {
            chosen.entry(hash).or_insert_with(|| Record { job: row.line, ..record.clone() });
            if chosen.len() > self.size {
                chosen.pop_last();
            }
        }
    }
}

impl Record {
    /// Whether its job is one that can be searched, and has an answer.
    fn is_answer(&self) -> bool {
        !self.outcome.is_unknown() && self.searched().is_some()
    }
}

/// A search, whatever its goal, engine and budget: the least of its mirror images, with its rule
/// and seed.
type Search = (Board, Square, MoveOrder, Rule, Option<u64>);

fn search(record: &Record) -> Option<Search> {
    let problem = record.as_job()?.problem;
    let images = Symmetry::ALL.into_iter().map(|g| {
        let start = g.square(problem.board, problem.start);
        (g.board(problem.board), start, g.order(problem.order), record.rule, record.seed)
    });
    images.min()
}

/// The rows of a file by their searches: 24 bytes a row.
#[derive(Default)]
pub(super) struct Searches(Vec<Row>);

struct Row {
    /// A hash of its search.
    search: u64,
    line: u64,
    offset: u64,
}

impl Searches {
    pub(super) fn take(&mut self, row: &FoundRow<'_>) {
        let record = row.record.filter(|record| !record.outcome.is_unknown());
        let Some(search) = record.and_then(search) else { return };
        let mut hasher = DefaultHasher::new();
        search.hash(&mut hasher);
        self.0.push(Row { search: hasher.finish(), line: row.line, offset: row.offset });
    }

    /// The pairs of rows that cannot both be right.
    ///
    /// # Errors
    /// Those of reading rows back.
    pub(super) fn conflicts(
        mut self,
        path: &Path,
        file: &File,
    ) -> Result<Vec<Conflict>, StoreError> {
        let file = reopened(path, file).map_err(StoreError::io("read", path))?;
        let mut source = Source::new(path, file, false);
        let mut conflicts = Vec::new();
        self.0.sort_unstable_by_key(|row| (row.search, row.line));
        for rows in self.0.chunk_by(|one, other| one.search == other.search) {
            if rows.len() > 1 {
                compare(rows, &mut source, &mut conflicts)?;
            }
        }
        conflicts.sort_by_key(|conflict| conflict.second.line);
        Ok(conflicts)
    }
}

/// Compares rows of one search; of several whose hashes are the same, each with its own.
fn compare(
    rows: &[Row],
    source: &mut Source,
    conflicts: &mut Vec<Conflict>,
) -> Result<(), StoreError> {
    let mut of_search: HashMap<Option<Search>, Known> = HashMap::new();
    let mut line = Vec::new();
    for row in rows {
        source.read_line(row.offset, &mut line)?;
        let Content::Row(_, Some(record)) = RowFormat::results().judge(&line) else {
            return Err(StoreError::ChangedMeanwhile(source.path.clone()));
        };
        let known = of_search.entry(search(&record)).or_default();
        let found = known.add(Record { job: row.line, ..*record });
        conflicts.extend(found.map(|(first, why)| Conflict {
            first: source.place(first),
            second: source.place(row.line),
            why,
        }));
    }
    Ok(())
}
