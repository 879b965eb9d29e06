//! Several results files read as one, unfinished ones as far as they go. A job that several rows
//! have, as in a file and in a shard of it, or in a file and its copy, counts once.

mod opening;

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::experiment::Experiment;
use crate::experiment::plan::Plan;
use crate::files::shown::{reason, shown};
use crate::results::foreign::AnyRows;
use crate::results::joined::opening::{ReadSidecar, open_both};
use crate::results::known_jobs::KnownJobs;
use crate::results::record::Record;
use crate::results::rows::{Row, RowsError};
use crate::results::searches::{Earlier, Searches, may_hide_repeats};
use crate::results::sidecar::Sidecar;
use knight_search::Outcome;

/// Reads results files one after the other.
#[derive(Default)]
pub struct JoinedFiles {
    files: Vec<JoinedFile>,
    /// The jobs that have been read, by experiment.
    known: HashMap<String, KnownJobs>,
    /// The searches that have been read, if no single experiment identifies the jobs of all files.
    searches: Option<Searches>,
}

/// A results file that has been read.
pub struct JoinedFile {
    /// The file.
    pub path: PathBuf,
    /// Its complete rows.
    pub rows: u64,
    /// Those of them whose jobs an earlier file has.
    pub repeated: u64,
    /// The earlier files with rows of the same searches that belong to another experiment, or where
    /// this file or the earlier one does not say to which.
    pub copies: BTreeSet<usize>,
    /// Those of them whose jobs this file had before: it is damaged.
    pub doubled: u64,
    /// The line of the first of these.
    pub first_doubled: Option<u64>,
    /// Whether the last row is torn, and left out.
    pub is_torn: bool,
    /// Whether the file changed after it was sealed.
    pub is_altered: bool,
    /// Whether another program wrote it. Then it is read as it is, without its sidecar, and each
    /// row counts if the header is another one too.
    pub is_foreign: bool,
    /// For a shard, how much of its experiment all files hold together; filled in by
    /// [`JoinedFiles::finish`].
    pub coverage: Option<Coverage>,
    /// Its sidecar if it can be read, or else why not; neither if there is none. Without its seal
    /// if the file is not sorted yet.
    pub sidecar: ReadSidecar,
}

/// Jobs of an experiment that the files hold together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Coverage {
    /// Jobs with a row.
    pub present: u64,
    /// Jobs of the experiment.
    pub all: u64,
}

/// Whether the job of a row was read before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrence {
    /// The first row of its job.
    First,
    /// An earlier file has a row of the job.
    Repeated,
}

/// Why a file cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The file cannot be opened.
    #[error("cannot open it: {}", reason(.0))]
    Open(io::Error),
    /// The sign for standard input.
    #[error(
        "results are read by name; from standard input they are read as /dev/stdin, without their \
         sidecar"
    )]
    StandardInput,
    /// The path leads to a folder.
    #[error("it is a folder; give a results file")]
    Folder,
    /// A pipe has the name of a results file.
    #[error("it is a pipe, and results are never one; give a regular file")]
    Pipe,
    /// The file is a table.
    #[error("it is a table of best-order or count; give results of run or sweep")]
    Table,
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    /// A row is damaged.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// This many jobs ran out of memory or time in an earlier file, and have a result in this one.
    #[error(
        "{0} job{s} ran out of memory or time in an earlier file; give this file first",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Order(u64),
    /// An earlier file has another answer to a search.
    #[error(
        "line {line}, job {job}: {here} for {search}; {there} has another answer to this search, so \
         one of the two files is wrong: `knightsweep compare` shows where they differ, and \
         `knightsweep verify --recompute` searches again"
    )]
    Contradiction {
        /// The line of the row.
        line: u64,
        /// Its job.
        job: u64,
        /// What it says.
        here: String,
        /// The search.
        search: String,
        /// The earlier file.
        there: String,
    },
}

