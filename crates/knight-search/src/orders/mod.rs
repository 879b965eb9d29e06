//! Which move orders are the quickest, and how orders compare.

pub mod best_orders;
pub mod comparison;
pub mod no_backtracking;
