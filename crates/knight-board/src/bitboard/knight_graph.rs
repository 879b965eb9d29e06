//! The knight's graph of a board of up to 256 squares, on bitboards.

use crate::bitboard::square_set::{PerSquare, SquareSet};
use crate::board::{Board, Move, Square};

/// The largest area, in squares, that engines `step` and `leap` and the counts support.
pub const MAX_AREA: usize = 256;

/// Wider boards are numbered column by column.
const MAX_COLS: u16 = 16;

/// Whether a board has at most [`MAX_AREA`] squares.
pub fn supports(board: Board) -> bool {
    board.area() <= MAX_AREA
}

/// Evaluates `$call` with `$WORDS` as the number of words that sets of `$area` squares need.
#[macro_export]
macro_rules! with_words {
    ($area:expr, $WORDS:ident => $call:expr) => {
        match $area.div_ceil(64) {
            1 => $crate::with_words!(@ $WORDS = 1, $call),
            2 => $crate::with_words!(@ $WORDS = 2, $call),
            3 => $crate::with_words!(@ $WORDS = 3, $call),
            _ => $crate::with_words!(@ $WORDS = 4, $call),
        }
    };
    (@ $WORDS:ident = $words:literal, $call:expr) => {{
        const $WORDS: usize = $words;
        $call
    }};
}

/// The squares of a board as vertices, with an edge for each knight move.
///
/// The squares are numbered row by row as by [`Board::index`], on boards of more than 16 columns
/// column by column. So the two ends of a move are less than 64 numbers apart, which the shifts
/// need.
///
/// Each search builds its own graph. On 8×8 that takes less than a microsecond, which matters
/// because short jobs take about as long.
#[derive(Clone, Debug)]
pub struct KnightGraph<const WORDS: usize> {
    board: Board,
    /// The board, or its transpose where squares are numbered column by column.
    numbered: Board,
    neighbours: PerSquare<SquareSet<WORDS>, WORDS>,
    all: SquareSet<WORDS>,
    light: SquareSet<WORDS>,
    columns: LandingColumns<WORDS>,
    cols: u32,
}

/// The columns where a shift along the rows may land. A shift across the edge of the board lands in
/// other columns.
#[derive(Clone, Copy, Debug)]
struct LandingColumns<const WORDS: usize> {
    from_second: SquareSet<WORDS>,
    from_third: SquareSet<WORDS>,
    to_last_but_one: SquareSet<WORDS>,
    to_last_but_two: SquareSet<WORDS>,
}

impl<const WORDS: usize> KnightGraph<WORDS> {
    /// The graph of a board.
    ///
    /// # Panics
    /// If the board has more than `64 · WORDS` squares.
    #[inline(never)] // The code is long, and only the caller of `inlined` needs speed.
    pub fn new(board: Board) -> Self {
        KnightGraph::inlined(board)
    }

    /// As [`new`](Self::new), compiled into the caller: for searches that may take less than a
    /// microsecond.
    #[inline(always)]
    pub fn inlined(board: Board) -> Self {
        assert!(board.area() <= 64 * WORDS);
        let numbered = if board.cols() > MAX_COLS { board.transposed() } else { board };
        let cols = usize::from(numbered.cols());
        let rows = (0..board.area()).step_by(cols);
        let first = SquareSet::of(rows.clone());
        let last = SquareSet::of(rows.map(|index| index + cols - 1));
        let all = SquareSet::below(board.area());
        let columns = LandingColumns {
            from_second: all & !first,
            from_third: all & !(first | first << 1),
            to_last_but_one: all & !last,
            to_last_but_two: all & !(last | last >> 1),
        };
        let mut graph = KnightGraph {
            board,
            numbered,
            neighbours: PerSquare::filled(SquareSet::EMPTY),
            all,
            light: light(numbered) & all,
            columns,
            cols: numbered.cols().into(),
        };
        for index in 0..board.area() {
            graph.neighbours[index] = graph.spread(SquareSet::only(index)) & all;
        }
        graph
    }

