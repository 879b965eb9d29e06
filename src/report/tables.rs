//! The tables of a report over groups of jobs and over single jobs.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::columns::differ;
use crate::analysis::{
    Cell, Column, Cost, JobCosts, JobRow, JobStats, Jobs, Quantile, SEARCH, Search, Table, Value,
};
use crate::report::html_table::html;
use crate::report::note;
use crate::text::formatting::{counted, grouped, named_order};
use knight_search::{Engine, Outcome};

/// The most rows of a table.
pub(super) const MOST_ROWS: usize = 50_000;

/// The most rows of a table of groups where there is a table of all jobs as well.
const MOST_GROUPS: usize = 500;

/// Rows of a table of groups that are shown at once.
const AT_ONCE: usize = 15;

/// The most jobs in each part of the tables of the easiest and the hardest jobs.
const MOST_EXTREMES: usize = 10;

/// Jobs that share what they search for and a value of a column.
struct RankedGroup {
    shared: Search,
    row: JobRow,
    stats: JobStats,
    median: Quantile,
}

/// The move orders, the best first; empty if there is only one.
pub(super) fn orders(jobs: &Jobs) -> String {
    let mut groups = groups(jobs, Column::Order);
    groups.sort_by(|one, other| one.shared.cmp(&other.shared).then_with(|| by_cost(one, other)));
    group_table(groups, Column::Order, jobs)
}

/// The start squares, the hardest first; empty if there is only one. How hard those are whose
/// median depends on jobs out of memory or time is not known, so they come last.
pub(super) fn squares(jobs: &Jobs) -> String {
    let mut groups = groups(jobs, Column::Start);
    let is_unknown =
        |group: &RankedGroup| group.median == Quantile::Missing && group.stats.costs.unknown() > 0;
    groups.sort_by(|one, other| {
        let shared = one.shared.cmp(&other.shared);
        shared
            .then_with(|| is_unknown(one).cmp(&is_unknown(other)))
            .then_with(|| by_cost(other, one))
    });
    group_table(groups, Column::Start, jobs)
}

/// The jobs by board, rule, goal, budget and this column, if it varies.
fn groups(jobs: &Jobs, column: Column) -> Vec<RankedGroup> {
    let mut groups: BTreeMap<(Search, Value), (JobRow, JobCosts)> = BTreeMap::new();
    for row in jobs.iter() {
        let key = (row.setting.search(), column.quick().value(&row));
        groups.entry(key).or_insert_with(|| (row, JobCosts::default())).1.add(&row);
    }
    if !differ(groups.keys().map(|(_, value)| value)) {
        return Vec::new();
    }
    let group = |((shared, _), (row, costs)): (_, (JobRow, JobCosts))| {
        let stats = costs.sorted();
        RankedGroup { shared, row, median: stats.median(), stats }
    };
    groups.into_iter().map(group).collect()
}

/// Fewer checks first: medians, then bounds of medians, then groups without one. Those with the
/// same median are sorted by the jobs that are decided, then by the lower quartile.
fn by_cost(one: &RankedGroup, other: &RankedGroup) -> Ordering {
    let share =
        |group: &RankedGroup| group.stats.costs.decided() as f64 / group.stats.jobs() as f64;
    let quartile = |group: &RankedGroup| group.stats.costs.quantile(25);
    one.median
        .compare(other.median)
        .then(share(other).total_cmp(&share(one)))
        .then_with(|| quartile(one).compare(quartile(other)))
}

fn group_table(mut groups: Vec<RankedGroup>, column: Column, jobs: &Jobs) -> String {
    let all = groups.len();
    let mut differing = differing(&groups);
    groups.truncate(if jobs.len() > MOST_ROWS { MOST_ROWS } else { MOST_GROUPS });
    let (id, label, what, first) = match column {
        Column::Order => ("orders-table", "Best move orders", "order", "best"),
        _ => ("squares-table", "Hardest start squares", "square", "hardest"),
    };
    let are_jobs = groups.iter().all(|group| group.stats.jobs() == 1);
    let table = Table::new(groups.iter().map(|group| {
        let row = &group.row;
        let of = |column: Column| (column.word(), Cell::from(column.value(row)));
        let mut cells = SEARCH.map(of).to_vec();
        cells.push(match column {
            Column::Order => ("order", order(row, groups.len())),
            _ => of(column),
        });
        match are_jobs {
            true => cells.extend([of(Column::Outcome), ("checks", checks(row))]),
            false => cells.extend(stats_cells(&group.stats)),
        }
        cells
    }));
    let is_first = |group: &&RankedGroup| {
        group.shared == groups[0].shared && by_cost(group, &groups[0]).is_eq()
    };
    let ties = groups.iter().take_while(is_first).count();
    let mut html = html(&table, id, label, AT_ONCE, &[]);
    if !differing.is_empty() {
        let columns = differing.join(", ");
        html = note(&format!("Sorted by {columns}; of each, the {first} first.")) + &html;
    }
    if ties > AT_ONCE {
        let why = match groups[0].stats.costs.decided() {
            0 => ", none of which has a decided job",
            _ => "",
        };
        let ties = counted(ties, what);
        let of = match differing.as_slice() {
            [] => String::new(),
            differing => format!("Of the first {}, ", differing.join(" and ")),
        };
        html = note(&format!("{of}{ties} tie for the first place{why}.")) + &html;
    }
    if all > groups.len() {
        // The board of a square is a part of it.
        differing.retain(|shared| what == "order" || *shared != Column::Board.word());
        html += &rest(groups.len(), all, what, &differing);
    }
    html
}

