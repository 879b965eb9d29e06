//! The small graphs on which walks are counted.

use super::super::grid::{Grid, members};

/// A graph of at most 64 vertices: the squares of a shape, and perhaps a start vertex of its own.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Neighbours of each vertex, as sets of vertices.
    pub adjacent: Vec<u64>,
    /// Where the walks begin; `None` if both their ends are free.
    pub start: Option<usize>,
    /// What a walk counts for that ends at a vertex; 0 where it may not end.
    pub weights: Vec<u64>,
    /// Vertices that are squares: all, or all but the start.
    pub squares: usize,
}

impl Graph {
    /// The squares of `shape` with every knight move between them; walks begin at a square of `first`.
    ///
    /// Where `first` has several squares the start is one more vertex, the last, with an edge to each of
    /// them: the walks from it, less their first move, are the walks from all of them. It is no end, so the
    /// walk that does not leave it is not counted. The shape must leave room for it. Where `first` is empty there is
    /// no start: both ends of a walk are free.
    pub fn new(grid: &Grid, first: u64, shape: u64, weight: impl Fn(usize) -> u64) -> Graph {
        let squares: Vec<usize> = members(shape).collect();
        let vertices = |set: u64| {
            let inside = squares
                .iter()
                .enumerate()
                .filter(|&(_, &s)| set >> s & 1 == 1);
            inside.fold(0u64, |acc, (v, _)| acc | 1 << v)
        };
        let mut adjacent: Vec<u64> = squares
            .iter()
            .map(|&s| vertices(grid.neighbours(s) & shape))
            .collect();
        let mut weights: Vec<u64> = squares.iter().map(|&s| weight(s)).collect();
        let firsts = vertices(first);
        let start = if firsts == 0 {
            None
        } else if firsts.count_ones() == 1 {
            Some(firsts.trailing_zeros() as usize)
        } else {
            let start = squares.len();
            for (v, near) in adjacent.iter_mut().enumerate() {
                *near |= (firsts >> v & 1) << start;
            }
            adjacent.push(firsts);
            weights.push(0);
            Some(start)
        };
        Graph {
            adjacent,
            start,
            weights,
            squares: squares.len(),
        }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.adjacent.len()
    }
}
