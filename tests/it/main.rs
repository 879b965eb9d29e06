//! The integration tests, in one binary: a module for each theme.

mod step;
