//! A tour on the squares of its board.

use std::fmt::Write;

use crate::pictures::board::Grid;
use crate::pictures::drawing::colour::{DARK_SQUARE, LIGHT_SQUARE, of_progress};
use crate::pictures::drawing::style::LEAST_FONT;
use crate::pictures::drawing::{Anchor, Area, Picture, text};
use knight_search::{Square, Tour};

/// Draws a tour, numbered from `first`. A closed tour has a line from its last square to its first.
/// Where the numbers would be too small to read, only its ends have theirs.
pub(super) fn draw(picture: &mut Picture, tour: &Tour, grid: &Grid, first: usize) {
    let size = number_size(grid.cell, first + tour.squares().len() - 1);
    squares(picture, grid, size.is_some());
    moves(picture, tour, grid);
    match size {
        Some(size) => visits(picture, tour, grid, (first, size)),
        None => ends(picture, tour, grid, first),
    }
}

/// Draws the chequered board, or its area in one colour.
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

/// Up to this many parts of a tour have a colour of their own.
const PARTS: usize = 64;

/// Draws the moves, darker towards the end, in a few bytes each: the coordinates are those of the
/// board.
fn moves(picture: &mut Picture, tour: &Tour, grid: &Grid) {
    let steps = steps(tour);
    let width = (0.9 / grid.cell).clamp(0.07, 0.35);
    let length = steps.len().div_ceil(PARTS).max(1);
    let parts = steps.len().div_ceil(length) as f64;
    let (half, cell) = (grid.cell / 2.0, grid.cell);
    let (x, y) = (grid.x - half, grid.y - half);
    let attributes = format!(
        "transform=\"translate({x:.2} {y:.2}) scale({cell:.5})\" fill=\"none\" \
         stroke-width=\"{width:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    );
    picture.group(attributes, |picture| {
        for (part, moves) in steps.chunks(length).enumerate() {
            let from = moves[0].0;
            let mut path = format!("M{} {}", from.col, from.row);
            for (from, to) in moves {
                let by = |from: u16, to: u16| i32::from(to) - i32::from(from);
                let (right, down) = (by(from.col, to.col), by(from.row, to.row));
                let _ = write!(path, "l{right} {down}");
            }
            let colour = of_progress(part as f64 / parts);
            picture.element(format_args!("path d=\"{path}\" stroke=\"{colour}\""));
        }
    });
}

/// The radius of the discs, as a share of the side of a square. No knight move passes nearer than
/// 0.44 sides to the centre of another square.
const DISC: f64 = 0.3;

/// Draws the visits with their numbers of this size, the first and the last dark.
fn visits(picture: &mut Picture, tour: &Tour, grid: &Grid, (first, size): (usize, f64)) {
    let last = tour.squares().len() - 1;
    let is_end = |place: usize| place == 0 || place == last;
    let places = || tour.squares().iter().map(|&square| grid.centre(square)).enumerate();
    picture.group(format_args!("class=\"visits\""), |picture| {
        for (place, (x, y)) in places() {
            let words = format!("{}: {}", first + place, tour.squares()[place]);
            picture.disc(x, y, DISC * grid.cell, ground(is_end(place)), &words);
        }
    });
    picture.group(format_args!("class=\"numbers\""), |picture| {
        for (place, at) in places() {
            write_number(picture, at, size, is_end(place), first + place);
        }
    });
}

/// The size of numbers up to this one in the discs of squares with this side, if they can be read.
fn number_size(cell: f64, largest: usize) -> Option<f64> {
    let (widest, disc) = (text::width(&largest.to_string(), 1.0), 2.0 * DISC * cell);
    let most = disc / widest.hypot(2.0 * MIDDLE);
    (most >= LEAST_FONT).then(|| most.min(0.3 * cell).max(LEAST_FONT))
}

/// Numbers the first and the last square, where they do not hide each other.
fn ends(picture: &mut Picture, tour: &Tour, grid: &Grid, first: usize) {
    let last = tour.squares().len() - 1;
    let size = picture.style.small();
    let area = grid.area();
    let mut taken = None;
    for place in [0, last] {
        let (x, y) = grid.centre(tour.squares()[place]);
        let (number, baseline) = ((first + place).to_string(), y + size * MIDDLE);
        let (width, height) = (text::width(&number, size), 1.05 * size);
        let half = width / 2.0 + 2.0;
        // At the edge of the board the number moves inwards.
        let x = x.max(area.x + half).min(area.right() - half);
        let baseline = baseline.max(area.y + size).min(area.bottom() - 0.4 * size);
        let label = Area { x: x - width / 2.0, y: baseline - 0.8 * size, width, height };
        let is_inside = area.x <= label.x && area.y <= label.y;
        if is_inside && taken.is_none_or(|taken: Area| !taken.overlaps(&label)) {
            taken = Some(label);
            let words = format!("{number}: {}", tour.squares()[place]);
            picture.rect(label, format_args!("rx=\"2\" {}", ground(true)), &words);
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
