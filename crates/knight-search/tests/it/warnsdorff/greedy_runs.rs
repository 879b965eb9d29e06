//! How many greedy runs get stuck, and which orders of others suffice.

use std::collections::HashSet;

use knight_board::orbit_representatives;
use knight_search::{
    Answer, Budget, Goal, Move, MoveOrder, Outcome, Problem, Rule, Square, Symmetry, Ties,
};
use rayon::prelude::*;

use super::{check_tour, open, search};
use crate::known::{self, GreedyRuns};

/// How many greedy runs there are, and in how many of them the knight gets stuck. With all orders
/// one start of each orbit stands for its images; with seeds all are run.
fn runs_and_stuck(known: &GreedyRuns) -> (u64, u64) {
    let board = known.board();
    let orders_and_seeds: Vec<(MoveOrder, u64)> = match known.last_seed {
        Some(last) => (1..=last).map(|seed| (MoveOrder::FIG2, seed)).collect(),
        None => MoveOrder::all().map(|order| (order, 0)).collect(),
    };
    let starts: Vec<(Square, usize)> = match (known.start(), known.last_seed) {
        (Some(start), _) => vec![(start, 1)],
        (None, Some(_)) => board.squares().map(|start| (start, 1)).collect(),
        (None, None) => {
            let images = |start| Symmetry::of(board).map(move |g| g.square(board, start));
            let orbit = |start| images(start).collect::<HashSet<_>>().len();
            orbit_representatives(board).into_iter().map(|start| (start, orbit(start))).collect()
        }
    };
    let is_stuck = |start: Square, order: MoveOrder, seed: u64| {
        let problem = Problem { board, start, order, goal: Goal::Open, budget: Budget::UNLIMITED };
        search(&problem, known.rule(), seed).outcome == Outcome::Stuck
    };
    let from = |&(start, images): &(Square, usize)| {
        let runs = orders_and_seeds.iter();
        let stuck = runs.filter(|&&(order, seed)| is_stuck(start, order, seed));
        (images * stuck.count()) as u64
    };
    let squares: usize = starts.iter().map(|(_, images)| images).sum();
    let runs = (squares * orders_and_seeds.len()) as u64;
    (runs, starts.par_iter().map(from).sum())
}

#[test]
fn greedy_runs_get_stuck_as_often_as_is_known() {
    for known in GreedyRuns::all() {
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
            let answer = search(&problem, Rule::Greedy(Ties::Roth), 0);
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
            let answer = search(&problem, Rule::Greedy(Ties::SquirrelCull), 0);
            check_tour(&problem, &answer);
            answer.outcome != Outcome::Tour
        })
        .collect();
    assert_eq!(failing, [0; 0]);
}

/// The order that digits mean in Fig. 1 of Squirrel and Cull's paper: 1 is (−2,+1), and the others
/// follow clockwise, as they do in Fig. 2 here.
fn as_numbered(digits: MoveOrder) -> MoveOrder {
    MoveOrder::new(digits.moves().map(|digit| Move::ALL[(6 + digit.index()) % 8])).unwrap()
}

/// A greedy run with ties by an order in the numbering of their paper.
fn run_by(digits: &str, board: &str, start: &str) -> (Problem, Answer) {
    let order = as_numbered(digits.parse().unwrap());
    let problem = Problem { order, ..open(board, start) };
    (problem, search(&problem, Rule::Greedy(Ties::First), 0))
}

/// The tour on page 112 and the path on page 113 of their paper.
#[test]
fn squirrel_and_culls_numbering_makes_what_they_print() {
    const PRINTED: [usize; 64] = [
        1, 16, 27, 22, 3, 18, 47, 56, 26, 23, 2, 17, 46, 57, 4, 19, 15, 28, 25, 62, 21, 48, 55, 58,
        24, 35, 30, 45, 60, 63, 20, 5, 29, 14, 61, 34, 49, 44, 59, 54, 36, 31, 38, 41, 64, 53, 6,
        9, 13, 40, 33, 50, 11, 8, 43, 52, 32, 37, 12, 39, 42, 51, 10, 7,
    ];
    let (problem, answer) = run_by("12345678", "8x8", "1,1");
    let squares = answer.tour.unwrap();
    let numbered = squares.iter().zip(1..);
    assert!(numbered.into_iter().all(|(s, n)| PRINTED[problem.board.index(*s)] == n));
    assert_eq!(run_by("36875124", "5x5", "1,3").1.nodes, Some(17));
}

/// They state that one of 19 orders finds a tour on every board with sides from 10 to 299.
/// `squirrel_cull` of `knight-lab` finds this one to be the only exception.
#[test]
fn squirrel_and_culls_19_orders_all_get_stuck_on_one_board() {
    let orders = known::squirrel_cull_orders();
    assert_eq!(orders.len(), 19);
    let finds = |board: &str| {
        orders.iter().any(|order| run_by(&order.to_string(), board, "1,1").1.tour.is_some())
    };
    assert!(!finds("289x54"));
    for board in ["54x289", "289x53", "288x54", "10x10", "10x17"] {
        assert!(finds(board), "{board}");
    }
}
