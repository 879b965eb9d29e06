//! A bound on the closed tours of a board that takes little memory.
//!
//! The moves of a closed tour belong alternately to two perfect matchings: sets of moves in which
//! each square has exactly one. The two matchings determine the tour. So with `m` perfect matchings
//! there are at most `m·(m − 1) / 2` closed tours.

use std::collections::HashMap;

use knight_board::{Board, Square};

/// The longest shorter side. With 8 rows there are up to 23,595 states, with 9 up to 91,372, with
/// 10 up to 348,348.
const MAX_SHORT_SIDE: u16 = 10;

/// Bits that suffice for the number of undirected closed tours of a board. `None` if its shorter
/// side has more than 10 squares, or if it has 2^128 perfect matchings or more.
pub(super) fn bits_for_closed_tours(board: Board) -> Option<u32> {
    let bits = u128::BITS - perfect_matchings(board)?.leading_zeros();
    Some((2 * bits).saturating_sub(1))
}

/// The number of perfect matchings of the squares by knight moves; `None` if the shorter side is
/// too long, or if they are more than 128 bits can hold.
///
/// The squares are processed line by line. A state is the set of the next squares that are matched
/// already; its lowest bit is the next square.
fn perfect_matchings(board: Board) -> Option<u128> {
    let (short, long) = (board.rows().min(board.cols()), board.rows().max(board.cols()));
    if short > MAX_SHORT_SIDE {
        return None;
    }
    // The lines are the rows of the upright board.
    let board = Board::new(long, short).ok()?;
    let mut states = HashMap::from([(0u32, 1u128)]);
    for square in board.squares() {
        let at = board.index(square);
        let later = |neighbour: Square| board.index(neighbour).checked_sub(at);
        let later: Vec<usize> = board.neighbours(square).filter_map(later).collect();
        let mut after: HashMap<u32, u128> = HashMap::with_capacity(states.len());
        let mut add = |state: u32, count: u128| -> Option<()> {
            let sum = after.entry(state >> 1).or_default();
            *sum = sum.checked_add(count)?;
            Some(())
        };
        for (state, count) in states {
            if state & 1 == 1 {
                add(state, count)?;
            } else {
                let free = later.iter().filter(|&&ahead| state >> ahead & 1 == 0);
                free.map(|ahead| state | 1 << ahead).try_for_each(|state| add(state, count))?;
            }
        }
        states = after;
    }
    Some(states.get(&0).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use crate::matchings::*;

    /// All of them, one by one.
    fn listed(board: Board, matched: u64) -> u128 {
        let Some(first) = board.squares().find(|&square| matched >> board.index(square) & 1 == 0)
        else {
            return 1;
        };
        let neighbours = board.neighbours(first);
        let free = neighbours.filter(|&square| matched >> board.index(square) & 1 == 0);
        let both = |square| matched | 1 << board.index(first) | 1 << board.index(square);
        free.map(|square| listed(board, both(square))).sum()
    }

    #[test]
    fn perfect_matchings_are_those_that_can_be_listed() {
        for size in ["1x1", "2x3", "2x4", "3x4", "4x3", "4x4", "5x4", "4x6", "6x5", "6x6"] {
            let board: Board = size.parse().unwrap();
            assert_eq!(perfect_matchings(board), Some(listed(board, 0)), "{size}");
        }
    }

    #[test]
    fn the_bits_suffice_for_known_counts() {
        let tours = [("6x6", 9_862u128), ("6x8", 55_488_142), ("8x8", 13_267_364_410_532)];
        for (size, tours) in tours {
            let bits = bits_for_closed_tours(size.parse().unwrap()).unwrap();
            assert!(tours >> bits == 0, "{size}: {bits}");
        }
        assert_eq!(bits_for_closed_tours("5x5".parse().unwrap()), Some(0));
        // 30 digits (OEIS A193055).
        let bits = bits_for_closed_tours("8x16".parse().unwrap());
        assert!(bits.is_some_and(|bits| (116..150).contains(&bits)), "{bits:?}");
        for size in ["11x12", "8x200"] {
            assert_eq!(bits_for_closed_tours(size.parse().unwrap()), None, "{size}");
        }
    }
}
