//! Heat maps of jobs: one statistic for all panels.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, JobRow, JobStats, Jobs, Quantile, Value};
use crate::pictures::compared::{self, PanelKey};
use crate::pictures::drawing::{Quantity, percent};
use crate::pictures::fill::Sign;
use crate::pictures::heatmap::maps::{BoardMap, MapSquare, Maps, named};
use crate::pictures::{PlotError, fill, outcomes};
use crate::text::formatting::{counted, grouped, joined};
use knight_board::theorems;
use knight_search::{MoveOrder, Outcome, Square};

/// Up to this many orders have panels of their own.
const MOST_ORDERS: usize = 12;

/// Up to this many panels are drawn.
const MOST_PANELS: usize = 64;

/// What the colours stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Statistic {
    /// The checks of the only job of a square.
    Checks,
    /// The median of all jobs of a square.
    Median,
    /// The share of the jobs of a square that find a tour.
    Share,
}

/// The heat maps of these jobs.
///
/// # Errors
/// [`PlotError::NoRows`], and [`PlotError::TooManyPanels`] for too many boards, goals, rules and
/// budgets.
pub fn of_jobs(jobs: &Jobs) -> Result<Maps, PlotError> {
    let by_order = has_panels_of_orders(jobs);
    let key = |row: &JobRow| PanelKey { order: by_order.then_some(row.order), ..PanelKey::of(row) };
    let mut first: BTreeMap<(PanelKey, Square), JobRow> = BTreeMap::new();
    let mut varied: BTreeMap<PanelKey, Varied> = BTreeMap::new();
    // Jobs of a square that differ in neither order nor seed have the same count.
    let (mut are_several, mut are_of_files) = (false, false);
    for row in jobs.iter() {
        for (values, column) in varied.entry(key(&row)).or_default().iter_mut().zip(VARIED) {
            values.extend(Some(column.quick().value(&row)).filter(|it| *it != Value::Missing));
        }
        let one = first.entry((key(&row), row.start)).or_insert(row);
        are_several |= (one.order, one.seed) != (row.order, row.seed);
        are_of_files |= one.file != row.file;
    }
    let keys: Vec<PanelKey> = varied.keys().copied().collect();
    if keys.is_empty() {
        return Err(PlotError::NoRows);
    }
    compared::check(&keys, MOST_PANELS)?;
    let mut stats: BTreeMap<PanelKey, BTreeMap<Square, JobStats>> = BTreeMap::new();
    for ((key, square), of_square) in jobs.stats_by(|row| (key(row), row.start)) {
        stats.entry(key).or_default().insert(square, of_square);
    }
    let statistic = match are_several {
        false => Statistic::Checks,
        true => statistic(&possible(&stats)),
    };
    let (label, quantity) = statistic.measure();
    let titles = compared::titles(&keys);
    let (over, over_in_panels) = in_all_and_in_each(&varied.into_values().collect::<Vec<_>>());
    let titles = titles.into_iter().zip(over_in_panels).map(|(title, over)| match statistic {
        Statistic::Checks => title,
        Statistic::Median | Statistic::Share => format!("{title}{over}"),
    });
    let drawn = stats.into_iter().zip(titles).map(|((key, squares), title)| BoardMap {
        title,
        board: key.search.board,
        squares: squares
            .into_iter()
            .map(|(square, stats)| (square, shown(statistic, are_several, (&key, square), &stats)))
            .collect(),
    });
    Ok(Maps {
        headline: statistic.headline(&over)
            + if are_of_files { ", files taken together: " } else { ": " }
            + &compared::boards(&keys),
        label: label.to_owned(),
        quantity,
        panels: drawn.collect(),
    })
}

/// Whether a theorem rules out all tours from a square.
fn is_impossible(key: &PanelKey, square: Square) -> bool {
    theorems::from(key.search.board, square, key.search.goal).is_some()
}

/// The squares where a tour may begin; all if there are none.
fn possible(stats: &BTreeMap<PanelKey, BTreeMap<Square, JobStats>>) -> Vec<&JobStats> {
    let squares =
        || stats.iter().flat_map(|(key, squares)| squares.iter().map(move |it| (key, it.0, it.1)));
    let possible: Vec<&JobStats> = squares()
        .filter(|(key, square, _)| !is_impossible(key, **square))
        .map(|(_, _, stats)| stats)
        .collect();
    match possible.is_empty() {
        true => squares().map(|(_, _, stats)| stats).collect(),
        false => possible,
    }
}

