//! Squares in the order of a text as walks of a knight.

use knight_board::{Board, Square};

use crate::tours::cells::Written;
use crate::tours::{Form, PrintedTour};

/// The fewest squares of a tour, except on the board of one square.
pub(super) const LEAST: usize = 12;

/// Whether a knight goes from one square to the other.
pub(super) fn is_move(from: &Written, to: &Written) -> bool {
    matches!((from.0.abs_diff(to.0), from.1.abs_diff(to.1)), (1, 2) | (2, 1))
}

/// How many steps are knight moves.
pub(super) fn moves(squares: &[Written]) -> usize {
    squares.windows(2).filter(|two| is_move(&two[0], &two[1])).count()
}

/// Whether most steps are knight moves, apart from those that stay.
pub(super) fn is_walk(squares: &[Written]) -> bool {
    let stays = squares.windows(2).filter(|two| two[0] == two[1]).count();
    2 * moves(squares) + stays + 1 > squares.len()
}

/// The board of these sides, if there is one.
pub(super) fn board(rows: usize, cols: usize) -> Option<Board> {
    Board::new(rows.try_into().ok()?, cols.try_into().ok()?).ok()
}

/// What rows and columns count from.
pub(super) fn first(written: &[Written]) -> i64 {
    i64::from(written.iter().all(|at| at.0.min(at.1) > 0))
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
