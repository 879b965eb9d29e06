//! Does a tour exist from here? Exact and deterministic answers.
//!
//! [`theorems`](knight_board::theorems) know boards and starts without a tour. For positions in the
//! middle of a search cheap proofs come first: that there is no path, or a path itself, from
//! rotating a known path or a guided depth-first search. A search that learns clauses follows.
//! Frontier DP settles what they leave open.

mod clause_search;
mod find_path;
mod first_tour;
mod guided_search;
mod infeasible;
mod position;
mod rotation;

pub(crate) use find_path::{STEPPED, find_path, find_path_within};
pub(crate) use first_tour::{EFFORT, Failed, FirstTour, first_tour};
pub(crate) use position::{Path, Position, Settled};
