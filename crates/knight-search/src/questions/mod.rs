//! Questions about boards: quickest orders, greedy failures, numbers of tours and their
//! recurrences, first paths, first tours, and random knights.

mod all_lengths;
pub mod best_orders;
mod board_order;
pub mod first_path;
pub mod first_tours;
pub mod greedy_failures;
mod long_counts;
pub mod no_backtracking;
pub mod order_comparison;
mod passes;
pub mod probability;
pub mod recurrences;
mod remainders;
mod strictly_open;
pub mod tour_counts;
