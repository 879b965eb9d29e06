//! Times greedy runs by Warnsdorff's rule. Usage: `warnsdorff BOARD REPETITIONS`.
//!
//! Ties go by the order. Reads one job of standard input after the other: `row,col,order`, as
//! `scripts/baseline/warnsdorff.c` reads them; prints what it prints.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_search::engines::warnsdorff::{self, Ties};
use knight_search::{Board, Budget, Goal, Problem};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, repetitions] = &arguments[..] else {
        return Err("usage: warnsdorff BOARD REPETITIONS".into());
    };
    let (board, repetitions): (Board, u32) = (board.parse()?, repetitions.parse()?);
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
            warnsdorff::run_greedily(problem, Ties::First, 0, &mut progress)
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
