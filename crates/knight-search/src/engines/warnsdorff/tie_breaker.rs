//! What decides between children with equally many onward moves.

use crate::engines::warnsdorff::Ties;
use crate::engines::warnsdorff::bordered_board::{At, BorderedBoard};
use crate::engines::warnsdorff::squirrel_cull::Phases;
use knight_board::{Board, Problem, SplitMix64, Square};

/// Breaks the ties of one search.
pub(super) enum TieBreaker {
    First,
    Random(SplitMix64),
    Pohl,
    PohlRandom(SplitMix64),
    Roth,
    SquirrelCull(Phases),
}

/// A child of a node.
#[derive(Clone, Copy)]
pub(super) struct Child {
    /// The place in the move order of the move that leads to it.
    pub(super) turn: usize,
    /// How many legal children of the node come before it in the move order.
    pub(super) number: u64,
    /// Where it is.
    pub(super) at: At,
}

/// Bits of a key, at most.
pub(super) const KEY_BITS: u32 = 57;

/// Bits of a key that are left below a sum of onward moves, which is at most 7·8.
const BELOW_SUM: u32 = KEY_BITS - 6;

impl TieBreaker {
    pub(super) fn new(
        ties: Ties,
        seed: u64,
        problem: &Problem,
        board: &BorderedBoard,
    ) -> TieBreaker {
        match ties {
            Ties::First => TieBreaker::First,
            Ties::Random => TieBreaker::Random(SplitMix64::new(seed)),
            Ties::Pohl => TieBreaker::Pohl,
            Ties::PohlRandom => TieBreaker::PohlRandom(SplitMix64::new(seed)),
            Ties::Roth => TieBreaker::Roth,
            Ties::SquirrelCull => TieBreaker::SquirrelCull(Phases::new(board, problem.order)),
        }
    }

    /// The children of the square at a place are ranked next.
    pub(super) fn arrive(&mut self, place: usize) {
        if let TieBreaker::SquirrelCull(phases) = self {
            phases.arrive(place);
        }
    }

    /// All children of a square have been ranked.
    pub(super) fn ranked(&mut self, children: u32) {
        if let TieBreaker::Random(generator) | TieBreaker::PohlRandom(generator) = self {
            generator.skip(children.into());
        }
    }

    /// The search leaves the square at a place to go back.
    pub(super) fn leave(&mut self, place: usize) {
        if let TieBreaker::SquirrelCull(phases) = self {
            phases.leave(place);
        }
    }

    /// The child with the smaller key goes first. Of equal keys, the first in the move order does.
    #[inline]
    pub(super) fn key(&self, board: &BorderedBoard, child: Child) -> u64 {
        let random =
            |generator: &SplitMix64, bits: u32| generator.after(child.number) >> (u64::BITS - bits);
        match self {
            TieBreaker::First => 0,
            TieBreaker::Random(generator) => random(generator, KEY_BITS),
            TieBreaker::Pohl => second_look_ahead(board, child.at.place),
            TieBreaker::PohlRandom(generator) => {
                second_look_ahead(board, child.at.place) << BELOW_SUM | random(generator, BELOW_SUM)
            }
            TieBreaker::Roth => FARTHEST - distance_from_centre(board.board(), child.at.square),
            TieBreaker::SquirrelCull(phases) => phases.rank(child.turn).into(),
        }
    }

    /// Whether a child that ties with another takes checks for each of its onward moves.
    pub(super) fn looks_ahead(&self) -> bool {
        matches!(self, TieBreaker::Pohl | TieBreaker::PohlRandom(_))
    }
}

/// The onward moves of the onward squares, in total.
fn second_look_ahead(board: &BorderedBoard, child: usize) -> u64 {
    let onward_squares = board.targets(child).into_iter();
    onward_squares.filter_map(|square| board.onward(square)).map(u64::from).sum()
}

/// More than any [`distance_from_centre`].
const FARTHEST: u64 = 2 * (Board::MAX_SIDE as u64) * (Board::MAX_SIDE as u64);

/// Four times the square of the Euclidean distance between the centres of a square and of its
/// board.
fn distance_from_centre(board: Board, square: Square) -> u64 {
    let twice_off = |at: u16, side: u16| u64::from((2 * at).abs_diff(side + 1));
    twice_off(square.row, board.rows()).pow(2) + twice_off(square.col, board.cols()).pow(2)
}

#[cfg(test)]
mod tests {
    use crate::engines::warnsdorff::tie_breaker::*;

    #[test]
    fn the_corners_of_the_largest_board_are_the_farthest() {
        let board: Board = "2000x2000".parse().unwrap();
        let corner = distance_from_centre(board, Square { row: 1, col: 1 });
        assert_eq!(corner, 2 * 1999 * 1999);
        assert!(corner < FARTHEST && FARTHEST < 1 << KEY_BITS);
        assert_eq!(distance_from_centre(board, Square { row: 1000, col: 1001 }), 2);
    }
}
