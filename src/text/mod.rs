//! Texts as people read and write them.

pub mod formatting;
pub mod kind;
pub mod shown;

pub use formatting::{
    and_more, bytes, counted, first_lines, grouped, joined, listed, named_order, printable, short,
};
pub use shown::{reason, shown};
