//! How often a tour is found, by the side of the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::impossible::Impossible;
use crate::analysis::{Column, wilson};
use crate::pictures::board_lines::{self, BoardLine};
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{
    Axis, Curve, CurvePoint, Data, Frame, Picture, Scale, Style, Symbol, Tick, Ticks, axes, curves,
    field, legend, percent, series,
};
use crate::pictures::extent::Extent;
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped, joined};
use knight_search::{Board, Outcome};

/// The share of jobs that find a tour, by board size.
pub static PLOT: Plot = Plot {
    name: "success",
    doc: "share of jobs with a tour by board size, with 95% intervals of samples",
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
    input.estimates.is_empty() && has_tours && (are_greedy || are_hidden())
}

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 3] = [Column::Rule, Column::Goal, Column::File];

/// The jobs of a group on one board.
struct ShareOnBoard {
    board: Board,
    /// Where the board is on its axis.
    at: f64,
    tours: u64,
    /// The jobs from starts with a tour.
    possible: u64,
    /// Those from other starts.
    impossible: u64,
    /// Whether the jobs are a sample, so that their share has an interval.
    is_sample: bool,
}

impl ShareOnBoard {
    /// A number if any start has a tour.
    fn share(&self) -> f64 {
        self.tours as f64 / self.possible as f64
    }

    /// The interval of the share of a sample; of a census the share itself.
    fn interval(&self) -> (f64, f64) {
        match self.is_sample {
            true => wilson(self.tours, self.possible),
            false => (self.share(), self.share()),
        }
    }

    /// `8x8, greedy: 99.2% of 300 jobs (95% interval: 97.6% to 99.8%)`.
    fn in_words(&self, line: &str) -> String {
        let (low, high) = self.interval();
        let [share, low, high] = [self.share(), low, high].map(percent);
        let jobs = counted(self.possible, "job");
        let interval = match self.is_sample {
            true => format!("(95% interval: {low} to {high})"),
            false => "(all that there are)".to_owned(),
        };
        format!("{}, {line}: {share} of {jobs} {interval}", self.board)
    }
}

/// Draws the share of jobs that find a tour on each board, of those from starts that have one, as a
/// line for each group, and its 95 % Wilson interval as a band where the jobs are a sample.
///
/// # Errors
/// [`PlotError::OneBoard`], [`PlotError::TooManyGroups`].
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let boards = board_lines::boards(input)?;
    let by = board_lines::columns(input, |jobs| groups::usual(jobs, &GROUPS, series::MOST));
    let places = places(&boards);
    let without_tour = Impossible::of(&input.jobs);
    let mut lines = board_lines::lines(
        input,
        &by,
        |extent: &mut Extent, row| extent.add(row, &without_tour),
        |board, stats, extent| ShareOnBoard {
            board,
            // Every board of a job has a place.
            at: places[&board],
            tours: stats.with(Outcome::Tour),
            possible: stats.jobs() - extent.impossible,
            impossible: extent.impossible,
            is_sample: !extent.is_census(&without_tour, by.contains(&Column::StartClass)),
        },
    )?;
    let impossible = lines.iter().flat_map(|line| &line.boards).map(|one| one.impossible).sum();
    lines.iter_mut().for_each(|line| line.boards.retain(|one| one.possible > 0));
    let shown: BTreeSet<Board> =
        lines.iter().flat_map(|line| &line.boards).map(|one| one.board).collect();
    let headline = format!(
        "Share of jobs that find a tour on {}{}",
        counted(shown.len(), "board"),
        groups::by_columns(&by)
    );
    let across = across(&boards, &places);
    let are_named = boards.len() <= MOST_NAMED;
    let label = match impossible {
        0 => "share of jobs that find a tour",
        _ => "share of jobs that find a tour, from starts that have one",
    };
    let up = Axis { scale: Scale::linear(0.0, 1.03), ticks: Ticks::Shares, label };
    let height = style.chart_height(0.6, 210.0, 380.0);
    let (mut picture, frame) = axes::chart(style, headline, height, [&across, &up]);
    let has_samples = lines.iter().flat_map(|line| &line.boards).any(|one| one.is_sample);
    let curve = |line| curve(&frame, style, line, (has_samples, are_named));
    let curves: Vec<Curve> = lines.iter().map(curve).collect();
    curves::draw(&mut picture, &curves);
    frame.border(&mut picture);
    legend::below(&mut picture, &curves::entries(&curves));
    picture.notes = notes(input, &by, has_samples, impossible);
    if let left_out @ [_, ..] = &boards.difference(&shown).collect::<Vec<_>>()[..] {
        let boards = joined(left_out, ", ");
        picture.notes.push(format!("No job on {boards} is from a start that has a tour."));
    }
    picture.tabulate(|| data(&lines));
    Ok(picture)
}

/// Up to this many boards have their names at the axis, and symbols.
const MOST_NAMED: usize = 16;

/// Whether the boards stand in line, the smaller ones first, because two that are named have as
/// many squares.
fn stand_in_line(boards: &BTreeSet<Board>) -> bool {
    let sizes: BTreeSet<usize> = boards.iter().map(|board| board.area()).collect();
    boards.len() <= MOST_NAMED && sizes.len() < boards.len()
}

