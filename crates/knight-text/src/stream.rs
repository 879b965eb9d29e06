//! Numbers or squares in the order of a text, and what stands between them.

use std::ops::{Index, Range};

/// Ends a row inside a line: `\\` of LaTeX, `\n` in a string, a row of a table in HTML.
pub(crate) const ROW_BREAK: char = '\u{b}';

/// The most bytes of a text that is read.
pub(crate) const MOST_BYTES: usize = u32::MAX as usize;

/// Items of a text, or of the tokens of a program, in their order.
pub(crate) struct Stream<'a, T, S: ?Sized = str> {
    pub source: &'a S,
    pub items: Vec<T>,
    /// What stands behind each item but the last.
    pub gaps: Vec<u32>,
    /// Where each begins and ends.
    ends: Vec<[u32; 2]>,
}

impl<'a, T, S: Index<Range<usize>, Output = S> + ?Sized> Stream<'a, T, S> {
    /// A stream without items, and with room for some.
    pub(crate) fn of(source: &'a S, most: usize) -> Stream<'a, T, S> {
        let (items, gaps) = (Vec::with_capacity(most), Vec::with_capacity(most));
        Stream { source, items, gaps, ends: Vec::with_capacity(most) }
    }

    /// Adds an item, given what to make of what stands between it and the one before.
    pub(crate) fn push(&mut self, item: T, span: Range<usize>, gap: impl FnOnce(&S) -> u32) {
        if !self.items.is_empty() {
            self.gaps.push(gap(&self.source[self.end()..span.start]));
        }
        self.items.push(item);
        self.ends.push([span.start as u32, span.end as u32]);
    }

    /// Where the last item ends.
    pub(crate) fn end(&self) -> usize {
        self.ends.last().map_or(0, |[_, end]| *end as usize)
    }

    /// What stands between an item and the one before it, or before the first.
    pub(crate) fn before(&self, item: usize) -> &'a S {
        let from = item.checked_sub(1).map_or(0, |before| self.ends[before][1]);
        &self.source[from as usize..self.start(item)]
    }

    /// Where an item begins.
    pub(crate) fn start(&self, item: usize) -> usize {
        self.ends[item][0] as usize
    }

    /// The part of the source with these items.
    pub(crate) fn span(&self, items: Range<usize>) -> Range<usize> {
        self.start(items.start)..self.ends[items.end - 1][1] as usize
    }
}

impl<'a, T> Stream<'a, T> {
    /// What stands between an item and the next one, or behind the last.
    pub(crate) fn behind(&self, item: usize) -> &'a str {
        let to = self.ends.get(item + 1).map_or(self.source.len(), |[next, _]| *next as usize);
        &self.source[self.ends[item][1] as usize..to]
    }

    /// Whether an item begins a line.
    pub(crate) fn begins_line(&self, item: usize) -> bool {
        item == 0 || self.before(item).contains(['\n', ROW_BREAK])
    }
}

/// How many numbers a text has.
pub(crate) fn count_of_numbers(text: &str) -> usize {
    let runs = text.as_bytes().split(|byte| !byte.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).count()
}

/// What stands between two numbers or names, as a hash: blanks, quotes and plus signs are left out,
/// letters are small, and all numbers are alike.
pub(crate) fn gap<'a>(parts: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut is_in_number = false;
    // FNV-1a.
    parts.into_iter().flat_map(str::chars).fold(0x811c_9dc5, |hash: u32, c| {
        let is_digit = c.is_ascii_digit();
        let is_quote = matches!(c, '"' | '\'' | '`' | '+' | '\\');
        if is_digit && is_in_number || is_quote || c.is_whitespace() {
            return hash;
        }
        is_in_number = is_digit;
        let c = if is_digit { '0' } else { c.to_ascii_lowercase() };
        (hash ^ u32::from(c)).wrapping_mul(0x0100_0193)
    })
}

/// The longest ranges of at least `period + 2` items whose gaps repeat with this period. There is a
/// gap behind each item but the last.
pub(crate) fn stretches(gaps: &[u32], period: usize) -> Vec<Range<usize>> {
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
