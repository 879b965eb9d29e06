//! Summaries of jobs by group. `docs/reference/statistics.md` defines their columns.

use std::collections::{BTreeMap, HashMap};

use crate::analysis::columns::differ;
use crate::analysis::fingerprint::fingerprint;
use crate::analysis::impossible::Impossible;
use crate::analysis::restarts::{Draws, Restarts, share_limit};
use crate::analysis::{Column, JobRow, Jobs, SEARCH};
use crate::text::formatting::joined;

mod group;
mod measures;
mod rows;

pub use measures::{MEASURES, Measure, RESTARTS, exponent};
pub use rows::{NoSuchColumn, SortKey, SummaryRows};

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

fn differs(jobs: &Jobs, column: Column) -> bool {
    differ(jobs.iter().map(|row| column.value(&row)))
}

/// These columns without those in which all jobs have the same value, except the first `kept`.
pub fn telling(jobs: &Jobs, columns: &[Column], kept: usize) -> Vec<Column> {
    let (kept, others) = columns.split_at(kept);
    let telling = others.iter().filter(|column| differs(jobs, **column));
    kept.iter().chain(telling).copied().collect()
}

/// What all jobs share, apart from the columns of the grouping: `8x8 · open tours · fixed`.
pub fn in_common(jobs: &Jobs, by: &[Column]) -> String {
    let Some(first) = jobs.iter().next() else { return String::new() };
    let others = COMMON.into_iter().filter(|column| !by.contains(column));
    let shared = others.filter(|column| !differs(jobs, *column));
    joined(shared.map(|column| column.of_jobs(&column.value(&first), &[])), " · ")
}

/// The jobs by their values in some columns, in the order of their first jobs; by none, all jobs
/// form one group.
fn groups(jobs: &Jobs, by: &[Column]) -> Vec<Group> {
    if by.is_empty() && !jobs.is_empty() {
        let places = (0..jobs.len() as u32).collect();
        return vec![Group { places, restarts: None }];
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut known = HashMap::new();
    for (place, row) in (0..).zip(jobs.iter()) {
        let values = by.iter().map(|column| column.value(&row));
        let group = *known.entry(fingerprint(&values.collect::<Vec<_>>())).or_insert_with(|| {
            groups.push(Group { places: Vec::new(), restarts: None });
            groups.len() - 1
        });
        groups[group].places.push(place);
    }
    groups
}

impl<'a> SummaryRows<'a> {
    /// A row for each group of jobs by their values in some columns, in the order of their first
    /// jobs. `files` are names for groups by file.
    ///
    /// Takes 60 bytes for each job, less than 190 for each group, and while a row is made 24 bytes
    /// for each job of its group, for its checks and its times (32 for checks beyond 64 bits), up
    /// to 2.5 times that while they are gathered.
    pub fn new(
        jobs: &'a Jobs,
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
            rows: groups(jobs, by),
            impossible: Impossible::of(jobs),
            jobs,
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
            self.jobs.at(&group.places).for_each(|row| draws.add(&row));
            group.restarts = Some(Box::new(draws.restarts()));
        }
        // The jobs of a smaller budget are those of a larger one, of which less is known.
        let by_budget = self.by.contains(&Column::Budget);
        let mut alike: BTreeMap<_, Vec<&mut Restarts>> = BTreeMap::new();
        for group in &mut self.rows {
            let budget = self.jobs.get(group.places[0]).setting.budget;
            let alike = alike.entry(by_budget.then_some(budget)).or_default();
            alike.extend(group.restarts.as_deref_mut());
        }
        alike.into_values().for_each(share_limit);
    }

    /// The columns that decide what a count means and that differ within some group.
    pub fn mixed(&self) -> Vec<&'static str> {
        let is_mixed = |column: &Column| {
            let values = |row: JobRow| column.value(&row);
            self.rows.iter().any(|group| differ(self.jobs.at(&group.places).map(values)))
        };
        SEARCH.into_iter().filter(is_mixed).map(Column::word).collect()
    }
}

#[cfg(test)]
mod tests;
