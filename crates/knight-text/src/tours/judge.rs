//! What is wrong with the numbers of a grid.

use knight_board::{Board, Fault, Square, is_knight_move};

use crate::tours::cells::Cell;
use crate::tours::{Form, Note, PrintedTour};

/// The board of these sides, if there is one.
pub(super) fn board(rows: usize, cols: usize) -> Option<Board> {
    Board::new(rows.try_into().ok()?, cols.try_into().ok()?).ok()
}

/// The reading of a grid under the numbering that leaves the fewest faults.
pub(super) fn judge(board: Board, cells: &[Cell]) -> PrintedTour {
    let mut judged = numbering(board, cells);
    let is_unvisited = |fault: &Fault| matches!(fault, Fault::Unvisited { .. });
    if !judged.faults.iter().any(is_unvisited) {
        // A number is on each square, so those behind the last one are missing too.
        let last = judged.first_number + board.area() as i64 - 1;
        let numbers = cells.iter().filter_map(|cell| cell.number()).filter(|n| *n <= last);
        let missing = numbers.max().map_or(last, |most| most + 1)..=last;
        judged.faults.extend(missing.map(|number| Fault::NumberMissing { number }));
    }
    judged
}

fn numbering(board: Board, cells: &[Cell]) -> PrintedTour {
    let from_one = numbered(board, cells, 1);
    let zeros = cells.iter().filter(|cell| cell.number() == Some(0)).count();
    if zeros == 0 {
        return from_one;
    }
    let from_zero = numbered(board, cells, 0);
    // Where a sign stands for what was not visited, 0 stands for the start.
    let zero_is_start = zeros == 1 && cells.iter().any(Cell::is_empty);
    let is_from_zero = zero_is_start || is_from_zero(&from_zero, &from_one, cells);
    let both = if is_from_zero { (from_zero, from_one) } else { (from_one, from_zero) };
    let (mut chosen, other) = both;
    if let ([fault], false) = (&other.faults[..], chosen.is_tour())
        && !matches!(fault, Fault::Unvisited { .. })
    {
        let (first, fault) = (other.first_number, fault.clone());
        chosen.notes.push(Note::OtherNumbering { first, fault });
    }
    chosen
}

/// Whether a grid is numbered from 0, given both readings: if that leaves fewer faults, or as few
/// and its last number is that of a tour from 0. But a walk from 1 without a wrong move leaves the
/// square 0 out, unless the reading from 0 is a tour.
fn is_from_zero(from_zero: &PrintedTour, from_one: &PrintedTour, cells: &[Cell]) -> bool {
    let [zero, one] = [from_zero, from_one].map(|printed| printed.faults.len());
    let has = |number: usize| cells.contains(&Cell::Number(number as i64));
    match from_one.faults[..] {
        [Fault::Unvisited { .. }] => zero == 0,
        _ => zero < one || zero == one && has(cells.len() - 1) && !has(cells.len()),
    }
}

/// The reading of a grid whose first square has the number 0 or 1.
fn numbered(board: Board, cells: &[Cell], first: i64) -> PrintedTour {
    let area = board.area();
    let mut places: Vec<Vec<Square>> = vec![Vec::new(); area];
    let mut unvisited = Vec::new();
    let mut faults = Vec::new();
    for (square, cell) in board.squares().zip(cells) {
        match cell.number().filter(|number| *number >= first) {
            None => unvisited.push(square),
            Some(number) => match usize::try_from(number - first) {
                Ok(step) if step < area => places[step].push(square),
                _ => faults.push(Fault::NumberOutOfRange { number, square }),
            },
        }
    }
    let visited = places.iter().rposition(|p| !p.is_empty()).map_or(0, |last| last + 1);
    for (number, squares) in (first..).zip(&places[..visited]) {
        match &squares[..] {
            [] => faults.push(Fault::NumberMissing { number }),
            [_] => {}
            squares => faults.push(Fault::NumberRepeated { number, squares: squares.to_vec() }),
        }
    }
    for (number, pair) in (first..).zip(places[..visited].windows(2)) {
        if let ([from], [to]) = (&pair[0][..], &pair[1][..])
            && !is_knight_move(*from, *to)
        {
            faults.push(Fault::NotAMove { number, from: *from, to: *to });
        }
    }
    let mut notes = Vec::new();
    let squares: Vec<Square> = places.into_iter().filter_map(|p| p.first().copied()).collect();
    if !unvisited.is_empty() {
        if let Some(&square) = squares.last()
            && !unvisited.iter().any(|&s| is_knight_move(square, s))
        {
            notes.push(Note::DeadEnd { number: first + visited as i64 - 1, square });
        }
        faults.push(Fault::Unvisited { unvisited });
    }
    PrintedTour { board, form: Form::Grid, first_number: first, squares, faults, notes }
}

/// Whether the numbers of a grid decide that it is one: three quarters are different and in range,
/// and neither another width nor a list of square numbers fits better.
pub(super) fn is_certain(printed: &PrintedTour, cells: &[Cell]) -> bool {
    let first = printed.first_number;
    let count = cells.iter().filter(|c| c.number().is_some_and(|n| n >= first)).count();
    printed.squares.len() * 4 >= 3 * count && !has_better_width(printed, cells)
}

/// Where each number from the first one on stands.
pub(super) fn places(cells: &[Cell], first: i64) -> Vec<Option<usize>> {
    let mut places = vec![None; cells.len()];
    for (place, cell) in cells.iter().enumerate() {
        let step = cell.number().and_then(|number| usize::try_from(number - first).ok());
        if let Some(at) = step.and_then(|step| places.get_mut(step)) {
            *at = Some(place);
        }
    }
    places
}

/// Whether rows of another width leave less than half of the wrong steps, or the numbers as those
/// of squares in order of visit.
fn has_better_width(printed: &PrintedTour, cells: &[Cell]) -> bool {
    /// Of larger grids only the widths that divide them are tried, and no list.
    const SMALL: usize = 2000;
    let places = places(cells, printed.first_number);
    let steps: Vec<(usize, usize)> =
        places.windows(2).filter_map(|two| two[0].zip(two[1])).collect();
    let wrong = |steps: &[(usize, usize)], width: usize| {
        steps.iter().filter(|step| !is_step(**step, width)).count()
    };
    let width = usize::from(printed.board.cols());
    let mine = wrong(&steps, width);
    let square = |cell: &Cell| usize::try_from(cell.number()? - printed.first_number).ok();
    let squares: Vec<usize> = cells.iter().filter_map(square).collect();
    let listed: Vec<(usize, usize)> = squares.windows(2).map(|two| (two[0], two[1])).collect();
    let mut widths = 3..=cells.len() / 3;
    let is_tried =
        |w: &usize| *w != width && (cells.len() <= SMALL || cells.len().is_multiple_of(*w));
    let is_list =
        |width: usize| cells.len().is_multiple_of(width) && 2 * wrong(&listed, width) < mine;
    mine > 0
        && (cells.len() <= SMALL && widths.clone().any(is_list)
            || widths.any(|other| is_tried(&other) && 2 * wrong(&steps, other) < mine))
}

/// Whether the step between two places is a knight's if rows have this width.
pub(super) fn is_step((from, to): (usize, usize), width: usize) -> bool {
    let (rows, cols) = ((from / width).abs_diff(to / width), (from % width).abs_diff(to % width));
    matches!((rows, cols), (1, 2) | (2, 1))
}
