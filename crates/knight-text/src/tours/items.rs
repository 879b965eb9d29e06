//! The numbers and the squares of a text, in its order.

use crate::stream::{Stream, count_of_numbers, gap};
use crate::tours::cells::Cell;

/// The numbers of a text, and its chess names, whose files have up to so many letters; without
/// letters, all are numbers.
pub(super) fn items(text: &str, letters: usize) -> Stream<'_, Cell> {
    let mut found = Stream::of(text, count_of_numbers(text));
    let mut at = 0;
    while let Some(start) = text[at..].bytes().position(|b| b.is_ascii_digit()) {
        let (between, rest) = text[at..].split_at(start);
        let length = rest.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(rest.len());
        let word = between.trim_end_matches(|c: char| c.is_alphabetic() || c == '_').len();
        let is_name = |cell: Option<Cell>| cell.and_then(Cell::name).is_some();
        let last: Option<Cell> = found.items.last().copied();
        // `5x5` is not a square, and `a1c2` are two.
        let is_free = |(_, file): &(Cell, usize)| *file < start || last.is_none() || is_name(last);
        let name = name(&between[word..], &rest[..length], letters).filter(is_free);
        let (cell, file) = name.unwrap_or_else(|| (Cell::of_digits(&rest[..length]), 0));
        // What stands between two names is never like what stands between a name and a number.
        let mark = |it, mark| if is_name(it) { mark } else { "" };
        let (before, behind) = (mark(last, "a"), mark(Some(cell), "b"));
        let end = at + start + length;
        found.push(cell, at + start - file..end, |between| gap([before, between, behind]));
        at = end;
    }
    part_heading(&mut found);
    found
}

/// The chess name that a word and a number end in, and how many letters are its file. One letter
/// may stand before it, such as that of a knight, or two such as `Kn`; more of them make another
/// word.
fn name(word: &str, digits: &str, letters: usize) -> Option<(Cell, usize)> {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
    let length = word.bytes().rev().take(letters).take_while(is_letter).count();
    let (before, file) = word.split_at(word.len() - length);
    let is_knight = match before.chars().count() {
        2 => before.starts_with(char::is_uppercase),
        count => count < 2,
    };
    let number = |letter: u8| u16::from(letter.to_ascii_lowercase() - b'a' + 1);
    let file = file.bytes().fold(0, |file, letter| 26 * file + number(letter));
    let rank = digits.parse().ok().filter(|_| !digits.starts_with('0') && file > 0)?;
    is_knight.then_some((Cell::Name(rank, file), length))
}

/// Parts a first line, such as a size, a count or a start, from the lines below it, if the next one
/// has more numbers, or less, and the first one has words or the third one is like the second.
fn part_heading(stream: &mut Stream<Cell>) {
    const MOST: usize = 3;
    let count = stream.items.len();
    let lines = (0..count).filter(|item| stream.begins_line(*item)).chain([count, count]);
    let lines: Vec<usize> = lines.take(4).collect();
    let [0, second, third, fourth] = lines[..] else { return };
    let title = stream.before(0).rsplit('\n').next().unwrap_or_default();
    let has_words = title.contains(char::is_alphabetic) && !title.contains(['[', '{']);
    if second <= MOST && third != 2 * second && (has_words || fourth - third == third - second) {
        stream.gaps[second - 1] = gap(["heading"]);
    }
}
