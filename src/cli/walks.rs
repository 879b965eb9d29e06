//! `walks`: how many nodes a search that finds nothing would visit.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use knightsweep::analysis::human;
use knightsweep::board::Board;
use knightsweep::runner::Stop;
use knightsweep::search::grid::Grid;
use knightsweep::search::parse_number;
use knightsweep::search::walks::{CountError, Counter, Memory};
use serde::Serialize;

use super::{Common, failure, parse_board, print, print_json, signals};

/// Count the self-avoiding knight walks from a square, without stepping through them
///
/// The walk that stays on the square is one of them. A search from there that found no tour would place the knight
/// this many times and perform eight checks for each. Boards have up to 64 squares.
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

    /// The most memory to use, such as 500M or 8G; half of the machine's if not given
    #[arg(short, long, value_name = "BYTES", value_parser = parse_memory)]
    memory: Option<usize>,

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
    let start = board
        .parse_square(&arguments.start)
        .map_err(|error| failure::usage(format!("--start: {error}")))?;
    let grid = Grid::new(board).ok_or_else(|| {
        failure::usage(format!(
            "--board: {board} has more than {} squares, the most that can be counted",
            Grid::MAX_AREA
        ))
    })?;
    let memory = arguments.memory.unwrap_or_else(half_of_the_memory);

    let (stop, began) = (signals::stop_request()?, Instant::now());
    let waiting = Waiting::new(common.quiet);
    let mut pulse = || {
        waiting.tick(began.elapsed());
        if stop.stop() == Stop::No {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let shared = Memory::new(memory, common.threads());
    let first = 1 << board.index(start);
    let counted = Counter::new(&grid, &shared, &mut pulse).count(first, grid.all(), u128::MAX);
    waiting.clear();
    let walks = match counted {
        Ok(walks) => walks.counted(),
        Err(CountError::Interrupted) => {
            common.say("interrupted before the count was finished");
            return Ok(ExitCode::from(failure::INTERRUPTED));
        }
        Err(CountError::MemoryLimit) => anyhow::bail!(
            "the count needs more than the {} that it may use; give more with --memory",
            human::bytes(memory as u64)
        ),
    };
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

/// Shows after a second that the program is at work.
struct Waiting(ProgressBar);

impl Waiting {
    fn new(quiet: bool) -> Waiting {
        let target = if quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(5)
        };
        let style = ProgressStyle::default_spinner();
        Waiting(ProgressBar::with_draw_target(None, target).with_style(style))
    }

    fn tick(&self, elapsed: Duration) {
        if elapsed >= Duration::from_secs(1) {
            self.0
                .set_message(format!("counting for {}", human::time(elapsed)));
            self.0.tick();
        }
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// A number of bytes with an optional suffix `k`, `M`, `G` or `T`.
fn parse_memory(text: &str) -> Result<usize, String> {
    const LEAST: u128 = 1_000_000;
    let bytes = parse_number(text).ok();
    match bytes.and_then(|bytes| usize::try_from(bytes).ok()) {
        Some(bytes) if bytes as u128 >= LEAST => Ok(bytes),
        Some(_) => Err("give at least 1M".to_owned()),
        None => Err("write a number of bytes such as 500M or 8G".to_owned()),
    }
}

/// Half of the machine's memory in bytes; 2 GB where the system does not tell.
fn half_of_the_memory() -> usize {
    const UNKNOWN: usize = 2_000_000_000;
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes =
        total.and_then(|text| text.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kibibytes.map_or(UNKNOWN, |kibibytes| kibibytes.saturating_mul(512))
}
