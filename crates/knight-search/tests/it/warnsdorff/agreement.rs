//! Searches against the recursion, the mirror images of their jobs, and the plain search.

use std::ops::{ControlFlow, Range};

use knight_search::engines::{
    leap::Tables,
    plain, search_one,
    warnsdorff::{Mode, Ties},
};
use knight_search::{
    Answer, Board, Budget, Engine, Goal, Method, Outcome, Problem, Rule, Symmetry,
};
use proptest::prelude::*;

use super::reference::Reference;
use super::{check_tour, open, rules, search};
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

/// The rules that take the board of a problem.
fn rules_for(problem: &Problem, seed: u64) -> impl Iterator<Item = (Rule, Ties, Mode)> {
    let board = problem.board;
    let takes = move |(rule, ..): &(Rule, Ties, Mode)| {
        Method { rule: *rule, seed: Some(seed), engine: Engine::Step }.supports(board)
    };
    rules(seed).into_iter().filter(takes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_rule_is_the_search_of_the_recursion(
        problem in small_problems(1..40_000),
        seed: u64,
        engine in prop_oneof![Just(Engine::Step), Just(Engine::Auto)],
    ) {
        for (rule, ties, mode) in rules_for(&problem, seed) {
            let seed = rule.is_random().then_some(seed);
            let answer = search_by(Method { rule, seed, engine }, &problem);
            check_tour(&problem, &answer);
            prop_assert_eq!(answer, Reference::search(&problem, ties, mode), "{}", rule);
        }
    }

    #[test]
    fn every_budget_is_kept_to_the_last_check(
        problem in small_problems(10_000..10_001),
        seed: u64,
        choice: prop::sample::Index,
    ) {
        let rules: Vec<_> = rules_for(&problem, seed).collect();
        let (_, ties, mode) = *choice.get(&rules);
        let needed = search(&problem, ties, mode).checks;
        for checks in needed.max(2) - 1..=needed + 1 {
            let problem = Problem { budget: Budget::checks(checks).unwrap(), ..problem };
            prop_assert_eq!(search(&problem, ties, mode), Reference::search(&problem, ties, mode));
        }
    }

    /// What `symmetry = "reduce"` relies on.
    #[test]
    fn images_have_the_same_counts_and_mirrored_tours_by_every_rule(
        problem in small_problems(20_000..20_001),
        seed: u64,
    ) {
        let rules = rules_for(&problem, seed).map(|(rule, ..)| rule);
        for rule in rules.chain([Rule::Fixed]) {
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
            for goal in [Goal::Open, Goal::Closed] {
                let problem = Problem { start, goal, ..open(text, "1,1") };
                let plain = plain::search(&problem);
                for (_, ties, mode) in rules_for(&problem, 7) {
                    if mode == Mode::Greedy {
                        continue;
                    }
                    let answer = search(&problem, ties, Mode::Backtracking);
                    check_tour(&problem, &answer);
                    assert_eq!(answer.outcome, plain.outcome, "{problem:?} {ties:?}");
                    if plain.outcome == Outcome::None {
                        assert_eq!(answer.nodes, plain.nodes, "{problem:?} {ties:?}");
                    }
                }
            }
        }
    }
}
