//! The literal search against known counts and against the plain recursion.

use std::ops::ControlFlow;

use knight_search::engines::{plain, step};
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Square};
use proptest::prelude::*;

use crate::known::KnownCount;
use crate::problems::{any_order, problems};

fn step(problem: &Problem) -> Answer {
    step::search(problem, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn budget(checks: u128) -> Budget {
    Budget::checks(checks).unwrap()
}

/// What takes seconds to step through.
const STEPPED: u128 = 100_000_000;

#[test]
fn known_counts_are_met() {
    let known = KnownCount::all().into_iter();
    for known in known.filter(|known| known.checks <= STEPPED) {
        known.check(&step(&known.problem()));
        known.check(&plain::search(&known.problem()));
    }
}

#[test]
fn every_budget_is_kept_to_the_last_check() {
    // Boards of one square, without moves, without tours, and with an early tour.
    for (rows, cols) in [(1, 1), (1, 2), (1, 9), (2, 2), (2, 5), (3, 3), (3, 4), (4, 3)] {
        let board = Board::new(rows, cols).unwrap();
        for &goal in Goal::ALL {
            for start in board.squares() {
                agrees_on_every_budget(Problem {
                    board,
                    start,
                    order: MoveOrder::ALTERNATING,
                    goal,
                    budget: Budget::UNLIMITED,
                });
            }
        }
    }
}

/// Compares the engines at every budget from 1 to past the end of the search, or to 5,000 checks:
/// they differ, if at all, near the end and near the first failures.
fn agrees_on_every_budget(problem: Problem) {
    let needed = step(&problem).checks;
    let budgets = (1..=needed.min(5_000) + 2).chain(needed.max(10) - 9..=needed + 2);
    for checks in budgets {
        let problem = Problem { budget: budget(checks), ..problem };
        assert_eq!(step(&problem), plain::search(&problem), "{problem:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_plain_recursion_on_small_boards(problem in problems(1..=6, 1..300_000)) {
        prop_assert_eq!(step(&problem), plain::search(&problem));
    }

    #[test]
    fn agrees_with_the_plain_recursion_at_the_end_of_the_budget(problem in problems(1..=6, 300_000..300_001)) {
        let end = step(&problem).checks;
        for checks in end.max(4) - 3..=end + 1 {
            let problem = Problem { budget: budget(checks), ..problem };
            prop_assert_eq!(step(&problem), plain::search(&problem));
        }
    }

    #[test]
    fn agrees_with_the_plain_recursion_on_long_boards(
        (short, long) in (1u16..=7).prop_flat_map(|short| (Just(short), 17..=256 / short)),
        is_wide in any::<bool>(),
        problem in problems(1..=1, 1..100_000),
        start in any::<prop::sample::Index>(),
    ) {
        let (rows, cols) = if is_wide { (short, long) } else { (long, short) };
        let board = Board::new(rows, cols).unwrap();
        let problem = Problem { board, start: board.square(start.index(board.area())), ..problem };
        prop_assert_eq!(step(&problem), plain::search(&problem));
    }

    #[test]
    fn agrees_with_the_plain_recursion_on_boards_of_every_width(problem in problems(1..=16, 1..100_000)) {
        prop_assert_eq!(step(&problem), plain::search(&problem));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_plain_recursion_where_tours_are_found(
        (size, goal) in prop::sample::select(vec![
            ("5x5", Goal::Open), ("5x6", Goal::Open), ("3x7", Goal::Open), ("4x5", Goal::Open),
            ("3x8", Goal::Open), ("3x10", Goal::Closed),
        ]),
        order in any_order(),
    ) {
        // From a corner, where each of these boards has tours.
        let (board, start) = (size.parse().unwrap(), Square { row: 1, col: 1 });
        let problem = Problem { board, start, order, goal, budget: budget(20_000_000) };
        prop_assert_eq!(step(&problem), plain::search(&problem));
    }
}
