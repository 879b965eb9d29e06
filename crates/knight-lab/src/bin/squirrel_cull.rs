//! In which numberings of the moves do Squirrel and Cull's 19 move orders suffice for greedy runs
//! on all boards with sides from 10 to 299?
//!
//! D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square chessboards*,
//! 1996. Ties go by the order. A numbering counts the moves round from any of the eight, clockwise
//! or anticlockwise; a run starts in a corner. Mirroring the board gives the same runs mirrored,
//! and the boards are the same set mirrored, so the clockwise numberings from the top left stand
//! for all 64 pairs of a numbering and a corner.
//!
//! Usage: `squirrel_cull LARGEST_SIDE` tries all numberings, each until a board refutes it;
//! `squirrel_cull LARGEST_SIDE MOVE` tries that with 1 at this move of Fig. 2 on all boards and
//! lists those on which no order succeeds. See `docs/results/warnsdorff.md`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_search::engines::warnsdorff::{self, Mode, Ties};
use knight_search::{Board, Budget, Goal, Move, MoveOrder, Problem, Tour};
use rayon::prelude::*;

/// The 19 orders, one a line, after comments.
const ORDERS: &str = include_str!("../../../knight-search/tests/data/squirrel_cull.txt");

const SMALLEST_SIDE: u16 = 10;

/// Boards run before a look whether one of them refutes the numbering.
const BOARDS_AT_ONCE: usize = 1_000;

/// When to stop with a numbering.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    Refuted,
    AllBoards,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (largest, firsts, until) = match &arguments[..] {
        [largest] => (largest, Move::ALL.to_vec(), Until::Refuted),
        [largest, first] => {
            let first = Move::from_number(first.parse()?).ok_or("moves go from 1 to 8")?;
            (largest, vec![first], Until::AllBoards)
        }
        _ => return Err("usage: squirrel_cull LARGEST_SIDE [MOVE]".into()),
    };
    let lines = ORDERS.lines().filter(|line| !line.starts_with('#'));
    let digits: Vec<MoveOrder> = lines.map(str::parse).collect::<Result<_, _>>()?;
    let boards = boards(largest.parse()?)?;
    println!("{} boards, sides {SMALLEST_SIDE} to {largest}", boards.len());
    for first in firsts {
        let read = |&digits: &MoveOrder| numbered_from(first, digits);
        let orders: Vec<MoveOrder> = digits.iter().filter_map(read).collect();
        report(first, &orders, &boards, until);
    }
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

/// The order that its digits mean if 1 is `first` and the others follow clockwise, as in Fig. 2.
fn numbered_from(first: Move, digits: MoveOrder) -> Option<MoveOrder> {
    let mv = |digit: Move| Move::ALL[(first.index() + digit.index()) % 8];
    MoveOrder::new(digits.moves().map(mv))
}

/// Prints on which boards no order succeeds, and how many boards need each order.
fn report(first: Move, orders: &[MoveOrder], boards: &[Board], until: Until) {
    let began = Instant::now();
    let mut first_successes = vec![0; orders.len()];
    let mut failing = Vec::new();
    for some in boards.chunks(BOARDS_AT_ONCE) {
        let least = |&board: &Board| orders.iter().position(|&order| succeeds(board, order));
        let needed: Vec<Option<usize>> = some.par_iter().map(least).collect();
        for (board, needed) in some.iter().zip(needed) {
            match needed {
                Some(place) => first_successes[place] += 1,
                None => failing.push(board.to_string()),
            }
        }
        if until == Until::Refuted && !failing.is_empty() {
            break;
        }
    }
    let (row, col) = first.delta();
    let verdict = match (until, failing.first()) {
        (_, None) => "they suffice for all boards".to_owned(),
        (Until::Refuted, Some(least)) => format!("they do not suffice for {least}"),
        (Until::AllBoards, _) => format!("they suffice for all boards but {}", failing.join(" ")),
    };
    println!(
        "1 is ({row:+},{col:+}): {verdict}; boards on which each is the first to succeed: {first_successes:?}; {:.0} s",
        began.elapsed().as_secs_f64()
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
    let answer = warnsdorff::search(&problem, Ties::First, Mode::Greedy, &mut progress);
    let tour = answer.ok().and_then(|answer| answer.tour);
    tour.is_some_and(|squares| Tour::new(board, squares).is_ok())
}
