//! What all pictures are drawn with: shapes, measured texts, colours, scales, axes and legends.

pub mod axes;
pub mod colour;
pub mod labels;
pub mod legend;
#[cfg(test)]
pub(crate) mod legible;
pub mod panels;
pub mod scale;
pub mod series;
pub mod shades;
pub mod style;
pub mod svg;
pub mod text;
