//! Reading and replacing whole files.

pub mod capped_read;
