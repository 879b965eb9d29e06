//! A histogram for each group. Beside it stand the jobs without a count.

use std::collections::BTreeSet;

use crate::pictures::distribution::{bins::Bins, in_words};
use crate::pictures::drawing::{Axis, Data, Picture, Ticks, series};
use crate::pictures::groups::GroupStats;
use crate::pictures::histogram::{Bin, Histograms, Panel, Part};
use crate::pictures::outcomes::look;
use crate::text::formatting::{counted, grouped};
use knight_search::Outcome;

/// Draws a panel for each group. Gives a note on what they show.
pub(super) fn draw(picture: &mut Picture, groups: &[GroupStats]) -> String {
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
    note(groups)
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
