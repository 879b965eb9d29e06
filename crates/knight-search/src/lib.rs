//! Exact search for knight's tours: boards, move orders, engines, and counts of walks and tours.

mod answer;
mod bitboard;
pub mod board;
mod budget;
pub mod engines;
mod error;
pub mod feasibility;
mod frontier;
pub mod named_enum;
mod problem;
pub mod questions;
mod stop;
pub mod walks;

pub use answer::{Answer, OnAnswer, Outcome, places_of_moves};
pub use board::{
    Board, BoardError, Move, MoveOrder, OrderError, Square, SquareError, Symmetry, Tour,
};
pub use budget::{Budget, BudgetError, parse_number};
pub use engines::{Engine, Method, Rule};
pub use error::{Interrupted, MemoryLimit, SearchError};
pub use problem::{Family, Goal, Problem};
pub use stop::{SearchProgress, Stop, StopRequest};
