//! The lines of a text as rows of cells.

use std::borrow::Cow;
use std::ops::Range;

use knight_board::Board;

use crate::stream::{ROW_BREAK, count_of_numbers, innermost};
use crate::tours::cells::{Cell, are_labels};

/// The most cells of a line that are looked at: more than a row and its labels have.
pub(super) const WIDEST: usize = Board::MAX_SIDE as usize + 3;

/// A line, or what stands for one. If it is no row, it may be read to where that is seen only.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Where it is in the text.
    pub span: Range<usize>,
    /// The same without what ends or encloses it.
    inner: Range<usize>,
    /// Its parts, without the label and the words before them.
    pub cells: Vec<Cell>,
    /// What numbers or names it, as in `Row 1: 1 4 7 10`.
    pub label: Option<Cell>,
    /// The words before its cells.
    pub words: Vec<String>,
    /// Words that are longer than a slip.
    pub long_words: usize,
    /// Whether the first slip begins with a number.
    is_glued: bool,
    /// How many numbers it has, also in and behind words, if it was read to its end.
    pub numbers: usize,
    /// Whether a bracket is opened and not closed in it, or closed and not opened, or commas and
    /// blanks stand between its numbers, or pairs in brackets.
    pub is_in_doubt: bool,
    /// Whether a sign behind its last number may end a sentence, or be the mark of a footnote.
    pub ends_in_mark: bool,
    /// Whether it has nothing but brackets.
    pub is_blank: bool,
}

impl Line {
    /// Whether it may be a row of a grid.
    pub(super) fn is_row(&self) -> bool {
        self.words.len() <= 1 && !self.has_slip() && self.cells.iter().any(Cell::is_square)
    }

    /// The line, read to its end.
    pub(super) fn whole(&self, text: &str) -> Line {
        let whole = || read(text, self.span.clone(), self.inner.clone(), true);
        let read_on = if self.is_row() { None } else { whole() };
        let numbers = count_of_numbers(&text[self.span.clone()]);
        Line { numbers, ..read_on.unwrap_or_else(|| self.clone()) }
    }

    pub(super) fn has_slip(&self) -> bool {
        self.cells.contains(&Cell::Slip)
    }

    /// Whether it has this many squares, perhaps before words, as in `1 4 7 10 (start)`, and the
    /// last of them perhaps in one with a word, as in `1 4 7 10Done`.
    pub(super) fn is_as_wide(&self, width: usize) -> bool {
        let numbers = self.cells.iter().take_while(|cell| cell.number().is_some()).count();
        let has_words_behind = self.words.is_empty()
            && self.has_slip()
            && (numbers == width || numbers + 1 == width && self.is_glued);
        has_words_behind || self.is_row() && self.cells.len() == width
    }

    /// Whether it labels the columns of a grid: letters or numbers that go up or down by one.
    pub(super) fn is_labels(&self, width: usize) -> bool {
        self.words.is_empty() && are_column_labels(&self.cells, width)
    }
}

/// Whether cells label the columns of a grid, which may have labels at its sides.
pub(super) fn are_column_labels(cells: &[Cell], width: usize) -> bool {
    let known = cells.iter().filter(|cell| **cell != Cell::Empty);
    are_labels(known.clone()) && (0..=2).contains(&(width.wrapping_sub(known.count())))
}

/// The lines of a text, read to their ends or until they are seen to be no rows.
pub(super) fn lines(text: &str, are_whole: bool) -> impl Iterator<Item = Line> {
    split(text, is_end, |_| true, are_whole)
}

/// What stands between semicolons or slashes in lines that have some.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Line> {
    const ENDS: [char; 2] = [';', '/'];
    let is_one = |span: &Range<usize>| {
        text[..span.end].ends_with(ENDS) || text[..span.start].ends_with(ENDS)
    };
    let found = split(text, |c| is_end(c) || ENDS.contains(&c), is_one, false);
    // Their brackets begin and end in other statements.
    found.map(|line| Line { is_in_doubt: false, ..line })
}

/// Whether a sign ends a line.
pub(super) fn is_end(c: char) -> bool {
    c == '\n' || c == ROW_BREAK
}

fn split(
    text: &str,
    ends: impl Fn(char) -> bool + Copy,
    is_wanted: impl Fn(&Range<usize>) -> bool,
    are_whole: bool,
) -> impl Iterator<Item = Line> {
    let mut at = 0;
    // The ends are bytes of their own.
    text.as_bytes().split_inclusive(move |byte| ends((*byte).into())).filter_map(move |line| {
        let span = at..at + line.len();
        at = span.end;
        let length = text[span.clone()].trim_end_matches(ends).len();
        is_wanted(&span)
            .then(|| read(text, span.clone(), span.start..span.start + length, are_whole))?
    })
}

/// The innermost brackets as lines. Those of different brackets are apart.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = Line> {
    let mut parent_before = None;
    innermost(text).flat_map(move |(span, parent)| {
        let is_apart = parent != parent_before;
        parent_before = parent;
        let apart = Line { span: span.start..span.start, ..Line::default() };
        let inner = span.start + 1..span.end - 1;
        let line = read(text, span, inner, false);
        is_apart.then_some(apart).into_iter().chain(line)
    })
}

