//! `walks`: how many nodes a search that finds nothing would visit.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use knight_search::Board;
use knight_search::questions::tour_counts::Effort;
use knight_search::walks::{self, Activity, CountMemory, MAX_AREA, supports};
use serde::Serialize;

use crate::cli::args::{Common, parse_board, parse_start};
use crate::cli::counting;
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

/// Count the self-avoiding knight walks from a square, without stepping through them
///
/// The walk that stays on the square is one of them. A search from there that found no tour would place the knight
/// this many times and perform eight checks for each. Boards have up to 256 squares.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep walks --board 6x6 --start 1,1
  knightsweep walks --board 5x8 --start c3 --memory 8G --json")]
pub struct WalksArgs {
    /// The board, rows x columns
    #[arg(short, long, default_value = "6x6", value_parser = parse_board)]
    board: Board,

    /// The square, as row,column from the top left or by its chess name
    #[arg(short, long, default_value = "1,1")]
    start: String,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct WalksReport {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    walks: u128,
    wall_s: f64,
}

/// `knightsweep walks`
pub fn walks(common: &Common, arguments: &WalksArgs) -> anyhow::Result<ExitCode> {
    let board = arguments.board;
    let start = parse_start(board, &arguments.start)?;
    if !supports(board) {
        return Err(failure::usage(format!(
            "--board: {board} has more than {MAX_AREA} squares, the most that can be counted"
        )));
    }
    let memory = common.memory();

    let began = Instant::now();
    let shared = CountMemory::new(memory, common.threads());
    let counted = counting::with_progress(common, board, |progress| {
        let effort = |large: Activity| Effort { processed: large.step, states: large.states };
        let mut progress = || progress(shared.activity().map(effort));
        walks::on_board(board, start, &shared, &mut progress)
    })?;
    let walks = counted.map_err(|error| counting::explain(error, board, memory))?;
    if arguments.json {
        print_json(&WalksReport {
            rows: board.rows(),
            cols: board.cols(),
            start_row: start.row,
            start_col: start.col,
            walks,
            wall_s: began.elapsed().as_secs_f64(),
        })
    } else {
        print(&format!("{walks}\n"))
    }
}
