//! The files to merge: their rows, and which of them can be trusted.

use std::fs::File;
use std::io::{self, BufReader, Seek};

use crate::experiment::plan::Plan;
use crate::experiment::shard::ShardAssignment;
use crate::files::open;
use crate::files::shown::shown;
use crate::results::blocks::BlockState;
use crate::results::checked_rows::{CheckedRows, Expected};
use crate::results::error::{REMEDIES_OF_MERGE, StoreError};
use crate::results::foreign::{self, WRITTEN_BACK, is_written_back};
use crate::results::hashing::{ResultsHash, RowSum};
use crate::results::merge::OnDamage;
use crate::results::paths::{Paths, exists};
use crate::results::record::Consistency;
use crate::results::resaved::Resaved;
use crate::results::rows::{Damage, Rows, RowsError};
use crate::results::sidecar::{AnySidecar, Sidecar};
use crate::results::snapshot::{FileState, Snapshot};
use crate::results::sorted::{RowLocation, RowReaders};

/// Damaged lines of a file that are kept for messages.
const MOST_KEPT_DAMAGES: usize = 100;

const INCOMPARABLE: &str = "it was complete once, and its sidecar has the SHA-256 of all its \
    rows, but not all are there, so it is unknown whether the others were changed; finish it with \
    run first, which compares them";

const DIFFERENT: &str = "its rows are not those that the sidecar knows by their SHA-256. Each row \
    agrees with its job, so it is unknown which were changed; restore the file, or search its rows \
    again with --salvage --recheck";

const CHANGED_IN_TIMES: &str = "it has changed since it was sealed, but its rows are still those \
    that were sealed, except perhaps for their times";

/// A file to merge.
#[derive(Debug)]
pub(super) struct Input {
    pub(super) paths: Paths,
    pub(super) sidecar: Sidecar,
    /// The CSV at its beginning.
    file: File,
    state: FileState,
}

/// Where a row is. In order of the jobs, then of the inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    pub(super) job: u64,
    pub(super) input: u32,
    /// For messages; the last number there is if there are more lines.
    pub(super) line: u32,
    pub(super) offset: u64,
}

impl Place {
    pub(super) fn location(&self) -> RowLocation {
        RowLocation { job: self.job, file: self.input, offset: self.offset }
    }
}

/// The rows of a file that agree with their jobs.
#[derive(Debug, Default)]
pub(super) struct InputRows {
    pub(super) trusted: SummedRows,
    /// Those of a file that is known to have changed.
    pub(super) suspected: SummedRows,
    /// Lines that are not such rows: the first of them, and how many there are.
    pub(super) damages: Vec<Damage>,
    pub(super) all_damages: u64,
    /// Notes for the user, one sentence each.
    pub(super) notes: Vec<String>,
    /// Whether what the sidecar knows of the results is wrong.
    pub(super) contradicts_results: bool,
}

/// What the hash of the results that a sidecar knows says about the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Comparison {
    /// There is no hash, or other checksums say which rows can be trusted.
    NothingKnown,
    /// The file is not sealed, and its rows are not all those of the hash. The journal was made of
    /// the rows that a run found, so it does not vouch for them.
    Incomparable,
    Same,
    Different,
}

/// Rows with the sum of their texts.
#[derive(Debug, Default)]
pub(super) struct SummedRows {
    pub(super) places: Vec<Place>,
    pub(super) sum: RowSum,
}

impl SummedRows {
    fn add(&mut self, place: Place, line: &[u8]) {
        self.places.push(place);
        self.sum.add(line);
    }

    fn append(&mut self, other: &mut SummedRows) {
        self.places.append(&mut other.places);
        self.sum.merge(std::mem::take(&mut other.sum));
    }
}

impl InputRows {
    fn leave_out(&mut self, damage: Damage) {
        self.all_damages += 1;
        if self.damages.len() < MOST_KEPT_DAMAGES {
            self.damages.push(damage);
        }
    }
}

impl Input {
    /// Opens a file with its sidecar.
    pub(super) fn open(paths: &Paths) -> Result<Input, StoreError> {
        let Snapshot { sidecar, file, state } = Snapshot::open(paths, describe)?;
        Ok(Input { paths: paths.clone(), sidecar, file, state })
    }

