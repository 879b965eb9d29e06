//! Texts as people read and write them.

pub use knight_text::encoding;
pub mod kind;
pub mod shown;
