//! Which numberings of the moves make 19 move orders suffice for greedy runs on all boards with sides from 10 to 299?
//!
//! D. Squirrel and P. Cull (*A Warnsdorff-rule algorithm for knight's tours on square chessboards*, 1996) name 19 orders;
//! ties go by the order. A numbering counts the moves round from any of the eight, clockwise or anticlockwise; the run
//! starts in a corner. Usage: `squirrel_cull [LARGEST_SIDE]`; see `docs/warnsdorff.md`.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use knightsweep::board::{Board, Square};
use knightsweep::moves::Move;
use knightsweep::order::MoveOrder;
use knightsweep::search::warnsdorff::{self, End, Mode, Ties};
use knightsweep::search::{Budget, Goal, Problem};
use knightsweep::tour::Tour;
use rayon::prelude::*;

const ORDERS: [&str; 19] = [
    "12345678", "21345678", "31245678", "13245678", "23145678", "32145678", "42135678", "24135678",
    "14235678", "41235678", "21435678", "12435678", "13425678", "31425678", "41325678", "14325678",
    "34125678", "43125678", "43215678",
];

const SMALLEST_SIDE: u16 = 10;

/// The largest side of the boards on which all numberings and corners are tried.
const SAMPLE_SIDE: u16 = 30;

/// A numbering of the moves round the knight: where 1 is, and which way the others follow.
#[derive(Clone, Copy)]
struct Numbering {
    first: Move,
    clockwise: bool,
}

#[derive(Clone, Copy)]
enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

#[derive(Clone, Copy)]
struct Reading {
    numbering: Numbering,
    start: Corner,
}

fn main() -> Result<(), Box<dyn Error>> {
    let largest = std::env::args()
        .nth(1)
        .map_or(Ok(299), |side| side.parse())?;
    let orders: Vec<MoveOrder> = ORDERS.iter().map(|o| o.parse()).collect::<Result<_, _>>()?;

    println!("all readings, sides {SMALLEST_SIDE} to {SAMPLE_SIDE}:");
    let sample = boards(SAMPLE_SIDE)?;
    let mut survivors = Vec::new();
    for reading in Reading::all() {
        if report(reading, &orders, &sample) == 0 {
            survivors.push(reading);
        }
    }
    println!("{} of 64 readings are left", survivors.len());

    // Mirroring a reading mirrors its runs, and the boards are the same set mirrored. So those that start at the top
    // left stand for all.
    println!("those from the top left, sides {SMALLEST_SIDE} to {largest}:");
    let all = boards(largest)?;
    for reading in survivors {
        if matches!(reading.start, Corner::TopLeft) {
            report(reading, &orders, &all);
        }
    }
    Ok(())
}

/// All boards with sides up to `largest`, the smallest first.
fn boards(largest: u16) -> Result<Vec<Board>, Box<dyn Error>> {
    let sides = SMALLEST_SIDE..=largest;
    let pairs = sides
        .clone()
        .flat_map(|rows| sides.clone().map(move |cols| (rows, cols)));
    let boards = pairs.map(|(rows, cols)| Board::new(rows, cols));
    let mut boards: Vec<Board> = boards.collect::<Result<_, _>>()?;
    boards.sort_by_key(|board| board.area());
    Ok(boards)
}

/// Prints on which boards no order succeeds; how many these are.
fn report(reading: Reading, orders: &[MoveOrder], boards: &[Board]) -> usize {
    let began = Instant::now();
    let orders: Vec<MoveOrder> = orders
        .iter()
        .filter_map(|&o| reading.numbering.order(o))
        .collect();
    let needed: Vec<Option<usize>> = boards
        .par_iter()
        .map(|&board| {
            orders
                .iter()
                .position(|&order| succeeds(board, reading.start.on(board), order))
        })
        .collect();
    let failing = || {
        boards
            .iter()
            .zip(&needed)
            .filter(|(_, needed)| needed.is_none())
    };
    let smallest: Vec<String> = failing()
        .take(6)
        .map(|(board, _)| board.to_string())
        .collect();
    let by_first = needed.iter().filter(|&&needed| needed == Some(0)).count();
    let most = needed.iter().flatten().max().map_or(0, |place| place + 1);
    println!(
        "{reading}: {} of {} boards fail ({}); {by_first} need only the first order, none that succeeds more than {most}; {:.1} s",
        failing().count(),
        boards.len(),
        smallest.join(" "),
        began.elapsed().as_secs_f64()
    );
    failing().count()
}

/// Whether a greedy run finds a tour.
fn succeeds(board: Board, start: Square, order: MoveOrder) -> bool {
    let problem = Problem {
        board,
        start,
        order,
        goal: Goal::Open,
        budget: Budget::UNLIMITED,
    };
    let mut go_on = |_| ControlFlow::Continue(());
    match warnsdorff::search(&problem, Ties::First, Mode::Greedy, &mut go_on).map(|found| found.end)
    {
        Ok(End::Tour(squares)) => Tour::new(board, squares).is_ok(),
        _ => false,
    }
}

impl Numbering {
    /// The move with a number in this numbering. Fig. 2 goes round clockwise.
    fn mv(self, number: usize) -> Move {
        let steps = if self.clockwise {
            number - 1
        } else {
            9 - number
        };
        Move::ALL[(self.first.index() + steps) % 8]
    }

    /// The order that its digits mean in this numbering.
    fn order(self, digits: MoveOrder) -> Option<MoveOrder> {
        MoveOrder::new(digits.moves().map(|digit| self.mv(digit.number().into())))
    }
}

impl Corner {
    fn on(self, board: Board) -> Square {
        let (last_row, last_col) = (board.rows(), board.cols());
        let (row, col) = match self {
            Corner::TopLeft => (1, 1),
            Corner::TopRight => (1, last_col),
            Corner::BottomLeft => (last_row, 1),
            Corner::BottomRight => (last_row, last_col),
        };
        Square { row, col }
    }
}

impl Reading {
    fn all() -> impl Iterator<Item = Reading> {
        let corners = [
            Corner::TopLeft,
            Corner::TopRight,
            Corner::BottomLeft,
            Corner::BottomRight,
        ];
        let directions = corners
            .into_iter()
            .flat_map(|start| [true, false].map(|way| (start, way)));
        directions.flat_map(|(start, clockwise)| {
            Move::ALL.map(|first| Reading {
                numbering: Numbering { first, clockwise },
                start,
            })
        })
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = self.numbering.first.delta();
        let way = if self.numbering.clockwise {
            "clockwise"
        } else {
            "anticlockwise"
        };
        let corner = match self.start {
            Corner::TopLeft => "top left",
            Corner::TopRight => "top right",
            Corner::BottomLeft => "bottom left",
            Corner::BottomRight => "bottom right",
        };
        write!(f, "1 is ({row:+},{col:+}), {way}, from the {corner}")
    }
}
