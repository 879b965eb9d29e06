//! Complete tours among squares in the order of a text.

use std::collections::HashMap;
use std::ops::Range;

use knight_board::{Board, Square};

use crate::tours::cells::Written;
use crate::tours::judge::board;
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
    let first = walked.iter().flat_map(|at| [at.0, at.1]).min()?;
    let area = board_of(walked, first, None)?.area();
    let is_full = area == walked.len() && (0..=1).contains(&first);
    is_full.then_some(Walk { range, first, starts_again })
}

/// The given board if it has all squares, or else the smallest one that has them. Rows and columns
/// count from `first`.
pub(super) fn board_of(written: &[Written], first: i64, given: Option<Board>) -> Option<Board> {
    let side = |of: fn(&Written) -> i64| {
        let most = written.iter().map(of).max()?;
        usize::try_from(most + 1 - first).ok()
    };
    let shown = board(side(|at| at.0)?, side(|at| at.1)?)?;
    let has_all = |given: &Board| shown.rows() <= given.rows() && shown.cols() <= given.cols();
    Some(given.filter(has_all).unwrap_or(shown))
}

/// A list as a walk on a board that has its squares, whose rows and columns count from `first`.
pub(super) fn judged(
    written: impl Iterator<Item = Written>,
    first: i64,
    board: Board,
    form: Form,
) -> Option<PrintedTour> {
    let side = |number: i64| u16::try_from(number + 1 - first).ok();
    let squares = written.map(|(row, col)| Some(Square { row: side(row)?, col: side(col)? }));
    Some(PrintedTour::of_squares(board, form, squares.collect::<Option<_>>()?))
}
