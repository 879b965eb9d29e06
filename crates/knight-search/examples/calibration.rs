//! Compares estimates of random jobs with their exact counts, by engine `leap`.
//!
//! Usage: calibration [JOBS [PRECISION [SEED]]]
//!
//! Jobs are on square boards of 5×5 to 8×8, with random starts and orders. Prints how many 95 %
//! intervals have the count, and by how many standard errors estimates are off.

#![allow(clippy::print_stdout)] // The output of the program.

use std::error::Error;
use std::ops::ControlFlow;

use knight_search::estimates::{self, Estimate, Precision, Sampling};
use knight_search::{
    Board, Budget, Engine, Family, Goal, Method, MoveOrder, Outcome, Tables, search_one,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &str| {
        arguments.get(place).cloned().unwrap_or_else(|| default.to_owned())
    };
    let jobs: u64 = argument(0, "500").parse()?;
    let precision: Precision = argument(1, "5%").parse()?;
    let seed: u64 = argument(2, "1").parse()?;

    let tables = Tables::new(4 << 30); // at most 4 GiB
    let mut random = Lehmer(u128::from(seed) << 1 | 1);
    let (mut errors, mut covered, mut heavy) = (Vec::new(), 0, 0);
    let (mut exact, mut left_out) = (0, 0);
    for job in 0..jobs {
        let side = 5 + random.below(4) as u16;
        let board = Board::new(side, side)?;
        let start = board.square(random.below(board.area() as u64) as usize);
        let order = MoveOrder::from_rank(random.below(40_320) as u16).ok_or("no such rank")?;
        let family = Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED };
        let sampling = Sampling { precision, seed: seed << 32 | job, ..Sampling::default() };
        let Some(estimate) = estimated(&family, order, &sampling)? else {
            left_out += 1;
            continue;
        };
        if estimate.samples == 0 {
            exact += 1;
            continue;
        }
        let problem = family.problem(order);
        let mut progress = |_| ControlFlow::Continue(());
        let method = Method::fixed(Engine::Leap);
        let Ok(answer) = search_one(method, &problem, &tables, &mut progress) else {
            left_out += 1;
            continue;
        };
        let checks = answer.checks as f64;
        errors.push((estimate.value - checks) / estimate.standard_error);
        covered += usize::from(estimate.low() <= checks && checks <= estimate.high());
        heavy += usize::from(estimate.is_heavy_tailed());
    }
    let count = errors.len() as f64;
    let mean = errors.iter().sum::<f64>() / count;
    let spread = (errors.iter().map(|error| error * error).sum::<f64>() / count).sqrt();
    println!("{jobs} jobs: {} sampled, {exact} counted, {left_out} left out", errors.len());
    println!("95 % intervals with the count: {:.1} %", 100.0 * covered as f64 / count);
    println!("error in standard errors: mean {mean:.3}, root mean square {spread:.3}");
    println!("heavy tails: {heavy}");
    Ok(())
}

fn estimated(
    family: &Family,
    order: MoveOrder,
    sampling: &Sampling,
) -> Result<Option<Estimate>, Box<dyn Error>> {
    let mut found = None;
    let mut progress = |_| ControlFlow::Continue(());
    estimates::checks(family, &[order], sampling, &mut progress, &mut |_, estimated| {
        if estimated.outcome != Outcome::Unknown {
            found = estimated.checks;
        }
    })?;
    Ok(found)
}

/// A multiplicative generator (D. H. Lehmer), good enough to choose jobs.
struct Lehmer(u128);

impl Lehmer {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0xDA94_2042_E4DD_58B5);
        ((self.0 >> 64) as u64) % limit
    }
}
