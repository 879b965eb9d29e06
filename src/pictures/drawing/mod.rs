//! What all pictures are drawn with: shapes, measured texts, colours, scales, axes and legends.
//! Their names are imported from here.

pub mod axes;
pub mod caption;
pub mod colour;
pub mod curves;
pub mod data;
pub mod legend;
pub mod scale;
pub mod series;
pub mod shades;
pub mod style;
pub mod svg;
#[cfg(test)]
pub(crate) mod tests;
pub mod text;

pub use axes::{Axis, Frame, Ticks};
pub use curves::{Curve, CurveChart, CurvePoint};
pub use data::{Data, field};
pub use legend::{Entry, Mark, Sign};
pub use scale::{Scale, Tick, amount, percent};
pub use shades::{Quantity, Shades};
pub use style::Style;
pub use svg::{Anchor, Area, LINE, Picture};
