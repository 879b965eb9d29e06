use std::ops::ControlFlow;

use knight_board::bitboard::with_words;
use knight_board::theorems;
use proptest::prelude::*;

use crate::engines::{plain, search_one};
use crate::feasibility::first_tour::*;
use crate::{Board, Budget, Engine, Goal, Method, Outcome, Problem, Tables, Tour};

/// Neither a tour nor that there is none.
#[derive(Debug)]
struct NotProven;

/// The first tour, if there is one.
fn proven(problem: &Problem, effort: u128) -> Result<Option<Vec<Square>>, NotProven> {
    let (family, mut check) = (Family::of(problem), || Ok(()));
    with_words!(problem.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(problem.board);
        let first = first_tour(&graph, &family, problem.order, effort, &mut check).unwrap();
        first.map(|first| first.tour).ok_or(NotProven)
    })
}

/// A tour that is there and can be proven.
fn tour(problem: &Problem, effort: u128) -> Vec<Square> {
    proven(problem, effort).unwrap().unwrap_or_else(|| panic!("no tour: {problem:?}"))
}

fn job(board: &str, place: usize, rank: u16, goal: Goal) -> Problem {
    let board: Board = board.parse().unwrap();
    let start = board.square(place % board.area());
    let order = MoveOrder::from_rank(rank).unwrap();
    Problem { board, start, order, goal, budget: Budget::UNLIMITED }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn they_are_the_tours_of_the_plain_search(
        board in prop::sample::select(vec!["1x1", "1x3", "3x4", "4x4", "3x7", "5x5", "4x6", "5x6", "6x5", "6x6"]),
        place in 0usize..64,
        rank in 0u16..40_320,
        goal in prop::sample::select(Goal::ALL),
        effort in prop::sample::select(vec![0, 100_000, 10_000_000_000]),
    ) {
        let budget = Budget::checks(3_000_000).unwrap();
        let problem = Problem { budget, ..job(board, place, rank, goal) };
        let found = proven(&problem, effort);
        let plain = plain::search(&problem);
        match found {
            Ok(Some(squares)) if plain.outcome == Outcome::Tour => {
                prop_assert_eq!(Some(squares), plain.tour);
            }
            Ok(Some(squares)) => {
                prop_assert_eq!(plain.outcome, Outcome::Budget);
                prop_assert!(Tour::new(problem.board, squares).is_ok());
            }
            Ok(None) => prop_assert!(plain.outcome != Outcome::Tour),
            Err(NotProven) => prop_assert!(effort < 10_000_000_000),
        }
    }
}

#[test]
fn on_8x8_they_are_the_tours_of_engine_leap() {
    let tables = Tables::new(1 << 30);
    for place in 0..64 {
        let goal = Goal::ALL[place % Goal::ALL.len()];
        // A budget decides whether leap counts, not which tour is the first.
        let budget = Budget::checks(10_000_000_000).unwrap();
        let problem = Problem { budget, ..job("8x8", place, place as u16 * 617, goal) };
        let mut progress = |_| ControlFlow::Continue(());
        let method = Method::fixed(Engine::Leap);
        let answer = search_one(method, &problem, &tables, &mut progress).unwrap();
        let squares = tour(&problem, 10_000_000_000);
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
            for &goal in Goal::ALL {
                let rank = if place % 2 == 0 { 0 } else { place as u16 * 157 };
                let problem = job(board, place, rank, goal);
                if theorems::from(problem.board, problem.start, goal).is_some() {
                    continue;
                }
                let squares = tour(&problem, 1_000_000_000);
                let tour = Tour::new(problem.board, squares).unwrap();
                assert!(goal == Goal::Open || tour.is_closed());
            }
        }
    }
}
