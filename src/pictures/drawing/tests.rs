//! For tests: whether the texts of a picture can be read, in the widest of the fonts.

use crate::pictures::drawing::style::LEAST_FONT;
use crate::pictures::drawing::svg::{Area, Picture};
use crate::pictures::drawing::text;

/// The signs beside ASCII that every font has and that pictures use.
const SIGNS: &str = "·±…–×≈≥≤µⁿ⁰¹²³⁴⁵⁶⁷⁸⁹⁻";

/// Fails if a text leaves the picture, is smaller than six points, covers another, or has a sign
/// that some fonts lack.
pub(crate) fn assert_legible(picture: &Picture) {
    let svg = picture.inline();
    let picture = picture.with_notes();
    let texts = texts(&svg, default_size(&svg));
    let headline = &picture.headline;
    for (place, (text, size, area)) in texts.iter().enumerate() {
        let lacking = text.chars().find(|c| !c.is_ascii() && !SIGNS.contains(*c));
        assert_eq!(lacking, None, "{text}: {headline}");
        assert!(*size >= LEAST_FONT - 0.01, "{text} is too small: {size}: {headline}");
        let is_inside = area.x >= -0.5
            && area.y >= -0.5
            && area.right() <= picture.style.width + 0.5
            && area.bottom() <= picture.height + 0.5;
        let (width, height) = (picture.style.width, picture.height);
        assert!(is_inside, "{text} at {area:?} leaves {width} x {height}: {headline}");
        for (other, _, taken) in &texts[..place] {
            assert!(!area.overlaps(taken), "{text} covers {other}: {headline}");
        }
    }
}

fn default_size(svg: &str) -> f64 {
    value(svg, "font-size=\"").unwrap_or(12.0)
}

fn value(tag: &str, name: &str) -> Option<f64> {
    let (_, rest) = tag.split_once(name)?;
    let end = rest.find(|c: char| !c.is_ascii_digit() && !".-".contains(c))?;
    rest[..end].parse().ok()
}

/// The texts of a picture, their sizes and their areas.
pub(crate) fn texts(svg: &str, usual_size: f64) -> Vec<(String, f64, Area)> {
    let text = |line: &str| {
        let (tag, text) = line.strip_prefix("<text ")?.strip_suffix("</text>")?.split_once('>')?;
        let size = value(tag, "font-size=\"").or(value(tag, "font-size:")).unwrap_or(usual_size);
        let entities =
            [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")];
        let text = entities
            .iter()
            .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter));
        let width = text::width(&text, size);
        let share = match tag {
            tag if tag.contains("\"middle\"") => 0.5,
            tag if tag.contains("\"end\"") => 1.0,
            _ => 0.0,
        };
        let area = match tag.split_once("translate(") {
            Some((_, at)) => {
                let (x, rest) = at.split_once(' ')?;
                let (x, y): (f64, f64) = (x.parse().ok()?, rest.split_once(')')?.0.parse().ok()?);
                let (width, height) = (0.9 * size, width);
                Area { x: x - 0.75 * size, y: y - height / 2.0, width, height }
            }
            None => {
                let (x, y) = (value(tag, "x=\"")?, value(tag, "y=\"")?);
                let height = 0.9 * size;
                Area { x: x - share * width, y: y - 0.75 * size, width, height }
            }
        };
        Some((text, size, area))
    };
    svg.lines().filter_map(text).collect()
}