/// Where boards are on their axis: at the square root of their squares, the side of a square board,
/// unless they stand in line.
fn places(boards: &BTreeSet<Board>) -> BTreeMap<Board, f64> {
    if !stand_in_line(boards) {
        return boards.iter().map(|board| (*board, (board.area() as f64).sqrt())).collect();
    }
    let mut by_size: Vec<Board> = boards.iter().copied().collect();
    by_size.sort_by_key(|board| (board.area(), *board));
    by_size.into_iter().zip(1..).map(|(board, place)| (board, f64::from(place))).collect()
}

/// The axis of the boards: logarithmic if their sides are far apart, and with their names unless
/// they are too many.
fn across(boards: &BTreeSet<Board>, places: &BTreeMap<Board, f64>) -> Axis<'static> {
    let in_line = stand_in_line(boards);
    let at = || places.values().copied();
    let (low, high) = extremes(at()).unwrap_or_default();
    let is_log = !in_line && high > 4.0 * low;
    let room = if low < high { 0.05 * (high - low) } else { 1.0 };
    let scale = match is_log {
        true => Scale::tight(at()),
        false => Scale::linear(low - room, high + room),
    };
    let ticks = match (places.len(), is_log) {
        (..=MOST_NAMED, _) => {
            let tick = |(board, at): (&Board, &f64)| Tick { value: *at, label: board.to_string() };
            let mut ticks: Vec<Tick> = places.iter().map(tick).collect();
            ticks.sort_by(|one, other| one.value.total_cmp(&other.value));
            Ticks::At(ticks)
        }
        (_, true) => Ticks::At(round_sides(low, high)),
        (_, false) => Ticks::Round,
    };
    let are_square = boards.iter().all(|board| board.rows() == board.cols());
    let label = match (are_square, is_log) {
        _ if in_line => "board, by ascending number of squares",
        (true, false) => "side of the board",
        (true, true) => "side of the board (logarithmic)",
        (false, false) => "board, by the square root of its squares",
        (false, true) => "board, by the square root of its squares (logarithmic)",
    };
    Axis { scale, ticks, label }
}

/// 1, 2 and 5 times powers of ten.
fn round_sides(low: f64, high: f64) -> Vec<Tick> {
    let sides = [1_u16, 10, 100, 1000].into_iter().flat_map(|power| [power, 2 * power, 5 * power]);
    let within = sides.filter(|side| (low..=high).contains(&f64::from(*side)));
    within.map(|side| Tick { value: side.into(), label: grouped(side) }).collect()
}

/// The curve of a line, with the intervals of its shares as a band. Boards that are named have
/// symbols.
fn curve(
    frame: &Frame,
    style: &Style,
    line: &BoardLine<ShareOnBoard>,
    (has_samples, are_named): (bool, bool),
) -> Curve {
    let interval = |one: &ShareOnBoard| {
        let (low, high) = one.interval();
        (frame.x(one.at), frame.y(low), frame.y(high))
    };
    let point = |one: &ShareOnBoard| CurvePoint {
        at: frame.point(one.at, one.share()),
        symbol: (!are_named).then_some(Symbol::Disc),
        radius: if are_named { 0.25 } else { 0.11 } * style.font,
        words: one.in_words(&line.name),
        ..CurvePoint::default()
    };
    let points: Vec<CurvePoint> = line.boards.iter().map(point).collect();
    let total = |of: fn(&ShareOnBoard) -> u64| grouped(line.boards.iter().map(of).sum::<u64>());
    Curve {
        legend: format!(
            "{}: {} of {}",
            line.name,
            total(|one| one.tours),
            total(|one| one.possible)
        ),
        bands: has_samples
            .then(|| line.boards.iter().map(interval).collect())
            .into_iter()
            .collect(),
        lines: vec![points.iter().map(|point| point.at).collect()],
        width: 1.2,
        points,
        has_symbol: are_named,
        ..Curve::default()
    }
}

fn data(lines: &[BoardLine<ShareOnBoard>]) -> Data {
    let boards = lines.iter().flat_map(|line| line.boards.iter().map(move |one| (&line.name, one)));
    let rows = boards.map(|(name, one)| {
        let (low, high) = one.interval();
        let end = |end: f64| field(one.is_sample.then_some(end));
        let [tours, jobs] = [one.tours, one.possible].map(|count| count.to_string());
        let (board, share) = (one.board.to_string(), one.share().to_string());
        [name.clone(), board, tours, jobs, share, end(low), end(high)]
    });
    Data::of(["group", "board", "tours", "possible_jobs", "share", "share_low", "share_high"], rows)
}

fn notes(input: &PlotInput, by: &[Column], has_samples: bool, impossible: u64) -> Vec<String> {
    let mut notes = vec![groups::in_common(input, by)];
    if has_samples {
        notes.push(
            "Bands: 95% Wilson intervals of boards whose jobs are a sample. Jobs from one start or \
             all that have a tour (of a class, by start_class), with one order or all, are a census."
                .to_owned(),
        );
    }
    if impossible > 0 {
        let jobs = counted(input.jobs.len(), "job");
        notes.push(format!(
            "Left out: {} of {jobs}, from starts where colours, the size of the board or a search \
             prove that there is no tour.",
            grouped(impossible)
        ));
    }
    notes
}

#[cfg(test)]
mod tests;
