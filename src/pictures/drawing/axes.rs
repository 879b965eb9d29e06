//! The frame of a chart, and its axes with as many ticks as there is room for.

use crate::pictures::drawing::scale::{Scale, Tick, amount};
use crate::pictures::drawing::style::Style;
use crate::pictures::drawing::svg::{Anchor, Area, LINE, Picture, Point};
use crate::pictures::drawing::text;

/// Which values an axis names, and how.
#[derive(Clone, Debug)]
pub enum Ticks {
    /// Round values: `10⁶`, `500`.
    Round,
    /// Round values, written by this function.
    Written(fn(f64) -> String),
    /// These values, as far as there is room.
    At(Vec<Tick>),
}

impl Ticks {
    /// Round shares: `25%`.
    pub const SHARES: Ticks = Ticks::Written(|share| format!("{}%", amount(100.0 * share)));

    /// Round values on a logarithmic scale of counts, or else whole numbers with all their digits.
    pub fn of_counts(scale: Scale) -> Ticks {
        if scale.is_log { Ticks::Round } else { Ticks::At(scale.whole_ticks()) }
    }
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its scale.
    pub scale: Scale,
    /// Its ticks.
    pub ticks: Ticks,
    /// What it shows; empty beside a panel that says so.
    pub label: String,
}

/// The area of a chart inside its axes, with its scales.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// The area inside the axes.
    pub area: Area,
    /// From left to right.
    pub across: Scale,
    /// From bottom to top.
    pub up: Scale,
}

/// Draws the grid, the ticks and the labels of a chart within `outer`, and gives the frame inside
/// them. What is drawn afterwards covers the grid; [`Frame::border`] comes last.
pub fn draw(picture: &mut Picture, outer: Area, across: &Axis, up: &Axis) -> Frame {
    let style = &picture.style.clone();
    let small = style.small();
    let (across, up) = (&across.chosen(&style.across), &up.chosen(&style.up));
    let area = inside(style, outer, across, up);
    let frame = Frame { area, across: across.scale, up: up.scale };
    let Area { x, y, width, height } = frame.area;
    let ticks = [across.ticks_across(width, small), up.ticks_up(height, small)];
    grid(picture, &frame, &ticks);
    let mut baseline = outer.bottom() - 0.3 * style.font;
    for line in text::wrapped(&across.label, style.font, outer.width).iter().rev() {
        // Below the middle of the frame, but not beyond the ends.
        let half = text::width(line, style.font) / 2.0;
        let middle = (x + width / 2.0).min(outer.right() - half).max(outer.x + half);
        picture.write((middle, baseline), Anchor::Middle, style.font, "", line);
        baseline -= LINE * style.font;
    }
    for (place, line) in text::wrapped(&up.label, style.font, height).iter().enumerate() {
        let at = outer.x + style.font + place as f64 * LINE * style.font;
        picture.write_upright((at, y + height / 2.0), style.font, "", line);
    }
    frame
}

/// Draws the lines of ticks across and up, with their texts.
fn grid(picture: &mut Picture, frame: &Frame, [across, up]: &[Vec<Tick>; 2]) {
    let (small, Area { x, y, width, height }) = (picture.style.small(), frame.area);
    for tick in across {
        let at = frame.x(tick.value);
        picture.line((at, y), (at, y + height), "class=\"grid\"");
        picture.write((at, y + height + 1.3 * small), Anchor::Middle, small, "", &tick.label);
    }
    for tick in up {
        let at = frame.y(tick.value);
        picture.line((x, at), (x + width, at), "class=\"grid\"");
        let end = (x - 0.5 * small, at + 0.36 * small);
        picture.write(end, Anchor::End, small, "", &tick.label);
    }
}

impl Axis {
    /// An axis with this label, which says whether it is logarithmic.
    pub fn new(scale: Scale, ticks: Ticks, label: impl Into<String>) -> Axis {
        let suffix = if scale.is_log { " (logarithmic)" } else { "" };
        Axis { scale, ticks, label: label.into() + suffix }
    }

