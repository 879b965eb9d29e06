//! Searches whose course is known by hand, and searches of large boards.

use std::ops::ControlFlow;

use knight_search::engines::{
    plain,
    warnsdorff::{self, Mode, Ties},
};
use knight_search::{Answer, Board, Budget, Goal, Interrupted, Outcome, Problem, Square};

use super::{check_tour, open, search};

/// A knight on the rim of 3x3 goes round it. The start has two children with one onward move each,
/// the next six squares have one child, the eighth has none, and the middle is out of reach.
#[test]
fn the_checks_of_a_run_by_hand() {
    let problem = open("3x3", "1,1");
    let checks = (8 + 2 * 8) + 6 * (8 + 8) + 8;
    for (ties, checks) in [
        (Ties::First, checks),
        (Ties::Random(3), checks),
        (Ties::Pohl, checks + 2 * 8),
        (Ties::PohlRandom(3), checks + 2 * 8),
        (Ties::Roth, checks),
    ] {
        let answer = search(&problem, ties, Mode::Greedy);
        let wanted = Answer { outcome: Outcome::Stuck, checks, nodes: Some(8), tour: None };
        assert_eq!(answer, wanted, "{ties:?}");
        let short = Problem { budget: Budget::checks(checks - 1).unwrap(), ..problem };
        let answer = search(&short, ties, Mode::Greedy);
        assert_eq!((answer.outcome, answer.checks), (Outcome::Budget, checks - 1));
    }
}

#[test]
fn a_dead_end_proves_nothing() {
    let stuck_start = Board::new(5, 5).unwrap().parse_square("1,2").unwrap();
    let problem = Problem { start: stuck_start, ..open("5x5", "1,1") };
    let greedy = search(&problem, Ties::First, Mode::Greedy);
    assert!(greedy.nodes.is_some_and(|visited| visited < 25));
    assert_eq!((greedy.outcome, greedy.tour), (Outcome::Stuck, None));
    let whole = search(&problem, Ties::First, Mode::Backtracking);
    assert_eq!(whole.outcome, Outcome::None);
    // All there is to search, in whatever order.
    assert_eq!(whole.nodes, plain::search(&problem).nodes);
}

#[test]
fn a_single_square_is_a_tour_without_a_check_and_never_closes() {
    let problem = open("1x1", "1,1");
    for mode in [Mode::Backtracking, Mode::Greedy] {
        let answer = search(&problem, Ties::Pohl, mode);
        assert_eq!((answer.checks, answer.nodes), (0, Some(1)));
        let closed = Problem { goal: Goal::Closed, ..problem };
        let answer = search(&closed, Ties::Pohl, mode);
        assert_eq!((answer.checks, answer.nodes), (8, Some(1)));
        assert!(matches!(answer.outcome, Outcome::None | Outcome::Stuck));
    }
}

#[test]
fn large_boards_are_toured_without_recursion() {
    for (text, ties) in [("300x200", Ties::First), ("250x250", Ties::Roth)] {
        let problem = open(text, "1,1");
        let budget = Budget::checks(10_000_000).unwrap();
        let answer = search(&Problem { budget, ..problem }, ties, Mode::Backtracking);
        check_tour(&problem, &answer);
        assert_eq!(answer.outcome, Outcome::Tour, "{text} {ties:?}");
    }
}

#[test]
fn the_progress_sees_the_checks_rise_and_can_stop_the_search() {
    let mut seen = Vec::new();
    let problem = open("5x5", "1,2");
    let answer = warnsdorff::search(&problem, Ties::First, Mode::Backtracking, &mut |checks| {
        seen.push(checks);
        if seen.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(answer, Err(Interrupted));
    assert!(seen.len() == 5 && seen.is_sorted_by(|a, b| a < b));
}

#[test]
fn random_ties_depend_on_their_seed_alone() {
    let problem = open("8x8", "4,4");
    let tour = |seed| search(&problem, Ties::Random(seed), Mode::Backtracking).tour;
    assert_eq!(tour(1), tour(1));
    let different: Vec<Option<Vec<Square>>> = (1..=5).map(tour).collect();
    assert!(different.windows(2).any(|pair| pair[0] != pair[1]));
}

#[test]
fn the_largest_board_is_toured() {
    let problem = open("2000x2000", "1,1");
    let answer = search(&problem, Ties::Roth, Mode::Greedy);
    check_tour(&problem, &answer);
    assert_eq!(answer.nodes, Some(4_000_000));
}

#[test]
fn ties_with_as_many_onward_moves_go_by_the_move_order() {
    // From the corner of a square board both children are alike, so the order decides.
    for (first, second) in [("12345678", (2, 3)), ("21345678", (3, 2))] {
        let problem = Problem { order: first.parse().unwrap(), ..open("6x6", "1,1") };
        let tour = search(&problem, Ties::First, Mode::Backtracking).tour.unwrap();
        assert_eq!((tour[1].row, tour[1].col), second);
    }
}
