//! The graphs on which walks are counted.

use crate::bitboard::{KnightGraph, PerSquare, SquareSet};

/// The squares of a shape as vertices 0, 1, …, and perhaps one more vertex as the start.
#[derive(Clone, Debug)]
pub(crate) struct WalkGraph {
    /// The neighbours of each vertex, ascending.
    pub neighbours: Vec<Vec<u8>>,
    /// The vertex where walks begin; `None` if both ends are free.
    pub start: Option<usize>,
    /// The weight of a walk that ends at a vertex; 0 where it may not end.
    pub weights: Vec<u64>,
    /// Vertices that are squares: all, or all except the start.
    pub squares: usize,
}

impl WalkGraph {
    /// The graph of the knight moves inside `shape`. Walks begin at a square of `first`.
    ///
    /// If `first` has several squares, the start is one more vertex next to them. The walks from
    /// it, without their first move, are the walks from those squares. It has weight 0, so the walk
    /// that stays there does not count. There may be at most 256 vertices. If `first` is empty,
    /// both ends of a walk are free.
    pub fn new<const WORDS: usize>(
        knights: &KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        weight: &dyn Fn(usize) -> u64,
    ) -> WalkGraph {
        let mut vertex_of = PerSquare::<u8, WORDS>::filled(0);
        for (vertex, square) in shape.members().enumerate() {
            vertex_of[square] = vertex as u8;
        }
        let vertices =
            |set: SquareSet<WORDS>| (set & shape).members().map(|s| vertex_of[s]).collect();
        let neighbours = shape.members().map(|s| vertices(knights.neighbours(s))).collect();
        let weights = shape.members().map(weight).collect();
        let squares = shape.len() as usize;
        WalkGraph { neighbours, start: None, weights, squares }.with_start(vertices(first))
    }

    fn with_start(mut self, first: Vec<u8>) -> WalkGraph {
        self.start = match first[..] {
            [] => None,
            [only] => Some(only.into()),
            _ => {
                for &vertex in &first {
                    self.neighbours[usize::from(vertex)].push(self.squares as u8);
                }
                self.neighbours.push(first);
                self.weights.push(0);
                Some(self.squares)
            }
        };
        self
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }
}
