//! Heat maps of jobs: one statistic for all panels.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::columns::differ;
use crate::analysis::{Column, JobRow, JobStats, Jobs, Quantile, SEARCH, Setting, Value};
use crate::pictures::drawing::{Quantity, percent};
use crate::pictures::heatmap::maps::{BoardMap, Fill, MapSquare, Maps, Reason, capital, named};
use crate::pictures::{PlotError, PlotInput, groups, outcomes};
use knight_board::theorems;
use knight_search::{MoveOrder, Outcome, Square};

/// Up to this many orders have panels of their own.
const MOST_ORDERS: usize = 12;

/// Up to this many panels are drawn.
const MOST_PANELS: usize = 64;

/// What the jobs of a panel share: what they searched for, and the values that may tell it from
/// other panels.
type PanelKey = (Setting, Vec<Value>);

/// The jobs of each square of a panel, and whether a theorem rules out all tours from there.
type SquareStats = BTreeMap<Square, (JobStats, bool)>;

/// What the colours of a picture stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// The checks of the only job of a square.
    Checks,
    /// The median of all jobs of a square.
    Median,
    /// The share of the jobs of a square that find a tour.
    Share,
}

impl Statistic {
    /// The statistic that tells the jobs of these squares apart: the median where most medians
    /// are numbers, else the share of jobs with a tour. Runs that get stuck differ in their shares.
    pub fn of(all: &[&JobStats]) -> Statistic {
        let numbers = all.iter().filter(|stats| stats.median().number().is_some()).count();
        let is_any_stuck = all.iter().any(|stats| stats.with(Outcome::Stuck) > 0);
        let have_equal_medians = !differ(all.iter().map(|stats| stats.median()));
        let have_shares = differ(all.iter().map(|stats| stats.success_rate()));
        match 2 * numbers < all.len() || (have_equal_medians || is_any_stuck) && have_shares {
            _ if all.iter().all(|stats| stats.jobs() == 1) => Statistic::Checks,
            true => Statistic::Share,
            false => Statistic::Median,
        }
    }

    /// What the colours stand for.
    pub fn label(self) -> &'static str {
        match self {
            Statistic::Checks => "checks",
            Statistic::Median => "median checks",
            Statistic::Share => "share of jobs with a tour",
        }
    }

    /// How its values become colours.
    pub fn quantity(self) -> Quantity {
        if self == Statistic::Share { Quantity::Shares } else { Quantity::Counts }
    }

    /// How the square of some jobs is filled; `is_impossible` if a theorem rules out all tours.
    pub fn fill(self, stats: &JobStats, is_impossible: bool) -> Fill<f64> {
        let is_stuck = stats.with(Outcome::Stuck) > stats.costs.unknown();
        match (stats.success_rate(), stats.median()) {
            (None, _) => Err(Reason::Empty),
            // A bound or a count is still one of the search.
            (Some(_), _) if is_impossible && self == Statistic::Share => Err(Reason::NoTour),
            (Some(_), _) if self == Statistic::Share && stats.costs.unknown() > 0 => {
                Err(Reason::Unknown)
            }
            (Some(share), _) if self == Statistic::Share => Ok(share),
            (_, Quantile::Number(median)) => Ok(median.as_f64()),
            (_, Quantile::Above(_)) => Err(Reason::Above),
            (_, Quantile::Missing) if is_impossible => Err(Reason::NoTour),
            (_, Quantile::Missing) if is_stuck => Err(Reason::Stuck),
            (_, Quantile::Missing) => Err(Reason::Unknown),
        }
    }
}

/// The heat maps of one job or more.
///
/// # Errors
/// [`PlotError::TooMany`] boards, goals, rules and budgets.
pub fn of_jobs(input: &PlotInput) -> Result<Maps, PlotError> {
    let jobs = &input.jobs;
    let by_order = has_panels_of_orders(jobs);
    let columns: Vec<Column> =
        SEARCH.into_iter().chain(by_order.then_some(Column::Order)).collect();
    let key = |row: &JobRow| (row.setting.of_any_engine(), groups::key(&columns, row));
    let mut panels: BTreeMap<PanelKey, SquareStats> = BTreeMap::new();
    for ((panel, square), stats) in jobs.stats_by(|row| (key(row), row.start)) {
        let (search, _) = panel;
        let is_impossible = theorems::from(search.board, square, search.goal).is_some();
        panels.entry(panel).or_default().insert(square, (stats, is_impossible));
    }
    PlotError::check_count(panels.len(), "panels", MOST_PANELS, "choose some with --where")?;
    let statistic = Statistic::of(&possible(panels.values().flat_map(BTreeMap::values)));
    let values: Vec<&[Value]> = panels.keys().map(|(_, values)| values.as_slice()).collect();
    let titles = groups::told_apart(input, &columns, &values);
    let map = |(((search, _), squares), title): ((&PanelKey, &SquareStats), String)| {
        let shown = |(&at, jobs)| (at, shown(statistic, named(search.board, at), jobs));
        BoardMap { title, board: search.board, squares: squares.iter().map(shown).collect() }
    };
    let label = statistic.label();
    let boards = groups::said(input, Column::Board).unwrap_or_default();
    Ok(Maps {
        headline: format!("{} by start square: {boards}", capital(label)),
        label: label.to_owned(),
        quantity: statistic.quantity(),
        panels: panels.iter().zip(titles).map(map).collect(),
    })
}

/// The squares where a tour may begin; all if there are none.
fn possible<'a>(squares: impl Iterator<Item = &'a (JobStats, bool)> + Clone) -> Vec<&'a JobStats> {
    let of = |(stats, _): &'a (JobStats, bool)| stats;
    let possible: Vec<&JobStats> =
        squares.clone().filter(|(_, is_impossible)| !is_impossible).map(of).collect();
    if possible.is_empty() { squares.map(of).collect() } else { possible }
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

fn shown(
    statistic: Statistic,
    name: String,
    &(ref stats, is_impossible): &(JobStats, bool),
) -> MapSquare {
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
        words: format!("{name}: {}", outcomes::found(stats)),
    }
}
