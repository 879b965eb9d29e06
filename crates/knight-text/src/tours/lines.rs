//! The lines of a text as rows of cells.

use std::ops::Range;

use knight_board::Board;

use crate::stream::{ROW_BREAK, count_of_numbers, innermost};
use crate::tours::cells::{Cell, are_labels};

/// The most cells of a line that are looked at: more than a row and its labels have.
const WIDEST: usize = Board::MAX_SIDE as usize + 3;

/// A line, or what stands for one.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Where it is in the text.
    pub span: Range<usize>,
    /// Its parts, without the label and the words before them.
    pub cells: Vec<Cell>,
    /// What numbers or names it, as in `Row 1: 1 4 7 10`.
    pub label: Option<Cell>,
    /// The words before its cells.
    pub words: Vec<String>,
    /// Words that are longer than a slip.
    pub long_words: usize,
    /// Whether a cell is a slip.
    pub has_slip: bool,
    /// Whether the first slip begins with a number.
    is_glued: bool,
    /// How many numbers it has, also in and behind words.
    pub numbers: usize,
    /// Whether a bracket is opened and not closed in it, or closed and not opened, or commas and
    /// blanks stand between its numbers, or pairs in brackets.
    pub is_in_doubt: bool,
    /// Whether a sign behind its last number may end a sentence, or be the mark of a footnote.
    pub ends_in_mark: bool,
    /// Whether it has nothing but brackets.
    is_blank: bool,
    /// Whether a blank line stands above it.
    pub is_apart: bool,
    /// Where the bracket around its own bracket begins.
    pub bracket: Option<usize>,
}

impl Line {
    /// Whether it may be a row of a grid.
    pub(super) fn is_row(&self) -> bool {
        self.words.len() <= 1 && !self.has_slip && self.cells.iter().any(Cell::is_square)
    }

    /// Whether it has this many squares, perhaps with a slip, or before words, as in
    /// `1 4 7 10 (start)`, and the last of them perhaps in one with a word, as in `1 4 7 10Done`.
    pub(super) fn is_as_wide(&self, width: usize) -> bool {
        let is_full = self.cells.len() == width;
        let numbers = self.cells.iter().take_while(|cell| cell.number().is_some()).count();
        let has_words_behind = numbers == width || numbers + 1 == width && self.is_glued;
        let has_slip_inside = is_full && self.long_words == 0;
        self.is_row() && is_full
            || self.words.is_empty() && self.has_slip && (has_words_behind || has_slip_inside)
    }

    /// Whether it labels the columns of a grid: letters or numbers that go up or down by one.
    pub(super) fn is_labels(&self, width: usize) -> bool {
        self.words.is_empty() && self.labels(width)
    }

    /// Whether it labels the columns of a grid, which may have labels at its sides, perhaps behind
    /// a word.
    pub(super) fn labels(&self, width: usize) -> bool {
        let known = self.cells.iter().filter(|cell| !cell.is_empty());
        are_labels(known.clone()) && (0..=2).contains(&(width.wrapping_sub(known.count())))
    }

    /// Whether it has one number that is not the next one of a grid, or two such as its size,
    /// perhaps with letters as in `N = 3` and `3 x 4`.
    pub(super) fn is_aside(&self, rows: usize, cols: usize) -> bool {
        let cells = self.cells.iter().filter(|cell| !cell.is_letter());
        let numbers: Option<Vec<i64>> = cells.map(|cell| cell.number()).collect();
        match numbers.as_deref() {
            Some([number]) => *number != (rows * cols) as i64 + 1,
            Some([one, other]) => *one.max(other) <= rows.max(cols) as i64,
            _ => false,
        }
    }

    /// Whether all its cells are alike.
    pub(super) fn is_uniform(&self) -> bool {
        self.cells.iter().all(|cell| *cell == self.cells[0])
    }
}

/// What may be the rows of a text: its lines, its innermost brackets, or what stands between
/// semicolons or slashes.
pub(super) fn views(text: &str) -> [Vec<Line>; 3] {
    let lines = || pieces(text, is_end).filter_map(|span| read(&text[span.clone()], span));
    [
        with_labels(without_blanks(lines())),
        without_blanks(brackets(text)),
        without_blanks(statements(text)),
    ]
}

/// The first line of a text.
pub(super) fn first_line(text: &str) -> Option<Line> {
    let line = text.split(is_end).next()?;
    read(line, 0..line.len())
}

/// Lines that are not blank. Of sentences below each other only the first and the last touch a
/// board, and no board has more rows without a number than the largest one; others are left out, so
/// that a long log does not fill the memory.
fn without_blanks(lines: impl Iterator<Item = Line>) -> Vec<Line> {
    let is_sentence = |line: &Line| line.long_words > 0 && !line.words.is_empty() && !line.is_row();
    let (mut sentences, mut without_numbers) = (0, 0);
    let mut is_apart = false;
    let mut kept = Vec::new();
    for line in lines {
        is_apart |= line.is_blank;
        if line.is_blank {
            continue;
        }
        sentences = if is_sentence(&line) { sentences + 1 } else { 0 };
        without_numbers = if line.numbers == 0 { without_numbers + 1 } else { 0 };
        if sentences > 2 || without_numbers > WIDEST {
            kept.pop();
        }
        kept.push(Line { is_apart, ..line });
        is_apart = false;
    }
    kept
}

