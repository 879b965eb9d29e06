//! A tour as a path on a chess board.

use crate::analysis::formatting::{self, grouped};
use crate::pictures::drawing::colour::of_amount;
use crate::pictures::drawing::labels::{self, Labels, SIZE, Spot};
use crate::pictures::drawing::svg::{Anchor, Area, Picture};
use crate::pictures::error::PlotError;
use crate::pictures::old::plot_data::PlotData;
use crate::results::record::Record;
use knight_search::{Board, Goal, Rule, Square, Tour};

/// Room for the names of rows, in pixels.
const LABELS: f64 = 20.0;

/// Draws the tour of the chosen job.
///
/// # Errors
/// [`PlotError`] if there is no such job, or it has no valid tour.
pub fn draw(data: &PlotData) -> Result<Picture, PlotError> {
    let drawn = data.drawn.as_ref();
    let record = match (drawn, data.wanted()) {
        (_, Some(job)) if data.is_ambiguous => return Err(PlotError::SeveralJobs(job)),
        (Some(record), _) => record,
        (None, Some(job)) => return Err(PlotError::NoJob(job)),
        (None, None) => return Err(PlotError::NoTours),
    };
    of_record(record, 0)
}

/// Draws the tour of a record, numbered from `first`.
///
/// # Errors
/// [`PlotError`] if the record has no valid tour.
pub fn of_record(record: &Record, first: usize) -> Result<Picture, PlotError> {
    let job = record.job;
    let invalid = |why: String| PlotError::Tour { job, why };
    let text = record.tour.as_deref().ok_or(PlotError::NoTour { job, outcome: record.outcome })?;
    let board = record.board().map_err(|error| invalid(error.to_string()))?;
    let tour = Tour::parse(board, text).map_err(|error| invalid(error.to_string()))?;
    let kind = if tour.is_closed() { "Closed" } else { "Open" };
    let mut headline =
        format!("{kind} tour of the {board} board from {}, order {}", record.start(), record.order);
    if let Some(name) = record.order.name() {
        headline += &format!(" ({name})");
    }
    if record.rule != Rule::Fixed {
        headline += &format!(", {}", record.rule);
    }
    if let Some(checks) = record.checks {
        headline += &format!(": {} checks", grouped(checks));
    }
    Ok(of_tour(&tour, first, headline))
}

/// Draws a tour, numbered from `first`. A closed tour has a line from its last square to its first.
pub fn of_tour(tour: &Tour, first: usize, headline: String) -> Picture {
    let board = tour.board();
    let cell = cell_side(board);
    let (width, height) = (f64::from(board.cols()) * cell, f64::from(board.rows()) * cell);
    let mut picture = Picture::new(headline, LABELS + width, height + 20.0);
    squares(&mut picture, board, cell);
    path(&mut picture, tour, cell);
    visits(&mut picture, tour, cell, first);
    picture
}

/// The side of a square in pixels.
fn cell_side(board: Board) -> f64 {
    (480.0 / f64::from(board.rows().max(board.cols()))).clamp(16.0, 56.0)
}

fn centre(square: Square, cell: f64) -> (f64, f64) {
    (LABELS + (f64::from(square.col) - 0.5) * cell, (f64::from(square.row) - 0.5) * cell)
}

/// Draws the chequered board, with chess names at its sides.
fn squares(picture: &mut Picture, board: Board, cell: f64) {
    let (width, height) = (f64::from(board.cols()) * cell, f64::from(board.rows()) * cell);
    let whole = Area { x: LABELS, y: 0.0, width, height };
    picture.rect(whole, "class=\"light\"", "");
    for square in board.squares() {
        // The square a1, in the last row and the first column, is dark.
        if (board.rows() - square.row + square.col) % 2 == 1 {
            let (x, y) = centre(square, cell);
            let area = Area { x: x - cell / 2.0, y: y - cell / 2.0, width: cell, height: cell };
            picture.rect(area, "class=\"dark\"", "");
        }
    }
    picture.rect(whole, "class=\"frame\"", "");
    for row in 1..=board.rows() {
        let y = (f64::from(row) - 0.5) * cell + 4.0;
        picture.text(
            LABELS - 6.0,
            y,
            Anchor::End,
            "class=\"note\"",
            &(board.rows() + 1 - row).to_string(),
        );
    }
    for col in 1..=board.cols() {
        let square = Square { row: board.rows(), col };
        let name = board.chess_name(square);
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        picture.text(
            centre(square, cell).0,
            height + 15.0,
            Anchor::Middle,
            "class=\"note\"",
            letters,
        );
    }
}

