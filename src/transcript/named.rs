//! Faults in the words of the text: its notation of squares, and its numbers.

use knight_board::Fault;
use knight_search::{Board, Square};

use crate::transcript::{Numbering, PrintedTour};

/// How a text writes squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// As row and column from 1, as everywhere in this program. Grids write no squares.
    RowColumn,
    /// As pairs of numbers that count from 0, or that have the column first.
    Pairs {
        /// The number of the first row and column.
        first: i64,
        /// Whether the column comes first.
        is_exchanged: bool,
    },
    /// As chess names.
    Chess,
}

impl Notation {
    pub(super) fn name(self, board: Board, square: Square) -> String {
        match self {
            Notation::RowColumn => square.to_string(),
            Notation::Pairs { first, is_exchanged } => {
                let (row, col) =
                    (i64::from(square.row) + first - 1, i64::from(square.col) + first - 1);
                let (one, other) = if is_exchanged { (col, row) } else { (row, col) };
                format!("({one},{other})")
            }
            Notation::Chess => board.chess_name(square),
        }
    }
}

/// Squares of a fault that are named.
const SHOWN: usize = 8;

impl PrintedTour {
    /// A fault of this transcript in a sentence.
    pub fn fault_text(&self, fault: &Fault) -> String {
        if matches!(self.numbering, Numbering::FromZero | Numbering::FromOne) {
            return fault.to_string();
        }
        let name = |square: &Square| self.notation.name(self.board, *square);
        // Faults of lists count from 1.
        let place = |number: i64| number - 1 + self.first_number;
        let at = |number: i64, square: &Square| format!("{}. {}", place(number), name(square));
        match fault {
            Fault::NotAMove { number, from, to } => {
                format!("from {} to {} is not a knight move", at(*number, from), at(number + 1, to))
            }
            Fault::LeavesBoard { number, from, mv } => {
                format!("move {mv} from {} leads off the board", at(*number, from))
            }
            Fault::VisitedTwice { square, first, again } => {
                let (first, again) = (place(*first), place(*again));
                format!("{} is visited twice, as {first}. and as {again}.", name(square))
            }
            Fault::Unvisited { unvisited } => {
                let are = if unvisited.len() == 1 { "is" } else { "are" };
                let shown: Vec<String> = unvisited.iter().take(SHOWN).map(name).collect();
                let more = match unvisited.len().saturating_sub(SHOWN) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let (count, shown) = (unvisited.len(), shown.join(" "));
                format!("{count} of the squares {are} never visited: {shown}{more}")
            }
            _ => fault.to_string(),
        }
    }
}
