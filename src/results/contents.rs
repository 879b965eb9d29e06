//! What a results file holds before a run resumes it.

use std::fs::File;
use std::io::{self, Read, Seek};

use crate::experiment::Experiment;
use crate::experiment::job_table::{JobSet, JobTable};
use crate::experiment::shard::{Shard, describe};
use crate::files::access::Access;
use crate::files::shown::shown;
use crate::results::blocks::{BlockHasher, BlockState, Blocks, Parts};
use crate::results::checked_rows::{CheckedRows, Expected, repeated};
use crate::results::error::{REMEDIES_OF_RUN, StoreError};
use crate::results::hashing::RowSum;
use crate::results::interrupted::{self, Interrupted};
use crate::results::journal::{self, Behind, Recorded};
use crate::results::paths::{Paths, exists, has_content};
use crate::results::record::{Consistency, Layout, Limit};
use crate::results::rows::{Row, RowsError};
use crate::results::sidecar::{Sidecar, differences, read_sidecar};
use crate::results::sorted::RowLocation;
use knight_search::Outcome;

/// The byte at which each job's row begins, in 6 bytes a job. The header is at byte 0.
#[derive(Debug)]
pub(super) struct RowIndex {
    offsets: JobTable<Offset>,
    rows: u64,
}

/// A byte of a file of less than 256 TiB, least significant part first; 0 for a job without a row.
type Offset = [u8; 6];

const NOWHERE: Offset = [0; 6];

impl RowIndex {
    /// For this many jobs, without a row yet.
    fn new(jobs: u64) -> RowIndex {
        RowIndex { offsets: JobTable::new(jobs, NOWHERE), rows: 0 }
    }

    /// Jobs of the plan.
    pub(super) fn jobs(&self) -> u64 {
        self.offsets.jobs()
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn has(&self, job: u64) -> bool {
        self.offsets.get(job) != NOWHERE
    }

    /// Records the row of a job; false if there is one or the plan has no such job.
    pub(super) fn insert(&mut self, job: u64, offset: u64) -> bool {
        let [low @ .., 0, 0] = offset.to_le_bytes() else {
            return false;
        };
        match self.offsets.get_mut(job) {
            Some(place) if *place == NOWHERE => *place = low,
            _ => return false,
        }
        self.rows += 1;
        true
    }

    /// The rows by ascending job, in file 0.
    pub(super) fn locations(&self) -> impl Iterator<Item = RowLocation> {
        let rows = self.offsets.used().filter(|(_, offset)| *offset != NOWHERE);
        rows.map(|(job, [a, b, c, d, e, f])| {
            let offset = u64::from_le_bytes([a, b, c, d, e, f, 0, 0]);
            RowLocation { job, file: 0, offset }
        })
    }
}

/// A results file that was opened to be resumed, possibly without a row.
pub(super) struct Contents {
    pub(super) sidecar: Sidecar,
    /// Jobs that the file is for.
    pub(super) jobs: u64,
    pub(super) file: File,
    pub(super) rows: GoodRows,
    /// Bytes of the file, and those that belong to no row.
    pub(super) bytes: u64,
    pub(super) torn: u64,
    /// What a crash has interrupted, and is to be finished.
    pub(super) interrupted: Option<Interrupted>,
    /// What a user should know about the file, one sentence each.
    pub(super) notes: Vec<String>,
}

/// The rows that were read and are right.
pub(super) struct GoodRows {
    pub(super) index: RowIndex,
    /// The sum of all rows.
    pub(super) sum: RowSum,
    pub(super) outcomes: Outcomes,
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

/// How many rows have each outcome, in the order of [`Outcome::ALL`].
pub(super) type Outcomes = [u64; Outcome::ALL.len()];

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
    row_bytes: u64,
}

impl Contents {
    /// Whether the file was sealed and still has every row in its place.
    pub(super) fn is_complete(&self) -> bool {
        let is_sealed = self.sidecar.sealed.is_some() && self.interrupted.is_none();
        is_sealed && self.rows.index.rows() == self.jobs
    }

