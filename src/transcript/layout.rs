//! What is written in a text: a grid, or a list of squares or moves.

use crate::transcript::arrays::{self, Nested};
use crate::transcript::coordinates::Axes;
use crate::transcript::rows::{Item, Kind, Row, Token, check_labels, open_brackets, rows};
use crate::transcript::table::{self, Table};
use crate::transcript::text::undecorated;
use crate::transcript::{NumberRow, TranscriptError, coordinates, grid};

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
struct Candidate {
    line: usize,
    what: Written,
    /// The number of the first square of a list: 0 if it is written there, or else 1.
    first_number: i64,
}

/// What a text shows, and the number of the first square of a list.
///
/// # Errors
/// If it shows nothing, or several things, or something with a slip.
pub(super) fn read(text: &str) -> Result<(Written, i64), TranscriptError> {
    let text = undecorated(text);
    if let Some(table) = table::read(&text) {
        let Table { pairs, axes, first_number } = table?;
        return Ok((Written::Pairs { pairs, are_squares: true, axes }, first_number));
    }
    let read = read_plain(&text);
    let Err(TranscriptError::Empty | TranscriptError::Word { .. }) = read else { return read };
    let named = coordinates::as_pairs(&text).map(|(text, axes)| {
        read_plain(&text).map(|(written, first_number)| (written.with_axes(axes), first_number))
    });
    match (read, named) {
        (Err(TranscriptError::Empty), Some(named)) | (_, Some(named @ Ok(_))) => named,
        (read, _) => read,
    }
}

/// The same without the names of rows and columns.
fn read_plain(text: &str) -> Result<(Written, i64), TranscriptError> {
    let arrays = arrays::nested(text);
    let is_in_array = |line: usize| arrays.iter().any(|array| array.lines.contains(&line));
    let rows: Vec<Row> = rows(text).into_iter().filter(|row| !is_in_array(row.line)).collect();
    let blocks = blocks(&rows);
    let mut candidates: Vec<Candidate> = arrays.iter().map(Candidate::of_array).collect();
    for (place, block) in blocks.iter().enumerate() {
        let follows_start = place > 0 && is_start(blocks[place - 1]) && are_moves(block);
        if follows_start {
            candidates.pop();
            candidates.push(Candidate::of_moves(blocks[place - 1], block));
        } else if block[0].kind != Kind::Text {
            check_brackets(block, text)?;
            candidates.push(Candidate::of_rows(block)?);
        }
    }
    let candidates = without_trifles(candidates);
    match candidates.len() {
        0 => labelled(&rows),
        1 => {
            let found = candidates.into_iter().next().ok_or(TranscriptError::Empty)?;
            check_neighbours(&rows, &found.what)?;
            Ok((found.what, found.first_number))
        }
        count => {
            // A slip may be what divides it.
            candidates.iter().try_for_each(|found| check_neighbours(&rows, &found.what))?;
            let lines: Vec<String> =
                candidates.iter().take(8).map(|found| found.line.to_string()).collect();
            Err(TranscriptError::Layout(format!(
                "it has {count} grids or lists, at lines {}; give one at a time",
                lines.join(", ")
            )))
        }
    }
}

/// Refuses rows that are cut off, as a bracket shows, unless the other one is in a line of its own.
fn check_brackets(block: &[Row], text: &str) -> Result<(), TranscriptError> {
    let open: i64 = block.iter().map(|row| row.open_brackets).sum();
    if open == 0 || open_brackets(text) == 0 {
        return Ok(());
    }
    Err(TranscriptError::Layout(format!(
        "a bracket of the rows from line {} is {}; give the whole of it",
        block[0].line,
        if open > 0 { "not closed" } else { "closed but not opened" }
    )))
}

