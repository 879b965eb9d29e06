//! `walks`: how many nodes a search that finds nothing would visit.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use knight_search::Board;
use knight_search::questions::tour_counts::Effort;
use knight_search::walks::{self, CountMemory, CountStatus, MAX_AREA, supports};
use knightsweep::analysis::formatting;
use serde::Serialize;

use crate::cli::args::{Common, parse_start};
use crate::cli::counting;
use crate::cli::ui::failure;
use crate::cli::ui::output::{print, print_json};

/// Count the self-avoiding knight walks from a square without listing them
///
/// The walk of length 0 counts too. A search from the square that finds no tour places the knight
/// this many times, and performs eight checks each time. Boards have up to 256 squares.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep walks --board 6x6 --start 1,1                 19,431,824,959 walks
  knightsweep walks --board 5x8 --start c3 --memory 8G --json")]
pub struct WalksArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "6x6")]
    board: Board,

    /// The square where the walks begin: row,column from the top left, or a chess name
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
            "--board: {board} has more than {MAX_AREA} squares; give a smaller board"
        )));
    }
    let memory = common.memory();

    let began = Instant::now();
    let shared = CountMemory::new(memory, common.threads());
    let counted = counting::with_progress(common, board, |progress| {
        let effort = |large: CountStatus| Effort {
            processed: large.step,
            states: large.states,
            pass: 1,
            passes: 1,
            start: 1,
            starts: 1,
        };
        let mut progress = || progress(shared.status().map(effort));
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
        let counted = formatting::counted(walks, "self-avoiding walk");
        let verb = if walks == 1 { "begins" } else { "begin" };
        print(format!("{counted} on {board} {verb} at {}\n", arguments.start))
    }
}
