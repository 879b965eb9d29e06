//! How series differ: in colour, in dashes and in symbols, so that they also do in grey print.

use crate::pictures::drawing::svg::{Picture, Point};

/// This many series have a look of their own.
pub const MOST: usize = 8;

/// The series whose colour is that of texts.
pub const INK: usize = 7;

/// Dashes and gaps of the lines, in pixels. A sample in a legend shows two of each.
pub(super) const DASHES: [&str; MOST] =
    ["", "8 3", "3 3", "8 3 3 3", "5 2", "14 4", "8 2.5 1.5 2.5 1.5 2.5", "3 6"];

/// The shape of a mark: its corners, in radii from its middle to the right and down. Without any it
/// is a disc.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Symbol(&'static [Point]);

/// The symbols.
const SYMBOLS: [Symbol; MOST] = [
    DISC,
    Symbol(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
    Symbol(&[(-1.1, 0.7), (0.0, -1.1), (1.1, 0.7)]),
    Symbol(&[(-1.25, 0.0), (0.0, -1.25), (1.25, 0.0), (0.0, 1.25)]),
    Symbol(&[(-1.1, -0.7), (0.0, 1.1), (1.1, -0.7)]),
    Symbol(&[(-1.25, -0.5), (1.25, -0.5), (1.25, 0.5), (-1.25, 0.5)]),
    Symbol(&[(-1.1, -1.1), (1.1, -1.1), (-1.1, 1.1), (1.1, 1.1)]),
    Symbol(&[(-0.5, -1.25), (0.5, -1.25), (0.5, 1.25), (-0.5, 1.25)]),
];

/// A disc.
pub(super) const DISC: Symbol = Symbol(&[]);

/// The outline of a diagonal cross.
pub(super) const CROSS: Symbol =
    Symbol(&[(-0.8, -0.8), (0.8, 0.8), (0.0, 0.0), (0.8, -0.8), (-0.8, 0.8), (0.0, 0.0)]);

/// The attributes of the line of a series: colour and dashes.
pub fn line(series: usize) -> String {
    // From the ninth on, colours repeat with other dashes.
    let dashes = match DASHES[(series + series / MOST) % MOST] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    format!("class=\"s{} line\" stroke-width=\"1.5\"{dashes}", series % MOST)
}

/// The attributes of the line that is fitted to a series.
pub fn fit(series: usize) -> String {
    format!("class=\"s{} line\" stroke-width=\"1\" stroke-dasharray=\"1.5 3\"", series % MOST)
}

/// The attributes of an area of a series.
pub fn fill(series: usize) -> String {
    format!("class=\"s{} fill\"", series % MOST)
}

/// The attributes of an area of a series behind lines.
pub fn band(series: usize) -> String {
    format!("class=\"s{} band\"", series % MOST)
}

/// The symbol of a series.
pub fn symbol(series: usize) -> Symbol {
    SYMBOLS[series % MOST]
}

/// The attributes of a solid line of a series.
pub fn outline(series: usize) -> String {
    format!("class=\"s{} line\" stroke-width=\"1.2\"", series % MOST)
}

/// The attributes of a symbol that shows the paper in its middle.
pub fn open(series: usize) -> String {
    format!("class=\"s{} line open\" stroke-width=\"1.4\"", series % MOST)
}

impl Symbol {
    /// Draws the symbol with these attributes.
    pub fn draw(self, picture: &mut Picture, (x, y): Point, radius: f64, paint: &str, words: &str) {
        if self == DISC {
            return picture.disc(x, y, radius, paint, words);
        }
        let corner = |(right, down): &Point| (x + right * radius, y + down * radius);
        picture.polygon(&self.0.iter().map(corner).collect::<Vec<_>>(), paint, words);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::pictures::drawing::series::*;

    #[test]
    fn series_differ_without_their_colours() {
        let lines: BTreeSet<String> = (0..MOST).map(|series| DASHES[series].to_owned()).collect();
        let symbols: BTreeSet<String> =
            (0..MOST).map(|series| format!("{:?}", symbol(series))).collect();
        assert_eq!((lines.len(), symbols.len()), (MOST, MOST));
        assert_eq!(line(0), "class=\"s0 line\" stroke-width=\"1.5\"");
    }
}
