//! How often a tour is found, by the side of the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{Column, wilson};
use crate::pictures::board_lines::{self, Line};
use crate::pictures::drawing::scale::extremes;
use crate::pictures::drawing::{
    Axis, Entry, Frame, Mark, Picture, Scale, Style, Tick, Ticks, axes, legend, percent, series,
};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption, groups};
use crate::text::formatting::{counted, grouped};
use knight_search::{Board, Outcome};

/// The share of jobs that find a tour, by board size.
pub static PLOT: Plot = Plot {
    name: "success",
    doc: "share of jobs with a tour by board size, with 95% intervals",
    options: &[PlotOption::Groups],
    suits: |_, _| false,
    is_worth: |input, variety| {
        variety.boards > 2 && input.jobs.settings().iter().any(|one| one.rule.is_greedy())
    },
    draw,
};

/// The columns by which jobs are grouped, if no others are asked for.
const GROUPS: [Column; 4] = [Column::Rule, Column::Goal, Column::Budget, Column::File];

/// The jobs of a group on one board.
struct ShareOnBoard {
    board: Board,
    /// Where the board is on its axis.
    at: f64,
    tours: u64,
    jobs: u64,
}

impl ShareOnBoard {
    fn share(&self) -> f64 {
        self.tours as f64 / self.jobs as f64
    }

    /// `8x8, greedy: 99.2% of 300 jobs (95% interval: 97.6% to 99.8%)`.
    fn in_words(&self, line: &str) -> String {
        let (low, high) = wilson(self.tours, self.jobs);
        let [share, low, high] = [self.share(), low, high].map(percent);
        let jobs = counted(self.jobs, "job");
        format!("{}, {line}: {share} of {jobs} (95% interval: {low} to {high})", self.board)
    }
}

/// Draws the share of jobs that find a tour on each board, with its 95 % Wilson interval, as a line
/// and a band for each group.
///
/// # Errors
/// [`PlotError::OneBoard`], [`PlotError::TooManyGroups`].
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let boards = board_lines::boards(input)?;
    let by = board_lines::columns(input, |jobs| groups::usual(jobs, &GROUPS, series::MOST));
    let places = places(&boards);
    let lines = board_lines::lines(input, &by, |_, board, stats| ShareOnBoard {
        board,
        // Every board of a job has a place.
        at: places[&board],
        tours: stats.with(Outcome::Tour),
        jobs: stats.jobs(),
    })?;
    let headline = format!(
        "Share of jobs that find a tour on {} boards{}",
        boards.len(),
        groups::by_columns(&by)
    );
    let across = across(&boards, &places);
    let are_named = boards.len() <= MOST_NAMED;
    let up = Axis {
        scale: Scale::linear(0.0, 1.03),
        ticks: Ticks::Shares,
        label: "share of jobs that find a tour",
    };
    let height = style.chart_height(0.6, 210.0, 380.0);
    let (mut picture, frame) = axes::chart(style, headline, height, [&across, &up]);
    // All bands first: they would hide lines.
    for (place, line) in lines.iter().enumerate() {
        picture.polygon(&band(&frame, line), series::band(place), "");
    }
    for (place, line) in lines.iter().enumerate() {
        picture.group(format_args!("data-series=\"{place}\""), |picture| {
            let points: Vec<(f64, f64)> =
                line.boards.iter().map(|one| frame.point(one.at, one.share())).collect();
            picture.polyline(&points, series::line(place, 1.2), "");
            for (one, (x, y)) in line.boards.iter().zip(points) {
                let words = one.in_words(&line.name);
                match are_named {
                    true => {
                        let (symbol, radius) = (series::symbol(place), 0.25 * style.font);
                        series::mark(picture, symbol, place, (x, y), radius, &words);
                    }
                    false => picture.disc(x, y, 0.11 * style.font, series::fill(place), &words),
                }
            }
        });
    }
    frame.border(&mut picture);
    let entry = |(place, line)| entry(place, line, are_named);
    let entries: Vec<Entry> = lines.iter().enumerate().map(entry).collect();
    legend::below(&mut picture, style, &entries, &notes(input, &by));
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
    within.map(|side| Tick { value: side.into(), label: grouped(side.into()) }).collect()
}

/// The intervals of a line: their lower ends from left to right, their upper ones back.
fn band(frame: &Frame, line: &Line<ShareOnBoard>) -> Vec<(f64, f64)> {
    let end = |one: &ShareOnBoard, share: f64| frame.point(one.at, share);
    let low = line.boards.iter().map(|one| end(one, wilson(one.tours, one.jobs).0));
    let high = line.boards.iter().rev().map(|one| end(one, wilson(one.tours, one.jobs).1));
    low.chain(high).collect()
}

fn entry(place: usize, line: &Line<ShareOnBoard>, has_symbols: bool) -> Entry {
    let total = |of: fn(&ShareOnBoard) -> u64| line.boards.iter().map(of).sum::<u64>();
    let (tours, jobs) = (total(|one| one.tours), total(|one| one.jobs));
    let text = format!("{}: {} of {}", line.name, grouped(tours.into()), grouped(jobs.into()));
    let mark = if has_symbols { Mark::LineAndSymbol(place) } else { Mark::Line(place) };
    Entry::of_series(place, mark, text)
}

