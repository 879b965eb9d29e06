//! Searches whose course is known by hand, and searches of large boards.

use std::ops::ControlFlow;

use knight_search::engines::warnsdorff;
use knight_search::{Answer, Budget, Interrupted, Outcome, Problem, Rule, Ties};

use super::{check_tour, open, search};

/// A knight on the rim of 3x3 goes round it. The start has two children with one onward move each,
/// the next six squares have one child, the eighth has none, and the middle is out of reach.
#[test]
fn the_checks_of_a_run_by_hand() {
    let problem = open("3x3", "1,1");
    let checks = (8 + 2 * 8) + 6 * (8 + 8) + 8;
    for (ties, checks) in [
        (Ties::First, checks),
        (Ties::Random, checks),
        (Ties::Pohl, checks + 2 * 8),
        (Ties::PohlRandom, checks + 2 * 8),
        (Ties::Roth, checks),
    ] {
        let answer = search(&problem, Rule::Greedy(ties), 3);
        let wanted = Answer { outcome: Outcome::Stuck, checks, nodes: Some(8), tour: None };
        assert_eq!(answer, wanted, "{ties:?}");
        let short = Problem { budget: Budget::checks(checks - 1).unwrap(), ..problem };
        let answer = search(&short, Rule::Greedy(ties), 3);
        assert_eq!((answer.outcome, answer.checks), (Outcome::Budget, checks - 1));
    }
}

#[test]
fn large_boards_are_toured_without_recursion() {
    for (text, rule) in [
        ("300x200", Rule::Warnsdorff(Ties::First)),
        ("250x250", Rule::Warnsdorff(Ties::Roth)),
        ("2000x2000", Rule::Greedy(Ties::Roth)),
    ] {
        let problem =
            Problem { budget: Budget::checks(1_000_000_000).unwrap(), ..open(text, "1,1") };
        let answer = search(&problem, rule, 0);
        check_tour(&problem, &answer);
        assert_eq!(answer.outcome, Outcome::Tour, "{text} {rule}");
    }
}

#[test]
fn the_progress_sees_the_checks_rise_and_can_stop_the_search() {
    let mut seen = Vec::new();
    let problem = open("5x5", "1,2");
    let answer = warnsdorff::search(&problem, Ties::First, 0, &mut |checks| {
        seen.push(checks);
        if seen.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(answer, Err(Interrupted));
    assert!(seen.len() == 5 && seen.is_sorted_by(|a, b| a < b));
}
