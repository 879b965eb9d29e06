//! Arrays of arrays, and lists of pairs in brackets, as programs write them.

use std::ops::RangeInclusive;

use crate::transcript::NumberRow;
use crate::transcript::coordinates::{is_step, places};

/// An array of arrays of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Nested {
    pub(super) lines: RangeInclusive<usize>,
    /// The inner arrays with their lines.
    pub(super) rows: Vec<NumberRow>,
    /// Whether the inner ones are tuples, or name their numbers: then they are not rows of a grid.
    pub(super) are_tuples: bool,
}

/// What stands between a bracket and its end.
struct Open {
    bracket: char,
    line: usize,
    numbers: Vec<i64>,
    words: Vec<String>,
    inner: Vec<Open>,
    /// Whether it holds what neither a row nor an array of rows does.
    is_other: bool,
}

/// The arrays of arrays in an undecorated text.
pub(super) fn nested(text: &str) -> Vec<Nested> {
    let mut found = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let mut length = c.len_utf8();
        match c {
            '\n' => line += 1,
            '(' | '[' | '{' => open.push(Open::new(c, line)),
            ')' | ']' | '}' => {
                if open.last().is_some_and(|last| closing(last.bracket) == c)
                    && let Some(closed) = open.pop()
                {
                    close(closed, line, open.last_mut(), &mut found);
                }
            }
            c if is_word(c) || c == '-' => {
                length += rest[length..].find(|c| !is_word(c)).unwrap_or(rest.len() - length);
                if let Some(last) = open.last_mut() {
                    last.add(&rest[..length]);
                }
            }
            _ => {}
        }
        rest = &rest[length..];
    }
    found
}

fn closing(bracket: char) -> char {
    match bracket {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

impl Open {
    fn new(bracket: char, line: usize) -> Open {
        let (numbers, words, inner) = (Vec::new(), Vec::new(), Vec::new());
        Open { bracket, line, numbers, words, inner, is_other: false }
    }

    fn add(&mut self, word: &str) {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        match whole.parse() {
            Ok(number) if fraction.bytes().all(|digit| digit == b'0') => self.numbers.push(number),
            _ if word == "-" => {}
            _ => self.words.push(word.to_ascii_lowercase()),
        }
    }

    fn is_row(&self) -> bool {
        let is_named = || places(&self.words).is_some() && self.words.len() == self.numbers.len();
        !self.is_other
            && self.inner.is_empty()
            && !self.numbers.is_empty()
            && (self.words.is_empty() || is_named())
    }

    /// The row and the column among named numbers, or else all numbers.
    fn row_and_column(self) -> Vec<i64> {
        match places(&self.words) {
            Some((row, col)) => vec![self.numbers[row], self.numbers[col]],
            None => self.numbers,
        }
    }

    /// Whether numbers that are named as steps go up by one from row to row.
    fn steps_go_up(&self) -> bool {
        let words = &self.inner[0].words;
        let axes = places(words).map_or([usize::MAX; 2], |(row, col)| [row, col]);
        let is_named_step = |&place: &usize| !axes.contains(&place) && is_step(&words[place]);
        (0..words.len()).filter(is_named_step).all(|place| {
            let steps = self.inner.iter().map(|row| row.numbers[place]);
            steps.clone().zip(steps.skip(1)).all(|(step, next)| step.checked_add(1) == Some(next))
        })
    }

    fn is_array_of_rows(&self) -> bool {
        const LEAST_IN_ONE_ROW: usize = 4;
        let is_enough = match &self.inner[..] {
            [] => false,
            [row] => row.numbers.len() >= LEAST_IN_ONE_ROW,
            [..] => true,
        };
        is_enough
            && !self.is_other
            && self.numbers.is_empty()
            && self.words.iter().all(|word| makes_rows(word))
            && self.inner.iter().all(|row| row.words == self.inner[0].words)
            && self.steps_go_up()
    }
}

/// Whether a word stands before the rows or pairs of some language.
fn makes_rows(word: &str) -> bool {
    const WORDS: [&str; 19] = [
        "new",
        "int",
        "point",
        "pair",
        "tuple",
        "array",
        "arrayof",
        "intarrayof",
        "list",
        "listof",
        "vec",
        "vector",
        "square",
        "cell",
        "pos",
        "position",
        "std",
        "make_pair",
        "make_tuple",
    ];
    WORDS.contains(&word)
}

fn close(closed: Open, line: usize, outer: Option<&mut Open>, found: &mut Vec<Nested>) {
    if closed.is_array_of_rows() {
        let first = &closed.inner[0];
        let are_tuples = first.bracket == '(' || !first.words.is_empty();
        let row = |row: Open| (row.line, row.row_and_column());
        let lines = closed.line..=line;
        found.push(Nested { lines, rows: closed.inner.into_iter().map(row).collect(), are_tuples });
        if let Some(outer) = outer {
            outer.is_other = true;
        }
    } else if let Some(outer) = outer {
        let is_empty = closed.inner.is_empty() && closed.numbers.is_empty();
        if closed.is_row() {
            outer.inner.push(closed);
        } else if !is_empty || closed.is_other {
            outer.is_other = true;
        }
    }
}
