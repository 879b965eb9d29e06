//! Summaries of jobs by group. `docs/reference/statistics.md` defines their columns.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::convert::Infallible;
use std::mem;
use std::str::FromStr;

use crate::analysis::impossible::{Impossible, Place, failed_at};
use crate::analysis::restarts::share_limit;
use crate::analysis::summary::group::{Facts, JobGroup, SortedGroup};
use crate::analysis::summary::measures::Shown;
use crate::analysis::table::{fitting, widths};
use crate::analysis::{Cell, Column, JobRow, Quantile, Restarts, SEARCH, Table, Value};
use crate::results::record::Record;
use crate::text::formatting::joined;
use knight_board::named_enum::{did_you_mean, suggest};
use knight_search::Outcome;

mod group;
mod measures;

pub use measures::{MEASURES, Measure, RESTARTS, exponent};

/// Gathers jobs into groups by the values of some columns.
///
/// A group of one job takes less than 410 bytes. One of several takes less than 1 KiB, and for each
/// job 24 bytes for its checks and its times (32 for checks beyond 64 bits), up to 2.5 times that
/// while they are gathered. Each start from which jobs of a group failed takes less than 100 bytes.
pub struct GroupedSummary {
    columns: Vec<Column>,
    kind: SummaryKind,
    /// In the order in which they came.
    groups: Vec<JobGroup>,
    /// The place of each group by its values in the columns.
    places: HashMap<Box<[Value]>, usize>,
    /// How many jobs of each group found no tour, by where they began.
    failed: HashMap<(usize, Place), u64>,
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

/// The groups of a summary, one row each.
pub struct SummaryRows {
    by: Vec<Column>,
    measures: &'static [Measure],
    columns: Vec<String>,
    rows: Vec<SummaryRow>,
    /// The places of the columns by which the rows are sorted.
    sorted_by: Vec<usize>,
    /// The names of the files, for groups by file.
    files: Vec<String>,
    /// Whether orders stand there with their names, for people.
    pub are_named: bool,
}

/// The values of a group in the columns of the grouping, and its jobs.
type SummaryRow = (Box<[Value]>, SortedGroup);

/// The columns of a summary that people see.
pub struct MainColumns {
    /// Their places, ascending.
    pub places: Vec<usize>,
    /// The names of those for which lines have no room, the most important first.
    pub left_out: Vec<String>,
}

/// A column of a summary by which its rows are sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortKey {
    /// The name of the column.
    pub column: String,
    /// Whether the largest values come first.
    pub descending: bool,
}

/// A column that a summary does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no column `{column}`{}{elsewhere}; the columns are: {known}",
    did_you_mean(suggestion)
)]
pub struct NoSuchColumn {
    column: String,
    /// What adds it, if something does.
    elsewhere: &'static str,
    suggestion: Option<String>,
    known: String,
}