fn notes(input: &PlotInput, by: &[Column]) -> Vec<String> {
    vec![
        groups::in_common(input, by),
        "Bands are 95% Wilson intervals for the share of a board.".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::legible::assert_legible;
    use crate::pictures::drawing::svg::Area;
    use crate::pictures::success::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;
    use knight_search::Rule;

    /// Ten jobs of each of two rules on each of these boards; of the first rule all find a tour, of
    /// the second as many as the board has rows less five.
    fn jobs(sides: &[u16]) -> Vec<Record> {
        let job = |rule: Rule, side: u16, tour: bool| {
            let outcome = if tour { Outcome::Tour } else { Outcome::Stuck };
            Record { rule, rows: side, cols: side, ..record(outcome, 64) }
        };
        let on = |&side: &u16| {
            (0..10).flat_map(move |n| {
                [job(Rule::GreedyRoth, side, true), job(Rule::Greedy, side, n + 5 < side)]
            })
        };
        let numbered = |(job, record): (u64, Record)| Record { job, ..record };
        (0..).zip(sides.iter().flat_map(on)).map(numbered).collect()
    }

    #[test]
    fn shares_and_intervals_are_of_all_jobs_of_a_board() {
        let input = PlotInput::of(&jobs(&[5, 8, 12, 30]));
        let svg = draw(&input, &Style::default()).unwrap().inline();
        for text in [
            "greedy-roth: 40 of 40</text>",
            "greedy: 20 of 40</text>",
            "8x8, greedy: 30.0% of 10 jobs (95% interval: 10.8% to 60.3%)",
            "5x5, greedy: 0% of 10 jobs (95% interval: 0% to 27.8%)",
            "Share of jobs that find a tour on 4 boards, by rule",
        ] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert_eq!(svg.matches(" band\"").count(), 2);
    }

    #[test]
    fn every_board_of_a_line_has_its_name() {
        let boards = [(3, 10), (4, 5), (5, 5), (5, 6), (6, 6)];
        let job = |(rows, cols)| Record { rows, cols, ..record(Outcome::Tour, 64) };
        let jobs: Vec<Record> = boards.into_iter().map(job).collect();
        let svg = draw(&PlotInput::of(&jobs), &Style::default()).unwrap().inline();
        for (rows, cols) in boards {
            assert!(svg.contains(&format!(">{rows}x{cols}</text>")), "{rows}x{cols}: {svg}");
        }
    }

    #[test]
    fn a_band_goes_there_below_and_back_above() {
        let frame = Frame {
            area: Area { x: 0.0, y: 0.0, width: 100.0, height: 100.0 },
            across: Scale::linear(0.0, 100.0),
            up: Scale::linear(0.0, 1.0),
        };
        let on = |side| ShareOnBoard {
            board: Board::new(side, side).unwrap(),
            at: f64::from(side),
            tours: 5,
            jobs: 10,
        };
        let boards = vec![on(10), on(20)];
        let line = Line { name: String::new(), is_power: true, boards };
        let (low, high) = wilson(5, 10);
        let corners = [(10.0, low), (20.0, low), (20.0, high), (10.0, high)];
        let corners = corners.map(|(x, share)| (x, 100.0 * (1.0 - share)));
        for (corner, expected) in band(&frame, &line).into_iter().zip(corners) {
            assert!((corner.0 - expected.0).abs() + (corner.1 - expected.1).abs() < 1e-9);
        }
    }

    #[test]
    fn all_texts_can_be_read() {
        for millimetres in [84.0, 170.0] {
            let input = PlotInput::of(&jobs(&[5, 8, 12, 30, 400, 2000]));
            assert_legible(&draw(&input, &Style::of_print(millimetres, 9.0)).unwrap());
        }
    }

    #[test]
    fn few_boards_are_named_on_a_plain_axis() {
        let few = draw(&PlotInput::of(&jobs(&[5, 6, 7, 8])), &Style::default()).unwrap().inline();
        for text in [">5x5</text>", ">6x6</text>", ">7x7</text>", ">8x8</text>"] {
            assert!(few.contains(text), "{text}: {few}");
        }
        assert!(few.contains(">side of the board</text>") && !few.contains("logarithmic"), "{few}");
        let sides: Vec<u16> = (5..=60).collect();
        let many = draw(&PlotInput::of(&jobs(&sides)), &Style::default()).unwrap().inline();
        assert!(many.contains("(logarithmic)</text>"), "{many}");
        for text in [">5</text>", ">10</text>", ">20</text>", ">50</text>"] {
            assert!(many.contains(text), "{text}: {many}");
        }
        let far: Vec<u16> = (5..=30).chain([1500]).collect();
        let far = draw(&PlotInput::of(&jobs(&far)), &Style::default()).unwrap().inline();
        assert!(far.contains(">100</text>") && far.contains(">1,000</text>"), "{far}");
    }

    #[test]
    fn boards_of_as_many_squares_stand_beside_each_other() {
        let on = |rows: u16, cols: u16| Record { rows, cols, ..record(Outcome::Tour, 64) };
        let boards = [on(3, 8), on(4, 6), on(5, 5)];
        let drawn = draw(&PlotInput::of(&boards), &Style::default()).unwrap();
        assert_legible(&drawn);
        let svg = drawn.inline();
        for text in [">3x8</text>", ">4x6</text>", ">5x5</text>", "by ascending number of squares"]
        {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        let boards: BTreeSet<Board> = boards.iter().map(|job| job.board().unwrap()).collect();
        assert_eq!(places(&boards).into_values().collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
        let of_both = |side: u16| [(side, 24), (24, side)];
        let many = (3..=20).flat_map(of_both).map(|(rows, cols)| Board::new(rows, cols).unwrap());
        let many: BTreeSet<Board> = many.collect();
        assert!(!stand_in_line(&many));
    }

    #[test]
    fn one_board_is_refused() {
        let fault = draw(&PlotInput::of(&jobs(&[8])), &Style::default()).unwrap_err();
        assert_eq!(fault, PlotError::OneBoard(Board::new(8, 8).unwrap()));
    }
}
