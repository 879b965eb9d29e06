//! Merging results files of one experiment, and salvaging the good rows of damaged ones.
//!
//! Inputs are read and never changed. What is kept in memory is the place of each job's row, not the rows.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Deal, Shard, in_words};
use crate::results::existing::{check_seal, differences, move_aside};
use crate::results::files::{discard, exists, has_content, replace, temporary};
use crate::results::provenance::Provenance;
use crate::results::record::{self, Layout, RowFault};
use crate::results::sidecar::{check_results, write_sidecar};
use crate::results::sorted::{self, Place, Sources};
use crate::results::verify::Damage;
use crate::results::{
    Existing, Paths, Row, Rows, RowsError, Session, Sidecar, StoreError, Writer, read_sidecar,
    take_lock,
};

/// Why complete rows are refused that each agree with their job, but are together not what was sealed.
fn rows_of_another_result(path: &Path) -> StoreError {
    StoreError::Path {
        path: path.to_owned(),
        why: "its rows are not those that were sealed, and as each of them agrees with its job, nothing tells which were \
              changed; restore the file, or search again with `run --fresh`"
            .to_owned(),
    }
}

/// Marks a job without a row, and one whose rows contradict each other.
const NOWHERE: u32 = u32::MAX;
const DISPUTED: u32 = u32::MAX - 1;

/// What to do about damaged rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damaged {
    /// Refuse the file.
    Refuse,
    /// Leave them out.
    LeaveOut,
}

/// The rows of several results files.
#[derive(Debug)]
pub struct Gathered {
    inputs: Vec<Input>,
    plan: Plan,
    deal: Deal,
    sources: Sources,
    /// For each job the number of the input that has its row, and where; [`NOWHERE`] or [`DISPUTED`] without one.
    places: Vec<(u32, u64)>,
    rows: u64,
    duplicates: u64,
    conflicts: Vec<Conflict>,
    damages: Vec<(PathBuf, Damage)>,
    notes: Vec<String>,
}

#[derive(Debug)]
struct Input {
    paths: Paths,
    sidecar: Sidecar,
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
    /// Its line, from 1.
    pub line: u64,
}

/// Jobs of a shard without a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardGap {
    /// The shard.
    pub shard: Shard,
    /// Its jobs without a row.
    pub missing: u64,
    /// All its jobs.
    pub jobs: u64,
}

/// What was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The results file.
    pub csv: PathBuf,
    /// Its rows.
    pub rows: u64,
    /// Jobs that it is for.
    pub jobs: u64,
    /// Whether it is complete and sealed.
    pub sealed: bool,
    /// What the user should hear of, one sentence each.
    pub notes: Vec<String>,
}

impl Gathered {
    /// Reads all rows of these files, at least one, and checks each against the plan of their experiment.
    ///
    /// # Errors
    /// [`StoreError`] if a file cannot be read, belongs to another experiment, or is damaged and `damaged` refuses that.
    pub fn read(files: &[Paths], damaged: Damaged) -> Result<Gathered, StoreError> {
        let inputs = files.iter().map(read_input).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = inputs.first() else {
            return Err(StoreError::Path {
                path: PathBuf::new(),
                why: "there is no file to merge".to_owned(),
            });
        };
        for other in &inputs[1..] {
            check_same_experiment(first, other)?;
        }
        let experiment = &first.sidecar.experiment;
        let experiment = experiment.experiment(&first.paths.sidecar).map_err(|error| {
            StoreError::Sidecar { path: first.paths.sidecar.clone(), why: error.to_string() }
        })?;
        let plan = Plan::new(&experiment);
        let sources =
            inputs.iter().map(|input| open(&input.paths.csv)).collect::<Result<Vec<_>, _>>()?;
        let mut gathered = Gathered {
            places: vec![(NOWHERE, 0); plan.len() as usize],
            deal: Deal::new(&plan),
            sources: Sources::new(sources),
            inputs,
            plan,
            rows: 0,
            duplicates: 0,
            conflicts: Vec::new(),
            damages: Vec::new(),
            notes: Vec::new(),
        };
        for input in 0..gathered.inputs.len() {
            gathered.read_rows(input, damaged)?;
        }
        Ok(gathered)
    }

