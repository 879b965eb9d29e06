//! Summaries of jobs by group. `docs/reference/statistics.md` defines their columns.

use std::collections::{BTreeMap, HashMap};

use crate::analysis::columns::differ;
use crate::analysis::fingerprint::fingerprint;
use crate::analysis::impossible::Impossible;
use crate::analysis::restarts::{Draws, Restarts, share_limit};
use crate::analysis::statistics::Number;
use crate::analysis::{Column, JobRow, Jobs, SEARCH};
use crate::results::record::Record;
use crate::text::formatting::joined;

mod group;
mod measures;
mod rows;

pub use measures::{MEASURES, Measure, RESTARTS, exponent};
pub use rows::{NoSuchColumn, SortKey, SummaryRows};

/// The jobs that are summed up, with their estimates.
#[derive(Default)]
pub struct SummaryInput {
    jobs: Jobs,
    /// The estimates of jobs that have one, by their places.
    estimates: HashMap<u32, Estimate>,
}

/// The estimate of a job.
#[derive(Clone, Copy)]
struct Estimate {
    checks: Number,
    is_heavy_tailed: bool,
}

/// What a summary says of its groups.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SummaryKind {
    /// Outcomes, checks and times ([`MEASURES`]); estimated jobs are left out of checks.
    #[default]
    Counts,
    /// The same, with the estimates of estimated jobs in the place of counts.
    Estimates,
    /// What searches with restarts cost ([`RESTARTS`]): up to 80 bytes more for each job.
    Restarts,
}

impl SummaryKind {
    fn measures(self) -> &'static [Measure] {
        match self {
            SummaryKind::Counts | SummaryKind::Estimates => &MEASURES,
            SummaryKind::Restarts => &RESTARTS,
        }
    }
}

/// The columns whose values are named where all jobs share them.
const COMMON: [Column; 6] =
    [Column::Board, Column::Goal, Column::Rule, Column::Start, Column::Order, Column::Budget];

/// The jobs of a group.
struct Group {
    /// Their places, at least one.
    places: Vec<u32>,
    /// What searches with restarts cost, in a summary of them.
    restarts: Option<Box<Restarts>>,
}

impl From<Jobs> for SummaryInput {
    /// Jobs without their estimates.
    fn from(jobs: Jobs) -> SummaryInput {
        SummaryInput { jobs, ..SummaryInput::default() }
    }
}

impl SummaryInput {
    /// Adds the job of a record of the file with this place. A record whose board is out of range
    /// is left out, as no checked row has one.
    pub fn add(&mut self, file: usize, record: &Record) {
        let place = self.jobs.len() as u32;
        self.jobs.add(file, record);
        if let Some(checks) = record.checks_estimate.map(Number::of_estimate) {
            let is_heavy_tailed = record.heavy_tailed == Some(true);
            self.estimates.insert(place, Estimate { checks, is_heavy_tailed });
        }
    }

    fn get(&self, place: u32) -> JobRow {
        self.jobs.get(place as usize)
    }

    /// Those of these columns in which all jobs have the same value.
    fn shared(&self, columns: impl IntoIterator<Item = Column>) -> Vec<Column> {
        let mut rows = self.jobs.iter();
        let Some(first) = rows.next() else { return Vec::new() };
        let value = |column: Column| (column, column.value(&first));
        let mut shared: Vec<_> = columns.into_iter().map(value).collect();
        for row in rows {
            shared.retain(|(column, value)| column.value(&row) == *value);
            if shared.is_empty() {
                break;
            }
        }
        shared.into_iter().map(|(column, _)| column).collect()
    }

    /// These columns without those in which all jobs have the same value, except the first `kept`.
    pub fn telling(&self, columns: &[Column], kept: usize) -> Vec<Column> {
        let (kept, others) = columns.split_at(kept);
        let shared = self.shared(others.iter().copied());
        let telling = others.iter().filter(|column| !shared.contains(column));
        kept.iter().chain(telling).copied().collect()
    }

