//! Shares are of the jobs that can find a tour.

use crate::pictures::success::*;

#[test]
fn a_band_has_the_interval_of_each_board() {
    let on = |side| ShareOnBoard { board: Board::new(side, side).unwrap(), tours: 5, possible: 10 };
    let boards = vec![on(10), on(20)];
    let line = BoardLine { name: String::new(), is_power: true, boards };
    let (low, high) = wilson(5, 10);
    assert_eq!(curve(&line).bands, [[(100.0, low, high), (400.0, low, high)]]);
}
