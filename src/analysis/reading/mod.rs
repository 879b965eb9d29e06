//! Several results files read as one, unfinished ones as far as they go, and also what other
//! programs wrote back. A search that several rows have, as in a file and in a shard of it, or in a
//! file and its copy, counts once.

mod known;
mod opening;
pub mod rows;

pub use opening::is_pipe_named_csv;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::analysis::Column;
use crate::analysis::filter::Filter;
use crate::analysis::reading::known::{AnsweredLater, EarlierRow, KnownRows, Sameness, job_key};
use crate::analysis::reading::opening::open_both;
use crate::analysis::reading::rows::{ReadRow, Rows, RowsError};
use crate::experiment::Key;
use crate::experiment::plan::Plan;
use crate::results::record::Record;
use crate::results::sidecar::Sidecar;
use crate::text::shown::{reason, shown};

/// Reads results files one after the other.
#[derive(Default)]
pub struct JoinedFiles {
    files: Vec<JoinedFile>,
    /// All files that will be read.
    paths: Vec<PathBuf>,
    /// Of the rows of all files; missing before the first is read.
    answered: Option<AnsweredLater>,
    same: Sameness,
    /// The files and engines whose rows are wanted.
    sources: Filter,
    /// The rows that have been read, where a search may have several.
    known: KnownRows,
    /// The jobs that have been read of each experiment, by its hash; of a single file, if it is a
    /// shard.
    present: HashMap<String, HashSet<[u64; 2]>>,
}

/// A results file that has been read.
#[derive(Default)]
pub struct JoinedFile {
    /// The file.
    pub path: PathBuf,
    /// Its complete rows.
    pub rows: u64,
    /// Those of them whose searches an earlier file has.
    pub repeated: u64,
    /// The earlier files with rows of the same searches that belong to another experiment, or where
    /// this file or the earlier one does not say to which.
    pub copies: BTreeSet<usize>,
    /// Rows whose job this file had before.
    pub doubled: u64,
    /// Rows of other jobs whose searches count once, with another row: that of another engine, or
    /// of a later file, if this one ran out of memory or time.
    pub passed_over: u64,
    /// Whether the last row is torn, and left out.
    pub is_torn: bool,
    /// Whether the file changed after it was sealed.
    pub is_altered: bool,
    /// Lines that are left out, as their check fails: another program wrote or changed them.
    pub unchecked: u64,
    /// The line of the first of them.
    pub first_unchecked: Option<u64>,
    /// Whether another program wrote the header. Then the file is read as it is, without its
    /// sidecar.
    pub is_foreign: bool,
    /// Whether its rows have checks.
    pub has_checks: bool,
    /// For a shard, how much of its experiment all files hold together; filled in by
    /// [`JoinedFiles::finish`].
    pub coverage: Option<Coverage>,
    /// Its sidecar, if there is one that can be read.
    pub sidecar: Option<Sidecar>,
    /// Why its sidecar cannot be read.
    pub sidecar_fault: Option<String>,
}

/// Jobs of an experiment that the files hold together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Coverage {
    /// Jobs with a row.
    pub present: u64,
    /// Jobs of the experiment.
    pub all: u64,
}

