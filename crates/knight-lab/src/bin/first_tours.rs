//! Measures how often the first tour of an order is proven. Usage: `first_tours BOARD [STARTS]
//! [EFFORT] [ORDERS] [GOAL]`, with STARTS `all` or ROW,COL, ORDERS `fig2` or a number of orders.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_board::theorems;
use knight_search::first_tours::{FirstTour, first_tour};
use knight_search::{Board, Budget, Family, Goal, MoveOrder, Square, Tour};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |place: usize, default: &'static str| {
        arguments.get(place).map_or(default, String::as_str).to_owned()
    };
    let board: Board = argument(0, "8x8").parse()?;
    let goal: Goal = argument(4, "open").parse()?;
    let starts: Vec<Square> = match argument(1, "all").as_str() {
        "all" => board.squares().filter(|&s| theorems::from(board, s, goal).is_none()).collect(),
        start => vec![board.parse_square(start)?],
    };
    let effort: f64 = argument(2, "1e10").parse()?;
    let orders: Vec<MoveOrder> = match argument(3, "fig2").as_str() {
        "fig2" => vec![MoveOrder::FIG2],
        count => (0..count.parse::<u64>()?)
            .filter_map(|i| MoveOrder::from_rank((i * 15_485_863 % 40_320) as u16))
            .collect(),
    };
    let (mut proven, mut jobs, mut total, mut worst) = (0, 0, 0.0, 0.0f64);
    for &start in &starts {
        for &order in &orders {
            let family = Family { board, start, goal, budget: Budget::UNLIMITED };
            let began = Instant::now();
            let mut progress = |_| ControlFlow::Continue(());
            let found = first_tour(&family, order, effort as u128, &mut progress)?;
            let seconds = began.elapsed().as_secs_f64();
            (jobs, total, worst) = (jobs + 1, total + seconds, worst.max(seconds));
            match found {
                FirstTour::Found(squares) => {
                    Tour::new(board, squares)?;
                    proven += 1;
                }
                FirstTour::NoTour => println!("{start} {order}: no tour"),
                FirstTour::Unknown(squares) => {
                    println!("{start} {order}: unknown after {seconds:.3} s");
                    print!("{}", picture(board, &squares));
                }
            }
        }
    }
    println!("{board}: {proven} of {jobs} proven in {total:.2} s, the longest in {worst:.2} s");
    Ok(())
}

/// The board with open squares as dots, the head as `K`, visited squares as blanks.
fn picture(board: Board, walked: &[Square]) -> String {
    let mut lines = String::new();
    for row in 1..=board.rows() {
        for col in 1..=board.cols() {
            let square = Square { row, col };
            let place = walked.iter().position(|&walked| walked == square);
            lines.push_str(match place {
                Some(place) if place + 1 == walked.len() => " K",
                Some(_) => "  ",
                None => " .",
            });
        }
        lines.push('\n');
    }
    lines
}
