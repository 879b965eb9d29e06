//! The curves of groups in a chart: their bands, lines and points, and their entries in a legend.

use crate::pictures::drawing::legend::{Entry, Mark};
use crate::pictures::drawing::series::{self, Symbol};
use crate::pictures::drawing::svg::{Picture, Point};

/// More curves than this hide one another.
pub const MOST: usize = 24;

/// The curve of a group. Its place among the curves decides its colour. Lengths are in pixels.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Curve {
    /// What a legend says of it.
    pub legend: String,
    /// What lies behind all curves: from left to right where it is, its lower and its upper end.
    pub bands: Vec<Vec<(f64, f64, f64)>>,
    /// The parts of its line.
    pub lines: Vec<Vec<Point>>,
    /// The width of the line.
    pub width: f64,
    /// What the line says.
    pub words: String,
    /// The attributes with which the line [answers](Picture::answers) a pointer.
    pub answers: String,
    /// Its points that are marked.
    pub points: Vec<CurvePoint>,
    /// Whether a legend shows the symbol of the curve.
    pub has_symbol: bool,
}

/// A point of a curve that is marked.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct CurvePoint {
    /// Where it is.
    pub at: Point,
    /// Its symbol, if it is not that of the curve.
    pub symbol: Option<Symbol>,
    /// The size of the symbol.
    pub radius: f64,
    /// Whether the symbol shows the paper in its middle.
    pub is_open: bool,
    /// The ends of a bar around it, if it has one.
    pub bar: Option<(f64, f64)>,
    /// What it says.
    pub words: String,
}

/// Draws curves: all bands first, which would hide lines.
pub fn draw(picture: &mut Picture, curves: &[Curve]) {
    for (series, curve) in curves.iter().enumerate() {
        for band in &curve.bands {
            let upper = band.iter().map(|(x, _, high)| (*x, *high));
            let lower = band.iter().rev().map(|(x, low, _)| (*x, *low));
            picture.polygon(&upper.chain(lower).collect::<Vec<_>>(), series::band(series), "");
        }
    }
    for (series, curve) in curves.iter().enumerate() {
        picture.group(format_args!("data-series=\"{series}\""), |picture| {
            let paint = format!("{}{}", series::line(series, curve.width), curve.answers);
            for line in &curve.lines {
                picture.polyline(&thinned(line), &paint, &curve.words);
            }
            curve.points.iter().for_each(|point| point.draw(picture, series));
        });
    }
}

/// The entries of curves in a legend.
pub fn entries(curves: &[Curve]) -> Vec<Entry> {
    let entry = |(series, curve): (usize, &Curve)| {
        let mark = if curve.has_symbol { Mark::LineAndSymbol } else { Mark::Line };
        Entry::of_series(series, mark(series), &curve.legend)
    };
    curves.iter().enumerate().map(entry).collect()
}

impl CurvePoint {
    fn draw(&self, picture: &mut Picture, series: usize) {
        let CurvePoint { at, symbol, radius, is_open, bar, words } = self;
        if let Some((low, high)) = *bar {
            let (x, stroke) = (at.0, |y: f64| vec![(at.0 - radius, y), (at.0 + radius, y)]);
            for line in [vec![(x, low), (x, high)], stroke(low), stroke(high)] {
                picture.polyline(&line, series::outline(series), "");
            }
        }
        let symbol = symbol.unwrap_or(series::symbol(series));
        let paint = if *is_open { series::open(series) } else { symbol.paint(series) };
        symbol.draw(picture, *at, *radius, &paint, words);
    }
}

/// A line without the points that nobody can see: of those in a strip of a part of a pixel there
/// are the first, the last, the lowest and the highest.
pub fn thinned(line: &[Point]) -> Vec<Point> {
    const STRIP: f64 = 0.5;
    let strip = |point: &Point| (point.0 / STRIP).floor();
    let of_strip = |points: &[Point]| {
        let up = |one: &usize, two: &usize| points[*one].1.total_cmp(&points[*two].1);
        let places = || 0..points.len();
        let ends = [places().next(), places().last(), places().min_by(up), places().max_by(up)];
        let mut ends: Vec<usize> = ends.into_iter().flatten().collect();
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().map(|place| points[place]).collect::<Vec<_>>()
    };
    line.chunk_by(|one, two| strip(one) == strip(two)).flat_map(of_strip).collect()
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::curves::*;

    #[test]
    fn lines_lose_only_what_nobody_can_see() {
        let corners = [(0.0, 9.0), (10.0, 9.0), (10.0, 5.0), (20.0, 5.0)];
        assert_eq!(thinned(&corners), corners);
        let many: Vec<(f64, f64)> =
            (0..9000).map(|place| (f64::from(place) / 300.0, f64::from(place % 100))).collect();
        let few = thinned(&many);
        assert!(few.len() <= 4 * 60 && few[0] == many[0] && few.last() == many.last());
        assert!(few.iter().filter(|point| point.1 == 99.0).count() >= 60);
    }
}
