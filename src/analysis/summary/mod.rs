//! Summaries of jobs by group. `docs/reference/statistics.md` defines their columns.

use std::collections::{BTreeMap, HashMap};
use std::mem;

use crate::analysis::columns::differ;
use crate::analysis::impossible::{Impossible, StartAndGoal, failed_at};
use crate::analysis::restarts::{Restarts, share_limit};
use crate::analysis::summary::group::{Facts, JobGroup};
use crate::analysis::{Column, JobRow, SEARCH, Value};
use crate::results::record::Record;
use crate::text::formatting::joined;

mod group;
mod measures;
mod rows;

pub use measures::{MEASURES, Measure, RESTARTS, exponent};
pub use rows::{NoSuchColumn, SortKey, SummaryRows};

/// Gathers jobs into groups by the values of some columns.
///
/// A group of one job takes less than 470 bytes. One of several takes less than 1 KiB, and for each
/// job 24 bytes for its checks and its times (32 for checks beyond 64 bits), up to 2.5 times that
/// while they are gathered. Each start from which jobs of a group failed takes less than 100 bytes.
#[derive(Default)]
pub struct GroupedSummary {
    columns: Vec<Column>,
    kind: SummaryKind,
    /// In the order in which they came.
    groups: Vec<JobGroup>,
    /// The place of each group by its values in the columns.
    places: HashMap<Box<[Value]>, usize>,
    /// How many jobs of each group found no tour, by where they began.
    failed: HashMap<(usize, StartAndGoal), u64>,
    impossible: Impossible,
    /// The values of [`COMMON`] that all jobs share; empty before the first job.
    common: Vec<Option<Value>>,
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

impl GroupedSummary {
    /// A summary without jobs, by these columns; by none, all jobs form one group.
    pub fn new(columns: &[Column], kind: SummaryKind) -> GroupedSummary {
        GroupedSummary { columns: columns.to_vec(), kind, ..GroupedSummary::default() }
    }

    /// Adds the job of a record of the file with this place to its group. A record whose board is
    /// out of range is left out, as no checked row has one.
    pub fn add(&mut self, file: usize, record: &Record) {
        let Some(row) = JobRow::of(file, record) else {
            return;
        };
        if self.groups.is_empty() {
            self.common = COMMON.map(|column| Some(column.value(&row))).to_vec();
        }
        for (common, column) in self.common.iter_mut().zip(COMMON) {
            if common.is_some() && *common != Some(column.value(&row)) {
                *common = None;
            }
        }
        let key: Box<[Value]> = self.columns.iter().map(|column| column.value(&row)).collect();
        let facts = Facts::of(record, &row, self.kind);
        let drawn = (self.kind == SummaryKind::Restarts).then_some(&row);
        let next = self.groups.len();
        let group = *self.places.entry(key).or_insert(next);
        match self.groups.get_mut(group) {
            Some(group) => group.add(&facts, drawn),
            None => self.groups.push(JobGroup::of(facts, drawn)),
        }
        self.impossible.add(&row);
        if let Some(place) = failed_at(&row) {
            *self.failed.entry((group, place)).or_default() += 1;
        }
    }

    /// Leaves out the columns of the grouping in which all groups have the same value, except the
    /// first `kept` ones.
    pub fn drop_constants(&mut self, kept: usize) {
        let differs =
            |column: &usize| *column < kept || differ(self.places.keys().map(|key| &key[*column]));
        let left: Vec<usize> = (0..self.columns.len()).filter(differs).collect();
        self.columns = left.iter().map(|&column| self.columns[column]).collect();
        let shortened = |(key, place): (Box<[Value]>, usize)| {
            (left.iter().map(|&column| key[column].clone()).collect(), place)
        };
        self.places = mem::take(&mut self.places).into_iter().map(shortened).collect();
    }

    /// What all jobs share, apart from the columns of the grouping: `8x8 · open tours · fixed`.
    pub fn in_common(&self) -> String {
        let shared = COMMON.into_iter().zip(&self.common);
        let shared = shared.filter(|(column, _)| !self.columns.contains(column));
        let name = |(column, value): (Column, &Option<Value>)| match column {
            Column::Order => Some(format!("order {}", column.of_jobs(value.as_ref()?, &[]))),
            _ => Some(column.of_jobs(value.as_ref()?, &[])),
        };
        joined(shared.filter_map(name), " · ")
    }

    /// The columns that decide what a count means and that differ within some group.
    pub fn mixed(&self) -> Vec<&'static str> {
        let is_mixed = |place: &usize| self.groups.iter().any(|group| group.differs()[*place]);
        (0..SEARCH.len()).filter(is_mixed).map(|place| SEARCH[place].word()).collect()
    }

    /// One row a group, in the order in which the groups came: its values in the columns of the
    /// grouping, with `by_` before a name that is also one of the others, then the columns that
    /// `docs/reference/statistics.md` defines. `files` are names for groups by file.
    pub fn rows(self, files: &[String]) -> SummaryRows {
        let measures = self.kind.measures();
        let grouping = self.columns.iter().map(|column| {
            let is_taken = measures.iter().any(|measure| measure.name == column.word());
            let prefix = if is_taken { "by_" } else { "" };
            format!("{prefix}{column}")
        });
        let columns = grouping.chain(measures.iter().map(|measure| measure.name.clone())).collect();
        let mut keys: Vec<(usize, Box<[Value]>)> =
            self.places.into_iter().map(|(key, place)| (place, key)).collect();
        keys.sort_unstable_by_key(|(place, _)| *place);
        let mut impossible = vec![0; self.groups.len()];
        let failed = self.failed.iter().filter(|((_, place), _)| self.impossible.has(place));
        failed.for_each(|((group, _), jobs)| impossible[*group] += jobs);
        let groups = self.groups.into_iter().zip(impossible);
        let mut groups: Vec<_> = groups.map(|(group, jobs)| group.sorted(jobs)).collect();
        // The jobs of a smaller budget are those of a larger one, of which less is known.
        let budget = self.columns.iter().position(|column| *column == Column::Budget);
        let mut alike: BTreeMap<Option<&Value>, Vec<&mut Restarts>> = BTreeMap::new();
        for ((_, key), group) in keys.iter().zip(&mut groups) {
            let budget = budget.map(|column| &key[column]);
            alike.entry(budget).or_default().extend(group.restarts());
        }
        alike.into_values().for_each(share_limit);
        let rows = keys.into_iter().map(|(_, key)| key).zip(groups).collect();
        SummaryRows {
            by: self.columns,
            measures,
            columns,
            rows,
            files: files.to_vec(),
            are_named: false,
            sorted_by: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
