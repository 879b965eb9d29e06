//! Every answer of a search is accepted as the row of its job.

use std::ops::ControlFlow;
use std::time::Duration;

use knight_search::engines::leap::Tables;
use knight_search::engines::search_one;
use knight_search::{Answer, Board, Budget, Engine, Goal, Method, MoveOrder, Problem, Rule};
use knightsweep::experiment::plan::Job;
use knightsweep::results::record::Record;
use proptest::prelude::*;

fn search_by(method: Method, problem: &Problem) -> Answer {
    let mut progress = |_| ControlFlow::Continue(());
    search_one(method, problem, &Tables::new(1 << 20), &mut progress).unwrap()
}

fn problems(budgets: std::ops::Range<u128>) -> impl Strategy<Value = Problem> {
    let boards = (1..=7u16, 1..=7u16).prop_map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let start = |board: Board| (Just(board), 0..board.area());
    let goal = prop_oneof![Just(Goal::Open), Just(Goal::Closed)];
    let all = (boards.prop_flat_map(start), 0..MoveOrder::COUNT, goal, budgets);
    all.prop_map(|((board, start), rank, goal, checks)| Problem {
        board,
        start: board.square(start),
        order: MoveOrder::from_rank(rank).unwrap(),
        goal,
        budget: Budget::checks(checks).unwrap(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// What is read from a results file is held to what such a search can count.
    #[test]
    fn every_answer_is_accepted_as_the_row_of_its_job(problem in problems(1..20_000), seed: u64) {
        for &rule in Rule::ALL {
            let job = Job {
                id: 0,
                problem,
                method: Method {
                    rule,
                    seed: rule.is_random().then_some(seed),
                    engine: Engine::Step,
                },
                mirror_of: None,
            };
            let answer = search_by(job.method, &problem);
            let record = Record::new(&job, Ok(&answer), Duration::ZERO, None, true).unwrap();
            prop_assert_eq!(record.check(&job, true), Ok(()), "{}", rule);
            if let Some(nodes) = record.nodes {
                let altered = Record { checks: record.checks.map(|checks| checks + 1), budget: None, ..record.clone() };
                let free = Job { problem: Problem { budget: Budget::UNLIMITED, ..problem }, ..job };
                prop_assert!(rule == Rule::Fixed || altered.check(&free, true).is_err(), "{}", rule);
                let grown = Record { nodes: Some(100 * nodes + 100), ..record };
                prop_assert!(grown.check(&job, true).is_err(), "{}", rule);
            }
        }
    }
}
