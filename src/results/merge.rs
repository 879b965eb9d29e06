//! Merging results files of one experiment, and salvaging the good rows of damaged ones.
//!
//! Inputs are read and never changed. Memory holds where each job's row is, not the rows.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment};
use crate::results::checked_rows::{CheckedRows, Expected};
use crate::results::error::StoreError;
use crate::results::lock::Lock;
use crate::results::paths::{Paths, exists, has_content};
use crate::results::record::{self, Consistency, Layout};
use crate::results::rows::Damage;
use crate::results::sidecar::{Seal, Session, Sidecar, Writer, differences};
use crate::results::sorted::{RowLocation, RowReaders, SortedFile};

/// What to do about damaged rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// Refuse the file.
    Refuse,
    /// Leave them out.
    LeaveOut,
}

/// What to do with results in the place of the merged ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnOccupied {
    /// Refuse to merge.
    Refuse,
    /// Move them aside.
    MoveAside,
}

/// The rows of several results files.
#[derive(Debug)]
pub struct Gathered {
    inputs: Vec<Input>,
    plan: Plan,
    assignment: ShardAssignment,
    job_rows: JobRows,
    damages: Vec<(PathBuf, Damage)>,
    notes: Vec<String>,
}

/// What the files read so far say about each job.
#[derive(Debug)]
struct JobRows {
    /// By job.
    jobs: Vec<JobRow>,
    readers: RowReaders,
    duplicates: u64,
    conflicts: Vec<Conflict>,
}

#[derive(Debug)]
struct Input {
    paths: Paths,
    sidecar: Sidecar,
}

/// What the files read so far say about one job.
#[derive(Clone, Copy, Debug)]
enum JobRow {
    /// No file has its row.
    Missing,
    /// Its row begins at a byte of an input.
    Row { input: u32, offset: u64 },
    /// Its rows contradict each other.
    Disputed,
}

/// Two rows of one job that differ in more than the times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The job.
    pub job: u64,
    /// The file of the first row.
    pub first: PathBuf,
    /// The file of the second row, perhaps the same.
    pub second: PathBuf,
    /// The line of the second row, from 1.
    pub line: u64,
}

/// A shard that lacks rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardGap {
    /// The shard.
    pub shard: Shard,
    /// Its jobs without a row.
    pub missing: u64,
    /// All its jobs.
    pub jobs: u64,
}

/// The results file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// Its path.
    pub csv: PathBuf,
    /// Its rows.
    pub rows: u64,
    /// Jobs that it is for.
    pub jobs: u64,
    /// Whether it is complete and sealed.
    pub sealed: bool,
    /// Notes for the user, one sentence each.
    pub notes: Vec<String>,
}

impl Gathered {
    /// Reads all rows of these files, at least one, and checks each against the plan of their
    /// experiment.
    ///
    /// # Errors
    /// [`StoreError`] if a file cannot be read, belongs to another experiment, or is damaged and
    /// `on_damage` refuses that.
    pub fn read(files: &[Paths], on_damage: OnDamage) -> Result<Gathered, StoreError> {
        let inputs = files.iter().map(read_input).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = inputs.first() else {
            return Err(StoreError::unusable(Path::new(""), "there is no file to merge"));
        };
        for other in &inputs[1..] {
            check_same_experiment(first, other)?;
        }
        let plan = Plan::new(&first.sidecar.experiment(&first.paths)?);
        let files = inputs.iter().map(|input| open(&input.paths.csv)).collect::<Result<_, _>>()?;
        let mut gathered = Gathered {
            job_rows: JobRows {
                jobs: vec![JobRow::Missing; plan.len() as usize],
                readers: RowReaders::new(files),
                duplicates: 0,
                conflicts: Vec::new(),
            },
            assignment: ShardAssignment::new(&plan),
            inputs,
            plan,
            damages: Vec::new(),
            notes: Vec::new(),
        };
        let mut consistency = Consistency::new(&gathered.plan);
        for input in 0..gathered.inputs.len() {
            gathered.read_rows(input, on_damage, &mut consistency)?;
        }
        gathered.leave_out_disputed(&consistency);
        Ok(gathered)
    }

    /// Jobs that have a row.
    pub fn rows(&self) -> u64 {
        self.job_rows.jobs.iter().filter(|row| matches!(row, JobRow::Row { .. })).count() as u64
    }

    /// Rows that repeat an earlier one, except perhaps for the times.
    pub fn duplicates(&self) -> u64 {
        self.job_rows.duplicates
    }

