//! What D. Squirrel and P. Cull say of move orders in *A Warnsdorff-rule algorithm for knight's
//! tours on square chessboards*, 1996, page 115. Greedy runs begin at (1,1), ties go by the order,
//! and its digits count the moves clockwise from (−2,+1), as in Fig. 1:
//!
//! - Each of the 40,320 orders gets stuck on a board with sides from 10 to 50.
//! - On every board with sides from 10 to 299, one of 19 orders finds a tour.
//!
//! Usage: `squirrel_cull LARGEST_SIDE`, of the boards for the 19 orders; see
//! `docs/results/warnsdorff.md`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;

use knight_search::engines::warnsdorff::{self, Ties};
use knight_search::{Board, Budget, Goal, Move, MoveOrder, Problem, Tour};
use rayon::prelude::*;

/// The 19 orders, one a line, after comments.
const ORDERS: &str = include_str!("../../../knight-search/tests/data/squirrel_cull.txt");

const SMALLEST_SIDE: u16 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let largest = std::env::args().nth(1).ok_or("usage: squirrel_cull LARGEST_SIDE")?.parse()?;
    each_order(&boards(50)?);
    let lines = ORDERS.lines().filter(|line| !line.starts_with('#'));
    let digits: Vec<MoveOrder> = lines.map(str::parse).collect::<Result<_, _>>()?;
    nineteen_orders(&digits.into_iter().map(as_numbered).collect::<Vec<_>>(), &boards(largest)?);
    Ok(())
}

/// All boards with sides up to `largest`, the smallest first.
fn boards(largest: u16) -> Result<Vec<Board>, Box<dyn Error>> {
    let sides = || SMALLEST_SIDE..=largest;
    let pairs = sides().flat_map(|rows| sides().map(move |cols| (rows, cols)));
    let boards = pairs.map(|(rows, cols)| Board::new(rows, cols));
    let mut boards: Vec<Board> = boards.collect::<Result<_, _>>()?;
    boards.sort_by_key(|board| board.area());
    Ok(boards)
}

/// The order that digits mean in the paper's numbering: 1 is (−2,+1), the seventh move of Fig. 2
/// here, and the others follow clockwise, as they do there.
fn as_numbered(digits: MoveOrder) -> MoveOrder {
    let moves = digits.moves().map(|digit| Move::ALL[(6 + digit.index()) % 8]);
    MoveOrder::new(moves).expect("renumbered moves are a permutation as well")
}

/// Prints on which board the order that lasts the longest gets stuck.
fn each_order(boards: &[Board]) {
    let orders: Vec<MoveOrder> = MoveOrder::all().collect();
    let first_stuck = |&digits: &MoveOrder| {
        let order = as_numbered(digits);
        (boards.iter().position(|&board| !succeeds(board, order)), digits)
    };
    let found: Vec<(Option<usize>, MoveOrder)> = orders.par_iter().map(first_stuck).collect();
    let never = found.iter().filter(|(board, _)| board.is_none()).count();
    println!(
        "{} orders on the {} boards with sides {SMALLEST_SIDE} to 50: {never} always find a tour",
        orders.len(),
        boards.len()
    );
    if let Some((Some(board), digits)) = found.iter().max_by_key(|(board, _)| *board) {
        println!("{digits} does on the most, the {board} smallest, up to {}", boards[*board]);
    }
}

/// Prints on which boards no order succeeds, and how many boards need each order.
fn nineteen_orders(orders: &[MoveOrder], boards: &[Board]) {
    let least = |&board: &Board| orders.iter().position(|&order| succeeds(board, order));
    let needed: Vec<Option<usize>> = boards.par_iter().map(least).collect();
    let mut first_successes = vec![0; orders.len()];
    needed.iter().flatten().for_each(|&place| first_successes[place] += 1);
    let failing = boards.iter().zip(&needed).filter(|(_, needed)| needed.is_none());
    let failing: Vec<String> = failing.map(|(board, _)| board.to_string()).collect();
    println!(
        "{} orders on {} boards: all get stuck on {} ({}); boards on which each is the first to find a tour: {first_successes:?}",
        orders.len(),
        boards.len(),
        failing.len(),
        failing.join(" ")
    );
}

/// Whether a greedy run from the top left finds a tour.
fn succeeds(board: Board, order: MoveOrder) -> bool {
    let problem = Problem {
        board,
        start: board.square(0),
        order,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let mut progress = |_| ControlFlow::Continue(());
    let answer = warnsdorff::run_greedily(&problem, Ties::First, 0, &mut progress);
    let tour = answer.ok().and_then(|answer| answer.tour);
    tour.is_some_and(|squares| Tour::new(board, squares).is_ok())
}
