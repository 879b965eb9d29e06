//! Sets of squares as bits, and the knight's moves on them.

mod knight_graph;
mod shape_key;
mod square_set;

pub use crate::with_words;
pub use knight_graph::{KnightGraph, MAX_AREA, supports};
pub use shape_key::ShapeKey;
pub use square_set::{PerSquare, SquareSet};