    /// Reads the rows of the file, which is the one of this number in `readers`.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read, or is damaged and `on_damage` refuses that.
    pub(super) fn read_rows(
        &self,
        number: u32,
        plan: &Plan,
        assignment: &ShardAssignment,
        readers: &mut RowReaders,
        consistency: &mut Consistency,
        on_damage: OnDamage,
    ) -> Result<InputRows, StoreError> {
        let csv = &self.paths.csv;
        let unreadable = |error| StoreError::io("read", csv)(error);
        let jobs = assignment.jobs(self.sidecar.shard);
        if on_damage == OnDamage::Refuse {
            self.sidecar.check_faults(&self.paths, jobs)?;
            self.check_state()?;
        }
        let expected = Expected { plan, assignment, shard: self.sidecar.shard };
        // Rows that may have changed say nothing about those of other files.
        let mut own = Consistency::new(plan);
        let consistency = if self.state.is_doubtful() { &mut own } else { consistency };
        consistency.begin_file(shown(csv));
        let mut read = InputRows::default();
        let mut rows = match CheckedRows::new(&self.file, expected, &mut *consistency) {
            Ok(rows) => rows,
            Err(error) => {
                read.leave_out(self.damaged_header(error, on_damage)?);
                // The sidecar says which columns there are.
                (&self.file).rewind().map_err(unreadable)?;
                CheckedRows::behind_any_header(&self.file, expected, consistency)
                    .map_err(unreadable)?
            }
        };
        while let Some(row) = rows.next() {
            match row {
                Ok(row) => {
                    let is_suspect = self.state.suspects(row.offset);
                    let into = if is_suspect { &mut read.suspected } else { &mut read.trusted };
                    let place = Place {
                        job: row.record.job,
                        input: number,
                        line: row.line.try_into().unwrap_or(u32::MAX),
                        offset: row.offset,
                    };
                    into.add(place, rows.rows().line());
                }
                Err(error) if on_damage == OnDamage::Refuse => {
                    let written_back = foreign::refusal(csv, &error, "");
                    return Err(written_back.unwrap_or_else(|| error.refuse_input(csv)));
                }
                Err(error) => read.leave_out(error.into_damage().map_err(unreadable)?),
            }
        }
        if let FileState::Unsealed { journal_fault: Some(fault), .. } = &self.state {
            read.notes.push(format!("{}: {fault}", shown(csv)));
        }
        if rows.rows().torn() > 0 {
            read.notes.push(format!("{}: the last row is torn and left out", shown(csv)));
        }
        self.compare_with_sidecar(&mut read, jobs, readers, on_damage)?;
        Ok(read)
    }

    /// The damage of a header behind which the rows can be read anyway.
    fn damaged_header(&self, error: RowsError, on_damage: OnDamage) -> Result<Damage, StoreError> {
        let csv = &self.paths.csv;
        if on_damage == OnDamage::Refuse {
            return Err(error.refuse_input(csv));
        }
        let fault = match error {
            RowsError::Header { found, .. } => format!("it is not the header: `{found}`"),
            RowsError::Resaved(Resaved::Marked) => error.to_string(),
            _ => return Err(StoreError::unusable(csv, &error.to_string())),
        };
        Ok(Damage { line: 1, fault })
    }

    /// Refuses a file whose rows may have been changed.
    fn check_state(&self) -> Result<(), StoreError> {
        let csv = &self.paths.csv;
        if matches!(self.state, FileState::Altered(_)) {
            if is_written_back(csv) {
                return Err(StoreError::unusable(csv, WRITTEN_BACK));
            }
            return Err(StoreError::altered_input(csv));
        }
        if self.state.has_part(BlockState::Changed) {
            return Err(StoreError::changed(csv, "rows", REMEDIES_OF_MERGE));
        }
        if self.state.has_part(BlockState::Cut) {
            return Err(StoreError::unusable(
                csv,
                "rows at its end are missing, and those before them have no checksum without \
                 them, so it is unknown whether they were changed; finish it with run first, \
                 which searches both again, or use --salvage, which leaves them out",
            ));
        }
        Ok(())
    }

