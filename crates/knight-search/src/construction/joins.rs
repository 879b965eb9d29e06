//! The moves of all blocks, and how those of neighbours are joined.

use std::ops::Range;

use knight_board::{Board, Square, is_knight_move};

/// The rows and the columns of a block.
pub(super) struct Block<'a>(pub(super) &'a Range<u16>, pub(super) &'a Range<u16>);

impl Block<'_> {
    fn contains(&self, square: Square) -> bool {
        self.0.contains(&square.row) && self.1.contains(&square.col)
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.clone().flat_map(|row| self.1.clone().map(move |col| Square { row, col }))
    }
}

/// For each square of a board the squares before and after it, in any order.
pub(super) struct Moves {
    board: Board,
    next: Vec<[u32; 2]>,
}

/// Stands for a missing square.
const NONE: u32 = u32::MAX;

impl Moves {
    pub(super) fn new(board: Board) -> Moves {
        Moves { board, next: vec![[NONE; 2]; board.area()] }
    }

    /// Adds the tour of a block with this corner.
    pub(super) fn add_tour(&mut self, tour: &[Square], corner: Square, is_closed: bool) {
        let index = |square: &Square| {
            let (row, col) = (square.row + corner.row - 1, square.col + corner.col - 1);
            self.board.index(Square { row, col })
        };
        let squares: Vec<usize> = tour.iter().map(index).collect();
        for pair in squares.windows(2) {
            self.connect(pair[0], pair[1]);
        }
        if is_closed {
            self.connect(squares[0], squares[squares.len() - 1]);
        }
    }

    fn connect(&mut self, one: usize, other: usize) {
        self.replace(one, NONE, other as u32);
        self.replace(other, NONE, one as u32);
    }

    fn replace(&mut self, square: usize, old: u32, new: u32) {
        let next = &mut self.next[square];
        let place = usize::from(next[0] != old);
        debug_assert_eq!(next[place], old);
        next[place] = new;
    }

    /// Exchanges two moves of neighbouring blocks for two between them.
    pub(super) fn join(&mut self, one: &Block, other: &Block) {
        let squares = self.exchange(one, other).expect("tests join all kinds of blocks");
        let [a, b, c, d] = squares.map(|square| self.board.index(square));
        self.replace(a, b as u32, c as u32);
        self.replace(c, d as u32, a as u32);
        self.replace(b, a as u32, d as u32);
        self.replace(d, c as u32, b as u32);
    }

    /// A move `a–b` within one block and a move `c–d` within the other, with `a–c` and `b–d` a
    /// knight move apart.
    fn exchange(&self, one: &Block, other: &Block) -> Option<[Square; 4]> {
        one.squares().find_map(|a| {
            let across = self.board.neighbours(a).filter(|&c| other.contains(c));
            across.into_iter().find_map(|c| {
                let mut ends = self
                    .within(one, a)
                    .flat_map(|b| self.within(other, c).map(move |d| [a, b, c, d]));
                ends.find(|&[_, b, _, d]| is_knight_move(b, d))
            })
        })
    }

    /// The squares of a block next to one in the tour.
    fn within(&self, block: &Block, square: Square) -> impl Iterator<Item = Square> {
        let next = self.next[self.board.index(square)].into_iter().filter(|&next| next != NONE);
        next.map(|next| self.board.square(next as usize)).filter(|&next| block.contains(next))
    }

    /// The squares from the start on, to the end of the tour or back to the start.
    pub(super) fn walk(&self, start: Square) -> Vec<Square> {
        let first = self.board.index(start) as u32;
        let mut squares = Vec::with_capacity(self.board.area());
        let (mut before, mut here) = (NONE, first);
        loop {
            squares.push(self.board.square(here as usize));
            // The start has a square in the first place, and nothing is before it.
            let [one, other] = self.next[here as usize];
            let after = if one == before { other } else { one };
            if after == NONE || after == first {
                return squares;
            }
            (before, here) = (here, after);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::construction::block_tours::BlockTours;
    use crate::construction::joins::*;

    /// A board of two blocks, with their tours. If one has odd sides, its tour begins at the start.
    fn can_be_joined(tours: &mut BlockTours, rows: &[u16], cols: &[u16], start: Square) -> bool {
        let board = Board::new(rows.iter().sum(), cols.iter().sum()).unwrap();
        let parts = |lengths: &[u16]| {
            let first = lengths[0];
            let second = lengths.get(1).map(|second| first + 1..first + second + 1);
            std::iter::once(1..first + 1).chain(second).collect::<Vec<_>>()
        };
        let (rows, cols) = (parts(rows), parts(cols));
        let blocks = rows.iter().flat_map(|rows| cols.iter().map(move |cols| Block(rows, cols)));
        let blocks: Vec<Block> = blocks.collect();
        let mut moves = Moves::new(board);
        for Block(rows, cols) in &blocks {
            let corner = Square { row: rows.start, col: cols.start };
            let is_odd = !(rows.len() * cols.len()).is_multiple_of(2);
            let open = is_odd.then_some((corner, start));
            let tour = tours.of_block(rows.len(), cols.len(), open);
            moves.add_tour(tour, corner, open.is_none());
        }
        moves.exchange(&blocks[0], &blocks[1]).is_some()
    }

    /// With the test of the parts, and that every block has its tours, this proves that no board
    /// fails. Both moves that a join replaces lie in the two lines along its border, and no move
    /// lies in the two lines along two borders. So joins do not disturb each other, and whether two
    /// blocks can be joined depends on their tours alone.
    #[test]
    fn every_two_neighbouring_blocks_can_be_joined() {
        let mut tours = BlockTours::default();
        let corner = Square { row: 1, col: 1 };
        for (side, one) in (5..=11u16).flat_map(|side| (5..=11).map(move |one| (side, one))) {
            let has_closed = |length: &u16| (side * length).is_multiple_of(2);
            for other in (5..=11).filter(|other| has_closed(&one) && has_closed(other)) {
                assert!(can_be_joined(&mut tours, &[side], &[one, other], corner));
                assert!(can_be_joined(&mut tours, &[one, other], &[side], corner));
            }
        }
        let odd = [5, 7, 9, 11];
        for (rows, cols) in odd.into_iter().flat_map(|rows| odd.map(|cols| (rows, cols))) {
            let block = Board::new(rows, cols).unwrap();
            for start in block.squares().filter(|s| (s.row + s.col).is_multiple_of(2)) {
                for even in [6, 8, 10] {
                    let after_rows = Square { row: start.row + even, ..start };
                    let after_cols = Square { col: start.col + even, ..start };
                    let mut check = |rows: &[u16], cols: &[u16], start| {
                        let can = can_be_joined(&mut tours, rows, cols, start);
                        assert!(can, "{rows:?}x{cols:?} from {start}");
                    };
                    check(&[rows], &[cols, even], start);
                    check(&[rows], &[even, cols], after_cols);
                    check(&[rows, even], &[cols], start);
                    check(&[even, rows], &[cols], after_rows);
                }
            }
        }
    }
}
