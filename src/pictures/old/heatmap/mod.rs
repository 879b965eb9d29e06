//! Check counts on the board: panels of squares, and their drawing.

mod drawing;
mod panels;

pub use drawing::{draw, draw_some};
