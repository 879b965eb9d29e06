//! How many greedy runs get stuck, and which orders of others suffice.

use knight_search::engines::{
    warnsdorff::greedy_failures::greedy_failures,
    warnsdorff::{Mode, Ties},
};
use knight_search::{
    Board, Budget, Goal, Move, MoveOrder, Outcome, Problem, Rule, Square, Symmetry, Tour,
};
use rayon::prelude::*;

use super::{check_tour, open, rules, search};
use crate::known::{self, GreedyRuns, SquirrelCullBoard};

#[test]
fn the_failures_from_every_start_are_those_of_its_orbit() {
    for text in ["5x5", "4x6"] {
        let board: Board = text.parse().unwrap();
        let start = board.parse_square("2,4").unwrap();
        let counted = greedy_failures(board);
        let expected = failures(board, start);
        for g in Symmetry::of(board) {
            assert_eq!(counted[board.index(g.square(board, start))], expected, "{text}");
        }
    }
}

/// Counts directly the orders with which a greedy run from this start gets stuck.
fn failures(board: Board, start: Square) -> u16 {
    let budget = Budget::UNLIMITED;
    let goal = Goal::Open;
    let stuck = |order: &MoveOrder| {
        let order = *order;
        let problem = Problem { board, start, order, goal, budget };
        search(&problem, Ties::First, Mode::Greedy).outcome == Outcome::Stuck
    };
    MoveOrder::all().filter(stuck).count() as u16
}

/// How many greedy runs there are, and in how many of them the knight gets stuck, by running them
/// all.
pub(crate) fn runs_and_stuck(known: &GreedyRuns) -> (u64, u64) {
    let board = known.board();
    let starts = known.start().map_or(board.squares().collect(), |start| vec![start]);
    let orders_and_seeds: Vec<(MoveOrder, u64)> = match known.last_seed {
        Some(last) => (1..=last).map(|seed| (MoveOrder::FIG2, seed)).collect(),
        None => MoveOrder::all().map(|order| (order, 0)).collect(),
    };
    let is_stuck = |start: Square, order: MoveOrder, seed: u64| {
        let of_rule = |&(rule, ..): &(Rule, Ties, Mode)| rule == known.rule();
        let (_, ties, mode) = rules(seed).into_iter().find(of_rule).unwrap();
        let problem = Problem { board, start, order, goal: Goal::Open, budget: Budget::UNLIMITED };
        search(&problem, ties, mode).outcome == Outcome::Stuck
    };
    let from = |&start: &Square| {
        let runs = orders_and_seeds.iter();
        let stuck = runs.filter(|&&(order, seed)| is_stuck(start, order, seed));
        stuck.count() as u64
    };
    let runs = (starts.len() * orders_and_seeds.len()) as u64;
    (runs, starts.par_iter().map(from).sum())
}

#[test]
fn greedy_runs_get_stuck_as_often_as_is_known() {
    let known = GreedyRuns::all().into_iter();
    for known in known.filter(|known| known.runs < 100_000) {
        let context = format!("{} from {:?}: {}", known.rule, known.start(), known.source);
        assert_eq!(runs_and_stuck(&known), (known.runs, known.stuck), "{context}");
    }
}

#[test]
fn roths_ties_fail_from_few_corners_and_else_take_a_known_number_of_checks() {
    let corners = |n: u16| [(1, 1), (1, n), (n, 1), (n, n)].map(|(row, col)| Square { row, col });
    let jobs: Vec<(u16, Square)> =
        (16..=110).flat_map(|n| corners(n).map(|start| (n, start))).collect();
    let stuck: Vec<(u16, Square)> = jobs
        .into_par_iter()
        .filter(|&(n, start)| {
            let problem = Problem { start, ..open(&format!("{n}x{n}"), "1,1") };
            let answer = search(&problem, Ties::Roth, Mode::Greedy);
            let n = u128::from(n);
            if answer.outcome == Outcome::Tour {
                assert_eq!(answer.checks, 8 * (n * n - 1) + 32 * (n - 1) * (n - 2));
            }
            answer.outcome == Outcome::Stuck
        })
        .collect();
    let expected = [(27, 27, 1), (30, 30, 1), (37, 37, 37), (104, 104, 1)];
    assert_eq!(stuck, expected.map(|(n, row, col)| (n, Square { row, col })));
}

/// Squirrel and Cull state it for all sides from 112 on.
#[test]
fn squirrel_and_culls_changing_orders_tour_large_boards() {
    let order: MoveOrder = "78123456".parse().unwrap();
    let failing: Vec<u16> = (112..=175)
        .into_par_iter()
        .filter(|side| {
            let problem = Problem { order, ..open(&format!("{side}x{side}"), "1,1") };
            let answer = search(&problem, Ties::SquirrelCull, Mode::Greedy);
            check_tour(&problem, &answer);
            answer.outcome != Outcome::Tour
        })
        .collect();
    assert_eq!(failing, [0; 0]);
}

/// Squirrel and Cull's orders, their digits counted clockwise from a move.
fn orders_counted_from(row: i32, col: i32) -> Vec<MoveOrder> {
    let first = Move::from_delta(row, col).unwrap();
    let read = |order: MoveOrder| {
        let moves = order.moves();
        MoveOrder::new(moves.map(|digit| Move::ALL[(first.index() + digit.index()) % 8])).unwrap()
    };
    known::squirrel_cull_orders().into_iter().map(read).collect()
}

/// The place of the first order with which a greedy run from the corner finds a tour.
fn first_to_succeed(board: &str, orders: &[MoveOrder]) -> Option<usize> {
    orders.iter().position(|&order| {
        let problem = Problem { order, ..open(board, "1,1") };
        let tour = search(&problem, Ties::First, Mode::Greedy).tour;
        tour.is_some_and(|squares| Tour::new(problem.board, squares).is_ok())
    })
}

/// `docs/results/warnsdorff.md`, section 5, which `squirrel_cull` of `knight-lab` finds for all
/// sides up to 299.
#[test]
fn the_19_orders_suffice_in_one_numbering_and_not_in_others() {
    let sufficing = orders_counted_from(1, -2);
    assert_eq!(sufficing.len(), 19);
    for (rows, cols) in (10..=14).flat_map(|rows| (10..=14).map(move |cols| (rows, cols))) {
        let first = first_to_succeed(&format!("{rows}x{cols}"), &sufficing);
        assert!(first.is_some_and(|place| place < 8), "{rows}x{cols}");
    }
    for failing in SquirrelCullBoard::all() {
        let orders = orders_counted_from(failing.move1_row, failing.move1_col);
        let board = &failing.board().to_string();
        assert_eq!(first_to_succeed(board, &orders), None, "{board}");
        assert!(first_to_succeed(board, &sufficing).is_some(), "{board}");
    }
}