/// Reads a line, unless it is a border: the whole line, or until it is seen to be no row.
fn read(text: &str, span: Range<usize>, inner: Range<usize>, is_whole: bool) -> Option<Line> {
    let (plain, is_part_of_array) = without_brackets(&text[inner.clone()]);
    // `1,0 4,0` may be two numbers.
    // `(1,2) - (3,4)` may be two squares.
    let inside =
        |part: &str| part.split_once([')', ']', '}']).is_some_and(|(inner, _)| inner.contains(','));
    let groups = text[inner.clone()].split(['(', '[', '{']).skip(1).filter(|part| inside(part));
    let is_in_doubt = is_part_of_array
        || groups.count() > 1
        || plain
            .split_whitespace()
            .all(|word| word.trim_matches(',') == word && word.matches(',').count() == 1);
    let mut line = Line { span, inner, is_in_doubt, ..Line::default() };
    let before_mark = plain.trim_end().strip_suffix(['.', '*']).filter(|it| it.ends_with(' '));
    line.ends_in_mark =
        before_mark.is_some_and(|it| it.trim_end().ends_with(|c: char| c.is_ascii_digit()));
    line.is_blank = plain.chars().all(|c| c.is_whitespace() || c == ',' || c == ';');
    if line.is_blank || is_border(&plain) {
        return line.is_blank.then_some(line);
    }
    let mut has_slip = false;
    let mut fields = fields(&plain).enumerate().peekable();
    while let Some((nth, field)) = fields.next() {
        // What borders the line has no field outside.
        if field.is_empty() && nth > 0 && fields.peek().is_some() {
            line.cells.push(Cell::Empty);
        }
        for word in field.split_whitespace().take(WIDEST) {
            add(word, &mut line);
            has_slip |= line.cells.last() == Some(&Cell::Slip);
            // What follows in a sentence does not matter.
            let is_sentence =
                line.long_words > 0 && (line.cells.len() > 2 || line.words.is_empty());
            if has_slip && (is_sentence || !is_whole) || line.words.len() > 1 && !is_whole {
                return Some(line);
            }
        }
    }
    Some(line)
}

/// The text with blanks in place of brackets, and whether one is opened and not closed in it, or
/// closed and not opened.
fn without_brackets(text: &str) -> (Cow<'_, str>, bool) {
    let is_bracket = |byte| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}');
    if !text.bytes().any(is_bracket) {
        return (text.into(), false);
    }
    let (mut depth, mut lowest) = (0_i32, 0);
    let mut before = b' ';
    let unbracketed = |byte: u8| {
        let plain = match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                b' '
            }
            // As in `1) 1 4 7 10`.
            b')' if depth == 0 && before.is_ascii_digit() => b':',
            b')' | b']' | b'}' => {
                depth -= 1;
                lowest = lowest.min(depth);
                b' '
            }
            byte => byte,
        };
        before = byte;
        plain
    };
    // It is UTF-8 still: a byte of ASCII stands for another.
    let plain = String::from_utf8(text.bytes().map(unbracketed).collect()).unwrap_or_default();
    (plain.into(), depth != 0 || lowest < 0)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

/// Whether a line only separates others.
fn is_border(line: &str) -> bool {
    let is_drawn = |c: char| ('\u{2500}'..='\u{259f}').contains(&c) && !is_bar(c);
    let is_sign = |c: char| is_drawn(c) || is_bar(c) || "-+:=_~*# ".contains(c);
    let has = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
    !line.is_empty()
        && line.chars().all(|c| is_sign(c) || c.is_whitespace())
        && (line.contains(is_drawn)
            || has(&["+", "---", "===", "___", "~~~", "***", "###", ":-", "-:", "-|", "|-"]))
}

/// The fields of a line between bars, commas and so on.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    let mut separator = None;
    let is_separator = move |c: char| {
        // Several tabs or bars are one.
        let is_again = separator == Some(c) && c != ',' && c != ';';
        let is_one = matches!(c, '&' | ',' | ';' | '\t') || is_bar(c);
        separator = is_one.then_some(c);
        is_one && !is_again
    };
    line.split(is_separator).take(WIDEST).map(|field| field.trim_matches(is_bar).trim())
}

/// Adds a word to a line: a cell, its label, or a word before the cells.
fn add(word: &str, line: &mut Line) {
    const LONGEST_SLIP: usize = 2;
    let letters = letters(word);
    line.long_words += usize::from(letters > LONGEST_SLIP);
    let is_first = line.cells.is_empty();
    let end = word.trim_end_matches([':', '=']);
    let is_label = is_first && end.len() < word.len() && line.label.is_none();
    match Cell::of_word(word.trim_matches([':', '='])) {
        Some(label) if is_label && label.as_label().is_some() => line.label = Some(label),
        // The sign may begin a comment.
        Some(cell) if is_first && (cell == Cell::Slip && letters > 0 || word == "#") => {
            line.words.push(word.to_lowercase());
        }
        cell => {
            line.is_glued |= cell == Some(Cell::Slip)
                && !line.has_slip()
                && word.starts_with(|c: char| c.is_ascii_digit());
            line.cells.extend(cell);
        }
    }
}

/// How many letters a word has, if it has no digits.
fn letters(word: &str) -> usize {
    let has_digit = word.contains(|c: char| c.is_numeric() || c == '@');
    if has_digit { 0 } else { word.chars().filter(|c| c.is_alphabetic()).count() }
}