    /// The axis of a panel beside one that names the values.
    pub fn unnamed(&self) -> Axis {
        let ticks = Ticks::Written(|_| String::new());
        Axis { scale: self.scale, ticks, label: String::new() }
    }

    /// The axis with the label that is chosen. An axis without a label keeps none: it is that of a
    /// panel beside another one.
    fn chosen(&self, label: &Option<String>) -> Axis {
        let label = label.as_ref().filter(|_| !self.label.is_empty()).unwrap_or(&self.label);
        Axis { label: label.clone(), ..self.clone() }
    }

    /// As many ticks as have room side by side along this length, in texts of this size.
    pub fn ticks_across(&self, length: f64, size: f64) -> Vec<Tick> {
        // Names may be closer than numbers, which would be read as one.
        let gap = if matches!(self.ticks, Ticks::At(_)) { 0.5 } else { 0.8 };
        self.ticks_in(length, |tick| text::width(&tick.label, size) + gap * size)
    }

    /// As many ticks as have room above one another along this length, in texts of this size.
    fn ticks_up(&self, length: f64, size: f64) -> Vec<Tick> {
        self.ticks_in(length, |_| 1.7 * size)
    }

    /// As many ticks as have room along this length, by the lengths that they need.
    fn ticks_in(&self, length: f64, extent: impl Fn(&Tick) -> f64) -> Vec<Tick> {
        let place = |tick: &Tick| self.scale.place(tick.value) * length;
        if let Ticks::At(ticks) = &self.ticks {
            let is_within = |tick: &&Tick| (0.0..=1.0).contains(&self.scale.place(tick.value));
            let ticks: Vec<Tick> = ticks.iter().filter(is_within).cloned().collect();
            return apart(&ticks, |tick| (place(tick), extent(tick)));
        }
        for most in (2..=12).rev() {
            let ticks = self.round(most);
            let fit = ticks.windows(2).all(|pair| {
                let between = (extent(&pair[0]) + extent(&pair[1])) / 2.0;
                place(&pair[1]) - place(&pair[0]) >= between
            });
            if fit && (2..=most.max(3)).contains(&ticks.len()) {
                return ticks;
            }
        }
        // Uneven steps are better than a single value.
        apart(&self.round(12), |tick| (place(tick), extent(tick)))
    }

    /// About `most` round values at most.
    fn round(&self, most: usize) -> Vec<Tick> {
        let mut ticks = self.scale.ticks(most);
        if let Ticks::Written(write) = self.ticks {
            ticks.iter_mut().for_each(|tick| tick.label = write(tick.value));
        }
        ticks
    }
}

/// The ticks that do not touch those before them, by their places and extents; the last one always.
fn apart(ticks: &[Tick], extent: impl Fn(&Tick) -> (f64, f64)) -> Vec<Tick> {
    let Some((last, before)) = ticks.split_last() else {
        return Vec::new();
    };
    let (last_place, last_extent) = extent(last);
    let mut kept = Vec::new();
    let mut free_from = f64::NEG_INFINITY;
    for tick in before {
        let (place, extent) = extent(tick);
        let ends_free = place + extent / 2.0 <= last_place - last_extent / 2.0;
        if place - extent / 2.0 >= free_from && ends_free {
            free_from = place + extent / 2.0;
            kept.push(tick.clone());
        }
    }
    kept.push(last.clone());
    kept
}

