//! Checks by the size of the board.

mod arrows;
mod lines;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, Cost};
use crate::pictures::drawing::labels;
use crate::pictures::drawing::scale::{extremes, power_of_ten};
use crate::pictures::drawing::{
    Anchor, Area, Axis, Curve, CurvePoint, Frame, Labels, Picture, Scale, Spot, Style, Tick, Ticks,
    axes, curves, legend, series,
};
use crate::pictures::growth::lines::{
    EstimatedMedian, MedianOnBoard, Series, growth, growth_in_words, usual_columns,
};
use crate::pictures::reference::Reference;
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, board_lines, groups};
use crate::text::formatting::{counted, listed};
use knight_search::Board;

/// Checks by board size.
pub static PLOT: Plot = Plot {
    name: "growth",
    doc: "checks by board size",
    options: &[PlotOption::Curve, PlotOption::Groups, PlotOption::Estimates, PlotOption::Axes],
    suits: |_, variety| variety.boards > 1,
    is_worth: |_, variety| variety.boards > 1,
    has_one_budget: true,
    draw,
};

/// Draws the median of all jobs on each board, a line for each group.
///
/// # Errors
/// [`PlotError::OneBoard`], [`PlotError::TooManyGroups`], or [`PlotError::NothingDecided`] if there
/// is neither a median nor a bound.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let boards = board_lines::boards(input)?;
    let by = board_lines::columns(input, usual_columns);
    let lines = lines::of(input, &by)?;
    let medians = || lines.iter().flat_map(|line| &line.boards).filter_map(MedianOnBoard::height);
    if medians().next().is_none() {
        return Err(PlotError::NothingDecided);
    }
    let headline =
        format!("Median checks of all jobs on {} boards{}", boards.len(), groups::by_columns(&by));
    let squares = || boards.iter().map(|board| board.area() as f64);
    // The curve to compare with is cut off where it would leave the medians little room.
    let most = medians().fold(FARTHEST_ALONE, f64::max).log10();
    let reference = input.reference.filter(|one| squares().any(|size| one.log10(size) <= most));
    let beside = reference.iter().flat_map(|one| squares().map(|size| one.log10(size).min(most)));
    let beside = beside.map(|log10| 10f64.powf(log10));
    let height = style.chart_height(0.6, 210.0, 380.0);
    let has_bounds = lines.iter().flat_map(|line| &line.boards).any(MedianOnBoard::is_bound);
    // An arrow, and the number above it.
    let above = if has_bounds { arrows::LENGTH * style.font + 1.2 * style.small() } else { 0.0 };
    let share = above / (0.8 * height);
    let ends = lines.iter().flat_map(|line| &line.boards).flat_map(|one| {
        let bar = one.estimated.map(|estimated| (estimated.low, estimated.high));
        bar.into_iter().chain(one.spread()).flat_map(|(low, high)| [low, high])
    });
    let up = with_room_above(Scale::tight(medians().chain(beside).chain(ends)), share);
    let across = across(squares(), lines.iter().any(|line| line.is_power));
    let label = match across.is_log {
        true => "board, by its number of squares n (logarithmic)",
        false => "board, by its number of squares n",
    };
    let across = Axis { scale: across, ticks: Ticks::At(board_ticks(&boards)), label };
    let label = "median checks of all jobs (logarithmic)";
    let up = Axis { scale: up, ticks: Ticks::Round, label };
    let (mut picture, frame) = axes::chart(style, headline, height, [&across, &up]);
    let fit = fitted(&lines);
    if let Some(fit) = &fit {
        draw_curve(&mut picture, &frame, fit);
    }
    let curves: Vec<Curve> =
        (0..lines.len()).map(|place| curve(style, &frame, &lines, place)).collect();
    curves::draw(&mut picture, &curves);
    let drawn = draw_labels(&mut picture, &frame, (&lines, &curves), input.reference);
    frame.border(&mut picture);
    legend::below(&mut picture, &curves::entries(&curves));
    picture.notes = notes(input, &by, &lines, drawn);
    picture.tabulate(|| lines::data(&lines));
    if let Some(reference) = input.reference.filter(|_| !drawn.has_reference) {
        let ends = extremes(squares().map(|size| reference.log10(size))).unwrap_or_default();
        let [low, high] = [ends.0.floor(), ends.1.ceil()].map(|end| power_of_ten(end as i32));
        let said = "has no point in this picture: on these boards it goes from";
        picture.notes.push(format!("{reference} {said} {low} to {high}."));
    }
    Ok(picture)
}