/// Rows of the same kind that follow each other, with or without a gap between all of them, or that
/// are a whole grid together.
fn blocks<'a, 'b>(rows: &'a [Row<'b>]) -> Vec<&'a [Row<'b>]> {
    let are_one = |a: &Row, b: &Row| {
        let are_moves = a.kind == Kind::Moves && b.kind == Kind::Numbers;
        a.kind != Kind::Text && (a.kind == b.kind || are_moves)
    };
    let mut blocks = Vec::new();
    for block in rows.chunk_by(are_one) {
        let gaps = block[1..].iter().filter(|row| row.has_gap_before).count();
        // A border may be below the first row only: the heading of a table.
        let is_below_heading = gaps == 1
            && block.len() > 2
            && block[1].has_gap_before
            && (0..=1).contains(&block[1].tokens.len().wrapping_sub(block[0].tokens.len()));
        let is_complete = || {
            let rows: Option<Vec<_>> = block.iter().map(|row| numbers(row).ok()).collect();
            rows.is_some_and(|rows| grid::is_complete(&rows))
        };
        if gaps == 0 || gaps == block.len() - 1 || is_below_heading || is_complete() {
            blocks.push(block);
        } else {
            blocks.extend(block.chunk_by(|_, next| !next.has_gap_before));
        }
    }
    blocks
}

/// Whether a block is a single square, from which moves may follow.
fn is_start(block: &[Row]) -> bool {
    matches!(block, [row] if row.kind != Kind::Text && row.tokens.len() == 1
        && matches!(row.tokens[0].item, Item::Name | Item::Pair(..)))
}

fn are_moves(block: &[Row]) -> bool {
    let are_digits = |token: &Token| token.text.bytes().all(|b| (b'1'..=b'8').contains(&b));
    block.iter().all(|row| row.kind == Kind::Numbers && row.tokens.iter().all(are_digits))
}

