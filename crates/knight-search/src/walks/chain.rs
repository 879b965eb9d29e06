//! A lower bound on walk counts that takes microseconds: walks through small parts in turn.
//!
//! Cut the shape into disjoint parts `P₁ ∋ p, P₂, …` and count only the walks that never return to
//! an earlier part. Such a walk ends in `P_i`, or leaves it at some square `e` and continues in the
//! same way from a neighbour of `e` in a later part. With `L(b)` for the number of those from `b`
//! in `P_i`:
//!
//! ```text
//! L(b) = Σ over walks of P_i from b to e of (1 + Σ over later neighbours b′ of e of L(b′))
//! ```
//!
//! The counts of the parts multiply, but the time to step through them only adds up.

use crate::walks::stepping;
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};

/// A lower bound on the walks that begin at a square of `first` and stay in `shape`. Stops above
/// `cap`.
pub(crate) fn lower_bound<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    cap: u64,
    part_size: u32,
) -> u64 {
    let sizes = PartSizes { first: part_size, others: part_size };
    let (part, weights) = first_part(graph, first, shape, cap, sizes);
    stepping::weighted(graph, first, part, cap, &|square| weights[square])
}

/// About how many squares the parts have.
pub(crate) struct PartSizes {
    pub first: u32,
    pub others: u32,
}

/// The first part, and a weight for each of its squares: the sum over its walks of the weight of
/// the last square is a lower bound on the walks of the shape.
pub(crate) fn first_part<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    cap: u64,
    sizes: PartSizes,
) -> (SquareSet<WORDS>, PerSquare<u64, WORDS>) {
    let parts = parts(graph, first, shape, sizes);
    let mut bounds = PerSquare::<u64, WORDS>::filled(0);
    let mut weights = PerSquare::filled(1);
    let mut later = SquareSet::EMPTY;
    for &part in parts.iter().rev() {
        for end in part.members() {
            let onward = (graph.neighbours(end) & later).members();
            weights[end] = onward.fold(1u64, |sum, b| bounds[b].saturating_add(sum));
        }
        later |= part;
        let entries = graph.spread(shape & !later) & part;
        for entry in entries.members() {
            let from = SquareSet::only(entry);
            bounds[entry] = stepping::weighted(graph, from, part, cap, &|end| weights[end]);
        }
    }
    (parts[0], weights)
}

/// Disjoint parts that make up the shape. The first has a square of `first`; each of the others is
/// next to the one before, if possible, or to an earlier one.
fn parts<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    sizes: PartSizes,
) -> Vec<SquareSet<WORDS>> {
    let mut parts = vec![dense_part(graph, first & shape, shape, sizes.first)];
    let mut used = parts[0];
    loop {
        let last = parts[parts.len() - 1];
        let near_last = graph.spread(last) & shape & !used;
        let doors =
            if near_last.is_empty() { graph.spread(used) & shape & !used } else { near_last };
        if doors.is_empty() {
            return parts;
        }
        let part = dense_part(graph, doors, shape & !used, sizes.others);
        used |= part;
        parts.push(part);
    }
}

/// A part of `shape` of at most `size` squares with many moves inside, grown from one of the
/// `seeds`.
fn dense_part<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    seeds: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    size: u32,
) -> SquareSet<WORDS> {
    let inside = |s: usize, set: SquareSet<WORDS>| (graph.neighbours(s) & set).len();
    let seed = seeds.members().max_by_key(|&s| inside(s, shape));
    let mut part = seed.map_or(SquareSet::EMPTY, SquareSet::only);
    for _ in 1..size {
        let candidates = graph.spread(part) & shape & !part;
        match candidates.members().max_by_key(|&s| (inside(s, part), inside(s, shape))) {
            Some(square) => part = part.with(square),
            None => break,
        }
    }
    part
}
