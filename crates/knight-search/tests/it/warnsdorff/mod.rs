//! Warnsdorff's rule: against a plain recursion, by hand, and against known numbers.

mod agreement;
mod by_hand;
mod greedy_runs;
mod reference;

use std::ops::ControlFlow;

use knight_search::engines::warnsdorff::{self, Mode, Ties};
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Rule, Tour};

fn search(problem: &Problem, ties: Ties, mode: Mode) -> Answer {
    warnsdorff::search(problem, ties, mode, &mut |_| ControlFlow::Continue(())).unwrap()
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

/// The rules of experiments except `fixed`, with what they stand for.
fn rules(seed: u64) -> [(Rule, Ties, Mode); 12] {
    let (backtracking, greedy) = (Mode::Backtracking, Mode::Greedy);
    [
        (Rule::Warnsdorff, Ties::First, backtracking),
        (Rule::WarnsdorffRandom, Ties::Random(seed), backtracking),
        (Rule::WarnsdorffPohl, Ties::Pohl, backtracking),
        (Rule::WarnsdorffPohlRandom, Ties::PohlRandom(seed), backtracking),
        (Rule::WarnsdorffRoth, Ties::Roth, backtracking),
        (Rule::WarnsdorffSquirrelCull, Ties::SquirrelCull, backtracking),
        (Rule::Greedy, Ties::First, greedy),
        (Rule::GreedyRandom, Ties::Random(seed), greedy),
        (Rule::GreedyPohl, Ties::Pohl, greedy),
        (Rule::GreedyPohlRandom, Ties::PohlRandom(seed), greedy),
        (Rule::GreedyRoth, Ties::Roth, greedy),
        (Rule::GreedySquirrelCull, Ties::SquirrelCull, greedy),
    ]
}

/// Asserts that the tour of an answer, if any, is one, and that it closes if it should.
fn check_tour(problem: &Problem, answer: &Answer) {
    if let Some(squares) = &answer.tour {
        let tour = Tour::new(problem.board, squares.clone()).unwrap();
        assert_eq!(squares[0], problem.start);
        assert!(problem.goal == Goal::Open || tour.is_closed());
    }
}
