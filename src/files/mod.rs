//! Reading and replacing whole files, and making folders.

pub mod access;
pub mod atomic;
pub mod capped_read;
pub mod encoding;
pub mod folders;
pub mod identity;
pub mod kind;
pub mod open;
pub mod shown;
