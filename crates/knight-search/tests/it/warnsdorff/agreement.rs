//! Searches against the recursion, the mirror images of their jobs, and the plain search.

use std::ops::{ControlFlow, Range};

use knight_search::engines::{leap::Tables, plain, search_one};
use knight_search::{
    Answer, Board, Budget, Engine, Goal, Method, Outcome, Problem, Rule, Symmetry,
};
use proptest::prelude::*;

use super::reference::Reference;
use super::{check_tour, open, search};
use crate::problems::problems;

fn search_by(method: Method, problem: &Problem) -> Answer {
    let mut progress = |_| ControlFlow::Continue(());
    let tables = Tables::new(1 << 20);
    search_one(method, problem, &tables, &mut progress).unwrap()
}

/// Problems on boards of up to 7×7.
fn small_problems(budgets: Range<u128>) -> impl Strategy<Value = Problem> {
    problems(1..=7, budgets)
}

/// The rules except `fixed` that take the board of a problem.
fn rules_for(problem: &Problem) -> impl Iterator<Item = Rule> {
    let board = problem.board;
    let takes = move |rule: &Rule| {
        let method = Method { rule: *rule, seed: None, engine: Engine::Step };
        *rule != Rule::Fixed && method.supports(board)
    };
    Rule::ALL.iter().copied().filter(takes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_rule_is_the_search_of_the_recursion(
        problem in small_problems(1..40_000),
        seed: u64,
        engine in prop_oneof![Just(Engine::Step), Just(Engine::Auto)],
    ) {
        for rule in rules_for(&problem) {
            let method = Method { rule, seed: rule.is_random().then_some(seed), engine };
            let answer = search_by(method, &problem);
            check_tour(&problem, &answer);
            prop_assert_eq!(answer, Reference::search(&problem, rule, seed), "{}", rule);
        }
    }

    #[test]
    fn every_budget_is_kept_to_the_last_check(
        problem in small_problems(10_000..10_001),
        seed: u64,
        choice: prop::sample::Index,
    ) {
        let rules: Vec<Rule> = rules_for(&problem).collect();
        let rule = *choice.get(&rules);
        let needed = search(&problem, rule, seed).checks;
        for checks in needed.max(2) - 1..=needed + 1 {
            let problem = Problem { budget: Budget::checks(checks).unwrap(), ..problem };
            let answer = search(&problem, rule, seed);
            prop_assert_eq!(answer, Reference::search(&problem, rule, seed));
        }
    }

    /// What `symmetry = "reduce"` relies on.
    #[test]
    fn images_have_the_same_counts_and_mirrored_tours_by_every_rule(
        problem in small_problems(20_000..20_001),
        seed: u64,
    ) {
        for rule in rules_for(&problem).chain([Rule::Fixed]) {
            let method = Method { rule, seed: Some(seed), engine: Engine::Step };
            let answer = search_by(method, &problem);
            for g in Symmetry::of(problem.board) {
                let image = Problem {
                    start: g.square(problem.board, problem.start),
                    order: g.order(problem.order),
                    ..problem
                };
                prop_assert_eq!(search_by(method, &image), answer.mirrored(problem.board, g), "{}", rule);
            }
        }
    }
}

#[test]
fn a_whole_search_finds_a_tour_exactly_if_there_is_one() {
    for text in ["1x1", "1x2", "3x4", "4x3", "3x5", "4x4", "4x5"] {
        let board: Board = text.parse().unwrap();
        for start in board.squares() {
            for &goal in Goal::ALL {
                let problem = Problem { start, goal, ..open(text, "1,1") };
                let plain = plain::search(&problem);
                for rule in rules_for(&problem).filter(|rule| !rule.is_greedy()) {
                    let answer = search(&problem, rule, 7);
                    check_tour(&problem, &answer);
                    assert_eq!(answer.outcome, plain.outcome, "{problem:?} {rule}");
                    if plain.outcome == Outcome::None {
                        assert_eq!(answer.nodes, plain.nodes, "{problem:?} {rule}");
                    }
                }
            }
        }
    }
}
