//! Sets of squares as bits, and the knight's moves on them.

mod knight_graph;
mod shape_key;
mod square_set;

pub(crate) use knight_graph::{KnightGraph, with_words};
pub use knight_graph::{MAX_AREA, supports};
pub(crate) use shape_key::ShapeKey;
pub(crate) use square_set::{PerSquare, SquareSet};
