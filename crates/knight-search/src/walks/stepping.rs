//! Walk counts of small shapes by stepping through the walks.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::SquareSet;

/// The number of self-avoiding walks that begin at a square of `first` and stay in `open`, the walk of one square
/// included; stops soon after the number has passed `cap`.
pub(crate) fn count<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    open: SquareSet<WORDS>,
    cap: u64,
) -> u64 {
    let mut walks = 0;
    for square in (first & open).members() {
        if walks > cap {
            break;
        }
        let rest = open.without(square);
        let next = grid.neighbours(square) & rest;
        walks += 1 + if next.is_empty() {
            0
        } else {
            count(grid, next, rest, cap.saturating_sub(walks))
        };
    }
    walks
}
