//! Tours of large boards by construction: in time linear in their squares, without a search that
//! could fail.
//!
//! The idea is that of I. Parberry, "An efficient algorithm for the knight's tour problem",
//! Discrete Applied Mathematics 73, 1997: cut the board into blocks, give each a tour of its own,
//! and join the tours where blocks touch. Two tours are joined by exchanging moves: a move `a–b` of
//! one block and a move `c–d` of the other are replaced by `a–c` and `b–d`.
//!
//! Here the blocks are not halves but a grid. Most are 6×6. All have sides from 5 to 11, and all
//! but at most one have an even area and a closed tour. On boards of odd area one block has odd
//! sides; it contains the start, and has an open tour from there. Joining it with a closed tour
//! gives an open one with the same ends.

use std::collections::HashMap;
use std::ops::Range;

use crate::bitboard::{KnightGraph, with_words};
use crate::board::{Board, Square, Tour, tour};
use crate::budget::Budget;
use crate::error::Interrupted;
use crate::feasibility::theorems::{self, NoTourReason};
use crate::feasibility::{Position, ProofTable, Settled, find_path_within};
use crate::problem::{Family, Goal};

/// Why there is no construction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructionError {
    /// There is no such tour.
    #[error("no tour exists: {0}")]
    NoTour(NoTourReason),
    /// The construction has no blocks for such a board.
    #[error("{0} has a side below {SHORTEST_SIDE}, for which there is no construction")]
    TooNarrow(Board),
}

/// The shortest side of a block, and so of a board.
pub const SHORTEST_SIDE: u16 = 5;

/// A tour from a square, in time and memory linear in the squares of the board. The same arguments
/// give the same tour. On boards of even area it is closed, whatever the goal.
///
/// ```
/// use knight_search::{Board, Goal, construction};
/// let board = Board::new(200, 301)?;
/// let tour = construction::construct(board, board.centre(), Goal::Closed).unwrap();
/// assert!(tour.is_closed());
/// # Ok::<(), knight_search::BoardError>(())
/// ```
///
/// # Errors
/// [`ConstructionError::NoTour`] where there is none, and [`ConstructionError::TooNarrow`] on
/// boards with a side below [`SHORTEST_SIDE`].
///
/// # Panics
/// If the start is off the board.
pub fn construct(board: Board, start: Square, goal: Goal) -> Result<Tour, ConstructionError> {
    assert!(board.contains(start), "start {start} is off the {board} board");
    if let Some(reason) = theorems::from(board, start, goal) {
        return Err(ConstructionError::NoTour(reason));
    }
    if board.rows().min(board.cols()) < SHORTEST_SIDE {
        return Err(ConstructionError::TooNarrow(board));
    }
    let is_closed = board.area().is_multiple_of(2);
    let cut = match is_closed {
        true => (cut(1, board.rows()), cut(1, board.cols())),
        false => (cut_around(board.rows(), start.row), cut_around(board.cols(), start.col)),
    };
    let mut moves = Moves::new(board);
    let mut tours = BlockTours::default();
    for rows in &cut.0 {
        for cols in &cut.1 {
            let corner = Square { row: rows.start, col: cols.start };
            let is_open = !is_closed && rows.contains(&start.row) && cols.contains(&start.col);
            let in_block =
                tours.of_block(rows.len(), cols.len(), is_open.then_some((corner, start)));
            moves.add_tour(in_block, corner, !is_open);
        }
    }
    for rows in &cut.0 {
        for pair in cut.1.windows(2) {
            moves.join(&Block(rows, &pair[0]), &Block(rows, &pair[1]));
        }
    }
    for pair in cut.0.windows(2) {
        moves.join(&Block(&pair[0], &cut.1[0]), &Block(&pair[1], &cut.1[0]));
    }
    let tour = Tour::new(board, moves.walk(start));
    Ok(tour.expect("the moves make one path through all squares; tests try all kinds of cuts"))
}

/// The side of most blocks.
const SIDE: u16 = 6;

/// Cuts a length from this place on into parts of 6 and a last one of 5 to 10. Parts of an even
/// length are even.
fn cut(first: u16, length: u16) -> Vec<Range<u16>> {
    if length == 0 {
        return Vec::new();
    }
    let last = if length % SIDE == 5 { 5 } else { SIDE + length % SIDE };
    let ends = (0..=length - last).step_by(SIDE.into()).map(|end| first + end);
    let ends: Vec<u16> = ends.chain([first + length]).collect();
    ends.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

/// Cuts an odd side into even parts and an odd one of 5 to 11 with this place.
fn cut_around(side: u16, place: u16) -> Vec<Range<u16>> {
    let can_be_cut = |length: u16| length == 0 || (length >= SIDE && length.is_multiple_of(2));
    let odd_parts = [7, 5, 9, 11].into_iter().flat_map(|length| {
        let first = place.saturating_sub(length - 1).max(1);
        (first..=place).map(move |first| first..first + length)
    });
    let part = odd_parts
        .filter(|part| part.end <= side + 1)
        .find(|part| can_be_cut(part.start - 1) && can_be_cut(side + 1 - part.end))
        .expect("a test finds one for each place of the odd sides");
    let (before, after) = (cut(1, part.start - 1), cut(part.end, side + 1 - part.end));
    [before, vec![part], after].concat()
}

/// The rows and the columns of a block.
struct Block<'a>(&'a Range<u16>, &'a Range<u16>);

impl Block<'_> {
    fn contains(&self, square: Square) -> bool {
        self.0.contains(&square.row) && self.1.contains(&square.col)
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        self.0.clone().flat_map(|row| self.1.clone().map(move |col| Square { row, col }))
    }
}