/// How many of all groups there are, for what.
fn rest(shown: usize, all: usize, what: &str, differing: &[&str]) -> String {
    let shown = grouped(shown);
    note(&match differing {
        [] => format!("These are {shown} of {}.", counted(all, what)),
        more => format!(
            "These are {shown} of {}: one for each {what} and {}.",
            counted(all, "line"),
            more.join(" and ")
        ),
    })
}

/// What groups share, where they differ in it.
fn differing(groups: &[RankedGroup]) -> Vec<&'static str> {
    let differ = |shared: &Column| differ(groups.iter().map(|group| shared.value(&group.row)));
    SEARCH.into_iter().filter(differ).map(Column::word).collect()
}

/// The outcomes, and quantiles over all jobs.
pub(super) fn stats_cells(stats: &JobStats) -> Vec<(&'static str, Cell)> {
    let costs = &stats.costs;
    // A column `budget` has the budget.
    let name = |outcome: &Outcome| match outcome {
        Outcome::Budget => "stopped",
        outcome => outcome.word(),
    };
    let of = |outcome: &Outcome| (name(outcome), Cell::Part(stats.with(*outcome), stats.jobs()));
    let quantiles = [("checks_25%", 25), ("checks_median", 50), ("checks_75%", 75)];
    let quantiles = quantiles.map(|(name, percent)| (name, costs.quantile(percent).into()));
    let jobs = ("jobs", stats.jobs().into());
    std::iter::once(jobs).chain(Outcome::ALL.iter().map(of)).chain(quantiles).collect()
}

/// The decided jobs with the fewest checks, without mirrored ones.
pub(super) fn easiest(jobs: &Jobs) -> String {
    let easiest = first_by(jobs, |row| row.cost.exact());
    job_table(&easiest, &[], ("easiest-table", "Jobs with the fewest checks", 20))
}

/// The jobs that a budget stopped, largest budget first, then those with the most checks; without
/// mirrored ones.
pub(super) fn hardest(jobs: &Jobs) -> String {
    let mut hardest = first_by(jobs, |row| match row.cost {
        Cost::Above(budget) => Some(Reverse(budget)),
        _ => None,
    });
    let shown = hardest.len() as u64;
    let stopped = jobs.stats().with(Outcome::Budget);
    hardest.extend(first_by(jobs, |row| row.cost.exact().map(Reverse)));
    let mut html = job_table(&hardest, &[], ("hardest-table", "Hardest jobs", 20));
    if stopped > shown {
        let stopped = counted(stopped, "job");
        let is_mirrored = |row: JobRow| row.wall_s.is_none() && matches!(row.cost, Cost::Above(_));
        let mirrored = if jobs.iter().any(is_mirrored) { ", mirrored ones included" } else { "" };
        html +=
            &note(&format!("The budget stopped {stopped}{mirrored}; {shown} of them are here."));
    }
    let unknown = jobs.iter().filter(|row| row.cost == Cost::Unknown).count();
    if unknown > 0 {
        let unknown = counted(unknown, "job");
        html += &note(&format!("{unknown} out of memory or time, or not known: not here."));
    }
    html
}

/// The first jobs by a key, for jobs that have one and are not mirrored.
fn first_by<K: Ord>(jobs: &Jobs, key: impl Fn(&JobRow) -> Option<K>) -> Vec<JobRow> {
    let mut first: BTreeMap<(K, usize), JobRow> = BTreeMap::new();
    for (place, row) in jobs.iter().enumerate() {
        if row.wall_s.is_some()
            && let Some(key) = key(&row)
        {
            first.insert((key, place), row);
            if first.len() > MOST_EXTREMES {
                first.pop_last();
            }
        }
    }
    first.into_values().collect()
}

/// All jobs of these files, unless there are too many.
pub(super) fn all_jobs(jobs: &Jobs, files: &[String]) -> String {
    if jobs.len() > MOST_ROWS {
        return String::new();
    }
    let rows: Vec<JobRow> = jobs.iter().collect();
    job_table(&rows, files, ("jobs-table", "All jobs", 50))
}

/// A table of jobs, with its id, its label, and how many rows are shown at once. If there are
/// several files it names them.
fn job_table(
    rows: &[JobRow],
    files: &[String],
    (id, label, at_once): (&str, &str, usize),
) -> String {
    let orders: BTreeSet<_> = rows.iter().map(|row| row.order).collect();
    let table = Table::new(rows.iter().map(|row| {
        let of = |column: Column| (column.word(), Cell::from(column.value(row)));
        let run = files.get(row.file).filter(|_| files.len() > 1).map(String::as_str);
        // Jobs of the engine `leap` share their work, so their times say little.
        let stepped = row.wall_s.filter(|_| row.setting.engine == Engine::Step);
        [
            ("run", run.into()),
            of(Column::Job),
            of(Column::Board),
            of(Column::Start),
            ("order", order(row, orders.len())),
            ("seed", row.seed.map(|seed| Cell::Digits(seed.to_string())).into()),
            of(Column::Rule),
            of(Column::Goal),
            of(Column::Engine),
            of(Column::Budget),
            of(Column::Outcome),
            ("checks", checks(row)),
            ("wall_s", stepped.map(Cell::Seconds).into()),
        ]
    }));
    html(&table, id, label, at_once, &[])
}

/// The order of a job, one of this many, with its name if they are few. Digits alone are shorter.
fn order(row: &JobRow, orders: usize) -> Cell {
    const FEW: usize = 100;
    match orders {
        0..=FEW => named_order(row.order).into(),
        _ => Cell::Digits(row.order.to_string()),
    }
}

/// The checks of a job; those of a stopped job are more than its budget.
pub(super) fn checks(row: &JobRow) -> Cell {
    match row.cost {
        Cost::Above(budget) => Cell::Above(budget),
        _ => row.checks.into(),
    }
}
