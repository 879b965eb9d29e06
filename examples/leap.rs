//! Measures the leap engine and its layers. Usage: `leap WHAT [ARGS]`; see `docs/leap.md`.

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use knightsweep::board::Board;
use knightsweep::search::grid::Grid;
use knightsweep::search::walks::Counter;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["walks", board, start] => walks(board, start),
        _ => Err("usage: leap walks BOARD START".into()),
    }
}

/// The walks of a whole board from one of its squares.
fn walks(board: &str, start: &str) -> Result<(), Box<dyn Error>> {
    let board: Board = board.parse()?;
    let grid = Grid::new(board).ok_or("the board has more than 64 squares")?;
    let start = board.index(board.parse_square(start)?);
    let began = Instant::now();
    let mut pulse = || ControlFlow::Continue(());
    let mut counter = Counter {
        grid: &grid,
        bytes: 8 << 30,
        pulse: &mut pulse,
    };
    let walks = counter.count(1 << start, grid.all(), u128::MAX)?;
    println!("{walks:?} in {:.3} s", began.elapsed().as_secs_f64());
    Ok(())
}
