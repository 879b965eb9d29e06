//! Numbers of knight's tours.
//!
//! [`tour_counts`] counts all tours of a board, [`tour_estimates`] estimates how many there are.
//! [`probability`] has the chance that a knight who moves at random stays on the board.

mod all_lengths;
mod board_order;
mod long_counts;
mod matchings;
mod passes;
pub mod probability;
mod remainders;
mod strictly_open;
pub mod tour_counts;
pub mod tour_estimates;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