    /// What all jobs share, apart from the columns of the grouping: `8x8 · open tours · fixed`.
    pub fn in_common(&self, by: &[Column]) -> String {
        let Some(first) = self.jobs.iter().next() else { return String::new() };
        let name = |column: Column| {
            let name = column.of_jobs(&column.value(&first), &[]);
            if column == Column::Order { format!("order {name}") } else { name }
        };
        let others = COMMON.into_iter().filter(|column| !by.contains(column));
        joined(self.shared(others).into_iter().map(name), " · ")
    }

    /// The jobs by their values in some columns, in the order of their first jobs; by none, all
    /// jobs form one group.
    fn groups(&self, by: &[Column]) -> Vec<Group> {
        if by.is_empty() && !self.jobs.is_empty() {
            let places = (0..self.jobs.len() as u32).collect();
            return vec![Group { places, restarts: None }];
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut known = HashMap::new();
        for (place, row) in (0..).zip(self.jobs.iter()) {
            let values = by.iter().map(|column| column.quick().value(&row));
            let group =
                *known.entry(fingerprint(&values.collect::<Vec<_>>())).or_insert_with(|| {
                    groups.push(Group { places: Vec::new(), restarts: None });
                    groups.len() - 1
                });
            groups[group].places.push(place);
        }
        groups
    }
}

impl<'a> SummaryRows<'a> {
    /// A row for each group of jobs by their values in some columns, in the order of their first
    /// jobs. `files` are names for groups by file.
    ///
    /// Takes 60 bytes for each job, less than 190 for each group, and while a row is made 24 bytes
    /// for each job of its group, for its checks and its times (32 for checks beyond 64 bits), up
    /// to 2.5 times that while they are gathered.
    pub fn new(
        input: &'a SummaryInput,
        by: &[Column],
        kind: SummaryKind,
        files: &[String],
    ) -> SummaryRows<'a> {
        let measures = kind.measures();
        // A column that is also one of the others.
        let grouping = by.iter().map(|column| {
            let is_taken = measures.iter().any(|measure| measure.name == column.word());
            let prefix = if is_taken { "by_" } else { "" };
            format!("{prefix}{column}")
        });
        let columns = grouping.chain(measures.iter().map(|measure| measure.name.clone())).collect();
        let mut rows = SummaryRows {
            rows: input.groups(by),
            impossible: Impossible::of(&input.jobs),
            input,
            kind,
            by: by.to_vec(),
            measures,
            columns,
            files: files.to_vec(),
            are_named: false,
            sorted_by: Vec::new(),
        };
        if kind == SummaryKind::Restarts {
            rows.add_restarts();
        }
        rows
    }

    fn add_restarts(&mut self) {
        for group in &mut self.rows {
            let mut draws = Draws::default();
            group.places.iter().for_each(|&place| draws.add(&self.input.get(place)));
            group.restarts = Some(Box::new(draws.restarts()));
        }
        // The jobs of a smaller budget are those of a larger one, of which less is known.
        let by_budget = self.by.contains(&Column::Budget);
        let mut alike: BTreeMap<_, Vec<&mut Restarts>> = BTreeMap::new();
        for group in &mut self.rows {
            let budget = self.input.get(group.places[0]).setting.budget;
            let alike = alike.entry(by_budget.then_some(budget)).or_default();
            alike.extend(group.restarts.as_deref_mut());
        }
        alike.into_values().for_each(share_limit);
    }

    /// The columns that decide what a count means and that differ within some group.
    pub fn mixed(&self) -> Vec<&'static str> {
        let differs = |column: Column, group: &Group| {
            let rows = group.places.iter().map(|&place| self.input.get(place));
            differ(rows.map(|row| column.value(&row)))
        };
        let is_mixed = |column: &Column| self.rows.iter().any(|group| differs(*column, group));
        SEARCH.into_iter().filter(is_mixed).map(Column::word).collect()
    }
}

#[cfg(test)]
mod tests;
