//! Times single searches in one process: starting a program would take longer than most of them.
//!
//! Usage: times [RUNS]     default: 20
//!
//! Each search runs once unmeasured, then RUNS times. Prints a row of CSV for each:
//!
//! ```text
//! search      the engine, or Warnsdorff's rule with how it breaks ties
//! board       searched from (1,1) with Fig. 2's order
//! checks      that one search makes
//! seconds     of one search, the median
//! fastest     of one search
//! slowest     of one search
//! ```

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_search::engines::warnsdorff::{self, Ties};
use knight_search::engines::{plain, step};
use knight_search::{Answer, Board, Budget, Goal, MoveOrder, Problem, Square};

/// Shorter searches are repeated this long for one measurement.
const LEAST_SECONDS: f64 = 0.001;

type Search = fn(&Problem) -> Answer;

/// How to break ties, and their names.
const GREEDY: [(&str, Search); 4] = [
    ("first", |problem| greedy(problem, Ties::First)),
    ("random", |problem| greedy(problem, Ties::Random)),
    ("pohl", |problem| greedy(problem, Ties::Pohl)),
    ("roth", |problem| greedy(problem, Ties::Roth)),
];

fn main() -> Result<(), Box<dyn Error>> {
    let runs = std::env::args().nth(1).map_or(Ok(20), |runs| runs.parse())?;
    println!("search,board,checks,seconds,fastest,slowest");
    let ten_million = Budget::checks(10_000_000)?;
    time("plain", plain::search, &from_corner(5, Budget::UNLIMITED)?, runs);
    // Of 3x3 almost nothing is to be searched: what a job costs by itself.
    for side in [3, 5, 8] {
        time("step", step, &from_corner(side, Budget::UNLIMITED)?, runs);
    }
    for side in [10, 12, 16] {
        time("step", step, &from_corner(side, ten_million)?, runs);
    }
    for side in [8, 100, 1000] {
        for (ties, search) in GREEDY {
            time(&format!("greedy-{ties}"), search, &from_corner(side, Budget::UNLIMITED)?, runs);
        }
    }
    Ok(())
}

fn from_corner(side: u16, budget: Budget) -> Result<Problem, Box<dyn Error>> {
    Ok(Problem {
        board: Board::new(side, side)?,
        start: Square { row: 1, col: 1 },
        order: MoveOrder::FIG2,
        goal: Goal::Open,
        budget,
    })
}

fn step(problem: &Problem) -> Answer {
    step::search(problem, &mut |_| ControlFlow::Continue(())).expect("the progress never breaks")
}

fn greedy(problem: &Problem, ties: Ties) -> Answer {
    warnsdorff::run_greedily(problem, ties, 1, &mut |_| ControlFlow::Continue(()))
        .expect("the progress never breaks")
}

/// Prints the row of one search.
fn time(name: &str, search: Search, problem: &Problem, runs: usize) {
    let seconds = |repetitions: u32| {
        let began = Instant::now();
        for _ in 0..repetitions {
            black_box(search(black_box(problem)));
        }
        began.elapsed().as_secs_f64() / f64::from(repetitions)
    };
    let repetitions = (LEAST_SECONDS / seconds(1)).ceil() as u32;
    let mut found: Vec<f64> = (0..runs.max(1)).map(|_| seconds(repetitions)).collect();
    found.sort_by(f64::total_cmp);
    let last = found.len() - 1;
    let median = (found[last / 2] + found[last.div_ceil(2)]) / 2.0;
    let (fastest, slowest) = (found[0], found[last]);
    let (board, checks) = (problem.board, search(problem).checks);
    println!("{name},{board},{checks},{median:.3e},{fastest:.3e},{slowest:.3e}");
}
