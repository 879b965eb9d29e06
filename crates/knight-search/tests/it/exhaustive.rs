//! Slower tests, run with `cargo test --release -- --ignored`.

use std::ops::ControlFlow;

use knight_board::orbit_representatives;
use knight_search::engines::{
    leap, plain, search_one, step,
    warnsdorff::greedy_failures::greedy_failures,
    warnsdorff::{self, Mode, Ties},
};
use knight_search::{
    Board, Budget, Engine, Goal, Method, MoveOrder, Outcome, Problem, Rule, Symmetry, Tour,
};

use crate::known::GreedyRuns;
use crate::warnsdorff::greedy_runs::runs_and_stuck;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Asserts that both searches give the same answer, and gives it.
fn agree(problem: &Problem) -> knight_search::Answer {
    let answer = step::search(problem, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(answer, plain::search(problem), "{problem:?}");
    answer
}

#[test]
#[ignore = "a minute: every start of all boards up to 5x5, to the end"]
fn every_start_of_every_small_board_agrees_with_the_plain_recursion() {
    for rows in 1..=5 {
        for cols in 1..=5 {
            let board = Board::new(rows, cols).unwrap();
            for start in board.squares() {
                for order in [MoveOrder::FIG2, MoveOrder::ALTERNATING] {
                    for goal in [Goal::Open, Goal::Closed] {
                        let budget = Budget::UNLIMITED;
                        agree(&Problem { board, start, order, goal, budget });
                    }
                }
            }
        }
    }
}

#[test]
#[ignore = "seconds: every budget up to the end of whole searches"]
fn every_budget_of_a_whole_search_agrees_with_the_plain_recursion() {
    for size in ["3x4", "4x3", "3x5", "4x4"] {
        let board = board(size);
        for start in orbit_representatives(board) {
            for goal in [Goal::Open, Goal::Closed] {
                let order = MoveOrder::TUTORIAL;
                let whole = Problem { board, start, order, goal, budget: Budget::UNLIMITED };
                let end = agree(&whole).checks;
                for limit in 1..=end + 9 {
                    let budget = Budget::checks(limit).unwrap();
                    agree(&Problem { budget, ..whole });
                }
            }
        }
    }
}

#[test]
#[ignore = "seconds: all images of a job on 8x8"]
fn the_images_of_a_job_take_the_same_checks_and_find_mirrored_tours() {
    let board = board("8x8");
    let start = board.parse_square("3,4").unwrap();
    let problem = Problem {
        board,
        start,
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let original = step::search(&problem, &mut |_| ControlFlow::Continue(())).unwrap();
    for g in Symmetry::of(board) {
        let image =
            Problem { start: g.square(board, start), order: g.order(problem.order), ..problem };
        let found = step::search(&image, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((found.checks, found.nodes), (original.checks, original.nodes));
        let mirrored = original
            .tour
            .as_ref()
            .map(|t| t.iter().map(|&s| g.square(board, s)).collect::<Vec<_>>());
        assert_eq!(found.tour, mirrored);
    }
}

#[test]
#[ignore = "half a minute: both engines on 8x8, with budgets around the counts"]
fn the_leap_engine_agrees_with_the_step_engine_on_8x8() {
    let board = board("8x8");
    let tables = leap::Tables::new(1 << 30);
    let orders: Vec<MoveOrder> = MoveOrder::all().step_by(397).collect();
    let mut tours = 0;
    for start in orbit_representatives(board) {
        for &order in &orders {
            for goal in [Goal::Open, Goal::Closed] {
                let budget = Budget::checks(20_000_000).unwrap();
                let mut problem = Problem { board, start, order, goal, budget };
                let agree = |problem: &Problem| {
                    let progress = || |_| ControlFlow::Continue(());
                    let stepped = step::search(problem, &mut progress()).unwrap();
                    for engine in [Engine::Leap, Engine::Auto] {
                        let found =
                            search_one(Method::fixed(engine), problem, &tables, &mut progress());
                        assert_eq!(found, Ok(stepped.clone()), "{engine} {problem:?}");
                    }
                    stepped
                };
                let answer = agree(&problem);
                if answer.outcome == Outcome::Tour {
                    tours += 1;
                    for limit in [answer.checks - 1, answer.checks, answer.checks + 1] {
                        problem.budget = Budget::checks(limit).unwrap();
                        agree(&problem);
                    }
                }
            }
        }
    }
    assert!(tours > 10, "only {tours} tours: the sample says too little");
}

#[test]
#[ignore = "seconds: 1,209,600 greedy runs on 8x8, all orders from ten squares by three ways with ties"]
fn greedy_runs_of_all_orders_get_stuck_as_often_as_is_known() {
    let known = GreedyRuns::all().into_iter();
    for known in known.filter(|known| known.start().is_none()) {
        let found = runs_and_stuck(&known);
        assert_eq!(found, (known.runs, known.stuck), "{}", known.rule);
    }
}

#[test]
#[ignore = "seconds: 403,200 greedy runs on 8x8"]
fn greedy_failures_have_the_known_numbers() {
    let known = GreedyRuns::all().into_iter();
    let failures = greedy_failures(board("8x8"));
    for known in known.filter(|known| known.rule() == Rule::Greedy) {
        assert_eq!(known.board(), board("8x8"));
        let stuck: u64 = match known.start() {
            Some(start) => failures[known.board().index(start)].into(),
            None => failures.iter().copied().map(u64::from).sum(),
        };
        assert_eq!(stuck, known.stuck, "{:?}", known.start());
    }
}

#[test]
#[ignore = "seconds: the largest board"]
fn the_largest_board_is_toured() {
    let board = board("1000x1000");
    let problem = Problem {
        board,
        start: board.square(0),
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let mut progress = |_| ControlFlow::Continue(());
    let answer = warnsdorff::search(&problem, Ties::Roth, Mode::Greedy, &mut progress).unwrap();
    let tour = answer.tour.unwrap_or_else(|| panic!("stuck after {:?} squares", answer.nodes));
    assert!(Tour::new(board, tour).is_ok());
}
