//! Reading and replacing whole files.

pub mod atomic;
pub mod capped_read;
