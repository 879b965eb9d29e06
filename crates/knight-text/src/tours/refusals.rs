//! Why a text is neither a tour nor certainly none.

use crate::moves;
use crate::tours::cells::Cell;
use crate::tours::lines::{Line, views};
use crate::tours::{Block, Candidate, Refusal};

/// The most letters of a word that a message has.
const LONGEST_WORD: usize = 40;

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
pub(super) fn why(candidates: &[Candidate], text: &str) -> Refusal {
    if text.len() <= LONGEST_PROGRAM && moves::read(text, false).is_ok() {
        return Refusal::KnightMoves;
    }
    let blocks = |candidate: &Candidate| found(candidate, text);
    let certain: Vec<Block> = candidates.iter().filter(|c| c.is_condemned()).map(blocks).collect();
    if certain.len() > 1 {
        return Refusal::Several(certain);
    }
    let lists = candidates.iter().filter(|c| !c.printed.is_grid());
    if let Some(list) = lists.max_by_key(|c| c.printed.squares.len()) {
        return Refusal::Uncertain(blocks(list));
    }
    let [lines, brackets, _] = views(text);
    let length = |rows: &[Line]| rows.windows(2).find_map(|two| ragged(&two[1], &two[0], text));
    let best = candidates.iter().max_by_key(|c| c.printed.squares.len()).map(blocks);
    let slip = lines.iter().find_map(|line| word(line, text));
    slip.or_else(|| length(&lines))
        .or(best.map(Refusal::Uncertain))
        .or_else(|| length(&brackets))
        .unwrap_or(Refusal::Nothing)
}

/// The first word in a line of several cells that is half a number, or that stands among numbers.
fn word(line: &Line, text: &str) -> Option<Refusal> {
    let has_number = line.cells.iter().any(|cell| cell.number().is_some());
    let are_squares = line.words.is_empty() && line.cells.iter().all(Cell::is_square);
    if line.cells.len() < 2 || line.long_words > 0 || are_squares {
        return None;
    }
    let is_slip = |word: &&str| {
        let cell = Cell::of_word(word);
        is_fraction(word) || has_number && cell.is_some_and(|it| it == Cell::Slip || it.is_letter())
    };
    let word = text[line.span.clone()].split(is_end).find(is_slip)?;
    let word = word.chars().take(LONGEST_WORD).collect();
    Some(Refusal::Word { line: line_of(text, line.span.start), word })
}

/// A row that has another length than the one above it in the same bracket, unless one of them has
/// labels.
fn ragged(row: &Line, above: &Line, text: &str) -> Option<Refusal> {
    let (found, expected) = (row.cells.len(), above.cells.len());
    let is_wrong = [row, above].iter().all(|line| line.is_row())
        && found != expected
        && row.bracket == above.bracket
        && !above.is_labels(found)
        && !row.is_labels(expected);
    let line = || line_of(text, row.span.start);
    is_wrong.then(|| Refusal::Ragged { line: line(), found, expected })
}

fn is_end(c: char) -> bool {
    c.is_whitespace() || "()[]{}|&,;".contains(c)
}

/// Whether a word is a number with a fraction or an exponent.
///
/// ```
/// use knight_text::tours::is_fraction;
/// assert!(is_fraction("0.5") && is_fraction("1e-3") && !is_fraction("12") && !is_fraction("1."));
/// ```
pub fn is_fraction(word: &str) -> bool {
    let ends_right = |c: char| c.is_ascii_digit() || "+-".contains(c);
    word.starts_with(ends_right)
        && word.ends_with(ends_right)
        && word.contains(['.', 'e', 'E'])
        && word.parse::<f64>().is_ok()
}
