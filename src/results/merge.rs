//! Merging: the union of the facts of several results files.
//!
//! Inputs are read and never changed. Results that are in the place of the merged ones already, as
//! those of a merge that was killed, are one more input.

use std::fs;
use std::path::{Path, PathBuf};

use crate::experiment::Experiment;
use crate::experiment::plan::{Job, Plan};
use crate::experiment::shard::{Shard, ShardGap};
use crate::files::access::access_of;
use crate::files::open;
use crate::results::answers::Answers;
use crate::results::error::{Action, StoreError};
use crate::results::lock::named_writer;
use crate::results::paths::{Paths, exists};
use crate::results::reusing::GIVE_OURS;
use crate::results::scan::FileReport;
use crate::results::sidecar::{Sidecar, Writer, read_sidecar};
use crate::results::store::{Existing, OpenOptions, Store};
use crate::system::FileAccess;
use crate::text::formatting::grouped;
use crate::text::shown::shown;

/// The rows of several results files.
#[derive(Debug)]
pub struct Gathered {
    inputs: Vec<Input>,
    answers: Answers,
}

#[derive(Debug)]
struct Input {
    paths: Paths,
    sidecar: Option<Sidecar>,
    report: FileReport,
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
    /// The shard that it is, if all inputs are of this one.
    pub shard: Option<Shard>,
    /// Whether it is complete and sealed.
    pub sealed: bool,
}

impl Gathered {
    /// Reads all rows of these files, at least one. They belong to this experiment, or else to that
    /// of their sidecars.
    ///
    /// # Errors
    /// [`StoreError`] if a file cannot be read, is none of results, or if no single experiment is
    /// known.
    pub fn read(files: &[Paths], named: Option<Experiment>) -> Result<Gathered, StoreError> {
        let sidecars = files.iter().map(|paths| sidecar_of(paths, named.is_some()));
        let sidecars = sidecars.collect::<Result<Vec<_>, _>>()?;
        let experiment = match named {
            Some(experiment) => experiment,
            None => experiment_of(files, &sidecars)?,
        };
        let shard_of = |sidecar: &Option<Sidecar>| sidecar.as_ref().and_then(|s| s.shard);
        let shard = sidecars.first().and_then(shard_of);
        let shard = shard.filter(|_| sidecars.iter().all(|sidecar| shard_of(sidecar) == shard));
        let mut answers = Answers::new(&Plan::new(&experiment), shard);
        let mut gathered = Vec::new();
        for (paths, sidecar) in files.iter().zip(sidecars) {
            let csv = &paths.csv;
            let file = open::regular(csv).map_err(StoreError::io(Action::Read, csv))?;
            let report = answers.read_file(csv, &file, |_| ())?;
            report.refuse_foreign(csv, GIVE_OURS)?;
            gathered.push(Input { paths: paths.clone(), sidecar, report });
        }
        answers.compare()?;
        Ok(Gathered { inputs: gathered, answers })
    }

    /// Jobs that have a row.
    pub fn rows(&self) -> u64 {
        self.answers.rows()
    }

    /// Rows of jobs that have another row.
    pub fn duplicates(&self) -> u64 {
        self.inputs.iter().map(|input| input.report.repeated).sum()
    }

    /// How many lines are not rows.
    pub fn lines_left_out(&self) -> u64 {
        self.inputs.iter().map(|input| input.report.lines_left_out()).sum()
    }

