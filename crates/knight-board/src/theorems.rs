//! Boards and starts that have no tour, known without a search, and why.

use std::fmt;

use crate::board::{Board, Square};
use crate::problem::Goal;

/// Why there is no tour.
///
/// # Examples
/// ```
/// use knight_board::theorems::{self, NoTourReason};
///
/// assert_eq!(theorems::closed("5x5".parse()?), Some(NoTourReason::OddArea));
/// assert_eq!(theorems::closed("8x8".parse()?), None);
/// # Ok::<(), knight_board::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoTourReason {
    /// A closed tour has as many light squares as dark ones, and the area is odd.
    OddArea,
    /// No board with a shorter side of this length has such a tour.
    ShortSide(u16),
    /// One of the few boards with sides long enough that still have no such tour.
    Exception(Board),
    /// One colour has one square more, and a tour must begin on it. This start has the other
    /// colour.
    MinorityColour(Square),
}

impl fmt::Display for NoTourReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTourReason::OddArea => f.write_str(
                "every move changes the colour, so a closed tour visits as many light squares as dark \
                 ones, but the board has an odd number of squares",
            ),
            NoTourReason::ShortSide(1) => f.write_str("on a single row a knight has no move"),
            NoTourReason::ShortSide(2) => {
                f.write_str("on two rows the moves of a knight form separate paths")
            }
            // L. Pósa's argument.
            NoTourReason::ShortSide(_) => f.write_str(
                "of four rows, each move from an outer one leads to an inner one, so a closed tour \
                 would alternate between them as it does between the colours, and miss half of the \
                 squares",
            ),
            NoTourReason::Exception(board) if sides(*board) == (3, 3) => {
                f.write_str("no move leads to the middle of 3x3")
            }
            NoTourReason::Exception(board) => {
                let side = sides(*board).0;
                write!(
                    f,
                    "exhaustive search finds none on {board}; some longer boards with a side of {side} \
                     have one"
                )
            }
            NoTourReason::MinorityColour(start) => write!(
                f,
                "every move changes the colour, so a tour begins on the colour that has one square \
                 more, but {start} has the other colour"
            ),
        }
    }
}

/// Why a board has no closed tour; `None` if it has one.
///
/// With `m ≤ n` there is a closed tour unless both sides are odd, or `m` is 1, 2 or 4, or `m` is 3
/// and `n` is 4, 6 or 8 (A. J. Schwenk, "Which rectangular chessboards have a knight's tour?",
/// Mathematics Magazine 64, 1991). The tour of the single square does not count as closed, as in
/// [`Tour::is_closed`](crate::Tour::is_closed).
pub fn closed(board: Board) -> Option<NoTourReason> {
    match sides(board) {
        _ if board.area() % 2 == 1 => Some(NoTourReason::OddArea),
        (short @ (1 | 2 | 4), _) => Some(NoTourReason::ShortSide(short)),
        (3, 4 | 6 | 8) => Some(NoTourReason::Exception(board)),
        _ => None,
    }
}

/// Why a board has no open tour from any square; `None` if it has one.
///
/// With `m ≤ n`, and except for the single square, there is an open tour unless `m` is 1 or 2, or
/// the board is 3×3, 3×5, 3×6 or 4×4 (P. Cull & J. De Curtins, "Knight's tour revisited", Fibonacci
/// Quarterly 16, 1978, for `m ≥ 5`; G. L. Chia & S.-H. Ong, "Generalized knight's tours on
/// rectangular chessboards", Discrete Applied Mathematics 150, 2005, for all).
pub fn open(board: Board) -> Option<NoTourReason> {
    match sides(board) {
        (1, 1) => None,
        (short @ (1 | 2), _) => Some(NoTourReason::ShortSide(short)),
        (3, 3 | 5 | 6) | (4, 4) => Some(NoTourReason::Exception(board)),
        _ => None,
    }
}

/// Why a board has no tour of this kind; `None` if no reason is known.
pub fn on(board: Board, goal: Goal) -> Option<NoTourReason> {
    match goal {
        Goal::Open => open(board),
        Goal::Closed => closed(board),
    }
}

/// Why no tour of this kind begins at a square of the board; `None` if no reason is known.
///
/// The reasons are those of the whole board ([`on`]) and, on boards of odd area, the colours: a
/// tour has one square more of the colour that it begins on, and that must be the colour of the
/// corners.
pub fn from(board: Board, start: Square, goal: Goal) -> Option<NoTourReason> {
    let is_corner_colour = (start.row + start.col).is_multiple_of(2);
    on(board, goal).or_else(|| {
        (board.area() % 2 == 1 && !is_corner_colour).then_some(NoTourReason::MinorityColour(start))
    })
}

/// The shorter side and the longer one.
fn sides(board: Board) -> (u16, u16) {
    let (rows, cols) = (board.rows(), board.cols());
    (rows.min(cols), rows.max(cols))
}

#[cfg(test)]
mod tests {
    use crate::theorems::*;

    #[test]
    fn the_reasons_differ() {
        let board = |text: &str| text.parse::<Board>().unwrap();
        assert_eq!(closed(board("1x1")), Some(NoTourReason::OddArea));
        assert_eq!(closed(board("10x4")), Some(NoTourReason::ShortSide(4)));
        assert_eq!(closed(board("8x3")), Some(NoTourReason::Exception(board("8x3"))));
        assert_eq!(closed(board("3x10")), None);
        assert_eq!(open(board("1x1")), None);
        assert_eq!(open(board("1000x2")), Some(NoTourReason::ShortSide(2)));
        let (light, dark) = (Square { row: 3, col: 3 }, Square { row: 1, col: 2 });
        assert_eq!(from(board("5x5"), light, Goal::Open), None);
        assert_eq!(from(board("5x5"), dark, Goal::Open), Some(NoTourReason::MinorityColour(dark)));
        assert_eq!(from(board("5x6"), dark, Goal::Open), None);
    }
}
