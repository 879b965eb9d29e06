//! First tours that are proven without a count.

use std::ops::ControlFlow;

use knight_board::theorems;
use knight_search::engines::{plain, search_one};
use knight_search::first_tours::{FirstTour, first_tour};
use knight_search::{
    Board, Budget, Engine, Family, Goal, Method, MoveOrder, Outcome, Problem, Tables, Tour,
};
use proptest::prelude::*;

fn proven(problem: &Problem, effort: u128) -> FirstTour {
    let mut progress = |_| ControlFlow::Continue(());
    first_tour(&Family::of(problem), problem.order, effort, &mut progress).unwrap()
}

fn job(board: &str, place: usize, rank: u16, goal: Goal) -> Problem {
    let board: Board = board.parse().unwrap();
    let start = board.square(place % board.area());
    let order = MoveOrder::from_rank(rank).unwrap();
    Problem { board, start, order, goal, budget: Budget::UNLIMITED }
}

const GOALS: [Goal; 2] = [Goal::Open, Goal::Closed];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn they_are_the_tours_of_the_plain_search(
        board in prop::sample::select(vec!["1x1", "1x3", "3x4", "4x4", "3x7", "5x5", "4x6", "5x6", "6x5", "6x6"]),
        place in 0usize..64,
        rank in 0u16..40_320,
        goal in prop::sample::select(GOALS.to_vec()),
        effort in prop::sample::select(vec![0, 100_000, 10_000_000_000]),
    ) {
        let budget = Budget::checks(3_000_000).unwrap();
        let problem = Problem { budget, ..job(board, place, rank, goal) };
        let found = proven(&problem, effort);
        let plain = plain::search(&problem);
        match found {
            FirstTour::Found(squares) if plain.outcome == Outcome::Tour => {
                prop_assert_eq!(Some(squares), plain.tour);
            }
            FirstTour::Found(squares) => {
                prop_assert_eq!(plain.outcome, Outcome::Budget);
                prop_assert!(Tour::new(problem.board, squares).is_ok());
            }
            FirstTour::NoTour => prop_assert!(plain.outcome != Outcome::Tour),
            FirstTour::Unknown(_) => prop_assert!(effort < 10_000_000_000),
        }
    }
}

#[test]
fn on_8x8_they_are_the_tours_of_engine_leap() {
    let tables = Tables::new(1 << 30);
    for place in 0..64 {
        let goal = GOALS[place % 2];
        // A budget decides whether leap counts, not which tour is the first.
        let budget = Budget::checks(10_000_000_000).unwrap();
        let problem = Problem { budget, ..job("8x8", place, place as u16 * 617, goal) };
        let mut progress = |_| ControlFlow::Continue(());
        let method = Method::fixed(Engine::Leap);
        let answer = search_one(method, &problem, &tables, &mut progress).unwrap();
        let FirstTour::Found(squares) = proven(&problem, 10_000_000_000) else {
            panic!("{problem:?}");
        };
        if let Some(tour) = answer.tour {
            assert_eq!(squares, tour, "{problem:?}");
        }
        assert!(Tour::new(problem.board, squares).is_ok());
    }
}

/// Some of the searches meet positions that only the search with clauses settles.
#[test]
fn they_are_proven_on_large_boards() {
    for board in ["9x9", "10x10", "12x12", "14x14", "16x16"] {
        for place in (0..board.parse::<Board>().unwrap().area()).step_by(7) {
            for goal in GOALS {
                let rank = if place % 2 == 0 { 0 } else { place as u16 * 157 };
                let problem = job(board, place, rank, goal);
                if theorems::from(problem.board, problem.start, goal).is_some() {
                    continue;
                }
                let FirstTour::Found(squares) = proven(&problem, 1_000_000_000) else {
                    panic!("{problem:?}");
                };
                let tour = Tour::new(problem.board, squares).unwrap();
                assert!(goal == Goal::Open || tour.is_closed());
            }
        }
    }
}
