//! Integration tests, by theme.
#![allow(clippy::unwrap_used)]

mod leap;
