//! Drawing SVG.

use std::fmt::{Display, Write};

use crate::analysis::formatting::printable;

/// The style of a standalone picture. A page that holds pictures has its own.
const STYLE: &str = include_str!("style.css");

/// Stands near the beginning of every picture and page: the program overwrites only its own files.
pub const MADE_BY: &str = "made by knightsweep";

/// [`MADE_BY`] in SVG and HTML.
pub const MARK: &str = "<!-- made by knightsweep -->";

/// A drawing: shapes on an area, with a headline. Lengths are in pixels.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width of the area.
    pub width: f64,
    /// Height of the area.
    pub height: f64,
    /// One line that says what it shows.
    pub headline: String,
    body: String,
}

/// The texts above and below a standalone picture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Caption {
    /// Stands above the picture.
    pub title: String,
    /// Where the data come from; stands in the lower corner.
    pub source: String,
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

impl Picture {
    /// An empty picture.
    pub fn new(headline: impl Into<String>, width: f64, height: f64) -> Picture {
        Picture { width, height, headline: headline.into(), body: String::new() }
    }

    /// A rectangle with attributes such as `class="grid"`. An empty tooltip is left out.
    pub fn rect(&mut self, area: Area, paint: impl Display, tooltip: &str) {
        let Area { x, y, width, height } = area;
        let (x, y, width, height) = (num(x), num(y), num(width), num(height));
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
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), paint: impl Display) {
        let (x1, y1, x2, y2) = (num(from.0), num(from.1), num(to.0), num(to.1));
        let shape = format!(r#"line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {paint}"#);
        self.shape("line", &shape, "");
    }

    /// A line through points.
    pub fn polyline(&mut self, points: &[(f64, f64)], paint: impl Display, tooltip: &str) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", num(*x), num(*y))).collect();
        let shape = format!(r#"polyline fill="none" points="{}" {paint}"#, points.join(" "));
        self.shape("polyline", &shape, tooltip);
    }

    /// Diagonal lines over an area, `gap` apart.
    pub fn hatch(&mut self, area: Area, gap: f64, paint: impl Display) {
        let Area { x, y, width, height } = area;
        let mut path = String::new();
        let mut sum = gap / 2.0;
        while sum < width + height {
            // The points of the area whose distances from its left and upper edges add up to `sum`.
            let (down, right) = (sum.min(height), sum.min(width));
            let from = (x + sum - down, y + down);
            let to = (x + right, y + sum - right);
            let _ = write!(path, "M{} {}L{} {}", num(from.0), num(from.1), num(to.0), num(to.1));
            sum += gap;
        }
        self.shape("path", &format!(r#"path d="{path}" {paint}"#), "");
    }

    /// A text, whose baseline is at `y`.
    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, paint: impl Display, text: &str) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{}" y="{}"{anchor} {paint}>{}</text>"#,
            num(x),
            num(y),
            escaped(text)
        );
    }

    /// A text that reads upwards, centred at a point.
    pub fn upright(&mut self, x: f64, y: f64, paint: impl Display, text: &str) {
        let (x, y) = (num(x), num(y));
        let _ = writeln!(
            self.body,
            r#"<text transform="translate({x} {y}) rotate(-90)" text-anchor="middle" {paint}>{}</text>"#,
            escaped(text)
        );
    }

    fn shape(&mut self, element: &str, shape: &str, tooltip: &str) {
        let _ = if tooltip.is_empty() {
            writeln!(self.body, "<{}/>", shape.trim_end())
        } else {
            writeln!(
                self.body,
                "<{}><title>{}</title></{element}>",
                shape.trim_end(),
                escaped(tooltip)
            )
        };
    }

    /// The picture for a page that has the style.
    pub fn inline(&self) -> String {
        let (width, height) = (num(self.width), num(self.height));
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" role=\"img\" aria-label=\"{}\">\n{}</svg>\n",
            escaped(&self.headline),
            self.body
        )
    }

    /// The picture as a file of its own, with its caption.
    pub fn standalone(&self, caption: &Caption) -> String {
        const MARGIN: f64 = 18.0;
        const LEAST_WIDTH: f64 = 420.0;
        let inner = self.width.max(LEAST_WIDTH);
        let mut head = Picture::new("", 0.0, 0.0);
        let mut y = MARGIN + 2.0;
        for (class, size, text) in
            [("title", 17.0, &caption.title), ("headline", 13.0, &self.headline)]
        {
            for line in wrapped(text, (inner / (size * 0.5)) as usize) {
                y += size;
                head.text(MARGIN, y, Anchor::Start, format_args!("class=\"{class}\""), &line);
                y += size * 0.3;
            }
        }
        y += 14.0;
        let body = format!(
            "<g transform=\"translate({} {})\">\n{}</g>\n",
            num(MARGIN + (inner - self.width) / 2.0),
            num(y),
            self.body
        );
        y += self.height + 10.0;
        let mut foot = Picture::new("", 0.0, 0.0);
        for line in wrapped(&caption.source, (inner / 5.2) as usize) {
            y += 13.0;
            foot.text(MARGIN + inner, y, Anchor::End, "class=\"note\"", &line);
        }
        let (width, height) = (num(inner + 2.0 * MARGIN), num(y + MARGIN - 4.0));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{label}\">\n{MARK}\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}{body}{}</svg>\n",
            head.body,
            foot.body,
            label = escaped(&format!("{}. {}", caption.title, self.headline)),
        )
    }
}

/// A length with at most two decimals.
fn num(length: f64) -> String {
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

/// The lines of a text, none longer than `most` characters unless a word is.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::pictures::svg::*;

    #[test]
    fn texts_cannot_break_out_of_the_markup() {
        let mut picture = Picture::new("<script>&", 10.0, 10.0);
        picture.text(0.0, 0.0, Anchor::End, "", "</text><script>alert('1')</script>\u{0}");
        picture.disc(0.0, 0.0, 1.0, "", "\"><b>");
        let caption = Caption { title: "</svg>".to_owned(), source: "a & b".to_owned() };
        for svg in [picture.inline(), picture.standalone(&caption)] {
            assert!(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains('\0'));
            assert_eq!(svg.matches("</svg>").count(), 1);
        }
    }

    #[test]
    fn texts_cannot_change_the_direction_of_writing() {
        assert_eq!(escaped("a\u{202e}b\u{1b}<"), r"a\u{202e}b\u{1b}&lt;");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 0.126, -0.001, 10.0, 1234.5].map(num), ["1", "0.13", "0", "10", "1234.5"]);
    }

    #[test]
    fn hatching_stays_within_its_area() {
        let mut picture = Picture::new("", 100.0, 100.0);
        let area = Area { x: 10.0, y: 20.0, width: 30.0, height: 12.0 };
        picture.hatch(area, 5.0, "");
        let path = picture.body.split('"').nth(1).unwrap();
        let numbers: Vec<f64> =
            path.split(['M', 'L', ' ']).filter_map(|n| n.parse().ok()).collect();
        assert_eq!(numbers.len(), 4 * 8);
        for point in numbers.chunks(2) {
            assert!(
                (10.0..=40.0).contains(&point[0]) && (20.0..=32.0).contains(&point[1]),
                "{point:?}"
            );
        }
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdef g", 4), ["abcdef", "g"]);
    }
}
