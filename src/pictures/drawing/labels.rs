//! Where texts are, so that they do not cover one another.

use crate::pictures::drawing::svg::{Anchor, Area, Point};
use crate::pictures::drawing::text;

/// The area of a text of this size at a point, in any of the fonts.
pub fn area_of_size(text: &str, size: f64, (x, y): Point, anchor: Anchor) -> Area {
    let width = text::width(text, size);
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    Area { x, y: y - 0.8 * size, width, height: 1.05 * size }
}

/// Whether two areas share more than an edge. An area without width or height is a line.
pub fn overlap(one: Area, other: Area) -> bool {
    let along = |from: f64, length: f64, other_from: f64, other_length: f64| {
        from < other_from + other_length && other_from < from + length
    };
    along(one.x, one.width, other.x, other.width) && along(one.y, one.height, other.y, other.height)
}
