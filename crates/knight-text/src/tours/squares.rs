//! The numbers and the squares of a text, in its order.

use std::ops::Range;

use crate::stream::{Stream, count_of_numbers, end_of, gap};
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, square};
use crate::tours::lines::{is_end, lines};
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

/// What stands around a list, without what is the same for all its records.
pub(super) struct Surroundings<'a> {
    /// What stands before it on its line.
    before: &'a str,
    /// What stands behind it on its line.
    behind: &'a str,
    /// What stands between its first two records.
    pub between: &'a str,
    /// Whether a word begins or ends with a number of the list.
    pub is_glued: bool,
}

impl<'a> Surroundings<'a> {
    /// Of a list whose second record begins at an item.
    pub(super) fn of(
        stream: &Stream<'a, Cell>,
        list: Range<usize>,
        second: usize,
    ) -> Surroundings<'a> {
        let span = stream.span(list);
        let before = stream.source[..span.start].rsplit(is_end).next().unwrap_or_default();
        let behind = stream.source[span.end..].split(is_end).next().unwrap_or_default();
        let between = stream.before(second);
        let before_same = same(before.chars().rev(), between.chars().rev());
        let same_behind = same(behind.chars(), between.chars());
        let between = &between[..between.len() - before_same];
        let is_glue = |c: char| c.is_alphanumeric() || "@_".contains(c);
        Surroundings {
            before: &before[..before.len() - before_same],
            behind: &behind[same_behind..],
            between: &between[same(between.chars(), behind.chars())..],
            is_glued: before_same == 0 && before.ends_with(is_glue)
                || same_behind == 0 && behind.starts_with(is_glue),
        }
    }

    /// Whether what stands before the list or behind it may be of it: numbers, letters or signs,
    /// but no sentence or title. A number before names says nothing.
    pub(super) fn have_cells(&self, are_names: bool) -> bool {
        let is_cell = |text: &str, are_squares: bool| {
            let is_one = |cell: &Cell| are_squares || matches!(cell, Cell::Letter(_) | Cell::Slip);
            let line = lines(text).next().unwrap_or_default();
            let is_cell = line.cells.iter().any(is_one) || are_squares && !line.words.is_empty();
            line.long_words == 0 && is_cell
        };
        // The end of a sentence.
        let end = self.behind.trim_start_matches([')', ']', '}']).strip_prefix(['.', '-']);
        let end = end.filter(|rest| !rest.starts_with(char::is_alphanumeric));
        let is_title = self.before.trim_end_matches([' ', '(', '[', '{']).ends_with([':', '=']);
        self.is_glued
            || !is_title && is_cell(self.before, !are_names)
            || is_cell(end.unwrap_or(self.behind), true)
    }
}

/// How many bytes of two texts are the same from their beginnings, or from their ends, on.
fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let same = one.zip(other).take_while(|(one, other)| one == other);
    same.map(|(c, _)| c.len_utf8()).sum()
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
    let of_pairs = || Columns::all(numbers, 2..4, 2).find_map(list);
    of_names.or_else(of_pairs)
}
