//! The knight's graph of a board, on sets of squares.

use super::squares::{PerSquare, Squares};
use crate::board::Board;
use crate::moves::Move;

/// The knight moves of one board.
///
/// Built anew for each search, which costs less than a microsecond on 8×8: a job may last no longer.
pub(super) struct Grid<const WORDS: usize> {
    /// By the index of a square: the squares one knight move away.
    pub(super) neighbours: PerSquare<Squares<WORDS>, WORDS>,
    /// Every square of the board.
    pub(super) all: Squares<WORDS>,
    columns: Columns<WORDS>,
    cols: u32,
}

/// Where a shift along the rows may land; what crosses the edge of the board comes out in the columns
/// left out.
#[derive(Clone, Copy)]
struct Columns<const WORDS: usize> {
    from_second: Squares<WORDS>,
    from_third: Squares<WORDS>,
    to_last_but_one: Squares<WORDS>,
    to_last_but_two: Squares<WORDS>,
}

impl<const WORDS: usize> Grid<WORDS> {
    /// The moves of a board of at most `64 · WORDS` squares.
    #[inline(always)]
    pub(super) fn new(board: Board) -> Self {
        let cols = usize::from(board.cols());
        let rows = (0..board.area()).step_by(cols);
        let first = Squares::of(rows.clone());
        let last = Squares::of(rows.map(|index| index + cols - 1));
        let all = Squares::below(board.area());
        let mut grid = Grid {
            neighbours: PerSquare::filled(Squares::EMPTY),
            all,
            columns: Columns {
                from_second: all & !first,
                from_third: all & !(first | first << 1),
                to_last_but_one: all & !last,
                to_last_but_two: all & !(last | last >> 1),
            },
            cols: board.cols().into(),
        };
        for index in 0..board.area() {
            grid.neighbours[index] = grid.spread(Squares::only(index)) & all;
        }
        grid
    }

    /// The squares one knight move away from any of `squares`, and perhaps indices past the last square.
    #[inline(always)]
    pub(super) fn spread(&self, squares: Squares<WORDS>) -> Squares<WORDS> {
        let to = self.columns;
        let one_aside = squares << 1 & to.from_second | squares >> 1 & to.to_last_but_one;
        let two_aside = squares << 2 & to.from_third | squares >> 2 & to.to_last_but_two;
        let (row, two_rows) = (self.cols, 2 * self.cols);
        one_aside << two_rows | one_aside >> two_rows | two_aside << row | two_aside >> row
    }

    /// The squares one knight move away from at least two of `squares`, and perhaps indices past the last
    /// square.
    #[inline(always)]
    pub(super) fn spread_twice(&self, squares: Squares<WORDS>) -> Squares<WORDS> {
        let to = self.columns;
        let (row, two_rows) = (self.cols, 2 * self.cols);
        let sideways = [
            (squares << 1 & to.from_second, two_rows),
            (squares >> 1 & to.to_last_but_one, two_rows),
            (squares << 2 & to.from_third, row),
            (squares >> 2 & to.to_last_but_two, row),
        ];
        let (mut once, mut twice) = (Squares::EMPTY, Squares::EMPTY);
        for (aside, rows) in sideways {
            for reached in [aside << rows, aside >> rows] {
                twice = twice | once & reached;
                once = once | reached;
            }
        }
        twice
    }

    /// The squares from which a move stays on the board.
    #[inline(always)]
    pub(super) fn origins(&self, mv: Move) -> Squares<WORDS> {
        let (row_step, col_step) = mv.delta();
        let by_column = match col_step {
            1 => self.columns.to_last_but_one,
            2 => self.columns.to_last_but_two,
            -1 => self.columns.from_second,
            _ => self.columns.from_third,
        };
        let rows = u32::from(row_step.unsigned_abs()) * self.cols;
        let by_row = if row_step > 0 {
            self.all >> rows
        } else {
            self.all << rows
        };
        by_column & by_row
    }

    /// How much larger the index of a square is after a move that stays on the board, modulo 256.
    pub(super) fn step_of(&self, mv: Move) -> u8 {
        let (row_step, col_step) = mv.delta();
        (row_step as u8)
            .wrapping_mul(self.cols as u8)
            .wrapping_add(col_step as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees_with_the_board<const WORDS: usize>(rows: u16, cols: u16) {
        let board = Board::new(rows, cols).unwrap();
        let grid = Grid::<WORDS>::new(board);
        assert_eq!(grid.all.len(), board.area() as u64);
        for (index, square) in board.squares().enumerate() {
            let wanted = Squares::of(board.neighbours(square).map(|s| board.index(s)));
            assert_eq!(grid.neighbours[index], wanted, "{square} on {board}");
            for mv in Move::ALL {
                let target = board.target(square, mv).map(|s| board.index(s) as u8);
                let stays = grid.origins(mv).contains(index);
                let moved = (index as u8).wrapping_add(grid.step_of(mv));
                assert_eq!(
                    stays.then_some(moved),
                    target,
                    "{mv:?} from {square} on {board}"
                );
            }
        }
    }

    #[test]
    fn squares_reached_twice_are_those_with_two_neighbours_in_the_set() {
        let board = Board::new(7, 9).unwrap();
        let grid = Grid::<1>::new(board);
        for keep in [1, 2, 3, 5, 7] {
            let set = Squares::of((0..board.area()).filter(|i| i * i % 11 % keep == 0));
            let twice = |&index: &usize| (grid.neighbours[index] & set).len() >= 2;
            let wanted = Squares::of((0..board.area()).filter(twice));
            assert_eq!(grid.spread_twice(set) & grid.all, wanted);
        }
    }

    #[test]
    fn moves_are_those_of_the_board_whatever_its_shape() {
        for rows in 1..=16u16 {
            for cols in 1..=16 {
                match (rows * cols).div_ceil(64) {
                    1 => agrees_with_the_board::<1>(rows, cols),
                    2 => agrees_with_the_board::<2>(rows, cols),
                    3 => agrees_with_the_board::<3>(rows, cols),
                    _ => agrees_with_the_board::<4>(rows, cols),
                }
            }
        }
    }
}
