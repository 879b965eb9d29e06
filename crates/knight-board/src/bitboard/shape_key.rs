//! Keys of shapes, for tables: equal for a shape anywhere on a board.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::{MAX_WORDS, SquareSet};

/// A shape and some marked squares of it, up to symmetry and translation, on boards of all sizes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShapeKey {
    /// Columns of the bounding rectangle, whose squares are numbered row by row in the sets.
    cols: usize,
    shape: SquareSet<MAX_WORDS>,
    marked: SquareSet<MAX_WORDS>,
}

/// A square of a shape: its row and column in the bounding rectangle, and whether it is marked.
type ShapeSquare = (usize, usize, bool);

impl ShapeKey {
    /// The key of a shape that is not empty: the least image under the eight symmetries.
    pub fn new<const WORDS: usize>(
        graph: &KnightGraph<WORDS>,
        marked: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
    ) -> ShapeKey {
        let stride = graph.stride();
        let place = |s: usize| (s / stride, s % stride, marked.contains(s));
        ShapeKey::of(shape.members().map(place).collect())
    }

    fn of(mut squares: Vec<ShapeSquare>) -> ShapeKey {
        let top = squares.iter().map(|s| s.0).min().unwrap_or(0);
        let left = squares.iter().map(|s| s.1).min().unwrap_or(0);
        for (row, col, _) in &mut squares {
            *row -= top;
            *col -= left;
        }
        let rows = squares.iter().map(|s| s.0).max().unwrap_or(0) + 1;
        let cols = squares.iter().map(|s| s.1).max().unwrap_or(0) + 1;
        let images = (1..8).map(|symmetry| ShapeKey::image(&squares, rows, cols, symmetry));
        images.fold(ShapeKey::image(&squares, rows, cols, 0), Ord::min)
    }

    /// Bits of `symmetry`: 4 transposes, 2 reverses the rows after that, 1 the columns.
    fn image(squares: &[ShapeSquare], rows: usize, cols: usize, symmetry: u8) -> ShapeKey {
        let transposes = symmetry & 4 != 0;
        let (rows, cols) = if transposes { (cols, rows) } else { (rows, cols) };
        let (mut shape, mut marked) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for &(row, col, is_marked) in squares {
            let (row, col) = if transposes { (col, row) } else { (row, col) };
            let row = if symmetry & 2 != 0 { rows - 1 - row } else { row };
            let col = if symmetry & 1 != 0 { cols - 1 - col } else { col };
            shape.insert(row * cols + col);
            if is_marked {
                marked.insert(row * cols + col);
            }
        }
        ShapeKey { cols, shape, marked }
    }
}

#[cfg(test)]
mod tests {
    use crate::bitboard::shape_key::*;
    use crate::board::{Board, Square, Symmetry};
    use proptest::prelude::*;

    /// The key of these squares of a board, the first of which is marked.
    fn key<const WORDS: usize>(board: Board, squares: &[Square]) -> ShapeKey {
        let graph = KnightGraph::<WORDS>::new(board);
        let set = |squares: &[Square]| SquareSet::of(squares.iter().map(|s| graph.index(*s)));
        ShapeKey::new(&graph, set(&squares[..1]), set(squares))
    }

    proptest! {
        #[test]
        fn images_of_a_shape_have_its_key(
            squares in prop::collection::vec((1u16..=4, 1u16..=5), 1..15),
            shift in (0u16..=3, 0u16..=3),
            turn in 0usize..8,
        ) {
            let small: Board = "4x5".parse().unwrap();
            let large: Board = "8x8".parse().unwrap();
            let larger: Board = "9x25".parse().unwrap();
            let squares: Vec<Square> = squares.iter().map(|&(row, col)| Square { row, col }).collect();
            let of_small = key::<1>(small, &squares);
            let g = Symmetry::ALL[turn];
            let moved: Vec<Square> = squares
                .iter()
                .map(|&s| g.square(small, s))
                .map(|s| Square { row: s.row + shift.0, col: s.col + shift.1 })
                .collect();
            prop_assert_eq!(of_small, key::<1>(large, &moved));
            prop_assert_eq!(of_small, key::<4>(larger, &moved));
        }
    }
}
