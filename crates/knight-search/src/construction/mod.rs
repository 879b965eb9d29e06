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

mod block_tours;
mod cuts;
mod joins;

use crate::construction::block_tours::BlockTours;
use crate::construction::cuts::{cut, cut_around};
use crate::construction::joins::{Block, Moves};
use knight_board::theorems::{self, NoTourReason};
use knight_board::{Board, Goal, Square, Tour};

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

/// Whether the board is wide enough for the construction.
pub fn supports(board: Board) -> bool {
    board.rows().min(board.cols()) >= SHORTEST_SIDE
}

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
    if !supports(board) {
        return Err(ConstructionError::TooNarrow(board));
    }
    let is_closed = board.area().is_multiple_of(2);
    let (row_parts, col_parts) = match is_closed {
        true => (cut(1, board.rows()), cut(1, board.cols())),
        false => (cut_around(board.rows(), start.row), cut_around(board.cols(), start.col)),
    };
    let mut moves = Moves::new(board);
    let mut tours = BlockTours::default();
    for rows in &row_parts {
        for cols in &col_parts {
            let corner = Square { row: rows.start, col: cols.start };
            let is_open = !is_closed && rows.contains(&start.row) && cols.contains(&start.col);
            let in_block =
                tours.of_block(rows.len(), cols.len(), is_open.then_some((corner, start)));
            moves.add_tour(in_block, corner, !is_open);
        }
    }
    for rows in &row_parts {
        for pair in col_parts.windows(2) {
            moves.join(&Block(rows, &pair[0]), &Block(rows, &pair[1]));
        }
    }
    for pair in row_parts.windows(2) {
        moves.join(&Block(&pair[0], &col_parts[0]), &Block(&pair[1], &col_parts[0]));
    }
    let tour = Tour::new(board, moves.walk(start));
    Ok(tour.expect("the moves make one path through all squares; tests try all kinds of cuts"))
}
