//! How often a tour is found, by the size of the board.

use std::collections::BTreeSet;

use crate::analysis::impossible::Impossible;
use crate::analysis::{Column, wilson};
use crate::pictures::board_lines::{self, BoardLine};
use crate::pictures::drawing::{
    Axis, Curve, CurveChart, CurvePoint, Data, Picture, Scale, Style, Ticks, percent,
};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped, joined};
use knight_search::{Board, Outcome};

/// The share of jobs that find a tour, by board size.
pub static PLOT: Plot = Plot {
    name: "success",
    doc: "share of jobs with a tour by board size, with 95% intervals",
    options: &[PlotOption::Groups, PlotOption::Axes],
    suits: |input, variety| variety.boards > 1 && tells_more(input),
    is_worth: |input, variety| {
        variety.boards > 2 && input.jobs.settings().iter().any(|one| one.rule.is_greedy())
    },
    has_one_budget: true,
    draw,
};

/// Whether shares tell more than checks: all greedy runs that cover a board take about as many, and
/// no median is known where budgets stop most jobs.
fn tells_more(input: &PlotInput) -> bool {
    let boards = input.jobs.stats_by(|row| row.setting.board);
    let has_tours = boards.values().any(|stats| stats.with(Outcome::Tour) > 0);
    let are_hidden = || boards.values().all(|stats| stats.median().number().is_none());
    let are_greedy = input.jobs.settings().iter().all(|one| one.rule.is_greedy());
    !input.jobs.has_estimates() && has_tours && (are_greedy || are_hidden())
}

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 3] = [Column::Goal, Column::Rule, Column::File];

/// The jobs of a group on one board.
struct ShareOnBoard {
    board: Board,
    tours: u64,
    /// The jobs from starts with a tour.
    possible: u64,
    /// The share of these jobs that find one: a number if there are any.
    share: f64,
    /// The 95 % Wilson interval of the share.
    interval: (f64, f64),
}

impl ShareOnBoard {
    fn of(board: Board, tours: u64, possible: u64) -> ShareOnBoard {
        let (share, interval) = (tours as f64 / possible as f64, wilson(tours, possible));
        ShareOnBoard { board, tours, possible, share, interval }
    }

    /// `8x8, greedy: 99.2% of 300 jobs (95% interval: 97.6% to 99.8%)`.
    fn in_words(&self, line: &str) -> String {
        let (low, high) = self.interval;
        let [share, low, high] = [self.share, low, high].map(percent);
        let jobs = counted(self.possible, "job");
        format!("{}, {line}: {share} of {jobs} (95% interval: {low} to {high})", self.board)
    }
}

/// Draws the share of jobs that find a tour on each board, of those from starts that have one, as a
/// line for each group, and its 95 % Wilson interval as a band.
///
/// # Errors
/// [`PlotError::Unfit`] if there is one board; [`PlotError::TooMany`] groups.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let boards = board_lines::boards(input)?;
    let by = board_lines::columns(input, &GROUPS);
    let without_tour = Impossible::of(&input.jobs);
    let mut lines = board_lines::lines(
        input,
        &by,
        |impossible: &mut u64, row| *impossible += u64::from(without_tour.has(row)),
        |board, stats, impossible| {
            ShareOnBoard::of(board, stats.with(Outcome::Tour), stats.jobs() - impossible)
        },
    )?;
    let impossible = input.jobs.iter().filter(|row| without_tour.has(row)).count();
    lines.iter_mut().for_each(|line| line.boards.retain(|one| one.possible > 0));
    let shown: BTreeSet<Board> =
        lines.iter().flat_map(|line| &line.boards).map(|one| one.board).collect();
    let headline = format!(
        "Share of jobs that find a tour on {}{}",
        counted(shown.len(), "board"),
        groups::by_columns(&by)
    );
    let label = match impossible {
        0 => "share of jobs that find a tour",
        _ => "share of jobs that find a tour, from starts that have one",
    };
    let up = Axis::new(Scale::linear(0.0, 1.03), Ticks::SHARES, label);
    let across = board_lines::axis(&boards, true);
    let curves = lines.iter().map(curve).collect();
    let mut picture = CurveChart::of(headline, [across, up], curves).draw(style);
    picture.notes = notes(input, &by, impossible);
    if let left_out @ [_, ..] = &boards.difference(&shown).collect::<Vec<_>>()[..] {
        let boards = joined(left_out, ", ");
        picture.notes.push(format!("No job on {boards} is from a start that has a tour."));
    }
    picture.tabulate(|| data(&lines));
    Ok(picture)
}

/// The curve of a line, with the intervals of its shares as a band.
fn curve(line: &BoardLine<ShareOnBoard>) -> Curve {
    let size = |one: &ShareOnBoard| one.board.area() as f64;
    let interval = |one: &ShareOnBoard| (size(one), one.interval.0, one.interval.1);
    let point =
        |one: &ShareOnBoard| CurvePoint::new((size(one), one.share), one.in_words(&line.name));
    let points: Vec<CurvePoint> = line.boards.iter().map(point).collect();
    let total = |of: fn(&ShareOnBoard) -> u64| grouped(line.boards.iter().map(of).sum::<u64>());
    let (tours, possible) = (total(|one| one.tours), total(|one| one.possible));
    Curve {
        legend: format!("{}: {tours} of {possible}", line.name),
        bands: vec![line.boards.iter().map(interval).collect()],
        lines: vec![points.iter().map(|point| point.at).collect()],
        points,
        ..Curve::default()
    }
}

fn data(lines: &[BoardLine<ShareOnBoard>]) -> Data {
    let boards = lines.iter().flat_map(|line| line.boards.iter().map(move |one| (&line.name, one)));
    let rows = boards.map(|(name, one)| {
        let (low, high) = one.interval;
        let [tours, jobs] = [one.tours, one.possible].map(|count| count.to_string());
        let [share, low, high] = [one.share, low, high].map(|share| share.to_string());
        [name.clone(), one.board.to_string(), tours, jobs, share, low, high]
    });
    Data::of("group,board,tours,possible_jobs,share,share_low,share_high", rows)
}

fn notes(input: &PlotInput, by: &[Column], impossible: usize) -> Vec<String> {
    let bands = "Bands: 95% confidence intervals (Wilson) of the shares, for jobs drawn at random.";
    let mut notes = vec![groups::in_common(input, by), bands.to_owned()];
    if impossible > 0 {
        let jobs = counted(input.jobs.len(), "job");
        notes.push(format!(
            "Left out: {} of {jobs}, as no tour begins at their starts. Colours, the size of the board \
             or a search prove that.",
            grouped(impossible)
        ));
    }
    let unknown = input.jobs.iter().filter(|row| row.outcome.is_unknown()).count();
    if unknown > 0 {
        notes.push(format!(
            "Of {} nothing is known (out of memory or time); counted as without a tour, so the shares \
             may be larger.",
            counted(unknown, "job")
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
