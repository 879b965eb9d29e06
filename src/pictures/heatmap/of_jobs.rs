//! Heat maps of jobs: one statistic for all panels.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::formatting::{counted, grouped};
use crate::analysis::jobs::{JobCosts, JobRow, JobStats, Jobs};
use crate::analysis::statistics::Quantile;
use crate::pictures::compared::{self, PanelKey};
use crate::pictures::drawing::shades::Quantity;
use crate::pictures::error::PlotError;
use crate::pictures::heatmap::maps::{Fill, MapSquare, Maps, Measure, Panel, named};
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

/// The jobs of a square.
struct SquareJobs {
    costs: JobCosts,
    first: (MoveOrder, Option<u64>),
    /// Whether orders or seeds differ. Jobs that differ in neither have the same count.
    are_several: bool,
    file: usize,
    /// Whether they are from several files.
    are_of_files: bool,
}

/// The heat maps of these jobs.
///
/// # Errors
/// [`PlotError::NoRows`], and [`PlotError::TooManyPanels`] for too many boards, goals, rules and
/// budgets.
pub fn of_jobs(jobs: &Jobs) -> Result<Maps, PlotError> {
    let by_order = has_panels_of_orders(jobs);
    let mut squares: BTreeMap<PanelKey, BTreeMap<Square, SquareJobs>> = BTreeMap::new();
    let mut varied: BTreeMap<PanelKey, Varied> = BTreeMap::new();
    for row in jobs.iter() {
        let key = PanelKey { order: by_order.then_some(row.order), ..PanelKey::of(&row) };
        varied.entry(key).or_default().add(&row);
        let panel = squares.entry(key).or_default();
        panel.entry(row.start).or_insert_with(|| SquareJobs::like(&row)).add(&row);
    }
    if squares.is_empty() {
        return Err(PlotError::NoRows);
    }
    if squares.len() > MOST_PANELS {
        let what = compared::what_varies(&squares.keys().copied().collect::<Vec<_>>());
        return Err(PlotError::TooManyPanels { panels: squares.len(), what, most: MOST_PANELS });
    }
    let are_of_files = squares.values().flat_map(BTreeMap::values).any(|jobs| jobs.are_of_files);
    let are_several = squares.values().flat_map(BTreeMap::values).any(|jobs| jobs.are_several);
    let stats: BTreeMap<PanelKey, BTreeMap<Square, JobStats>> = squares
        .into_iter()
        .map(|(key, panel)| {
            (key, panel.into_iter().map(|(square, jobs)| (square, jobs.costs.sorted())).collect())
        })
        .collect();
    let statistic = match are_several {
        false => Statistic::Checks,
        true => statistic(&stats.values().flat_map(BTreeMap::values).collect::<Vec<_>>()),
    };
    let keys: Vec<PanelKey> = stats.keys().copied().collect();
    let (shared, titles) = compared::named(&keys);
    let (over, over_in_panels) = in_all_and_in_each(&varied.into_values().collect::<Vec<_>>());
    let titles = titles.into_iter().zip(over_in_panels).map(|(title, over)| match statistic {
        Statistic::Checks => title,
        Statistic::Median | Statistic::Share => format!("{title}{over}"),
    });
    let drawn = stats.into_iter().zip(titles).map(|((key, squares), title)| Panel {
        title,
        board: key.board,
        squares: squares
            .into_iter()
            .map(|(square, stats)| {
                let name = named(key.board, square);
                (square, shown(statistic, are_several, name, &stats))
            })
            .collect(),
    });
    Ok(Maps {
        headline: statistic.headline(&over)
            + if are_of_files { ", files taken together: " } else { ": " }
            + &shared,
        measure: statistic.measure(),
        panels: drawn.collect(),
    })
}

impl SquareJobs {
    fn like(row: &JobRow) -> SquareJobs {
        SquareJobs {
            costs: JobCosts::default(),
            first: (row.order, row.seed),
            are_several: false,
            file: row.file,
            are_of_files: false,
        }
    }

