//! The engines, which get the answer of a problem, and [`search()`], which chooses one.
//!
//! # The exact meaning of the count
//!
//! This is the meaning for rule `fixed`; [`warnsdorff`] defines the checks of its rules.
//!
//! A *node* is one placement of the knight, the start included. At a node the eight moves are tried
//! in order; each try is one *check*, the paper's *iteration* (§VII.B). A legal move places the
//! knight and recurses. The search stops at the node that completes a tour, which tries nothing. So
//! a search that finds a tour performs `8 · (failed nodes) + Σ (1-based places of the moves of the
//! tour)` checks, and one that exhausts the space `8 · nodes`. A node whose path covers the board
//! without closing fails a `closed` search like any other.
//!
//! A search may spend `budget` checks: if it needs check number `budget + 1` it ends as
//! [`Outcome::Budget`](crate::Outcome::Budget) with `checks = budget`.

mod auto;
mod dispatch;
mod family_search;
pub mod leap;
mod method;
pub mod plain;
pub mod step;
pub mod warnsdorff;

pub use dispatch::{search, search_one};
pub use family_search::FamilySearch;
pub use method::{Engine, Method, Rule};
