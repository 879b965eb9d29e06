//! The rows of a results file that count when a run resumes it.

use std::fs::File;
use std::io::{self, Read, Seek};

use crate::experiment::job_table::JobSet;
use crate::results::blocks::{BlockHasher, BlockState, Blocks, Parts};
use crate::results::checked_rows::{CheckedRows, Expected, repeated};
use crate::results::error::{REMEDIES_OF_RUN, StoreError};
use crate::results::foreign;
use crate::results::hashing::RowSum;
use crate::results::journal::{Behind, Recorded};
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::paths::Paths;
use crate::results::record::{Consistency, Layout, Limit};
use crate::results::row_index::RowIndex;
use crate::results::rows::{Row, RowsError};
use crate::results::sorted::RowLocation;
use knight_search::Outcome;

/// The rows that were read and are right.
pub(super) struct GoodRows {
    pub(super) index: RowIndex,
    /// The sum of all rows.
    pub(super) sum: RowSum,
    pub(super) outcomes: OutcomeCounts,
    /// The jobs whose rows say that they ran out of memory, and those out of time.
    pub(super) out_of_memory: RowsOfJobs,
    pub(super) out_of_time: RowsOfJobs,
    /// Has taken the header and the rows up to the first damage.
    pub(super) hasher: BlockHasher,
    /// Bytes up to the end of the last one of these; 0 without a complete header.
    pub(super) end: u64,
    /// Complete lines behind it that cannot be checked: the end of their block is missing.
    uncheckable: u64,
    /// The lines behind it that a power loss damaged, and the rows among them.
    pub(super) damage: Option<PowerLossDamage>,
}

/// The rows of some jobs.
pub(super) struct RowsOfJobs {
    pub(super) jobs: JobSet,
    pub(super) sum: RowSum,
}

impl RowsOfJobs {
    fn new(jobs: u64) -> RowsOfJobs {
        RowsOfJobs { jobs: JobSet::new(jobs), sum: RowSum::default() }
    }

    fn add(&mut self, job: u64, line: &[u8]) {
        self.jobs.insert(job);
        self.sum.add(line);
    }
}

/// What a power loss left behind the last block that was recorded, from its first damaged line on.
pub(super) struct PowerLossDamage {
    first: RowsError,
    lines: u64,
    /// The good rows, by their places in the file.
    pub(super) rows: Vec<RowLocation>,
    /// The length of these rows with their line ends.
    pub(super) row_bytes: u64,
}

impl GoodRows {
    /// Reads all rows. What has these blocks must be intact, and behind them there may be damage
    /// that a power loss can leave. A block of a journal whose end is missing does not count.
    pub(super) fn read(
        file: &mut File,
        paths: &Paths,
        expected: Expected,
        recorded: &Recorded,
        parts: &Parts,
    ) -> Result<GoodRows, StoreError> {
        let unreadable = |error| StoreError::io("read", &paths.csv)(error);
        let refuse = |error: RowsError| {
            foreign::refusal(&paths.csv, &error, foreign::START_AGAIN)
                .unwrap_or_else(|| error.refuse(&paths.csv))
        };
        file.rewind().map_err(unreadable)?;
        let mut consistency = Consistency::new(expected.plan);
        let mut good = GoodRows::new(expected.plan.len(), recorded.blocks.up_to(parts.end()));
        let has_lost_header =
            has_lost_header(file, Layout::of(expected.plan), recorded).map_err(unreadable)?;
        let mut rows = match CheckedRows::new(file, expected, &mut consistency) {
            Ok(rows) => rows,
            Err(RowsError::Header { .. } | RowsError::WrongKind(_)) if has_lost_header => {
                return Ok(good);
            }
            Err(error) => return Err(refuse(error)),
        };
        let end_is_missing =
            |byte| recorded.is_of_journal() && parts.state_at(byte) == BlockState::Cut;
        if let Some(layout) = rows.rows().layout().filter(|_| !end_is_missing(0)) {
            good.take((layout.header() + "\n").as_bytes());
        }
        let (mut changed, mut last) = (None, 1);
        while let Some(row) = rows.next() {
            if end_is_missing(rows.rows().end() - 1) && !matches!(row, Err(RowsError::Io(_))) {
                good.uncheckable += 1;
                continue;
            }
            let (line, is_disputed) = (rows.rows().line(), rows.is_disputed());
            let row = match row.and_then(|row| good.add(row, line)) {
                Ok(row) => row,
                Err(error @ RowsError::Malformed { .. })
                    // No power loss makes a row that is possible by itself.
                    if !is_disputed && recorded.permits_damage(good.end, line) =>
                {
                    good.add_damage(error);
                    continue;
                }
                Err(error) => return Err(refuse(error)),
            };
            last = row.line;
            if parts.state_at(row.offset) == BlockState::Changed {
                changed = Some((changed.map_or(last, |(first, _)| first), last));
            }
        }
        if parts.in_state(BlockState::Changed).next().is_none() {
            return Ok(good);
        }
        // If no row is in a changed block, it has only a line without its end.
        let (first, last) = changed.unwrap_or((last + 1, last + 1));
        Err(match recorded.behind {
            Behind::Nothing => StoreError::altered(&paths.csv),
            _ => {
                let which = format!("rows from line {first} to {last}");
                StoreError::changed(&paths.csv, &which, REMEDIES_OF_RUN)
            }
        })
    }

