//! Why a text is neither a tour nor certainly none.

use crate::moves;
use crate::tours::cells::Cell;
use crate::tours::grids::runs;
use crate::tours::lines::{Line, lines};
use crate::tours::{Candidate, FoundBoard, Refusal};

/// The most letters of a word that a message has.
const LONGEST_WORD: usize = 40;

/// The longest program that is looked at.
const LONGEST_PROGRAM: usize = 1 << 16;

/// The line of a place in a text, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count()
}

/// What a message says of a candidate.
pub(super) fn found(candidate: &Candidate, text: &str) -> FoundBoard {
    let printed = &candidate.printed;
    FoundBoard {
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
    let mut wrong = Wrong::default();
    let (mut wrong_label, mut largest) = (None, None);
    for run in runs(lines(text).inspect(|line| wrong.add(line, text))) {
        wrong_label = wrong_label.or(run.wrong_label());
        let (rows, cols) = (run.height(), run.width);
        // The last one of the largest.
        if largest.is_none_or(|(_, height, width)| rows * cols >= height * width) {
            largest = Some((run.span(0..1).start, rows, cols));
        }
    }
    let certain = candidates.iter().filter(|c| c.is_certain);
    let several = || Refusal::Several(certain.clone().map(|c| found(c, text)).collect());
    let best = candidates.iter().max_by_key(|c| c.printed.squares.len());
    let best = best.map(|candidate| Refusal::Uncertain {
        found: found(candidate, text),
        faults: candidate.printed.faults.len(),
    });
    let line = |at: usize| line_of(text, at);
    let label = wrong_label.map(|at| Refusal::Label { line: line(at) });
    let shape = largest.map(|(at, rows, cols)| Refusal::Shape { line: line(at), rows, cols });
    label
        .or_else(|| (certain.clone().count() > 1).then(several))
        .or(wrong.word)
        .or(wrong.length)
        .or(best)
        .or(shape)
        .or(wrong.fraction)
        .unwrap_or(Refusal::Nothing)
}

/// The first lines that are not rows of a grid, for each reason.
#[derive(Default)]
struct Wrong {
    word: Option<Refusal>,
    length: Option<Refusal>,
    fraction: Option<Refusal>,
    above: Option<Line>,
}

impl Wrong {
    /// Looks at the next line.
    fn add(&mut self, line: &Line, text: &str) {
        let of_word = |is_wrong: fn(&str) -> bool| {
            let word = text[line.span.clone()].split(is_end).find(|word| is_wrong(word))?;
            let word = word.chars().take(LONGEST_WORD).collect();
            Some(Refusal::Word { line: line_of(text, line.span.start), word })
        };
        let may_have_slip = line.cells.len() > 1 && line.long_words == 0;
        let has_number = || line.cells.iter().any(|cell| cell.number().is_some());
        if self.word.is_none() && may_have_slip && has_number() {
            self.word = of_word(is_slip);
        }
        if self.fraction.is_none() && may_have_slip {
            self.fraction = of_word(is_fraction);
        }
        if self.length.is_some() {
            return;
        }
        let (found, row) = (line.cells.len(), line.is_row().then(|| line.clone()));
        if let (Some(above), Some(row)) = (&self.above, &row) {
            let expected = above.cells.len();
            let is_wrong = found != expected && !above.is_labels(found) && !row.is_labels(expected);
            let line = || line_of(text, row.span.start);
            self.length = is_wrong.then(|| Refusal::Ragged { line: line(), found, expected });
        }
        self.above = row;
    }
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

fn is_slip(word: &str) -> bool {
    Cell::of_word(word).is_some_and(|cell| cell == Cell::Slip || cell.is_letter())
}
