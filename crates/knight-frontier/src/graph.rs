//! The graphs on which walks are counted.

use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};
use knight_board::{Board, Square};

/// The squares of a shape as vertices 0, 1, …, and perhaps one more vertex as the start.
#[derive(Clone, Debug)]
pub struct WalkGraph {
    /// The neighbours of each vertex, ascending.
    pub neighbours: Vec<Vec<u16>>,
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
    /// If `first` has several squares, the start is one more vertex, adjacent to them. Its walks,
    /// without their first move, are the walks from those squares. The start has weight 0, so the
    /// walk that stays there does not count. There may be at most 256 vertices. If `first` is
    /// empty, both ends of a walk are free.
    pub fn new<const WORDS: usize>(
        knights: &KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        weight: &dyn Fn(usize) -> u64,
    ) -> WalkGraph {
        let mut vertex_of = PerSquare::<u16, WORDS>::filled(0);
        for (vertex, square) in shape.members().enumerate() {
            vertex_of[square] = vertex as u16;
        }
        let vertices =
            |set: SquareSet<WORDS>| (set & shape).members().map(|s| vertex_of[s]).collect();
        let neighbours = shape.members().map(|s| vertices(knights.neighbours(s))).collect();
        let weights = shape.members().map(weight).collect();
        let squares = shape.len() as usize;
        WalkGraph { neighbours, start: None, weights, squares }.with_start(vertices(first))
    }

    /// The graph of the whole board, of up to 65,535 squares, with a start or with two free ends.
    /// Every square has weight 1.
    pub fn of_board(board: Board, start: Option<Square>) -> WalkGraph {
        let vertex = |square: Square| board.index(square) as u16;
        let neighbours = |square: Square| {
            let mut vertices: Vec<u16> = board.neighbours(square).map(vertex).collect();
            vertices.sort_unstable();
            vertices
        };
        WalkGraph {
            neighbours: board.squares().map(neighbours).collect(),
            start: start.map(|start| board.index(start)),
            weights: vec![1; board.area()],
            squares: board.area(),
        }
    }

    fn with_start(mut self, first: Vec<u16>) -> WalkGraph {
        self.start = match first[..] {
            [] => None,
            [only] => Some(only.into()),
            _ => {
                for &vertex in &first {
                    self.neighbours[usize::from(vertex)].push(self.squares as u16);
                }
                self.neighbours.push(first);
                self.weights.push(0);
                Some(self.squares)
            }
        };
        self
    }

    /// Number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }
}
