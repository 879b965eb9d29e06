//! Texts as people read and write them.

pub mod kind;
pub mod shown;
