//! Counts of walks, paths and cycles by frontier dynamic programming.
//!
//! The vertices of a [`WalkGraph`] are processed one by one, in the order that
//! [`elimination_order`] finds. A [`FrontierPlan`] says what each step does to the states of the
//! frontier. [`count`] takes the states through the steps, within its [`Limits`]. Where there are
//! few, [`NarrowCounter`] is quicker; it needs no plan. Where there are too many, a [`Sampler`]
//! takes some of them through the steps.

mod bit_order;
mod colours;
mod counts;
mod cuts;
mod done_set_maps;
mod done_sets;
mod elimination;
mod ends;
mod graph;
mod layer_step;
mod layer_work;
mod layers;
mod limits;
mod narrow;
mod numbers;
mod pairing_maps;
mod pairings;
mod plan;
mod rows;
mod run;
mod sampling;
mod slices;
mod spill;
mod spill_space;
mod state_estimates;
mod state_table;
mod states;
mod sums;
#[cfg(test)]
mod tests;
mod transitions;

pub use cuts::MOST_CUTS;
pub use elimination::{OrderEffort, elimination_order, narrow_elimination_order};
pub use graph::WalkGraph;
pub use limits::{CountError, CountStatus};
pub use limits::{Limits, PARALLEL_STATES};
pub use narrow::NarrowCounter;
pub use numbers::{MAX_LANES, PRIME_BITS, Prime, SHORT_PRIME_BITS};
pub use pairing_maps::PairingMaps;
pub use plan::{Counted, FrontierPlan};
pub use run::{count, remainders, sufficient_bits};
pub use sampling::Sampler;
pub use spill_space::{SpillFile, SpillSpace};
