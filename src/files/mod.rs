//! Reading and replacing whole files, and making folders.

pub mod access;
pub mod atomic;
pub mod folders;
pub mod open;

#[cfg(test)]
#[cfg(unix)]
mod tests;
