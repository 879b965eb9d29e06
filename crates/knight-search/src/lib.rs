//! Exact search for knight's tours, as backtracking with a fixed move order performs it.
//!
//! A [`Problem`] is a board, a start square, an order of the eight knight moves, a goal and a
//! budget. Its [`Answer`] is the first tour in that order and the exact number of checks (validity
//! tests) that plain backtracking performs until then. Engines get the answer in different ways:
//! [`engines`] defines the count and lists them.
//!
//! ```
//! use std::ops::ControlFlow;
//! use knight_search::{
//!     Board, Budget, Engine, Goal, Method, MoveOrder, Problem, Square, Tables, Tour, search_one,
//! };
//!
//! let board = Board::new(8, 8)?;
//! let problem = Problem {
//!     board,
//!     start: Square { row: 1, col: 1 },
//!     order: MoveOrder::FIG2,
//!     goal: Goal::Open,
//!     budget: Budget::UNLIMITED,
//! };
//! let tables = Tables::new(1 << 28); // at most 256 MiB
//! let mut progress = |_checks| ControlFlow::Continue(()); // Break stops the search
//! let answer = search_one(Method::fixed(Engine::Auto), &problem, &tables, &mut progress)?;
//! assert_eq!(answer.checks, 66_005_601);
//!
//! let tour = Tour::new(board, answer.tour.expect("8x8 has tours"))?; // checked independently
//! assert!(tour.grid(1).starts_with(" 1 "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`construction`] | tours of large boards without a search |
//! | [`engines`] | searches: literal, by counting, and by Warnsdorff's rule |
//! | [`estimates`] | estimates of what is too large to count |
//! | [`first_path`] | the first path that a simple program finds |
//! | [`orders`] | the quickest orders |
//! | [`trace`] | the checks of the plain search one by one |
//! | [`walks`] | numbers of self-avoiding walks |

mod answer;
pub mod construction;
pub mod engines;
mod error;
pub mod estimates;
mod feasibility;
pub mod first_path;
pub mod orders;
pub mod trace;
pub mod walks;

pub use answer::{Answer, Decision, OnAnswer, Outcome, places_of_moves};
pub use engines::leap::Tables;
pub use engines::warnsdorff::Ties;
pub use engines::{Engine, FamilySearch, Method, Rule, search, search_one};
pub use error::{MemoryLimit, SearchError};
pub use knight_board::{
    Board, BoardError, Budget, BudgetError, Family, Fault, Goal, Interrupted, Move, MoveOrder,
    OrderError, Problem, SearchProgress, SplitMix64, Square, SquareError, Stop, StopRequest,
    Symmetry, Tour, TourError, parse_number,
};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