impl JoinError {
    /// Whether the request is at fault and not the system.
    pub fn is_refusal(&self) -> bool {
        !matches!(self, JoinError::Read(_) | JoinError::Rows(RowsError::Io(_)))
    }
}

impl JoinedFiles {
    /// For these files, which are read in this order.
    pub fn of(files: &[PathBuf]) -> JoinedFiles {
        let searches = may_hide_repeats(files).then(Searches::default);
        JoinedFiles { searches, ..JoinedFiles::default() }
    }

    /// The files that have been read.
    pub fn files(&self) -> &[JoinedFile] {
        &self.files
    }

    /// Passes a record for each job of a file to `each`, and whether its job is new.
    ///
    /// # Errors
    /// If the file cannot be read or a row is damaged.
    pub fn read(
        &mut self,
        path: &Path,
        mut each: impl FnMut(&Record, Occurrence),
    ) -> Result<&JoinedFile, JoinError> {
        let (sidecar, opened, is_altered) = open_both(path)?;
        let mut file = JoinedFile::new(path, sidecar, is_altered);
        let known = self.known.entry(file.experiment_key()).or_default();
        let mut here = KnownJobs::default();
        let mut contradicted = 0;
        let mut rows = AnyRows::new(BufReader::with_capacity(1 << 16, opened))?;
        let experiment = (!rows.has_foreign_header()).then(|| file.experiment()).flatten();
        let experiment = experiment.map(str::to_owned);
        while let Some(row) = rows.next() {
            let Row { line, record, .. } = row?;
            check_alone(line, &record)?;
            file.rows += 1;
            let is_unknown = record.outcome.is_unknown();
            let searches = self.searches.as_mut();
            if let Some(first) =
                first_copy(searches, &self.files, experiment.as_deref(), line, &record)?
            {
                file.repeated += 1;
                file.copies.insert(first);
                if experiment.is_some() {
                    here.all.insert(record.job);
                }
                each(&record, Occurrence::Repeated);
            } else if rows.has_foreign_header() {
                each(&record, Occurrence::First);
            } else if known.all.contains(record.job) {
                file.repeated += 1;
                contradicted += u64::from(!is_unknown && known.unknown.contains(record.job));
                each(&record, Occurrence::Repeated);
            } else if here.all.insert(record.job) {
                if is_unknown {
                    here.unknown.insert(record.job);
                }
                each(&record, Occurrence::First);
            } else {
                file.doubled += 1;
                file.first_doubled.get_or_insert(line);
            }
        }
        if contradicted > 0 {
            return Err(JoinError::Order(contradicted));
        }
        file.is_torn = rows.torn() > 0;
        file.is_foreign = rows.has_foreign_header() || rows.foreign() > 0;
        if file.is_foreign {
            (file.sidecar, file.is_altered) = (Ok(None), false);
        }
        known.all.extend(here.all);
        known.unknown.extend(here.unknown);
        self.files.push(file);
        Ok(&self.files[self.files.len() - 1])
    }

    /// The files that have been read, each shard with its coverage.
    pub fn finish(mut self) -> Vec<JoinedFile> {
        for file in &mut self.files {
            if let Ok(Some(sidecar)) = &file.sidecar
                && sidecar.shard.is_some()
                && let Some((experiment, _)) = file.expected()
            {
                let present = self.known[&sidecar.experiment_hash].all.len();
                let all = Plan::new(&experiment).len();
                file.coverage = Some(Coverage { present, all });
            }
        }
        self.files
    }
}

