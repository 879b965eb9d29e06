//! `probability`: the chance that a knight moving at random stays on the board.

use std::process::ExitCode;

use clap::Args;
use knightsweep::analysis::table::{Cell, Format, Table};
use knightsweep::board::{Board, Square};
use knightsweep::probability::{Probability, survival};
use serde::Serialize;
use serde_json::value::RawValue;

use super::{failure, parse_board, parse_format, print};

/// Give the chance that a knight is still on the board after random moves
///
/// Each move is one of the eight with the same chance, whether or not it leads off the board. Every number is
/// exact: a fraction in lowest terms, and its decimal form to 17 significant digits, correctly rounded.
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep probability --board 3x3 --moves 2 --start 1,1      1/16 = 0.0625
  knightsweep probability --board 8x8 --moves 30 > chances.csv   for every start
  knightsweep probability --board 8x8 --moves 3000 --json        far below what a float can hold")]
pub struct ProbabilityArgs {
    /// The board, rows x columns
    #[arg(short, long, default_value = "8x8", value_parser = parse_board)]
    board: Board,

    /// Moves that the knight makes
    #[arg(short, long, value_name = "K")]
    moves: u16,

    /// Only this square, as row,column from the top left or by its chess name; all squares if not given
    #[arg(short, long, value_name = "SQUARE")]
    start: Option<String>,

    /// How to print: csv, table, markdown or json, whose numerators and denominators are texts
    #[arg(short, long, default_value = "csv", value_parser = parse_format)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Serialize)]
struct Row<P> {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    moves: u16,
    numerator: String,
    denominator: String,
    probability: P,
}

/// `knightsweep probability`
pub fn probability(arguments: &ProbabilityArgs) -> anyhow::Result<ExitCode> {
    let board = arguments.board;
    let only = arguments.start.as_ref().map(|text| {
        let square = board.parse_square(text);
        square.map_err(|error| failure::usage(format!("--start: {error}")))
    });
    let only = only.transpose()?;
    let chances = survival(board, arguments.moves);
    let wanted = board
        .squares()
        .zip(&chances)
        .filter(|(square, _)| only.is_none_or(|only| only == *square));
    if arguments.json || arguments.format == Format::Json {
        print_list(arguments, wanted)
    } else {
        print(&table(arguments, wanted).render(arguments.format))
    }
}

fn row<P>(arguments: &ProbabilityArgs, start: Square, chance: &Probability, decimal: P) -> Row<P> {
    Row {
        rows: arguments.board.rows(),
        cols: arguments.board.cols(),
        start_row: start.row,
        start_col: start.col,
        moves: arguments.moves,
        numerator: chance.numerator().to_string(),
        denominator: chance.denominator().to_string(),
        probability: decimal,
    }
}

fn table<'a>(
    arguments: &ProbabilityArgs,
    chances: impl Iterator<Item = (Square, &'a Probability)>,
) -> Table {
    let columns = [
        "rows",
        "cols",
        "start_row",
        "start_col",
        "moves",
        "numerator",
        "denominator",
        "probability",
    ];
    let cells = |(start, chance)| {
        let row = row(arguments, start, chance, chance.to_string());
        let small = [row.rows, row.cols, row.start_row, row.start_col, row.moves];
        let large = [row.numerator, row.denominator, row.probability];
        let small = small.map(|number| Cell::from(u64::from(number)));
        small.into_iter().chain(large.map(Cell::Text)).collect()
    };
    Table {
        columns: columns.map(str::to_owned).to_vec(),
        rows: chances.map(cells).collect(),
    }
}

fn print_list<'a>(
    arguments: &ProbabilityArgs,
    chances: impl Iterator<Item = (Square, &'a Probability)>,
) -> anyhow::Result<ExitCode> {
    let objects: Result<Vec<Row<Box<RawValue>>>, serde_json::Error> = chances
        .map(|(start, chance)| {
            // As a number that JSON can write and no float can hold.
            let decimal = RawValue::from_string(chance.to_string())?;
            Ok(row(arguments, start, chance, decimal))
        })
        .collect();
    print(&format!("{}\n", serde_json::to_string(&objects?)?))
}