    fn add(&mut self, row: &JobRow) {
        self.are_several |= self.first != (row.order, row.seed);
        self.are_of_files |= self.file != row.file;
        self.costs.add(row);
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
/// numbers, else the share of jobs with a tour.
fn statistic(squares: &[&JobStats]) -> Statistic {
    let medians: Vec<Quantile> = squares.iter().map(|stats| stats.median()).collect();
    let numbers = medians.iter().filter(|median| median.number().is_some()).count();
    let shares: Vec<Option<f64>> = squares.iter().map(|stats| stats.success_rate()).collect();
    let are_equal = medians.iter().all(|median| *median == medians[0]);
    let differ = shares.iter().any(|share| *share != shares[0]);
    match 2 * numbers < squares.len() || (are_equal && differ) {
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

    fn measure(self) -> Measure {
        let (label, quantity) = match self {
            Statistic::Checks => ("checks", Quantity::Counts),
            Statistic::Median => ("median checks of all jobs", Quantity::Counts),
            Statistic::Share => ("share of jobs with a tour", Quantity::Shares),
        };
        Measure { label: label.to_owned(), quantity }
    }
}

/// What the jobs of a square differ in.
#[derive(Default)]
struct Varied {
    orders: BTreeSet<MoveOrder>,
    seeds: BTreeSet<u64>,
}

impl Varied {
    fn add(&mut self, row: &JobRow) {
        self.orders.insert(row.order);
        self.seeds.extend(row.seed);
    }

    fn counts(&self) -> [(usize, &'static str); 2] {
        [(self.orders.len(), "order"), (self.seeds.len(), "seed")]
    }
}

/// What all panels vary alike, `, over 40,320 orders`, and for each panel what it varies otherwise.
fn in_all_and_in_each(panels: &[Varied]) -> (String, Vec<String>) {
    let is_alike = |part: usize| {
        panels.iter().all(|panel| panel.counts()[part].0 == panels[0].counts()[part].0)
    };
    let over = |panel: &Varied, is_wanted: &dyn Fn(usize, usize) -> bool| {
        let counts = panel.counts().into_iter().enumerate();
        let wanted = counts.filter(|(part, (count, _))| is_wanted(*part, *count));
        let words: Vec<String> =
            wanted.map(|(_, (count, noun))| counted(count as u64, noun)).collect();
        if words.is_empty() { String::new() } else { format!(", over {}", words.join(" and ")) }
    };
    let all = panels.first().map(|first| over(first, &|part, count| is_alike(part) && count > 1));
    let each = panels.iter().map(|panel| over(panel, &|part, count| !is_alike(part) && count > 0));
    (all.unwrap_or_default(), each.collect())
}

fn shown(statistic: Statistic, are_several: bool, name: String, stats: &JobStats) -> MapSquare {
    let fill = match (statistic, stats.median()) {
        (Statistic::Share, _) => {
            let value = stats.success_rate().unwrap_or(0.0);
            Fill::Value { value, exact: percent(value) }
        }
        (_, Quantile::Number(number)) => {
            Fill::Value { value: number.as_f64(), exact: number.grouped() }
        }
        (_, Quantile::Above(bound)) => Fill::Above(Some(bound)),
        (_, Quantile::Missing) if stats.with(Outcome::Stuck) > stats.costs.unknown() => Fill::Stuck,
        (_, Quantile::Missing) => Fill::Unknown,
    };
    let words = if are_several { in_words(stats) } else { one_in_words(stats) };
    MapSquare {
        fill,
        has_no_tour: stats.with(Outcome::None) > 0,
        words: format!("{name}: {words}"),
    }
}

/// A share with one decimal, or as many as it takes to tell it from nothing and from all: `5.1%`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent.min(100.0 - percent) {
        0.0 => format!("{percent}%"),
        least if least < 0.01 => format!("{percent:.4}%"),
        least if least < 0.1 => format!("{percent:.3}%"),
        least if least < 1.0 => format!("{percent:.2}%"),
        _ => format!("{percent:.1}%"),
    }
}

/// What the only job of a square found.
fn one_in_words(stats: &JobStats) -> String {
    let median = stats.median();
    let outcome = Outcome::ALL.iter().copied().find(|&outcome| stats.with(outcome) > 0);
    match outcome.unwrap_or(Outcome::Memory) {
        Outcome::Tour => format!("a tour after {median} checks"),
        Outcome::None => format!("proved to have no tour: {median} checks"),
        Outcome::Budget => format!("stopped by its budget: {median} checks"),
        Outcome::Stuck => "stuck in a dead end".to_owned(),
        other => other.of_jobs().to_owned(),
    }
}

fn in_words(stats: &JobStats) -> String {
    let tours = grouped(stats.with(Outcome::Tour).into());
    let mut text = format!("{tours} of {} with a tour", counted(stats.jobs(), "job"));
    if stats.with(Outcome::None) > 0 {
        text += &format!(", {} without", grouped(stats.with(Outcome::None).into()));
    }
    for (outcome, jobs) in stats.undecided() {
        text += &format!(", {} {}", grouped(jobs.into()), outcome.of_jobs());
    }
    text + &format!("; median {} checks", stats.median())
}