/// Why a file cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The file cannot be opened.
    #[error("{}", reason(.0))]
    Open(io::Error),
    /// The sign for standard input.
    #[error("give results by name, or /dev/stdin to read them without their sidecar")]
    StandardInput,
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
    /// This many jobs ran out of memory or time in an earlier file, and have a result in this one,
    /// which could not be read before: a pipe.
    #[error(
        "{0} job{s} ran out of memory or time in an earlier file; give this file first",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Order(u64),
    /// An earlier row has another answer to a search.
    #[error(
        "line {line}: {here} for {search}; {there} has another answer to this search, so one of the \
         two rows is wrong; `knightsweep solve` shows which"
    )]
    Contradiction {
        /// The line of the row.
        line: u64,
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
        JoinedFiles { paths: files.to_vec(), ..JoinedFiles::default() }
    }

    /// With the rows of these files and engines alone.
    #[must_use]
    pub fn only(self, sources: Filter) -> JoinedFiles {
        JoinedFiles { sources, ..self }
    }

    /// A search that several files or engines have counts in each of them, with its own answer, if
    /// jobs are told apart by that column.
    #[must_use]
    pub fn by(self, columns: &[Column]) -> JoinedFiles {
        let [of_file, of_engine] =
            [Column::File, Column::Engine].map(|column| columns.contains(&column));
        JoinedFiles { same: Sameness { of_file, of_engine }, ..self }
    }

    /// The files that have been read.
    pub fn files(&self) -> &[JoinedFile] {
        &self.files
    }

    /// Passes the records of a file to `each`, and whether they are those of new searches that are
    /// wanted.
    ///
    /// # Errors
    /// If the file cannot be read or a row is damaged.
    pub fn read(
        &mut self,
        path: &Path,
        mut each: impl FnMut(&Record, bool),
    ) -> Result<&JoinedFile, JoinError> {
        let ((sidecar, sidecar_fault), opened, is_altered) = open_both(path)?;
        let path = path.to_owned();
        let mut file =
            JoinedFile { path, sidecar, sidecar_fault, is_altered, ..JoinedFile::default() };
        if self.answered.is_none() {
            let is_wanted = |file: usize, record: &Record| self.sources.wants(file, record);
            let same = |file: usize, record: &Record| self.same.of(is_wanted(file, record));
            self.answered = Some(AnsweredLater::among(&self.paths, same)?);
        }
        if self.same.of_file {
            self.known = KnownRows::default();
        }
        let mut rows = Rows::new(BufReader::with_capacity(1 << 16, opened))?;
        (file.is_foreign, file.has_checks) = (rows.has_other_header(), rows.has_checks());
        self.read_rows(rows.by_ref(), &mut file, &mut each)?;
        file.is_torn = rows.torn() > 0;
        if file.is_foreign {
            (file.sidecar, file.sidecar_fault, file.is_altered) = (None, None, false);
        }
        self.files.push(file);
        Ok(&self.files[self.files.len() - 1])
    }

    /// Whether a search may have several rows, in this file or in others. A sealed file that nobody
    /// changed has each job once.
    fn may_repeat(&self, file: &JoinedFile) -> bool {
        let is_sealed = file.sidecar.as_ref().is_some_and(|sidecar| sidecar.sealed.is_some());
        let are_joined = self.paths.len() > 1 && !self.same.of_file;
        are_joined || !is_sealed || file.is_altered || !self.same.of_engine && file.has_engines()
    }

    /// Passes the rows of a file on, except those of jobs that it answers later.
    fn read_rows(
        &mut self,
        rows: impl Iterator<Item = Result<ReadRow, RowsError>>,
        file: &mut JoinedFile,
        each: &mut impl FnMut(&Record, bool),
    ) -> Result<(), JoinError> {
        let are_several = self.paths.len() > 1;
        let part = file.sidecar.as_ref().filter(|sidecar| are_several || sidecar.shard.is_some());
        let part = part.map(|sidecar| sidecar.experiment_hash.clone());
        let mut present = part.map(|hash| (self.present.remove(&hash).unwrap_or_default(), hash));
        let may_repeat = self.may_repeat(file);
        let (place, mut contradicted) = (self.files.len(), 0);
        for row in rows {
            let ReadRow { line, record } = match row {
                Err(RowsError::Unchecked { line, .. }) => {
                    file.unchecked += 1;
                    file.first_unchecked.get_or_insert(line);
                    continue;
                }
                row => row?,
            };
            let is_wanted = self.sources.wants(place, &record);
            let same = self.same.of(is_wanted);
            let answered = self.answered.as_ref().filter(|it| it.has(place, &record, same));
            if answered.is_some_and(|answered| answered.has_job(place, &record)) {
                continue;
            }
            file.rows += 1;
            if let Some((present, _)) = &mut present {
                present.insert(job_key(&record));
            }
            if answered.is_some() {
                file.passed_over += 1;
                each(&record, false);
                continue;
            }
            let earlier = if may_repeat { self.known.add(place, &record, same) } else { None };
            match earlier {
                None => each(&record, is_wanted),
                Some(earlier) => {
                    contradicted += self.repeat(file, earlier, line, &record)?;
                    if earlier.file != place {
                        each(&record, false);
                    }
                }
            }
        }
        if contradicted > 0 {
            return Err(JoinError::Order(contradicted));
        }
        self.present.extend(present.map(|(present, hash)| (hash, present)));
        Ok(())
    }

    /// Counts a row whose search was read before. Gives 1 if the earlier row has no answer and this
    /// one has.
    fn repeat(
        &self,
        file: &mut JoinedFile,
        earlier: EarlierRow,
        line: u64,
        record: &Record,
    ) -> Result<u64, JoinError> {
        let is_here = earlier.file == self.files.len();
        let there = self.files.get(earlier.file).map_or(&file.path, |there| &there.path);
        let are_answers = !record.outcome.is_unknown() && !earlier.is_unknown;
        if are_answers && !earlier.has_same_answer && !record.is_estimated() {
            return Err(contradiction(line, record, there));
        }
        if is_here {
            let count = if earlier.is_same_job { &mut file.doubled } else { &mut file.passed_over };
            *count += 1;
            return Ok(0);
        }
        file.repeated += 1;
        let other = &self.files[earlier.file];
        if file.experiment_hash().is_none() || other.experiment_hash() != file.experiment_hash() {
            file.copies.insert(earlier.file);
        }
        Ok(u64::from(earlier.is_unknown && !record.outcome.is_unknown()))
    }

    /// The files that have been read, each shard with its coverage.
    pub fn finish(mut self) -> Vec<JoinedFile> {
        for file in &mut self.files {
            if let Some(sidecar) = &file.sidecar
                && sidecar.shard.is_some()
                && let Ok(experiment) = sidecar.experiment.experiment(&file.path)
            {
                let present = match self.same.of_file {
                    true => file.distinct_rows(),
                    false => self.present[&sidecar.experiment_hash].len() as u64,
                };
                let all = Plan::new(&experiment).len();
                file.coverage = Some(Coverage { present, all });
            }
        }
        self.files
    }
}

impl JoinedFile {
    /// Whether its experiment has several engines.
    fn has_engines(&self) -> bool {
        self.sidecar.as_ref().is_none_or(|sidecar| sidecar.experiment[Key::Engine].len() > 1)
    }

    /// The hash of its experiment; `None` if nothing says which one it is.
    pub fn experiment_hash(&self) -> Option<&str> {
        self.sidecar.as_ref().map(|sidecar| &*sidecar.experiment_hash)
    }

    /// Its rows, a job counted once.
    pub fn distinct_rows(&self) -> u64 {
        self.rows - self.doubled
    }

    /// Whether rows are missing according to the sidecar.
    pub fn is_unfinished(&self) -> bool {
        self.sidecar.as_ref().is_some_and(|sidecar| self.distinct_rows() < sidecar.jobs)
    }
}

fn contradiction(line: u64, record: &Record, there: &Path) -> JoinError {
    let Record { rows, cols, order, outcome, .. } = record;
    let checks = record.checks.map(|checks| format!(", checks {checks}")).unwrap_or_default();
    JoinError::Contradiction {
        line,
        here: format!("outcome {outcome}{checks}"),
        search: format!("{rows}x{cols} from {}, order {order}", record.start()),
        there: shown(there),
    }
}
