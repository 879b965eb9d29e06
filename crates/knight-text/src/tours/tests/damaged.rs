//! Damaged tours, and two tours in one text.

use knight_board::Tour;
use proptest::prelude::*;

use crate::tours::tests::formats::{Format, any_format, tour};
use crate::tours::*;

proptest! {
    #[test]
    fn a_damaged_tour_is_no_tour(
        format in any_format(), seed in 0u64..40, at in 1usize..24, to in 0usize..25,
        way in 0usize..3,
    ) {
        let board = Board::new(5, 5).unwrap();
        if let Some(tour) = tour(board, 2 * (seed % 12) + 26 * seed) && at != to {
            let mut squares = tour.squares().to_vec();
            match way {
                0 => squares.swap(at, to),
                1 => squares[at] = squares[to],
                _ => { squares.remove(at); }
            }
            // A tour may be cut at its ends.
            if Tour::new(board, squares.clone()).is_err() {
                let text = (format.print)(board, &squares);
                // A grid writes 0 where it has no number.
                prop_assume!(text != (format.print)(board, tour.squares()));
                for given in [None, Some(board)] {
                    let is_tour = read(&text, given).is_ok_and(|printed| printed.is_tour());
                    prop_assert!(!is_tour, "{}\n{}", format.name, text);
                }
            }
        }
    }

    #[test]
    fn two_tours_are_never_one_wrong_tour(
        one in any_format(), other in any_format(), seed in 0u64..12, rows in 5u16..7,
    ) {
        let board = Board::new(rows, 6).unwrap();
        let is_whole = |format: &Format| !format.needs_board && format.name != "moves";
        if let (Some(a), Some(b)) = (tour(board, seed), tour(board, seed + 1))
            && is_whole(one) && is_whole(other) && a != b
        {
            let [first, second] =
                [(one, a), (other, b)].map(|(format, tour)| (format.print)(board, tour.squares()));
            for text in [format!("{first}\n{second}"), format!("{first}\n\nAgain:\n\n{second}")] {
                prop_assert!(read(&text, None).is_err(), "{}, {}\n{}", one.name, other.name, text);
            }
        }
    }
}
