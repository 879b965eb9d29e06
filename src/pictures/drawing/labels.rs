//! Places for the labels of a chart: labels cover neither one another nor the data.

use crate::pictures::drawing::svg::{Anchor, Area, Picture, Point};
use crate::pictures::drawing::text;

/// A place for a label, as pictures write it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// Where the anchor is.
    pub x: f64,
    /// The baseline.
    pub y: f64,
    /// How the label stands relative to `x`.
    pub anchor: Anchor,
}

/// The areas that a new label must not cover.
#[derive(Clone, Debug)]
pub struct Labels {
    within: Area,
    taken: Vec<Area>,
}

impl Labels {
    /// Without labels. All of them will stand within this area.
    pub fn within(area: Area) -> Labels {
        Labels { within: area, taken: Vec::new() }
    }

    /// Keeps labels off an area.
    pub fn keep_off(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Keeps labels off a straight line, by boxes along it so small that they cover little else.
    pub fn keep_off_line(&mut self, from: Point, to: Point) {
        const STEPS: u32 = 16;
        let along =
            |from: f64, to: f64, step: u32| from + (to - from) * f64::from(step) / f64::from(STEPS);
        let at = |step: u32| (along(from.0, to.0, step), along(from.1, to.1, step));
        for (from, to) in (0..STEPS).map(|step| (at(step), at(step + 1))) {
            let (width, height) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
            self.keep_off(Area { x: from.0.min(to.0), y: from.1.min(to.1), width, height });
        }
    }

    /// Takes the first spot where a text of this size covers nothing. `None`: leave the text out.
    pub fn put(
        &mut self,
        text: &str,
        size: f64,
        spots: impl IntoIterator<Item = Spot>,
    ) -> Option<Spot> {
        let (spot, area) = spots
            .into_iter()
            .map(|spot| (spot, area_of_size(text, size, spot)))
            .find(|(_, area)| self.is_free(*area))?;
        // Two numbers beside each other would be read as one.
        let (x, width) = (area.x - 0.6 * size, area.width + 1.2 * size);
        self.taken.push(Area { x, width, ..area });
        Some(spot)
    }

    /// Writes a text of this size in the first spot where it covers nothing, if there is one.
    pub fn write(
        &mut self,
        picture: &mut Picture,
        (text, size, paint): (&str, f64, &str),
        spots: impl IntoIterator<Item = Spot>,
    ) {
        if let Some(Spot { x, y, anchor }) = self.put(text, size, spots) {
            picture.write((x, y), anchor, size, paint, text);
        }
    }

    fn is_free(&self, area: Area) -> bool {
        let within = self.within;
        let is_across = area.x >= within.x && area.right() <= within.right();
        let is_up = area.y >= within.y && area.bottom() <= within.bottom();
        is_across && is_up && !self.taken.iter().any(|taken| overlap(*taken, area))
    }
}

/// The area of a label of this size, in any of the fonts.
pub fn area_of_size(text: &str, size: f64, spot: Spot) -> Area {
    let width = text::width(text, size);
    let x = match spot.anchor {
        Anchor::Start => spot.x,
        Anchor::Middle => spot.x - width / 2.0,
        Anchor::End => spot.x - width,
    };
    Area { x, y: spot.y - 0.8 * size, width, height: 1.05 * size }
}

/// Whether two areas share more than an edge. An area without width or height is a line.
pub fn overlap(one: Area, other: Area) -> bool {
    let along = |from: f64, length: f64, other_from: f64, other_length: f64| {
        from < other_from + other_length && other_from < from + length
    };
    along(one.x, one.width, other.x, other.width) && along(one.y, one.height, other.y, other.height)
}

/// How far two areas are apart: nothing if they touch.
pub fn distance(one: Area, other: Area) -> f64 {
    let across = (other.x - one.right()).max(one.x - other.right()).max(0.0);
    let up = (other.y - one.bottom()).max(one.y - other.bottom()).max(0.0);
    across.hypot(up)
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::labels::*;

    const AREA: Area = Area { x: 0.0, y: 0.0, width: 100.0, height: 50.0 };

    fn spot(x: f64, y: f64) -> Spot {
        Spot { x, y, anchor: Anchor::Middle }
    }

    #[test]
    fn labels_move_to_the_next_spot_or_are_left_out() {
        let mut labels = Labels::within(AREA);
        let spots = [spot(50.0, 20.0), spot(50.0, 40.0)];
        assert_eq!(labels.put("64 = 8²", 10.0, spots), Some(spots[0]));
        assert_eq!(labels.put("64 = 8²", 10.0, spots), Some(spots[1]));
        assert_eq!(labels.put("64 = 8²", 10.0, spots), None);
        assert_eq!(labels.put("8", 10.0, [spot(8.0, 20.0)]), Some(spot(8.0, 20.0)));
    }

    #[test]
    fn labels_stay_within_their_area_and_off_what_must_be_seen() {
        let mut labels = Labels::within(AREA);
        for outside in [spot(2.0, 20.0), spot(98.0, 20.0), spot(50.0, 5.0), spot(50.0, 49.0)] {
            assert_eq!(labels.put("10", 10.0, [outside]), None, "{outside:?}");
        }
        labels.keep_off_line((0.0, 17.0), (100.0, 17.0));
        assert_eq!(labels.put("10", 10.0, [spot(50.0, 20.0)]), None);
        assert!(labels.put("10", 10.0, [spot(50.0, 40.0)]).is_some());
    }

    #[test]
    fn distances_are_those_of_the_nearest_points() {
        let at = |x: f64, y: f64| Area { x, y, width: 0.0, height: 0.0 };
        assert_eq!(distance(AREA, at(103.0, 54.0)), 5.0);
        assert_eq!(distance(at(-7.0, 20.0), AREA), 7.0);
        assert_eq!(distance(AREA, at(50.0, 50.0)), 0.0);
    }

    #[test]
    fn no_two_of_many_labels_overlap() {
        let mut labels = Labels::within(AREA);
        let placed: Vec<Area> = (0..1000)
            .filter_map(|i| {
                let (x, y) = (f64::from(i * 37 % 101), f64::from(i * 53 % 59));
                let spot = labels.put("12", 10.0, [spot(x, y)])?;
                Some(area_of_size("12", 10.0, spot))
            })
            .collect();
        assert!(placed.len() > 10);
        for (place, one) in placed.iter().enumerate() {
            assert!(!placed[..place].iter().any(|other| overlap(*one, *other)));
        }
    }
}
