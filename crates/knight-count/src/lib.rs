//! Numbers of knight's tours.
//!
//! [`tour_counts`] counts all tours of a board, [`tour_estimates`] estimates how many there are.
//! [`recurrences`] finds the linear recurrences of boards with a fixed number of rows, and
//! [`strip_growth`] bounds how fast their numbers grow, and [`strip_roots`] compares their
//! denominators modulo a prime. [`probability`] has the chance that a
//! knight who moves at random stays on the board.

mod all_lengths;
mod board_order;
mod column_matrix;
mod long_counts;
mod matchings;
mod passes;
mod polynomials;
pub mod probability;
pub mod recurrences;
mod remainders;
mod strictly_open;
mod strip;
pub mod strip_growth;
pub mod strip_roots;
pub mod tour_counts;
pub mod tour_estimates;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
