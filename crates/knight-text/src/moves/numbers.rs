//! The numbers of a program with their signs, and the lists of eight and of pairs among them.

use std::ops::Range;

use crate::axes::{Axis, named_or};
use crate::moves::{Pair, is_eight, uses};
use crate::stream::{Stream, end_of, stretches};

/// Eight numbers of ±1 and ±2.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub values: Vec<i64>,
    pub span: Range<usize>,
    /// What its own name says, if that is certain.
    pub axis: Option<Axis>,
}

/// Pairs of numbers, and what the names of the two say.
pub(super) struct Pairs {
    pub pairs: Vec<Pair>,
    pub names: [Option<Axis>; 2],
}

/// The numbers of a program with their signs.
pub(super) type Numbers<'a> = Stream<'a, i64>;

impl<'a> Numbers<'a> {
    pub(super) fn in_text(text: &'a str) -> Numbers<'a> {
        let mut numbers = Stream::of(text);
        let mut at = 0;
        while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()) {
            let start = at + start;
            let digits = end_of(text, start, |c| c.is_ascii_digit());
            let before = text[at..start].chars().next_back();
            let word = end_of(text, digits, |c| c.is_alphanumeric() || c == '.' || c == '_');
            let fraction = text[digits..word].trim_end_matches(['.', '0']);
            at = word;
            // `x2`, `0.5` and `2x8` do not belong to a list.
            let is_glued = before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.');
            if is_glued || !fraction.is_empty() {
                continue;
            }
            let value = text[start..digits].parse().unwrap_or(i64::MAX);
            let (is_negative, start) = sign(text, numbers.end(), start);
            numbers.push(if is_negative { -value } else { value }, start..word);
        }
        numbers
    }

    /// Lists of eight, whose numbers are separated alike. Sixteen may be two.
    pub(super) fn lists(&self) -> Vec<List> {
        let mut lists = Vec::new();
        for stretch in stretches(&self.gaps, 1) {
            let values = &self.items[stretch.clone()];
            let are_steps = values.iter().all(|value| (1..=2).contains(&value.abs()));
            if are_steps && (values.len() == 8 || is_eight_in_halves(values)) {
                lists.extend(stretch.step_by(8).map(|from| List {
                    values: self.items[from..from + 8].to_vec(),
                    span: self.span(from..from + 8),
                    axis: None,
                }));
            }
        }
        lists
    }

    /// Whether sixteen numbers are two rows of eight: the only line break is in the middle, and no
    /// comma is there.
    fn are_rows(&self, stretch: &Range<usize>) -> bool {
        let behind = |at: usize| self.behind(stretch.start + at);
        is_eight_in_halves(&self.items[stretch.clone()])
            && behind(7).contains('\n')
            && !behind(7).contains(',')
            && (0..15).all(|at| at == 7 || !behind(at).contains('\n'))
    }

    /// Two columns of records whose separators repeat, from the first that is a move to the last.
    pub(super) fn pairs(&self) -> Vec<Pairs> {
        let mut found = Vec::new();
        for period in 2..9 {
            for stretch in stretches(&self.gaps, period) {
                if self.are_rows(&stretch) {
                    continue;
                }
                let first = stretch.start;
                for (one, other) in (0..period).flat_map(|one| [(one, one + 1), (one, one + 2)]) {
                    if other >= one + period {
                        continue;
                    }
                    let records = (first + one..stretch.end).step_by(period);
                    let records: Vec<usize> =
                        records.take_while(|at| at + other - one < stretch.end).collect();
                    let pair = |at: &usize| (self.items[*at], self.items[at + other - one]);
                    let is_move = |at: &usize| super::digit(pair(at)).is_some();
                    for run in records.chunk_by(|a, b| is_move(a) == is_move(b)) {
                        if run.len() >= 8 && is_move(&run[0]) {
                            found.push(self.named(run, other - one, pair));
                        }
                    }
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    fn named(&self, run: &[usize], apart: usize, pair: impl Fn(&usize) -> Pair) -> Pairs {
        let before = |at: usize| self.before(at);
        // The first of a list may have the name of the list before it.
        let second = run[1];
        let names = [before(second), before(second + apart)].map(Axis::last_in);
        let heading = || uses::names_before(self.start(run[0]), 0, self.text);
        let names = named_or(names, heading);
        // One more than eight shows that they are others.
        Pairs { pairs: run.iter().take(9).map(pair).collect(), names }
    }
}

/// Whether sixteen numbers are two lists of eight that are the eight moves together.
fn is_eight_in_halves(values: &[i64]) -> bool {
    values.len() == 16 && is_eight(&paired(&values[..8], &values[8..]))
}

/// The numbers of two lists together.
pub(super) fn paired(one: &[i64], other: &[i64]) -> Vec<Pair> {
    one.iter().copied().zip(other.iter().copied()).collect()
}

/// Whether a sign stands before a number, perhaps with blanks or `=` between, and where the number
/// with it begins.
fn sign(text: &str, from: usize, start: usize) -> (bool, usize) {
    let before = text[from..start].trim_end();
    let before = match before.strip_suffix('=') {
        Some(assigned) if assigned.ends_with(['-', '+']) => assigned,
        _ => before,
    };
    match before.strip_suffix('-') {
        Some(rest) => (true, from + rest.len()),
        None => (false, before.strip_suffix('+').map_or(start, |rest| from + rest.len())),
    }
}
