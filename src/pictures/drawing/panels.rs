//! Small multiples: panels of one size, side by side, in as many rows as they need.

use crate::pictures::drawing::svg::Area;

/// The space between panels, in pixels.
pub const GAP: f64 = 12.0;

/// The places of `count` panels of this height in a picture of this width, row by row from `top`.
/// No panel is narrower than `least` unless the picture is.
pub fn places(count: usize, width: f64, least: f64, height: f64, top: f64) -> Vec<Area> {
    let columns = even(count, fitting(width, least, GAP));
    let panel = (width - GAP * (columns - 1) as f64) / columns as f64;
    let place = |panel_index: usize| Area {
        x: (panel_index % columns) as f64 * (panel + GAP),
        y: top + (panel_index / columns) as f64 * (height + GAP),
        width: panel,
        height,
    };
    (0..count).map(place).collect()
}

/// How many panels of at least this width have room side by side, this far apart; at least one.
pub fn fitting(room: f64, least: f64, gap: f64) -> usize {
    (((room + gap) / (least + gap)) as usize).max(1)
}

/// In how many columns panels stand of which at most so many fit side by side. As even as can be:
/// eight panels where seven fit are two rows of four.
pub fn even(count: usize, most: usize) -> usize {
    count.div_ceil(count.div_ceil(most).max(1)).max(1)
}

/// The lower end of these panels.
pub fn bottom(panels: &[Area]) -> f64 {
    panels.iter().map(|panel| panel.y + panel.height).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::panels::*;

    #[test]
    fn panels_fill_the_width_in_even_rows() {
        let panels = places(8, 400.0, 50.0, 30.0, 10.0);
        let xs: Vec<f64> = panels.iter().map(|panel| panel.x).collect();
        assert_eq!((xs[0], xs[3], xs[4]), (0.0, 3.0 * (91.0 + GAP), 0.0));
        assert_eq!((panels[3].x + panels[3].width, bottom(&panels)), (400.0, 82.0));
        assert_eq!(places(2, 40.0, 50.0, 30.0, 0.0)[1].y, 42.0);
        assert!(places(0, 40.0, 50.0, 30.0, 0.0).is_empty());
    }
}
