//! Texts as people read and write them.

pub mod encoding;
pub mod kind;
pub mod shown;
