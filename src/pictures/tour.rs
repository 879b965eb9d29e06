//! A tour as a path on its board.

use std::fmt::Write;

use crate::analysis::formatting::grouped;
use crate::pictures::board::Grid;
use crate::pictures::drawing::colour::{DARK_SQUARE, LIGHT_SQUARE, of_progress};
use crate::pictures::drawing::labels::area_of_size;
use crate::pictures::drawing::style::LEAST_FONT;
use crate::pictures::drawing::{Anchor, Area, Labels, Picture, Spot, Style, text};
use crate::pictures::{Plot, PlotError, PlotInput, PlotOption};
use crate::results::record::Record;
use knight_search::{Goal, Rule, Square, Tour};

/// A tour.
pub static PLOT: Plot = Plot {
    name: "tour",
    doc: "a tour on its board",
    options: &[PlotOption::Job],
    suits: |input, variety| variety.boards == 1 && variety.rows == 1 && input.tour.is_some(),
    // A report has tours of its own: those of the easiest and the hardest jobs.
    is_worth: |_, _| false,
    draw,
};

/// The number of the first square, as in the paper's Fig. 3 and on the boards that `solve` prints.
pub const FIRST: usize = 0;

/// Draws the tour of the chosen job.
///
/// # Errors
/// [`PlotError`] if there is no such job, or it has no valid tour.
fn draw(input: &PlotInput, style: &Style) -> Result<Picture, PlotError> {
    let record = match (&input.tour, input.wanted) {
        (_, Some(job)) if input.is_ambiguous => return Err(PlotError::SeveralJobs(job)),
        (Some(record), _) => record,
        (None, Some(job)) => return Err(PlotError::NoJob(job)),
        (None, None) => return Err(PlotError::NoTours),
    };
    of_record(record, FIRST, style)
}

/// Draws the tour of a record, numbered from `first`.
///
/// # Errors
/// [`PlotError`] if the record has no valid tour.
pub fn of_record(record: &Record, first: usize, style: &Style) -> Result<Picture, PlotError> {
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
    if let Some(seed) = record.seed {
        headline += &format!(", seed {seed}");
    }
    if let Some(checks) = record.checks {
        headline += &format!(": {} checks", grouped(checks));
    }
    Ok(of_tour(&tour, first, headline, style))
}

/// The largest side of a square, in sizes of the font.
const LARGEST_CELL: f64 = 4.5;

/// Boards with a longer side are drawn as a path alone, without a disc on each square.
const LONGEST_WITH_DISCS: u16 = 30;

/// Draws a tour, numbered from `first`. A closed tour has a line from its last square to its first.
pub fn of_tour(tour: &Tour, first: usize, headline: String, style: &Style) -> Picture {
    let board = tour.board();
    let mut picture = Picture::of(style, headline);
    let room = Area { x: 0.0, y: 0.0, width: style.width, height: 1.2 * style.width };
    let grid = Grid::within(board, style, room, LARGEST_CELL * style.font);
    let disc = DISC * grid.cell;
    let has_discs = board.rows().max(board.cols()) <= LONGEST_WITH_DISCS && disc > 1.5;
    squares(&mut picture, &grid, has_discs);
    grid.number(&mut picture, style);
    picture.height = grid.bottom(style);
    if has_discs {
        moves(&mut picture, tour, &grid);
        if !visits(&mut picture, tour, &grid, first) {
            ends(&mut picture, tour, &grid, style, first);
        }
    } else {
        path(&mut picture, tour, &grid);
        ends(&mut picture, tour, &grid, style, first);
    }
    picture
}

/// Draws the chequered board; the squares of a fine one in one colour.
fn squares(picture: &mut Picture, grid: &Grid, is_chequered: bool) {
    picture.rect(grid.area(), format_args!("fill=\"{LIGHT_SQUARE}\""), "");
    if is_chequered {
        for square in grid.board.squares() {
            if (square.row + square.col) % 2 == 1 {
                picture.rect(grid.square(square), format_args!("fill=\"{DARK_SQUARE}\""), "");
            }
        }
    }
    picture.rect(grid.area(), "class=\"frame\"", "");
}

/// The moves of a tour; the last one closes it.
fn steps(tour: &Tour) -> Vec<(Square, Square)> {
    let squares = tour.squares();
    let closing = tour.is_closed().then(|| (squares[squares.len() - 1], squares[0]));
    squares.windows(2).map(|pair| (pair[0], pair[1])).chain(closing).collect()
}

