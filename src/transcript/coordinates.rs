//! Rows and columns that have names: `row 0, col 0`, `r0c0`, and the headings of tables.

use std::fmt::Write as _;

/// The names of a row with those of the column that belongs to it. x is the row.
const NAMES: [(&[&str], &[&str]); 4] =
    [(&["row"], &["col", "column"]), (&["r"], &["c"]), (&["x"], &["y"]), (&["i"], &["j"])];

/// How a text names the two numbers of its squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Axes {
    /// Whether the column stands before the row.
    pub(super) column_is_first: bool,
    /// Whether the row is called x, which may mean the column elsewhere.
    pub(super) row_is_x: bool,
}

impl Axes {
    /// Of names with the places of the row and the column.
    pub(super) fn of(names: &[impl AsRef<str>], (row, col): (usize, usize)) -> Axes {
        let row_is_x = names[row].as_ref().eq_ignore_ascii_case("x");
        Axes { column_is_first: col < row, row_is_x }
    }
}

/// The places of the row and the column among names, as in `step,row,col`.
pub(super) fn places(names: &[impl AsRef<str>]) -> Option<(usize, usize)> {
    let place = |known: &[&str]| {
        let is_known = |name: &&str| known.iter().any(|word| word.eq_ignore_ascii_case(name));
        let mut found = (0..names.len()).filter(|&place| is_known(&names[place].as_ref()));
        found.next().filter(|_| found.next().is_none())
    };
    NAMES.iter().find_map(|(rows, cols)| place(rows).zip(place(cols)))
}

/// Whether a name is that of the numbers of the squares.
pub(super) fn is_step(name: &str) -> bool {
    const STEPS: [&str; 17] = [
        "", "#", "i", "k", "n", "t", "no", "nr", "num", "number", "index", "idx", "step", "move",
        "order", "visit", "ply",
    ];
    STEPS.contains(&&*name.to_ascii_lowercase())
}

/// The text with pairs in the place of named rows and columns, and how the first of them are named;
/// `None` without any. Its lines have the same numbers.
pub(super) fn as_pairs(text: &str) -> Option<(String, Axes)> {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    let (mut before, mut first_axes) = (' ', None);
    while let Some(c) = rest.chars().next() {
        if !before.is_alphanumeric()
            && let Some(((row, col), axes, after)) = pair(rest)
        {
            // Writing to a text never fails.
            let _ = write!(written, "({row},{col})");
            let line_ends = rest[..rest.len() - after.len()].matches('\n');
            written.extend(line_ends);
            first_axes = first_axes.or(Some(axes));
            (before, rest) = (')', after);
        } else {
            written.push(c);
            (before, rest) = (c, &rest[c.len_utf8()..]);
        }
    }
    first_axes.map(|axes| (written, axes))
}

/// A row and a column at the beginning of a text, how they are named, and what follows them.
fn pair(text: &str) -> Option<((i64, i64), Axes, &str)> {
    let (name, number, after) = coordinate(text)?;
    let between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '&');
    let after = after.trim_start_matches(between);
    let after = after.strip_prefix("and ").unwrap_or(after).trim_start();
    let (other_name, other, after) = coordinate(after)?;
    if after.starts_with(|c: char| c.is_alphanumeric()) {
        return None;
    }
    let names = [name, other_name];
    let axes = Axes::of(&names, places(&names)?);
    let pair = if axes.column_is_first { (other, number) } else { (number, other) };
    Some((pair, axes, after))
}

/// A name with its number, such as `row 0`, `row=0` or `r0`, and what follows them.
fn coordinate(text: &str) -> Option<(&str, i64, &str)> {
    let (name, after) = text.split_at(text.find(|c: char| !c.is_alphabetic())?);
    let after = after.trim_start_matches([' ', '\t', ':', '=', '#']);
    let digits = after.strip_prefix('-').unwrap_or(after);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, after) = after.split_at(after.len() - digits.len() + end);
    Some((name, number.parse().ok()?, after))
}

#[cfg(test)]
mod tests {
    use crate::transcript::coordinates::*;

    #[test]
    fn named_rows_and_columns_become_pairs() {
        for (text, pairs) in [
            ("Step 1: row 0, col 10", "Step 1: (0,10)"),
            ("row=1 col=2\nrow=3 col=4", "(1,2)\n(3,4)"),
            ("r0c1 r2c3", "(0,1) (2,3)"),
            ("column 4 and row 5.", "(5,4)."),
            (" x : 1,\n y : 2 end", " (1,2)\n end"),
            ("Row: -1; Column: 2", "(-1,2)"),
        ] {
            assert_eq!(as_pairs(text).map(|read| read.0).as_deref(), Some(pairs), "{text}");
        }
        for text in
            ["", "row 1", "row 1 row 2", "row 1, line 2", "arrow 1 col 2", "row one col two"]
        {
            assert_eq!(as_pairs(text), None, "{text}");
        }
    }

    #[test]
    fn a_row_and_its_column_are_found_among_names() {
        assert_eq!(places(&["step", "row", "col"]), Some((1, 2)));
        assert_eq!(places(&["Column", "Row"]), Some((1, 0)));
        assert_eq!(places(&["i", "x", "y"]), Some((1, 2)));
        assert_eq!(places(&["row", "y"]), None);
        assert_eq!(places(&["row", "row", "col"]), None);
    }
}
