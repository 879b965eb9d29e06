//! `probability`: the chance that a knight moving at random stays on the board.

use std::io::{IsTerminal, stdout};
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};

use clap::Args;
use knight_count::probability::{self, Probability};
use knight_search::{Board, Interrupted, Square, StopRequest, parse_number};
use knightsweep::analysis::table::{Cell, Format, Row, Table};
use knightsweep::text::{formatting, grouped};
use rayon::prelude::*;

use crate::cli::answer::{FormatArgs, print_table, start_row, start_row_for_people};
use crate::cli::args::{Common, parse_start};
use crate::cli::ui::{failure, line_width, print, print_json};

/// Compute how likely a knight stays on the board
///
/// Each of the eight moves has the same probability, even if it leads off the board. Every result
/// is exact: a fraction in lowest terms, and a decimal correctly rounded to 17 significant digits.
/// A terminal shows a table; a pipe or a file gets CSV.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep probability --board 3x3 --moves 2 --start 1,1     # 1/16 = 0.0625
  knightsweep probability --board 8x8 --moves 30 > chances.csv  # for every start
  knightsweep probability --board 8x8 --moves 3000 --json")]
pub(crate) struct ProbabilityArgs {
    /// The board: rows x columns
    #[arg(short, long, default_value = "8x8")]
    board: Board,

    /// Number of moves, from 0 to 65535
    #[arg(short, long, value_name = "K", allow_negative_numbers = true, value_parser = parse_moves)]
    moves: u16,

    /// The start square, such as 1,1 or a8
    ///
    /// Row,column from the top left, or a chess name [default: all squares]
    #[arg(short, long, value_name = "SQUARE")]
    start: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// A number of moves, as budgets are written; also 0.
fn parse_moves(text: &str) -> Result<u16, String> {
    let number = match text {
        "0" => Some(0),
        text => parse_number(text).ok(),
    };
    number
        .and_then(|moves| moves.try_into().ok())
        .ok_or_else(|| format!("write a whole number from 0 to {}, such as 30 or 1e3", u16::MAX))
}

/// `knightsweep probability`
pub(super) fn probability(common: &Common, arguments: &ProbabilityArgs) -> anyhow::Result<u8> {
    let board = arguments.board;
    let start = arguments.start.as_ref();
    let start = start.map(|text| parse_start(board, text)).transpose()?;
    arguments.check_memory(common.memory(), start)?;
    let (moves, written) = (AtomicU16::new(0), AtomicUsize::new(0));
    let how_far = || match written.load(Ordering::Relaxed) {
        0 => {
            let done = grouped(moves.load(Ordering::Relaxed));
            format!("{done} of {} moves", grouped(arguments.moves))
        }
        written => format!("the digits of {}", formatting::counted(written, "number")),
    };
    let rows = common.work(how_far, |stop| {
        let mut progress = |done| {
            moves.store(done, Ordering::Relaxed);
            stop.check()
        };
        let chances = probability::survival(board, start, arguments.moves, &mut progress)?;
        rows(arguments.moves, &chances, stop, &written)
    })?;
    let undone = "interrupted before all numbers were computed; none is printed";
    let rows = failure::or_undone(rows, undone)?;
    let usual = if stdout().is_terminal() { Format::Table } else { Format::Csv };
    let format = arguments.format.asked().unwrap_or(usual);
    let start_row = if format == Format::Table { start_row_for_people } else { start_row };
    let rows = rows.into_iter().map(|(start, values)| start_row(board, start).and(values));
    match format {
        Format::Json => print_json(&rows.collect::<Vec<_>>()),
        Format::Table => {
            let table = Table::new(rows);
            if table.fits(line_width(80)) {
                return print_table(&table, format);
            }
            common.say("no room for denominator, numerator; --format csv has all");
            print_table(&table.only(&["board", "start", "moves", "probability"]), format)
        }
        format => print(Table::new(rows).render(format)),
    }
}

impl ProbabilityArgs {
    /// Refuses to exceed the memory limit: the numbers are in memory once, their digits twice.
    fn check_memory(&self, memory: usize, start: Option<Square>) -> anyhow::Result<()> {
        let rows = start.map_or(self.board.area(), |_| 1) as u64;
        let digits = u64::from(self.moves) * 2 + 100;
        let bytes = probability::bytes(self.board, self.moves) + 2 * rows * digits;
        if bytes <= memory as u64 {
            return Ok(());
        }
        let [bytes, memory] = [bytes, memory as u64].map(formatting::bytes);
        let advice = match start {
            None => "give more with --memory, or a single --start",
            Some(_) => "give more with --memory",
        };
        anyhow::bail!("this needs about {bytes}, more than the limit of {memory}; {advice}")
    }
}

/// The probability from each start, as digits. Writing them takes about as long as computing them.
fn rows(
    moves: u16,
    chances: &[(Square, Probability)],
    stop: &StopRequest,
    written: &AtomicUsize,
) -> anyhow::Result<Vec<(Square, Row)>> {
    let row = |(start, chance): &(Square, Probability)| {
        if stop.check().is_break() {
            return Err(Interrupted.into());
        }
        written.fetch_add(1, Ordering::Relaxed);
        let values = Row::default()
            .with("moves", moves)
            .with("numerator", Cell::Digits(chance.numerator().to_string()))
            .with("denominator", Cell::Digits(chance.denominator().to_string()))
            // Often below the range of floats.
            .with("probability", Cell::Digits(chance.to_string()));
        Ok((*start, values))
    };
    chances.par_iter().map(row).collect()
}
