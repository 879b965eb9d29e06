//! A histogram for each group, or a dot for each job where there are few. Jobs without a count
//! stand beside them.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, JobRow, Value};
use crate::pictures::PlotInput;
use crate::pictures::beside::{Beside, SideBar};
use crate::pictures::distribution::{bins::Bins, in_words};
use crate::pictures::drawing::{
    Anchor, Area, Axis, ChartMark, Data, Frame, LINE, Labels, Picture, Scale, Spot, Style, Ticks,
    axes, series,
};
use crate::pictures::ecdf::logarithmic;
use crate::pictures::groups::{self, GroupStats};
use crate::pictures::outcomes::look;
use crate::text::formatting::{counted, grouped};
use knight_search::Outcome;

/// Groups of at most this many counts are drawn as dots.
const MOST_DOTS: u64 = 30;

/// What a panel shows.
enum Marks {
    /// Histograms: the bins, and the number of jobs in them by group.
    Bars(Bins, Vec<Vec<u64>>),
    /// The decided jobs of each group, ascending.
    Dots(Vec<Vec<(u128, JobRow)>>),
}

/// Draws the panels below one another with the same axes. Gives the lower end, and a note on what
/// they show.
pub(super) fn draw(
    picture: &mut Picture,
    style: &Style,
    input: &PlotInput,
    by: &[Column],
    groups: &[GroupStats],
) -> (f64, String) {
    let marks = Marks::of(input, by, groups);
    let beyond: Vec<Vec<SideBar>> = groups.iter().map(undecided).collect();
    let (scale, label, up, height) = marks.axes(style, groups, &beyond);
    let (ticks, jobs) = match &marks {
        Marks::Bars(..) if up.is_log => (Ticks::Round, "jobs (logarithmic)"),
        Marks::Bars(..) => (Ticks::At(up.whole_ticks()), "jobs"),
        Marks::Dots(_) => (Ticks::At(Vec::new()), ""),
    };
    let up = Axis { scale: up, ticks, label: jobs };
    let ticks = if scale.is_log { Ticks::Round } else { Ticks::At(scale.whole_ticks()) };
    let last = Axis { scale, ticks, label };
    let unnamed = Axis { scale, ticks: Ticks::Unnamed, label: "" };
    let beside = Beside::of(style, beyond.iter().flatten());
    let below = 1.7 * style.small() + LINE * style.font;
    let outer = Area { x: 0.0, y: 0.0, width: beside.left(), height: height + below };
    // The numbers of the last panel need room at the right: all frames end where its frame does.
    let right = axes::draw(&mut Picture::of(style, ""), style, outer, &last, &up).area.right();
    let mut top = 0.0;
    let mut is_any_cut = false;
    for (place, group) in groups.iter().enumerate() {
        // The headline has the numbers of the only one.
        if groups.len() > 1 {
            let first = (0.0, top + style.font);
            let next = picture.write_wrapped(first, style.width, style.font, "", &in_words(group));
            top = next - 0.7 * style.font;
        }
        let outer = Area { y: top, ..outer };
        let frame = if place + 1 == groups.len() {
            axes::draw(picture, style, outer, &last, &up)
        } else {
            let outer = Area { width: right + 1.0, height, ..outer };
            axes::draw(picture, style, outer, &unnamed, &up)
        };
        picture.group(format_args!("data-series=\"{place}\""), |picture| match &marks {
            Marks::Bars(bins, counts) => bars(picture, &frame, bins, &counts[place]),
            Marks::Dots(dots) => stacks(picture, &frame, 0.32 * style.font, &dots[place]),
        });
        name_budget(picture, style, &frame, (&marks, place), group);
        let mut line = |checks: f64, paint: &str| {
            let x = frame.x(checks.max(1.0));
            picture.line((x, frame.area.y), (x, frame.area.bottom()), paint);
        };
        for (budget, _) in group.stats.costs.budgets() {
            line(marks.end_of(budget), "class=\"guide\"");
        }
        if let Some(median) = group.stats.median().number() {
            line(median.as_f64(), "class=\"stroke\"");
        }
        frame.border(picture);
        is_any_cut |= beside.draw(picture, &frame, &beyond[place]);
        top = frame.area.bottom() + 0.8 * style.font;
    }
    picture.tabulate(|| marks.data(groups));
    let bottom = top - 0.8 * style.font;
    beside.draw_names(picture, bottom);
    (bottom + below, note(&marks, groups, is_any_cut))
}

