//! Checks by the size of the board.

mod lines;

use crate::analysis::{Column, Cost};
use crate::pictures::drawing::curves::{Guide, PointMark, Values};
use crate::pictures::drawing::{
    Axis, Curve, CurveChart, CurvePoint, Entry, Mark, Picture, Scale, Style, Ticks, series,
};
use crate::pictures::error::NOTHING_DECIDED;
use crate::pictures::growth::lines::{Estimated, MedianOnBoard, Series, growth, growth_in_words};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, board_lines, groups};
use crate::text::formatting::{counted, listed};

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

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 4] = [Column::Goal, Column::Rule, Column::Order, Column::StartClass];

/// Draws the median of all jobs on each board, a line for each group.
///
/// # Errors
/// [`PlotError::Unfit`] if there is one board, [`PlotError::TooMany`] groups, or
/// [`NOTHING_DECIDED`] if there is neither a median nor a bound.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let boards = board_lines::boards(input)?;
    let by = board_lines::columns(input, &GROUPS);
    let lines = lines::of(input, &by)?;
    let marks = || lines.iter().flat_map(|line| &line.boards);
    if marks().all(|one| one.height().is_none()) {
        return Err(NOTHING_DECIDED);
    }
    let headline =
        format!("Median checks of all jobs on {} boards{}", boards.len(), groups::by_columns(&by));
    let up = Axis::new(up(&lines, input.curve), Ticks::Round, "median checks of all jobs");
    // On a logarithmic scale a power is straight, on a linear one a·cⁿ is.
    let across = board_lines::axis(&boards, lines.iter().any(|line| line.is_power));
    let (mut guides, mut entries, mut notes) = (Vec::new(), Vec::new(), notes(input, &by, &lines));
    if let Some(fit) = fitted(&lines) {
        let points = within([across.scale, up.scale], fit);
        guides.push(Guide { points, paint: series::fit(0), words: String::new() });
    }
    if let Some(base) = input.curve {
        let words = format!("{base}ⁿ");
        let points = within([across.scale, up.scale], |size| base.powf(size));
        match points.is_empty() {
            true => notes.push(format!("{words} is above this picture.")),
            false => entries.push(Entry::new(Mark::Guide, &words)),
        }
        guides.push(Guide { points, paint: "class=\"guide\"".to_owned(), words });
    }
    let curves = lines.iter().map(curve).collect();
    let chart = CurveChart::of(headline, [across, up], curves);
    let mut picture = CurveChart { guides, entries, ..chart }.draw(style);
    picture.notes = notes;
    picture.tabulate(|| lines::data(&lines));
    Ok(picture)
}

/// The scale of the medians, with room for arrows.
fn up(lines: &[Series], curve: Option<f64>) -> Scale {
    /// A curve to compare with reaches so many checks whatever the medians are.
    const FARTHEST_ALONE: f64 = 1e60;
    let marks = || lines.iter().flat_map(|line| &line.boards);
    let medians = || marks().filter_map(MedianOnBoard::height);
    // It is cut off where it would leave the medians little room.
    let most = medians().fold(FARTHEST_ALONE, f64::max);
    let on = |base: f64| marks().map(move |one| base.powf(one.board.area() as f64));
    let beside = curve.into_iter().flat_map(on).filter(|checks| *checks <= most);
    let ends = marks().flat_map(|one| {
        let bar = one.estimated.map(|estimated| (estimated.low, estimated.high));
        bar.into_iter().chain(one.spread()).flat_map(|(low, high)| [low, high])
    });
    let Scale { low, high, .. } = Scale::tight(medians().chain(beside).chain(ends));
    let above = if marks().any(MedianOnBoard::is_bound) { 0.15 } else { 0.0 };
    Scale::log(low, high + above * (high - low))
}

/// The growth that is drawn: that of the only line. Those of several would hide one another.
fn fitted(lines: &[Series]) -> Option<impl Fn(f64) -> f64 + '_> {
    match lines {
        [line] => growth(line),
        _ => None,
    }
}

