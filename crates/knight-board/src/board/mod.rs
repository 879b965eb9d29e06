//! Boards of any size and their squares.

mod moves;
mod notation;
mod order;
mod symmetry;
mod tour;

pub use moves::Move;
pub use notation::{BoardError, SquareError};
pub use order::{MoveOrder, OrderError};
pub use symmetry::{Symmetry, between, orbit_representatives};
pub use tour::{Fault, Tour, TourError, faults, is_knight_move};

/// A board of `rows × cols` squares.
///
/// ```
/// use knight_board::Board;
/// let board: Board = "6x8".parse().unwrap();
/// assert_eq!((board.rows(), board.cols(), board.area()), (6, 8, 48));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    rows: u16,
    cols: u16,
}

/// A square by its row and column, both from 1; `(1,1)` is the top left, as in the paper (§III).
///
/// ```
/// use knight_board::{Board, Square};
/// let square = Square { row: 3, col: 4 };
/// assert!(Board::new(8, 8).unwrap().contains(square));
/// assert_eq!(square.to_string(), "(3,4)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// Row from the top, from 1.
    pub row: u16,
    /// Column from the left, from 1.
    pub col: u16,
}

impl Board {
    /// The longest side of any board, in squares.
    pub const MAX_SIDE: u16 = 2000;

    /// A board of `rows × cols` squares.
    ///
    /// # Errors
    /// [`BoardError::OutOfRange`] unless both sides are in 1…[`Board::MAX_SIDE`].
    pub fn new(rows: u16, cols: u16) -> Result<Board, BoardError> {
        let range = 1..=Board::MAX_SIDE;
        if range.contains(&rows) && range.contains(&cols) {
            Ok(Board { rows, cols })
        } else {
            Err(BoardError::OutOfRange { rows: rows.to_string(), cols: cols.to_string() })
        }
    }

    /// The number of rows.
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub const fn cols(self) -> u16 {
        self.cols
    }

    /// The board with rows and columns exchanged.
    pub const fn transposed(self) -> Board {
        Board { rows: self.cols, cols: self.rows }
    }

    /// The number of squares.
    pub const fn area(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Whether the square lies on this board.
    pub fn contains(self, square: Square) -> bool {
        (1..=self.rows).contains(&square.row) && (1..=self.cols).contains(&square.col)
    }

    /// The squares row by row, in the order of [`Board::index`].
    pub fn squares(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..self.area()).map(move |index| self.square(index))
    }

    /// The index of a square of this board in row-major order, 0…`area() − 1`.
    pub const fn index(self, square: Square) -> usize {
        (square.row as usize - 1) * self.cols as usize + square.col as usize - 1
    }

    /// The square of an index below `area()`: the inverse of [`Board::index`].
    pub const fn square(self, index: usize) -> Square {
        let cols = self.cols as usize;
        Square { row: (index / cols) as u16 + 1, col: (index % cols) as u16 + 1 }
    }

    /// Where a move leads from a square, or `None` off the board.
    pub fn target(self, from: Square, mv: Move) -> Option<Square> {
        let (row, col) = mv.delta();
        let square = Square {
            row: from.row.checked_add_signed(row.into())?,
            col: from.col.checked_add_signed(col.into())?,
        };
        self.contains(square).then_some(square)
    }

    /// The squares one knight move away, by ascending move number.
    pub fn neighbours(self, from: Square) -> impl Iterator<Item = Square> {
        Move::ALL.into_iter().filter_map(move |mv| self.target(from, mv))
    }

    /// The corner squares in row-major order: four, fewer on boards with a side of 1.
    pub fn corners(self) -> Vec<Square> {
        let ends = |side: u16| [1, side].into_iter().take(side.min(2).into());
        ends(self.rows)
            .flat_map(|row| ends(self.cols).map(move |col| Square { row, col }))
            .collect()
    }

    /// The squares `(i,i)` from the top left: the diagonal of the paper's §VIII.B.
    pub fn diagonal(self) -> Vec<Square> {
        (1..=self.rows.min(self.cols)).map(|i| Square { row: i, col: i }).collect()
    }

    /// The square in the middle; where there are several, the first of them in row-major order.
    pub const fn centre(self) -> Square {
        Square { row: self.rows.div_ceil(2), col: self.cols.div_ceil(2) }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn squares_and_indices_are_inverse() {
        for board in [board("1x1"), board("3x7"), board("16x16")] {
            for (index, square) in board.squares().enumerate() {
                assert_eq!(board.index(square), index);
                assert!(board.contains(square));
            }
            assert_eq!(board.squares().count(), board.area());
        }
    }

    #[test]
    fn an_8x8_board_has_336_directed_moves() {
        let board = board("8x8");
        let moves: usize = board.squares().map(|s| board.neighbours(s).count()).sum();
        assert_eq!(moves, 336);
    }

    #[test]
    fn the_centre_is_as_far_from_each_side_or_nearer_to_the_top_and_the_left() {
        for (text, row, col) in [("1x1", 1, 1), ("2x3", 1, 2), ("5x5", 3, 3), ("8x12", 4, 6)] {
            assert_eq!(board(text).centre(), Square { row, col }, "{text}");
        }
    }

    #[test]
    fn corners_and_diagonal_of_narrow_boards_have_no_repeats() {
        assert_eq!(board("1x1").corners().len(), 1);
        assert_eq!(board("1x5").corners().len(), 2);
        assert_eq!(board("3x5").corners().len(), 4);
        assert_eq!(board("3x5").diagonal().len(), 3);
    }
}
