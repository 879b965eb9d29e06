//! Compares estimates of random jobs with their exact counts, by engine `leap`.
//!
//! Usage: calibration [JOBS [PRECISION [SEED [MEMORY]]]]     default: 500 5% 1 8
//!
//! Jobs are on square boards of 5×5 to 8×8, with random starts and orders. They are drawn, none
//! twice, until JOBS of them are compared. Left out are those with nothing to sample, and those
//! without a count: if it needs more than MEMORY GiB, or if a first tour is not proven. Prints how
//! many were left out and why, how many 95 % intervals have the count, and by how many standard
//! errors estimates are off.
//!
//! Fails unless 93 % to 97 % of the intervals have the count, and the mean error is within 0.1
//! standard errors of 0. Chance alone breaks these limits now and then, more often with fewer jobs.

#![allow(clippy::print_stdout, clippy::print_stderr)] // The output of the program.

use std::collections::HashSet;
use std::error::Error;
use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use knight_search::estimates::{self, Estimate, Precision, Sampling};
use knight_search::{
    Board, Budget, Engine, Family, Goal, Method, MoveOrder, Outcome, Tables, search_one,
};

/// The percentage of 95 % intervals that have the count, if they are what they say.
const COVERED: RangeInclusive<f64> = 93.0..=97.0;

/// The mean error in standard errors is at most this far from 0.
const MAX_MEAN: f64 = 0.1;

/// Time between two lines about progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(20);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &str| {
        arguments.get(place).cloned().unwrap_or_else(|| default.to_owned())
    };
    let jobs: usize = argument(0, "500").parse()?;
    let precision: Precision = argument(1, "5%").parse()?;
    let seed: u64 = argument(2, "1").parse()?;
    let memory: usize = argument(3, "8").parse()?;
    if jobs == 0 || arguments.len() > 4 {
        return Err("usage: calibration [JOBS [PRECISION [SEED [MEMORY]]]], JOBS at least 1".into());
    }

    let tables = Tables::new(memory << 30);
    let mut random = Lehmer(u128::from(seed) << 1 | 1);
    let mut drawn = HashSet::new();
    let mut compared = Compared::default();
    let mut told = Instant::now();
    for draw in 0.. {
        if compared.errors.len() == jobs {
            break;
        }
        let (family, order) = random.job()?;
        if !drawn.insert((family.board.area(), family.start, order.rank())) {
            continue;
        }
        let sampling = Sampling { precision, seed: seed << 32 | draw, ..Sampling::default() };
        compared.add(&family, order, &sampling, &tables)?;
        if told.elapsed() >= PROGRESS_EVERY {
            eprintln!("{} of {jobs} jobs compared{}", compared.errors.len(), compared.so_far());
            told = Instant::now();
        }
    }
    Ok(if compared.told(drawn.len(), memory) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the jobs so far have shown.
#[derive(Default)]
struct Compared {
    /// In standard errors.
    errors: Vec<f64>,
    covered: usize,
    heavy: usize,
    unsampled: usize,
    uncounted: usize,
    unproven: usize,
}

impl Compared {
    /// Compares the estimate of a job with its count, or notes why not.
    fn add(
        &mut self,
        family: &Family,
        order: MoveOrder,
        sampling: &Sampling,
        tables: &Tables,
    ) -> Result<(), Box<dyn Error>> {
        let Some(estimate) = estimated(family, order, sampling)? else {
            self.unproven += 1;
            return Ok(());
        };
        if estimate.samples == 0 {
            self.unsampled += 1;
            return Ok(());
        }
        let (method, problem) = (Method::fixed(Engine::Leap), family.problem(order));
        let Ok(answer) = search_one(method, &problem, tables, &mut |_| ControlFlow::Continue(()))
        else {
            self.uncounted += 1;
            return Ok(());
        };
        let checks = answer.checks as f64;
        self.errors.push((estimate.value - checks) / estimate.standard_error);
        self.covered += usize::from(estimate.low() <= checks && checks <= estimate.high());
        self.heavy += usize::from(estimate.is_heavy_tailed());
        Ok(())
    }

    /// The percentage of 95 % intervals that have the count.
    fn share(&self) -> f64 {
        100.0 * self.covered as f64 / self.errors.len() as f64
    }

    /// The mean error in standard errors.
    fn mean(&self) -> f64 {
        self.errors.iter().sum::<f64>() / self.errors.len() as f64
    }

    fn so_far(&self) -> String {
        match self.errors.len() {
            0 => String::new(),
            _ => format!(": {:.1} % have the count, mean error {:.3}", self.share(), self.mean()),
        }
    }

    /// Prints the result. Whether the intervals are what they say.
    fn told(&self, drawn: usize, memory: usize) -> bool {
        let (share, mean) = (self.share(), self.mean());
        let squares = self.errors.iter().map(|error| error * error).sum::<f64>();
        let spread = (squares / self.errors.len() as f64).sqrt();
        println!(
            "{drawn} jobs drawn: {} compared; left out: {} with nothing to sample, {} whose count \
             needs more than {memory} GiB, {} without a proof",
            self.errors.len(),
            self.unsampled,
            self.uncounted,
            self.unproven
        );
        println!("95 % intervals with the count: {share:.1} %");
        println!("error in standard errors: mean {mean:.3}, root mean square {spread:.3}");
        println!("heavy tails: {}", self.heavy);
        let is_right = COVERED.contains(&share) && mean.abs() <= MAX_MEAN;
        if !is_right {
            eprintln!("calibration: the intervals are not what they say");
        }
        is_right
    }
}

/// `None` if a first tour is neither proven to exist nor not to.
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
    fn job(&mut self) -> Result<(Family, MoveOrder), Box<dyn Error>> {
        let side = 5 + self.below(4) as u16;
        let board = Board::new(side, side)?;
        let start = board.square(self.below(board.area() as u64) as usize);
        let order = MoveOrder::from_rank(self.below(40_320) as u16).ok_or("no such rank")?;
        Ok((Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED }, order))
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0xDA94_2042_E4DD_58B5);
        ((self.0 >> 64) as u64) % limit
    }
}
