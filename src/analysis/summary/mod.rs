//! Summaries of jobs by group. `docs/statistics.md` defines their columns.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::convert::Infallible;
use std::mem;
use std::str::FromStr;

use crate::analysis::columns::{Column, Value};
use crate::analysis::jobs::JobRow;
use crate::analysis::statistics::SortedCosts;
use crate::analysis::table::{Cell, Table, fitting, widths};
use crate::results::record::Record;

mod group;

use group::{Facts, Group, MEASURES};

pub use group::exponent;

/// Gathers jobs into groups by the values of some columns.
///
/// A group of one job takes less than 400 bytes. One of several takes less than 1 KiB, and for each
/// job 24 bytes for its checks and its times (32 for checks beyond 64 bits), up to 2.5 times that
/// while they are gathered.
pub struct GroupedSummary {
    columns: Vec<Column>,
    with_estimates: bool,
    /// In the order in which they came.
    groups: Vec<Group>,
    /// The place of each group by its values in the columns.
    places: HashMap<Box<[Value]>, usize>,
}

/// The groups of a summary, one row each.
pub struct SummaryRows {
    by: Vec<Column>,
    columns: Vec<String>,
    rows: Vec<SummaryRow>,
    /// The names of the files, for groups by file.
    files: Vec<String>,
}

/// The values of a group in the columns of the grouping, and its jobs.
type SummaryRow = (Box<[Value]>, Group<SortedCosts>);

/// The columns of a summary that people see.
pub struct MainColumns {
    /// Their places, ascending.
    pub places: Vec<usize>,
    /// The names of those for which lines have no room, the most important first.
    pub left_out: Vec<String>,
}

