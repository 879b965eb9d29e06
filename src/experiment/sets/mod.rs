//! Sets of boards, start squares, move orders and seeds, by their words.

mod boards;
mod orders;
mod seeds;
mod starts;

use std::str::FromStr;

pub(super) use boards::parse_boards;
pub(crate) use orders::OrderSet;
pub use orders::{X_IS_COLUMN, may_be_moves, move_order};
pub(crate) use seeds::SeedSet;
pub(crate) use starts::StartSet;

/// The ends of a range such as `1-100`, of which the first is not larger; those of one number are
/// that number.
fn both_ends<T: FromStr + PartialOrd>(text: &str) -> Option<(T, T)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |digits: &str| digits.trim().parse().ok();
    number(first).zip(number(last)).filter(|(first, last)| first <= last)
}