    /// Rows that contradict an earlier one; neither counts.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.job_rows.conflicts
    }

    /// Damaged rows that are left out, with their files.
    pub fn damages(&self) -> &[(PathBuf, Damage)] {
        &self.damages
    }

    /// The part of the jobs that all inputs are for: that of the shard, if all are of the same one.
    pub fn shard(&self) -> Option<Shard> {
        let shard = self.inputs[0].sidecar.shard;
        let is_same = |input: &Input| input.sidecar.shard == shard;
        shard.filter(|_| self.inputs.iter().all(is_same))
    }

    /// The ids of the jobs of `shard`, or of all, that have no row, ascending.
    pub fn gaps(&self, shard: Option<Shard>) -> impl Iterator<Item = u64> {
        let job_rows = (0..).zip(&self.job_rows.jobs);
        let lacking = job_rows.filter(|(_, row)| !matches!(row, JobRow::Row { .. }));
        lacking.map(|(job, _)| job).filter(move |&job| self.assignment.includes(shard, job))
    }

    /// The shards that lack rows, if all inputs are shards of one division.
    pub fn shard_gaps(&self) -> Vec<ShardGap> {
        let count_of = |input: &Input| input.sidecar.shard.map(Shard::count);
        let Some(count) = count_of(&self.inputs[0]) else {
            return Vec::new();
        };
        if self.inputs.iter().any(|input| count_of(input) != Some(count)) {
            return Vec::new();
        }
        let shards = (1..=count).filter_map(|index| Shard::new(index, count));
        let gap = |shard| ShardGap {
            shard,
            missing: self.gaps(Some(shard)).count() as u64,
            jobs: self.assignment.jobs(Some(shard)),
        };
        shards.map(gap).filter(|gap| gap.missing > 0).collect()
    }

    fn read_rows(
        &mut self,
        input: usize,
        on_damage: OnDamage,
        consistency: &mut Consistency,
    ) -> Result<(), StoreError> {
        let Gathered { inputs, plan, assignment, job_rows, damages, notes } = self;
        let Input { paths, sidecar } = &inputs[input];
        let csv = &paths.csv;
        let unreadable = |error| StoreError::io("read", csv)(error);
        let mut file = open(csv)?;
        let expected = Expected { plan, assignment, shard: sidecar.shard };
        consistency.begin_file(csv.display().to_string());
        let rows = CheckedRows::new(&mut file, expected, consistency);
        let mut rows = rows.map_err(|error| match on_damage {
            OnDamage::Refuse => error.refuse(csv),
            OnDamage::LeaveOut => StoreError::unusable(csv, &error.to_string()),
        })?;
        let mut count = 0;
        for row in rows.by_ref() {
            match row {
                Ok(row) => {
                    count += 1;
                    let location =
                        RowLocation { job: row.record.job, file: input as u32, offset: row.offset };
                    job_rows.add(location, row.line, inputs).map_err(unreadable)?;
                }
                Err(error) if on_damage == OnDamage::Refuse => return Err(error.refuse(csv)),
                Err(error) => {
                    let damage = error.into_damage().map_err(unreadable)?;
                    damages.push((csv.clone(), damage));
                }
            }
        }
        if rows.rows().torn() > 0 {
            notes.push(format!("{}: the last row is torn and left out", csv.display()));
        }
        match on_damage {
            OnDamage::Refuse => sidecar.check_seal(&mut file, paths, count),
            OnDamage::LeaveOut => Ok(()),
        }
    }

    /// Leaves out the rows about which damaged ones say something else: either may be wrong.
    fn leave_out_disputed(&mut self, consistency: &Consistency) {
        if !consistency.has_disputes() {
            return;
        }
        let mut left_out = 0;
        for (id, row) in (0..).zip(&mut self.job_rows.jobs) {
            let is_row = matches!(row, JobRow::Row { .. });
            if is_row && self.plan.job(id).is_some_and(|job| consistency.is_disputed(&job)) {
                *row = JobRow::Disputed;
                left_out += 1;
            }
        }
        if left_out > 0 {
            let s = if left_out == 1 { "" } else { "s" };
            self.notes.push(format!(
                "left out {left_out} further row{s}, which contradict damaged ones; \
                 it is unknown which are right"
            ));
        }
    }

    /// Writes the rows, sorted by job, into a results file for the jobs of [`Gathered::shard`]. It
    /// is sealed if it is complete; otherwise a run can resume it.
    ///
    /// # Errors
    /// [`StoreError`] if there are results already that `on_occupied` does not move aside, or if
    /// writing fails. Then there is nothing, or a results file without its seal.
    pub fn write(
        mut self,
        out: &Paths,
        on_occupied: OnOccupied,
        writer: Writer,
    ) -> Result<Merged, StoreError> {
        let session = Session::begin(writer, 0, 0);
        self.check_is_no_input(out)?;
        out.create_folder()?;
        let _lock = Lock::take(out, &session.command)?;
        if on_occupied == OnOccupied::MoveAside {
            self.notes.extend(out.move_aside()?.map(|moved| moved.note));
        } else if has_content(&out.csv)? {
            return Err(StoreError::unusable(
                &out.csv,
                "there are results already; choose another --out, or move them aside with --fresh",
            ));
        }

        let (rows, notes) = (self.rows(), std::mem::take(&mut self.notes));
        let mut sidecar = self.merged_sidecar();
        let jobs = sidecar.jobs;
        sidecar.sessions.push(session);
        // The sidecar first: rows without a sidecar would be refused.
        sidecar.write(out)?;
        let sealed = rows == jobs;
        let written = self.write_rows(out, &sidecar, sealed);
        if written.is_err() && matches!(exists(&out.csv), Ok(false)) {
            let _ = fs::remove_file(&out.sidecar);
        }
        let (seal, results_sha256) = written?;
        if sealed {
            sidecar.seal(seal, results_sha256);
        }
        sidecar.end_session(rows);
        sidecar.write(out)?;
        Ok(Merged { csv: out.csv.clone(), rows, jobs, sealed, notes })
    }

    fn check_is_no_input(&self, out: &Paths) -> Result<(), StoreError> {
        let real = |path: &Path| fs::canonicalize(path).ok();
        let target = real(&out.csv);
        let is_input = |input: &Input| target.is_some() && real(&input.paths.csv) == target;
        if self.inputs.iter().any(is_input) {
            let why = "this is one of the files to read; choose another --out";
            return Err(StoreError::unusable(&out.csv, why));
        }
        Ok(())
    }

    /// The sidecar of the merged file with the sessions of all inputs.
    fn merged_sidecar(&self) -> Sidecar {
        let shard = self.shard();
        let is_same = |input: &&Input| input.sidecar.shard == shard;
        let mut same = self.inputs.iter().filter(is_same);
        let results_sha256 = same.find_map(|input| input.sidecar.results_sha256.clone());
        let sessions = self.inputs.iter().flat_map(|input| &input.sidecar.sessions);
        let mut sessions: Vec<Session> = sessions.cloned().collect();
        sessions.sort_by_key(|session| session.started);
        Sidecar {
            shard,
            jobs: self.assignment.jobs(shard),
            sessions,
            results_sha256,
            sealed: None,
            ..self.inputs[0].sidecar.clone()
        }
    }

    /// Writes the sorted rows. Complete ones must have the hash that the sidecar knows, if any.
    fn write_rows(
        self,
        out: &Paths,
        sidecar: &Sidecar,
        complete: bool,
    ) -> Result<(Seal, Option<String>), StoreError> {
        let failed = |error| StoreError::io("write the merged rows to", &out.csv)(error);
        let rows = (0..).zip(&self.job_rows.jobs).filter_map(|(job, row)| match *row {
            JobRow::Row { input, offset } => Some(RowLocation { job, file: input, offset }),
            JobRow::Missing | JobRow::Disputed => None,
        });
        let (layout, readers) = (Layout::of(&self.plan), self.job_rows.readers);
        let sorted = SortedFile::write(&out.csv, layout, readers, rows).map_err(failed)?;
        if complete && sidecar.contradicts_results(sorted.results_sha256.as_deref()) {
            let known = &sidecar.results_sha256;
            let source = self.inputs.iter().find(|i| i.sidecar.results_sha256 == *known);
            return Err(StoreError::unusable(
                &source.unwrap_or(&self.inputs[0]).paths.csv,
                "its rows are not those that were sealed. Each row agrees with its job, so it is \
                 unknown which were changed; restore the file, or search again with `run --fresh`",
            ));
        }
        sorted.file.commit().map_err(failed)?;
        Ok((sorted.seal, sorted.results_sha256))
    }
}