/// A curve to compare with reaches so many checks whatever the medians are.
const FARTHEST_ALONE: f64 = 1e60;

/// The logarithmic scale with this share of its length left free at the top.
fn with_room_above(scale: Scale, share: f64) -> Scale {
    let Scale { low, high, .. } = scale;
    // A little at both ends is for the numbers of the lowest and the highest.
    let room = 0.05 * (high - low);
    let (low, high) = (low - room, high + room);
    Scale::log(low, high + (high - low) * share / (1.0 - share.min(0.8)))
}

/// Logarithmic where a line is a power of the size and the sizes span more than ten times: there
/// powers are straight. On a linear scale a·cⁿ is.
fn across(squares: impl Iterator<Item = f64>, is_power: bool) -> Scale {
    let ends = extremes(squares).unwrap_or_default();
    let is_log = is_power && ends.1 > 10.0 * ends.0;
    let (low, high) = if is_log { (ends.0.log10(), ends.1.log10()) } else { ends };
    let room = 0.06 * (high - low).max(if high == low { 1.0 } else { 0.0 });
    Scale { is_log, low: low - room, high: high + room }
}

/// The growth that is drawn: that of the only line. Those of several would hide one another.
fn fitted(lines: &[Series]) -> Option<impl Fn(f64) -> f64 + '_> {
    match lines {
        [line] => growth(line),
        _ => None,
    }
}

/// The boards; those of one size share a tick.
fn board_ticks(boards: &BTreeSet<Board>) -> Vec<Tick> {
    let mut by_size: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for board in boards {
        by_size.entry(board.area()).or_default().push(board.to_string());
    }
    let tick =
        |(size, names): (usize, Vec<String>)| Tick { value: size as f64, label: names.join(", ") };
    by_size.into_iter().map(tick).collect()
}

/// Draws the curve to compare with as far as it is in the frame, and its name near its upper end.
/// Gives whether any of it is.
fn draw_reference(
    picture: &mut Picture,
    frame: &Frame,
    reference: Reference,
    labels: &mut Labels,
) -> bool {
    let Scale { low: bottom, high: top, .. } = frame.up;
    let (left, right) = frame.across.ends();
    let ends = (left.max(reference.squares(bottom)), right.min(reference.squares(top)));
    if ends.0 >= ends.1 {
        return false;
    }
    let points = along(ends).map(|n| frame.point(n, 10f64.powf(reference.log10(n))));
    let points: Vec<(f64, f64)> = points.collect();
    let name = reference.to_string();
    picture.polyline(&points, "class=\"guide\"", &name);
    let size = picture.style.small();
    let beside = |&(x, y): &(f64, f64)| {
        let left = Spot { x: x - 0.6 * size, y: y + 0.3 * size, anchor: Anchor::End };
        let right = Spot { x: x + 0.8 * size, y: y + 0.9 * size, anchor: Anchor::Start };
        [left, right]
    };
    let spots = points.iter().rev().skip(2).flat_map(beside);
    labels.write(picture, (&name, size, "class=\"over\""), spots);
    true
}

/// How the jobs of a line spread around its medians.
fn spreads(style: &Style, frame: &Frame, line: &Series) -> Vec<Vec<(f64, f64, f64)>> {
    let of_run = |run: &[MedianOnBoard]| {
        let spreads = run.iter().filter_map(|one| Some((one.board.area() as f64, one.spread()?)));
        let ends: Vec<(f64, f64, f64)> =
            spreads.map(|(n, (low, high))| (frame.x(n), frame.y(low), frame.y(high))).collect();
        match ends[..] {
            [(x, low, high)] => {
                [-0.5, 0.5].map(|side| (x + side * radius(style), low, high)).into()
            }
            _ => ends,
        }
    };
    let has_spread = |one: &MedianOnBoard| one.spread().is_some();
    let is_joined = |one: &MedianOnBoard, next: &MedianOnBoard| {
        one.is_joined(next) && has_spread(one) == has_spread(next)
    };
    let runs = line.boards.chunk_by(is_joined).filter(|run| has_spread(&run[0]));
    runs.map(of_run).collect()
}

