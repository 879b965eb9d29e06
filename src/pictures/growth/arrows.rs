//! The arrows of bounds. The foot of each stands at the height of its bound; lines with the same
//! bound share one.

use std::collections::BTreeSet;

use crate::pictures::drawing::{Anchor, Area, Frame, Labels, Picture, Spot, Style, series};
use crate::pictures::growth::{at, lines::Series, radius};
use crate::text::formatting::joined;

/// The length of an arrow with the space above it, in sizes of the font.
pub(super) const LENGTH: f64 = 1.3;

/// A bound of one line, or the same bound of several.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Arrow {
    /// Where its foot is.
    pub foot: (f64, f64),
    /// The lines whose bound it is: their places, and what it says of each.
    pub lines: Vec<(usize, String)>,
}

/// The arrows of all bounds.
pub(super) fn placed(frame: &Frame, lines: &[Series]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        for one in line.boards.iter().filter(|one| one.is_bound()) {
            let Some(foot) = at(frame, one) else { continue };
            let of_line = (place, one.in_words(&line.name));
            match arrows.iter_mut().find(|arrow| arrow.foot == foot) {
                Some(same) => same.lines.push(of_line),
                None => arrows.push(Arrow { foot, lines: vec![of_line] }),
            }
        }
    }
    arrows
}

impl Arrow {
    /// What it covers, from its head to its foot.
    pub(super) fn area(&self, style: &Style) -> Area {
        let ((x, y), radius, length) = (self.foot, radius(style), LENGTH * style.font);
        Area { x: x - radius, y: y - length, width: 2.0 * radius, height: length }
    }

    /// The line whose bound it is, unless it is that of several.
    pub(super) fn only_line(&self) -> Option<usize> {
        let (first, _) = *self.lines.first()?;
        self.lines.iter().all(|(line, _)| *line == first).then_some(first)
    }

    /// Draws it, with the number of its lines if they are several.
    pub(super) fn draw(&self, picture: &mut Picture, labels: &mut Labels) {
        let ((x, y), radius, small) = (self.foot, radius(&picture.style), picture.style.small());
        let length = LENGTH * picture.style.font;
        let words = joined(self.lines.iter().map(|(_, words)| words), "; ");
        let paint = match self.only_line() {
            Some(line) => series::outline(line),
            None => "class=\"stroke\" stroke-width=\"1.8\"".to_owned(),
        };
        let of = self.only_line().map_or(String::new(), |line| format!("data-series=\"{line}\""));
        picture.group(of, |picture| {
            picture.polyline(&[(x - radius, y), (x + radius, y)], &paint, &words);
            picture.arrow((x, y), (x, y - 0.9 * length), &paint);
        });
        let around = self.area(&picture.style);
        labels.keep_off(Area { height: length + radius, ..around });
        if self.only_line().is_none() {
            let above = Spot { x, y: y - length - 0.3 * small, anchor: Anchor::Middle };
            let lines: BTreeSet<usize> = self.lines.iter().map(|(line, _)| *line).collect();
            let number = lines.len().to_string();
            labels.write(picture, (&number, small, "class=\"over\""), [above]);
        }
    }
}
