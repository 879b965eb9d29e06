//! Measures Warnsdorff's rule. Usage: `warnsdorff squares LARGEST_SIDE ORDER | greedy BOARD
//! REPETITIONS`; see `docs/results/warnsdorff.md`, and for the last one
//! `scripts/baseline/warnsdorff.c`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_search::engines::warnsdorff::{self, Mode, Ties};
use knight_search::{Board, Budget, Goal, MoveOrder, Problem, Tour};
use rayon::prelude::*;

const ALL_TIES: [Ties; 4] = [Ties::First, Ties::Random(1), Ties::Pohl, Ties::Roth];

type Outcomes = Result<(), Box<dyn Error>>;

fn main() -> Outcomes {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["squares", largest, order] => squares(largest.parse()?, order),
        ["greedy", board, repetitions] => greedy(board.parse()?, repetitions.parse()?),
        _ => Err("usage: warnsdorff squares LARGEST_SIDE ORDER | greedy BOARD REPETITIONS".into()),
    }
}

/// For each way to break ties: the square boards from 5x5 on which a greedy run from the corner
/// gets stuck.
fn squares(largest: u16, order: &str) -> Outcomes {
    let order = order.parse()?;
    for ties in ALL_TIES {
        let boards = (5..=largest).map(|side| Board::new(side, side));
        let boards: Vec<Board> = boards.collect::<Result<_, _>>()?;
        let failing: Vec<&Board> =
            boards.par_iter().filter(|&&board| !has_greedy_tour(board, order, ties)).collect();
        let smallest: Vec<String> = failing.iter().take(5).map(|b| b.to_string()).collect();
        println!(
            "{ties:?}: {} of {} fail; the smallest: {}",
            failing.len(),
            boards.len(),
            smallest.join(" ")
        );
    }
    Ok(())
}

fn has_greedy_tour(board: Board, order: MoveOrder, ties: Ties) -> bool {
    let problem = Problem {
        board,
        start: board.square(0),
        order,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let mut progress = |_| ControlFlow::Continue(());
    let answer = warnsdorff::search(&problem, ties, Mode::Greedy, &mut progress);
    let tour = answer.ok().and_then(|answer| answer.tour);
    tour.is_some_and(|squares| Tour::new(board, squares).is_ok())
}

/// Greedy runs with ties by the order, one job of standard input after the other: `row,col,order`,
/// as `scripts/baseline/warnsdorff.c` reads them; prints what it prints.
fn greedy(board: Board, repetitions: u32) -> Outcomes {
    for line in std::io::stdin().lines() {
        let line = line?;
        let (start, order) = line.rsplit_once(',').ok_or("a job is row,col,order")?;
        let problem = Problem {
            board,
            start: board.parse_square(start)?,
            order: order.parse()?,
            goal: Goal::Open,
            budget: Budget::UNLIMITED,
        };
        let run = || {
            let mut progress = |_| ControlFlow::Continue(());
            let problem = black_box(&problem);
            warnsdorff::search(problem, Ties::First, Mode::Greedy, &mut progress)
        };
        let began = Instant::now();
        for _ in 1..repetitions {
            black_box(run()?);
        }
        let answer = run()?;
        let seconds = began.elapsed().as_secs_f64();
        let visited = answer.nodes.ok_or("a greedy run has no budget")?;
        println!("{},{},{visited},{seconds:.9}", answer.outcome, answer.checks);
    }
    Ok(())
}
