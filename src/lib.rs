//! A parallel batch research harness for knight's-tour search.

pub mod board;
pub mod experiment;
pub mod moves;
pub mod order;
pub mod plan;
pub mod search;
pub mod symmetry;
pub mod tour;
