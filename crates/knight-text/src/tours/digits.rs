//! Lists of moves: a start square, and the digits of the moves from there.

use std::ops::Range;
use std::sync::LazyLock;

use knight_board::{Board, Fault, Move};
use regex::Regex;

use crate::patterns::regex;
use crate::tours::{Candidate, Form, PrintedTour, Refusal};

/// A start and the moves from there.
pub(super) struct Moves<'a> {
    start: &'a str,
    moves: Vec<Move>,
    span: Range<usize>,
}

/// The only list of moves among the paragraphs of a text.
pub(super) fn read(text: &str) -> Option<Moves<'_>> {
    static MOVES: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"\A\s*(\(?[0-9]+ *, *[0-9]+\)?|[A-Za-z]{1,2}[0-9]+)[:\s][:.\s]*([1-8\s]*[1-8])\s*\z")
    });
    let mut at = 0;
    let parts = text.split("\n\n").filter_map(|part| {
        let span = at..at + part.len();
        at = span.end + 2;
        let (_, [start, digits]) = MOVES.captures(part)?.extract();
        let moves = digits.bytes().filter_map(|digit| Move::from_number(digit.wrapping_sub(b'0')));
        Some(Moves { start, moves: moves.collect(), span })
    });
    let mut parts = parts.fuse();
    parts.next().filter(|_| parts.next().is_none())
}

impl Moves<'_> {
    /// The walk on a board, as far as it stays there.
    ///
    /// # Errors
    /// [`Refusal::Outside`] if its start is not there.
    pub(super) fn on(self, board: Board) -> Result<Candidate, Refusal> {
        let start = board.parse_square(self.start);
        let mut at = start.map_err(|_| Refusal::Outside(self.start.trim().to_owned()))?;
        let mut squares = vec![at];
        let mut leaves = None;
        for mv in self.moves {
            let Some(next) = board.target(at, mv) else {
                leaves = Some(Fault::LeavesBoard { number: squares.len() as i64, from: at, mv });
                break;
            };
            squares.push(next);
            at = next;
        }
        let is_named = self.start.starts_with(|c: char| c.is_alphabetic());
        let mut printed = PrintedTour::of_squares(board, Form::Moves { is_named }, squares);
        printed.faults.splice(..0, leaves);
        Ok(Candidate { span: self.span, printed, is_certain: true, leaves: None })
    }
}
