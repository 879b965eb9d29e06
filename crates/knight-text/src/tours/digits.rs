//! Lists of moves: a start square, and the digits of the moves from there.

use knight_board::{Board, Fault, Move};

use crate::tours::refusals::line_of;
use crate::tours::{Form, PrintedTour, Refusal};

/// Judges the only list of moves among the paragraphs of a text; `None` if there is none.
pub(super) fn read(text: &str, board: Option<Board>) -> Option<Result<PrintedTour, Refusal>> {
    let mut lists = text.split("\n\n").filter_map(|part| of_paragraph(part, text, board));
    lists.next().filter(|_| lists.next().is_none())
}

fn of_paragraph(
    part: &str,
    text: &str,
    board: Option<Board>,
) -> Option<Result<PrintedTour, Refusal>> {
    let (name, digits) = split_start(part.trim_start())?;
    let digits = digits.trim_start_matches([':', ' ', '.']);
    let mut moves = Vec::new();
    let mut wrong = None;
    for word in digits.split_whitespace() {
        for digit in word.bytes() {
            match Move::from_number(digit.wrapping_sub(b'0')) {
                Some(mv) => moves.push(mv),
                // One may be a slip.
                None if wrong.is_some() || !word.bytes().all(|b| b.is_ascii_digit()) => {
                    return None;
                }
                None => wrong = Some(word),
            }
        }
    }
    if moves.is_empty() || (wrong.is_some() && board.is_none()) {
        return None;
    }
    let Some(board) = board else { return Some(Err(Refusal::NoBoard)) };
    let Some(word) = wrong else { return Some(walked(board, name, &moves)) };
    let line = line_of(text, word.as_ptr() as usize - text.as_ptr() as usize);
    Some(Err(Refusal::Move { line, word: word.to_owned() }))
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

fn walked(board: Board, name: &str, moves: &[Move]) -> Result<PrintedTour, Refusal> {
    let word = || Refusal::Word { line: 1, word: name.to_owned() };
    let mut at = board.parse_square(name).map_err(|_| word())?;
    let mut squares = vec![at];
    let mut leaves = None;
    for &mv in moves {
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
