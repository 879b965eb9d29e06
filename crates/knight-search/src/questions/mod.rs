//! Questions about boards: quickest orders, greedy failures, numbers of tours, and random knights.

pub mod best_orders;
mod board_order;
pub mod greedy_failures;
pub mod no_backtracking;
pub mod order_comparison;
pub mod probability;
mod remainders;
pub mod tour_counts;
