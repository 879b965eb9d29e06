//! Boards of any size, the eight knight moves and their orders, symmetries, and tours with an
//! independent checker.
//!
//! ```
//! use knight_board::{Board, Tour};
//!
//! let board: Board = "3x4".parse()?;
//! let tour = Tour::parse(board, "a3-c2-a1-b3-d2-b1-c3-d1-b2-d3-c1-a2")?;
//! assert!(!tour.is_closed());
//! // A tour that misses a square is none.
//! assert!(Tour::new(board, tour.squares()[1..].to_vec()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`bitboard`] | sets of squares as bits, and the knight's moves on them |
//! | [`named_enum`](mod@named_enum) | enums whose values have words |
//! | [`theorems`] | boards and starts that have no tour |

pub mod bitboard;
mod board;
mod budget;
mod confidence;
pub mod named_enum;
mod problem;
mod random;
mod stop;
pub mod theorems;

pub use board::{
    Board, BoardError, Fault, Move, MoveOrder, OrderError, Square, SquareError, Symmetry, Tour,
    TourError, between, faults, is_knight_move, orbit_representatives,
};
pub use budget::{Budget, BudgetError, parse_number};
pub use confidence::{NORMAL_95, students_t};
pub use problem::{Family, Goal, Problem};
pub use random::SplitMix64;
pub use stop::{Interrupted, SearchProgress, Stop, StopCheck, StopRequest, go_on};