/// The earlier file that has the same search, unless the ids of the jobs already say so: those of
/// one experiment do.
fn first_copy(
    searches: Option<&mut Searches>,
    files: &[JoinedFile],
    experiment: Option<&str>,
    line: u64,
    record: &Record,
) -> Result<Option<usize>, JoinError> {
    let is_other = |there: &JoinedFile| experiment.is_none() || there.experiment() != experiment;
    let earlier = searches.and_then(|searches| searches.add(files.len(), record));
    let Some(Earlier { file, has_same_answer }) =
        earlier.filter(|earlier| is_other(&files[earlier.file]))
    else {
        return Ok(None);
    };
    if !has_same_answer && !record.outcome.is_unknown() && !record.is_estimated() {
        return Err(contradiction(line, record, &files[file].path));
    }
    Ok(Some(file))
}

impl JoinedFile {
    fn new(path: &Path, sidecar: ReadSidecar, is_altered: bool) -> JoinedFile {
        JoinedFile {
            path: path.to_owned(),
            rows: 0,
            repeated: 0,
            copies: BTreeSet::new(),
            doubled: 0,
            first_doubled: None,
            is_torn: false,
            is_altered,
            is_foreign: false,
            coverage: None,
            sidecar,
        }
    }

    /// The sidecar, if there is one that can be read.
    pub fn sidecar(&self) -> Option<&Sidecar> {
        self.sidecar.as_ref().ok()?.as_ref()
    }

    /// Whether it holds jobs that no file before it holds, or will.
    pub fn brings_jobs(&self) -> bool {
        self.repeated == 0 || self.repeated < self.distinct_rows()
    }

    /// The hash of its experiment; `None` if nothing says which one it is.
    fn experiment(&self) -> Option<&str> {
        self.sidecar().map(|sidecar| &*sidecar.experiment_hash)
    }

    /// The experiment, and the number of rows that the file has once it is complete.
    pub fn expected(&self) -> Option<(Experiment, u64)> {
        let sidecar = self.sidecar()?;
        let experiment = sidecar.experiment.experiment(&self.path).ok()?;
        Some((experiment, sidecar.jobs))
    }

    /// Its rows, a job counted once.
    pub fn distinct_rows(&self) -> u64 {
        self.rows - self.doubled
    }

    /// Whether rows are missing according to the sidecar.
    pub fn is_unfinished(&self) -> bool {
        self.sidecar().is_some_and(|sidecar| self.distinct_rows() < sidecar.jobs)
    }

    /// The hash of the experiment. A file without a sidecar repeats only jobs of its own path.
    fn experiment_key(&self) -> String {
        if let Some(experiment) = self.experiment() {
            return experiment.to_owned();
        }
        let path = fs::canonicalize(&self.path);
        path.as_ref().unwrap_or(&self.path).display().to_string()
    }
}

/// Refuses a row, which no plan has checked, if its start is not on its board or its numbers do not
/// fit together.
fn check_alone(line: u64, record: &Record) -> Result<(), RowsError> {
    let malformed = |fault| RowsError::Malformed { line, fault };
    let board = record.board().map_err(|error| malformed(error.to_string()))?;
    let start = record.start();
    if !board.contains(start) {
        return Err(malformed(format!("the start {start} is not on the board {board}")));
    }
    if record.outcome == Outcome::Budget && record.budget.is_none() {
        return Err(malformed(
            "budget is missing, but the outcome says that the search reached it, so a number of \
             this row was removed; copy it from the original file"
                .to_owned(),
        ));
    }
    let what = match record.checks {
        None => "so a number of this row was removed; copy it from the original file",
        Some(_) => "so a number of this row was changed; spreadsheets round to 15 digits",
    };
    record.check_alone(board).map_err(|fault| malformed(format!("{fault}, {what}")))
}

fn contradiction(line: u64, record: &Record, there: &Path) -> JoinError {
    let Record { rows, cols, order, outcome, .. } = record;
    let checks = record.checks.map(|checks| format!(", checks {checks}")).unwrap_or_default();
    JoinError::Contradiction {
        line,
        job: record.job,
        here: format!("outcome {outcome}{checks}"),
        search: format!("{rows}x{cols} from {}, order {order}", record.start()),
        there: shown(there),
    }
}
