//! A parallel batch research harness for knight's-tour search.

pub mod board;
pub mod moves;
pub mod order;
pub mod search;
pub mod symmetry;