/// Draws each move, darker towards the end.
fn moves(picture: &mut Picture, tour: &Tour, grid: &Grid) {
    let steps = steps(tour);
    let width = (grid.cell * 0.07).max(0.8);
    for (place, &(from, to)) in steps.iter().enumerate() {
        let colour = of_progress(place as f64 / steps.len() as f64);
        let paint =
            format!("stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"");
        picture.line(grid.centre(from), grid.centre(to), paint);
    }
}

/// This many parts of a path have a colour of their own.
const PARTS: usize = 48;

/// Draws all moves of a large tour in a few bytes each: the coordinates are those of the board.
fn path(picture: &mut Picture, tour: &Tour, grid: &Grid) {
    let steps = steps(tour);
    let width = (0.9 / grid.cell).clamp(0.12, 0.35);
    let half = grid.cell / 2.0;
    let attributes = format!(
        "transform=\"translate({:.2} {:.2}) scale({:.5})\" fill=\"none\" stroke-width=\"{width:.2}\" \
         stroke-linejoin=\"round\"",
        grid.x - half,
        grid.y - half,
        grid.cell
    );
    picture.group(attributes, |picture| {
        for (part, moves) in steps.chunks(steps.len().div_ceil(PARTS).max(1)).enumerate() {
            let from = moves[0].0;
            let mut path = format!("M{} {}", from.col, from.row);
            for (from, to) in moves {
                let by = |from: u16, to: u16| i32::from(to) - i32::from(from);
                let (right, down) = (by(from.col, to.col), by(from.row, to.row));
                let _ = write!(path, "l{right} {down}");
            }
            let colour = of_progress(part as f64 / PARTS as f64);
            picture.element(format_args!("path d=\"{path}\" stroke=\"{colour}\""));
        }
    });
}

/// The radius of the discs, as a share of the side of a square. No knight move passes nearer than
/// 0.44 sides to the centre of another square.
const DISC: f64 = 0.27;

/// The radius of the dots of visits that are too small for their numbers.
const DOT: f64 = 0.11;

/// Draws the visits with their numbers, the first and the last dark. Where the numbers would be
/// too small to read, draws small dots and gives `false`.
fn visits(picture: &mut Picture, tour: &Tour, grid: &Grid, first: usize) -> bool {
    let last = tour.squares().len() - 1;
    let widest = text::width(&(first + last).to_string(), 1.0);
    let size = (2.0 * DISC * grid.cell / widest).min(0.3 * grid.cell);
    let is_numbered = size >= LEAST_FONT;
    let radius = if is_numbered { DISC } else { DOT } * grid.cell;
    for (place, &square) in tour.squares().iter().enumerate() {
        let (x, y) = grid.centre(square);
        let is_end = place == 0 || place == last;
        let number = first + place;
        let ground = ground(is_end || !is_numbered);
        picture.disc(x, y, radius, ground, &format!("{number}: {square}"));
        if is_numbered {
            write_number(picture, (x, y), size, is_end, number);
        }
    }
    is_numbered
}

/// Names the first and the last square of a tour without discs, where they do not hide each other.
fn ends(picture: &mut Picture, tour: &Tour, grid: &Grid, style: &Style, first: usize) {
    let last = tour.squares().len() - 1;
    let size = style.small();
    let area = grid.area();
    let mut labels = Labels::within(area);
    for place in [0, last] {
        let (x, y) = grid.centre(tour.squares()[place]);
        let (number, baseline) = ((first + place).to_string(), y + size * MIDDLE);
        let half = text::width(&number, size) / 2.0 + 2.0;
        // At the edge of the board the number moves inwards.
        let x = x.max(area.x + half).min(area.right() - half);
        let baseline = baseline.max(area.y + size).min(area.bottom() - 0.4 * size);
        let spot = Spot { x, y: baseline, anchor: Anchor::Middle };
        if labels.put(&number, size, [spot]).is_some() {
            let words = format!("{number}: {}", tour.squares()[place]);
            let area = area_of_size(&number, size, spot);
            picture.rect(area, format_args!("rx=\"2\" {}", ground(true)), &words);
            write_number(picture, (x, baseline - size * MIDDLE), size, true, first + place);
        }
    }
}

/// The distance from the middle of a digit of size 1 to its baseline.
const MIDDLE: f64 = 0.36;

/// The paint of a disc: dark for the ends of a tour. Boards have these colours on dark pages too.
fn ground(is_end: bool) -> &'static str {
    if is_end { "fill=\"#222\" stroke=\"#222\"" } else { "fill=\"#fff\" stroke=\"#222\"" }
}

