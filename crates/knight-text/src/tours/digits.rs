//! Lists of moves: a start square, and the digits of the moves from there.

use std::sync::LazyLock;

use knight_board::{Board, Fault, Move};
use regex::Regex;

use crate::patterns::regex;
use crate::tours::{Candidate, Form, PrintedTour, Refusal};

/// The walk of the only list of moves among the paragraphs of a text, if there is one, as far as it
/// stays on the board.
///
/// # Errors
/// There is no board, or the start is not on it.
pub(super) fn read(text: &str, board: Option<Board>) -> Result<Option<Candidate>, Refusal> {
    static MOVES: LazyLock<Regex> = LazyLock::new(|| {
        regex(concat!(
            r"(?:\A|\n\n)\s*(\(?[0-9]+ *, *[0-9]+\)?|[A-Za-z]{1,2}[0-9]+)",
            r"[:\s][:.\s]*([1-8]|[1-8][1-8\s]*[1-8])\s*(?:\n\n|\z)"
        ))
    });
    let mut all = MOVES.captures_iter(text);
    let (Some(list), None) = (all.next(), all.next()) else { return Ok(None) };
    let board = board.ok_or(Refusal::NoBoard)?;
    let start = &list[1];
    let mut at = board.parse_square(start).map_err(|_| Refusal::Outside(start.to_owned()))?;
    let mut squares = vec![at];
    let mut leaves = None;
    let moves = list[2].bytes().filter_map(|digit| Move::from_number(digit.wrapping_sub(b'0')));
    for mv in moves {
        let Some(next) = board.target(at, mv) else {
            leaves = Some(Fault::LeavesBoard { number: squares.len() as i64, from: at, mv });
            break;
        };
        squares.push(next);
        at = next;
    }
    let is_named = start.starts_with(|c: char| c.is_alphabetic());
    let mut printed = PrintedTour::of_squares(board, Form::Moves { is_named }, squares);
    printed.faults.splice(..0, leaves);
    let span = list.get(1).map_or(0, |start| start.start())..list.get(2).map_or(0, |end| end.end());
    Ok(Some(Candidate { span, printed, is_certain: true, leaves: None }))
}
