//! Reading, hashing and replacing whole files, and making folders.

pub mod access;
pub mod atomic;
pub mod folders;
pub(crate) mod hashing;
pub mod open;

#[cfg(test)]
#[cfg(unix)]
mod tests;