/// Lines without those that have nothing but the label of the line below them, if each row has one.
fn with_labels(lines: Vec<Line>) -> Vec<Line> {
    let is_label = |line: &Line| line.cells.is_empty() && line.label.is_some() && !line.has_slip;
    let are_labels: Vec<bool> = lines.iter().map(is_label).collect();
    let mut kept: Vec<Line> = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        let is_below = line.label.is_none() && at > 0 && are_labels[at - 1];
        let is_last = are_labels.get(at + 1).is_none_or(|is_label| *is_label);
        let goes_on = at > 2 && are_labels[at - 3];
        match kept.pop_if(|_| is_below && (is_last || goes_on)) {
            Some(Line { label, span, is_apart, .. }) => {
                kept.push(Line { label, span: span.start..line.span.end, is_apart, ..line });
            }
            None => kept.push(line),
        }
    }
    kept
}

/// What stands between semicolons or slashes in lines that have some.
fn statements(text: &str) -> impl Iterator<Item = Line> {
    const ENDS: [char; 2] = [';', '/'];
    let is_one = |span: &Range<usize>| {
        text[..span.end].ends_with(ENDS) || text[..span.start].ends_with(ENDS)
    };
    let spans = pieces(text, |c| is_end(c) || ENDS.contains(&c)).filter(is_one);
    spans.filter_map(|span| {
        let piece = &text[span.clone()];
        let mut line = read(piece.trim_end_matches(ENDS), span)?;
        // Their brackets begin and end in other statements, and the first may have a name.
        line.is_in_doubt = false;
        if piece.contains(['=', ':']) {
            line.words.clear();
            let letters = line.cells.iter().take_while(|cell| cell.is_letter()).count();
            line.cells.drain(..letters);
        }
        Some(line)
    })
}

/// Whether a sign ends a line.
pub(super) fn is_end(c: char) -> bool {
    c == '\n' || c == ROW_BREAK
}

/// Where the parts of a text are that have these signs of ASCII at their ends.
fn pieces(text: &str, ends: impl Fn(char) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.as_bytes().split_inclusive(move |byte| ends((*byte).into())).map(move |piece| {
        at += piece.len();
        at - piece.len()..at
    })
}

/// The innermost brackets as lines.
fn brackets(text: &str) -> impl Iterator<Item = Line> {
    innermost(text).filter_map(|(span, bracket)| {
        let line = read(&text[span.start + 1..span.end - 1], span)?;
        Some(Line { bracket, ..line })
    })
}

/// Reads a line, unless it is a border.
fn read(text: &str, span: Range<usize>) -> Option<Line> {
    let text = text.trim_end_matches(is_end);
    const BRACKETS: [char; 6] = ['(', '[', '{', ')', ']', '}'];
    let (opening, closing) = BRACKETS.split_at(3);
    // As in `1) 1 4 7 10`.
    let label = text.split_once(')').filter(|(label, _)| label.trim().parse::<u32>().is_ok());
    let text = &label.map_or(text.to_owned(), |(label, rest)| format!("{label}:{rest}"));
    let count = |signs: &[char]| text.matches(signs).count();
    let first = text.find(BRACKETS);
    let is_part_of_array = count(opening) != count(closing)
        || first.is_some_and(|first| text[first..].starts_with(closing));
    let plain = text.replace(BRACKETS, " ");
    // `1,0 4,0` may be two numbers.
    // `(1,2) - (3,4)` may be two squares.
    let inside =
        |part: &&str| part.split_once(closing).is_some_and(|(inner, _)| inner.contains(','));
    let is_in_doubt = is_part_of_array
        || text.split(opening).skip(1).filter(inside).count() > 1
        || plain
            .split_whitespace()
            .all(|word| word.trim_matches(',') == word && word.matches(',').count() == 1);
    let mut line = Line { span, is_in_doubt, numbers: count_of_numbers(text), ..Line::default() };
    let before_mark = plain.trim_end().strip_suffix(['.', '*']).filter(|it| it.ends_with(' '));
    line.ends_in_mark =
        before_mark.is_some_and(|it| it.trim_end().ends_with(|c: char| c.is_ascii_digit()));
    line.is_blank = plain.chars().all(|c| c.is_whitespace() || c == ',' || c == ';');
    if line.is_blank || is_border(&plain) {
        return line.is_blank.then_some(line);
    }
    let mut fields = fields(&plain).enumerate().peekable();
    while let Some((nth, field)) = fields.next() {
        // What borders the line has no field outside.
        if field.is_empty() && nth > 0 && fields.peek().is_some() {
            line.cells.push(Cell::Empty);
        }
        for word in field.split_whitespace().take(WIDEST) {
            add(word, &mut line);
            // What follows in a sentence does not matter.
            if line.has_slip
                && line.long_words > 0
                && (line.cells.len() > 2 || line.words.is_empty())
            {
                return Some(line);
            }
        }
    }
    Some(line)
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
            if cell == Some(Cell::Slip) && !line.has_slip {
                line.has_slip = true;
                line.is_glued = word.starts_with(|c: char| c.is_ascii_digit());
            }
            line.cells.extend(cell);
        }
    }
}

/// How many letters a word has, if it has no digits.
fn letters(word: &str) -> usize {
    let has_digit = word.contains(|c: char| c.is_numeric() || c == '@');
    if has_digit { 0 } else { word.chars().filter(|c| c.is_alphabetic()).count() }
}
