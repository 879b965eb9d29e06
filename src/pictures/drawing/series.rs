//! How series differ: in colour, in dashes and in symbols, so that they also do in grey print.

use crate::pictures::drawing::svg::{Area, Picture};

/// This many series have a look of their own.
pub const MOST: usize = 8;

/// Dashes and gaps of the lines, in pixels. A sample in a legend shows two of each.
pub(super) const DASHES: [&str; MOST] =
    ["", "8 3", "3 3", "8 3 3 3", "5 2", "14 4", "8 2.5 1.5 2.5 1.5 2.5", "3 6"];

const SYMBOLS: [Symbol; MOST] = [
    Symbol::Disc,
    Symbol::Square,
    Symbol::Triangle,
    Symbol::Diamond,
    Symbol::Ring,
    Symbol::Box,
    Symbol::Cross,
    Symbol::Plus,
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
    /// An empty disc.
    Ring,
    /// An empty square.
    Box,
    /// A diagonal cross.
    Cross,
    /// An upright cross.
    Plus,
}

/// The attributes of the line of a series: colour, dashes and width. From the ninth on,
/// colours repeat with other dashes.
pub fn line(series: usize, width: f64) -> String {
    let dashes = match DASHES[(series + series / MOST) % MOST] {
        "" => String::new(),
        dashes => format!(" stroke-dasharray=\"{dashes}\""),
    };
    format!("class=\"s{} line\" stroke-width=\"{width}\"{dashes}", series % MOST)
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

/// Draws a symbol in the colour of a series.
pub fn mark(
    picture: &mut Picture,
    symbol: Symbol,
    series: usize,
    (x, y): (f64, f64),
    radius: f64,
    tooltip: &str,
) {
    let (filled, open) = (fill(series), format!("{} pointer-events=\"all\"", outline(series)));
    let square = Area::around((x, y), 0.886 * radius);
    let diagonal = 0.8 * radius;
    match symbol {
        Symbol::Disc => picture.disc(x, y, radius, filled, tooltip),
        Symbol::Ring => picture.disc(x, y, radius, open, tooltip),
        Symbol::Square => picture.rect(square, filled, tooltip),
        Symbol::Box => picture.rect(square, open, tooltip),
        Symbol::Triangle => {
            let low = y + 0.7 * radius;
            let corners = [(x - 1.1 * radius, low), (x, y - 1.1 * radius), (x + 1.1 * radius, low)];
            picture.polygon(&corners, filled, tooltip);
        }
        Symbol::Diamond => {
            let reach = 1.25 * radius;
            let corners = [(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)];
            picture.polygon(&corners, filled, tooltip);
        }
        Symbol::Cross => picture.path(
            &[
                &[(x - diagonal, y - diagonal), (x + diagonal, y + diagonal)],
                &[(x - diagonal, y + diagonal), (x + diagonal, y - diagonal)],
            ],
            open,
            tooltip,
        ),
        Symbol::Plus => picture.path(
            &[&[(x - radius, y), (x + radius, y)], &[(x, y - radius), (x, y + radius)]],
            open,
            tooltip,
        ),
    }
}

/// The attributes of a solid line of a series.
pub fn outline(series: usize) -> String {
    format!("class=\"s{} line\" stroke-width=\"1.2\"", series % MOST)
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
        assert_eq!(line(0, 2.0), "class=\"s0 line\" stroke-width=\"2\"");
    }
}
