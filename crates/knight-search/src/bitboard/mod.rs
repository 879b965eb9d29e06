//! Sets of squares and knight graphs.

pub mod knight_graph;
pub mod square_set;
