//! Numbers or squares in the order of a text, and what stands between them.

use std::ops::Range;

/// Ends a row inside a line: `\\` of LaTeX, `\n` in a string, a row of a table in HTML.
pub(crate) const ROW_BREAK: char = '\u{b}';

/// Items of a text in its order.
pub(crate) struct Stream<T> {
    pub items: Vec<T>,
    /// Where they are.
    pub spans: Vec<Range<usize>>,
    /// What stands behind each item but the last.
    pub gaps: Vec<u64>,
}

impl<T> Stream<T> {
    pub(crate) fn new(text: &str, found: Vec<(T, Range<usize>)>) -> Stream<T> {
        let (items, spans): (Vec<T>, Vec<Range<usize>>) = found.into_iter().unzip();
        let gaps = spans.windows(2).map(|two| gap(&text[two[0].end..two[1].start])).collect();
        Stream { items, spans, gaps }
    }

    /// What stands between an item and the one before it, or before the first.
    pub(crate) fn before<'a>(&self, item: usize, text: &'a str) -> &'a str {
        let from = item.checked_sub(1).map_or(0, |before| self.spans[before].end);
        &text[from..self.spans[item].start]
    }

    /// What stands between an item and the next one, or behind the last.
    pub(crate) fn behind<'a>(&self, item: usize, text: &'a str) -> &'a str {
        let to = self.spans.get(item + 1).map_or(text.len(), |next| next.start);
        &text[self.spans[item].end..to]
    }

    /// Whether an item begins a line.
    pub(crate) fn begins_line(&self, item: usize, text: &str) -> bool {
        item == 0 || self.before(item, text).contains(['\n', ROW_BREAK])
    }

    /// The part of the text with these items.
    pub(crate) fn span(&self, items: Range<usize>) -> Range<usize> {
        self.spans[items.start].start..self.spans[items.end - 1].end
    }
}

/// Where a run of signs ends that begins at a place of a text.
pub(crate) fn end_of(text: &str, start: usize, is_part: impl Fn(char) -> bool) -> usize {
    text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end)
}

/// The names and numbers of a program.
pub(crate) fn words(program: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + program[at..].find(is_part)?;
        at = end_of(program, start, is_part);
        Some(start..at)
    })
}

/// The innermost brackets of a text, and where those around them begin.
pub(crate) fn innermost(text: &str) -> impl Iterator<Item = (Range<usize>, Option<usize>)> {
    let mut open: Vec<(usize, bool)> = Vec::new();
    let brackets = text.match_indices(['(', ')', '[', ']', '{', '}']);
    brackets.filter_map(move |(at, bracket)| {
        if matches!(bracket, "(" | "[" | "{") {
            if let Some(parent) = open.last_mut() {
                parent.1 = true;
            }
            open.push((at, false));
            return None;
        }
        let (start, _) = open.pop().filter(|(_, has_inner)| !has_inner)?;
        Some((start..at + 1, open.last().map(|parent| parent.0)))
    })
}

/// What stands between two numbers or names, as a hash: blanks, quotes and plus signs are left out,
/// letters are small, and all numbers are alike.
fn gap(text: &str) -> u64 {
    let mut is_in_number = false;
    // FNV-1a.
    text.chars().fold(0xcbf2_9ce4_8422_2325, |hash, c| {
        let is_digit = c.is_ascii_digit();
        if is_digit && is_in_number || c.is_whitespace() || "\"'`+\\".contains(c) {
            return hash;
        }
        is_in_number = is_digit;
        let c = if is_digit { '0' } else { c.to_ascii_lowercase() };
        (hash ^ u64::from(c)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The longest ranges of at least `period + 2` items whose gaps repeat with this period. There is a
/// gap behind each item but the last.
pub(crate) fn stretches(gaps: &[u64], period: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < gaps.len() {
        let mut to = from;
        while to + period < gaps.len() && gaps[to] == gaps[to + period] {
            to += 1;
        }
        if to > from {
            found.push(from..to + period + 1);
        }
        from = to.max(from + 1);
    }
    found
}

/// Whether numbers go up by one.
pub(crate) fn counts(numbers: impl IntoIterator<Item = i64>) -> bool {
    let mut numbers = numbers.into_iter();
    let Some(mut before) = numbers.next() else { return true };
    numbers.all(|number| {
        let expected = before.checked_add(1);
        before = number;
        expected == Some(number)
    })
}
