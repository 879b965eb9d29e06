//! A histogram for each group. Jobs without a count stand beside it.

use std::collections::BTreeSet;

use crate::pictures::PlotError;
use crate::pictures::beside::{Beside, SideBar};
use crate::pictures::distribution::{bins::Bins, in_words};
use crate::pictures::drawing::{
    Area, Axis, Data, Frame, LINE, Picture, Scale, Ticks, axes, series, text,
};
use crate::pictures::groups::GroupStats;
use crate::pictures::outcomes::look;
use crate::text::formatting::{counted, grouped};
use knight_search::Outcome;

/// Draws the panels below one another with the same axes. Gives the lower end, and a note on what
/// they show.
///
/// # Errors
/// [`PlotError::TooNarrow`].
pub(super) fn draw(
    picture: &mut Picture,
    groups: &[GroupStats],
) -> Result<(f64, String), PlotError> {
    let style = &picture.style.clone();
    let bins = bins(groups);
    let counts: Vec<Vec<u64>> =
        groups.iter().map(|group| bins.counted(group.stats.costs.exact())).collect();
    let beyond: Vec<Vec<SideBar>> = groups.iter().map(undecided).collect();
    let scale = bins.scale();
    let height = style.chart_height(if groups.len() == 1 { 0.7 } else { 0.35 });
    let bars = counts.iter().flatten().copied();
    let up = Scale::of_counts(bars.chain(beyond.iter().flatten().map(|bar| bar.count)));
    let up = Axis::new(up, Ticks::of_counts(up), "jobs");
    let last = Axis::new(scale, Ticks::of_counts(scale), "checks");
    let beside = Beside::of(style, beyond.iter().flatten())?;
    let lines = text::wrapped(&last.label, style.font, beside.left()).len() as f64;
    let below = 1.7 * style.small() + lines * LINE * style.font;
    let outer = Area { x: 0.0, y: 0.0, width: beside.left(), height: height + below };
    let mut top = 0.0;
    for (place, group) in groups.iter().enumerate() {
        // The headline has the numbers of the only one.
        if groups.len() > 1 {
            let first = (0.0, top + style.font);
            let next = picture.write_wrapped(first, style.width, style.font, "", &in_words(group));
            top = next - 0.7 * style.font;
        }
        let outer = Area { y: top, ..outer };
        let frame = if place + 1 == groups.len() {
            axes::draw(picture, outer, &last, &up)
        } else {
            let outer = Area { height, ..outer };
            axes::draw(picture, outer, &last.unnamed(), &up)
        };
        draw_bars(picture, &frame, &bins, &counts[place]);
        for (budget, _) in group.stats.costs.budgets() {
            frame.upright(picture, end_of(budget), "class=\"guide\"");
        }
        if let Some(median) = group.stats.median().number() {
            frame.upright(picture, median.as_f64().max(1.0), "class=\"stroke\"");
        }
        frame.border(picture);
        beside.draw(picture, &frame, &beyond[place]);
        top = frame.area.bottom() + 0.8 * style.font;
    }
    picture.tabulate(|| data(&bins, &counts, groups));
    let bottom = top - 0.8 * style.font;
    beside.draw_names(picture, bottom);
    Ok((bottom + below, note(groups)))
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
        let name = group.name.clone();
        let row = move |ends: [String; 2], jobs: u64, outcome: &str| {
            let [from, to] = ends;
            [name.clone(), from, to, jobs.to_string(), outcome.to_owned()]
        };
        let edges = bins.edges.windows(2).map(|edges| [edges[0], edges[1] - 1]);
        let decided = edges
            .zip(counts)
            .map(|(ends, &jobs)| row(ends.map(|end| end.to_string()), jobs, "decided"));
        let undecided = group.stats.undecided();
        let undecided =
            undecided.map(|(outcome, jobs)| row(Default::default(), jobs, outcome.word()));
        decided.chain(undecided).collect::<Vec<_>>()
    };
    let rows = groups.iter().zip(counts).flat_map(of_group);
    Data::of("group,checks_from,checks_to,jobs,outcome", rows)
}

/// Where a budget is drawn: at the end of the bin that it ends.
fn end_of(budget: u128) -> f64 {
    budget.saturating_add(1) as f64
}

/// Draws the bars of the bins with jobs.
fn draw_bars(picture: &mut Picture, frame: &Frame, bins: &Bins, counts: &[u64]) {
    let bins = bins.edges.windows(2).zip(counts).filter(|(_, jobs)| **jobs > 0);
    for (edges, &jobs) in bins {
        let (x, right) = (frame.x(edges[0] as f64), frame.x(edges[1] as f64));
        let (y, width) = (frame.y(jobs as f64), (right - x - 0.5).max(0.5));
        let area = Area { x, y, width, height: frame.area.bottom() - y };
        let (from, to) = (grouped(edges[0]), grouped(edges[1] - 1));
        let range = if from == to { from } else { format!("{from} to {to}") };
        let words = format!("{} with {range} checks", counted(jobs, "job"));
        picture.rect(area, series::fill(0), &words);
    }
}

/// A bar for each outcome of a group without a count, hatched if a budget stopped the jobs.
fn undecided(group: &GroupStats) -> Vec<SideBar> {
    let bar = |(outcome, jobs): (Outcome, u64)| SideBar {
        name: look(outcome).short,
        count: jobs,
        paint: "class=\"unknown\"".to_owned(),
        is_hatched: outcome == Outcome::Budget,
        words: format!("{} {}", counted(jobs, "job"), look(outcome).short),
    };
    group.stats.undecided().map(bar).collect()
}