/// Draws the moves, darker towards the end.
fn path(picture: &mut Picture, tour: &Tour, cell: f64) {
    let squares = tour.squares();
    let closing = tour.is_closed().then(|| (squares[squares.len() - 1], squares[0]));
    let moves = squares.windows(2).map(|pair| (pair[0], pair[1])).chain(closing);
    let last = squares.len() as f64;
    for (place, (from, to)) in moves.enumerate() {
        let colour = of_amount(0.15 + 0.85 * place as f64 / last);
        let width = (cell * 0.07).max(1.2);
        let paint =
            format!("stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"");
        picture.line(centre(from, cell), centre(to, cell), paint);
    }
}

/// The radius of the discs, as a share of the side of a square. No knight move passes nearer than
/// 0.44 sides to the centre of another square.
const DISC: f64 = 0.27;

/// The smallest readable size of a number, in pixels.
const LEAST_SIZE: f64 = 7.5;

/// How the visits of a tour are numbered.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Numbers {
    /// Every visit has its number on its disc.
    All {
        /// In pixels.
        size: f64,
    },
    /// Only the two ends and the multiples of this have numbers.
    Every(usize),
}

impl Numbers {
    /// As many numbers up to `largest` as are readable on squares of this side, in pixels.
    fn that_fit(cell: f64, largest: usize) -> Numbers {
        let size = (cell * 0.26).clamp(LEAST_SIZE, 13.0);
        let width = DIGIT * size * digits(largest);
        if width <= 2.0 * DISC * cell {
            Numbers::All { size }
        } else if largest < 1000 {
            Numbers::Every(10)
        } else {
            Numbers::Every(100)
        }
    }
}

/// The width of a digit of size 1.
const DIGIT: f64 = 0.56;

fn digits(number: usize) -> f64 {
    number.to_string().len() as f64
}

/// Draws the visits and their numbers; the first and the last visit are dark.
fn visits(picture: &mut Picture, tour: &Tour, cell: f64, first: usize) {
    let last = tour.squares().len() - 1;
    let numbers = Numbers::that_fit(cell, first + last);
    for (place, &square) in tour.squares().iter().enumerate() {
        let (x, y) = centre(square, cell);
        let is_end = place == 0 || place == last;
        let number = first + place;
        let words = format!("{number}: {square} {}", tour.board().chess_name(square));
        picture.disc(x, y, cell * DISC, ground(is_end), &words);
        if let Numbers::All { size } = numbers {
            write_number(picture, (x, y), size, is_end, number);
        }
    }
    if let Numbers::Every(step) = numbers {
        number_some(picture, tour, cell, first, step);
    }
}

/// Numbers some visits of a tour whose squares are too small for a readable number. The numbers are
/// drawn last and do not cover one another.
fn number_some(picture: &mut Picture, tour: &Tour, cell: f64, first: usize, step: usize) {
    let squares = tour.squares();
    let last = squares.len() - 1;
    let mut labels =
        Labels::within(Area { x: 0.0, y: 0.0, width: picture.width, height: picture.height });
    let between = (1..last).filter(|place| (first + place).is_multiple_of(step));
    for place in [0, last].into_iter().chain(between) {
        let (x, y) = centre(squares[place], cell);
        let (number, is_end) = (first + place, place == 0 || place == last);
        let text = number.to_string();
        let spot = Spot { x, y: y + SIZE * MIDDLE, anchor: Anchor::Middle };
        if labels.place(&text, [spot]).is_some() {
            let area = labels::area_of(&text, spot);
            picture.rect(area, format!("{} rx=\"3\" pointer-events=\"none\"", ground(is_end)), "");
            write_number(picture, (x, y), SIZE, is_end, number);
        }
    }
}

/// The distance from the middle of a digit of size 1 to its baseline.
const MIDDLE: f64 = 0.36;

