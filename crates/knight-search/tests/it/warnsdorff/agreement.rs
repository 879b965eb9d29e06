//! Searches against the recursion, the mirror images of their jobs, and the plain search.

use std::ops::{ControlFlow, Range};

use knight_search::engines::{
    leap::Tables,
    plain, search_one,
    warnsdorff::{Mode, Ties},
};
use knight_search::{
    Answer, Board, Budget, Engine, Goal, Method, Outcome, Problem, Rule, Square, Symmetry,
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

fn ties() -> impl Strategy<Value = Ties> {
    prop_oneof![
        Just(Ties::First),
        any::<u64>().prop_map(Ties::Random),
        Just(Ties::Pohl),
        any::<u64>().prop_map(Ties::PohlRandom),
        Just(Ties::Roth),
        Just(Ties::SquirrelCull)
    ]
}

fn modes() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Backtracking), Just(Mode::Greedy)]
}

/// Problems on boards of up to 7×7.
fn small_problems(budgets: Range<u128>) -> impl Strategy<Value = Problem> {
    problems(1..=7, budgets)
}

/// Problems with ties that their boards permit.
fn problems_with_ties(budgets: Range<u128>) -> impl Strategy<Value = (Problem, Ties)> {
    (small_problems(budgets), ties()).prop_map(|(problem, ties)| match ties {
        // The square of the rows; its start is on the board.
        Ties::SquirrelCull => {
            let side = problem.board.rows();
            let board = Board::new(side, side).unwrap();
            let start = Square { row: problem.start.row, col: problem.start.col.min(side) };
            (Problem { board, start, ..problem }, ties)
        }
        ties => (problem, ties),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_plain_recursion((problem, ties) in problems_with_ties(1..100_000), mode in modes()) {
        let answer = search(&problem, ties, mode);
        check_tour(&problem, &answer);
        prop_assert_eq!(answer, Reference::search(&problem, ties, mode));
    }

    #[test]
    fn keeps_every_budget_to_the_last_check((problem, ties) in problems_with_ties(1..3_000), mode in modes()) {
        prop_assert_eq!(search(&problem, ties, mode), Reference::search(&problem, ties, mode));
        let needed = search(&Problem { budget: Budget::checks(100_000).unwrap(), ..problem }, ties, mode).checks;
        for checks in needed.max(2) - 1..=needed + 1 {
            let problem = Problem { budget: Budget::checks(checks).unwrap(), ..problem };
            prop_assert_eq!(search(&problem, ties, mode), Reference::search(&problem, ties, mode));
        }
    }

    #[test]
    fn the_rules_of_experiments_are_the_searches_of_the_recursion(
        problem in small_problems(1..20_000),
        seed: u64,
        engine in prop_oneof![Just(Engine::Step), Just(Engine::Auto)],
    ) {
        for (rule, ties, mode) in rules(seed) {
            let seed = rule.is_random().then_some(seed);
            if !(Method { rule, seed, engine }).supports(problem.board) {
                continue;
            }
            let answer = search_by(Method { rule, seed, engine }, &problem);
            prop_assert_eq!(answer, Reference::search(&problem, ties, mode), "{}", rule);
        }
    }

    /// What `symmetry = "reduce"` relies on.
    #[test]
    fn images_have_the_same_counts_and_mirrored_tours_by_every_rule(
        problem in small_problems(20_000..20_001),
        seed: u64,
    ) {
        for &rule in Rule::ALL {
            let method = Method { rule, seed: Some(seed), engine: Engine::Step };
            if !method.supports(problem.board) {
                continue;
            }
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

    #[test]
    fn a_greedy_tour_is_that_of_the_search_with_backtracking((problem, ties) in problems_with_ties(100_000..100_001)) {
        let greedy = search(&problem, ties, Mode::Greedy);
        if greedy.outcome == Outcome::Tour {
            prop_assert_eq!(search(&problem, ties, Mode::Backtracking), greedy);
        } else {
            prop_assert_eq!(greedy.outcome, Outcome::Stuck);
        }
    }
}

const ALL_TIES: [Ties; 5] =
    [Ties::First, Ties::Random(7), Ties::Pohl, Ties::PohlRandom(7), Ties::Roth];

#[test]
fn a_whole_search_finds_a_tour_exactly_if_there_is_one() {
    for text in ["1x1", "1x2", "3x4", "4x3", "3x5", "4x4", "4x5"] {
        let board: Board = text.parse().unwrap();
        for start in board.squares() {
            for goal in [Goal::Open, Goal::Closed] {
                let problem = Problem { start, goal, ..open(text, "1,1") };
                let plain = plain::search(&problem);
                for ties in ALL_TIES {
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
