//! The rows of a summary: sorted, chosen, and with the columns for which there is room.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::mem;
use std::str::FromStr;

use crate::analysis::impossible::Impossible;
use crate::analysis::statistics::Number;
use crate::analysis::summary::group::GroupStatistics;
use crate::analysis::summary::measures::{Measure, Shown};
use crate::analysis::summary::{Group, SummaryKind};
use crate::analysis::table::{fitting, widths};
use crate::analysis::{Cell, Column, Jobs, Quantile, Restarts, Table, Value};
use knight_board::named_enum::{did_you_mean, suggest};
use knight_search::Outcome;

/// The groups of a summary, one row each.
pub struct SummaryRows<'a> {
    pub(super) jobs: &'a Jobs,
    /// The starts from which no tour is possible.
    pub(super) impossible: Impossible,
    pub(super) kind: SummaryKind,
    pub(super) by: Vec<Column>,
    pub(super) measures: &'static [Measure],
    /// The names of the columns.
    pub columns: Vec<String>,
    pub(super) rows: Vec<Group>,
    /// The places of the columns by which the rows are sorted.
    pub(super) sorted_by: Vec<usize>,
    /// The names of the files, for groups by file.
    pub(super) files: Vec<String>,
    /// Whether orders stand there with their names, for people.
    pub are_named: bool,
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

impl SummaryRows<'_> {
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
        let (keys, measures) = (self.keys(), self.measures);
        for (place, is_descending) in places.into_iter().rev() {
            let cell = |group: &Group| match place.checked_sub(keys) {
                None => Cell::from(self.value(self.by[place], group)),
                Some(measure) => measures[measure].of(&self.statistics(group)),
            };
            let cells: Vec<Cell> = self.rows.iter().map(cell).collect();
            let mut rows: Vec<_> = cells.into_iter().zip(mem::take(&mut self.rows)).collect();
            rows.sort_by(|(a, _), (b, _)| match [a, b].map(|cell| *cell == Cell::Missing) {
                [false, false] if is_descending => b.compare(a),
                [false, false] => a.compare(b),
                [a, b] => a.cmp(&b),
            });
            self.rows = rows.into_iter().map(|(_, row)| row).collect();
        }
        Ok(())
    }

    /// Keeps only the first rows.
    pub fn truncate(&mut self, most: usize) {
        self.rows.truncate(most);
    }

    /// The rows, each made when it is asked for.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        self.rows.iter().map(|group| {
            let values = self.by.iter().map(|&column| self.cell(column, self.value(column, group)));
            let statistics = self.statistics(group);
            values.chain(self.measures.iter().map(|measure| measure.of(&statistics))).collect()
        })
    }

    /// The fewest columns that answer what a summary is asked: their places, ascending, and the
    /// names of those for which lines have no room, the most important first.
    ///
    /// They are the groups, what these are sorted by, the checks and the outcomes as far as they
    /// occur. If lines have a width, those that fit, from the most important one; if these have no
    /// room for all outcomes that occur, all of them.
    pub fn main_columns(&self, width: Option<usize>) -> (Vec<usize>, Vec<String>) {
        let (keys, measures) = (self.keys(), self.measures);
        // How often each occurs; `None` if it has no value but 0.
        let mut occurs: Vec<Option<u128>> = vec![None; measures.len()];
        for group in &self.rows {
            let statistics = self.statistics(group);
            for (occurs, measure) in occurs.iter_mut().zip(measures) {
                match measure.of(&statistics) {
                    Cell::Missing | Cell::Number(Number::Exact(0, 0)) => {}
                    Cell::Number(Number::Exact(count, 0)) => {
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
            // Without an outcome that occurs, the others would mislead.
            let is_outcome = |place: &usize| measures[*place - keys].shown == Shown::OUTCOME;
            let needed = by_importance[keys..].iter().rposition(is_outcome);
            let needed = keys + needed.map_or(1, |last| last + 1);
            // What is too wide stands row by row, where all columns have room.
            if fitting(&widths[..needed], 0, width).len() == needed {
                let fitting = fitting(&widths, needed, width);
                places = fitting.into_iter().map(|place| by_importance[place]).collect();
            }
        }
        let left_out = by_importance.into_iter().filter(|place| !places.contains(place));
        let left_out = left_out.map(|place| self.columns[place].clone()).collect();
        places.sort_unstable();
        (places, left_out)
    }

    /// How many groups lack a median because nothing is known of some of their jobs. `unknown` jobs
    /// are estimated, so only those who ask for estimates miss them.
    pub fn hidden_medians(&self, with_estimates: bool) -> u64 {
        let hides = |outcome: Outcome| {
            outcome.is_unknown() && (with_estimates || outcome != Outcome::Unknown)
        };
        let is_hidden = |group: &&Group| {
            let statistics = self.statistics(group);
            let jobs = |outcome: Outcome| statistics.outcomes.of(outcome);
            statistics.costs.median() == Quantile::Missing
                && Outcome::ALL.iter().any(|&outcome| hides(outcome) && jobs(outcome) > 0)
        };
        self.rows.iter().filter(is_hidden).count() as u64
    }

    /// What searches with restarts cost in each group, in a summary of them.
    pub fn restarts(&self) -> impl Iterator<Item = &Restarts> {
        self.rows.iter().filter_map(|group| group.restarts.as_deref())
    }

    /// All rows.
    pub fn table(&self) -> Table {
        Table { columns: self.columns.clone(), rows: self.iter().collect() }
    }

    /// The value that the jobs of a group share in a column of the grouping.
    fn value(&self, column: Column, group: &Group) -> Value {
        column.value(&self.jobs.get(group.places[0]))
    }

    fn statistics<'g>(&self, group: &'g Group) -> GroupStatistics<'g> {
        let Group { places, restarts } = group;
        GroupStatistics::of(self.jobs, places, self.kind, &self.impossible, restarts.as_deref())
    }

    fn cell(&self, column: Column, value: Value) -> Cell {
        match column {
            Column::File if !self.files.is_empty() => column.named(&value, &self.files).into(),
            _ if self.are_named => Cell::named(value),
            _ => value.into(),
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
