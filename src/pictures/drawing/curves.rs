//! The curves of groups in a chart: their bands, lines and points, and their entries in a legend.

use std::collections::HashMap;

use crate::pictures::drawing::axes::Frame;
use crate::pictures::drawing::legend::{self, Entry, Mark};
use crate::pictures::drawing::series;
use crate::pictures::drawing::style::Style;
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
    /// What the line says.
    pub words: String,
    /// Its points that are marked.
    pub points: Vec<CurvePoint>,
}

/// A point of a curve that is marked.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePoint {
    /// Where it is.
    pub at: Point,
    /// How it is marked.
    pub mark: PointMark,
    /// The ends of a bar around it, if it has one.
    pub bar: Option<(f64, f64)>,
    /// What it says.
    pub words: String,
}

/// How a point of a curve is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointMark {
    /// The symbol of the curve.
    Symbol,
    /// The symbol with the paper in its middle.
    Open,
    /// An arrow upwards: the value is above the point.
    Above,
}

impl CurvePoint {
    /// A point with the symbol of its curve.
    pub fn new(at: Point, words: String) -> CurvePoint {
        CurvePoint { at, mark: PointMark::Symbol, bar: None, words }
    }
}

/// Draws curves in a frame, its border, and a legend with further entries below. All bands come
/// first: they would hide lines.
pub fn draw(picture: &mut Picture, frame: &Frame, curves: &[Curve], others: Vec<Entry>) {
    for (series, curve) in curves.iter().enumerate() {
        for band in &curve.bands {
            let upper = band.iter().map(|(x, _, high)| (*x, *high));
            let lower = band.iter().rev().map(|(x, low, _)| (*x, *low));
            picture.polygon(&upper.chain(lower).collect::<Vec<_>>(), series::band(series), "");
        }
    }
    let mut sizes = sizes(&picture.style, curves).into_iter();
    for (series, curve) in curves.iter().enumerate() {
        for line in &curve.lines {
            picture.polyline(&thinned(line), series::line(series), &curve.words);
        }
        for (point, radius) in curve.points.iter().zip(&mut sizes) {
            point.draw(picture, series, radius);
        }
    }
    frame.border(picture);
    let entry = |(series, curve): (usize, &Curve)| {
        let mark = if curve.points.is_empty() { Mark::Line } else { Mark::LineAndSymbol };
        Entry::new(mark(series), &curve.legend)
    };
    let entries = curves.iter().enumerate().map(entry);
    legend::below(picture, &entries.chain(others).collect::<Vec<_>>());
}

/// The sizes of all points: small where there are many, and larger by a rim for each point of a
/// later curve that covers one.
fn sizes(style: &Style, curves: &[Curve]) -> Vec<f64> {
    /// With more points than this their symbols would touch.
    const MOST_LARGE: usize = 30;
    let longest = curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
    let radius = style.font * if longest > MOST_LARGE { 0.13 } else { 0.28 };
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let place = |point: &CurvePoint| (point.at.0.to_bits(), point.at.1.to_bits());
    let mut covering: HashMap<(u64, u64), u32> = HashMap::new();
    points().for_each(|point| *covering.entry(place(point)).or_default() += 1);
    let size = |point| {
        let covering = covering.entry(place(point)).or_default();
        *covering = covering.saturating_sub(1);
        radius * (1.0 + 0.45 * f64::from(*covering))
    };
    points().map(size).collect()
}

/// How far an arrow reaches, in sizes of its point.
const ARROW: f64 = 3.0;

impl CurvePoint {
    fn draw(&self, picture: &mut Picture, series: usize, radius: f64) {
        let CurvePoint { at: (x, y), mark, bar, words } = self;
        let (at, across) = (self.at, |y: f64| [(x - radius, y), (x + radius, y)]);
        if let Some((low, high)) = *bar {
            for line in [[(*x, low), (*x, high)], across(low), across(high)] {
                picture.polyline(&line, series::outline(series), "");
            }
        }
        let symbol = series::symbol(series);
        match mark {
            PointMark::Symbol => symbol.draw(picture, at, radius, &series::fill(series), words),
            PointMark::Open => symbol.draw(picture, at, radius, &series::open(series), words),
            PointMark::Above => {
                picture.polyline(&across(*y), series::outline(series), words);
                picture.arrow(at, (*x, y - ARROW * radius), series::outline(series));
            }
        }
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
