//! The small graphs on which walks are counted.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::SquareSet;

/// A set of vertices of a graph, by their numbers.
pub(crate) type Vertices<const WORDS: usize> = SquareSet<WORDS>;

/// A graph of at most `64 · WORDS` vertices: the squares of a shape, and perhaps a start vertex of its own.
#[derive(Clone, Debug)]
pub(crate) struct Graph<const WORDS: usize> {
    /// Neighbours of each vertex, as sets of vertices.
    pub adjacent: Vec<Vertices<WORDS>>,
    /// Where the walks begin; `None` if both their ends are free.
    pub start: Option<usize>,
    /// What a walk counts for that ends at a vertex; 0 where it may not end.
    pub weights: Vec<u64>,
    /// Vertices that are squares: all, or all but the start.
    pub squares: usize,
}

impl<const WORDS: usize> Graph<WORDS> {
    /// The squares of `shape` with every knight move between them; walks begin at a square of `first`.
    ///
    /// Where `first` has several squares the start is one more vertex, the last, with an edge to each of
    /// them: the walks from it, less their first move, are the walks from all of them. It is no end, so the
    /// walk that does not leave it is not counted. The shape must leave room for it. Where `first` is empty there is
    /// no start: both ends of a walk are free.
    pub fn new(
        grid: &KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        weight: impl Fn(usize) -> u64,
    ) -> Self {
        let squares: Vec<usize> = shape.members().collect();
        let vertices = |set: SquareSet<WORDS>| {
            let inside = squares.iter().enumerate().filter(|&(_, &s)| set.contains(s));
            Vertices::of(inside.map(|(v, _)| v))
        };
        let mut adjacent: Vec<Vertices<WORDS>> =
            squares.iter().map(|&s| vertices(grid.neighbours(s) & shape)).collect();
        let mut weights: Vec<u64> = squares.iter().map(|&s| weight(s)).collect();
        let firsts = vertices(first);
        let start = if firsts.is_empty() {
            None
        } else if firsts.len() == 1 {
            Some(firsts.first())
        } else {
            let start = squares.len();
            for v in firsts.members() {
                adjacent[v] = adjacent[v].with(start);
            }
            adjacent.push(firsts);
            weights.push(0);
            Some(start)
        };
        Graph { adjacent, start, weights, squares: squares.len() }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.adjacent.len()
    }

    /// The start as a set.
    pub fn start_set(&self) -> Vertices<WORDS> {
        Vertices::of(self.start.into_iter())
    }
}