/// What the panels show.
fn note(marks: &Marks, groups: &[GroupStats], is_any_cut: bool) -> String {
    let has = |what: fn(&GroupStats) -> bool| groups.iter().any(what);
    let mut note = marks.note().to_owned();
    if has(|group| group.stats.median().number().is_some()) {
        note += " Black line: the median of all jobs, if it is a number.";
    }
    if has(|group| group.stats.costs.stopped() > 0) {
        note += " Dashed: the budget, beyond which nothing is known.";
    }
    if is_any_cut {
        note += " A bar with a gap is cut; its number is above it.";
    }
    note
}

impl Marks {
    fn of(input: &PlotInput, by: &[Column], groups: &[GroupStats]) -> Marks {
        let costs = || groups.iter().map(|group| &group.stats.costs);
        if costs().any(|costs| costs.decided() > MOST_DOTS) {
            let least = costs().filter_map(|costs| costs.exact().next()).min().unwrap_or(1);
            let largest = costs().filter_map(|costs| costs.exact().last()).max().unwrap_or(1);
            let budgets: BTreeSet<u128> =
                costs().flat_map(|costs| costs.budgets()).map(|(budget, _)| budget).collect();
            let bins = Bins::of(least, largest, &budgets);
            let counts = costs().map(|costs| bins.counted(costs.exact())).collect();
            return Marks::Bars(bins, counts);
        }
        let mut dots: BTreeMap<&[Value], Vec<(u128, JobRow)>> =
            groups.iter().map(|group| (group.values.as_slice(), Vec::new())).collect();
        for row in input.jobs.iter() {
            if let (Some(checks), Some(dots)) =
                (row.cost.exact(), dots.get_mut(groups::key(by, &row).as_slice()))
            {
                dots.push((checks, row));
            }
        }
        // Both are in the order of the values.
        let mut dots: Vec<Vec<(u128, JobRow)>> = dots.into_values().collect();
        dots.iter_mut().for_each(|dots| dots.sort_by_key(|(checks, row)| (*checks, row.job)));
        Marks::Dots(dots)
    }

    /// The bins, or the jobs, of each group, and how many jobs have no count.
    fn data(&self, groups: &[GroupStats]) -> Data {
        let of_group = |(place, group): (usize, &GroupStats)| {
            let row = |from: u128, to: u128, jobs: u64| {
                let ends = [from, to].map(|end| end.to_string());
                [
                    group.name.clone(),
                    ends[0].clone(),
                    ends[1].clone(),
                    jobs.to_string(),
                    "decided".to_owned(),
                ]
            };
            let undecided = group.stats.undecided().map(|(outcome, jobs)| {
                let empty = String::new;
                [group.name.clone(), empty(), empty(), jobs.to_string(), outcome.to_string()]
            });
            let mut rows: Vec<[String; 5]> = match self {
                Marks::Bars(bins, counts) => {
                    let bins = bins.edges.windows(2).zip(&counts[place]);
                    bins.map(|(edges, jobs)| row(edges[0], edges[1] - 1, *jobs)).collect()
                }
                Marks::Dots(dots) => {
                    dots[place].iter().map(|(checks, _)| row(*checks, *checks, 1)).collect()
                }
            };
            rows.extend(undecided);
            rows
        };
        let rows = groups.iter().enumerate().flat_map(of_group);
        let data = Data::of(["group", "checks_from", "checks_to", "jobs", "outcome"], rows);
        let bars = ChartMark::Bars { to: "checks_to" };
        match self {
            Marks::Bars(..) => data.drawn_as(bars, ["checks_from", "jobs", "group"]),
            Marks::Dots(_) => data,
        }
    }

    /// Where a budget is drawn: at the end of the bin that it ends.
    fn end_of(&self, budget: u128) -> f64 {
        match self {
            Marks::Bars(..) => budget.saturating_add(1) as f64,
            Marks::Dots(_) => budget as f64,
        }
    }

