//! Lists of moves: a start square, and the digits of the moves from there.

use std::ops::Range;

use knight_board::{Board, Fault, Move};

use crate::tours::{Candidate, Form, PrintedTour, Refusal};

/// A start and the moves from there.
pub(super) struct Moves<'a> {
    start: &'a str,
    moves: Vec<Move>,
    span: Range<usize>,
}

/// The only list of moves among the paragraphs of a text.
pub(super) fn read(text: &str) -> Option<Moves<'_>> {
    let mut at = 0;
    let parts = text.split("\n\n").filter_map(|part| {
        let span = at..at + part.len();
        at = span.end + 2;
        let part = part.trim_start();
        let (start, digits) = part.split_at(end_of_start(part)?);
        let digits = digits.trim_start_matches([':', ' ', '.']);
        let digits = digits.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let moves = digits.map(|digit| Move::from_number(digit.wrapping_sub(b'0')));
        let moves = moves.collect::<Option<Vec<Move>>>().filter(|moves| !moves.is_empty())?;
        Some(Moves { start, moves, span })
    });
    let mut parts = parts.fuse();
    parts.next().filter(|_| parts.next().is_none())
}

/// Where the square ends that begins a text.
fn end_of_start(text: &str) -> Option<usize> {
    const LONGEST: usize = 14;
    // Which squares there are is not known yet.
    let board = Board::new(Board::MAX_SIDE, Board::MAX_SIDE).ok()?;
    let is_end = |end: &usize| text[*end..].starts_with([':', ' ', '\n']);
    let mut ends = text.char_indices().take(LONGEST).map(|(end, _)| end).filter(is_end);
    ends.find(|end| board.parse_square(&text[..*end]).is_ok())
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
