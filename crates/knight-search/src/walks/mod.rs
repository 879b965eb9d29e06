//! Walk counts: how many self-avoiding knight walks begin at a square and stay in a shape.
//!
//! `W(p, C)` is the number of self-avoiding walks that begin at `p` and stay in the set `C`,
//! including the walk that stays at `p`. A failed search from `p` with the unvisited squares `C`
//! has this many nodes, in whatever order it tries the moves
//! (`docs/explanation/counting-searches.md`).

mod chain;
mod counter;
mod memory;
mod number;
pub(crate) mod stepping;
mod table;

pub(crate) use counter::WalkCounter;
pub use counter::on_board;
pub use knight_board::bitboard::{MAX_AREA, supports};
pub use knight_frontier::{CountError, CountStatus, SpillFile, SpillSpace};
pub use memory::Tables;
pub use number::Walks;
pub use table::TableUse;

#[cfg(test)]
mod tests;
