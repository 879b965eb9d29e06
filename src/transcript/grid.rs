//! Grids of numbers.

use knight_board::{Fault, is_knight_move};
use knight_search::{Board, Square};

use crate::transcript::{
    Notation, NumberRow, Numbering, PrintedTour, TranscriptError, board_of_size,
};

/// Judges rows of numbers with their lines.
pub(super) fn read(
    rows: &[NumberRow],
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    if let Some(rows) = without_labels(rows)? {
        return read(&rows, board);
    }
    let width = rows[0].1.len();
    let numbers: Vec<i64> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
    let ragged = rows.iter().find(|(_, row)| row.len() != width);
    let fits = |board: &Board| {
        let is_size = (rows.len(), width) == (board.rows().into(), board.cols().into());
        ragged.is_none() && is_size
    };
    match (board, ragged) {
        (Some(board), _) if numbers.len() == board.area() && !fits(&board) => {
            read_in_other_lines(board, &numbers)
        }
        (_, Some((line, row))) => {
            Err(TranscriptError::Ragged { line: *line, found: row.len(), expected: width })
        }
        // No tour is on such a board.
        (None, None) if numbers.len() > 1 && (rows.len() == 1 || width == 1) => {
            let line = if width == 1 { "column" } else { "row" };
            Err(TranscriptError::Layout(format!(
                "it has one {line} of {} numbers; give the board with --board",
                numbers.len()
            )))
        }
        (None, None) if are_moves(&numbers) => Err(TranscriptError::Layout(
            "its numbers are those of eight moves; `knightsweep solve --moves` reads them".into(),
        )),
        _ => Ok(judge(board_of_size(rows.len(), width, board)?, &numbers)),
    }
}

/// Whether numbers can be the two arrays of a program's moves.
fn are_moves(numbers: &[i64]) -> bool {
    let each_four_times = [-2, -1, 1, 2]
        .iter()
        .all(|step| numbers.iter().filter(|number| *number == step).count() == 4);
    numbers.len() == 16 && each_four_times
}

/// Judges rows that may be lines of one long row: as a grid only if that gives a walk.
pub(super) fn read_wrapped(
    rows: &[NumberRow],
    board: Option<Board>,
) -> Result<PrintedTour, TranscriptError> {
    let printed = read(rows, board)?;
    if board.is_some() || is_walk(&printed) {
        return Ok(printed);
    }
    Err(TranscriptError::Layout(format!(
        "line {}: one array goes over several lines, which may be rows or not; give the board with \
         --board",
        rows[0].0
    )))
}

/// Numbers that are not in lines of the board's width: row by row, if that gives a walk.
fn read_in_other_lines(board: Board, numbers: &[i64]) -> Result<PrintedTour, TranscriptError> {
    let printed = judge(board, numbers);
    if is_walk(&printed) {
        return Ok(printed);
    }
    Err(TranscriptError::Layout(format!(
        "its {} numbers are not in lines as wide as the {board} board, and row by row they are not \
         a walk; give the grid line by line, or its squares as a8 or 1,1",
        numbers.len()
    )))
}

/// Whether there are no more faults than half of the steps.
fn is_walk(printed: &PrintedTour) -> bool {
    let is_wrong = |fault: &&Fault| !matches!(fault, Fault::Unvisited { .. });
    let wrong = printed.faults.iter().filter(is_wrong).count();
    wrong * 2 <= printed.squares.len().saturating_sub(1)
}

/// The grid without a first row or column that numbers its columns or rows, if it has one.
fn without_labels(rows: &[NumberRow]) -> Result<Option<Vec<NumberRow>>, TranscriptError> {
    const LEAST: usize = 3;
    let first_column: Vec<i64> = rows.iter().filter_map(|(_, row)| row.first().copied()).collect();
    let has_corner = rows.len() < 2 || rows[0].1.len() == rows[1].1.len();
    let labels_of_rows = &first_column[usize::from(!has_corner || !counts(&first_column))..];
    let numbers_rows = labels_of_rows.len() >= LEAST && counts(labels_of_rows);
    let first_row = &rows[0].1[..];
    let labels_of_columns = &first_row[usize::from(has_corner && !counts(first_row))..];
    let numbers_columns = labels_of_columns.len() >= LEAST && counts(labels_of_columns);
    let stripped = |top: bool, left: bool| -> Vec<NumberRow> {
        let rows = rows.iter().skip(usize::from(top));
        rows.map(|(line, row)| (*line, row[usize::from(left).min(row.len())..].to_vec())).collect()
    };
    if rows.len() < LEAST || is_complete(rows) || !(numbers_rows || numbers_columns) {
        return Ok(None);
    }
    let ways = [(numbers_columns, numbers_rows), (numbers_columns, false), (false, numbers_rows)];
    let mut complete =
        ways.iter().map(|&(top, left)| stripped(top, left)).filter(|rows| is_complete(rows));
    match complete.next() {
        Some(rows) => Ok(Some(rows)),
        None => Err(TranscriptError::Layout(format!(
            "line {}: the first {} may number the {} or belong to the grid; leave it out if it is \
             not of the grid",
            rows[0].0,
            if numbers_rows { "column" } else { "row" },
            if numbers_rows { "rows" } else { "columns" },
        ))),
    }
}

