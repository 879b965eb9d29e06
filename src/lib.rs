//! A parallel batch research harness for knight's-tour search.

pub mod analysis;
pub mod experiment;
pub mod files;
pub mod machine;
pub mod pictures;
pub mod report;
pub mod results;
pub mod run;
pub mod system;
pub mod text;