    /// What is left out of the files, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        self.inputs.iter().flat_map(left_out).collect()
    }

    /// Refuses rows that contradict each other.
    ///
    /// # Errors
    /// [`StoreError::Contradiction`].
    pub fn check_agreement(&self) -> Result<(), StoreError> {
        self.answers.refuse("nothing was written")
    }

    /// Jobs of the whole experiment that have no row.
    pub fn missing(&self) -> u64 {
        self.answers.plan.len() - self.answers.with_row().count() as u64
    }

    /// Jobs of the whole experiment that have no row, ascending.
    pub fn without_row(&self) -> impl Iterator<Item = u64> {
        (0..self.answers.plan.len()).filter(|job| !self.answers.has_row(*job))
    }

    /// The first jobs without a row.
    pub fn gaps(&self) -> impl Iterator<Item = Job> {
        self.without_row().filter_map(|job| self.answers.plan.job(job))
    }

    /// The shards that lack rows, if all inputs are shards of one division that is not absurd.
    pub fn shard_gaps(&self) -> Vec<ShardGap> {
        const MOST_SHARDS: u32 = 100_000;
        let count_of = |input: &Input| input.sidecar.as_ref()?.shard.map(Shard::count);
        let Some(count) = count_of(&self.inputs[0]).filter(|count| *count <= MOST_SHARDS) else {
            return Vec::new();
        };
        if self.inputs.iter().any(|input| count_of(input) != Some(count)) {
            return Vec::new();
        }
        self.answers.plan.shard_gaps(count, self.answers.with_row())
    }

    /// The process that writes a shard, if its file is one of the inputs, unless it was killed.
    pub fn writer_of(&self, shard: Shard) -> Option<String> {
        let is_of = |input: &&Input| input.sidecar.as_ref().is_some_and(|s| s.shard == Some(shard));
        self.inputs.iter().filter(is_of).find_map(|input| named_writer(&input.paths))
    }

    /// Writes the rows, in the order of the plan, into a results file, as a run that searches
    /// nothing. It is sealed if it is complete; otherwise a run can resume it. Results of this
    /// experiment that are there are one more input, unless they are to be moved aside first. Adds
    /// notes for the user.
    ///
    /// # Errors
    /// [`StoreError`] if something else is there, or if writing fails.
    pub fn write(
        self,
        out: Paths,
        move_aside: bool,
        writer: Writer,
        notes: &mut Vec<String>,
    ) -> Result<Merged, StoreError> {
        self.check_is_no_input(&out)?;
        let access = self.access_of_inputs()?;
        let Gathered { inputs, mut answers } = self;
        let there = if move_aside { None } else { read_sidecar(&out.sidecar)? };
        if there.is_some_and(|there| there.shard != answers.shard) {
            answers.include_all_shards();
        }
        let existing = Existing { move_aside, ..Existing::default() };
        let options = OpenOptions { shard: answers.shard, existing, reuse: Vec::new(), writer };
        let mut file = Store::locked(out, &options, notes)?;
        file.restrict(access);
        let mut store = Store::grow(file, answers, options, notes)?;
        let inputs = inputs.iter().filter_map(|input| input.sidecar.as_ref());
        inputs.for_each(|sidecar| store.sidecar.adopt(sidecar));
        let (csv, rows, jobs) = (store.csv().to_owned(), store.rows(), store.jobs());
        let shard = store.sidecar.shard;
        let sealed = store.close_as(true)?;
        Ok(Merged { csv, rows, jobs, shard, sealed })
    }

    fn access_of_inputs(&self) -> Result<Vec<FileAccess>, StoreError> {
        let access = self.inputs.iter().map(|Input { paths, .. }| {
            access_of(&paths.csv).map_err(StoreError::io(Action::Read, &paths.csv))
        });
        Ok(access.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
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
}

/// The sidecar of a file to merge; it may be missing if the experiment is named.
fn sidecar_of(paths: &Paths, is_named: bool) -> Result<Option<Sidecar>, StoreError> {
    let refuse = |why: &str| Err(StoreError::unusable(&paths.csv, why));
    if !exists(&paths.csv)? {
        return refuse(
            "there is no such file; run its part of the experiment, or leave it out; \
             --partial merges the others",
        );
    }
    match read_sidecar(&paths.sidecar) {
        Ok(None) if !is_named => refuse(
            "its sidecar is missing, so the experiment is unknown; name it with --experiment, or run \
             the experiment with this --out, which writes the sidecar again",
        ),
        // What it says is not needed.
        Err(_) if is_named => Ok(None),
        sidecar => sidecar,
    }
}

/// The experiment of all sidecars.
fn experiment_of(files: &[Paths], sidecars: &[Option<Sidecar>]) -> Result<Experiment, StoreError> {
    let known: Vec<(&Paths, &Sidecar)> =
        files.iter().zip(sidecars).filter_map(|(p, s)| Some((p, s.as_ref()?))).collect();
    let Some((first_paths, first)) = known.first() else {
        return Err(StoreError::unusable(Path::new(""), "there is no file to merge"));
    };
    match known.iter().find(|(_, other)| other.experiment != first.experiment) {
        None => first.experiment(first_paths),
        Some((paths, other)) => Err(StoreError::Unusable(format!(
            "{} holds another experiment than {}:\n{}name the one to merge with --experiment",
            shown(&paths.csv),
            shown(&first_paths.csv),
            other.experiment.differences(&first.experiment, "the first has")
        ))),
    }
}

/// What is left out of a file, one sentence each.
fn left_out(Input { paths, report, .. }: &Input) -> Vec<String> {
    let lines = (report.lines_left_out() > 0).then(|| report.left_out());
    let others = (report.strangers > 0)
        .then(|| format!("rows of other jobs: {}; left out", grouped(report.strangers)));
    let csv = shown(&paths.csv);
    lines.into_iter().chain(others).map(|note| format!("{csv}: {note}")).collect()
}
