//! Answers to single questions, in all their forms.

use clap::Args;
use knight_search::{Board, Square};
use knightsweep::analysis::table::{Format, Row, Table};

use crate::cli::args::one_of;
use crate::cli::ui::{line_width, print, print_json};

/// The form of an answer.
#[derive(Args)]
pub(super) struct FormatArgs {
    /// As csv, markdown, latex or json
    ///
    /// [default: sentences or a table]
    #[arg(short, long, value_parser = one_of(Format::ALL, Format::word))]
    format: Option<Format>,

    /// Same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    /// The format that is asked for.
    pub(super) fn asked(&self) -> Option<Format> {
        if self.json { Some(Format::Json) } else { self.format }
    }
}

/// Prints what is said to people, or as one JSON object the values under the names that programs
/// know.
pub(super) fn reply(is_json: bool, row: &Row, text: &str) -> anyhow::Result<u8> {
    if is_json { print_json(row) } else { print(text) }
}

/// The board of an answer, its first values.
pub(super) fn board_row(board: Board) -> Row {
    Row::default().with("rows", board.rows()).with("cols", board.cols())
}

/// The board and the start square of an answer, its first values.
pub(super) fn start_row(board: Board, start: Square) -> Row {
    board_row(board).with("start_row", start.row).with("start_col", start.col)
}

/// The board and the start square as people write them.
pub(super) fn start_row_for_people(board: Board, start: Square) -> Row {
    Row::default().with("board", board.to_string()).with("start", start.to_string())
}

/// Prints a table, its rows one below the other where a terminal is too narrow.
pub(super) fn print_table(table: &Table, format: Format) -> anyhow::Result<u8> {
    print(table.render_for(format, line_width(usize::MAX)))
}
