//! Walk counts of small shapes by stepping through the walks.

use knight_board::bitboard::{KnightGraph, SquareSet};

/// The number of self-avoiding walks that begin at a square of `first` and stay in `open`,
/// including the walks of one square. Stops soon after the number has passed `cap`.
pub(crate) fn count<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
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
        let next = graph.neighbours(square) & rest;
        let longer = match next.is_empty() {
            true => 0,
            false => count(graph, next, rest, cap.saturating_sub(walks)),
        };
        walks += 1 + longer;
    }
    walks
}