/// Whether orders are compared: there are few, and they have most of their starts in common.
fn has_panels_of_orders(jobs: &Jobs) -> bool {
    let mut starts: BTreeMap<PanelKey, BTreeMap<MoveOrder, BTreeSet<Square>>> = BTreeMap::new();
    for row in jobs.iter() {
        let orders = starts.entry(PanelKey::of(&row)).or_default();
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

/// The statistic that tells squares with several jobs apart: the median where most medians are
/// numbers, else the share of jobs with a tour. Runs that get stuck differ in their shares.
fn statistic(squares: &[&JobStats]) -> Statistic {
    let medians: Vec<Quantile> = squares.iter().map(|stats| stats.median()).collect();
    let numbers = medians.iter().filter(|median| median.number().is_some()).count();
    let shares: Vec<Option<f64>> = squares.iter().map(|stats| stats.success_rate()).collect();
    let are_equal = medians.iter().all(|median| *median == medians[0]);
    let is_any_stuck = squares.iter().any(|stats| stats.with(Outcome::Stuck) > 0);
    let differ = shares.iter().any(|share| *share != shares[0]);
    match 2 * numbers < squares.len() || ((are_equal || is_any_stuck) && differ) {
        true => Statistic::Share,
        false => Statistic::Median,
    }
}

impl Statistic {
    fn headline(self, over: &str) -> String {
        match self {
            Statistic::Checks => "Checks by start square".to_owned(),
            Statistic::Median => format!("Median checks by start square{over}"),
            Statistic::Share => format!("Share of jobs with a tour by start square{over}"),
        }
    }

    /// What the colours stand for, and how its values become colours.
    fn measure(self) -> (&'static str, Quantity) {
        match self {
            Statistic::Checks => ("checks", Quantity::Counts),
            Statistic::Median => ("median checks of all jobs", Quantity::Counts),
            Statistic::Share => ("share of jobs with a tour", Quantity::Shares),
        }
    }
}

/// What the jobs of a square differ in.
const VARIED: [Column; 2] = [Column::Order, Column::Seed];

/// The values of the jobs of a panel in these columns.
type Varied = [BTreeSet<Value>; VARIED.len()];

/// What all panels vary alike, `, over 40,320 orders`, and for each panel what it varies otherwise.
fn in_all_and_in_each(panels: &[Varied]) -> (String, Vec<String>) {
    let is_alike =
        |part: usize| panels.iter().all(|panel| panel[part].len() == panels[0][part].len());
    let over = |panel: &Varied, is_wanted: &dyn Fn(usize, usize) -> bool| {
        let parts = panel.iter().map(BTreeSet::len).enumerate();
        let wanted = parts.filter(|(part, count)| is_wanted(*part, *count));
        let words = wanted.map(|(part, count)| counted(count, VARIED[part].word()));
        let words = joined(words, " and ");
        if words.is_empty() { words } else { format!(", over {words}") }
    };
    let all = panels.first().map(|first| over(first, &|part, count| is_alike(part) && count > 1));
    let each = panels.iter().map(|panel| over(panel, &|part, count| !is_alike(part) && count > 0));
    (all.unwrap_or_default(), each.collect())
}

fn shown(
    statistic: Statistic,
    are_several: bool,
    (key, square): (&PanelKey, Square),
    stats: &JobStats,
) -> MapSquare {
    let name = named(key.search.board, square);
    let is_impossible = is_impossible(key, square);
    let fill = match fill::of(stats, statistic.measure().1) {
        Err(Sign::Stuck | Sign::Unknown) if is_impossible => Err(Sign::NoTour),
        // A bound or a count is still one of the search.
        Ok(_) if is_impossible && statistic == Statistic::Share => Err(Sign::NoTour),
        known => known,
    };
    let (exact, bound) = match (statistic, stats.median()) {
        (Statistic::Share, _) => (fill.map_or(String::new(), percent), None),
        (_, Quantile::Number(number)) => (number.grouped(), None),
        (_, Quantile::Above(bound)) => (String::new(), Some(bound)),
        (_, Quantile::Missing) => (String::new(), None),
    };
    let words = if are_several { in_words(stats) } else { one_in_words(stats) };
    MapSquare {
        fill,
        exact,
        bound,
        has_no_tour: is_impossible || stats.with(Outcome::None) > 0,
        words: format!("{name}: {words}"),
    }
}

/// What the only job of a square found.
fn one_in_words(stats: &JobStats) -> String {
    let median = stats.median();
    let outcome = Outcome::ALL.iter().find(|&&outcome| stats.with(outcome) > 0);
    match outcome {
        Some(Outcome::Tour) => format!("a tour after {median} checks"),
        Some(Outcome::None) => format!("proved to have no tour: {median} checks"),
        Some(Outcome::Budget) => format!("stopped by its budget: {median} checks"),
        Some(Outcome::Stuck) => "stuck in a dead end".to_owned(),
        Some(other) => outcomes::look(*other).words.to_owned(),
        None => String::new(),
    }
}

fn in_words(stats: &JobStats) -> String {
    let tours = grouped(stats.with(Outcome::Tour));
    let mut text = format!("{tours} of {} with a tour", counted(stats.jobs(), "job"));
    if stats.with(Outcome::None) > 0 {
        text += &format!(", {} without", grouped(stats.with(Outcome::None)));
    }
    for (outcome, jobs) in stats.undecided() {
        text += &format!(", {} {}", grouped(jobs), outcome.of_jobs());
    }
    text + &format!("; median {} checks", stats.median())
}
