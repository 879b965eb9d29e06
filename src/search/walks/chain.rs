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

use super::super::grid::{Grid, members};

/// A lower bound on the walks that begin at a square of `first` and stay in `shape`. Stops above `cap`.
pub(crate) fn lower_bound(grid: &Grid, first: u64, shape: u64, cap: u64, part_size: u32) -> u64 {
    let (part, weights) = first_part(grid, first, shape, cap, part_size, part_size);
    weighted(grid, first, part, &weights, cap)
}

/// The first part, of about `first_size` squares where the others have about `size`, and the weights of its squares:
/// the sum of the weights of the last squares of its walks is a lower bound on the walks of the shape.
pub(crate) fn first_part(
    grid: &Grid,
    first: u64,
    shape: u64,
    cap: u64,
    first_size: u32,
    size: u32,
) -> (u64, [u64; 64]) {
    let parts = parts(grid, first, shape, first_size, size);
    let mut bounds = [0u64; 64];
    let mut weights = [1u64; 64];
    let mut later = 0;
    for &part in parts.iter().rev() {
        for end in members(part) {
            let onward = members(grid.neighbours(end) & later);
            weights[end] = onward.fold(1, |sum, b| bounds[b].saturating_add(sum));
        }
        later |= part;
        let entries = grid.spread(shape & !later) & part;
        for entry in members(entries) {
            bounds[entry] = weighted(grid, 1 << entry, part, &weights, cap);
        }
    }
    (parts[0], weights)
}

/// The sum of the weights of the last squares of all walks that begin at a square of `first` and stay in `open`.
/// Stops above `cap`.
fn weighted(grid: &Grid, first: u64, open: u64, weights: &[u64; 64], cap: u64) -> u64 {
    let mut sum = 0u64;
    for square in members(first & open) {
        if sum > cap {
            break;
        }
        sum = sum.saturating_add(weights[square]);
        let rest = open & !(1 << square);
        let next = grid.neighbours(square) & rest;
        if next != 0 {
            sum = sum.saturating_add(weighted(grid, next, rest, weights, cap - sum.min(cap)));
        }
    }
    sum
}

/// Disjoint parts that make up the shape, the first at `first` and each next to those before.
fn parts(grid: &Grid, first: u64, shape: u64, first_size: u32, size: u32) -> Vec<u64> {
    let mut parts = vec![dense_part(grid, first & shape, shape, first_size)];
    let mut used = parts[0];
    loop {
        let last = parts[parts.len() - 1];
        let near_last = grid.spread(last) & shape & !used;
        let doors = if near_last == 0 {
            grid.spread(used) & shape & !used
        } else {
            near_last
        };
        if doors == 0 {
            return parts;
        }
        let part = dense_part(grid, doors, shape & !used, size);
        used |= part;
        parts.push(part);
    }
}

/// A part of `shape` with about `size` squares and many moves inside, grown from one of the `seeds`.
pub(crate) fn dense_part(grid: &Grid, seeds: u64, shape: u64, size: u32) -> u64 {
    let inside = |s: usize, set: u64| (grid.neighbours(s) & set).count_ones();
    let seed = members(seeds).max_by_key(|&s| inside(s, shape));
    let mut part = seed.map_or(0, |s| 1 << s);
    for _ in 1..size {
        let candidates = grid.spread(part) & shape & !part;
        match members(candidates).max_by_key(|&s| (inside(s, part), inside(s, shape))) {
            Some(square) => part |= 1 << square,
            None => break,
        }
    }
    part
}
