//! Boards of any size, the eight knight moves and their orders, symmetries, and tours with an
//! independent checker.
//!
//! ```
//! use knight_board::{Board, Square, Symmetry, Tour, TourError};
//!
//! let board: Board = "3x4".parse()?;
//! let tour: Vec<Square> = [(1, 1), (2, 3), (3, 1), (1, 2), (2, 4), (3, 2), (1, 3), (2, 1), (3, 3), (1, 4), (2, 2), (3, 4)]
//!     .map(|(row, col)| Square { row, col })
//!     .into();
//! assert!(Tour::new(board, tour.clone()).is_ok());
//! let shorter = tour[1..].to_vec();
//! assert!(Tour::new(board, shorter).is_err()); // a square is missing
//! # Ok::<(), knight_board::BoardError>(())
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
pub use problem::{Family, Goal, Problem};
pub use random::SplitMix64;
pub use stop::{Interrupted, SearchProgress, Stop, StopCheck, StopRequest, go_on};
