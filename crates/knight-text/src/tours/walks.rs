//! Complete tours among squares in the order of a text.

use std::collections::HashSet;
use std::ops::Range;

use knight_board::{Board, Square};

use crate::tours::grids::board;

/// The fewest squares of a tour, except on the board of one square.
pub(super) const LEAST: usize = 12;

/// A row and a column, or a rank and a file, as they are written.
pub(super) type Written = (i64, i64);

/// A tour among squares.
pub(super) struct Walk {
    /// Which of them.
    pub range: Range<usize>,
    pub board: Board,
    /// Its squares, by rows from the top as they are written.
    pub squares: Vec<Square>,
    /// The number of the first row and column.
    pub first: i64,
    /// Whether its start stands again at the end.
    pub starts_again: bool,
}

fn is_move(from: Written, to: Written) -> bool {
    matches!((from.0.abs_diff(to.0), from.1.abs_diff(to.1)), (1, 2) | (2, 1))
}

/// How many steps are knight moves.
pub(super) fn moves(squares: &[Written]) -> usize {
    squares.windows(2).filter(|two| is_move(two[0], two[1])).count()
}

/// The complete tours in a list. It is cut where no knight moves, and where a square comes again.
pub(super) fn complete(squares: &[Written]) -> Vec<Walk> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut seen = HashSet::new();
    for at in 1..=squares.len() {
        let is_cut = at == squares.len() || !is_move(squares[at - 1], squares[at]);
        // Most walks in other texts are short.
        if is_cut && at - from < LEAST {
            from = at;
            continue;
        }
        if !is_cut {
            continue;
        }
        let mut start = from;
        seen.clear();
        for place in from..=at {
            if place < at && seen.insert(squares[place]) {
                continue;
            }
            let starts_again = place < at && squares[place] == squares[start];
            let walk = walk(squares, start..place, starts_again);
            let is_used = walk.is_some() && starts_again;
            found.extend(walk);
            start = place + usize::from(is_used);
            seen.clear();
            if place < at && !is_used {
                seen.insert(squares[place]);
            }
        }
        from = at;
    }
    found
}

/// The squares of a range, none of them twice and all of them a move apart, if they are a board.
fn walk(squares: &[Written], range: Range<usize>, starts_again: bool) -> Option<Walk> {
    let walked = &squares[range.clone()];
    if walked.len() < LEAST {
        return None;
    }
    let of =
        |side: fn(&Written) -> i64| (walked.iter().map(side).min(), walked.iter().map(side).max());
    let ((Some(top), Some(bottom)), (Some(left), Some(right))) = (of(|s| s.0), of(|s| s.1)) else {
        return None;
    };
    let side = |from: i64, to: i64| usize::try_from(to - from + 1).ok();
    let board = board(side(top, bottom)?, side(left, right)?)?;
    let is_full = board.area() == walked.len() && top == left && (0..=1).contains(&top);
    let squares = is_full.then(|| walked.iter().filter_map(|at| square(*at, top)).collect())?;
    Some(Walk { range, board, squares, first: top, starts_again })
}

/// A square whose rows and columns count from `first`.
pub(super) fn square((row, col): Written, first: i64) -> Option<Square> {
    let side = |number: i64| u16::try_from(number.checked_add(1 - first)?).ok();
    Some(Square { row: side(row)?, col: side(col)? })
}
