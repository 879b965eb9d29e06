//! Shares are of the jobs that can find a tour.

use crate::pictures::success::*;
use crate::pictures::tests::record;

#[test]
fn a_band_has_the_interval_of_each_board() {
    let on = |side| ShareOnBoard::of(Board::new(side, side).unwrap(), 5, 10);
    let boards = vec![on(10), on(20)];
    let line = BoardLine { name: String::new(), is_power: true, boards };
    let (low, high) = wilson(5, 10);
    assert_eq!(curve(&line).bands, [[(100.0, low, high), (400.0, low, high)]]);
}

#[test]
fn jobs_without_an_answer_are_named_where_they_count_as_failures() {
    let with = |outcomes: &[Outcome]| {
        let records: Vec<_> = outcomes.iter().map(|outcome| record(*outcome, 64)).collect();
        notes(&PlotInput::of(&records), &[], 0).join(" ")
    };
    let all = [Outcome::Tour, Outcome::Budget, Outcome::Memory, Outcome::Time];
    assert!(with(&all).contains("Of 2 jobs nothing"));
    assert!(!with(&all[..2]).contains("nothing"));
}
