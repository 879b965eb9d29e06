//! Counts the tours of all boards with sides from 3 to 12 and at most 40 squares, in one process
//! and one thread: the challenge of Peter Luschny,
//! <https://github.com/PeterLuschny/Hamiltonian_Paths_On_Knight_Graphs>. Prints CSV.

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

use knight_board::{Board, Goal};
use knight_count::tour_counts::TourCounter;

fn main() -> Result<(), Box<dyn Error>> {
    println!("rows,cols,goal,undirected,seconds");
    for (rows, cols) in (3..=12).flat_map(|rows| (3..=12).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols)?;
        if board.area() > 40 {
            continue;
        }
        for goal in [Goal::Open, Goal::Closed] {
            let began = Instant::now();
            let mut progress = |_| ControlFlow::Continue(());
            let tours = TourCounter::new(board, 1 << 30, 1, &mut progress).tours(goal)?.undirected;
            let seconds = began.elapsed().as_secs_f64();
            println!("{rows},{cols},{},{tours},{seconds:.6}", goal.word());
        }
    }
    Ok(())
}
