//! Sets of boards, start squares, move orders and seeds, by their words.

mod boards;
mod orders;
mod seeds;
mod starts;

pub(super) use boards::parse_boards;
pub(crate) use orders::OrderSet;
pub use orders::{X_IS_COLUMN, may_be_moves, move_order};
pub(crate) use seeds::SeedSet;
pub(crate) use starts::StartSet;
