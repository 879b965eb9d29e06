//! The start squares of a board, by their places.

use indexmap::IndexSet;

use crate::experiment::Impossible;
use crate::experiment::sets::StartSet;
use knight_board::theorems;
use knight_search::{Board, Goal, Square};

/// The starts of a board that are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Skipped {
    Nothing,
    /// Those of the colour that has fewer squares.
    Minority,
    Everything,
}

impl Skipped {
    /// The starts that are left out for a goal.
    pub(super) fn of(impossible: Impossible, board: Board, goal: Goal) -> Skipped {
        match impossible {
            Impossible::Search => Skipped::Nothing,
            Impossible::Skip if theorems::on(board, goal).is_some() => Skipped::Everything,
            Impossible::Skip if board.area() % 2 == 1 => Skipped::Minority,
            Impossible::Skip => Skipped::Nothing,
        }
    }

    /// Whether a square of a board is left out.
    fn has(self, square: Square) -> bool {
        match self {
            Skipped::Nothing => false,
            Skipped::Minority => !(square.row + square.col).is_multiple_of(2),
            Skipped::Everything => true,
        }
    }
}

/// Start squares without repeats, in the order in which sets name them.
#[derive(Debug)]
pub(super) enum Starts {
    /// Every square of a board, row by row; of one of odd area perhaps only every other one, which
    /// are those of the colour of the corners: the colours alternate through rows of odd length.
    Every(Board, usize),
    /// These.
    Listed(IndexSet<Square>),
}

impl Starts {
    /// Those of some sets, without those that are left out.
    pub(super) fn new(sets: &[StartSet], board: Board, skipped: Skipped) -> Starts {
        // Behind all squares whatever follows names squares again.
        let sets = if sets.first() == Some(&StartSet::ALL) { &[StartSet::ALL] } else { sets };
        match skipped {
            Skipped::Nothing if sets == [StartSet::ALL] => return Starts::Every(board, 1),
            Skipped::Minority if sets == [StartSet::ALL] => return Starts::Every(board, 2),
            _ => {}
        }
        let squares = sets.iter().flat_map(|set| set.squares(board));
        Starts::Listed(squares.filter(|square| !skipped.has(*square)).collect())
    }

    /// How many there are on a board, without a list if possible.
    pub(super) fn count(sets: &[StartSet], board: Board, skipped: Skipped) -> usize {
        match (sets, skipped) {
            (_, Skipped::Everything) => 0,
            ([set], Skipped::Nothing) => set.len(board),
            _ => Starts::new(sets, board, skipped).len(),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Starts::Every(board, step) => board.area().div_ceil(*step),
            Starts::Listed(squares) => squares.len(),
        }
    }

    /// The square of a place.
    pub(super) fn square(&self, place: usize) -> Square {
        match self {
            Starts::Every(board, step) => board.square(step * place),
            Starts::Listed(squares) => squares[place],
        }
    }

    /// The place of a square of the board, if it is there.
    pub(super) fn place(&self, square: Square) -> Option<usize> {
        match self {
            Starts::Every(board, step) => {
                let index = board.index(square);
                index.is_multiple_of(*step).then_some(index / step)
            }
            Starts::Listed(squares) => squares.get_index_of(&square),
        }
    }
}
