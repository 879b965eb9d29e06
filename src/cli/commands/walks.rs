//! `walks`: how many nodes a search that finds nothing would visit.

use std::time::Instant;

use anyhow::Context;
use clap::Args;
use knight_count::tour_counts::Effort;
use knight_search::estimates::{self, Estimate, Precision, Sampling};
use knight_search::walks::{self, CountStatus, MAX_AREA, supports};
use knight_search::{Board, Square};
use knightsweep::analysis::approximate;
use knightsweep::text::formatting;

use crate::cli::answer::{reply, start_row};
use crate::cli::args::{Common, parse_number, parse_start};
use crate::cli::counting;
use crate::cli::ui::{refuse, signals};

/// Count the self-avoiding walks of a knight
///
/// The walks begin at one square, and are counted without listing them.
///
/// The walk of one square counts too. A search from the square that finds no tour places the knight
/// once for each walk, and performs eight checks each time. Boards have up to 256 squares. On
/// boards that are too large to count, `--estimate` gives an estimate with its 95 % interval.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep walks --board 6x6 --start 1,1               # 19,431,824,959 walks
  knightsweep walks --board 5x8 --start c3 --memory 8G --json
  knightsweep walks --board 12x12 --estimate --precision 0.5%")]
pub(crate) struct WalksArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "6x6")]
    board: Board,

    /// The start square, such as 1,1 or a8
    ///
    /// Row,column from the top left, or a chess name
    #[arg(short, long, default_value = "1,1")]
    start: String,

    /// Estimate the number from random walks
    #[arg(long)]
    estimate: bool,

    /// How precise the estimate is
    ///
    /// Half the width of the 95 % interval, divided by the estimate. Sampling ends at this
    /// precision, but not before 1,000 samples
    #[arg(long, value_name = "SHARE", default_value = "1%", requires = "estimate")]
    precision: Precision,

    /// The seed of the random walks
    #[arg(long, default_value_t = 1, requires = "estimate", value_parser = parse_number)]
    seed: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// `knightsweep walks`
pub(super) fn walks(common: &Common, arguments: &WalksArgs) -> anyhow::Result<u8> {
    let board = arguments.board;
    let start = parse_start(board, &arguments.start)?;
    if !supports(board) {
        refuse!("--board: {board} has more than {MAX_AREA} squares; give a smaller board");
    }
    if arguments.estimate {
        return estimate(common, arguments, start);
    }
    let began = Instant::now();
    let shared = common.tables();
    let counted = counting::with_progress(common, |progress| {
        let effort = |large: CountStatus| Effort {
            processed: large.step,
            squares: large.steps,
            states: large.states,
            bytes: large.bytes,
            ..Effort::default()
        };
        let mut progress = || progress(shared.status().map(effort));
        walks::on_board(board, start, &shared, &mut progress)
    });
    let walks = counted.map_err(|error| {
        counting::explain(error, board, common, ", or estimate the number with --estimate")
    })?;
    let counted = formatting::counted(walks, "self-avoiding walk");
    let verb = if walks == 1 { "begins" } else { "begin" };
    let row =
        start_row(board, start).with("walks", walks).with("wall_s", began.elapsed().as_secs_f64());
    reply(arguments.json, &row, &format!("{counted} on {board} {verb} at {start}\n"))
}

fn estimate(common: &Common, arguments: &WalksArgs, start: Square) -> anyhow::Result<u8> {
    let (board, seed) = (arguments.board, arguments.seed);
    let sampling = Sampling { precision: arguments.precision, seed, ..Sampling::default() };
    let began = Instant::now();
    let stop = signals::obey();
    let mut shown = common.progress(None);
    let mut progress = |so_far: Option<Estimate>| {
        let elapsed = formatting::time(shown.elapsed());
        let precision = so_far.map_or(String::new(), |walks| {
            let reached = walks.relative_error();
            format!(", {}", approximate::precision_so_far(reached, arguments.precision))
        });
        shown.show(0, || format!("sampling for {elapsed}{precision}"));
        stop.check()
    };
    let estimated = estimates::walks(board, start, &sampling, &mut progress);
    let walks = estimated.context("interrupted before the estimate was precise enough")?;
    if walks.is_heavy_tailed() {
        common.say(approximate::HEAVY_TAILED);
    }
    if walks.relative_error() > arguments.precision.relative() {
        let samples = formatting::grouped(walks.samples);
        common.say(&format!("stopped after {samples} samples, before the precision was reached"));
    }
    let interval = (walks.low(), walks.high());
    let number = approximate::in_words(walks.value, interval, walks.samples, "self-avoiding walk");
    let row = start_row(board, start)
        .with("walks_estimate", walks.value)
        .with("walks_low", walks.low())
        .with("walks_high", walks.high())
        .with("samples", walks.samples)
        .with("effective_samples", walks.effective_samples)
        .with("heavy_tailed", walks.is_heavy_tailed())
        .with("seed", seed)
        .with("wall_s", began.elapsed().as_secs_f64());
    reply(arguments.json, &row, &format!("{number}, from {start} on {board}\n"))
}
