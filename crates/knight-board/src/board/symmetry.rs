//! The symmetries of boards, acting on squares, moves and move orders.
//!
//! A search from `(s, π)` and one from `(g·s, g·π)` perform the same checks and find mirrored
//! tours, for every symmetry `g` of the board: Figs. 6 and 7 of the paper are the eight images of
//! one job.

use crate::board::{Board, Move, MoveOrder, Square};

/// A rotation or reflection of a board: an optional transposition, then optional flips.
///
/// ```
/// use knight_board::{Board, Square, Symmetry};
/// let board = Board::new(5, 8).unwrap();
/// let corner = Square { row: 1, col: 1 };
/// let images = Symmetry::of(board).map(|g| g.square(board, corner)); // four: 5x8 is not square
/// assert!(images.eq(board.corners()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transpose: false, flip_rows: false, flip_cols: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] =
                Symmetry { transpose: i & 4 != 0, flip_rows: i & 2 != 0, flip_cols: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// The symmetries that map this board onto itself, the identity first: eight if it is square,
    /// otherwise the four that do not transpose.
    pub fn of(board: Board) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |g| g.board(board) == board)
    }

    /// The image of a board: itself, or with rows and columns exchanged.
    pub fn board(self, board: Board) -> Board {
        if self.transpose { board.transposed() } else { board }
    }

    /// The image of a square of `board`, which lies on the image of the board.
    pub fn square(self, board: Board, square: Square) -> Square {
        let Square { mut row, mut col } = square;
        if self.transpose {
            (row, col) = (col, row);
        }
        let image = self.board(board);
        if self.flip_rows {
            row = image.rows() + 1 - row;
        }
        if self.flip_cols {
            col = image.cols() + 1 - col;
        }
        Square { row, col }
    }

    /// The image of a move.
    pub fn mv(self, mv: Move) -> Move {
        let (mut row, mut col) = mv.delta();
        if self.transpose {
            (row, col) = (col, row);
        }
        if self.flip_rows {
            row = -row;
        }
        if self.flip_cols {
            col = -col;
        }
        Move::from_delta(row.into(), col.into())
            .expect("exchanging or negating the steps of a knight move gives a knight move")
    }

    /// The image of a move order: its moves, each replaced by its image.
    pub fn order(self, order: MoveOrder) -> MoveOrder {
        MoveOrder::new(order.moves().map(|mv| self.mv(mv)))
            .expect("a symmetry maps different moves to different moves")
    }
}

/// A symmetry that maps one start and order to another, if there is one.
pub fn between(
    board: Board,
    from: (Square, MoveOrder),
    to: (Square, MoveOrder),
) -> Option<Symmetry> {
    Symmetry::of(board).find(|g| (g.square(board, from.0), g.order(from.1)) == to)
}

/// One square of each orbit of the board's symmetries, the first in row-major order.
pub fn orbit_representatives(board: Board) -> Vec<Square> {
    let is_least = |s: &Square| Symmetry::of(board).all(|g| *s <= g.square(board, *s));
    board.squares().filter(is_least).collect()
}

#[cfg(test)]
mod tests {
    use crate::board::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn symmetries_carry_moves_to_moves_on_every_board() {
        for board in [board("5x5"), board("3x7")] {
            for g in Symmetry::ALL {
                let image = g.board(board);
                for square in board.squares() {
                    for mv in Move::ALL {
                        let moved = board.target(square, mv).map(|t| g.square(board, t));
                        assert_eq!(moved, image.target(g.square(board, square), g.mv(mv)));
                    }
                }
            }
        }
    }

    #[test]
    fn squares_have_eight_symmetries_and_rectangles_four() {
        assert_eq!(Symmetry::of(board("8x8")).count(), 8);
        assert_eq!(Symmetry::of(board("5x8")).count(), 4);
        assert_eq!(Symmetry::ALL[0].order(MoveOrder::TUTORIAL), MoveOrder::TUTORIAL);
    }

    #[test]
    fn orbits_are_counted_as_by_burnside() {
        for (size, orbits) in [("8x8", 10), ("5x5", 6), ("7x7", 10), ("5x8", 12), ("1x1", 1)] {
            assert_eq!(orbit_representatives(board(size)).len(), orbits, "{size}");
        }
    }

    #[test]
    fn the_symmetry_between_a_job_and_its_image_is_found() {
        for board in [board("8x8"), board("5x7")] {
            let start = Square { row: 2, col: 3 };
            for g in Symmetry::of(board) {
                let image = (g.square(board, start), g.order(MoveOrder::ALTERNATING));
                assert_eq!(between(board, (start, MoveOrder::ALTERNATING), image), Some(g));
            }
            let other = (start, MoveOrder::FIG2);
            assert_eq!(between(board, (start, MoveOrder::ALTERNATING), other), None);
        }
    }

    #[test]
    fn an_order_has_eight_different_images() {
        let images: std::collections::HashSet<MoveOrder> =
            Symmetry::ALL.iter().map(|g| g.order(MoveOrder::FIG2)).collect();
        assert_eq!(images.len(), 8);
        assert!(images.contains(&MoveOrder::TUTORIAL));
    }
}
