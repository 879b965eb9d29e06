//! Merging results files of one experiment, and salvaging the good rows of damaged ones.
//!
//! Inputs are read and never changed. Memory holds where each row is, not the rows.

use std::path::Path;

use crate::experiment::plan::Plan;
use crate::experiment::shard::{Shard, ShardAssignment};
use crate::files::shown::shown;
use crate::results::error::StoreError;
use crate::results::hashing::RowSum;
use crate::results::paths::Paths;
use crate::results::record::Consistency;
use crate::results::rows::Damage;
use crate::results::sidecar::differences;
use crate::results::sorted::RowReaders;

mod inputs;
mod output;
mod settling;

use inputs::{Input, InputRows, Place};
pub use output::{Merged, OnOccupied};

/// What to do about damaged rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// Refuse the file.
    Refuse,
    /// Leave them out, and those that may have been changed.
    LeaveOut,
}

/// The rows of several results files.
#[derive(Debug)]
pub struct Gathered {
    inputs: Vec<Input>,
    plan: Plan,
    assignment: ShardAssignment,
    readers: RowReaders,
    /// One row for each job that has a trusted one, by job.
    rows: Vec<Place>,
    /// The sum of these rows.
    sum: RowSum,
    /// Rows that cannot be trusted, of jobs without another row, by job.
    suspects: Vec<Place>,
    /// Those of them that another search has confirmed.
    confirmed: Vec<Place>,
    duplicates: u64,
    conflicts: Vec<Conflict>,
    /// The first of them.
    damages: Vec<(u32, Damage)>,
    all_damages: u64,
    /// Inputs whose sidecars know something wrong about the results.
    contradicting: Vec<u32>,
    notes: Vec<String>,
}

/// Two rows of one job that differ in more than the times.
#[derive(Clone, Copy, Debug)]
struct Conflict {
    first: Place,
    second: Place,
}

/// A row in a file, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowPlace<'a> {
    /// Its job.
    pub job: u64,
    /// Its file.
    pub path: &'a Path,
    /// Its line, from 1.
    pub line: u32,
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

impl Gathered {
    /// Reads all rows of these files, at least one, and checks each against the plan of their
    /// experiment.
    ///
    /// # Errors
    /// [`StoreError`] if a file cannot be read, belongs to another experiment, or is damaged and
    /// `on_damage` refuses that.
    pub fn read(files: &[Paths], on_damage: OnDamage) -> Result<Gathered, StoreError> {
        let inputs = files.iter().map(Input::open).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = inputs.first() else {
            return Err(StoreError::unusable(Path::new(""), "there is no file to merge"));
        };
        for other in &inputs[1..] {
            check_same_experiment(first, other)?;
        }
        let plan = Plan::new(&first.sidecar.experiment(&first.paths)?);
        let files = inputs.iter().map(|input| inputs::reopen(&input.paths));
        let mut gathered = Gathered {
            readers: RowReaders::new(files.collect::<Result<_, _>>()?),
            assignment: ShardAssignment::new(&plan),
            inputs,
            plan,
            rows: Vec::new(),
            sum: RowSum::default(),
            suspects: Vec::new(),
            confirmed: Vec::new(),
            duplicates: 0,
            conflicts: Vec::new(),
            damages: Vec::new(),
            all_damages: 0,
            contradicting: Vec::new(),
            notes: Vec::new(),
        };
        let mut consistency = Consistency::new(&gathered.plan);
        for number in 0..gathered.inputs.len() as u32 {
            gathered.read_input(number, &mut consistency, on_damage)?;
        }
        gathered.settle(&consistency)?;
        Ok(gathered)
    }

    fn read_input(
        &mut self,
        number: u32,
        consistency: &mut Consistency,
        on_damage: OnDamage,
    ) -> Result<(), StoreError> {
        let Gathered { inputs, plan, assignment, readers, .. } = self;
        let input = &inputs[number as usize];
        let InputRows {
            mut trusted,
            mut suspected,
            damages,
            all_damages,
            notes,
            contradicts_results,
        } = input.read_rows(number, plan, assignment, readers, consistency, on_damage)?;
        self.rows.append(&mut trusted.places);
        self.sum.merge(trusted.sum);
        self.suspects.append(&mut suspected.places);
        self.all_damages += all_damages;
        self.damages.extend(damages.into_iter().map(|damage| (number, damage)));
        self.notes.extend(notes);
        self.contradicting.extend(contradicts_results.then_some(number));
        Ok(())
    }

