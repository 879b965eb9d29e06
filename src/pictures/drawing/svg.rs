//! Drawing SVG.

use std::fmt::{Display, Write};

use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::{Data, text};
use crate::text::formatting::{joined, printable};

/// Stands near the beginning of every picture and page: the program overwrites only its own files.
pub const MADE_BY: &str = "made by knightsweep";

/// [`MADE_BY`] in SVG and HTML.
pub const MARK: &str = "<!-- made by knightsweep -->";

/// A place in a picture: from its left edge, and from its upper edge down.
pub type Point = (f64, f64);

/// A drawing: shapes on an area, with a headline. Lengths are in pixels.
#[derive(Clone, Default, Debug)]
pub struct Picture {
    /// Height of the area: a kind sets it once it knows how much it drew.
    pub height: f64,
    /// One line that says what it shows.
    pub headline: String,
    /// What a reader must know besides, in sentences. They stand below the picture, or in the
    /// caption of a page that has them elsewhere.
    pub notes: Vec<String>,
    /// The numbers behind it; empty if they are not asked for.
    pub data: Data,
    /// Its style.
    pub style: Style,
    pub(super) body: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Area {
    /// The square around a point, which reaches this far from it.
    pub fn around((x, y): Point, reach: f64) -> Area {
        Area { x: x - reach, y: y - reach, width: 2.0 * reach, height: 2.0 * reach }
    }

    /// Its middle.
    pub fn middle(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Its lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether it shares more than an edge with another.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
}

impl Picture {
    /// An empty picture of this style, without height.
    pub fn of(style: &Style, headline: impl Into<String>) -> Picture {
        Picture { headline: headline.into(), style: style.clone(), ..Picture::default() }
    }

    /// Keeps the numbers behind the picture if they are asked for: they can be many.
    pub fn tabulate(&mut self, data: impl FnOnce() -> Data) {
        if self.style.has_data {
            self.data = data();
        }
    }

    /// A rectangle with attributes such as `class="grid"`. An empty tooltip is left out.
    pub fn rect(&mut self, area: Area, paint: impl Display, tooltip: &str) {
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(num);
        let shape = format!(r#"rect x="{x}" y="{y}" width="{width}" height="{height}" {paint}"#);
        self.shape("rect", &shape, tooltip);
    }

    /// A disc.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, paint: impl Display, tooltip: &str) {
        let (x, y, radius) = (num(x), num(y), num(radius));
        let shape = format!(r#"circle cx="{x}" cy="{y}" r="{radius}" {paint}"#);
        self.shape("circle", &shape, tooltip);
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, paint: impl Display) {
        let (x1, y1, x2, y2) = (num(from.0), num(from.1), num(to.0), num(to.1));
        let shape = format!(r#"line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {paint}"#);
        self.shape("line", &shape, "");
    }

    /// A line through points, if there are two or more.
    pub fn polyline(&mut self, points: &[Point], paint: impl Display, tooltip: &str) {
        if points.len() < 2 {
            return;
        }
        let shape = format!(r#"polyline fill="none" points="{}" {paint}"#, in_words(points));
        self.shape("polyline", &shape, tooltip);
    }

    /// A closed shape with these corners.
    pub fn polygon(&mut self, corners: &[Point], paint: impl Display, tooltip: &str) {
        let shape = format!(r#"polygon points="{}" {paint}"#, in_words(corners));
        self.shape("polygon", &shape, tooltip);
    }

    /// Several lines through points, as one shape.
    pub fn path<L: AsRef<[Point]>>(&mut self, lines: &[L], paint: impl Display, tooltip: &str) {
        let mut path = String::new();
        for line in lines {
            for (place, (x, y)) in line.as_ref().iter().enumerate() {
                let command = if place == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{} {}", num(*x), num(*y));
            }
        }
        self.shape("path", &format!(r#"path d="{path}" {paint}"#), tooltip);
    }

    /// Diagonal lines over an area, `gap` apart.
    pub fn hatch(&mut self, area: Area, gap: f64, paint: impl Display) {
        let Area { x, y, width, height } = area;
        let mut lines = Vec::new();
        let mut sum = gap / 2.0;
        while sum < width + height {
            // The points of the area whose distances from its left and upper edges add up to `sum`.
            let (down, right) = (sum.min(height), sum.min(width));
            lines.push([(x + sum - down, y + down), (x + right, y + sum - right)]);
            sum += gap;
        }
        self.path(&lines, paint, "");
    }

    /// An arrow from a point to its head.
    pub fn arrow(&mut self, from: Point, to: Point, paint: impl Display) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1e-9);
        let (dx, dy) = (dx / length, dy / length);
        let head = (0.45 * length).min(5.0);
        let barb = |side: f64| {
            (to.0 - head * (dx + side * 0.6 * dy), to.1 - head * (dy - side * 0.6 * dx))
        };
        self.path(&[&[from, to][..], &[barb(1.0), to, barb(-1.0)]], paint, "");
    }

    /// A text of this size, whose baseline is at `y`.
    pub fn write(
        &mut self,
        (x, y): (f64, f64),
        anchor: Anchor,
        size: f64,
        paint: impl Display,
        text: &str,
    ) {
        let place = format!("x=\"{}\" y=\"{}\"{}", num(x), num(y), anchor.attribute());
        self.text(&place, size, paint, text);
    }

    fn text(&mut self, place: &str, size: f64, paint: impl Display, text: &str) {
        if !text.is_empty() {
            let (size, text) = (num(size), escaped(text));
            let _ =
                writeln!(self.body, r#"<text {place} font-size="{size}" {paint}>{text}</text>"#);
        }
    }

    /// Lines of a text, at most `room` wide, from a first baseline downwards. Gives the
    /// baseline of the next line.
    pub fn write_wrapped(
        &mut self,
        (x, y): (f64, f64),
        room: f64,
        size: f64,
        paint: impl Display,
        text: &str,
    ) -> f64 {
        let lines = text::wrapped(text, size, room);
        for (line, text) in lines.iter().enumerate() {
            let y = y + line as f64 * LINE * size;
            self.write((x, y), Anchor::Start, size, &paint, text);
        }
        y + lines.len() as f64 * LINE * size
    }

    /// A text of this size that reads upwards, centred at a point.
    pub fn write_upright(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        paint: impl Display,
        text: &str,
    ) {
        let (x, y, middle) = (num(x), num(y), Anchor::Middle.attribute());
        let place = format!("transform=\"translate({x} {y}) rotate(-90)\"{middle}");
        self.text(&place, size, paint, text);
    }

    /// Draws several shapes as one group with attributes such as `class="visits"`.
    pub fn group(&mut self, attributes: impl Display, draw: impl FnOnce(&mut Picture)) {
        let _ = writeln!(self.body, "<g {attributes}>");
        draw(self);
        self.body += "</g>\n";
    }

    /// An element with its attributes.
    pub fn element(&mut self, element: impl Display) {
        let _ = writeln!(self.body, "<{element}/>");
    }

    fn shape(&mut self, element: &str, shape: &str, tooltip: &str) {
        let shape = shape.trim_end();
        let _ = if tooltip.is_empty() {
            writeln!(self.body, "<{shape}/>")
        } else {
            writeln!(self.body, "<{shape}><title>{}</title></{element}>", escaped(tooltip))
        };
    }
}

/// The distance of the baselines of lines of size 1.
pub const LINE: f64 = 1.3;

fn in_words(points: &[Point]) -> String {
    joined(points.iter().map(|(x, y)| format!("{},{}", num(*x), num(*y))), " ")
}

/// A length with at most two decimals.
pub(super) fn num(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text that is safe between the tags and in the attributes of XML and HTML, and [`printable`].
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            // XML cannot write these.
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests;