    /// The rows of the jobs that this limit left without an answer.
    pub(super) fn without_answer(&self, limit: Limit) -> &RowsOfJobs {
        match limit {
            Limit::Memory => &self.out_of_memory,
            Limit::Time => &self.out_of_time,
        }
    }

    /// For this many jobs, without a row yet. The hasher begins behind these blocks.
    fn new(jobs: u64, blocks: Blocks) -> GoodRows {
        GoodRows {
            index: RowIndex::new(jobs),
            sum: RowSum::default(),
            outcomes: OutcomeCounts::default(),
            out_of_memory: RowsOfJobs::new(jobs),
            out_of_time: RowsOfJobs::new(jobs),
            hasher: BlockHasher::after(blocks),
            end: 0,
            uncheckable: 0,
            damage: None,
        }
    }

    /// What was lost, for the user, if anything: this many bytes that the journal has are missing,
    /// and this many that are there are left out.
    pub(super) fn describe_loss(&self, missing: u64, torn: u64) -> Option<String> {
        if let Some(PowerLossDamage { first, lines, .. }) = &self.damage {
            return Some(format!(
                "{first}; this may not have been on the disk yet when the computer stopped; \
                 removed what is not a row (lines: {lines}, bytes: {torn}), to search its jobs again"
            ));
        }
        let also = match self.uncheckable {
            0 => String::new(),
            lines => format!(
                "; also those before them that cannot be checked, because their checksum covers \
                 the missing ones too (rows: {lines})"
            ),
        };
        match (missing, torn) {
            (0, 0) => None,
            (0, _) => Some(format!("the last row was torn; cut it off (bytes: {torn})")),
            _ => Some(format!(
                "it was longer, its last rows are missing; computing them again \
                 (bytes: {missing}){also}"
            )),
        }
    }

    fn add(&mut self, row: Row, line: &[u8]) -> Result<Row, RowsError> {
        let job = row.record.job;
        if !self.index.insert(job, row.offset) {
            return Err(repeated(&row));
        }
        self.sum.add(line);
        self.outcomes.add(row.record.outcome);
        match row.record.outcome {
            Outcome::Memory => self.out_of_memory.add(job, line),
            Outcome::Time => self.out_of_time.add(job, line),
            Outcome::Tour | Outcome::None | Outcome::Stuck | Outcome::Budget | Outcome::Unknown => {
            }
        }
        if let Some(damage) = &mut self.damage {
            damage.rows.push(RowLocation { job, file: 0, offset: row.offset });
            damage.row_bytes += line.len() as u64 + 1;
        } else {
            self.take(line);
            self.take(b"\n");
        }
        Ok(row)
    }

    fn add_damage(&mut self, error: RowsError) {
        let none = PowerLossDamage { first: error, lines: 0, rows: Vec::new(), row_bytes: 0 };
        self.damage.get_or_insert(none).lines += 1;
    }

    /// Takes the next bytes of the file.
    fn take(&mut self, bytes: &[u8]) {
        // The bytes of blocks that are known already need no new ones.
        if self.end >= self.hasher.end() {
            self.hasher.add(bytes);
        }
        self.end += bytes.len() as u64;
    }
}

/// Whether a power loss while the file was made can have left it, with NUL bytes in its header.
/// Rows follow only a header that was synced. Leaves the file at its beginning.
fn has_lost_header(file: &mut File, layout: Layout, recorded: &Recorded) -> io::Result<bool> {
    let longest = layout.header().len() as u64 + 1;
    let mut bytes = Vec::new();
    file.take(longest + 1).read_to_end(&mut bytes)?;
    file.rewind()?;
    let is_short = bytes.len() as u64 <= longest;
    Ok(is_short && bytes.contains(&0) && recorded.permits_damage(0, &bytes))
}
