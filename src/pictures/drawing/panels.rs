//! Panels of one size side by side, in as many rows as they need.

/// The space between panels, in pixels.
pub const GAP: f64 = 12.0;

/// How many panels of at least this width have room side by side, this far apart; at least one.
pub fn fitting(room: f64, least: f64, gap: f64) -> usize {
    (((room + gap) / (least + gap)) as usize).max(1)
}

/// In how many columns panels stand of which at most so many fit side by side. As even as can be:
/// eight panels where seven fit are two rows of four.
pub fn even(count: usize, most: usize) -> usize {
    count.div_ceil(count.div_ceil(most).max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::panels::*;

    #[test]
    fn rows_are_even() {
        assert_eq!([fitting(400.0, 50.0, GAP), fitting(40.0, 50.0, GAP)], [6, 1]);
        assert_eq!([even(8, 6), even(8, 7), even(5, 3), even(0, 6)], [4, 4, 3, 1]);
    }
}
