//! The tours of blocks, found by search.

use std::collections::HashMap;

use crate::feasibility::{Position, Settled, find_path_within};
use knight_board::bitboard::{KnightGraph, with_words};
use knight_board::{Board, Budget, Family, Goal, Interrupted, Square};

/// Tours of blocks, each found once.
#[derive(Default)]
pub(super) struct BlockTours {
    closed: HashMap<(usize, usize), Vec<Square>>,
    open: Vec<Square>,
}

impl BlockTours {
    /// A tour of a block of this size: closed, or open from a start, which is given with the corner
    /// of the block.
    pub(super) fn of_block(
        &mut self,
        rows: usize,
        cols: usize,
        open: Option<(Square, Square)>,
    ) -> &[Square] {
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
        match find_path_within(&graph, &position, None, u128::MAX, &mut || Ok(())) {
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

#[cfg(test)]
mod tests {
    use crate::construction::block_tours::*;
    use knight_board::{Tour, theorems};

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
}
