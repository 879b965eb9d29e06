//! A histogram for each group, or a dot for each job where there are few. Jobs without a count
//! stand beside them.

use std::collections::BTreeMap;

use crate::analysis::{Column, JobRow, Value};
use crate::pictures::PlotInput;
use crate::pictures::distribution::{bins::Bins, in_words};
use crate::pictures::drawing::{
    Anchor, Area, Axis, Frame, LINE, Picture, Scale, Style, Tick, Ticks, axes, series, text,
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
    let (scale, label, most, height) = marks.axes(style, groups);
    let up = Scale::linear(0.0, most);
    let (ticks, jobs) = match &marks {
        Marks::Bars(..) => (whole(up), "jobs"),
        Marks::Dots(_) => (Vec::new(), ""),
    };
    let up = Axis { scale: up, ticks: Ticks::At(ticks), label: jobs };
    let ticks = if scale.is_log { Ticks::Round } else { Ticks::At(whole(scale)) };
    let last = Axis { scale, ticks, label };
    let unnamed = Axis { scale, ticks: Ticks::Unnamed, label: "" };
    let beside = Beside::of(style, groups);
    let below = 1.7 * style.small() + LINE * style.font;
    let width = style.width - beside.outcomes.len() as f64 * beside.width;
    let outer = Area { x: 0.0, y: 0.0, width, height: height + below };
    // The numbers of the last panel need room at the right: all frames end where its frame does.
    let right = axes::draw(&mut Picture::of(style, ""), style, outer, &last, &up).area.right();
    let mut top = 0.0;
    let mut is_any_cut = false;
    for (place, group) in groups.iter().enumerate() {
        let first = (0.0, top + style.font);
        let next = picture.write_wrapped(first, style.width, style.font, "", &in_words(group));
        let outer = Area { y: next - 0.7 * style.font, ..outer };
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
        if let Some(median) = group.stats.median().number() {
            let x = frame.x(median.as_f64().max(1.0));
            picture.line((x, frame.area.y), (x, frame.area.bottom()), "class=\"guide\"");
        }
        frame.border(picture);
        is_any_cut |= beside.draw(picture, style, &frame, width, group);
        top = frame.area.bottom() + 0.8 * style.font;
    }
    let bottom = top - 0.8 * style.font;
    beside.draw_names(picture, style.small(), (width, bottom));
    let has_median = groups.iter().any(|group| group.stats.median().number().is_some());
    let dashed =
        if has_median { " Dashed: the median of all jobs, if it is a number." } else { "" };
    let cut = if is_any_cut { " A bar with a gap is cut; its number is above it." } else { "" };
    (bottom + below, format!("{}{dashed}{cut}", marks.note()))
}

/// Ticks for whole numbers, with all their digits.
fn whole(scale: Scale) -> Vec<Tick> {
    let ticks = scale.ticks(5).into_iter().filter(|tick| tick.value.fract() == 0.0);
    ticks.map(|tick| Tick { label: grouped(tick.value as u128), ..tick }).collect()
}