    /// Compares the rows with what the sidecar says about them.
    fn compare_with_sidecar(
        &self,
        read: &mut InputRows,
        jobs: u64,
        readers: &mut RowReaders,
        on_damage: OnDamage,
    ) -> Result<(), StoreError> {
        let rows = (read.trusted.places.len() + read.suspected.places.len()) as u64;
        if matches!(self.state, FileState::Sealed | FileState::Unsorted) && rows < jobs {
            let why = format!(
                "it says that all {jobs} rows of {} are there, but {} are missing, so it was edited",
                shown(&self.paths.csv),
                jobs - rows
            );
            if on_damage == OnDamage::Refuse {
                return Err(StoreError::Sidecar { path: self.paths.sidecar.clone(), why });
            }
            read.notes.push(format!("{}: {why}", shown(&self.paths.sidecar)));
            read.contradicts_results = true;
            return Ok(());
        }
        let compared = self.compare_results(read, jobs, readers);
        let compared = compared.map_err(StoreError::io("read", &self.paths.csv))?;
        let refuse = |why| Err(StoreError::unusable(&self.paths.csv, why));
        match (compared, on_damage) {
            (Comparison::NothingKnown, _) => {}
            (Comparison::Incomparable, OnDamage::Refuse) => return refuse(INCOMPARABLE),
            (Comparison::Different, OnDamage::Refuse) => return refuse(DIFFERENT),
            (Comparison::Incomparable, OnDamage::LeaveOut) => {
                read.suspected.append(&mut read.trusted);
            }
            (Comparison::Same, _) => {
                if !read.suspected.places.is_empty() {
                    read.notes.push(format!("{}: {CHANGED_IN_TIMES}", shown(&self.paths.csv)));
                }
                read.trusted.append(&mut read.suspected);
            }
            (Comparison::Different, OnDamage::LeaveOut) => {
                read.suspected.append(&mut read.trusted);
                read.contradicts_results = true;
            }
        }
        Ok(())
    }

    /// Compares the rows, if there is one for each job, with the hash that the sidecar knows.
    fn compare_results(
        &self,
        read: &InputRows,
        jobs: u64,
        readers: &mut RowReaders,
    ) -> io::Result<Comparison> {
        let Some(known) = &self.sidecar.results_sha256 else {
            return Ok(Comparison::NothingKnown);
        };
        // Other rows than those that a seal or its blocks vouch for can be the changed ones.
        let incomparable = match self.state {
            FileState::Unsealed { .. } => Comparison::Incomparable,
            FileState::Sealed | FileState::Unsorted | FileState::Altered(_) => {
                Comparison::NothingKnown
            }
        };
        let mut places = [&read.trusted.places[..], &read.suspected.places].concat();
        places.sort_unstable();
        let is_repeated = |pair: &[Place]| pair[0].job == pair[1].job;
        if places.len() as u64 != jobs || places.windows(2).any(is_repeated) {
            return Ok(incomparable);
        }
        let (mut results, mut sum) = (ResultsHash::new(), RowSum::default());
        let mut line = Vec::new();
        for place in places {
            readers.read_row(place.location(), &mut line)?;
            sum.add(&line);
            results.add(&line);
        }
        let mut read_before = read.trusted.sum;
        read_before.merge(read.suspected.sum);
        if sum != read_before {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it changed while it was read"));
        }
        Ok(match results.finish() {
            None => incomparable,
            Some(found) if found == *known => Comparison::Same,
            Some(_) => Comparison::Different,
        })
    }
}

/// The sidecar of a file that was given to be merged.
fn describe(paths: &Paths) -> Result<Sidecar, StoreError> {
    let refuse = |why: &str| Err(StoreError::unusable(&paths.csv, why));
    if !exists(&paths.csv)? {
        return refuse(
            "there is no such file; run its part of the experiment, \
             or leave it out and merge the others with --partial",
        );
    }
    match AnySidecar::read(&paths.sidecar)? {
        Some(AnySidecar::Results(sidecar)) => Ok(sidecar),
        Some(AnySidecar::Table(_)) => {
            refuse("this is a table of best-order or count; give results of run or sweep")
        }
        None => {
            if is_written_back(&paths.csv) {
                return refuse(WRITTEN_BACK);
            }
            let read = Rows::new(BufReader::new(reopen(paths)?));
            match read {
                Ok(rows) if rows.is_empty() => return refuse("it is empty; leave it out"),
                Err(error) if !matches!(error, RowsError::Io(_)) => {
                    return refuse(&error.to_string());
                }
                _ => {}
            }
            Err(StoreError::without_sidecar(&paths.csv, &paths.sidecar))
        }
    }
}

/// Opens the CSV once more, so that it has a place of its own to read from.
pub(super) fn reopen(paths: &Paths) -> Result<File, StoreError> {
    open::regular(&paths.csv).map_err(StoreError::io("open", &paths.csv))
}
