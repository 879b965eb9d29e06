//! Charts with a curve for each group: bands, lines and points, and a legend.

use std::collections::HashMap;

use crate::pictures::drawing::axes::{self, Axis, Frame};
use crate::pictures::drawing::legend::{self, Entry, Mark};
use crate::pictures::drawing::series;
use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::{Area, Picture, Point};

/// More curves than this hide one another.
pub const MOST: usize = 24;

/// A value across and a value up. What lies beyond the axes is drawn at their ends.
pub type Values = (f64, f64);

/// A chart of curves.
#[derive(Clone, Debug)]
pub struct CurveChart {
    /// Says what it shows.
    pub headline: String,
    /// The horizontal axis and the vertical one.
    pub axes: [Axis; 2],
    /// What stands behind all curves.
    pub guides: Vec<Guide>,
    /// The curves.
    pub curves: Vec<Curve>,
    /// What the legend says besides.
    pub entries: Vec<Entry>,
}

/// A line that is no curve of a group: something to compare with.
#[derive(Clone, PartialEq, Debug)]
pub struct Guide {
    /// Its points; with fewer than two there is no line.
    pub points: Vec<Values>,
    /// Its attributes.
    pub paint: String,
    /// What it says.
    pub words: String,
}

/// The curve of a group. Its place among the curves decides its colour.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Curve {
    /// What a legend says of it.
    pub legend: String,
    /// What lies behind all lines: from left to right where it is, its lower and its upper end.
    pub bands: Vec<Vec<(f64, f64, f64)>>,
    /// The parts of its line.
    pub lines: Vec<Vec<Values>>,
    /// What the line says.
    pub words: String,
    /// Its points that are marked.
    pub points: Vec<CurvePoint>,
}

/// A point of a curve that is marked.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePoint {
    /// Where it is.
    pub at: Values,
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
    pub fn new(at: Values, words: String) -> CurvePoint {
        CurvePoint { at, mark: PointMark::Symbol, bar: None, words }
    }
}

impl CurveChart {
    /// A chart of nothing but these curves.
    pub fn of(headline: String, axes: [Axis; 2], curves: Vec<Curve>) -> CurveChart {
        CurveChart { headline, axes, guides: Vec::new(), curves, entries: Vec::new() }
    }

    /// Draws the chart, and the legend below.
    pub fn draw(&self, style: &Style) -> Picture {
        let CurveChart { headline, axes: [across, up], guides, curves, entries } = self;
        let mut picture = Picture::of(style, headline);
        picture.height = style.chart_height(1.0);
        let outer = Area { x: 0.0, y: 0.0, width: style.width, height: picture.height };
        let frame = &axes::draw(&mut picture, outer, across, up);
        for Guide { points, paint, words } in guides {
            picture.polyline(&frame.points(points), paint, words);
        }
        let curves = || curves.iter().enumerate();
        // Bands would hide lines.
        for (series, band) in curves().flat_map(|(at, it)| it.bands.iter().map(move |it| (at, it)))
        {
            picture.polygon(&outline(frame, band, style), series::band(series), "");
        }
        let mut sizes = sizes(style, &self.curves).into_iter();
        for (series, curve) in curves() {
            for line in &curve.lines {
                picture.polyline(&thinned(&frame.points(line)), series::line(series), &curve.words);
            }
            for (point, radius) in curve.points.iter().zip(&mut sizes) {
                point.draw(&mut picture, frame, series, radius);
            }
        }
        frame.border(&mut picture);
        let entry = |(series, curve): (usize, &Curve)| {
            let mark = if curve.points.is_empty() { Mark::Line } else { Mark::LineAndSymbol };
            Entry::new(mark(series), &curve.legend)
        };
        let entries = curves().map(entry).chain(entries.iter().cloned());
        legend::below(&mut picture, &entries.collect::<Vec<_>>());
        picture
    }
}

/// The corners of a band. One at a single place is wide enough to be seen.
fn outline(frame: &Frame, band: &[(f64, f64, f64)], style: &Style) -> Vec<Point> {
    let ends = band.iter().map(|(at, low, high)| (frame.x(*at), frame.y(*low), frame.y(*high)));
    let ends = match ends.collect::<Vec<_>>()[..] {
        [(x, low, high)] => [-0.15, 0.15].map(|side| (x + side * style.font, low, high)).to_vec(),
        ref ends => ends.to_vec(),
    };
    let lower = ends.iter().rev().map(|(x, low, _)| (*x, *low));
    ends.iter().map(|(x, _, high)| (*x, *high)).chain(lower).collect()
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
    fn draw(&self, picture: &mut Picture, frame: &Frame, series: usize, radius: f64) {
        let CurvePoint { at, mark, bar, words } = self;
        let (x, y) = (frame.x(at.0), frame.y(at.1));
        let across = |y: f64| [(x - radius, y), (x + radius, y)];
        if let Some((low, high)) = bar.map(|(low, high)| (frame.y(low), frame.y(high))) {
            for line in [[(x, low), (x, high)], across(low), across(high)] {
                picture.polyline(&line, series::outline(series), "");
            }
        }
        let symbol = series::symbol(series);
        match mark {
            PointMark::Symbol => symbol.draw(picture, (x, y), radius, &series::fill(series), words),
            PointMark::Open => symbol.draw(picture, (x, y), radius, &series::open(series), words),
            PointMark::Above => {
                picture.polyline(&across(y), series::outline(series), words);
                picture.arrow((x, y), (x, y - ARROW * radius), series::outline(series));
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
