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
    weighted(graph, first, open, cap, &|_| 1)
}

/// The sum over these walks of the weight of the last square.
pub(crate) fn weighted<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    open: SquareSet<WORDS>,
    cap: u64,
    weight: &impl Fn(usize) -> u64,
) -> u64 {
    let mut sum = 0u64;
    for square in (first & open).members() {
        if sum > cap {
            break;
        }
        sum = sum.saturating_add(weight(square));
        let rest = open.without(square);
        let next = graph.neighbours(square) & rest;
        if !next.is_empty() {
            let longer = weighted(graph, next, rest, cap.saturating_sub(sum), weight);
            sum = sum.saturating_add(longer);
        }
    }
    sum
}
