//! Questions about boards: quickest orders, greedy failures, numbers of tours and their
//! recurrences, first paths, first tours, and random knights.

mod all_lengths;
pub mod best_orders;
mod board_order;
mod column_matrix;
pub mod first_path;
pub mod first_tours;
pub mod greedy_failures;
mod long_counts;
mod matchings;
pub mod no_backtracking;
pub mod order_comparison;
mod passes;
mod polynomials;
pub mod probability;
pub mod recurrences;
mod remainders;
mod strictly_open;
mod strip;
pub mod strip_growth;
pub mod tour_counts;