/// Points of a curve over all sizes, as far as it is within these scales, so many that it is
/// smooth; none if only a single one is.
fn within([across, up]: [Scale; 2], checks: impl Fn(f64) -> f64) -> Vec<Values> {
    const POINTS: usize = 240;
    let (from, to) = across.ends();
    let sizes = (0..=POINTS).map(|place| from + (to - from) * place as f64 / POINTS as f64);
    let points = sizes.map(|size| (size, checks(size)));
    let points: Vec<Values> =
        points.filter(|(_, checks)| (0.0..=1.0).contains(&up.place(*checks))).collect();
    if points.len() > 1 { points } else { Vec::new() }
}

/// How the jobs of a line spread around its medians.
fn spreads(line: &Series) -> Vec<Vec<(f64, f64, f64)>> {
    let runs = line.boards.chunk_by(MedianOnBoard::is_joined);
    let parts = runs.flat_map(|run| run.split(|one| one.spread().is_none()));
    let ends = |one: &MedianOnBoard| one.spread().map(|(low, high)| (one.size(), low, high));
    let bands = parts.map(|part| part.iter().filter_map(ends).collect::<Vec<_>>());
    bands.filter(|band| !band.is_empty()).collect()
}

/// The curve of a line: a symbol for each median, which is open if it rests on estimates, and an
/// arrow for each bound.
fn curve(line: &Series) -> Curve {
    let point = |one: &MedianOnBoard| {
        let mark = match one.estimated {
            Some(_) => PointMark::Open,
            None if one.is_number() => PointMark::Symbol,
            None => PointMark::Above,
        };
        let bar = one.estimated.map(|ends| (ends.low, ends.high));
        Some(CurvePoint { at: one.place()?, mark, bar, words: one.in_words(&line.name) })
    };
    let of_run = |run: &[MedianOnBoard]| {
        let numbers = run.iter().filter(|one| one.is_number());
        numbers.filter_map(MedianOnBoard::place).collect::<Vec<_>>()
    };
    let runs = line.boards.chunk_by(MedianOnBoard::is_joined).map(of_run);
    let growth = growth_in_words(line).map_or(String::new(), |growth| format!(": {growth}"));
    Curve {
        legend: format!("{}{growth}", line.name),
        bands: spreads(line),
        lines: runs.filter(|run| run.len() > 1).collect(),
        points: line.boards.iter().filter_map(point).collect(),
        ..Curve::default()
    }
}

/// What the jobs have in common, what the signs mean, and what is not drawn.
fn notes(input: &PlotInput, by: &[Column], lines: &[Series]) -> Vec<String> {
    const MOST_NAMED: usize = 8;
    let but: Vec<Column> = by.iter().copied().chain([Column::Board]).collect();
    let mut notes = vec![groups::in_common(input, &but)];
    let marks = || lines.iter().flat_map(|line| line.boards.iter().map(move |one| (line, one)));
    if marks().any(|(_, one)| one.spread().is_some()) {
        let hidden = match input.jobs.iter().any(|row| matches!(row.cost, Cost::Above(_))) {
            true => " Where a budget hides one, the band ends at what it is above.",
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
        notes.push(
            "Arrow: the median is above the bound at its foot, as a budget stopped jobs."
                .to_owned(),
        );
    }
    notes.extend(about_estimates(input, lines));
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
fn about_estimates(input: &PlotInput, lines: &[Series]) -> Vec<String> {
    let medians: Vec<Estimated> =
        lines.iter().flat_map(|line| &line.boards).filter_map(|one| one.estimated).collect();
    if medians.is_empty() {
        return Vec::new();
    }
    let jobs = counted(input.jobs.estimates().len(), "job");
    let mut notes = vec![format!("≈ and open symbols: the checks of {jobs} are estimates.")];
    notes.extend(input.about_heavy_tails());
    notes.push(
        "Bars: from the median with all estimates at the low ends of their 95 % intervals to that \
         with all at the high ends, where they are longer than the symbol."
            .to_owned(),
    );
    let unknown: usize = medians.iter().map(|one| one.unknown).sum();
    if unknown > 0 {
        let jobs = counted(unknown, "job");
        notes.push(format!(
            "The medians leave out {jobs} of which nothing is known; the bars allow for any value \
             there."
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