/// Whether numbers go up, or down, by one.
fn counts(numbers: &[i64]) -> bool {
    let goes_by =
        |step: i64| numbers.windows(2).all(|two| two[1].checked_sub(two[0]) == Some(step));
    goes_by(1) || goes_by(-1)
}

/// Whether rows of the same length have each number from 0, or from 1, once.
pub(super) fn is_complete(rows: &[NumberRow]) -> bool {
    let width = rows.first().map_or(0, |(_, row)| row.len());
    let mut numbers: Vec<i64> = rows.iter().flat_map(|(_, row)| row.iter().copied()).collect();
    numbers.sort_unstable();
    let begins_right = numbers.first().is_some_and(|first| (0..=1).contains(first));
    rows.iter().all(|(_, row)| row.len() == width)
        && begins_right
        && numbers.windows(2).all(|two| two[1] == two[0] + 1)
}

/// The reading of a grid under the numbering that leaves the fewest faults.
pub(super) fn judge(board: Board, numbers: &[i64]) -> PrintedTour {
    let from_one = read_numbers(board, numbers, Numbering::FromOne);
    if !numbers.contains(&0) {
        return from_one;
    }
    let from_zero = read_numbers(board, numbers, Numbering::FromZero);
    // Where -1 stands for what was not visited, 0 stands for the start.
    let zero_is_start =
        numbers.iter().any(|n| *n < 0) && numbers.iter().filter(|n| **n == 0).count() == 1;
    let (mut chosen, other) = if zero_is_start || is_from_zero(&from_zero, &from_one, numbers) {
        (from_zero, from_one)
    } else {
        (from_one, from_zero)
    };
    if let [fault] = &other.faults[..]
        && !chosen.is_tour()
    {
        let first = if other.numbering == Numbering::FromZero { 0 } else { 1 };
        chosen.remarks.push(format!("read as numbered from {first} instead: {fault}"));
    }
    chosen
}

/// Whether a grid is numbered from 0, given both readings: if it has every number from 0 once,
/// whatever its moves. But a walk from 1 without a wrong move leaves the square 0 out, unless the
/// reading from 0 is a tour.
fn is_from_zero(from_zero: &PrintedTour, from_one: &PrintedTour, numbers: &[i64]) -> bool {
    let has_each_number = (from_zero.faults.iter()).all(|f| matches!(f, Fault::NotAMove { .. }));
    // A walk from 1 has no gap. In one from 0 the last number is there, and a second 0 may stand in
    // the place of another.
    let has_gap = from_one.faults.iter().any(|f| matches!(f, Fault::NumberMissing { .. }));
    let ends_right = numbers.contains(&(numbers.len() as i64 - 1));
    match &from_one.faults[..] {
        [Fault::Unvisited { .. }] => from_zero.is_tour(),
        _ if has_gap && ends_right => from_zero.faults.len() <= from_one.faults.len(),
        _ => has_each_number || from_zero.faults.len() < from_one.faults.len(),
    }
}

/// The reading of a grid whose first square has the number 0 or 1.
fn read_numbers(board: Board, numbers: &[i64], numbering: Numbering) -> PrintedTour {
    let first: i64 = if numbering == Numbering::FromZero { 0 } else { 1 };
    let area = board.area();

    let mut places: Vec<Vec<Square>> = vec![Vec::new(); area];
    let mut unvisited = Vec::new();
    let mut faults = Vec::new();
    for (square, &number) in board.squares().zip(numbers) {
        match number.checked_sub(first).map(usize::try_from) {
            _ if number < first => unvisited.push(square),
            Some(Ok(step)) if step < area => places[step].push(square),
            _ => faults.push(Fault::NumberOutOfRange { number, square }),
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

    let mut remarks = Vec::new();
    let squares: Vec<Square> = places.into_iter().filter_map(|p| p.first().copied()).collect();
    if !unvisited.is_empty() {
        if let Some(&last) = squares.last()
            && !unvisited.iter().any(|&s| is_knight_move(last, s))
        {
            remarks.push(format!(
                "no unvisited square is a knight move from the last one, {} at {last}",
                first + visited as i64 - 1
            ));
        }
        faults.push(Fault::Unvisited { unvisited });
    }
    let notation = Notation::RowColumn;
    PrintedTour { board, numbering, notation, first_number: first, squares, faults, remarks }
}