    /// The plan of the experiment.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Jobs that have a row.
    pub fn rows(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Rows that repeat an earlier one, except perhaps for the times.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Pairs of rows that contradict each other, one for each such job; neither counts.
    pub fn conflicts(&self) -> impl ExactSizeIterator<Item = (RowPlace<'_>, RowPlace<'_>)> {
        self.conflicts.iter().map(|it| (self.row_place(it.first), self.row_place(it.second)))
    }

    /// How many damaged rows are left out.
    pub fn all_damages(&self) -> u64 {
        self.all_damages
    }

    /// The first damaged rows that are left out of each file.
    pub fn damages(&self) -> impl ExactSizeIterator<Item = (&Path, &Damage)> {
        self.damages.iter().map(|(input, damage)| (self.path(*input), damage))
    }

    /// The rows that are left out because they may have been changed, by job.
    pub fn suspects(&self) -> impl ExactSizeIterator<Item = RowPlace<'_>> {
        self.suspects.iter().map(|place| self.row_place(*place))
    }

    /// The files of these rows, and the number of them in each.
    pub fn suspects_by_file(&self) -> Vec<(&Path, u64)> {
        let mut counts = vec![0; self.inputs.len()];
        self.suspects.iter().for_each(|place| counts[place.input as usize] += 1);
        let counted = (0..).zip(counts).filter(|(_, count)| *count > 0);
        counted.map(|(input, count)| (self.path(input), count)).collect()
    }

    /// The part of the jobs that all inputs are for: that of the shard, if all are of the same one.
    pub fn shard(&self) -> Option<Shard> {
        let shard = self.inputs[0].sidecar.shard;
        let is_same = |input: &Input| input.sidecar.shard == shard;
        shard.filter(|_| self.inputs.iter().all(is_same))
    }

    /// Jobs of the experiment that have no row.
    pub fn missing(&self) -> u64 {
        self.plan.len() - self.rows()
    }

    /// Their ids, ascending.
    pub fn gaps(&self) -> impl Iterator<Item = u64> {
        let mut rows = self.rows.iter().peekable();
        (0..self.plan.len()).filter(move |job| rows.next_if(|row| row.job == *job).is_none())
    }

    /// The shards that lack rows, if all inputs are shards of one division that is not absurd.
    pub fn shard_gaps(&self) -> Vec<ShardGap> {
        const MOST_SHARDS: u32 = 100_000;
        let count_of = |input: &Input| input.sidecar.shard.map(Shard::count);
        let Some(count) = count_of(&self.inputs[0]).filter(|count| *count <= MOST_SHARDS) else {
            return Vec::new();
        };
        if self.inputs.iter().any(|input| count_of(input) != Some(count)) {
            return Vec::new();
        }
        let mut rows = vec![0; count as usize];
        for place in self.rows.iter().filter_map(|row| self.assignment.shard_of(count, row.job)) {
            rows[place as usize] += 1;
        }
        let shards = (1..=count).filter_map(|index| Shard::new(index, count));
        let gap = |(shard, rows): (Shard, u64)| {
            let jobs = self.assignment.jobs(Some(shard));
            ShardGap { shard, missing: jobs - rows, jobs }
        };
        shards.zip(rows).map(gap).filter(|gap| gap.missing > 0).collect()
    }

    fn path(&self, input: u32) -> &Path {
        &self.inputs[input as usize].paths.csv
    }

    fn row_place(&self, place: Place) -> RowPlace<'_> {
        RowPlace { job: place.job, path: self.path(place.input), line: place.line }
    }
}

fn check_same_experiment(first: &Input, other: &Input) -> Result<(), StoreError> {
    let (there, wanted) = (&other.sidecar.experiment, &first.sidecar.experiment);
    if there == wanted {
        return Ok(());
    }
    Err(StoreError::Unusable(format!(
        "{} holds another experiment than {}:\n{}only shards of one experiment can be merged",
        shown(&other.paths.csv),
        shown(&first.paths.csv),
        differences(there, wanted, "the first has")
    )))
}
