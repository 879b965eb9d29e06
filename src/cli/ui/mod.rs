//! What the user sees of a command: output, progress, errors, signals, and the files that it
//! writes.

pub mod failure;
pub mod files;
pub mod output;
pub mod picture_file;
pub mod progress;
pub mod run_progress;
pub mod signals;
