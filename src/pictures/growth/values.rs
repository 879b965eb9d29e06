//! The numbers of the points and the bounds of a line, where there is room. Those of several lines
//! that differ would be read as those of another; their points have tooltips.

use crate::pictures::drawing::labels::{area_of_size, distance, overlap};
use crate::pictures::drawing::scale::WITHOUT_SUFFIX;
use crate::pictures::drawing::{Anchor, Area, Frame, Picture};
use crate::pictures::growth::{
    at,
    lines::{MedianOnBoard, Series},
};

/// Writes the numbers of one of these lines, which all have the same, where they cover neither one
/// another nor the areas that are `taken`, and are nearest to their points. The largest boards come
/// first: if there is no room for all, theirs are kept.
pub(super) fn draw(picture: &mut Picture, frame: &Frame, lines: &[Series], mut taken: Vec<Area>) {
    let (radius, size) = (0.3 * picture.style.font, picture.style.small());
    let is_large =
        |one: &MedianOnBoard| one.height().is_some_and(|height| height >= WITHOUT_SUFFIX);
    let boards = &lines[0].boards;
    let as_power = boards.iter().any(|one| one.estimated.is_some() || is_large(one));
    // Points of several lines are larger.
    let reach = radius * if lines.len() > 1 { 2.0 } else { 1.3 };
    let within = frame.area.inset(2.0);
    let points: Vec<Area> =
        boards.iter().filter_map(|one| Some(Area::around(at(frame, one)?, 0.0))).collect();
    for one in boards.iter().rev() {
        let Some((x, y)) = at(frame, one) else { continue };
        let text = one.short_median(as_power);
        // Lines rise, so above to the left or below to the right; that of an arrow beside its foot.
        let spots = match one.is_number() {
            true => [
                ((x, y - reach - 0.25 * size), Anchor::End),
                ((x, y + reach + 0.8 * size), Anchor::Start),
            ],
            false => [
                ((x - 2.0 * radius, y - 1.2 * radius), Anchor::End),
                ((x + 2.0 * radius, y - 1.2 * radius), Anchor::Start),
            ],
        };
        let is_free = |area: Area| {
            let is_across = within.x <= area.x && area.right() <= within.right();
            let is_up = within.y <= area.y && area.bottom() <= within.bottom();
            is_across && is_up && !taken.iter().any(|taken| overlap(*taken, area))
        };
        let own = Area::around((x, y), 0.0);
        let is_nearest = |area: Area| {
            let ends = [area, Area::around(area.middle(), 0.0)];
            let is_nearer =
                |point: &Area| ends.iter().all(|end| distance(*end, own) <= distance(*end, *point));
            points.iter().all(is_nearer)
        };
        let area = |(at, anchor)| area_of_size(&text, size, at, anchor);
        let fits = |spot: &(_, _)| is_free(area(*spot)) && is_nearest(area(*spot));
        if let Some(spot) = spots.into_iter().find(fits) {
            picture.write(spot.0, spot.1, size, "class=\"over\"", &text);
            // Two numbers beside each other would be read as one.
            let Area { x, width, .. } = area(spot);
            taken.push(Area { x: x - 0.6 * size, width: width + 1.2 * size, ..area(spot) });
        }
    }
}
