//! Shares are of the jobs that can find a tour.

use crate::pictures::drawing::svg::Area;
use crate::pictures::success::*;

#[test]
fn a_band_has_the_interval_of_each_board() {
    let frame = Frame {
        area: Area { x: 0.0, y: 0.0, width: 100.0, height: 100.0 },
        across: Scale::linear(0.0, 1000.0),
        up: Scale::linear(0.0, 1.0),
    };
    let on = |side| ShareOnBoard { board: Board::new(side, side).unwrap(), tours: 5, possible: 10 };
    let boards = vec![on(10), on(20)];
    let line = BoardLine { name: String::new(), is_power: true, boards };
    let (low, high) = wilson(5, 10);
    let [low, high] = [low, high].map(|share| 100.0 * (1.0 - share));
    let drawn = curve(&frame, &line);
    let expected = [(10.0, low, high), (40.0, low, high)];
    for (end, expected) in drawn.bands[0].iter().zip(expected) {
        assert!((end.0 - expected.0).abs() + (end.1 - expected.1).abs() < 1e-9);
        assert!((end.2 - expected.2).abs() < 1e-9);
    }
}
