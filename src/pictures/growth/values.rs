//! The numbers of the points and the bounds of a line, where there is room. Those of several lines
//! that differ would be read as those of another; their points have tooltips.

use crate::pictures::drawing::labels::{area_of_size, distance};
use crate::pictures::drawing::scale::WITHOUT_SUFFIX;
use crate::pictures::drawing::{Anchor, Area, Frame, Labels, Picture, Spot, Style, text};
use crate::pictures::growth::{
    at,
    lines::{MedianOnBoard, Series},
};

/// Writes them. The largest boards come first: if there is no room for all, theirs are kept.
pub(super) fn draw(picture: &mut Picture, frame: &Frame, line: &Series, labels: &mut Labels) {
    let style = &picture.style.clone();
    let is_large =
        |one: &MedianOnBoard| one.height().is_some_and(|height| height >= WITHOUT_SUFFIX);
    let as_power = line.boards.iter().any(|one| one.estimated.is_some() || is_large(one));
    let points: Vec<_> = line.boards.iter().filter_map(|one| at(frame, one)).collect();
    for one in line.boards.iter().rev() {
        let Some(point) = at(frame, one) else { continue };
        let (text, size) = (one.short_median(as_power), style.small());
        let is_nearest = |spot: &Spot| {
            let area = area_of_size(&text, size, *spot);
            let far = |from: Area, to: (f64, f64)| distance(from, Area::around(to, 0.0));
            [area, Area::around(area.middle(), 0.0)].into_iter().all(|from| {
                let mut others = points.iter().filter(|other| **other != point);
                others.all(|other| far(from, point) < far(from, *other))
            })
        };
        let spots = spots(point, one.is_number(), style, &text).into_iter().filter(is_nearest);
        labels.write(picture, (&text, size, "class=\"over\""), spots);
    }
}

/// Where a number may stand, the best first: lines rise, so above to the left or below to the
/// right; that of an arrow beside its foot.
fn spots((x, y): (f64, f64), is_number: bool, style: &Style, text: &str) -> Vec<Spot> {
    let (radius, size) = (0.3 * style.font, style.small());
    let beside =
        |y: f64| [(x - 2.0 * radius, y, Anchor::End), (x + 2.0 * radius, y, Anchor::Start)];
    let mut spots = Vec::new();
    if is_number {
        let shifts = [0.0, 0.25, 0.5].map(|share| share * text::width(text, size));
        // Points of several lines are larger.
        for reach in [1.3, 1.5, 2.0].map(|share| share * radius) {
            let (above, below) = (y - reach - 0.25 * size, y + reach + 0.8 * size);
            spots.extend(shifts.map(|shift| (x + shift, above, Anchor::End)));
            spots.extend(shifts.map(|shift| (x - shift, below, Anchor::Start)));
        }
        spots.extend(beside(y + 0.3 * size));
    } else {
        spots.extend(beside(y - 1.2 * radius));
    }
    spots.into_iter().map(|(x, y, anchor)| Spot { x, y, anchor }).collect()
}