impl GroupedSummary {
    /// A summary without jobs, by these columns; by none, all jobs form one group.
    pub fn new(columns: &[Column], kind: SummaryKind) -> GroupedSummary {
        GroupedSummary {
            columns: columns.to_vec(),
            kind,
            groups: Vec::new(),
            places: HashMap::new(),
            failed: HashMap::new(),
            impossible: Impossible::default(),
            common: Vec::new(),
        }
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
        let differs = |column: &usize| {
            let mut values = self.places.keys().map(|key| &key[*column]);
            let first = values.next();
            *column < kept || values.any(|value| Some(value) != first)
        };
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
        share_limit(groups.iter_mut().filter_map(SortedGroup::restarts));
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

impl SummaryRows {
    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The place of a column.
    ///
    /// # Errors
    /// [`NoSuchColumn`] if it does not exist.
    fn place(&self, column: &str) -> Result<usize, NoSuchColumn> {
        let known = || self.columns.iter().map(String::as_str).collect::<Vec<_>>();
        let is_of = |kind: SummaryKind| kind.measures().iter().any(|it| it.name == column);
        self.columns.iter().position(|name| name == column).ok_or_else(|| NoSuchColumn {
            column: column.to_owned(),
            elsewhere: match () {
                _ if is_of(SummaryKind::Restarts) => " without --restarts",
                _ if is_of(SummaryKind::Counts) => " with --restarts",
                _ => "",
            },
            suggestion: suggest(column, &known()).map(str::to_owned),
            known: self.columns.join(", "),
        })
    }

    /// The places of these columns, in this order, after those of the grouping that are not among
    /// them.
    ///
    /// # Errors
    /// [`NoSuchColumn`] for the first that does not exist.
    pub fn places(&self, columns: &[String]) -> Result<Vec<usize>, NoSuchColumn> {
        let chosen = columns.iter().map(|name| self.place(name)).collect::<Result<Vec<_>, _>>()?;
        let keys = (0..self.keys()).filter(|key| !chosen.contains(key));
        Ok(keys.chain(chosen.iter().copied()).collect())
    }

    /// How many of them are those of the grouping, which come first.
    pub fn keys(&self) -> usize {
        self.by.len()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Sorts the rows; those that are equal in all these columns stay in their order, and missing
    /// values come last.
    ///
    /// # Errors
    /// [`NoSuchColumn`] for the first that does not exist.
    pub fn sort(&mut self, by: &[SortKey]) -> Result<(), NoSuchColumn> {
        let place = |key: &SortKey| Ok((self.place(&key.column)?, key.descending));
        let places = by.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        self.sorted_by = places.iter().map(|(place, _)| *place).collect();
        for (place, is_descending) in places.into_iter().rev() {
            match place.checked_sub(self.keys()).map(|measure| &self.measures[measure]) {
                None => {
                    let value = |(values, _): &SummaryRow| values[place].clone();
                    self.sort_by(is_descending, value, &Value::Missing, Value::cmp);
                }
                Some(measure) => {
                    let cell = |(_, group): &SummaryRow| measure.of(&group.statistics());
                    self.sort_by(is_descending, cell, &Cell::Missing, Cell::compare);
                }
            }
        }
        Ok(())
    }

    /// Sorts by a value; a missing one comes last in either direction.
    fn sort_by<T: PartialEq>(
        &mut self,
        is_descending: bool,
        value: impl Fn(&SummaryRow) -> T,
        missing: &T,
        compare: fn(&T, &T) -> Ordering,
    ) {
        let rows = mem::take(&mut self.rows).into_iter();
        let mut rows: Vec<(T, SummaryRow)> = rows.map(|row| (value(&row), row)).collect();
        rows.sort_by(|(a, _), (b, _)| match (a == missing, b == missing) {
            (false, false) if is_descending => compare(b, a),
            (false, false) => compare(a, b),
            (a, b) => a.cmp(&b),
        });
        self.rows = rows.into_iter().map(|(_, row)| row).collect();
    }

    /// Keeps only the first rows.
    pub fn truncate(&mut self, most: usize) {
        self.rows.truncate(most);
    }

    /// The rows, each made when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        self.rows.iter().map(|(values, group)| {
            let values =
                self.by.iter().zip(values).map(|(column, value)| self.cell(*column, value));
            let statistics = group.statistics();
            values.chain(self.measures.iter().map(|measure| measure.of(&statistics))).collect()
        })
    }

