//! Warnsdorff's rule: against a plain recursion, by hand, and against known numbers.

mod agreement;
mod by_hand;
mod greedy_runs;
mod reference;

use std::ops::ControlFlow;

use knight_search::engines::warnsdorff;
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Rule, Tour};

/// The answer of one of Warnsdorff's rules.
fn search(problem: &Problem, rule: Rule, seed: u64) -> Answer {
    let mut progress = |_| ControlFlow::Continue(());
    let answer = match rule {
        Rule::Fixed => panic!("another rule"),
        Rule::Warnsdorff(ties) => warnsdorff::search(problem, ties, seed, &mut progress),
        Rule::Greedy(ties) => warnsdorff::run_greedily(problem, ties, seed, &mut progress),
    };
    answer.unwrap()
}

fn open(board: &str, start: &str) -> Problem {
    let board: Board = board.parse().unwrap();
    Problem {
        board,
        start: board.parse_square(start).unwrap(),
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    }
}

/// Asserts that the tour of an answer, if any, is one, and that it closes if it should.
fn check_tour(problem: &Problem, answer: &Answer) {
    if let Some(squares) = &answer.tour {
        let tour = Tour::new(problem.board, squares.clone()).unwrap();
        assert_eq!(squares[0], problem.start);
        assert!(problem.goal == Goal::Open || tour.is_closed());
    }
}
