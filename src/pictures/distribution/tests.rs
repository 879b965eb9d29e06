//! Pictures of distributions.

use crate::pictures::distribution::*;
use crate::pictures::drawing::tests::assert_legible;
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::{MoveOrder, Outcome};

/// A job of each order up to a number of them. Every fifth is stopped.
fn orders(jobs: u16) -> Vec<Record> {
    let job = |rank: u16| Record {
        job: rank.into(),
        order: MoveOrder::from_rank(rank).unwrap(),
        budget: Some(1_000_000),
        ..if rank % 5 == 4 {
            record(Outcome::Budget, 1_000_000)
        } else {
            record(Outcome::Tour, 64 + 37 * u128::from(rank).pow(2))
        }
    };
    (0..jobs).map(job).collect()
}

#[test]
fn bars_beside_it_leave_a_histogram_room() {
    let others = [Outcome::Memory, Outcome::Time].map(|outcome| record(outcome, 9));
    let input = PlotInput::of(&[&orders(40)[..], &others[..]].concat());
    for millimetres in [40.0, 84.0] {
        assert_legible(&draw(&input, &Style::of_print(millimetres, 9.0)).unwrap());
    }
}
