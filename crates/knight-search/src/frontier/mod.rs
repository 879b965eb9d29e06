//! The frontier dynamic programme.

pub mod count;
pub mod done_sets;
pub mod elimination;
pub mod graph;
pub mod layers;
pub mod memory;
pub mod pairings;
pub mod plan;
pub mod tallies;
pub mod transitions;
