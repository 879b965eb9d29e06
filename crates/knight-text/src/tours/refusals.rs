//! Why a text is neither a tour nor certainly none.

use crate::moves;
use crate::tours::beside::has_long_word;
use crate::tours::cells::Cell;
use crate::tours::rows::{Piece, brackets, cells, lines};
use crate::tours::{Block, Candidate, Reading, Refusal, digits};

/// The most letters of a line that a message has.
const LONGEST_LINE: usize = 40;

/// The longest program that is looked at.
const LONGEST_PROGRAM: usize = 1 << 16;

/// The line of a place in a text, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| matches!(byte, b'\n' | b'\x0c')).count()
}

/// A candidate and its line.
pub(super) fn found(candidate: &Candidate, text: &str) -> Block {
    Block { line: line_of(text, candidate.span.start), printed: candidate.printed.clone() }
}

/// Why nothing is certain.
pub(super) fn why(reading: &Reading) -> Refusal {
    let text = reading.text;
    if let Err(why) = digits::read(text, reading.given) {
        return why;
    }
    if text.len() <= LONGEST_PROGRAM && moves::read(text, false).is_ok() {
        return Refusal::KnightMoves;
    }
    let size = |one: &&Candidate| (!one.printed.is_grid(), one.printed.squares.len());
    let nearest = reading.candidates.iter().max_by_key(size);
    let is_list = nearest.is_some_and(|one| !one.printed.is_grid());
    let line = || misfit(text, lines(text)).filter(|_| !is_list);
    line()
        .or_else(|| nearest.map(|one| Refusal::Uncertain(found(one, text))))
        .or_else(|| misfit(text, brackets(text)))
        .unwrap_or(Refusal::Nothing)
}

/// The first row of numbers and signs that is not as long as the one above it in the same bracket,
/// or that has something else among them.
fn misfit(text: &str, pieces: impl Iterator<Item = Piece>) -> Option<Refusal> {
    let mut above = None;
    for (span, group) in pieces {
        let line = &text[span.clone()];
        let row: Vec<Cell> = cells(line).collect();
        let is_row = !row.is_empty() && row.iter().all(Cell::is_square);
        let is_number = |cell: &Cell| cell.number().is_some();
        let has_numbers = row.iter().any(is_number) || !line.contains(char::is_alphabetic);
        let is_wrong = match above.replace((is_row, row.len(), group)) {
            Some((true, length, before)) if is_row => length != row.len() && before == group,
            _ => row.len() > 1 && !is_row && !has_long_word(line) && has_numbers,
        };
        if is_wrong {
            let line = line.trim().chars().take(LONGEST_LINE).collect();
            return Some(Refusal::Misfit { line: line_of(text, span.start), text: line });
        }
    }
    None
}
