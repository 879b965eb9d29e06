//! Texts with several boards: a verdict on each.

use std::ops::Range;

use knight_board::Board;

use crate::tours::refusals::line_of;
use crate::tours::rows::is_end;
use crate::tours::{Block, PrintedTour, Reading, Refusal, is_outside, plain};

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
    let reading = Reading::of(text, board);
    let only = reading.verdict().map(|printed| vec![Block { line: 1, printed }]);
    only.or_else(|why| each(&reading).ok_or(why))
}

/// The boards of a text, if there are several, each is plausible, and nothing else is there.
fn each(reading: &Reading) -> Option<Vec<Block>> {
    let (text, places) = (reading.text, apart(reading));
    let block = |at: usize| {
        let from = at.checked_sub(1).map_or(0, |before| places[before].end);
        let to = places.get(at + 1).map_or(text.len(), |next| next.start);
        let printed = Reading::of(&text[from..to], reading.given).verdict().ok()?;
        Some(Block { line: line_of(text, places[at].start), printed })
    };
    let blocks: Option<Vec<Block>> = (0..places.len()).map(block).collect();
    blocks.filter(|all| all.len() > 1 && all.iter().all(|block| is_plausible(&block.printed)))
}

/// Whether a board is a tour or a grid with a few faults. Two lists may be one that is cut.
fn is_plausible(printed: &PrintedTour) -> bool {
    printed.is_tour() || printed.is_grid() && 3 * printed.faults.len() < printed.squares.len()
}

/// The lines of the tours of a text, and of other boards that are certain and stand apart from
/// them.
fn apart(reading: &Reading) -> Vec<Range<usize>> {
    let text = reading.text;
    let mut found: Vec<Range<usize>> = Vec::new();
    for candidate in [true, false].into_iter().flat_map(|are_tours| reading.certain(are_tours)) {
        let start = text[..candidate.span.start].rfind(is_end).map_or(0, |at| at + 1);
        let end = text[..candidate.span.end].trim_end_matches(is_end).len();
        let lines = start..text[end..].find(is_end).map_or(text.len(), |at| end + at);
        if found.iter().all(|other| is_outside(other, &lines)) {
            found.push(lines);
        }
    }
    found.sort_unstable_by_key(|lines| lines.start);
    found
}
