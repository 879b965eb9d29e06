//! Patterns of what stands between numbers or names.

use std::ops::Range;

/// What stands between two numbers or names, as a hash: blanks, quotes and plus signs are left out,
/// letters are small, and all numbers are alike.
pub(crate) fn gap(text: &str) -> u64 {
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
