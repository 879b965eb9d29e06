//! Compares estimated numbers of tours with their counts, over many seeds.
//!
//! Usage: tour_estimates [ESTIMATES [FIRST_SEED]]     default: 50 1
//!        tour_estimates BOARD GOAL PRECISION SEED [searched|columns]
//!                                                    such as 10x10 closed 0.001 1
//!
//! With a board, estimates its tours in one order of the squares, or in both, which must agree:
//! prints the order, the estimate, its 95 % interval and the samples. Column by column the samples
//! are spread wider, so beside the others these are for an interval four times as wide.
//!
//! Otherwise makes ESTIMATES estimates on each board, of as few samples as an estimate may have, in
//! both orders of the squares in turn. Prints a row of CSV for each board:
//!
//! ```text
//! rows, cols, goal     whose tours
//! tours                the undirected tours, as counted
//! estimates, covered   how many estimates there are, and how many 95 % intervals have the count
//! mean_error           how far the estimates are off on average, as a share of the tours
//! mean_error_z         the same in standard errors of this average
//! half_width           half a 95 % interval on average, as a share of the tours
//! ```
//!
//! Fails unless 93 % to 97 % of 500 intervals or more have the count (of fewer, 95 % within four
//! standard errors), and unless each mean error is within four standard errors.

#![allow(clippy::print_stdout, clippy::print_stderr)] // The output of the program.

use std::error::Error;
use std::process::ExitCode;

use knight_board::{Board, Goal, StopRequest};
use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourEstimate, TourSampler};

/// Boards whose tours no sample counts, and their undirected tours: `knightsweep count` has those
/// of up to 7 rows in minutes, and results/counts the others.
const KNOWN: [(&str, Goal, f64); 10] = [
    ("6x6", Goal::Open, 3_318_960.0),
    ("5x8", Goal::Open, 18_061_054.0),
    ("6x7", Goal::Open, 389_969_466.0),
    ("6x7", Goal::Closed, 1_067_638.0),
    ("6x8", Goal::Closed, 55_488_142.0),
    ("7x7", Goal::Open, 82_787_609_160.0),
    ("7x8", Goal::Closed, 34_524_432_316.0),
    ("8x8", Goal::Closed, 13_267_364_410_532.0),
    ("8x8", Goal::Open, 9_795_914_085_489_952.0),
    ("9x10", Goal::Closed, 19_381_952_998_732_022_416_892.0),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [board, goal, precision, seed, order @ ..] = &arguments[..] {
        let orders: &[SquareOrder] = match order {
            [] => &[SquareOrder::Searched, SquareOrder::Columns],
            [order] if order == "searched" => &[SquareOrder::Searched],
            [order] if order == "columns" => &[SquareOrder::Columns],
            _ => return Err("the order of the squares is searched or columns".into()),
        };
        let (board, goal) = (board.parse()?, goal.parse()?);
        return in_orders(orders, board, goal, precision.parse()?, seed.parse()?);
    }
    let argument = |place: usize, default: u64| {
        arguments.get(place).map_or(Ok(default), |argument| argument.parse())
    };
    let (estimates, first_seed) = (argument(0, 50)?, argument(1, 1)?);
    if estimates < 4 || arguments.len() > 2 {
        return Err("usage: tour_estimates [ESTIMATES [FIRST_SEED]], ESTIMATES at least 4".into());
    }
    println!("rows,cols,goal,tours,estimates,covered,mean_error,mean_error_z,half_width");
    let (mut covered, mut is_right) = (0, true);
    for (size, goal, tours) in KNOWN {
        let board: Board = size.parse()?;
        let samplers = [SquareOrder::Searched, SquareOrder::Columns]
            .map(|order| TourSampler::new(board, goal, order, &StopRequest::new()));
        let [searched, columns] = samplers;
        let samplers = [searched?, columns?];
        let seeds = first_seed..first_seed + estimates;
        let found = seeds.map(|seed| {
            let sampler = &samplers[seed as usize % 2];
            // The precision is that of the fewest samples.
            sampler.estimate(1.0, seed, &StopRequest::new(), &SamplesDone::default())
        });
        let compared = Compared::new(tours, &found.collect::<Result<Vec<_>, _>>()?);
        println!(
            "{},{},{goal},{tours},{estimates},{},{:.5},{:.2},{:.5}",
            board.rows(),
            board.cols(),
            compared.covered,
            compared.mean_error,
            compared.z,
            compared.half_width
        );
        covered += compared.covered;
        is_right &= compared.z.abs() <= 4.0;
    }
    let all = (estimates as usize * KNOWN.len()) as f64;
    let share = covered as f64 / all;
    let allowed = if all >= 500.0 { 0.02 } else { 4.0 * (0.95 * 0.05 / all).sqrt() };
    eprintln!("{covered} of {all} intervals have the count: {:.1} %", 100.0 * share);
    is_right &= (share - 0.95).abs() <= allowed;
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Estimates the tours of a board in these orders of the squares, the second one for an interval
/// four times as wide. Fails if two intervals have nothing in common.
fn in_orders(
    orders: &[SquareOrder],
    board: Board,
    goal: Goal,
    precision: f64,
    seed: u64,
) -> Result<ExitCode, Box<dyn Error>> {
    let stop = StopRequest::new();
    println!("order,undirected_estimate,undirected_low,undirected_high,samples");
    let mut found: Vec<TourEstimate> = Vec::new();
    for order in orders {
        let precision = if found.is_empty() { precision } else { 4.0 * precision };
        let sampler = TourSampler::new(board, goal, *order, &stop)?;
        let estimate = sampler.estimate(precision, seed, &stop, &SamplesDone::default())?;
        let TourEstimate { tours, low, high, samples, .. } = estimate;
        println!("{order:?},{tours:.6e},{low:.6e},{high:.6e},{samples}");
        found.push(estimate);
    }
    let agree = found.windows(2).all(|two| two[0].low <= two[1].high && two[1].low <= two[0].high);
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Estimates of a known number.
struct Compared {
    covered: usize,
    mean_error: f64,
    z: f64,
    half_width: f64,
}

impl Compared {
    fn new(tours: f64, estimates: &[TourEstimate]) -> Compared {
        let number = estimates.len() as f64;
        let mean =
            |of: &dyn Fn(&TourEstimate) -> f64| estimates.iter().map(of).sum::<f64>() / number;
        let error = |estimate: &TourEstimate| estimate.tours / tours - 1.0;
        let mean_error = mean(&error);
        let variance =
            mean(&|estimate| (error(estimate) - mean_error).powi(2)) * number / (number - 1.0);
        let has = |estimate: &&TourEstimate| (estimate.low..=estimate.high).contains(&tours);
        Compared {
            covered: estimates.iter().filter(has).count(),
            mean_error,
            z: mean_error / (variance / number).sqrt(),
            half_width: mean(&|estimate| (estimate.high - estimate.low) / 2.0) / tours,
        }
    }
}
