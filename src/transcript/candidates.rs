//! What the rows and arrays of a text may be: grids, and lists of squares or moves.

use crate::transcript::arrays::Nested;
use crate::transcript::coordinates::Axes;
use crate::transcript::rows::{Item, Kind, Row, Token, check_labels};
use crate::transcript::{NumberRow, TranscriptError};

/// What a text shows, before it is judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Written {
    /// Rows of numbers with their lines.
    Grid(Vec<NumberRow>),
    /// Rows of numbers in one pair of brackets, which may be lines of one long row.
    Wrapped(Vec<NumberRow>),
    /// Pairs of numbers with their lines.
    Pairs {
        pairs: Vec<(usize, (i64, i64))>,
        /// Whether they cannot be the rows of a grid with two columns.
        are_squares: bool,
        axes: Axes,
    },
    /// Chess names with their lines.
    Names(Vec<(usize, String)>),
    /// A square, and words of digits, with their lines.
    Moves(Vec<(usize, String)>),
}

/// Something that may be what the text is about.
pub(super) struct Candidate {
    pub(super) line: usize,
    pub(super) what: Written,
    /// The number of the first square of a list: 0 if it is written there, or else 1.
    pub(super) first_number: i64,
}

impl Candidate {
    pub(super) fn of_array(array: &Nested) -> Candidate {
        let line = *array.lines.start();
        let are_pairs = array.rows.iter().all(|(_, row)| row.len() == 2);
        let what = if are_pairs {
            let pairs = array.rows.iter().map(|(line, row)| (*line, (row[0], row[1]))).collect();
            Written::Pairs { pairs, are_squares: array.are_tuples, axes: Axes::default() }
        } else {
            Written::Grid(array.rows.clone())
        };
        Candidate { line, what, first_number: 1 }
    }

    pub(super) fn of_rows(block: &[Row]) -> Result<Candidate, TranscriptError> {
        let tokens =
            || block.iter().flat_map(|row| row.tokens.iter().map(move |token| (row.line, token)));
        let texts = || tokens().map(|(line, token)| (line, token.text.to_owned())).collect();
        let line = block[0].line;
        let what = match block[0].kind {
            Kind::Names => Written::Names(texts()),
            Kind::Moves => Written::Moves(texts()),
            Kind::Pairs => {
                let pair = |(line, token): (usize, &Token)| match token.item {
                    Item::Pair(first, second) => Some((line, (first, second))),
                    _ => None,
                };
                let are_squares = block.iter().any(|row| row.tokens.len() > 1)
                    || block[0].tokens[0].text.starts_with('(');
                let pairs = tokens().filter_map(pair).collect();
                Written::Pairs { pairs, are_squares, axes: Axes::default() }
            }
            Kind::Numbers | Kind::Text => {
                check_labels(block)?;
                let rows = block.iter().map(numbers).collect::<Result<_, _>>()?;
                let has_one_array = block.iter().any(|row| row.open_brackets != 0);
                if has_one_array { Written::Wrapped(rows) } else { Written::Grid(rows) }
            }
        };
        let first_number = i64::from(block[0].number.or(block[0].label) != Some(0));
        Ok(Candidate { line, what: what.without_grid_of_pairs(), first_number })
    }

    pub(super) fn of_moves(start: &[Row], moves: &[Row]) -> Candidate {
        let rows = || start.iter().chain(moves);
        let texts = rows().flat_map(|row| row.tokens.iter().map(|t| (row.line, t.text.to_owned())));
        Candidate { line: start[0].line, what: Written::Moves(texts.collect()), first_number: 1 }
    }

    /// Numbers or squares.
    fn len(&self) -> usize {
        match &self.what {
            Written::Grid(rows) | Written::Wrapped(rows) => {
                rows.iter().map(|(_, row)| row.len()).sum()
            }
            Written::Pairs { pairs, .. } => pairs.len(),
            Written::Names(names) => names.len(),
            Written::Moves(words) => words.len(),
        }
    }

    fn is_row_of_numbers(&self) -> bool {
        matches!(&self.what, Written::Grid(rows) if rows.len() == 1)
    }
}

impl Written {
    /// The same with names of the two numbers of pairs.
    pub(super) fn with_axes(self, axes: Axes) -> Written {
        match self {
            Written::Pairs { pairs, are_squares, .. } => {
                Written::Pairs { pairs, are_squares, axes }
            }
            other => other,
        }
    }

    /// Rows of two numbers each are pairs.
    fn without_grid_of_pairs(self) -> Written {
        match self {
            Written::Grid(rows) if rows.len() > 1 && rows.iter().all(|(_, row)| row.len() == 2) => {
                let pairs = rows.iter().map(|(line, row)| (*line, (row[0], row[1]))).collect();
                Written::Pairs { pairs, are_squares: false, axes: Axes::default() }
            }
            other => other,
        }
    }
}

pub(super) fn numbers(row: &Row) -> Result<NumberRow, TranscriptError> {
    let number = |token: &Token| {
        let digits = token.text.split('.').next().unwrap_or_default();
        digits.parse().map_err(|_| TranscriptError::word(row.line, token.text))
    };
    Ok((row.line, row.tokens.iter().map(number).collect::<Result<_, _>>()?))
}

/// Without single numbers and squares, and short lines of numbers such as `8 8`, if something
/// larger is there.
pub(super) fn without_trifles(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    const SHORT: usize = 8;
    let is_small =
        |found: &Candidate| found.len() <= 1 || (found.is_row_of_numbers() && found.len() <= SHORT);
    let mut large = candidates.iter().filter(|found| !is_small(found));
    let (Some(first), None) = (large.next(), large.next()) else { return candidates };
    // Such a line may be a row of the grid, which a gap separates.
    let width = match &first.what {
        Written::Grid(rows) => rows[0].1.len(),
        _ => 0,
    };
    candidates.retain(|found| !is_small(found) || found.len() == width);
    candidates
}
