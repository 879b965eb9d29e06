//! The jobs of several results side by side, a line for each job.

use std::collections::BTreeMap;

use crate::analysis::columns::{Column, Value};
use crate::analysis::jobs::{JobRow, Jobs};
use crate::analysis::statistics::Cost;
use crate::report::data_table::{Cell, DataTable, Format};
use crate::report::tables::checks;

/// The most results that stand side by side.
const MOST_RUNS: usize = 4;

/// What distinguishes the jobs of a file.
const COLUMNS: [Column; 8] = [
    Column::Board,
    Column::Start,
    Column::Order,
    Column::Seed,
    Column::Rule,
    Column::Goal,
    Column::Engine,
    Column::Budget,
];

/// A job, and what each run found.
struct Line {
    key: Vec<Value>,
    found: Vec<Option<JobRow>>,
}

/// The table; `None` if no two results have a job in common, or there are too many results.
///
/// A column in which each result has one value, as two rules have, distinguishes results and not
/// jobs. Boards always distinguish jobs.
pub fn table(jobs: &Jobs, runs: &[&str]) -> Option<String> {
    if !(2..=MOST_RUNS).contains(&runs.len()) {
        return None;
    }
    let varies = |column: Column| {
        let mut first: BTreeMap<usize, Value> = BTreeMap::new();
        jobs.iter().any(|row| {
            let value = column.value(&row);
            *first.entry(row.file).or_insert_with(|| value.clone()) != value
        })
    };
    let columns: Vec<Column> =
        COLUMNS.into_iter().filter(|&column| column == Column::Board || varies(column)).collect();
    let mut by_key: BTreeMap<Vec<Value>, Vec<Option<JobRow>>> = BTreeMap::new();
    for row in jobs.iter() {
        let key = columns.iter().map(|column| column.value(&row)).collect();
        let found = by_key.entry(key).or_insert_with(|| vec![None; runs.len()]);
        *found.get_mut(row.file)? = Some(row);
    }
    let lines: Vec<Line> = by_key.into_iter().map(|(key, found)| Line { key, found }).collect();
    if lines.iter().all(|line| line.found.iter().flatten().count() < 2) {
        return None;
    }
    let mut table = DataTable::of(&lines);
    for (place, column) in columns.iter().enumerate() {
        table.formatted(column.word(), format(*column), |line| line.key[place].clone().into());
    }
    for (place, run) in runs.iter().enumerate() {
        table.column(*run, |line| line.found[place].as_ref().map_or(Cell::Missing, checks));
    }
    if runs.len() == 2 {
        table.column("ratio, second to first", |line| ratio(&line.found));
    }
    Some(table.html("jobs-table", "Jobs side by side", 50))
}

fn format(column: Column) -> Format {
    if column == Column::Seed { Format::Plain } else { Format::Grouped }
}

/// The checks of the second job over those of the first, as far as they are known.
fn ratio(found: &[Option<JobRow>]) -> Cell {
    let [Some(first), Some(second)] = found else {
        return Cell::Missing;
    };
    let over = |second: u128, first: u128| second as f64 / first.max(1) as f64;
    match (first.cost, second.cost) {
        (Cost::Exact(first), Cost::Exact(second)) => {
            Cell::Number(short(over(second, first), f64::round))
        }
        (Cost::Exact(first), Cost::Above(second)) => {
            Cell::Above(short(over(second, first), f64::floor))
        }
        (Cost::Above(first), Cost::Exact(second)) => {
            Cell::Below(short(over(second, first), f64::ceil))
        }
        _ => Cell::Missing,
    }
}

/// A ratio with three digits or more. A bound is rounded to the side on which it holds.
fn short(ratio: f64, rounded: fn(f64) -> f64) -> String {
    let decimals = (2.0 - ratio.max(1e-12).log10().floor()).clamp(0.0, 14.0) as i32;
    let unit = 10f64.powi(decimals);
    format!("{:.*}", decimals as usize, rounded(ratio * unit) / unit)
}

#[cfg(test)]
mod tests {
    use crate::report::side_by_side::*;

    #[test]
    fn bounds_of_ratios_hold() {
        let ratio = 1848.0 / 1501.0; // 1.23117…
        let shown = [f64::round, f64::floor, f64::ceil].map(|rounded| short(ratio, rounded));
        assert_eq!(shown, ["1.23", "1.23", "1.24"]);
        assert_eq!(short(2.0 / 3.0, f64::floor), "0.666");
        assert_eq!(short(123_456.7, f64::ceil), "123457");
    }
}
