//! Matrices of MATLAB, Octave and Julia, whose rows end with a semicolon or with their line.

use std::borrow::Cow;

/// The text with a list in the place of each row of a matrix: `[1 2][2 1]` for `[1 2; 2 1]`.
///
/// A line ends a row only where no commas stand between the numbers, because other languages have
/// line breaks anywhere. A row has at least two numbers: OCaml writes `[1; 2; 3]`.
pub(super) fn rows_as_lists(text: &str) -> Cow<'_, str> {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, inner, after)) = innermost(rest) {
        read += before;
        match rows(inner) {
            Some(rows) => rows.iter().for_each(|row| read += &format!("[{row}]")),
            None => read += &format!("[{inner}]"),
        }
        rest = after;
    }
    match read.is_empty() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(read + rest),
    }
}

/// The first square brackets without brackets in them: what stands before, in and after them.
fn innermost(text: &str) -> Option<(&str, &str, &str)> {
    let end = text.find(']')?;
    let start = text[..end].rfind('[')?;
    Some((&text[..start], &text[start + 1..end], &text[end + 1..]))
}

/// The rows of a matrix of at least two rows, all as long as the first one.
fn rows(inner: &str) -> Option<Vec<String>> {
    let joined = inner.replace("...\n", " ").replace("...\r\n", " ");
    let ends: &[char] = if joined.contains(',') { &[';'] } else { &[';', '\n'] };
    let rows = joined.split(ends).map(str::trim).filter(|row| !row.is_empty());
    let rows: Vec<String> = rows.map(str::to_owned).collect();
    let numbers = |row: &String| {
        let words = row.split([' ', '\t', ',', '\r', '\n']).filter(|word| !word.is_empty());
        words.map(|word| word.parse::<f64>().ok()).collect::<Option<Vec<f64>>>()
    };
    let lengths: Option<Vec<usize>> =
        rows.iter().map(|row| numbers(row).map(|numbers| numbers.len())).collect();
    let lengths = lengths?;
    let is_matrix = rows.len() >= 2 && lengths[0] >= 2 && lengths.iter().all(|n| *n == lengths[0]);
    is_matrix.then_some(rows)
}
