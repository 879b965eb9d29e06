//! Slips: words and lone squares or numbers in a row of a grid or list.

use crate::transcript::candidates::Written;
use crate::transcript::rows::{Item, Kind, Row, Token};
use crate::transcript::{TranscriptError, shortened};

/// Refuses lines that are rows of the grid or list except for a word.
pub(super) fn check_neighbours(rows: &[Row], written: &Written) -> Result<(), TranscriptError> {
    let width = match written {
        Written::Grid(rows) => rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0),
        _ => 0,
    };
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.kind == Kind::Text) {
        let before = place.checked_sub(1).and_then(|before| rows.get(before));
        let before = before.filter(|_| !row.has_gap_before);
        let after = rows.get(place + 1).filter(|after| !after.has_gap_before);
        let mut neighbours = before.into_iter().chain(after).filter(|row| row.kind != Kind::Text);
        let is_beside = neighbours.clone().next().is_some();
        let may_be_row = row.tokens.len() == width && longest_word(row) <= LONGEST_SLIP;
        let slip = slip(row, width).filter(|_| is_beside || may_be_row);
        // Such as `b@2` in a list with a square in each line.
        let is_alike = row.tokens.iter().any(has_digit)
            && !is_sentence(row)
            && neighbours.any(|other| other.tokens.len() == row.tokens.len());
        match slip {
            Some(slip) => return Err(slip),
            None if is_alike => return Err(TranscriptError::word(row.line, row.tokens[0].text)),
            None => {}
        }
    }
    Ok(())
}

fn has_digit(token: &Token) -> bool {
    token.text.contains(|c: char| c.is_ascii_digit())
}

/// Whether half of a row or more are words, and all else has digits: `Solution found in 12 ms`. At
/// least one word is longer than a slip.
fn is_sentence(row: &Row) -> bool {
    let mut words = row.tokens.iter().filter(|token| !has_digit(token));
    let are_many = 2 * words.clone().count() >= row.tokens.len();
    are_many && words.all(|word| letters(word) > 0) && longest_word(row) > LONGEST_SLIP
}

/// Letters of what stands in the place of a number by mistake.
const LONGEST_SLIP: usize = 2;

/// The letters of the longest word without a digit.
fn longest_word(row: &Row) -> usize {
    row.tokens.iter().filter(|token| !has_digit(token)).map(letters).max().unwrap_or(0)
}

fn letters(token: &Token) -> usize {
    token.text.chars().filter(|c| c.is_alphabetic()).count()
}

/// The word that makes text of a row of numbers or squares. More than half of the row is such; half
/// is enough for one as long as the rows of the grid.
pub(super) fn slip(row: &Row, width: usize) -> Option<TranscriptError> {
    let is_kept = |token: &&Token| token.item != Item::Word;
    let kept = row.tokens.iter().filter(is_kept).count();
    let word = row.tokens.iter().find(|token| token.item == Item::Word);
    let first = row.tokens.first()?;
    let is_as_long = row.tokens.len() == width && is_kept(&first);
    let is_row = 2 * kept > row.tokens.len() || (is_as_long && 2 * kept == width);
    is_row.then(|| match (word, stray(row)) {
        (Some(word), _) => TranscriptError::word(row.line, word.text),
        (None, Some(stray)) => stray,
        (None, None) => TranscriptError::word(row.line, first.text),
    })
}

/// The square among the numbers of a row, or the number among its squares, if there is one.
fn stray(row: &Row) -> Option<TranscriptError> {
    let is_square = |token: &&Token| matches!(token.item, Item::Name | Item::Pair(..));
    let is_number = |token: &&Token| !is_square(token);
    let squares = row.tokens.iter().filter(is_square).count();
    let (stray, others) = match (squares, row.tokens.len() - squares) {
        (1, 2..) => (row.tokens.iter().find(is_square)?, "numbers"),
        (2.., 1) => (row.tokens.iter().find(is_number)?, "squares"),
        _ => return None,
    };
    Some(TranscriptError::Stray { line: row.line, word: shortened(stray.text), others })
}