/// Tours of blocks, each found once.
#[derive(Default)]
struct BlockTours {
    closed: HashMap<(usize, usize), Vec<Square>>,
    open: Vec<Square>,
}

impl BlockTours {
    /// A tour of a block of this size: closed, or open from a start, which is given with the corner
    /// of the block.
    fn of_block(&mut self, rows: usize, cols: usize, open: Option<(Square, Square)>) -> &[Square] {
        let board = Board::new(rows as u16, cols as u16).expect("a block is a part of a board");
        if let Some((corner, start)) = open {
            let start = Square { row: start.row - corner.row + 1, col: start.col - corner.col + 1 };
            self.open = found(board, start, Goal::Open);
            return &self.open;
        }
        let corner = Square { row: 1, col: 1 };
        self.closed.entry((rows, cols)).or_insert_with(|| found(board, corner, Goal::Closed))
    }
}

/// A tour of a block, by the searches that settle positions.
fn found(board: Board, start: Square, goal: Goal) -> Vec<Square> {
    let family = Family { board, start, goal, budget: Budget::UNLIMITED };
    with_words!(board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(board);
        let position = Position::at_start(&graph, &family);
        let proofs = ProofTable::default();
        match find_path_within(&graph, &proofs, &position, None, u128::MAX, &mut || Ok(())) {
            Ok(Settled::Path(path)) => {
                let squares = path.into_iter().map(|square| graph.square(square.into()));
                std::iter::once(start).chain(squares).collect()
            }
            Ok(Settled::Infeasible | Settled::Unknown) | Err(Interrupted) => {
                unreachable!("a test finds a tour of every block: not of {board} from {start}")
            }
        }
    })
}

/// For each square of a board the squares before and after it, in any order.
struct Moves {
    board: Board,
    next: Vec<[u32; 2]>,
}

/// In the place of a square.
const NONE: u32 = u32::MAX;

impl Moves {
    fn new(board: Board) -> Moves {
        Moves { board, next: vec![[NONE; 2]; board.area()] }
    }

    /// Adds the tour of a block with this corner.
    fn add_tour(&mut self, tour: &[Square], corner: Square, is_closed: bool) {
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
    fn join(&mut self, one: &Block, other: &Block) {
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
                ends.find(|&[_, b, _, d]| tour::is_knight_move(b, d))
            })
        })
    }

    /// The squares of a block next to one in the tour.
    fn within(&self, block: &Block, square: Square) -> impl Iterator<Item = Square> {
        let next = self.next[self.board.index(square)].into_iter().filter(|&next| next != NONE);
        next.map(|next| self.board.square(next as usize)).filter(|&next| block.contains(next))
    }

    /// The squares from the start on, to the end or until the start comes again.
    fn walk(&self, start: Square) -> Vec<Square> {
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
    use crate::construction::*;

    #[test]
    fn sides_are_cut_into_parts_that_have_tours() {
        for side in 5..=Board::MAX_SIDE {
            let parts = cut(1, side);
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (1, side + 1));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert!(parts.iter().all(|part| (5..=10).contains(&part.len())), "{side}");
            assert!(side % 2 == 1 || parts.iter().all(|part| part.len() % 2 == 0), "{side}");
        }
        for side in (5..=Board::MAX_SIDE).step_by(2) {
            for place in 1..=side {
                let parts = cut_around(side, place);
                assert_eq!((parts[0].start, parts[parts.len() - 1].end), (1, side + 1));
                assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
                for part in parts {
                    let lengths =
                        if part.contains(&place) { &[5, 7, 9, 11] } else { &[6, 8, 10, 6] };
                    assert!(lengths.contains(&part.len()), "{place} of {side}");
                }
            }
        }
    }

    #[test]
    fn every_block_has_its_tours() {
        for rows in 5..=11 {
            for cols in 5..=11 {
                let board = Board::new(rows, cols).unwrap();
                for start in board.squares() {
                    let goal = if board.area() % 2 == 1 { Goal::Open } else { Goal::Closed };
                    if theorems::from(board, start, goal).is_none() {
                        let squares = found(board, start, goal);
                        let tour = Tour::new(board, squares).unwrap();
                        assert!(goal == Goal::Open || tour.is_closed(), "{board} from {start}");
                    }
                }
            }
        }
    }
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
