//! The start squares of a board, by their places.

use crate::experiment::Skipped;
use crate::experiment::sets::StartSet;
use knight_search::{Board, Square};

/// Start squares without repeats, in the order in which sets name them.
#[derive(Debug)]
pub(super) struct Starts {
    board: Board,
    squares: Vec<Square>,
    /// The place of each square of the board, or [`NOT_THERE`].
    places: Vec<u32>,
}

/// The place of a square that is no start.
const NOT_THERE: u32 = u32::MAX;

impl Starts {
    /// Those of some sets, without those that are left out.
    pub(super) fn new(sets: &[StartSet], board: Board, skipped: Skipped) -> Starts {
        let (mut squares, mut places) = (Vec::new(), vec![NOT_THERE; board.area()]);
        for set in sets {
            for square in set.squares(board) {
                let place = &mut places[board.index(square)];
                if *place == NOT_THERE && !skipped.has(square) {
                    *place = squares.len() as u32;
                    squares.push(square);
                }
            }
            // Whatever follows names squares again.
            if *set == StartSet::All {
                break;
            }
        }
        Starts { board, squares, places }
    }

    /// How many there are on a board, without a list if possible.
    pub(super) fn count(sets: &[StartSet], board: Board, skipped: Skipped) -> usize {
        match (sets, skipped) {
            (_, Skipped::Everything) => 0,
            ([set], Skipped::Nothing) => set.len(board),
            _ => Starts::new(sets, board, skipped).squares.len(),
        }
    }

    pub(super) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The place of a square of the board, if it is there.
    pub(super) fn place(&self, square: Square) -> Option<usize> {
        let place = self.places[self.board.index(square)];
        (place != NOT_THERE).then_some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::starts::*;

    #[test]
    fn squares_are_found_at_their_places() {
        let board = "5x7".parse().unwrap();
        for words in
            [&["all", "1,1"][..], &["orbits"], &["2,2", "corners", "all"], &["5,5", "b4", "a1"]]
        {
            let parse = |word: &&str| StartSet::parse(word, &[board]).unwrap();
            let sets: Vec<StartSet> = words.iter().map(parse).collect();
            for skipped in [Skipped::Nothing, Skipped::Minority, Skipped::Everything] {
                let starts = Starts::new(&sets, board, skipped);
                assert_eq!(starts.squares().len(), Starts::count(&sets, board, skipped));
                for (place, square) in starts.squares().iter().enumerate() {
                    assert_eq!(starts.place(*square), Some(place), "{words:?}");
                }
                let there = board.squares().filter(|square| starts.place(*square).is_some());
                assert_eq!(there.clone().count(), starts.squares().len());
                assert!(there.clone().all(|square| !skipped.has(square)));
            }
        }
    }
}
