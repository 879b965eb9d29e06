//! Reading and replacing whole files, and making folders.

pub mod access;
pub mod atomic;
pub mod capped_read;
pub mod folders;
pub mod open;
