//! Legends: marks with texts, in as many columns as fit.

use crate::pictures::drawing::series;
use crate::pictures::drawing::svg::{Area, Picture, Point};
use crate::pictures::drawing::text;

/// What stands before the text of an entry.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// The line of a series.
    Line(usize),
    /// The line of a series with its symbol.
    LineAndSymbol(usize),
    /// An area with these attributes.
    Swatch(String),
    /// An area with a sign.
    Sign(Sign),
    /// A dashed line: something to compare with.
    Guide,
}

/// What stands on an area in the place of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Hatching: stopped jobs.
    Hatch,
    /// A triangle in the upper right corner.
    Corner,
    /// A ring.
    Ring,
    /// A diagonal cross.
    Cross,
}

/// An entry of a legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Stands first.
    pub mark: Mark,
    /// What it means.
    pub text: String,
}

impl Entry {
    /// A mark and what it means.
    pub fn new(mark: Mark, text: impl Into<String>) -> Entry {
        Entry { mark, text: text.into() }
    }

    fn mark_width(&self, size: f64) -> f64 {
        match self.mark {
            Mark::Line(_) | Mark::LineAndSymbol(_) | Mark::Guide => (SAMPLE + 0.6) * size,
            Mark::Swatch(_) | Mark::Sign(_) => 1.7 * size,
        }
    }
}

/// The length of the sample of a line, in sizes of the text.
const SAMPLE: f64 = 4.0;

/// Draws entries from the point (x, y) down within a width. Gives the lower end of the last.
pub fn draw(picture: &mut Picture, (x, y): Point, width: f64, size: f64, entries: &[Entry]) -> f64 {
    let gap = 1.5 * size;
    let wide = |entry: &Entry| entry.mark_width(size) + text::width(&entry.text, size);
    let widest = entries.iter().map(wide).fold(0.0, f64::max);
    let columns = (((width + gap) / (widest + gap)) as usize).clamp(1, entries.len().max(1));
    let column = ((width + gap) / columns as f64 - gap).min(widest.max(1.0));
    let rows = entries.len().div_ceil(columns).max(1);
    let mut bottom = y;
    // Down the columns, as lists are read.
    for (place, entries) in entries.chunks(rows).enumerate() {
        let x = x + place as f64 * (column + gap);
        let mut y = y;
        for entry in entries {
            y = draw_entry(picture, (x, y), column, size, entry);
        }
        bottom = bottom.max(y);
    }
    bottom
}

fn draw_entry(picture: &mut Picture, (x, y): Point, width: f64, size: f64, entry: &Entry) -> f64 {
    let beside = entry.mark_width(size);
    let baseline = y + size;
    draw_mark(picture, (x, baseline - 0.35 * size), size, &entry.mark);
    // Rounding must not break a text that just fits.
    let room = (width - beside + 0.01).max(size);
    let next = picture.write_wrapped((x + beside, baseline), room, size, "", &entry.text);
    // The lower end of the last line.
    next - size + 0.15 * size
}

impl Sign {
    /// Draws the sign on an area.
    pub fn draw(self, picture: &mut Picture, area: Area) {
        let symbol = match self {
            Sign::Hatch => {
                let gap = (0.2 * area.height).clamp(4.0, 9.0);
                return picture.hatch(area, gap, "class=\"hatch\" pointer-events=\"none\"");
            }
            Sign::Corner => {
                let (right, y, arm) = (area.right(), area.y, (0.4 * area.height).min(9.0));
                let corners = [(right - arm, y), (right, y + arm), (right, y)];
                let paint = "class=\"corner\" pointer-events=\"none\"";
                return picture.polygon(&corners, paint, "");
            }
            Sign::Ring => series::DISC,
            Sign::Cross => series::CROSS,
        };
        let paint = series::outline(series::INK) + " pointer-events=\"none\"";
        symbol.draw(picture, area.middle(), 0.25 * area.height, &paint, "");
    }
}

fn draw_mark(picture: &mut Picture, (x, y): Point, size: f64, mark: &Mark) {
    let end = (x + SAMPLE * size, y);
    let area =
        Area { x: x + 0.1 * size, y: y - 0.45 * size, width: 1.1 * size, height: 0.9 * size };
    match mark {
        Mark::Line(series) => picture.line((x, y), end, series::line(*series)),
        Mark::LineAndSymbol(series) => {
            picture.line((x, y), end, series::line(*series));
            let middle = (x + 0.5 * SAMPLE * size, y);
            let symbol = series::symbol(*series);
            symbol.draw(picture, middle, 0.33 * size, &series::fill(*series), "");
        }
        Mark::Swatch(paint) => picture.rect(area, paint, ""),
        Mark::Sign(sign) => {
            picture.rect(area, "class=\"unknown\"", "");
            sign.draw(picture, area);
        }
        Mark::Guide => picture.line((x, y), end, "class=\"guide\""),
    }
}

/// Draws entries, if there are any and a legend is wanted, below what the picture has so far.
pub fn below(picture: &mut Picture, entries: &[Entry]) {
    let style = picture.style.clone();
    if style.has_legend && !entries.is_empty() {
        let at = (0.0, picture.height + 0.4 * style.font);
        picture.height = draw(picture, at, style.width, style.small(), entries);
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::Style;
    use crate::pictures::drawing::legend::*;
    use crate::pictures::drawing::style::LEAST_FONT;
    use crate::pictures::drawing::tests::assert_legible;

    #[test]
    fn samples_show_how_lines_are_dashed() {
        for dashes in series::DASHES.iter().filter(|dashes| !dashes.is_empty()) {
            let lengths: Vec<f64> =
                dashes.split(' ').map(|length| length.parse().unwrap()).collect();
            let two_dashes = lengths.iter().sum::<f64>() + lengths[0];
            assert!(two_dashes <= SAMPLE * LEAST_FONT, "{dashes}");
        }
    }

    #[test]
    fn long_and_many_entries_are_wrapped() {
        for (count, length) in [(0, 9), (1, 200), (8, 3), (8, 40), (40, 12)] {
            for width in [150.0, 300.0, 640.0] {
                let mut picture = Picture::of(&Style::of_pixels(width, 12.0), "a legend");
                let entry = |series| Entry::new(Mark::Line(series), "word ".repeat(length / 5 + 1));
                let mut entries: Vec<Entry> = (0..count).map(entry).collect();
                entries.push(Entry::new(Mark::Sign(Sign::Hatch), "stopped by the budget"));
                picture.height = draw(&mut picture, (0.0, 0.0), width, 12.0, &entries);
                picture.notes.push("a note on what the curves do not show".to_owned());
                assert_legible(&picture);
            }
        }
    }
}
