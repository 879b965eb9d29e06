//! Texts as people read and write them.

pub mod formatting;
pub mod kind;
pub mod shown;