fn write_number(picture: &mut Picture, (x, y): (f64, f64), size: f64, is_end: bool, number: usize) {
    let ink = if is_end { "#fff" } else { "#222" };
    let style = format!("style=\"fill:{ink};pointer-events:none\"");
    picture.write((x, y + size * MIDDLE), Anchor::Middle, size, style, &number.to_string());
}

/// A job in one line.
pub fn job_in_words(record: &Record) -> String {
    let checks = record.checks.map_or("no count".to_owned(), |checks| grouped(checks) + " checks");
    let rule = match record.rule {
        Rule::Fixed => String::new(),
        rule => format!(", {rule}"),
    };
    let goal = match record.goal {
        Goal::Open => String::new(),
        goal => format!(", {goal}"),
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
    use crate::pictures::drawing::legible::assert_legible;
    use crate::pictures::test_records::{record, searched, warnsdorff};
    use crate::pictures::tour::*;
    use knight_search::{MoveOrder, Outcome};

    const CLOSED_6X5: &str =
        "a6-c5-e6-d4-e2-c1-a2-c3-b1-a3-b5-d6-e4-d2-b3-a1-c2-e1-d3-e5-c6-a5-c4-e3-d1-b2-a4-b6-d5-b4";

    fn drawn(tour: &Tour, millimetres: f64) -> Picture {
        of_tour(tour, 1, "a tour".to_owned(), &Style::of_print(millimetres, 9.0))
    }

    #[test]
    fn every_move_and_every_number_is_drawn() {
        let record = searched(0, "5x5", (1, 1), MoveOrder::FIG2, None);
        let svg = of_record(&record, 1, &Style::default()).unwrap().inline();
        assert_eq!(svg.matches("stroke-linecap").count(), 24);
        assert_eq!(svg.matches("<circle").count(), 25);
        assert!(svg.contains("<title>1: (1,1)</title>") && svg.contains(">25</text>"));
    }

    #[test]
    fn tours_of_every_size_can_be_read() {
        for board in ["5x5", "8x8", "20x20", "24x24", "30x30", "31x31", "40x40"] {
            for millimetres in [40.0, 84.0, 170.0] {
                assert_legible(&drawn(&warnsdorff(board), millimetres));
            }
        }
    }

    #[test]
    fn a_large_tour_is_a_path_with_its_ends() {
        let tour = warnsdorff("40x40");
        let svg = drawn(&tour, 170.0).inline();
        assert!(!svg.contains("<circle"));
        assert!(svg.len() < 12 * 1600, "{} bytes", svg.len());
        let path: String = svg.lines().filter(|line| line.starts_with("<path")).collect();
        assert_eq!(path.matches('l').count() - path.matches("fill").count(), 1599);
        assert!(svg.contains(">1</text>") && svg.contains(">1600</text>"));
        // The path ends where the tour does.
        let mut at = (0, 0);
        for part in path.split('"').filter(|part| part.starts_with('M')) {
            let number = |text: &str| text.parse::<i32>().unwrap();
            let mut steps = part[1..].split('l').map(|step| step.split_once(' ').unwrap());
            let (x, y) = steps.next().unwrap();
            assert!(at == (0, 0) || at == (number(x), number(y)));
            at = (number(x), number(y));
            for (x, y) in steps {
                at = (at.0 + number(x), at.1 + number(y));
            }
        }
        let last = tour.squares()[1599];
        assert_eq!(at, (i32::from(last.col), i32::from(last.row)));
    }

    #[test]
    fn closed_tours_are_closed() {
        let tour = Tour::parse("6x5".parse().unwrap(), CLOSED_6X5).unwrap();
        assert!(tour.is_closed());
        assert_eq!(drawn(&tour, 84.0).inline().matches("stroke-linecap").count(), 30);
    }

    #[test]
    fn each_way_to_have_no_tour_has_its_error() {
        let style = Style::default();
        let fault = of_record(&record(Outcome::Budget, 9), 0, &style).unwrap_err();
        assert!(matches!(fault, PlotError::NoTour { job: 0, outcome: Outcome::Budget }));
        let wrong = Record { tour: Some("a8-b8".to_owned()), ..record(Outcome::Tour, 9) };
        assert!(matches!(of_record(&wrong, 0, &style), Err(PlotError::Tour { .. })));
        let input = PlotInput { wanted: Some(3), ..PlotInput::default() };
        assert!(matches!(draw(&input, &style), Err(PlotError::NoJob(3))));
    }
}