impl Candidate {
    fn of_array(array: &Nested) -> Candidate {
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

    fn of_rows(block: &[Row]) -> Result<Candidate, TranscriptError> {
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

    fn of_moves(start: &[Row], moves: &[Row]) -> Candidate {
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
    fn with_axes(self, axes: Axes) -> Written {
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

fn numbers(row: &Row) -> Result<NumberRow, TranscriptError> {
    let number = |token: &Token| {
        let digits = token.text.split('.').next().unwrap_or_default();
        digits.parse().map_err(|_| TranscriptError::word(row.line, token.text))
    };
    Ok((row.line, row.tokens.iter().map(number).collect::<Result<_, _>>()?))
}

/// Without single numbers and squares, and short lines of numbers such as `8 8`, if something
/// larger is there.
fn without_trifles(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
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

/// The squares of lines with the same words, such as `Step 1: (0, 0)`.
fn labelled(rows: &[Row]) -> Result<(Written, i64), TranscriptError> {
    const LEAST_LINES: usize = 3;
    let with_squares: Vec<&Row> = rows.iter().filter(|row| squares(row).count() > 0).collect();
    let of_form = |wanted: &&Row| {
        let lines = with_squares.iter().filter(|row| form(row) == form(wanted));
        lines.copied().collect::<Vec<_>>()
    };
    let longest = with_squares.iter().map(of_form).max_by_key(Vec::len).unwrap_or_default();
    if longest.len() < LEAST_LINES || longest.len() * 2 <= with_squares.len() {
        return Err(rows.iter().find_map(|row| slip(row, 0)).unwrap_or(TranscriptError::Empty));
    }
    let lines = longest[0].line..=longest[longest.len() - 1].line;
    let begins_alike = |row: &Row| row.tokens[0].text == longest[0].tokens[0].text;
    let is_other = |row: &&Row| {
        (lines.contains(&row.line) || begins_alike(row)) && form(row) != form(longest[0])
    };
    if let Some(other) = rows.iter().find(is_other) {
        return Err(TranscriptError::Layout(format!(
            "line {}: this line is not like those around it, such as line {}",
            other.line, longest[0].line
        )));
    }
    let squares = longest.into_iter().map(|row| {
        let tokens: Vec<Token> = squares(row).cloned().collect();
        let kind = if tokens[0].item == Item::Name { Kind::Names } else { Kind::Pairs };
        Row { tokens, kind, open_brackets: 0, ..row.clone() }
    });
    let found = Candidate::of_rows(&squares.collect::<Vec<_>>())?;
    let what = match found.what {
        Written::Pairs { pairs, axes, .. } => Written::Pairs { pairs, are_squares: true, axes },
        other => other,
    };
    Ok((what, found.first_number))
}

fn squares<'a, 'b>(row: &'a Row<'b>) -> impl Iterator<Item = &'a Token<'b>> {
    row.tokens.iter().filter(|token| matches!(token.item, Item::Name | Item::Pair(..)))
}

/// A line with other words in place of its numbers and squares.
fn form(row: &Row) -> Vec<String> {
    let form = |token: &Token| match token.item {
        Item::Word => token.text.to_owned(),
        Item::Name => "a name".to_owned(),
        Item::Pair(..) => "a pair".to_owned(),
        Item::Number | Item::Dotted | Item::Label => "a number".to_owned(),
    };
    row.tokens.iter().map(form).collect()
}

/// Refuses lines that are rows of the grid or list except for a word.
fn check_neighbours(rows: &[Row], written: &Written) -> Result<(), TranscriptError> {
    let width = match written {
        Written::Grid(rows) => rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0),
        _ => 0,
    };
    for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.kind == Kind::Text) {
        let before = place.checked_sub(1).and_then(|before| rows.get(before));
        let before = before.filter(|_| !row.has_gap_before);
        let after = rows.get(place + 1).filter(|after| !after.has_gap_before);
        let mut neighbours = before.into_iter().chain(after).filter(|row| row.kind != Kind::Text);
        let is_beside = neighbours.clone().next().is_some();
        let slip = slip(row, width).filter(|_| is_beside || row.tokens.len() == width);
        // Such as `b@2` in a list with a square in each line.
        let has_digit = row.tokens.iter().any(|t| t.text.contains(|c: char| c.is_ascii_digit()));
        let is_alike = has_digit && neighbours.any(|other| other.tokens.len() == row.tokens.len());
        match slip {
            Some(slip) => return Err(slip),
            None if is_alike => return Err(TranscriptError::word(row.line, row.tokens[0].text)),
            None => {}
        }
    }
    Ok(())
}

/// The word that makes text of a row of numbers or squares. More than half of the row is such; half
/// is enough for one as long as the rows of the grid.
fn slip(row: &Row, width: usize) -> Option<TranscriptError> {
    let is_kept = |token: &&Token| token.item != Item::Word;
    let kept = row.tokens.iter().filter(is_kept).count();
    let word = row.tokens.iter().find(|token| token.item == Item::Word);
    let first = row.tokens.first()?;
    let is_as_long = row.tokens.len() == width && is_kept(&first);
    let is_row = 2 * kept > row.tokens.len() || (is_as_long && 2 * kept == width);
    is_row.then(|| match (word, stray(row)) {
        (Some(word), _) => TranscriptError::word(row.line, word.text),
        (None, Some(stray)) => stray,
        (None, None) => TranscriptError::word(row.line, first.text),
    })
}

/// The square among the numbers of a row, or the number among its squares, if there is one.
fn stray(row: &Row) -> Option<TranscriptError> {
    let is_square = |token: &&Token| matches!(token.item, Item::Name | Item::Pair(..));
    let is_number = |token: &&Token| !is_square(token);
    let squares = row.tokens.iter().filter(is_square).count();
    let (stray, others) = match (squares, row.tokens.len() - squares) {
        (1, 2..) => (row.tokens.iter().find(is_square)?, "numbers"),
        (2.., 1) => (row.tokens.iter().find(is_number)?, "squares"),
        _ => return None,
    };
    Some(TranscriptError::Stray { line: row.line, word: super::shortened(stray.text), others })
}
