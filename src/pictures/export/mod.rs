//! Pictures in other formats than SVG, with fonts that are part of the program, so that every
//! machine makes the same picture.

#[cfg(any(feature = "png", feature = "pdf"))]
pub mod fonts;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "png")]
pub mod png;
