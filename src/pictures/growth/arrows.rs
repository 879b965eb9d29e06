//! The arrows of bounds. The foot of each stands at the height of its bound; several at one board
//! stand side by side.

use std::collections::BTreeSet;

use crate::pictures::drawing::{Anchor, Area, Frame, Labels, Picture, Spot, Style, series};
use crate::pictures::growth::{at, lines::Series, radius};
use crate::text::formatting::joined;

/// The length of an arrow with the space above it, in sizes of the font.
pub(super) const LENGTH: f64 = 1.3;

/// From the middle of an arrow to that of the next one, in sizes of the font.
const STEP: f64 = 0.85;

/// A bound of one line, or the same bound of several.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Arrow {
    /// Where its foot is.
    pub foot: (f64, f64),
    /// The middle of the board on the axis.
    pub board: f64,
    /// The lines whose bound it is: their places, and what it says of each.
    pub lines: Vec<(usize, String)>,
}

/// The arrows of all bounds, by board from left to right. Where they have no room side by side
/// there is one for each height.
pub(super) fn placed(frame: &Frame, style: &Style, lines: &[Series]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut symbols: Vec<(f64, f64)> = Vec::new();
    let mut boards: Vec<f64> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        for one in &line.boards {
            let Some((x, y)) = at(frame, one) else { continue };
            boards.push(x);
            if one.is_number() {
                symbols.push((x, y));
            } else {
                let lines = vec![(place, one.in_words(&line.name))];
                arrows.push(Arrow { foot: (x, y), board: x, lines });
            }
        }
    }
    arrows.sort_by(|one, other| one.board.total_cmp(&other.board));
    let on_board = |group: &[Arrow]| {
        let x = group[0].board;
        let is_covered = symbols.iter().any(|symbol| {
            let mut feet = group.iter().map(|arrow| arrow.foot.1);
            let reach = radius(style);
            symbol.0 == x
                && feet.any(|y| (y - LENGTH * style.font - reach..=y + reach).contains(&symbol.1))
        });
        let offsets = offsets(group.len(), is_covered);
        let widest = offsets.iter().map(|offset| offset.abs()).fold(0.0, f64::max) + 0.5;
        match widest * STEP * style.font <= room(frame, &boards, x) {
            true => beside(group, &offsets, style),
            false => merged(group),
        }
    };
    arrows.chunk_by(|one, next| one.board == next.board).flat_map(on_board).collect()
}

/// The places of arrows around the middle, in steps; not in the middle itself if a symbol is there.
fn offsets(count: usize, is_covered: bool) -> Vec<f64> {
    let from_middle = |place: usize| match (is_covered, place % 2) {
        (false, _) => place as f64 - (count - 1) as f64 / 2.0,
        (true, 0) => (place / 2 + 1) as f64,
        (true, _) => -((place / 2 + 1) as f64),
    };
    (0..count).map(from_middle).collect()
}

/// How far arrows are nearest to their board on both sides, and not to the next, and are within the
/// border.
fn room(frame: &Frame, boards: &[f64], x: f64) -> f64 {
    const SHARE: f64 = 0.35;
    let border = (x - frame.area.x).min(frame.area.right() - x);
    let others = boards.iter().filter(|other| **other != x).map(|other| SHARE * (other - x).abs());
    others.fold(border, f64::min)
}

fn beside(group: &[Arrow], offsets: &[f64], style: &Style) -> Vec<Arrow> {
    let moved = |(arrow, offset): (&Arrow, &f64)| {
        let foot = (arrow.board + offset * STEP * style.font, arrow.foot.1);
        Arrow { foot, ..arrow.clone() }
    };
    group.iter().zip(offsets).map(moved).collect()
}

/// One arrow for all lines with the same bound.
fn merged(group: &[Arrow]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    for arrow in group {
        match arrows.iter_mut().find(|other| other.foot == arrow.foot) {
            Some(same) => same.lines.extend(arrow.lines.iter().cloned()),
            None => arrows.push(arrow.clone()),
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
    pub(super) fn draw(&self, picture: &mut Picture, style: &Style, labels: &mut Labels) {
        let ((x, y), radius) = (self.foot, radius(style));
        let length = LENGTH * style.font;
        let words = joined(self.lines.iter().map(|(_, words)| words), "; ");
        let paint = match self.only_line() {
            Some(line) => series::outline(line),
            None => "class=\"stroke\" stroke-width=\"1.8\"".to_owned(),
        };
        picture.polyline(&[(x - radius, y), (x + radius, y)], &paint, &words);
        picture.arrow((x, y), (x, y - 0.9 * length), &paint);
        let around = self.area(style);
        labels.keep_off(Area { height: length + radius, ..around });
        if self.only_line().is_none() {
            let above = Spot { x, y: y - length - 0.3 * style.small(), anchor: Anchor::Middle };
            let lines: BTreeSet<usize> = self.lines.iter().map(|(line, _)| *line).collect();
            let number = lines.len().to_string();
            if let Some(Spot { x, y, anchor }) = labels.put(&number, style.small(), [above]) {
                picture.write((x, y), anchor, style.small(), "class=\"over\"", &number);
            }
        }
    }
}
