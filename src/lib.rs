//! A parallel batch research harness for knight's-tour search.

pub mod agenda;
pub mod analysis;
pub mod best_order;
pub mod board;
pub mod census;
pub mod experiment;
pub mod impossible;
pub mod limited;
pub mod moves;
pub mod order;
pub mod plan;
pub mod probability;
pub mod provenance;
pub mod record;
pub mod runner;
pub mod search;
pub mod shard;
pub mod store;
pub mod symmetry;
pub mod tour;
pub mod words;
