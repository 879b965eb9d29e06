//! What is written in a text: a grid, or a list of squares or moves.

use crate::transcript::arrays;
use crate::transcript::candidates::{Candidate, Written, numbers, without_trifles};
use crate::transcript::rows::{Item, Kind, Row, Token, open_brackets, rows};
use crate::transcript::slips::{check_neighbours, slip};
use crate::transcript::table::{self, Table};
use crate::transcript::text::undecorated;
use crate::transcript::{TranscriptError, coordinates, grid};

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