/// Draws a curve over all sizes, as far as it is within the frame.
fn draw_curve(picture: &mut Picture, frame: &Frame, checks: impl Fn(f64) -> f64) {
    let is_within = |up: &f64| (0.0..=1.0).contains(&frame.up.place(*up));
    let points = along(frame.across.ends()).map(|n| (n, checks(n))).filter(|(_, up)| is_within(up));
    let points: Vec<(f64, f64)> = points.map(|(n, up)| frame.point(n, up)).collect();
    if points.len() > 1 {
        picture.polyline(&points, series::fit(0), "");
    }
}

/// Numbers from one end to the other, so many that a curve through them is smooth.
fn along((from, to): (f64, f64)) -> impl Iterator<Item = f64> {
    const POINTS: usize = 60;
    (0..=POINTS).map(move |place| from + (to - from) * place as f64 / POINTS as f64)
}

/// What a picture has that its notes explain.
#[derive(Clone, Copy)]
struct Signs {
    /// An arrow that is that of several lines.
    has_shared: bool,
    /// A bar that is longer than its symbol.
    has_bars: bool,
    /// The curve to compare with.
    has_reference: bool,
}

/// The curve of a line: a symbol for each median, which is open if it rests on estimates.
fn curve(style: &Style, frame: &Frame, lines: &[Series], place: usize) -> Curve {
    let line = &lines[place];
    let point = |one: &MedianOnBoard| {
        let at = at(frame, one).filter(|_| one.is_number())?;
        // What other lines cover has a rim around them.
        let later = lines[place + 1..].iter().flat_map(|line| &line.boards);
        let covering = later.filter(|other| self::at(frame, other) == Some(at)).count();
        let radius = radius(style) * (1.0 + 0.45 * covering as f64);
        // A bar that is shorter than the symbol would not be seen.
        let ends = one.estimated.map(|ends| (frame.y(ends.low), frame.y(ends.high)));
        Some(CurvePoint {
            at,
            radius,
            is_open: one.estimated.is_some(),
            bar: ends.filter(|(low, high)| low - high >= 2.5 * radius),
            words: one.in_words(&line.name),
            ..CurvePoint::default()
        })
    };
    let of_run = |run: &[MedianOnBoard]| {
        let numbers = run.iter().filter(|one| one.is_number());
        numbers.filter_map(|one| at(frame, one)).collect::<Vec<_>>()
    };
    let runs = line.boards.chunk_by(MedianOnBoard::is_joined).map(of_run);
    let growth = growth_in_words(line).map_or(String::new(), |growth| format!(": {growth}"));
    Curve {
        legend: format!("{}{growth}", line.name),
        bands: spreads(style, frame, line),
        lines: runs.filter(|run| run.len() > 1).collect(),
        width: 1.5,
        points: line.boards.iter().filter_map(point).collect(),
        has_symbol: true,
        ..Curve::default()
    }
}

/// Draws an arrow for each bound, a curve to compare with, and the numbers that have a place.
fn draw_labels(
    picture: &mut Picture,
    frame: &Frame,
    (lines, curves): (&[Series], &[Curve]),
    reference: Option<Reference>,
) -> Signs {
    let mut labels = Labels::within(frame.area.inset(2.0));
    for curve in curves {
        let pairs = curve.lines.iter().flat_map(|line| line.windows(2));
        pairs.for_each(|pair| labels.keep_off_steps(&labels::between(pair[0], pair[1])));
        for point in &curve.points {
            labels.keep_off(Area::around(point.at, point.radius));
        }
    }
    let arrows = arrows::placed(frame, lines);
    arrows.iter().for_each(|arrow| arrow.draw(picture, &mut labels));
    let has_reference =
        reference.is_some_and(|one| draw_reference(picture, frame, one, &mut labels));
    let places = |line: &Series| line.boards.iter().map(|one| at(frame, one)).collect::<Vec<_>>();
    if lines.iter().all(|line| places(line) == places(&lines[0])) {
        values::draw(picture, frame, &lines[0], &mut labels);
    }
    let has_shared = arrows.iter().any(|arrow| arrow.only_line().is_none());
    let has_bars = curves.iter().flat_map(|one| &one.points).any(|point| point.bar.is_some());
    Signs { has_shared, has_bars, has_reference }
}

