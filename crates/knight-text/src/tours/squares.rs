//! The numbers and the squares of a text, in its order.

use std::ops::Range;

use crate::stream::{Stream, count_of_numbers, end_of, gap};
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, square};
use crate::tours::walks::{LEAST, moves};

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
        let mut signs = between[word.len()..].chars();
        let is_piece = match (signs.next(), signs.next(), signs.next()) {
            (Some(first), Some(_), None) => first.is_uppercase(),
            (_, second, _) => second.is_none(),
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

/// Whether a list begins or ends inside a word or a number, or beside a number on its line. Its
/// first square and that of its second record begin at two items.
pub(super) fn is_cut(
    stream: &Stream<Cell>,
    list: Range<usize>,
    [first, second]: [usize; 2],
    are_names: bool,
) -> bool {
    let last = list.end - 1;
    let is_glue = |c: &char| c.is_alphanumeric() || ".@_-".contains(*c);
    let end = |item: usize| {
        let before = stream.before(item);
        let sign = before.trim_end_matches(' ').ends_with('-').then_some('-');
        let glue = before.chars().next_back().filter(is_glue);
        sign.or(glue).filter(|c| !are_names || *c != '-')
    };
    let start = |item: usize| {
        let mut behind = stream.behind(item).chars();
        let one = behind.next().filter(is_glue);
        one.filter(|one| !".-".contains(*one) || behind.next().is_some_and(char::is_alphanumeric))
    };
    let is_beside = |between: &str| {
        let ends = if are_names { "\n:=([" } else { "\n:=" };
        between == ":" || !between.contains(|c: char| c.is_alphabetic() || ends.contains(c))
    };
    end(first).is_some() && end(first) != end(second)
        || start(last).is_some() && start(last) != start(second - 1)
        || last + 1 < stream.items.len() && is_beside(stream.behind(last))
        || list.start > 0 && !are_names && is_beside(stream.before(list.start))
}

/// Where a list of squares stands outside parts of a text: as many names as the smallest tour has,
/// a few through which a knight steps, or more such pairs than there are moves.
pub(super) fn list_outside(
    parts: &[Range<usize>],
    [names, numbers]: [&Stream<Cell>; 2],
) -> Option<usize> {
    const MOST_MOVES: usize = 8;
    /// A sentence may name a start and an end, or two corners.
    const MOST_NAMED: usize = 3;
    let is_outside = |at: usize| parts.iter().all(|part| !part.contains(&at));
    let name = |item: usize| {
        let name = names.items[item].name()?;
        is_outside(names.start(item)).then_some((names.start(item), name))
    };
    let (starts, named): (Vec<usize>, Vec<Written>) =
        (0..names.items.len()).filter_map(name).take(LEAST).unzip();
    let are_list =
        named.len() == LEAST || named.len() > MOST_NAMED && 2 * moves(&named) > named.len();
    let list = |columns: Columns| {
        let outside = columns.items().into_iter().filter(|item| is_outside(numbers.start(*item)));
        let outside: Vec<usize> = outside.collect();
        let squares = outside.iter().filter_map(|item| square(numbers, *item, 2));
        let squares: Vec<Written> = squares.collect();
        let is_list = squares.len() > MOST_MOVES && 2 * moves(&squares) > squares.len();
        outside.first().filter(|_| is_list).map(|item| numbers.start(*item))
    };
    let of_names = starts.last().filter(|_| are_list).copied();
    let of_pairs = || Columns::all(numbers, 2..4, 2, MOST_MOVES).find_map(list);
    of_names.or_else(of_pairs)
}