    /// The fewest columns that answer what a summary is asked: the groups, what they are sorted by,
    /// the checks and the outcomes as far as they occur. If lines have a width, those that fit,
    /// from the most important one. The other outcomes are as important as they are frequent.
    pub fn main_columns(&self, width: Option<usize>) -> MainColumns {
        let (keys, measures) = (self.keys(), self.measures);
        // How often each occurs; `None` if it has no value but 0.
        let mut occurs: Vec<Option<u128>> = vec![None; measures.len()];
        for (_, group) in &self.rows {
            let statistics = group.statistics();
            for (occurs, measure) in occurs.iter_mut().zip(measures) {
                match measure.of(&statistics) {
                    Cell::Missing | Cell::Count(0) => {}
                    Cell::Count(count) => {
                        *occurs = Some(occurs.unwrap_or(0).saturating_add(count));
                    }
                    _ => *occurs = occurs.or(Some(0)),
                }
            }
        }
        let is_sorted_by = |measure: usize| self.sorted_by.contains(&(keys + measure));
        let has_place = |measure: &usize| match measures[*measure].shown {
            Shown::Always(_) => true,
            Shown::IfAny(_) => occurs[*measure].is_some(),
            Shown::IfAsked => is_sorted_by(*measure),
        };
        let mut chosen: Vec<usize> = (0..measures.len()).filter(has_place).collect();
        chosen.sort_by_key(|&it| {
            (!is_sorted_by(it), measures[it].shown.place(), Reverse(occurs[it]))
        });
        let chosen = chosen.into_iter().map(|measure| keys + measure);
        let by_importance: Vec<usize> = (0..keys).chain(chosen).collect();
        let mut places = by_importance.clone();
        if let Some(width) = width {
            let widths = widths(&self.columns, self.iter());
            let widths: Vec<usize> = by_importance.iter().map(|&place| widths[place]).collect();
            let fitting = fitting(&widths, keys + 1, width);
            places = fitting.into_iter().map(|place| by_importance[place]).collect();
            // A rarer outcome in the place of a more frequent one would mislead.
            let is_outcome = |place: usize| measures[place].shown == Shown::OUTCOME;
            let mut of_outcomes =
                by_importance[keys..].iter().filter(|place| is_outcome(**place - keys));
            if of_outcomes.by_ref().any(|place| !places.contains(place)) {
                let rarer: Vec<usize> = of_outcomes.copied().collect();
                places.retain(|place| !rarer.contains(place));
            }
        }
        let left_out = by_importance.into_iter().filter(|place| !places.contains(place));
        let left_out = left_out.map(|place| self.columns[place].clone()).collect();
        places.sort_unstable();
        MainColumns { places, left_out }
    }

    /// How many groups lack a median because nothing is known of some of their jobs. `unknown` jobs
    /// are estimated, so only those who ask for estimates miss them.
    pub fn hidden_medians(&self, with_estimates: bool) -> u64 {
        let hides = |outcome: Outcome| {
            outcome.is_unknown() && (with_estimates || outcome != Outcome::Unknown)
        };
        let is_hidden = |(_, group): &&SummaryRow| {
            let statistics = group.statistics();
            let jobs = |outcome: Outcome| statistics.jobs.outcomes.of(outcome);
            statistics.costs.median() == Quantile::Missing
                && Outcome::ALL.iter().any(|&outcome| hides(outcome) && jobs(outcome) > 0)
        };
        self.rows.iter().filter(is_hidden).count() as u64
    }

    /// What searches with restarts cost in each group, in a summary of them.
    pub fn restarts(&self) -> impl Iterator<Item = &Restarts> {
        self.rows.iter().filter_map(|(_, group)| match group {
            JobGroup::One(_) => None,
            JobGroup::Several(statistics) => statistics.restarts.as_deref(),
        })
    }

    /// All rows.
    pub fn table(&self) -> Table {
        Table { columns: self.columns.clone(), rows: self.iter().collect() }
    }

    fn cell(&self, column: Column, value: &Value) -> Cell {
        match column {
            Column::File if !self.files.is_empty() => column.named(value, &self.files).into(),
            _ if self.are_named => Cell::named(column, value.clone()),
            _ => value.clone().into(),
        }
    }
}

/// Reads `COLUMN`, or `-COLUMN` for the largest first.
impl FromStr for SortKey {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<SortKey, Infallible> {
        let column = text.trim_start_matches('-');
        Ok(SortKey { column: column.to_owned(), descending: column != text })
    }
}

#[cfg(test)]
mod tests;