/// The style of a disc: dark for the ends of a tour.
fn ground(is_end: bool) -> &'static str {
    if is_end { "class=\"end\"" } else { "class=\"halo\"" }
}

fn write_number(picture: &mut Picture, (x, y): (f64, f64), size: f64, is_end: bool, number: usize) {
    let ink = if is_end { "#fff" } else { "#222" };
    let style = format!("style=\"font-size:{size:.1}px;fill:{ink};pointer-events:none\"");
    let baseline = y + size * MIDDLE;
    picture.text(x, baseline, Anchor::Middle, style, &number.to_string());
}

/// A job in one line.
pub fn job_in_words(record: &Record) -> String {
    let checks = record
        .checks
        .map_or("no count".to_owned(), |checks| formatting::grouped(checks) + " checks");
    let rule = match record.rule {
        Rule::Fixed => String::new(),
        rule => format!(", {rule}"),
    };
    let goal = match record.goal {
        Goal::Open => "",
        Goal::Closed => ", closed",
    };
    format!(
        "job {}: {}x{} from {}, order {}{rule}{goal}: {checks}",
        record.job,
        record.rows,
        record.cols,
        record.start(),
        record.order
    )
}

#[cfg(test)]
mod tests {
    use crate::pictures::old::tour::*;
    use crate::pictures::test_records::{record, searched, warnsdorff};
    use knight_search::{MoveOrder, Outcome};

    const CLOSED_6X5: &str =
        "a6-c5-e6-d4-e2-c1-a2-c3-b1-a3-b5-d6-e4-d2-b3-a1-c2-e1-d3-e5-c6-a5-c4-e3-d1-b2-a4-b6-d5-b4";

    fn svg_of(record: &Record) -> String {
        of_record(record, 1).unwrap().inline()
    }

    #[test]
    fn every_move_and_every_number_is_drawn() {
        let svg = svg_of(&searched(0, "5x5", (1, 1), MoveOrder::FIG2, None));
        assert_eq!(svg.matches("stroke-linecap").count(), 24);
        assert_eq!(svg.matches("<circle").count(), 25);
        assert!(svg.contains("<title>1: (1,1) a5</title>") && svg.contains("<title>25: "));
    }

    #[test]
    fn there_are_as_many_numbers_as_can_be_read() {
        let of_side = |side: u16| {
            let board = Board::new(side, side).unwrap();
            Numbers::that_fit(cell_side(board), board.area() - 1)
        };
        assert_eq!(of_side(8), Numbers::All { size: 13.0 });
        assert!(matches!(of_side(20), Numbers::All { size } if size >= LEAST_SIZE));
        assert_eq!(of_side(30), Numbers::Every(10));
        assert_eq!(of_side(40), Numbers::Every(100));
    }

    #[test]
    fn a_large_tour_has_few_numbers_and_every_tooltip() {
        let svg = of_tour(&warnsdorff("40x40"), 0, String::new()).inline();
        assert_eq!(svg.matches("<title>").count(), 1600);
        let numbered = svg.matches("pointer-events:none").count();
        assert!((14..=17).contains(&numbered), "{numbered}");
        for number in ["0", "700", "1599"] {
            assert!(svg.contains(&format!("pointer-events:none\">{number}</text>")));
        }
    }

    #[test]
    fn closed_tours_are_closed() {
        let tour = Tour::parse("6x5".parse().unwrap(), CLOSED_6X5).unwrap();
        let svg = of_tour(&tour, 1, String::new()).inline();
        assert!(tour.is_closed());
        assert_eq!(svg.matches("stroke-linecap").count(), 30);
    }

    #[test]
    fn each_way_to_have_no_tour_has_its_error() {
        let fault = of_record(&record(Outcome::Budget, 9), 0).unwrap_err();
        assert!(matches!(fault, PlotError::NoTour { job: 0, outcome: Outcome::Budget }));
        let wrong = Record { tour: Some("a8-b8".to_owned()), ..record(Outcome::Tour, 9) };
        assert!(matches!(of_record(&wrong, 0), Err(PlotError::Tour { .. })));
        let data = PlotData::new(None, Some(3));
        assert!(matches!(draw(&data), Err(PlotError::NoJob(3))));
    }
}
