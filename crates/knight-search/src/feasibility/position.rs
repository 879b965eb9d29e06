//! Positions of a search, and what is known of them.

use knight_board::Family;
use knight_board::bitboard::{KnightGraph, ShapeKey, SquareSet};

/// A position: the knight stands on `head` and must visit every square of `open`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position<const WORDS: usize> {
    /// Where the knight stands; not in `open`.
    pub head: usize,
    /// The squares to visit.
    pub open: SquareSet<WORDS>,
    /// The square that the path must be able to return to from its last square; `None` if it may
    /// end anywhere. Before the first move it is `head`.
    pub home: Option<usize>,
}

/// A path: the squares after the head, in order of visit.
pub(crate) type Path = Vec<u8>;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// There is a path, such as this one.
    Path(Path),
    /// There is no path.
    Infeasible,
    /// Not known yet.
    Unknown,
}

impl<const WORDS: usize> Position<WORDS> {
    /// Where the searches of a family begin.
    pub(crate) fn at_start(graph: &KnightGraph<WORDS>, family: &Family) -> Self {
        let start = graph.index(family.start);
        let home = family.goal.returns().then_some(start);
        Position { head: start, open: graph.all().without(start), home }
    }

    /// The position after a move to one of the open squares.
    pub(crate) fn after(&self, square: usize) -> Self {
        Position { head: square, open: self.open.without(square), home: self.home }
    }

    /// The squares where the path may end.
    pub(crate) fn ends(&self, graph: &KnightGraph<WORDS>) -> SquareSet<WORDS> {
        self.home.map_or(graph.all(), |home| graph.neighbours(home))
    }

    /// The squares of the path, including the head and the home.
    pub(crate) fn squares(&self) -> SquareSet<WORDS> {
        self.open | self.known_ends()
    }

    /// The head and the home.
    pub(crate) fn known_ends(&self) -> SquareSet<WORDS> {
        let head = SquareSet::only(self.head);
        self.home.map_or(head, |home| head.with(home))
    }

    /// Equal for positions that a symmetry or a translation maps to one another. A path can be
    /// walked either way, so head and home can be exchanged.
    pub(crate) fn key(&self, graph: &KnightGraph<WORDS>) -> (ShapeKey, bool) {
        (ShapeKey::new(graph, self.known_ends(), self.squares()), self.home.is_some())
    }
}