    /// Jobs that have a row.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Rows that were there more than once, but for their times.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Rows that contradict an earlier one; neither counts.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
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
        (0..self.plan.len()).filter(move |&job| {
            let (source, _) = self.places[job as usize];
            self.deal.gives(shard, job) && matches!(source, NOWHERE | DISPUTED)
        })
    }

    /// The shards that lack rows, if all inputs are shards of one division.
    pub fn shard_gaps(&self) -> Vec<ShardGap> {
        let counts = |input: &Input| input.sidecar.shard.map(Shard::count);
        let Some(count) = counts(&self.inputs[0]) else {
            return Vec::new();
        };
        if self.inputs.iter().any(|input| counts(input) != Some(count)) {
            return Vec::new();
        }
        let shards = (1..=count).filter_map(|index| Shard::new(index, count));
        let gap = |shard| ShardGap {
            shard,
            missing: self.gaps(Some(shard)).count() as u64,
            jobs: self.deal.jobs(Some(shard)),
        };
        shards.map(gap).filter(|gap| gap.missing > 0).collect()
    }

    fn read_rows(&mut self, input: usize, damaged: Damaged) -> Result<(), StoreError> {
        let paths = self.inputs[input].paths.clone();
        let refuse =
            |line, fault: String| StoreError::Damaged { path: paths.csv.clone(), line, fault };
        let unreadable = |error| StoreError::io("read", &paths.csv)(error);
        let mut file = open(&paths.csv)?;
        let rows = Rows::new(BufReader::with_capacity(1 << 16, &mut file));
        let mut rows = rows.map_err(|error| match error {
            RowsError::Io(error) => unreadable(error),
            other if damaged == Damaged::LeaveOut => {
                StoreError::Path { path: paths.csv.clone(), why: other.to_string() }
            }
            other => refuse(1, other.to_string()),
        })?;
        if rows.layout().is_some_and(|l| l != Layout::of(&self.plan)) {
            return Err(refuse(1, "the columns contradict the sidecar".to_owned()));
        }
        let mut count = 0;
        for row in rows.by_ref() {
            let (line, judged) = match row {
                Ok(row) => (row.line, self.judge(&row, input)),
                Err(RowsError::Malformed { line, fault }) => (line, Err(fault)),
                Err(RowsError::Io(error)) => return Err(unreadable(error)),
                Err(error) => (1, Err(error.to_string())),
            };
            match judged {
                Ok(place) => {
                    count += 1;
                    self.put(place, line).map_err(unreadable)?;
                }
                Err(fault) if damaged == Damaged::Refuse => return Err(refuse(line, fault)),
                Err(fault) => self.damages.push((paths.csv.clone(), Damage { line, fault })),
            }
        }
        if rows.torn() > 0 {
            self.notes.push(format!("{}: the last row is torn and left out", paths.csv.display()));
        }
        let sidecar = &self.inputs[input].sidecar;
        match damaged {
            Damaged::Refuse => check_seal(&mut file, &paths, sidecar, count),
            Damaged::LeaveOut => Ok(()),
        }
    }

    /// The place of a row that is right.
    fn judge(&self, row: &Row, input: usize) -> Result<Place, String> {
        let record = &row.record;
        let job = self.plan.job(record.job);
        job.ok_or(RowFault::UnknownJob(record.job))
            .and_then(|job| record.check(&job, self.plan.tours()))
            .map_err(|fault| fault.to_string())?;
        let shard = self.inputs[input].sidecar.shard;
        if !self.deal.gives(shard, record.job) {
            let shard = in_words(shard);
            return Err(format!("job {} does not belong to {shard}", record.job));
        }
        Ok(Place { job: record.job, source: input as u32, offset: row.offset })
    }

    /// Takes a row, unless its job has one already; then the two are compared.
    fn put(&mut self, place: Place, line: u64) -> std::io::Result<()> {
        let (source, offset) = self.places[place.job as usize];
        if source == NOWHERE {
            self.places[place.job as usize] = (place.source, place.offset);
            self.rows += 1;
            return Ok(());
        }
        if source == DISPUTED {
            return Ok(());
        }
        let (mut there, mut here) = (Vec::new(), Vec::new());
        let known = Place { job: place.job, source, offset };
        self.sources.read_row(known, &mut there)?;
        self.sources.read_row(place, &mut here)?;
        if record::without_times(&there).eq(record::without_times(&here)) {
            self.duplicates += 1;
            return Ok(());
        }
        self.places[place.job as usize] = (DISPUTED, 0);
        self.rows -= 1;
        let path = |source: u32| self.inputs[source as usize].paths.csv.clone();
        self.conflicts.push(Conflict {
            job: place.job,
            first: path(source),
            second: path(place.source),
            line,
        });
        Ok(())
    }

    /// Writes the rows, sorted by job, into a results file: sealed if it is complete, and otherwise one that a run goes
    /// on with. It is for the jobs of [`Gathered::shard`].
    ///
    /// # Errors
    /// [`StoreError`] if there are results already, and they are not to be moved aside, or if writing fails; then there is
    /// nothing, or a results file without its seal.
    pub fn write(
        mut self,
        out: &Paths,
        existing: Existing,
        writer: Writer,
    ) -> Result<Merged, StoreError> {
        let began = Timestamp::now();
        self.check_target(out)?;
        let folder = out.folder();
        fs::create_dir_all(folder).map_err(StoreError::io("make the folder", folder))?;
        let _lock = take_lock(out, &writer)?;
        if existing == Existing::MoveAside {
            self.notes.extend(move_aside(out)?);
        } else if has_content(&out.csv)? {
            return Err(StoreError::Path {
                path: out.csv.clone(),
                why: "there are results already; choose another --out, or move them aside with --fresh"
                    .to_owned(),
            });
        }

        let (rows, notes) = (self.rows, std::mem::take(&mut self.notes));
        let mut sidecar = self.merged_sidecar(began, writer);
        let jobs = sidecar.jobs;
        // The sidecar comes first: rows that nothing explains would be refused.
        write_sidecar(out, &sidecar)?;
        let sealed = rows == jobs;
        let written = self.write_rows(out, sidecar.results_sha256.as_deref(), sealed);
        if written.is_err() && matches!(exists(&out.csv), Ok(false)) {
            discard(&out.sidecar);
        }
        let (seal, results_sha256) = written?;
        if sealed {
            sidecar.sealed = Some(seal);
            sidecar.results_sha256 = sidecar.results_sha256.or(results_sha256);
        }
        if let Some(session) = sidecar.sessions.last_mut() {
            session.ended = Some(Timestamp::now());
            session.rows_after = Some(rows);
        }
        write_sidecar(out, &sidecar)?;
        Ok(Merged { csv: out.csv.clone(), rows, jobs, sealed, notes })
    }

    fn check_target(&self, out: &Paths) -> Result<(), StoreError> {
        let real = |path: &Path| fs::canonicalize(path).ok();
        let target = real(&out.csv);
        let is_input = |input: &Input| target.is_some() && real(&input.paths.csv) == target;
        if self.inputs.iter().any(is_input) {
            return Err(StoreError::Path {
                path: out.csv.clone(),
                why: "this is one of the files to read; choose another --out".to_owned(),
            });
        }
        Ok(())
    }

    /// The sidecar of the result, with the sessions of all inputs and this one.
    fn merged_sidecar(&mut self, began: Timestamp, writer: Writer) -> Sidecar {
        let shard = self.shard();
        let is_same = |input: &&Input| input.sidecar.shard == shard;
        let same = self.inputs.iter().filter(is_same);
        let results_sha256 = same.filter_map(|i| i.sidecar.results_sha256.clone()).next();
        let mut sessions: Vec<Session> = self
            .inputs
            .iter_mut()
            .flat_map(|input| std::mem::take(&mut input.sidecar.sessions))
            .collect();
        sessions.sort_by_key(|session| session.started);
        sessions.push(Session {
            started: began,
            ended: None,
            command: writer.command,
            threads: writer.threads,
            rows_before: 0,
            torn_bytes: 0,
            rows_after: None,
            made_by: Provenance::current(),
        });
        Sidecar {
            shard,
            jobs: self.deal.jobs(shard),
            sessions,
            results_sha256,
            sealed: None,
            ..self.inputs[0].sidecar.clone()
        }
    }

    /// Puts the sorted rows in place, if they are those that are known by their hash.
    fn write_rows(
        self,
        out: &Paths,
        known: Option<&str>,
        complete: bool,
    ) -> Result<(crate::results::Seal, Option<String>), StoreError> {
        let temporary = temporary(&out.csv);
        let places = (0..).zip(&self.places);
        let rows = places
            .filter(|(_, (source, _))| !matches!(*source, NOWHERE | DISPUTED))
            .map(|(job, &(source, offset))| Place { job, source, offset });
        let written = sorted::write(&temporary, Layout::of(&self.plan), None, self.sources, rows)
            .map_err(StoreError::io("write the merged rows to", &temporary))
            .and_then(|(seal, results_sha256)| {
                if complete {
                    let is_source =
                        |input: &&Input| input.sidecar.results_sha256.as_deref() == known;
                    let source = self.inputs.iter().find(is_source);
                    let path = &source.unwrap_or(&self.inputs[0]).paths.csv;
                    check_results(path, known, results_sha256.as_deref())
                        .map_err(|_| rows_of_another_result(path))?;
                }
                replace(&temporary, &out.csv)?;
                Ok((seal, results_sha256))
            });
        if written.is_err() {
            discard(&temporary);
        }
        written
    }
}

fn open(path: &Path) -> Result<File, StoreError> {
    File::open(path).map_err(StoreError::io("open", path))
}

fn read_input(paths: &Paths) -> Result<Input, StoreError> {
    if !exists(&paths.csv)? {
        return Err(StoreError::Path {
            path: paths.csv.clone(),
            why:
                "there is no such file; run what it is to hold, or merge the others with --partial"
                    .to_owned(),
        });
    }
    let sidecar = read_sidecar(&paths.sidecar)?.ok_or_else(|| StoreError::NoSidecar {
        path: paths.csv.clone(),
        sidecar: paths.sidecar.clone(),
    })?;
    Ok(Input { paths: paths.clone(), sidecar })
}

fn check_same_experiment(first: &Input, other: &Input) -> Result<(), StoreError> {
    let (there, wanted) = (&other.sidecar.experiment, &first.sidecar.experiment);
    if there == wanted {
        return Ok(());
    }
    Err(StoreError::NotOneExperiment {
        path: other.paths.csv.clone(),
        first: first.paths.csv.clone(),
        differences: differences(there, wanted, "the first has"),
    })
}