impl Marks {
    fn of(input: &PlotInput, by: &[Column], groups: &[GroupStats]) -> Marks {
        let costs = || groups.iter().map(|group| &group.stats.costs);
        if costs().any(|costs| costs.decided() > MOST_DOTS) {
            let least = costs().filter_map(|costs| costs.exact().next()).min().unwrap_or(1);
            let largest = costs().filter_map(|costs| costs.exact().last()).max().unwrap_or(1);
            let bins = Bins::of(least, largest);
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

    fn note(&self) -> &'static str {
        match self {
            Marks::Bars(..) => "A count on an edge is in the bar to its right.",
            Marks::Dots(_) => "A dot is a decided job.",
        }
    }

    /// The scale of the checks, what it shows, how many jobs the other axis has room for, and the
    /// height of a panel.
    fn axes(&self, style: &Style, groups: &[GroupStats]) -> (Scale, &'static str, f64, f64) {
        match self {
            Marks::Bars(bins, counts) => {
                let label = if bins.is_linear { "checks" } else { "checks (logarithmic)" };
                let share = if groups.len() == 1 { 0.4 } else { 0.2 };
                let most = counts.iter().flatten().copied().max().unwrap_or(1);
                (bins.scale(), label, 1.08 * most as f64, style.chart_height(share, 90.0, 260.0))
            }
            Marks::Dots(dots) => {
                let counts = dots.iter().flatten().map(|dot| dot.0);
                // Without a dot the axis still has the budgets.
                let budgets = groups.iter().flat_map(|group| group.stats.costs.budgets());
                let ends = counts.chain(budgets.map(|(budget, _)| budget));
                let scale = Scale::tight(ends.map(logarithmic));
                let most = groups.iter().map(|group| group.stats.jobs()).max().unwrap_or(1);
                // Above the bar of all jobs there is room for its number.
                (scale, "checks (logarithmic)", 1.4 * most as f64, 5.0 * style.font)
            }
        }
    }
}

fn bars(picture: &mut Picture, frame: &Frame, bins: &Bins, counts: &[u64]) {
    for (edges, &jobs) in bins.edges.windows(2).zip(counts).filter(|(_, jobs)| **jobs > 0) {
        let (left, right) = (frame.x(edges[0] as f64), frame.x(edges[1] as f64));
        let top = frame.y(jobs as f64);
        let width = (right - left - 0.5).max(0.5);
        let area = Area { x: left, y: top, width, height: frame.area.bottom() - top };
        let (from, to) = (grouped(edges[0]), grouped(edges[1] - 1));
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

/// What stands beside the panels: a bar for each outcome without a count.
struct Beside {
    /// The outcomes of any group.
    outcomes: Vec<Outcome>,
    /// The width of a bar with the space before it.
    width: f64,
}

impl Beside {
    fn of(style: &Style, groups: &[GroupStats]) -> Beside {
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut widest: f64 = 0.0;
        for (outcome, jobs) in groups.iter().flat_map(|group| group.stats.undecided()) {
            for text in [look(outcome).short, &grouped(jobs.into())] {
                widest = widest.max(text::width(text, style.small()));
            }
            if !outcomes.contains(&outcome) {
                outcomes.push(outcome);
            }
        }
        Beside { outcomes, width: widest + 0.8 * style.small() }
    }

    /// Draws the bars of a group from `left` on the scale of its panel, hatched if a budget stopped
    /// the jobs. A bar that is too tall is cut; gives whether one is.
    fn draw(
        &self,
        picture: &mut Picture,
        style: &Style,
        frame: &Frame,
        left: f64,
        group: &GroupStats,
    ) -> bool {
        let mut is_any_cut = false;
        let small = style.small();
        let bottom = frame.area.bottom();
        let highest = frame.area.height - 1.2 * small;
        for (outcome, jobs) in group.stats.undecided() {
            let place = self.outcomes.iter().position(|it| *it == outcome).unwrap_or(0);
            let (x, width) = self.bar(left, place, small);
            let whole = bottom - frame.y(jobs as f64);
            let height = whole.min(highest);
            let bar = Area { x, y: bottom - height, width, height };
            let words = format!("{} {}", counted(jobs, "job"), look(outcome).short);
            picture.rect(bar, "class=\"unknown\"", &words);
            if outcome == Outcome::Budget {
                picture.hatch(bar, 4.0, "class=\"hatch\"");
            }
            if whole > highest {
                let cut =
                    Area { x: x - 2.0, y: bar.y + 0.2 * height, width: width + 4.0, height: 3.0 };
                picture.rect(cut, "class=\"paper\"", "");
                is_any_cut = true;
            }
            let middle = x + width / 2.0;
            let number = grouped(jobs.into());
            picture.write((middle, bar.y - 0.25 * small), Anchor::Middle, small, "", &number);
        }
        is_any_cut
    }

    /// Where the bar of this place begins, and its width.
    fn bar(&self, left: f64, place: usize, small: f64) -> (f64, f64) {
        (left + place as f64 * self.width + 0.8 * small, self.width - 0.8 * small)
    }

    /// Names the bars, below the last panel.
    fn draw_names(&self, picture: &mut Picture, small: f64, (left, bottom): (f64, f64)) {
        for (place, outcome) in self.outcomes.iter().enumerate() {
            let (x, width) = self.bar(left, place, small);
            let at = (x + width / 2.0, bottom + 1.3 * small);
            picture.write(at, Anchor::Middle, small, "", look(*outcome).short);
        }
    }
}