    fn note(&self) -> &'static str {
        match self {
            Marks::Bars(..) => "A count on an edge is in the bar to its right.",
            Marks::Dots(_) => "A dot is a decided job.",
        }
    }

    /// The scale of the checks, what it shows, the scale of the jobs, and the height of a panel.
    fn axes(
        &self,
        style: &Style,
        groups: &[GroupStats],
        beyond: &[Vec<SideBar>],
    ) -> (Scale, &'static str, Scale, f64) {
        match self {
            Marks::Bars(bins, counts) => {
                let label = if bins.is_linear { "checks" } else { "checks (logarithmic)" };
                let share = if groups.len() == 1 { 0.4 } else { 0.2 };
                let bars: Vec<u64> = counts.iter().flatten().copied().collect();
                let up = Scale::of_counts(&bars, beyond.iter().flatten().map(|bar| bar.count));
                (bins.scale(), label, up, style.chart_height(share, 90.0, 260.0))
            }
            Marks::Dots(dots) => {
                let counts = dots.iter().flatten().map(|dot| dot.0);
                // Without a dot the axis still has the budgets.
                let budgets = groups.iter().flat_map(|group| group.stats.costs.budgets());
                let ends = counts.chain(budgets.map(|(budget, _)| budget));
                let scale = Scale::tight(ends.map(logarithmic));
                let most = groups.iter().map(|group| group.stats.jobs()).max().unwrap_or(1);
                // Above the bar of all jobs there is room for its number.
                let up = Scale::linear(0.0, 1.4 * most as f64);
                let height = style.choices.height.unwrap_or(5.0 * style.font);
                (scale, "checks (logarithmic)", up, height)
            }
        }
    }
}

/// Names the only budget that stopped jobs of a panel at its line, where there is room.
fn name_budget(
    picture: &mut Picture,
    style: &Style,
    frame: &Frame,
    (marks, place): (&Marks, usize),
    group: &GroupStats,
) {
    let mut budgets = group.stats.costs.budgets();
    let (Marks::Bars(bins, counts), Some((budget, _)), None) =
        (marks, budgets.next(), budgets.next())
    else {
        return;
    };
    let mut labels = Labels::within(frame.area);
    bin_areas(frame, bins, &counts[place]).for_each(|(area, ..)| labels.keep_off(area));
    if let Some(median) = group.stats.median().number() {
        labels.keep_off(Area { x: frame.x(median.as_f64()), width: 1.0, ..frame.area });
    }
    let (x, size) = (frame.x(marks.end_of(budget)) - 0.4 * style.small(), style.small());
    let lower = (1..20).map(|line| frame.area.y + 1.1 * size * f64::from(line));
    let spots = lower.map(|y| Spot { x, y, anchor: Anchor::End });
    let name = format!("budget {}", grouped(budget));
    if let Some(Spot { x, y, anchor }) = labels.put(&name, size, spots) {
        picture.write((x, y), anchor, size, "class=\"note over\"", &name);
    }
}

/// The bars of the bins with jobs: where they are, the ends of the bin, and its jobs.
fn bin_areas<'a>(
    frame: &'a Frame,
    bins: &'a Bins,
    counts: &'a [u64],
) -> impl Iterator<Item = (Area, [u128; 2], u64)> + 'a {
    let bins = bins.edges.windows(2).zip(counts).filter(|(_, jobs)| **jobs > 0);
    bins.map(|(edges, &jobs)| {
        let (left, right) = (frame.x(edges[0] as f64), frame.x(edges[1] as f64));
        let top = frame.y(jobs as f64);
        let width = (right - left - 0.5).max(0.5);
        let area = Area { x: left, y: top, width, height: frame.area.bottom() - top };
        (area, [edges[0], edges[1] - 1], jobs)
    })
}

fn bars(picture: &mut Picture, frame: &Frame, bins: &Bins, counts: &[u64]) {
    for (area, [from, to], jobs) in bin_areas(frame, bins, counts) {
        let (from, to) = (grouped(from), grouped(to));
        let range = if from == to { from } else { format!("{from} to {to}") };
        let words = format!("{} with {range} checks", counted(jobs, "job"));
        picture.rect(area, series::fill(0), &words);
    }
}

/// Dots stand on one another where there is no room side by side; a full stack is pressed together.
fn stacks(picture: &mut Picture, frame: &Frame, radius: f64, jobs: &[(u128, JobRow)]) {
    let mut ends: Vec<f64> = Vec::new();
    let mut dots = Vec::new();
    for (checks, row) in jobs {
        let x = frame.x(logarithmic(*checks));
        let level = ends.iter().position(|end| x - end >= 2.0 * radius).unwrap_or(ends.len());
        match ends.get_mut(level) {
            Some(end) => *end = x,
            None => ends.push(x),
        }
        dots.push((x, level, grouped(*checks), row));
    }
    let step = (2.0 * radius).min((frame.area.height - 3.0 * radius) / ends.len().max(1) as f64);
    for (x, level, checks, row) in dots {
        let y = frame.area.bottom() - 1.4 * radius - level as f64 * step;
        let JobRow { setting, start, order, outcome, .. } = row;
        let seed = row.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let words = format!(
            "{} from {start}, order {order}{seed}: {checks} checks, {outcome}",
            setting.board
        );
        let paint = format!("{} fill-opacity=\"0.8\"", series::fill(0));
        picture.disc(x, y, radius, paint, &words);
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
