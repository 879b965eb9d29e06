//! Why a text is neither a tour nor certainly none.

use crate::moves;
use crate::tours::grids::Run;
use crate::tours::lines::{Cell, Line, cell};
use crate::tours::{Candidate, Found, Refusal};

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
pub(super) fn why(
    candidates: &[Candidate],
    (lines, runs): (&[Line], &[Run]),
    text: &str,
) -> Refusal {
    let line_at = |line: &Line| line_of(text, line.span.start);
    let of_label =
        runs.iter().find_map(Run::wrong_label).map(|l| Refusal::Label { line: line_at(l) });
    let certain: Vec<&Candidate> = candidates.iter().filter(|c| c.is_certain).collect();
    let several = (certain.len() > 1).then(|| {
        Refusal::Several(certain.iter().map(|candidate| found(candidate, text)).collect())
    });
    let of_word = lines.iter().find_map(|line| {
        let word = slip(line, &text[line.span.clone()])?;
        Some(Refusal::Word { line: line_at(line), word })
    });
    let is_row = |line: &&Line| line.is_row() && !line.cells.is_empty();
    let ragged = lines.windows(2).find_map(|two| {
        let (above, row) =
            (is_row(&&two[0]).then_some(&two[0])?, is_row(&&two[1]).then_some(&two[1])?);
        let (found, expected) = (row.cells.len(), above.cells.len());
        let is_ragged = found != expected && !above.is_labels(found) && !row.is_labels(expected);
        is_ragged.then(|| Refusal::Ragged { line: line_at(row), found, expected })
    });
    let best = candidates.iter().max_by_key(|c| c.printed.squares.len());
    let best = best.map(|candidate| Refusal::Uncertain {
        found: found(candidate, text),
        faults: candidate.printed.faults.len(),
    });
    let shape = runs.iter().max_by_key(|run| run.rows.len() * run.width()).map(|run| {
        let (rows, cols) = (run.rows.len(), run.width());
        Refusal::Shape { line: line_at(run.rows[0]), rows, cols }
    });
    let of_moves = moves::read(text, false).is_ok().then_some(Refusal::KnightMoves);
    let all = [of_moves, of_label, several, of_word, ragged, best, shape];
    let mut others = lines.iter().filter(|line| line.cells.len() > 1 && line.long_words == 0);
    let of_fraction = || {
        others.find_map(|line| {
            let mut words = text[line.span.clone()].split(is_end);
            let word = words.find(|word| is_fraction(word))?.to_owned();
            Some(Refusal::Word { line: line_at(line), word })
        })
    };
    all.into_iter().flatten().next().or_else(of_fraction).unwrap_or(Refusal::Nothing)
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

/// The word that makes something else of a row.
fn slip(line: &Line, text: &str) -> Option<String> {
    const LONGEST: usize = 40;
    let has_number = line.cells.iter().any(|cell| cell.number().is_some());
    if !has_number || line.cells.len() < 2 || line.long_words > 0 {
        return None;
    }
    let is_stray = |word: &&str| matches!(cell(word), Some(Cell::Slip | Cell::Letter(_)));
    Some(text.split(is_end).find(is_stray)?.chars().take(LONGEST).collect())
}
