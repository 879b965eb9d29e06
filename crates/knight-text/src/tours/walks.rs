//! Complete tours among squares in the order of a text.

use std::collections::HashMap;
use std::ops::Range;

use knight_board::{Board, Square};

use crate::tours::cells::Written;
use crate::tours::grids::board;
use crate::tours::{Form, PrintedTour};

/// The fewest squares of a tour, except on the board of one square.
pub(super) const LEAST: usize = 12;

/// A tour among squares.
pub(super) struct Walk {
    /// Which of them.
    pub range: Range<usize>,
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

/// Whether a knight goes through enough squares in a row for a tour, or stays.
pub(super) fn may_be_tour(squares: &[Written]) -> bool {
    let mut moves = 0;
    squares.windows(2).filter(|two| two[0] != two[1]).any(|two| {
        moves = if is_move(two[0], two[1]) { moves + 1 } else { 0 };
        moves + 1 == LEAST
    })
}

/// The complete tours in a list. They are looked for between steps that no knight makes, and from a
/// square that comes again on.
pub(super) fn complete(squares: &[Written]) -> Vec<Walk> {
    /// How often each square may be looked at.
    const MOST_LOOKS: usize = 20;
    let mut looks = MOST_LOOKS * squares.len();
    let mut found = Vec::new();
    let mut end = 0;
    for run in squares.chunk_by(|from, to| is_move(*from, *to)) {
        let mut start = end;
        end += run.len();
        // Most walks in other texts are short.
        let mut seen = HashMap::new();
        for place in (start..=end).filter(|_| run.len() >= LEAST) {
            let is_end = place == end;
            let again = if is_end { Some(place) } else { seen.insert(squares[place], place) };
            let Some(before) = again.filter(|before| *before >= start) else { continue };
            let starts_again = before == start && !is_end;
            let walk = walk(squares, start..place, starts_again);
            looks = looks.saturating_sub(place - start);
            start = match walk {
                Some(_) => place + usize::from(starts_again),
                None if looks > 0 => before + 1,
                None => place,
            };
            found.extend(walk);
        }
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
    let area = board(side(top, bottom)?, side(left, right)?)?.area();
    let is_full = area == walked.len() && top == left && (0..=1).contains(&top);
    is_full.then_some(Walk { range, first: top, starts_again })
}

/// A square whose rows and columns count from `first`.
fn square((row, col): Written, first: i64) -> Option<Square> {
    let side = |number: i64| u16::try_from(number.checked_add(1 - first)?).ok();
    Some(Square { row: side(row)?, col: side(col)? })
}

/// A list as a walk on the given board, or on the smallest one that has its squares; `None` if a
/// square is off it.
pub(super) fn judged(
    written: &[Written],
    first: i64,
    given: Option<Board>,
    rows: Option<i64>,
    form: Form,
) -> Option<PrintedTour> {
    let side = |of: fn(&Written) -> i64| written.iter().map(of).max().map(|most| most + 1 - first);
    let rows = rows.or_else(|| side(|at| at.0))?;
    let shown = board(rows.try_into().ok()?, side(|at| at.1)?.try_into().ok()?)?;
    let board = given.unwrap_or(shown);
    let squares: Vec<_> = written.iter().map(|at| square(*at, first)).collect::<Option<_>>()?;
    if !squares.iter().all(|square| board.contains(*square)) {
        // The caller says which board is shown.
        return given.and_then(|_| judged(written, first, None, Some(rows), form));
    }
    Some(PrintedTour::of_squares(board, form, squares))
}
