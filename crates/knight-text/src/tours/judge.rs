//! What is wrong with the numbers of a grid.

use knight_board::{Board, Fault, Square, is_knight_move};

use crate::tours::cells::Cell;
use crate::tours::{Form, Note, PrintedTour};

/// What is read in a grid: from 0 if that leaves fewer faults, missing numbers apart, or as few and
/// its last number is that of a tour from 0, or if signs stand for what was not visited, so that 0
/// is the start. Where numbers are larger than the board, rows are missing, and the step from 0 may
/// have crossed them. A walk from 1 without a wrong move leaves the square 0 out, unless the
/// reading from 0 is a tour.
pub(super) fn judge(board: Board, cells: &[Cell]) -> PrintedTour {
    let [from_zero, from_one] = [0, 1].map(|first| numbered(board, cells, first));
    let counts = |fault: &&Fault| !matches!(fault, Fault::NumberMissing { .. });
    let [zero, one] = [&from_zero, &from_one].map(|it| it.faults.iter().filter(counts).count());
    let last = cells.iter().filter_map(|cell| cell.number()).max();
    let zeros = cells.iter().filter(|cell| cell.number() == Some(0)).count();
    let is_from_zero = match (zeros, &from_one.faults[..]) {
        (0, _) => false,
        (1, _) if cells.iter().any(Cell::is_empty) => true,
        (_, [Fault::Unvisited { .. }]) => zero == 0,
        _ => match last.map_or(0, |last| last.saturating_sub(cells.len() as i64)) {
            -1 => zero <= one,
            1.. if zeros == 1 => zero <= one + 1,
            _ => zero < one,
        },
    };
    if is_from_zero { from_zero } else { from_one }
}

/// The reading of a grid whose first square has the number 0 or 1.
fn numbered(board: Board, cells: &[Cell], first: i64) -> PrintedTour {
    let area = board.area();
    let mut places: Vec<Vec<Square>> = vec![Vec::new(); area];
    let mut unvisited = Vec::new();
    let mut faults = Vec::new();
    for (square, cell) in board.squares().zip(cells) {
        let number = cell.number().filter(|number| *number >= first);
        match number.map(|number| (number, places.get_mut((number - first) as usize))) {
            None => unvisited.push(square),
            Some((_, Some(place))) => place.push(square),
            Some((number, None)) => faults.push(Fault::NumberOutOfRange { number, square }),
        }
    }
    // If a number is on each square, those behind the last one are missing too.
    let last = places.iter().rposition(|p| !p.is_empty() || unvisited.is_empty());
    let visited = last.map_or(0, |last| last + 1);
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
    let squares: Vec<Square> = places.into_iter().filter_map(|p| p.first().copied()).collect();
    let is_end = |last: &&Square| !unvisited.iter().any(|square| is_knight_move(**last, *square));
    let end = squares.last().filter(|_| !unvisited.is_empty()).filter(is_end);
    let number = first + visited as i64 - 1;
    let notes = end.map(|square| Note::DeadEnd { number, square: *square }).into_iter().collect();
    faults.extend((!unvisited.is_empty()).then_some(Fault::Unvisited { unvisited }));
    PrintedTour { board, form: Form::Grid, first_number: first, squares, faults, notes }
}

/// Whether the numbers of a grid decide that it is one: there are some, most of them are different
/// and in range, and most steps are knight moves. Two tours have at least eleven numbers in common.
pub(super) fn is_certain(printed: &PrintedTour, cells: &[Cell]) -> bool {
    const MOST_REPEATED: usize = 10;
    let (first, squares) = (printed.first_number, &printed.squares);
    let count = cells.iter().filter(|c| c.number().is_some_and(|n| n >= first)).count();
    let moves = squares.windows(2).filter(|two| is_knight_move(two[0], two[1])).count();
    // A board before its first move has the first number alone.
    let is_missing = |fault: &Fault| matches!(fault, Fault::NumberMissing { .. });
    let is_start = squares.len() == 1 && !printed.faults.iter().any(is_missing);
    squares.len() * 4 >= 3 * count
        && squares.len() + MOST_REPEATED >= count
        && (is_start || count > 0 && 2 * moves + 1 > squares.len())
}