    /// Opens the CSV, or creates it with the access rights `access`, and checks everything about
    /// it.
    ///
    /// # Errors
    /// [`StoreError`] if it belongs to something else, is damaged, or cannot be read.
    pub(super) fn inspect(
        paths: &Paths,
        access: &Access,
        experiment: &Experiment,
        expected: Expected,
    ) -> Result<Contents, StoreError> {
        let jobs = expected.assignment.jobs(expected.shard);
        let sidecar = check_sidecar(paths, experiment, expected.shard)?
            .unwrap_or_else(|| Sidecar::new(experiment, expected.shard, jobs));
        sidecar.check_faults(paths, jobs).map_err(StoreError::or_start_again)?;
        let recorded = journal::recorded(paths, &sidecar)?;
        let mut file = paths.open_csv(access)?;
        let checked = interrupted::check(&mut file, &sidecar, recorded);
        let (recorded, parts, interrupted) = checked.map_err(StoreError::io("read", &paths.csv))?;
        let rows = GoodRows::read(&mut file, paths, expected, &recorded, &parts)?;
        if interrupted.is_none() {
            sidecar.check_seal(&mut file, paths, rows.index.rows())?;
        }

        let bytes = file.metadata().map_err(StoreError::io("look at", &paths.csv))?.len();
        let row_bytes = rows.end + rows.damage.as_ref().map_or(0, |damage| damage.row_bytes);
        let torn = bytes.saturating_sub(row_bytes);
        // Where nothing was ever run, the journal is left over from a file that was removed.
        let was_run = sidecar.sealed.is_none() && !sidecar.sessions.is_empty();
        let lost = if was_run { recorded.blocks.end().saturating_sub(bytes) } else { 0 };
        let notes = recorded.fault().into_iter().chain(rows.describe_loss(lost, torn));
        let notes = notes.map(|note| format!("{}: {note}", shown(&paths.csv))).collect();
        Ok(Contents { sidecar, jobs, file, rows, bytes, torn, interrupted, notes })
    }
}

impl GoodRows {
    /// Reads all rows. What has these blocks must be intact, and behind them there may be damage
    /// that a power loss can leave. A block of a journal whose end is missing does not count.
    fn read(
        file: &mut File,
        paths: &Paths,
        expected: Expected,
        recorded: &Recorded,
        parts: &Parts,
    ) -> Result<GoodRows, StoreError> {
        let unreadable = |error| StoreError::io("read", &paths.csv)(error);
        let refuse = |error: RowsError| error.refuse(&paths.csv);
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
            outcomes: Outcomes::default(),
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
    fn describe_loss(&self, missing: u64, torn: u64) -> Option<String> {
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
        self.outcomes[row.record.outcome as usize] += 1;
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

/// The sidecar of results that exist, which must be of this experiment and shard.
fn check_sidecar(
    paths: &Paths,
    experiment: &Experiment,
    shard: Option<Shard>,
) -> Result<Option<Sidecar>, StoreError> {
    let sidecar = if has_content(&paths.csv)? {
        Sidecar::of(paths).map_err(StoreError::or_start_again)?
    } else {
        // An empty file holds no result that a missing sidecar would have to explain.
        match read_sidecar(&paths.sidecar).map_err(StoreError::or_start_again)? {
            Some(sidecar) => sidecar,
            None if exists(&paths.sidecar)? => {
                let why = "this is a link that leads nowhere; remove it or restore its target";
                return Err(StoreError::unusable(&paths.sidecar, why));
            }
            None => return Ok(None),
        }
    };
    let (there, wanted) = (&sidecar.experiment, experiment.spec());
    let held = if *there != wanted {
        format!("another experiment:\n{}", differences(there, &wanted, "the command asks for"))
    } else if sidecar.shard != shard {
        let (there, wanted) = (describe(sidecar.shard), describe(shard));
        format!("{there} of this experiment, the command asks for {wanted}; ")
    } else {
        return Ok(Some(sidecar));
    };
    Err(StoreError::Unusable(format!(
        "{} holds {held}choose another --out, or move the file aside with --fresh",
        shown(&paths.csv)
    )))
}