/// The area inside the axes.
fn inside(style: &Style, outer: Area, across: &Axis, up: &Axis) -> Area {
    let (small, line) = (style.small(), LINE * style.font);
    let named = |axis: &Axis| axis.round(3).iter().any(|tick| !tick.label.is_empty());
    let below = text::wrapped(&across.label, style.font, outer.width).len() as f64 * line
        + if named(across) { 1.7 * small } else { 0.0 };
    // Half of the highest number is above the frame.
    let above = if named(up) { 0.5 * small } else { 0.0 };
    let height = (outer.height - below - above).max(1.0);
    let numbers = up.ticks_up(height, small);
    let left = text::wrapped(&up.label, style.font, height).len() as f64 * line
        + match text::widest(numbers.iter().map(|tick| &tick.label), small) {
            0.0 => 0.0,
            widest => widest + 0.8 * small,
        };
    // The first and the last number below may reach beyond the frame.
    let room = (outer.width - left).max(1.0);
    let ticks = across.ticks_across(room, small);
    let half = |tick: &Tick| text::width(&tick.label, small) / 2.0;
    let before = |tick: &Tick| half(tick) - across.scale.place(tick.value) * room;
    // The frame becomes narrower by as much.
    let beyond = |tick: &Tick| {
        let place = across.scale.place(tick.value);
        (half(tick) - (1.0 - place) * room) / place.max(0.5)
    };
    let left = ticks.first().map_or(0.0, before).max(left);
    let right = ticks.last().map_or(0.0, beyond).max(1.0);
    let width = (outer.width - left - right).max(1.0);
    Area { x: outer.x + left, y: outer.y + above, width, height }
}

impl Frame {
    /// Where points are drawn.
    pub fn points(&self, values: &[(f64, f64)]) -> Vec<Point> {
        values.iter().map(|(across, up)| (self.x(*across), self.y(*up))).collect()
    }

    /// Where a value of the horizontal axis is drawn: at an end if it is beyond.
    pub fn x(&self, value: f64) -> f64 {
        self.area.x + self.across.place(value).clamp(0.0, 1.0) * self.area.width
    }

    /// Where a value of the vertical axis is drawn: at an end if it is beyond.
    pub fn y(&self, value: f64) -> f64 {
        self.area.y + (1.0 - self.up.place(value).clamp(0.0, 1.0)) * self.area.height
    }

    /// Draws a line at a value of the horizontal axis, over the whole height.
    pub fn upright(&self, picture: &mut Picture, value: f64, paint: &str) {
        let x = self.x(value);
        picture.line((x, self.area.y), (x, self.area.bottom()), paint);
    }

    /// Draws the border of the area.
    pub fn border(&self, picture: &mut Picture) {
        picture.rect(self.area, "class=\"frame\"", "");
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::axes::*;
    use crate::pictures::drawing::tests::assert_legible;

    #[test]
    fn axes_stay_within_their_area_in_any_size() {
        let logs = [(0.0, 0.4), (0.0, 3.0), (4.9, 8.1), (-9.0, 40.0)];
        let logs = logs.map(|(low, high)| Scale::log(low, high));
        let lines = [(0.0, 1.0), (5.0, 20.0), (0.0, 40_320.0)];
        let lines = lines.map(|(low, high)| Scale::linear(low, high));
        let scales: Vec<Scale> = logs.into_iter().chain(lines).collect();
        for (&across, &up) in scales.iter().flat_map(|a| scales.iter().map(move |b| (a, b))) {
            for (millimetres, points) in [(40.0, 6.0), (84.0, 9.0), (170.0, 9.0), (84.0, 14.0)] {
                let style = Style::of_print(millimetres, points);
                let mut picture = Picture::of(&style, format!("{across:?} {up:?} {style:?}"));
                picture.height = 260.0;
                let area = Area { x: 0.0, y: 0.0, width: style.width, height: 260.0 };
                let axis = |scale, label| Axis::new(scale, Ticks::Round, label);
                let across = axis(across, "checks that a job needs");
                let frame = draw(&mut picture, area, &across, &axis(up, "jobs"));
                frame.border(&mut picture);
                assert!(frame.area.width > 50.0 && frame.area.height > 100.0, "{frame:?}");
                assert_legible(&picture);
            }
        }
    }

    #[test]
    fn ticks_that_are_given_are_thinned_to_those_that_fit() {
        let ticks = (5..=1000).map(|side| Tick { value: f64::from(side), label: side.to_string() });
        let axis = Axis::new(Scale::tight([5.0, 1000.0]), Ticks::At(ticks.collect()), "");
        let kept = axis.ticks_across(300.0, 10.0);
        assert!((5..30).contains(&kept.len()), "{}", kept.len());
        assert_eq!((kept[0].value, kept[kept.len() - 1].value), (5.0, 1000.0));
    }
}
