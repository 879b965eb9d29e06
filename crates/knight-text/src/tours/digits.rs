//! Lists of moves: a start square, and the digits of the moves from there.

use knight_board::{Board, Fault, Move};

use crate::tours::{Form, PrintedTour, Refusal};

/// Judges the only list of moves among the paragraphs of a text; `None` if there is none.
pub(super) fn read(text: &str, board: Option<Board>) -> Option<Result<PrintedTour, Refusal>> {
    let mut lists = text.split("\n\n").filter_map(|part| of_paragraph(part.trim_start(), board));
    lists.next().filter(|_| lists.next().is_none())
}

fn of_paragraph(text: &str, board: Option<Board>) -> Option<Result<PrintedTour, Refusal>> {
    let (name, digits) = split_start(text)?;
    let digits = digits.trim_start_matches([':', ' ', '.']);
    let digits = digits.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let moves: Option<Vec<Move>> =
        digits.map(|digit| Move::from_number(digit.wrapping_sub(b'0'))).collect();
    let moves = moves.filter(|moves| !moves.is_empty())?;
    Some(board.map_or(Err(Refusal::NoBoard), |board| walked(board, name, moves)))
}

/// The square that begins a text, and what follows it.
fn split_start(text: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 14;
    // Which squares there are is not known yet.
    let board = Board::new(Board::MAX_SIDE, Board::MAX_SIDE).ok()?;
    let is_end = |end: &usize| text[*end..].starts_with([':', ' ', '\n']);
    let ends = text.char_indices().take(LONGEST).map(|(end, _)| end).filter(is_end);
    let mut starts = ends.map(|end| text.split_at(end));
    starts.find(|(name, _)| board.parse_square(name).is_ok())
}

fn walked(board: Board, name: &str, moves: Vec<Move>) -> Result<PrintedTour, Refusal> {
    let word = || Refusal::Word { line: 1, word: name.to_owned() };
    let mut at = board.parse_square(name).map_err(|_| word())?;
    let mut squares = vec![at];
    let mut leaves = None;
    for mv in moves {
        let Some(next) = board.target(at, mv) else {
            leaves = Some(Fault::LeavesBoard { number: squares.len() as i64, from: at, mv });
            break;
        };
        squares.push(next);
        at = next;
    }
    let is_named = name.starts_with(|c: char| c.is_alphabetic());
    let mut printed = PrintedTour::of_squares(board, Form::Moves { is_named }, squares);
    printed.faults.splice(..0, leaves);
    Ok(printed)
}
