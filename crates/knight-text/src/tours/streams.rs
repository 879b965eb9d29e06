//! The numbers and the chess names of a text, in its order, and what stands between them.

use std::ops::Range;

use crate::patterns::gap;
use crate::tours::clean::ROW_BREAK;

/// Items of a text in its order.
pub(super) struct Stream<T> {
    pub items: Vec<T>,
    /// Where they are.
    pub spans: Vec<Range<usize>>,
    /// What stands behind each item but the last.
    pub gaps: Vec<u64>,
}

impl<T> Stream<T> {
    fn new(text: &str, found: Vec<(T, Range<usize>)>) -> Stream<T> {
        let (items, spans): (Vec<T>, Vec<Range<usize>>) = found.into_iter().unzip();
        let gaps = spans.windows(2).map(|two| gap(&text[two[0].end..two[1].start])).collect();
        Stream { items, spans, gaps }
    }

    /// What stands between an item and the one before it, or before the first.
    pub(super) fn before<'a>(&self, item: usize, text: &'a str) -> &'a str {
        let from = item.checked_sub(1).map_or(0, |before| self.spans[before].end);
        &text[from..self.spans[item].start]
    }

    /// Whether an item begins a line.
    pub(super) fn begins_line(&self, item: usize, text: &str) -> bool {
        item == 0 || self.before(item, text).contains(['\n', ROW_BREAK])
    }
}

/// The numbers of a text; -1 for long ones.
pub(super) fn numbers(text: &str) -> Stream<i64> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + start;
        at = end_of(text, start, |c| c.is_ascii_digit());
        found.push((text[start..at].parse().unwrap_or(-1), start..at));
    }
    Stream::new(text, found)
}

/// The chess names of a text as rank and file from 1, without the letter of a knight. A second
/// letter may also be one of the file, as on wide boards.
pub(super) fn names(text: &str, has_wide_files: bool) -> Stream<(i64, i64)> {
    const LONGEST_RANK: usize = 4;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(char::is_alphabetic) {
        let start = at + start;
        let letters_end = end_of(text, start, char::is_alphabetic);
        at = end_of(text, letters_end, |c| c.is_ascii_digit());
        let (letters, digits) = (&text[start..letters_end], &text[letters_end..at]);
        let is_rank = (1..=LONGEST_RANK).contains(&digits.len()) && !digits.starts_with('0');
        if let Some(file) = file(letters, has_wide_files).filter(|_| is_rank) {
            found.push(((digits.parse().unwrap_or(-1), file), start..at));
        }
    }
    Stream::new(text, found)
}

fn end_of(text: &str, start: usize, is_part: impl Fn(char) -> bool) -> usize {
    text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end)
}

/// The file that letters before a rank name: `c`, `Nc`, `Nxc`, and with wide files `ac`.
fn file(letters: &str, has_wide_files: bool) -> Option<i64> {
    let number = |letter: char| {
        let letter = letter.to_ascii_lowercase();
        letter.is_ascii_lowercase().then(|| i64::from(u32::from(letter) - u32::from('a') + 1))
    };
    let mut letters = letters.chars();
    match (letters.next()?, letters.next(), letters.next(), letters.next()) {
        (file, None, ..) => number(file),
        (one, Some(other), None, _) if has_wide_files => Some(26 * number(one)? + number(other)?),
        (_, Some(file), None, _) | (_, Some('x'), Some(file), None) => number(file),
        _ => None,
    }
}
