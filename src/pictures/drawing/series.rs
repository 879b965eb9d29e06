//! How series differ: in colour, in dashes and in symbols, so that they also do in grey print.

use crate::pictures::drawing::svg::{Area, Picture, Point};

/// This many series have a look of their own.
pub const MOST: usize = 8;

/// The series whose colour is that of texts.
pub const INK: usize = 7;

/// Dashes and gaps of the lines, in pixels. A sample in a legend shows two of each.
pub(super) const DASHES: [&str; MOST] =
    ["", "8 3", "3 3", "8 3 3 3", "5 2", "14 4", "8 2.5 1.5 2.5 1.5 2.5", "3 6"];

/// The symbols.
const SYMBOLS: [Symbol; MOST] = [
    Symbol::Disc,
    Symbol::Square,
    Symbol::Triangle,
    Symbol::Diamond,
    Symbol::Wedge,
    Symbol::Bar,
    Symbol::Star,
    Symbol::Post,
];

/// The shape of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A filled disc.
    Disc,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// A filled diamond.
    Diamond,
    /// A filled triangle that stands on its tip.
    Wedge,
    /// A filled rectangle, wider than high.
    Bar,
    /// A filled star with four points.
    Star,
    /// A filled rectangle, higher than wide.
    Post,
    /// An empty disc.
    Ring,
    /// A diagonal cross.
    Cross,
}

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
    /// The attributes of the symbol in the colour of a series.
    pub fn paint(self, series: usize) -> String {
        match self {
            Symbol::Ring | Symbol::Cross => outline(series) + " pointer-events=\"all\"",
            _ => fill(series),
        }
    }

    /// Draws the symbol with these attributes.
    pub fn draw(self, picture: &mut Picture, (x, y): Point, radius: f64, paint: &str, words: &str) {
        let box_of = |across: f64, up: f64| {
            let (width, height) = (2.0 * across * radius, 2.0 * up * radius);
            Area { x: x - width / 2.0, y: y - height / 2.0, width, height }
        };
        let mut corners = |corners: &[Point]| {
            let corners: Vec<Point> = corners
                .iter()
                .map(|(right, down)| (x + right * radius, y + down * radius))
                .collect();
            picture.polygon(&corners, paint, words);
        };
        const WAIST: f64 = 0.35;
        match self {
            Symbol::Disc | Symbol::Ring => picture.disc(x, y, radius, paint, words),
            Symbol::Square => picture.rect(box_of(0.886, 0.886), paint, words),
            Symbol::Bar => picture.rect(box_of(1.25, 0.5), paint, words),
            Symbol::Post => picture.rect(box_of(0.5, 1.25), paint, words),
            Symbol::Triangle => corners(&[(-1.1, 0.7), (0.0, -1.1), (1.1, 0.7)]),
            Symbol::Wedge => corners(&[(-1.1, -0.7), (0.0, 1.1), (1.1, -0.7)]),
            Symbol::Diamond => corners(&[(-1.25, 0.0), (0.0, -1.25), (1.25, 0.0), (0.0, 1.25)]),
            Symbol::Star => corners(&[
                (-1.3, 0.0),
                (-WAIST, -WAIST),
                (0.0, -1.3),
                (WAIST, -WAIST),
                (1.3, 0.0),
                (WAIST, WAIST),
                (0.0, 1.3),
                (-WAIST, WAIST),
            ]),
            Symbol::Cross => {
                let reach = 0.8 * radius;
                let falling = [(x - reach, y - reach), (x + reach, y + reach)];
                let rising = [(x - reach, y + reach), (x + reach, y - reach)];
                picture.path(&[falling, rising], paint, words);
            }
        }
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