    /// The number of a square.
    #[inline]
    pub fn index(&self, square: Square) -> usize {
        self.numbered.index(self.turned(square))
    }

    /// The square of a number.
    #[inline]
    pub fn square(&self, index: usize) -> Square {
        self.turned(self.numbered.square(index))
    }

    /// The square on the board as it is numbered, and back.
    fn turned(&self, square: Square) -> Square {
        let Square { row, col } = square;
        if self.numbered == self.board { square } else { Square { row: col, col: row } }
    }

    /// The number of squares in a row of the board as it is numbered.
    pub fn stride(&self) -> usize {
        self.cols as usize
    }

    /// All squares of the board.
    #[inline(always)]
    pub fn all(&self) -> SquareSet<WORDS> {
        self.all
    }

    /// The squares of the colour of `(1,1)`. Every move changes the colour.
    #[inline(always)]
    pub fn light(&self) -> SquareSet<WORDS> {
        self.light
    }

    /// The squares one move away from a square.
    #[inline(always)]
    pub fn neighbours(&self, index: usize) -> SquareSet<WORDS> {
        self.neighbours[index]
    }

    /// The squares one move away from any of `squares`, and perhaps indices past the last square.
    #[inline(always)]
    pub fn spread(&self, squares: SquareSet<WORDS>) -> SquareSet<WORDS> {
        let to = self.columns;
        let one_aside = squares << 1 & to.from_second | squares >> 1 & to.to_last_but_one;
        let two_aside = squares << 2 & to.from_third | squares >> 2 & to.to_last_but_two;
        let (row, two_rows) = (self.cols, 2 * self.cols);
        one_aside << two_rows | one_aside >> two_rows | two_aside << row | two_aside >> row
    }

    /// The squares one move away from at least one of `squares`, and those one move away from at
    /// least two; perhaps with indices past the last square.
    #[inline(always)]
    pub fn spread_once_and_twice(
        &self,
        squares: SquareSet<WORDS>,
    ) -> (SquareSet<WORDS>, SquareSet<WORDS>) {
        let to = self.columns;
        let (row, two_rows) = (self.cols, 2 * self.cols);
        let sideways = [
            (squares << 1 & to.from_second, two_rows),
            (squares >> 1 & to.to_last_but_one, two_rows),
            (squares << 2 & to.from_third, row),
            (squares >> 2 & to.to_last_but_two, row),
        ];
        let (mut once, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for (aside, rows) in sideways {
            for reached in [aside << rows, aside >> rows] {
                twice |= once & reached;
                once |= reached;
            }
        }
        (once, twice)
    }

    /// The squares of `within` that paths from `seeds` reach inside it. A seed outside of `within`
    /// begins such paths but is not part of the result.
    #[inline]
    pub fn flood(&self, seeds: SquareSet<WORDS>, within: SquareSet<WORDS>) -> SquareSet<WORDS> {
        let mut reached = seeds & within;
        let mut fresh = seeds;
        while !fresh.is_empty() {
            fresh = self.spread(fresh) & within & !reached;
            reached |= fresh;
        }
        reached
    }

    /// The squares from which this move stays on the board.
    #[inline(always)]
    pub fn origins(&self, mv: Move) -> SquareSet<WORDS> {
        let (row_step, col_step) = self.delta(mv);
        let by_column = match col_step {
            1 => self.columns.to_last_but_one,
            2 => self.columns.to_last_but_two,
            -1 => self.columns.from_second,
            _ => self.columns.from_third,
        };
        let rows = u32::from(row_step.unsigned_abs()) * self.cols;
        let by_row = if row_step > 0 { self.all >> rows } else { self.all << rows };
        by_column & by_row
    }

    /// What this move adds to the index of a square, modulo 256.
    #[inline]
    pub fn step_of(&self, mv: Move) -> u8 {
        let (row_step, col_step) = self.delta(mv);
        (row_step as u8).wrapping_mul(self.cols as u8).wrapping_add(col_step as u8)
    }

    /// A move on the board as it is numbered.
    #[inline]
    fn delta(&self, mv: Move) -> (i8, i8) {
        let (row_step, col_step) = mv.delta();
        if self.numbered == self.board { (row_step, col_step) } else { (col_step, row_step) }
    }
}

/// The squares of the colour of `(1,1)`, perhaps with indices past the last square.
fn light<const WORDS: usize>(board: Board) -> SquareSet<WORDS> {
    let cols = usize::from(board.cols());
    let rows = (0..board.area()).step_by(cols);
    let first_of_row = |(row, index)| (row % 2 < cols).then_some(index + row % 2);
    let first = SquareSet::of(rows.enumerate().filter_map(first_of_row));
    // A shift may cross into the next row. On a board of odd width that keeps the colour.
    let others = (2..board.cols().into()).step_by(2);
    others.fold(first, |light, col| light | first << col)
}

#[cfg(test)]
mod tests {
    use crate::bitboard::knight_graph::*;

