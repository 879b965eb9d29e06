//! Heat maps of jobs: one statistic for all panels.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, JobRow, JobStats, Jobs, Quantile, SEARCH, Setting};
use crate::pictures::drawing::percent;
use crate::pictures::heatmap::fill::Statistic;
use crate::pictures::heatmap::maps::{BoardMap, MapSquare, Maps, capital, named};
use crate::pictures::{PlotError, PlotInput, groups, outcomes};
use crate::text::formatting::joined;
use knight_board::theorems;
use knight_search::{MoveOrder, Outcome, Square};

/// Up to this many orders have panels of their own.
const MOST_ORDERS: usize = 12;

/// Up to this many panels are drawn.
const MOST_PANELS: usize = 64;

/// What the jobs of a panel share: what they searched for, and the order where orders have panels
/// of their own.
type PanelKey = (Setting, Option<MoveOrder>);

/// The jobs of a panel.
struct PanelJobs {
    first: JobRow,
    squares: BTreeMap<Square, JobStats>,
}

/// The heat maps of one job or more.
///
/// # Errors
/// [`PlotError::TooMany`] boards, goals, rules and budgets.
pub fn of_jobs(input: &PlotInput) -> Result<Maps, PlotError> {
    let jobs = &input.jobs;
    let by_order = has_panels_of_orders(jobs);
    let key = |row: &JobRow| (row.setting.of_any_engine(), by_order.then_some(row.order));
    let mut panels: BTreeMap<PanelKey, PanelJobs> = BTreeMap::new();
    for row in jobs.iter() {
        let panel = PanelJobs { first: row, squares: BTreeMap::new() };
        panels.entry(key(&row)).or_insert(panel);
    }
    for ((key, square), of_square) in jobs.stats_by(|row| (key(row), row.start)) {
        panels.entry(key).and_modify(|panel| _ = panel.squares.insert(square, of_square));
    }
    let panels: Vec<PanelJobs> = panels.into_values().collect();
    PlotError::check_count(panels.len(), "panels", MOST_PANELS, "choose some with --where")?;
    let statistic = Statistic::of(&possible(&panels));
    let firsts: Vec<JobRow> = panels.iter().map(|panel| panel.first).collect();
    let columns = SEARCH.into_iter().chain(by_order.then_some(Column::Order));
    let titles = groups::told_apart(&columns.collect::<Vec<_>>(), &firsts, &input.files);
    let map = |(panel, title): (PanelJobs, Vec<String>)| BoardMap {
        title: joined(title, ", "),
        board: panel.first.setting.board,
        squares: squares(&panel, statistic),
    };
    let label = statistic.label();
    let boards = groups::said(input, Column::Board).unwrap_or_default();
    Ok(Maps {
        headline: format!("{} by start square: {boards}", capital(label)),
        label: label.to_owned(),
        quantity: statistic.quantity(),
        panels: panels.into_iter().zip(titles).map(map).collect(),
    })
}

fn squares(panel: &PanelJobs, statistic: Statistic) -> BTreeMap<Square, MapSquare> {
    let search = panel.first.setting.of_any_engine();
    let squares = panel.squares.iter();
    squares.map(|(&at, stats)| (at, shown(statistic, (search, at), stats))).collect()
}

/// Whether a theorem rules out all tours from a square.
fn is_impossible(search: Setting, square: Square) -> bool {
    theorems::from(search.board, square, search.goal).is_some()
}

/// The squares where a tour may begin; all if there are none.
fn possible(panels: &[PanelJobs]) -> Vec<&JobStats> {
    let of_panel = |panel: &'_ PanelJobs| panel.first.setting.of_any_engine();
    let squares =
        || panels.iter().flat_map(|panel| panel.squares.iter().map(move |it| (panel, it)));
    let is_possible = |panel, at| !is_impossible(of_panel(panel), at);
    let possible = squares().filter(|(panel, (at, _))| is_possible(panel, **at));
    let possible: Vec<&JobStats> = possible.map(|(_, (_, stats))| stats).collect();
    match possible.is_empty() {
        true => squares().map(|(_, (_, stats))| stats).collect(),
        false => possible,
    }
}

/// Whether orders are compared: there are few, and they have most of their starts in common.
fn has_panels_of_orders(jobs: &Jobs) -> bool {
    let mut starts: BTreeMap<Setting, BTreeMap<MoveOrder, BTreeSet<Square>>> = BTreeMap::new();
    for row in jobs.iter() {
        let orders = starts.entry(row.setting.of_any_engine()).or_default();
        orders.entry(row.order).or_default().insert(row.start);
        if orders.len() > MOST_ORDERS {
            return false;
        }
    }
    let overlap = |orders: &BTreeMap<MoveOrder, BTreeSet<Square>>| {
        let squares: usize = orders.values().map(BTreeSet::len).sum();
        let largest = orders.values().map(BTreeSet::len).max().unwrap_or(0);
        orders.len() == 1 || (largest > 1 && 2 * squares > orders.len() * largest)
    };
    let panels: usize = starts.values().map(BTreeMap::len).sum();
    panels <= MOST_PANELS && starts.values().all(overlap)
}

fn shown(statistic: Statistic, (search, square): (Setting, Square), stats: &JobStats) -> MapSquare {
    let is_impossible = is_impossible(search, square);
    let fill = statistic.fill(stats, is_impossible);
    let (exact, bound) = match (statistic, stats.median()) {
        (Statistic::Share, _) => (fill.map_or(String::new(), percent), None),
        (_, Quantile::Number(number)) => (number.grouped(), None),
        (_, Quantile::Above(bound)) => (String::new(), Some(bound)),
        (_, Quantile::Missing) => (String::new(), None),
    };
    MapSquare {
        fill,
        exact,
        is_estimated: false,
        bound,
        has_no_tour: is_impossible || stats.with(Outcome::None) > 0,
        words: format!("{}: {}", named(search.board, square), outcomes::found(stats)),
    }
}
