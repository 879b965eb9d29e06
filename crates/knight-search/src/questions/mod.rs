//! Questions.

pub mod best_orders;
pub mod probability;
pub mod tour_counts;
