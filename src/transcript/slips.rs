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
        let slip = slip(row, width).filter(|_| is_beside || row.tokens.len() == width);
        // Such as `b@2` in a list with a square in each line.
        let has_digit = row.tokens.iter().any(|t| t.text.contains(|c: char| c.is_ascii_digit()));
        let is_alike = has_digit && neighbours.any(|other| other.tokens.len() == row.tokens.len());
        match slip {
            Some(slip) => return Err(slip),
            None if is_alike => return Err(TranscriptError::word(row.line, row.tokens[0].text)),
            None => {}
        }
    }
    Ok(())
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