/// A value by which rows are sorted.
enum SortedValue {
    Key(Value),
    Measure(Cell),
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
#[error("there is no column `{column}` to sort by; the columns are: {known}")]
pub struct NoSuchColumn {
    column: String,
    known: String,
}

impl GroupedSummary {
    /// A summary without jobs, by these columns; by none, all jobs form one group.
    pub fn new(columns: &[Column]) -> GroupedSummary {
        GroupedSummary {
            columns: columns.to_vec(),
            with_estimates: false,
            groups: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The same, with the estimates of estimated jobs in the place of counts.
    pub fn with_estimates(columns: &[Column]) -> GroupedSummary {
        GroupedSummary { with_estimates: true, ..GroupedSummary::new(columns) }
    }

    /// Adds the job of a record of the file with this place to its group. A record whose board is
    /// out of range is left out, as no checked row has one.
    pub fn add(&mut self, file: usize, record: &Record) {
        let Some(row) = JobRow::of(file, record) else {
            return;
        };
        let key: Box<[Value]> = self.columns.iter().map(|column| column.value(&row)).collect();
        let facts = Facts::of(record, &row, self.with_estimates);
        match self.places.get(&key) {
            Some(&place) => self.groups[place].add(&facts),
            None => {
                self.places.insert(key, self.groups.len());
                self.groups.push(Group::One(facts));
            }
        }
    }

    /// The columns that decide what a count means and that differ within some group.
    pub fn mixed(&self) -> Vec<&'static str> {
        let columns = ["board", "goal", "rule", "budget"].into_iter().enumerate();
        let is_mixed = |place: usize| self.groups.iter().any(|group| group.differs()[place]);
        columns.filter(|(place, _)| is_mixed(*place)).map(|(_, name)| name).collect()
    }

    /// One row a group, in the order in which the groups came: its values in the columns of the
    /// grouping, with `by_` before a name that is also one of the others, then the columns that
    /// `docs/statistics.md` defines. `files` are names for groups by file.
    pub fn rows(self, files: &[String]) -> SummaryRows {
        let names = group::names();
        let grouping = self.columns.iter().map(|column| {
            let is_taken = names.contains(&column.word());
            let prefix = if is_taken { "by_" } else { "" };
            format!("{prefix}{column}")
        });
        let columns = grouping.chain(names.map(str::to_owned)).collect();
        let mut keys: Vec<(usize, Box<[Value]>)> =
            self.places.into_iter().map(|(key, place)| (place, key)).collect();
        keys.sort_unstable_by_key(|(place, _)| *place);
        let groups = self.groups.into_iter().map(Group::sorted);
        let rows = keys.into_iter().map(|(_, key)| key).zip(groups).collect();
        SummaryRows { by: self.columns, columns, rows, files: files.to_vec() }
    }
}

impl SummaryRows {
    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
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
        let place = |key: &SortKey| {
            let place = self.columns.iter().position(|name| *name == key.column);
            place.map(|place| (place, key.descending)).ok_or_else(|| NoSuchColumn {
                column: key.column.clone(),
                known: self.columns.join(", "),
            })
        };
        let places = by.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let sorted_by = |(values, group): &SummaryRow| {
            let measures = group.measures();
            let value = |&(place, is_descending): &(usize, bool)| {
                let value = match values.get(place) {
                    Some(value) => SortedValue::Key(value.clone()),
                    None => SortedValue::Measure(measures[place - values.len()].1.clone()),
                };
                (value, is_descending)
            };
            places.iter().map(value).collect::<Vec<_>>()
        };
        let rows = mem::take(&mut self.rows).into_iter();
        let mut rows: Vec<_> = rows.map(|row| (sorted_by(&row), row)).collect();
        rows.sort_by(|(a, _), (b, _)| {
            let pairs = a.iter().zip(b);
            let orders = pairs.map(|((a, is_descending), (b, _))| a.compare(b, *is_descending));
            orders.fold(Ordering::Equal, Ordering::then)
        });
        self.rows = rows.into_iter().map(|(_, row)| row).collect();
        Ok(())
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
            values.chain(group.measures().map(|(_, cell)| cell)).collect()
        })
    }

    /// The fewest columns that answer what a summary is asked: the groups, the checks and the
    /// outcomes as far as they occur. If lines have a width, those that fit, from the most
    /// important one. The other outcomes are as important as they are frequent.
    pub fn main_columns(&self, width: Option<usize>) -> MainColumns {
        /// The most important first.
        const FIRST: [&str; 4] = ["jobs", "checks_median", "success_rate", "tour"];
        const OUTCOMES: [&str; 6] = ["none", "stuck", "budget", "memory", "time", "unknown"];
        const LAST: [&str; 5] =
            ["estimated", "heavy_tailed", "checks_min", "checks_max", "checks_min_orders"];
        /// These say something also where all values are 0.
        const ALWAYS: [&str; 3] = ["jobs", "success_rate", "tour"];
        let keys = self.keys();
        let mut occurs = [false; MEASURES];
        let mut jobs = [0u128; MEASURES];
        for (_, group) in &self.rows {
            for (place, (_, cell)) in group.measures().iter().enumerate() {
                occurs[place] |= !matches!(cell, Cell::Missing | Cell::Count(0));
                if let Cell::Count(count) = cell {
                    jobs[place] = jobs[place].saturating_add(*count);
                }
            }
        }
        let place = |name: &str| self.columns[keys..].iter().position(|column| column == name);
        let mut outcomes = OUTCOMES;
        outcomes.sort_by_key(|name| Reverse(place(name).map(|place| jobs[place])));
        let measures = FIRST.iter().chain(&outcomes).chain(&LAST).filter_map(|name| {
            let place = place(name)?;
            (occurs[place] || ALWAYS.contains(name)).then_some(keys + place)
        });
        let by_importance: Vec<usize> = (0..keys).chain(measures).collect();
        let mut places = by_importance.clone();
        if let Some(width) = width {
            let widths = widths(&self.columns, self.iter());
            let widths: Vec<usize> = by_importance.iter().map(|&place| widths[place]).collect();
            let fitting = fitting(&widths, keys + 1, width);
            places = fitting.into_iter().map(|place| by_importance[place]).collect();
            // A rarer outcome in the place of a more frequent one would mislead.
            let is_outcome = |place: &usize| outcomes.contains(&&*self.columns[*place]);
            let mut of_outcomes = by_importance.iter().filter(|place| is_outcome(place));
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

    /// All rows.
    pub fn table(&self) -> Table {
        Table { columns: self.columns.clone(), rows: self.iter().collect() }
    }

    fn cell(&self, column: Column, value: &Value) -> Cell {
        match (column, value) {
            (_, Value::Missing) => Cell::Missing,
            (Column::File, Value::Number(number)) => {
                let name =
                    (*number as usize).checked_sub(1).and_then(|place| self.files.get(place));
                name.map_or(Cell::Count(*number), |name| name.as_str().into())
            }
            (_, Value::Number(number)) => Cell::Count(*number),
            (_, value) => Cell::Text(value.to_string()),
        }
    }
}

impl SortedValue {
    /// Missing values come last, in either direction.
    fn compare(&self, other: &SortedValue, is_descending: bool) -> Ordering {
        let is_missing = |value: &SortedValue| {
            matches!(value, SortedValue::Key(Value::Missing) | SortedValue::Measure(Cell::Missing))
        };
        let order = match (self, other) {
            _ if is_missing(self) || is_missing(other) => {
                return is_missing(self).cmp(&is_missing(other));
            }
            (SortedValue::Key(a), SortedValue::Key(b)) => a.cmp(b),
            (SortedValue::Measure(a), SortedValue::Measure(b)) => a.compare(b),
            // All rows have values of one column at a place.
            _ => Ordering::Equal,
        };
        if is_descending { order.reverse() } else { order }
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
