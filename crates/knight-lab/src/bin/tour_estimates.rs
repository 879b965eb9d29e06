//! Estimates numbers of tours, in several orders of the squares and with several seeds.
//!
//! Usage: tour_estimates BOARD GOAL PRECISION ORDER SEED [LAST_SEED]
//!                       such as 10x10 closed 0.001 quick 1
//!
//! ORDER is the order of the squares: searched, quick or columns. PRECISION is half a 95 %
//! interval, as a share of the tours; with 1 there are as few samples as an estimate may have.
//! Prints an estimate for each seed as CSV, without a header:
//!
//! ```text
//! board, goal, precision, order, seed
//! undirected_estimate, undirected_low, undirected_high    the estimate, the ends of its interval
//! samples, heavy_tailed                                   as in the JSON of `count --estimate`
//! ```

#![allow(clippy::print_stdout)] // The output of the program.

use std::error::Error;

use knight_board::{Board, Goal, StopRequest};
use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourEstimate, TourSampler};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, goal, precision, order, seed, last @ ..] = &arguments[..] else {
        return Err("usage: tour_estimates BOARD GOAL PRECISION ORDER SEED [LAST_SEED]".into());
    };
    let (board, goal): (Board, Goal) = (board.parse()?, goal.parse()?);
    let (order, precision): (SquareOrder, f64) = (order.parse()?, precision.parse()?);
    let (seed, stop): (u64, _) = (seed.parse()?, StopRequest::new());
    let last = last.first().map_or(Ok(seed), |last| last.parse())?;
    let sampler = TourSampler::new(board, goal, order, &stop)?;
    for seed in seed..=last {
        let found = sampler.estimate(precision, seed, &stop, &SamplesDone::default())?;
        let TourEstimate { tours, low, high, samples, is_heavy_tailed } = found;
        println!(
            "{board},{goal},{precision},{order},{seed},\
             {tours:.6e},{low:.6e},{high:.6e},{samples},{is_heavy_tailed}"
        );
    }
    Ok(())
}
