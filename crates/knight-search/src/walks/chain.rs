//! A lower bound on walk counts that costs microseconds: walks through small parts of the shape in turn.
//!
//! Cut the shape into disjoint parts `P₁ ∋ p, P₂, …` and count only the walks that never go back to an earlier part.
//! Such a walk leaves `P_i` at some square `e`, or ends there, and goes on as such a walk from a neighbour of `e` in
//! a later part. So with `L(b)` the number of those that begin at `b`, a square of `P_i`,
//!
//! ```text
//! L(b) = Σ over walks of P_i from b, ending at e, of  1 + Σ over neighbours b′ of e in later parts of L(b′)
//! ```
//!
//! The counts of the parts multiply, while the costs of stepping through them add.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::{PerSquare, SquareSet};

/// A lower bound on the walks that begin at a square of `first` and stay in `shape`. Stops above `cap`.
pub(crate) fn lower_bound<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    cap: u64,
    part_size: u32,
) -> u64 {
    let (part, weights) = first_part(grid, first, shape, cap, part_size, part_size);
    weighted(grid, first, part, &weights, cap)
}

/// The first part, of about `first_size` squares where the others have about `size`, and the weights of its squares:
/// the sum of the weights of the last squares of its walks is a lower bound on the walks of the shape.
pub(crate) fn first_part<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    cap: u64,
    first_size: u32,
    size: u32,
) -> (SquareSet<WORDS>, PerSquare<u64, WORDS>) {
    let parts = parts(grid, first, shape, first_size, size);
    let mut bounds = PerSquare::<u64, WORDS>::filled(0);
    let mut weights = PerSquare::filled(1);
    let mut later = SquareSet::EMPTY;
    for &part in parts.iter().rev() {
        for end in part.members() {
            let onward = (grid.neighbours(end) & later).members();
            weights[end] = onward.fold(1u64, |sum, b| bounds[b].saturating_add(sum));
        }
        later |= part;
        let entries = grid.spread(shape & !later) & part;
        for entry in entries.members() {
            bounds[entry] = weighted(grid, SquareSet::only(entry), part, &weights, cap);
        }
    }
    (parts[0], weights)
}

/// The sum of the weights of the last squares of all walks that begin at a square of `first` and stay in `open`.
/// Stops above `cap`.
fn weighted<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    open: SquareSet<WORDS>,
    weights: &PerSquare<u64, WORDS>,
    cap: u64,
) -> u64 {
    let mut sum = 0u64;
    for square in (first & open).members() {
        if sum > cap {
            break;
        }
        sum = sum.saturating_add(weights[square]);
        let rest = open.without(square);
        let next = grid.neighbours(square) & rest;
        if !next.is_empty() {
            sum = sum.saturating_add(weighted(grid, next, rest, weights, cap - sum.min(cap)));
        }
    }
    sum
}

/// Disjoint parts that make up the shape, the first at `first` and each next to those before.
fn parts<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    first_size: u32,
    size: u32,
) -> Vec<SquareSet<WORDS>> {
    let mut parts = vec![dense_part(grid, first & shape, shape, first_size)];
    let mut used = parts[0];
    loop {
        let last = parts[parts.len() - 1];
        let near_last = grid.spread(last) & shape & !used;
        let doors =
            if near_last.is_empty() { grid.spread(used) & shape & !used } else { near_last };
        if doors.is_empty() {
            return parts;
        }
        let part = dense_part(grid, doors, shape & !used, size);
        used |= part;
        parts.push(part);
    }
}

/// A part of `shape` with about `size` squares and many moves inside, grown from one of the `seeds`.
fn dense_part<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    seeds: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    size: u32,
) -> SquareSet<WORDS> {
    let inside = |s: usize, set: SquareSet<WORDS>| (grid.neighbours(s) & set).len();
    let seed = seeds.members().max_by_key(|&s| inside(s, shape));
    let mut part = seed.map_or(SquareSet::EMPTY, SquareSet::only);
    for _ in 1..size {
        let candidates = grid.spread(part) & shape & !part;
        match candidates.members().max_by_key(|&s| (inside(s, part), inside(s, shape))) {
            Some(square) => part = part.with(square),
            None => break,
        }
    }
    part
}
