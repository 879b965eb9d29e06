//! Pictures in other formats than SVG.

#[cfg(feature = "png")]
pub mod png;
