//! Texts with several boards: a verdict on each.

use std::ops::Range;

use knight_board::Board;

use crate::tours::lines::is_end;
use crate::tours::refusals::line_of;
use crate::tours::{Block, Candidate, PrintedTour, Refusal, is_outside, one, plain, whole};

/// Reads the printed tour of a text, or each of several that stand below each other.
///
/// What is one board as a whole is that board. Else each board is read with what stands between it
/// and its neighbours, and each must be a tour or a grid with a few faults.
///
/// # Errors
/// [`Refusal`] as by [`read`](crate::tours::read), unless there are several boards and nothing
/// else.
pub fn read_all(text: &str, board: Option<Board>) -> Result<Vec<Block>, Refusal> {
    let text = &plain(text)?;
    let refused = match whole(text, board) {
        Ok(printed) => return Ok(vec![Block { line: 1, printed }]),
        Err(refused) => refused,
    };
    let boards = apart(&refused.candidates, text);
    each(text, &boards, board).ok_or_else(|| refused.why(text))
}

/// The boards that stand at these places, if there are several, each is a tour or a walk with a few
/// faults, and nothing else is there.
fn each(text: &str, places: &[Range<usize>], board: Option<Board>) -> Option<Vec<Block>> {
    let block = |at: usize| {
        let from = at.checked_sub(1).map_or(0, |before| places[before].end);
        let to = places.get(at + 1).map_or(text.len(), |next| next.start);
        let printed = one(&text[from..to], board).ok()?;
        Some(Block { line: line_of(text, places[at].start), printed })
    };
    let blocks: Option<Vec<Block>> = (0..places.len()).map(block).collect();
    blocks.filter(|all| all.len() > 1 && all.iter().all(|block| is_walk(&block.printed)))
}

/// Whether a board is a tour or a grid with a few faults. Two lists may be one that is cut.
fn is_walk(printed: &PrintedTour) -> bool {
    printed.is_tour() || printed.is_grid() && 3 * printed.faults.len() < printed.squares.len()
}

/// The lines of the tours among candidates, and of other boards that are certain and stand apart
/// from them. None if tours share a line.
fn apart(candidates: &[Candidate], text: &str) -> Vec<Range<usize>> {
    let lines = |candidate: &Candidate| {
        let above = text[..candidate.span.start].rfind(is_end).map_or(0, |at| at + 1);
        let end = text[..candidate.span.end].trim_end_matches(is_end).len();
        above..text[end..].find(is_end).map_or(text.len(), |at| end + at)
    };
    let (tours, others): (Vec<_>, Vec<_>) = candidates.iter().partition(|c| c.printed.is_tour());
    let mut found: Vec<Range<usize>> = tours.into_iter().map(lines).collect();
    for other in others.into_iter().filter(|other| other.is_certain).map(lines) {
        if found.iter().all(|tour| is_outside(tour, &other)) {
            found.push(other);
        }
    }
    found.sort_unstable_by_key(|lines| lines.start);
    let share = found.windows(2).any(|two| two[0].end > two[1].start);
    if share { Vec::new() } else { found }
}