    fn agrees_with_the_board<const WORDS: usize>(rows: u16, cols: u16) {
        let board = Board::new(rows, cols).unwrap();
        let graph = KnightGraph::<WORDS>::new(board);
        assert_eq!(graph.all.len() as usize, board.area());
        for (index, square) in board.squares().enumerate() {
            let index_on_board = index;
            let index = graph.index(square);
            assert_eq!(graph.square(index), square);
            assert!(cols > MAX_COLS || index == index_on_board);
            let wanted = SquareSet::of(board.neighbours(square).map(|s| graph.index(s)));
            assert_eq!(graph.neighbours[index], wanted, "{square} on {board}");
            let is_light = (square.row + square.col) % 2 == 0;
            assert_eq!(graph.light.contains(index), is_light, "{square} on {board}");
            for mv in Move::ALL {
                let target = board.target(square, mv).map(|s| graph.index(s) as u8);
                let stays = graph.origins(mv).contains(index);
                let moved = (index as u8).wrapping_add(graph.step_of(mv));
                assert_eq!(stays.then_some(moved), target, "{mv:?} from {square} on {board}");
            }
        }
    }

    #[test]
    fn sets_spread_as_their_squares_do() {
        fn agrees<const WORDS: usize>(board: Board) {
            let graph = KnightGraph::<WORDS>::new(board);
            for keep in [1, 2, 3, 5, 7] {
                let set = SquareSet::of((0..board.area()).filter(|i| i * i % 11 % keep == 0));
                let met = |times| {
                    let is_met = |&index: &usize| (graph.neighbours[index] & set).len() >= times;
                    SquareSet::of((0..board.area()).filter(is_met))
                };
                let (once, twice) = graph.spread_once_and_twice(set);
                assert_eq!(graph.spread(set) & graph.all, met(1), "{board}");
                assert_eq!((once & graph.all, twice & graph.all), (met(1), met(2)), "{board}");
            }
        }
        for board in ["8x8", "1x7", "2x9", "3x21", "16x4", "64x1", "7x9", "16x16", "1x256", "3x80"]
        {
            let board: Board = board.parse().unwrap();
            with_words!(board.area(), WORDS => agrees::<WORDS>(board));
        }
    }

    #[test]
    fn floods_stay_within() {
        let graph = KnightGraph::<1>::new("3x3".parse().unwrap());
        let (corner, centre) = (SquareSet::only(0), SquareSet::only(4));
        assert_eq!(graph.flood(corner, graph.all()), graph.all().without(4));
        assert_eq!(graph.flood(corner, corner), corner);
        assert_eq!(graph.flood(centre, graph.all()), centre);
    }

    #[test]
    fn moves_are_those_of_the_board_whatever_its_shape() {
        for rows in 1..=256u16 {
            for cols in 1..=256 / rows {
                let board = Board::new(rows, cols).unwrap();
                with_words!(board.area(), WORDS => agrees_with_the_board::<WORDS>(rows, cols));
            }
        }
    }
}
