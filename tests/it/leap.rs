//! The leap engine gives the answers of the literal search.

use std::ops::ControlFlow;

use knightsweep::board::Board;
use knightsweep::order::MoveOrder;
use knightsweep::search::leap::Tables;
use knightsweep::search::{
    Answer, Budget, Engine, Goal, Outcome, Problem, Rule, plain, search_one,
};
use proptest::prelude::*;

fn problem(size: &str, start: &str, order: &str, goal: Goal, budget: Budget) -> Problem {
    let board: Board = size.parse().unwrap();
    Problem {
        board,
        start: board.parse_square(start).unwrap(),
        order: order.parse().unwrap(),
        goal,
        budget,
    }
}

fn leap(problem: &Problem) -> Answer {
    let tables = Tables::new(1 << 30);
    let mut pulse = |_| ControlFlow::Continue(());
    search_one(Rule::Fixed, Engine::Leap, problem, &tables, &mut pulse)
        .unwrap()
        .unwrap()
}

#[test]
fn reference_counts_are_met() {
    for (size, start, order, checks, nodes) in [
        ("8x8", "1,1", "fig2", 66_005_601, Some(8_250_733)),
        ("8x8", "1,1", "tutorial", 66_005_601, Some(8_250_733)),
        ("8x8", "3,4", "fig2", 18_017_105, Some(2_252_173)),
        ("8x8", "1,1", "32178546", 10_385, None),
        ("6x6", "1,1", "fig2", 1_985_212, None),
        ("7x7", "1,1", "fig2", 57_209_233, None),
        ("5x5", "1,1", "fig2", 70_624, Some(8_840)),
        ("5x5", "1,2", "fig2", 14_635_368, Some(1_829_421)),
    ] {
        let answer = leap(&problem(size, start, order, Goal::Open, Budget::UNLIMITED));
        assert_eq!(answer.checks, checks, "{size} {start} {order}");
        assert!(nodes.is_none() || answer.nodes == nodes);
    }
}

#[test]
fn a_count_of_days_takes_seconds() {
    let answer = leap(&problem(
        "8x8",
        "1,2",
        "fig2",
        Goal::Open,
        Budget::UNLIMITED,
    ));
    assert_eq!(answer.outcome, Outcome::Tour);
    assert_eq!(answer.checks, 5_763_599_554_748);
    assert_eq!(answer.nodes, Some(720_449_944_376));
}

fn small_problem() -> impl Strategy<Value = Problem> {
    const SIZES: &[&str] = &[
        "1x1", "1x4", "2x3", "3x3", "3x4", "4x3", "4x4", "3x7", "5x5", "4x5", "5x4", "5x6", "6x6",
        "3x10", "6x5",
    ];
    const GOALS: &[Goal] = &[Goal::Open, Goal::Closed];
    (
        prop::sample::select(SIZES),
        any::<prop::sample::Index>(),
        0..MoveOrder::COUNT,
        prop::sample::select(GOALS),
    )
        .prop_map(|(size, start, rank, goal)| {
            let board: Board = size.parse().unwrap();
            Problem {
                board,
                start: board.square(start.index(board.area())),
                order: MoveOrder::from_rank(rank).unwrap(),
                goal,
                budget: Budget::UNLIMITED,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn answers_are_those_of_the_literal_search(problem in small_problem(), digits in 0.0..6.5f64) {
        let budget = Budget::checks(10f64.powf(digits) as u128).unwrap();
        let problem = Problem { budget, ..problem };
        prop_assert_eq!(leap(&problem), plain::search(&problem));
    }

    #[test]
    fn budgets_are_exact_to_the_last_check(problem in small_problem()) {
        let enough = Budget::checks(3_000_000).unwrap();
        let literal = plain::search(&Problem { budget: enough, ..problem });
        prop_assume!(literal.outcome != Outcome::Budget);
        for budget in literal.checks.saturating_sub(1).max(1)..=literal.checks + 1 {
            let problem = Problem { budget: Budget::checks(budget).unwrap(), ..problem };
            prop_assert_eq!(leap(&problem), plain::search(&problem));
        }
        prop_assert_eq!(leap(&problem), literal);
    }
}

#[test]
fn walks_are_counted_from_the_command_line() {
    use crate::program::{knightsweep, stderr, stdout};
    let count = |arguments: &str| stdout(&knightsweep(arguments).assert().success());
    assert_eq!(count("walks --board 6x6 --start 1,1"), "19431824959\n");
    // A search from (1,2) of 5x5 finds no tour: its nodes are in known_counts.csv.
    assert_eq!(count("walks --board 5x5 --start 1,2"), "1829421\n");
    let json: serde_json::Value = serde_json::from_str(&count("walks --board 1x1 --json")).unwrap();
    assert_eq!(json["walks"], 1);

    let refused = |arguments: &str| stderr(&knightsweep(arguments).assert().code(2));
    assert!(refused("walks --board 9x9").contains("more than 64 squares"));
    assert!(refused("walks --start 9,9").contains("off the 6x6 board"));
    refused("walks --memory 3");
    let told = stderr(
        &knightsweep("walks --board 8x8 --memory 1M")
            .assert()
            .code(1),
    );
    assert!(
        told.contains("needs more than the 1.00 MB") && told.contains("--memory"),
        "{told}"
    );
}