impl JobRows {
    /// Takes a row, unless its job has one already. Then the two are compared.
    fn add(&mut self, row: RowLocation, line: u64, inputs: &[Input]) -> io::Result<()> {
        let RowLocation { job, file: input, offset } = row;
        let first = match self.jobs[job as usize] {
            JobRow::Disputed => return Ok(()),
            JobRow::Missing => {
                self.jobs[job as usize] = JobRow::Row { input, offset };
                return Ok(());
            }
            JobRow::Row { input, offset } => RowLocation { job, file: input, offset },
        };
        let (mut there, mut here) = (Vec::new(), Vec::new());
        self.readers.read_row(first, &mut there)?;
        self.readers.read_row(row, &mut here)?;
        if record::without_times(&there).eq(record::without_times(&here)) {
            self.duplicates += 1;
            return Ok(());
        }
        self.jobs[job as usize] = JobRow::Disputed;
        let path = |input: u32| inputs[input as usize].paths.csv.clone();
        self.conflicts.push(Conflict { job, first: path(first.file), second: path(input), line });
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, StoreError> {
    File::open(path).map_err(StoreError::io("open", path))
}

fn read_input(paths: &Paths) -> Result<Input, StoreError> {
    if !exists(&paths.csv)? {
        return Err(StoreError::unusable(
            &paths.csv,
            "there is no such file; run its part of the experiment, \
             or merge the others with --partial",
        ));
    }
    Ok(Input { paths: paths.clone(), sidecar: Sidecar::of(paths)? })
}

fn check_same_experiment(first: &Input, other: &Input) -> Result<(), StoreError> {
    let (there, wanted) = (&other.sidecar.experiment, &first.sidecar.experiment);
    if there == wanted {
        return Ok(());
    }
    Err(StoreError::Unusable(format!(
        "{} holds another experiment than {}:\n{}only shards of one experiment can be merged",
        other.paths.csv.display(),
        first.paths.csv.display(),
        differences(there, wanted, "the first has")
    )))
}
