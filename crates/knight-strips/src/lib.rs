//! Numbers of knight's tours of boards with a fixed number of rows and any number of columns.
//!
//! [`recurrences`] finds the linear recurrences of these numbers, [`strip_growth`] bounds how fast
//! they grow, and [`strip_roots`] compares the denominators of their generating functions modulo a
//! prime.

mod column_matrix;
mod polynomials;
pub mod recurrences;
mod strip;
pub mod strip_growth;
pub mod strip_roots;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
