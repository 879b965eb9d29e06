//! The numbers of points and bounds. Each stands where it is nearest to its own point, so that
//! nobody reads it as that of another line or board.

use crate::pictures::drawing::labels::{area_of_size, distance};
use crate::pictures::drawing::scale::WITHOUT_SUFFIX;
use crate::pictures::drawing::{Anchor, Area, Frame, Labels, Picture, Spot, Style, text};
use crate::pictures::growth::{
    arrows::Arrow,
    at,
    lines::{MedianOnBoard, Series},
    radius,
};

/// How much farther any other point is from a number than its own.
const CLEARLY: f64 = 1.5;

/// A number and what it is of.
struct ValueLabel {
    text: String,
    /// The point, or the foot of the arrow before it moved aside.
    at: (f64, f64),
    is_bound: bool,
    /// The point or the arrows.
    marks: Vec<Area>,
}

/// Writes the numbers that have a place. The largest boards come first: if there is no room for
/// all, theirs are kept.
pub(super) fn draw(
    picture: &mut Picture,
    style: &Style,
    frame: &Frame,
    (lines, arrows): (&[Series], &[Arrow]),
    labels: &mut Labels,
) {
    let numbers = numbers(frame, style, lines, arrows);
    let size = style.small();
    for number in numbers.iter().rev() {
        let is_other =
            |other: &&ValueLabel| (other.at.0, &other.text) != (number.at.0, &number.text);
        let others: Vec<Area> =
            numbers.iter().filter(is_other).flat_map(|other| other.marks.clone()).collect();
        let is_nearest =
            |spot: &Spot| number.is_nearest(area_of_size(&number.text, size, *spot), &others);
        let spots = number.spots(style).into_iter().filter(is_nearest);
        if let Some(Spot { x, y, anchor }) = labels.put(&number.text, size, spots) {
            picture.write((x, y), anchor, size, "class=\"over\"", &number.text);
        }
    }
}

/// The numbers of all lines. What several share at one point is one.
fn numbers(frame: &Frame, style: &Style, lines: &[Series], arrows: &[Arrow]) -> Vec<ValueLabel> {
    let boards = || lines.iter().flat_map(|line| &line.boards);
    let is_large =
        |one: &MedianOnBoard| one.height().is_some_and(|height| height >= WITHOUT_SUFFIX);
    let as_power = boards().any(|one| one.estimated.is_some() || is_large(one));
    let mut numbers: Vec<ValueLabel> = Vec::new();
    for one in boards() {
        let Some(at) = at(frame, one) else { continue };
        let text = one.short_median(as_power);
        if !numbers.iter().any(|other| other.at == at && other.text == text) {
            let marks = marks(one, at, style, arrows);
            numbers.push(ValueLabel { text, at, is_bound: !one.is_number(), marks });
        }
    }
    numbers
}

fn marks(one: &MedianOnBoard, at: (f64, f64), style: &Style, arrows: &[Arrow]) -> Vec<Area> {
    if one.is_number() {
        return vec![Area::around(at, 0.0)];
    }
    let own = arrows.iter().filter(|arrow| (arrow.board, arrow.foot.1) == at);
    own.map(|arrow| arrow.area(style)).collect()
}

impl ValueLabel {
    /// Whether its own mark is clearly the nearest, to the whole text and to its middle.
    fn is_nearest(&self, text: Area, others: &[Area]) -> bool {
        let middle = Area::around(text.middle(), 0.0);
        let nearest = |marks: &[Area], to: Area| {
            marks.iter().map(|mark| distance(*mark, to)).fold(f64::INFINITY, f64::min)
        };
        CLEARLY * nearest(&self.marks, text) < nearest(others, text)
            && nearest(&self.marks, middle) < nearest(others, middle)
    }

    /// Where it may stand, the best first: lines rise, so above to the left or below to the right.
    fn spots(&self, style: &Style) -> Vec<Spot> {
        let ((x, y), radius, size) = (self.at, radius(style), style.small());
        let width = text::width(&self.text, size);
        let left = self.marks.iter().map(|mark| mark.x).fold(x, f64::min);
        let right = self.marks.iter().map(Area::right).fold(x, f64::max);
        let beside = |y: f64| {
            [(left - 2.0 * radius, y, Anchor::End), (right + 2.0 * radius, y, Anchor::Start)]
        };
        let mut spots = Vec::new();
        if self.is_bound {
            spots.extend(beside(y - 1.2 * radius));
            spots.push((x, y + 1.3 * radius + 0.8 * size, Anchor::Middle));
        } else {
            let shifts = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| share * width);
            // Points of several lines are larger.
            for reach in [1.3, 1.5, 2.0].map(|share| share * radius) {
                let (above, below) = (y - reach - 0.25 * size, y + reach + 0.8 * size);
                spots.extend(shifts.map(|shift| (x + shift, above, Anchor::End)));
                spots.extend(shifts.map(|shift| (x - shift, below, Anchor::Start)));
            }
            spots.extend(beside(y + 0.3 * size));
        }
        spots.into_iter().map(|(x, y, anchor)| Spot { x, y, anchor }).collect()
    }
}
