//! The numbers and the squares of a text, in its order.

use knight_board::Board;

use crate::stream::{Stream, count_of_numbers, end_of, gap};
use crate::tours::cells::{Cell, Written};

/// The numbers of a text, and its chess names, whose files have up to so many letters; without
/// letters, all are numbers.
pub(super) fn items(text: &str, letters: usize) -> Stream<'_, Cell> {
    let mut found = Stream::of(text, count_of_numbers(text));
    let mut at = 0;
    while let Some(start) = text[at..].bytes().position(|b| b.is_ascii_digit()) {
        let start = at + start;
        let end = end_of(text, start, |c| c.is_ascii_digit());
        let (cell, length) = cell(&text[at..start], &text[start..end], found.items.last(), letters);
        // What stands between two names is never like what stands between a name and a number.
        let kinds = [found.items.last().copied(), Some(cell)];
        let [before, behind] =
            kinds.map(|cell| if cell.and_then(Cell::name).is_some() { "a" } else { "" });
        found.push(cell, start - length..end, |between| gap([before, between, behind]));
        at = end;
    }
    part_heading(&mut found);
    found
}

/// The square that begins at an item: a name, or two numbers.
pub(super) fn square(stream: &Stream<Cell>, at: usize, width: usize) -> Option<Written> {
    let item = stream.items.get(at)?;
    if width == 1 {
        return item.name();
    }
    let side = |cell: &Cell| cell.number().filter(|side| *side <= Board::MAX_SIDE.into());
    Some((side(item)?, side(stream.items.get(at + 1)?)?))
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