/// The size of a symbol.
fn radius(style: &Style) -> f64 {
    0.3 * style.font
}

fn at(frame: &Frame, one: &MedianOnBoard) -> Option<(f64, f64)> {
    Some(frame.point(one.board.area() as f64, one.height()?))
}

/// What the jobs have in common, what the signs mean, and what is not drawn.
fn notes(input: &PlotInput, by: &[Column], lines: &[Series], drawn: Signs) -> Vec<String> {
    const MOST_NAMED: usize = 8;
    let but: Vec<Column> = by.iter().copied().chain([Column::Board]).collect();
    let mut notes = vec![groups::in_common(input, &but)];
    let marks = || lines.iter().flat_map(|line| line.boards.iter().map(move |one| (line, one)));
    if marks().any(|(_, one)| one.spread().is_some()) {
        let hidden = match input.jobs.iter().any(|row| matches!(row.cost, Cost::Above(_))) {
            true => " Where a budget hides these, a band ends at it.",
            false => "",
        };
        notes.push(format!("Bands: 10 % to 90 % quantiles of the checks.{hidden}"));
    }
    if lines.iter().any(|line| growth_in_words(line).is_some()) {
        let dotted = if fitted(lines).is_some() { ", and the dotted line" } else { "" };
        let without = match marks().any(|(line, one)| !one.is_number() && growth(line).is_some()) {
            true => " Boards without a known median are left out: the growth over all may differ.",
            false => "",
        };
        notes.push(format!(
            "~{dotted}: fitted by least squares to the logarithms of the medians, ± one standard \
             error.{without}"
        ));
    }
    if marks().any(|(_, one)| one.is_bound()) {
        let shared = if drawn.has_shared {
            " In the colour of the text: the bound of several lines, with their number if there is room."
        } else {
            ""
        };
        notes.push(format!(
            "Arrow: the median is above the bound at its foot, as a budget stopped jobs.{shared}"
        ));
    }
    notes.extend(about_estimates(input, lines, drawn));
    let missing = marks().filter(|(_, one)| one.height().is_none());
    let missing: Vec<String> = missing
        .map(|(line, one)| match lines.len() {
            1 => one.board.to_string(),
            _ => format!("{} ({})", one.board, line.name),
        })
        .collect();
    if !missing.is_empty() {
        let named = listed(&missing, MOST_NAMED);
        notes.push(format!(
            "Without a median, as jobs are stuck, out of memory or time, or not known: {named}."
        ));
    }
    notes
}

/// What estimates there are, and what the bars of their medians mean.
fn about_estimates(input: &PlotInput, lines: &[Series], drawn: Signs) -> Vec<String> {
    let medians: Vec<EstimatedMedian> =
        lines.iter().flat_map(|line| &line.boards).filter_map(|one| one.estimated).collect();
    if medians.is_empty() {
        return Vec::new();
    }
    let jobs = counted(input.estimates.len(), "job");
    let mut notes = vec![format!("≈ and open symbols: the checks of {jobs} are estimates.")];
    notes.extend(input.about_heavy_tails());
    if drawn.has_bars {
        notes.push(
            "Bars: from the median with all estimates at the low ends of their 95 % intervals to \
             that with all at the high ends; elsewhere they are shorter than the symbol."
                .to_owned(),
        );
    }
    let unknown: usize = medians.iter().map(|one| one.unknown).sum();
    if unknown > 0 {
        notes.push(format!(
            "The medians leave out {} of which nothing is known{}.",
            counted(unknown, "job"),
            if drawn.has_bars { "; the bars allow for any value there" } else { "" }
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
