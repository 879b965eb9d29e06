//! The numbers and the squares of a text, in its order.

use crate::stream::{Stream, count_of_numbers, end_of, gap};
use crate::tours::cells::Cell;

/// The numbers of a text, and its chess names, whose files have up to so many letters; without
/// letters, all are numbers.
pub(super) fn items(text: &str, letters: usize) -> Stream<'_, Cell> {
    let mut found = Stream::of(text, count_of_numbers(text));
    let mut at = 0;
    while let Some(start) = text[at..].bytes().position(|b| b.is_ascii_digit()) {
        let start = at + start;
        let end = end_of(text, start, |c| c.is_ascii_digit());
        let (cell, length) = cell(&text[at..start], &text[start..end], found.items.last(), letters);
        found.push(cell, start - length..end, |between| gap([between]));
        at = end;
    }
    part_heading(&mut found);
    found
}

/// What digits are, and how many letters before them belong to it. One letter may stand before the
/// file of a name, such as that of a knight, or two such as `Kn`; more of them make another word.
fn cell(between: &str, digits: &str, behind: Option<&Cell>, letters: usize) -> (Cell, usize) {
    const LONGEST_RANK: usize = 4;
    let is_rank = digits.len() <= LONGEST_RANK && !digits.starts_with('0');
    // `5x5` is not a square, and `a1c2` are two.
    let is_behind_number = behind.is_some_and(|cell| cell.name().is_none());
    let is_free = |length: usize| {
        let between = &between[..between.len() - length];
        let word = between.trim_end_matches(|c: char| c.is_alphabetic() || c == '_');
        let piece = &between[word.len()..];
        let is_piece = match piece.chars().count() {
            2 => piece.starts_with(char::is_uppercase),
            count => count < 2,
        };
        is_piece && !(between.is_empty() && is_behind_number)
    };
    match file(between, letters).filter(|(length, _)| is_rank && is_free(*length)) {
        Some((length, file)) => (Cell::Name(digits.parse().unwrap_or_default(), file), length),
        None => (Cell::of_digits(digits), 0),
    }
}

/// Parts a first line, such as a size or a count, from the lines below it if these have more
/// numbers, or less, and all as many; so does a word with one number: `Solution 1`.
fn part_heading(stream: &mut Stream<Cell>) {
    const MOST: usize = 3;
    let count = stream.items.len();
    let lines = (0..count).filter(|item| stream.begins_line(*item)).chain([count]);
    let lines: Vec<usize> = lines.take(4).collect();
    let [0, second, third, ..] = lines[..] else { return };
    let is_size = lines.get(3).is_some_and(|fourth| {
        second <= MOST && third != 2 * second && fourth - third == third - second
    });
    let title = stream.before(0);
    let is_title = second == 1
        && third > 2
        && title.contains(char::is_alphabetic)
        && !title.contains(['(', '[', '{']);
    if is_size || is_title {
        stream.gaps[second - 1] = gap(["heading"]);
    }
}

/// The file at the end of a text with as many letters, or with one, and its length.
fn file(text: &str, letters: usize) -> Option<(usize, u16)> {
    let number = |letter: u8| {
        letter.is_ascii_alphabetic().then(|| u16::from(letter.to_ascii_lowercase() - b'a' + 1))
    };
    let mut signs = text.bytes().rev();
    let last = number(signs.next().filter(|_| letters > 0)?)?;
    match signs.next().and_then(number).filter(|_| letters > 1) {
        Some(first) => Some((2, 26 * first + last)),
        None => Some((1, last)),
    }
}
