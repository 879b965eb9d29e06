//! How checks are distributed over orders, seeds or starts: histograms with the same axes.

pub mod bins;

use std::collections::BTreeSet;

use crate::analysis::Column;
use crate::pictures::distribution::bins::Bins;
use crate::pictures::drawing::{Axis, Data, Picture, Style, Ticks, field, series};
use crate::pictures::groups::{self, GroupStats};
use crate::pictures::histogram::{Bin, Histograms, Panel, Part};
use crate::pictures::outcomes::{self, look};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, Variety};
use crate::text::formatting::{counted, grouped};
use knight_search::Outcome;

/// How checks are distributed over orders.
pub static PLOT: Plot = Plot {
    name: "distribution",
    doc: "how the checks of a start are distributed over orders",
    options: &[PlotOption::Groups, PlotOption::Axes],
    suits: |_, variety| {
        let Variety { boards, starts, orders, .. } = *variety;
        boards < 2 && starts < 2 && orders > 1
    },
    is_worth: |_, variety| variety.orders > 1,
    has_one_budget: true,
    draw,
};

/// More panels than this would be too high.
const MOST_PANELS: usize = 6;

/// Draws a panel for each group.
///
/// # Errors
/// [`PlotError::TooMany`] groups.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    // Checks are distributed over what has the most values, and the others make the panels.
    let within = [Column::Start, Column::Seed, Column::Order];
    let variety = |column: &Column| input.values(*column).len();
    let over = within.into_iter().max_by_key(variety).unwrap_or(Column::Order);
    let mut among = vec![Column::Board, Column::Goal, Column::Rule, Column::Start, Column::Order];
    among.retain(|column| *column != over);
    let by = groups::chosen(input, &among, MOST_PANELS);
    let groups = groups::grouped_by(input, &by);
    groups::check(groups.len(), MOST_PANELS)?;
    let headline = match groups.as_slice() {
        [only] => format!("Checks: {}", outcomes::found(&only.stats)),
        _ => {
            let jobs = counted(input.jobs.len(), "job");
            format!("Checks of {jobs}{}", groups::by_columns(&by))
        }
    };
    let mut picture = Picture::of(style, headline);
    draw_panels(&mut picture, &groups);
    picture.notes = vec![groups::in_common(input, &by), note(&groups)];
    Ok(picture)
}

/// Draws a panel for each group, one below the other.
fn draw_panels(picture: &mut Picture, groups: &[GroupStats]) {
    let bins = bins(groups);
    let counts: Vec<Vec<u64>> =
        groups.iter().map(|group| bins.counted(group.stats.costs.exact())).collect();
    let panel = |(group, counts): (&GroupStats, &Vec<u64>)| {
        let costs = &group.stats.costs;
        // Where the bin ends that a budget ends.
        let budgets = costs.budgets().map(|(budget, _)| budget.saturating_add(1) as f64);
        let median = group.stats.median().number().map(|median| median.as_f64().max(1.0));
        let lines = budgets.map(|budget| (budget, "class=\"guide\""));
        Panel {
            // The headline has the numbers of the only one.
            title: if groups.len() > 1 { in_words(group) } else { String::new() },
            bins: bars(&bins, counts),
            lines: lines.chain(median.map(|median| (median, "class=\"stroke\""))).collect(),
            beside: undecided(group),
        }
    };
    let panels = groups.iter().zip(&counts).map(panel).collect();
    let scale = bins.scale();
    let across = Axis::new(scale, Ticks::of_counts(scale), "checks");
    Histograms { across, noun: "jobs", beside: "no count", panels }.draw(picture);
    picture.tabulate(|| data(&bins, &counts, groups));
}

/// `from (1,1): 24 of 64 jobs found a tour, 40 stopped by the budget; median > 1,000 checks`.
fn in_words(group: &GroupStats) -> String {
    format!("{}: {}", group.name, outcomes::found(&group.stats))
}

/// What the panels show.
fn note(groups: &[GroupStats]) -> String {
    let has = |what: fn(&GroupStats) -> bool| groups.iter().any(what);
    let mut note = "A count on an edge is in the bar to its right.".to_owned();
    if has(|group| group.stats.median().number().is_some()) {
        note += " Line across the bars: the median of all jobs, if it is a number.";
    }
    if has(|group| group.stats.costs.stopped() > 0) {
        note += " Dashed: the budget, beyond which nothing is known.";
    }
    note
}

/// Bins for the decided jobs of all groups; without any, those below the budgets.
fn bins(groups: &[GroupStats]) -> Bins {
    let costs = || groups.iter().map(|group| &group.stats.costs);
    let budgets: BTreeSet<u128> =
        costs().flat_map(|costs| costs.budgets()).map(|(budget, _)| budget).collect();
    let without = budgets.first().map_or(1, |budget| budget / 10);
    let least = costs().filter_map(|costs| costs.exact().next()).min().unwrap_or(without);
    let largest = costs().filter_map(|costs| costs.exact().last()).max().unwrap_or(without);
    Bins::of(least, largest, &budgets)
}

/// The bins of each group, and how many jobs have no count.
fn data(bins: &Bins, counts: &[Vec<u64>], groups: &[GroupStats]) -> Data {
    let of_group = |(group, counts): (&GroupStats, &Vec<u64>)| {
        let row = |ends: Option<[u128; 2]>, jobs: u64, outcome: &str| {
            let [from, to] = [0, 1].map(|end| field(ends.map(|ends| ends[end])));
            [group.name.clone(), from, to, jobs.to_string(), outcome.to_owned()]
        };
        let edges = bins.edges.windows(2).map(|edges| Some([edges[0], edges[1] - 1]));
        let decided = edges.zip(counts).map(|(ends, &jobs)| row(ends, jobs, "decided"));
        let undecided = group.stats.undecided();
        let undecided = undecided.map(|(outcome, jobs)| row(None, jobs, outcome.word()));
        decided.chain(undecided).collect::<Vec<_>>()
    };
    let rows = groups.iter().zip(counts).flat_map(of_group);
    Data::of("group,checks_from,checks_to,jobs,outcome", rows)
}

/// The bars of the bins with jobs.
fn bars(bins: &Bins, counts: &[u64]) -> Vec<Bin> {
    let bins = bins.edges.windows(2).zip(counts).filter(|(_, jobs)| **jobs > 0);
    let bar = |(edges, &count): (&[u128], &u64)| {
        let (from, to) = (grouped(edges[0]), grouped(edges[1] - 1));
        let range = if from == to { from } else { format!("{from} to {to}") };
        let words = format!("{} with {range} checks", counted(count, "job"));
        let part = Part { count, paint: series::fill(0), hatch: None, words };
        Bin { ends: [edges[0] as f64, edges[1] as f64], parts: vec![part] }
    };
    bins.map(bar).collect()
}

/// The jobs of a group without a count, by outcome, hatched if a budget stopped them.
fn undecided(group: &GroupStats) -> Vec<Part> {
    let part = |(outcome, count): (Outcome, u64)| {
        let (paint, hatch) = match outcome {
            Outcome::Budget => ("class=\"unknown\"".to_owned(), Some("class=\"hatch\"")),
            _ => (series::fill(look(outcome).series), None),
        };
        let words = format!("{} {}", counted(count, "job"), look(outcome).words);
        Part { count, paint, hatch, words }
    };
    group.stats.undecided().map(part).collect()
}
