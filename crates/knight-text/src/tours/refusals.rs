//! Why a text is neither a tour nor certainly none.

use crate::moves;
use crate::tours::cells::Cell;
use crate::tours::grids::runs;
use crate::tours::lines::{Line, lines};
use crate::tours::{Candidate, Found, Refusal};

/// The most letters of a word that a message has.
const LONGEST_WORD: usize = 40;

/// The longest program that is looked at.
const LONGEST_PROGRAM: usize = 1 << 20;

/// The line of a place in a text, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count()
}

/// What a message says of a candidate.
pub(super) fn found(candidate: &Candidate, text: &str) -> Found {
    let printed = &candidate.printed;
    Found {
        line: line_of(text, candidate.span.start),
        rows: printed.board.rows().into(),
        cols: printed.board.cols().into(),
        is_tour: printed.is_tour(),
        form: printed.form,
    }
}

/// Why nothing is certain.
pub(super) fn why(candidates: &[Candidate], text: &str) -> Refusal {
    if text.len() <= LONGEST_PROGRAM && moves::read(text, false).is_ok() {
        return Refusal::KnightMoves;
    }
    let line_at = |at: usize| line_of(text, at);
    let (mut wrong_label, mut largest) = (None, None);
    for run in runs(lines(text)) {
        wrong_label = wrong_label.or(run.wrong_label);
        let (rows, cols) = (run.height(), run.width);
        // The last one of the largest.
        if largest.is_none_or(|(_, height, width)| rows * cols >= height * width) {
            largest = Some((run.span(0..1).start, rows, cols));
        }
    }
    if let Some(at) = wrong_label {
        return Refusal::Label { line: line_at(at) };
    }
    let certain = candidates.iter().filter(|c| c.is_certain);
    if certain.clone().count() > 1 {
        return Refusal::Several(certain.map(|candidate| found(candidate, text)).collect());
    }
    let best = candidates.iter().max_by_key(|c| c.printed.squares.len());
    let best = best.map(|candidate| Refusal::Uncertain {
        found: found(candidate, text),
        faults: candidate.printed.faults.len(),
    });
    let shape = largest.map(|(at, rows, cols)| Refusal::Shape { line: line_at(at), rows, cols });
    let of_word = |is_wrong: fn(&str) -> bool, is_line: fn(&Line) -> bool| {
        lines(text).filter(is_line).find_map(|line| {
            let word = text[line.span.clone()].split(is_end).find(|word| is_wrong(word))?;
            let word = word.chars().take(LONGEST_WORD).collect();
            Some(Refusal::Word { line: line_at(line.span.start), word })
        })
    };
    of_word(is_slip, may_have_slip)
        .or_else(|| ragged(text))
        .or(best)
        .or(shape)
        .or_else(|| of_word(is_fraction, |line| line.cells.len() > 1 && line.long_words == 0))
        .unwrap_or(Refusal::Nothing)
}

/// The first row whose length is not that of the row above it.
fn ragged(text: &str) -> Option<Refusal> {
    let mut row_above: Option<Line> = None;
    lines(text).find_map(|row| {
        let line = row.span.start;
        let before = std::mem::replace(&mut row_above, row.is_row().then_some(row));
        let (above, row) = (before?, row_above.as_ref()?);
        let (found, expected) = (row.cells.len(), above.cells.len());
        let is_ragged = found != expected && !above.is_labels(found) && !row.is_labels(expected);
        is_ragged.then(|| Refusal::Ragged { line: line_of(text, line), found, expected })
    })
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

/// Whether a word of a line may make something else of a row.
fn may_have_slip(line: &Line) -> bool {
    line.cells.len() > 1
        && line.long_words == 0
        && line.cells.iter().any(|cell| cell.number().is_some())
}

fn is_slip(word: &str) -> bool {
    Cell::of_word(word).is_some_and(|cell| cell == Cell::SLIP || cell.is_letter())
}
