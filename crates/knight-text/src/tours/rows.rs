//! The lines of a text, or what stands for them, as rows of cells.

use std::ops::Range;

use knight_board::Board;

use crate::stream::{ROW_BREAK, innermost};
use crate::tours::cells::Cell;

/// The most cells of a row that are looked at: more than a board and its labels have.
const WIDEST: usize = Board::MAX_SIDE as usize + 3;

const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];

/// A line that may be a row of a grid.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Where it is in the text.
    pub span: Range<usize>,
    /// Its cells, without a word before them.
    pub cells: Vec<Cell>,
    /// Whether a word stands before them.
    has_word: bool,
    /// Whether the first of them is marked as a label, as in `1: 1 4 7 10`.
    pub has_label: bool,
    /// Whether a bracket is opened and not closed in it, or the other way round, or several numbers
    /// stand between the same commas.
    pub is_in_doubt: bool,
    /// Where the bracket around its own bracket begins.
    parent: Option<usize>,
}

/// The rows that follow each other and have the same width, at least three of each. Blank lines and
/// borders do not end them.
pub(super) fn runs(text: &str, pieces: impl Iterator<Item = Piece>) -> Vec<Vec<Row>> {
    let mut rows: Vec<Option<Row>> = Vec::new();
    for piece in pieces.filter(|piece| !is_blank(&text[piece.inner.clone()])) {
        let row = row(text, piece);
        // Of other lines that follow each other only the first is kept.
        if row.is_some() || rows.last().is_some_and(Option::is_some) {
            rows.push(row);
        }
    }
    let shape = |row: &Row| (row.cells.len(), row.has_word, row.parent);
    let goes_on = |above: &Option<Row>, row: &Option<Row>| {
        row.is_some() && above.as_ref().map(shape) == row.as_ref().map(shape)
    };
    let runs = rows.chunk_by(goes_on).map(|run| run.iter().flatten().cloned().collect());
    runs.filter(|run: &Vec<Row>| run.len() > 2 && run[0].cells.len() > 2).collect()
}

/// What may be a row.
pub(super) struct Piece {
    /// Where it is.
    pub span: Range<usize>,
    /// Where its cells are.
    pub inner: Range<usize>,
    /// Where the bracket around its own bracket begins.
    pub parent: Option<usize>,
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Piece> {
    pieces(text, is_end)
}

/// What stands between semicolons or slashes in lines that have some, without the name of the
/// whole.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Piece> {
    const ENDS: [char; 2] = [';', '/'];
    let one = |Piece { span, inner, parent }: Piece| {
        let is_one = text[..inner.end].ends_with(ENDS) || text[..inner.start].ends_with(ENDS);
        let is_other = |c: char| ENDS.contains(&c) || CLOSING.contains(&c) || c == ' ';
        let end = text[..inner.end].trim_end_matches(is_other).len().max(inner.start);
        let name = text[inner.start..end].rfind(['=', ':', '[', '{']).map_or(0, |at| at + 1);
        is_one.then_some(Piece { span, inner: inner.start + name..end, parent })
    };
    pieces(text, |c| is_end(c) || ENDS.contains(&c)).filter_map(one)
}

/// The innermost brackets.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = Piece> {
    innermost(text).map(|(span, parent)| Piece {
        inner: span.start + 1..span.end - 1,
        span,
        parent,
    })
}

/// The parts of a text that have these signs of ASCII at their ends.
fn pieces(text: &str, ends: impl Fn(char) -> bool) -> impl Iterator<Item = Piece> {
    let mut at = 0;
    text.as_bytes().split_inclusive(move |byte| ends((*byte).into())).map(move |piece| {
        let start = at;
        at += piece.len();
        let span = start..at - usize::from(piece.ends_with(b"\n") || piece.ends_with(b"\x0b"));
        Piece { inner: span.clone(), span, parent: None }
    })
}

/// Whether a sign ends a line.
pub(super) fn is_end(c: char) -> bool {
    c == '\n' || c == ROW_BREAK
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || OPENING.contains(&c) || CLOSING.contains(&c)
}

/// Whether a line has nothing, or only separates others.
fn is_blank(line: &str) -> bool {
    const BORDERS: [&str; 10] = ["+", "---", "===", "___", "~~~", "***", "###", ":-", "-:", "-|"];
    let is_drawn = |c: char| ('\u{2500}'..='\u{259f}').contains(&c) && !is_bar(c);
    let is_sign = |c: char| is_drawn(c) || is_bar(c) || "-+:=_~*#".contains(c);
    line.chars().all(|c| is_space(c) || c == ',' || c == ';')
        || line.chars().all(|c| is_sign(c) || is_space(c))
            && (line.contains(is_drawn) || BORDERS.iter().any(|part| line.contains(part)))
}

/// The fields of a line between bars, commas and so on. Several tabs or bars are one.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    let mut separator = None;
    let is_separator = move |c: char| {
        let is_again = separator == Some(c) && c != ',' && c != ';';
        let is_one = matches!(c, '&' | ',' | ';' | '\t') || is_bar(c);
        separator = is_one.then_some(c);
        is_one && !is_again
    };
    line.split(is_separator).map(|field| field.trim_matches(|c| is_bar(c) || is_space(c)))
}

/// The cells of a field. An equals sign is a word.
fn words(field: &str) -> impl Iterator<Item = Cell> {
    let words = field.split(is_space).filter(|word| !word.is_empty());
    words.filter_map(|word| if word == "=" { Some(Cell::Word) } else { Cell::of_word(word) })
}

/// The cells of a line, without those of empty fields.
pub(super) fn cells(line: &str) -> impl Iterator<Item = Cell> {
    fields(line).flat_map(words)
}

/// Reads a row, which has cells that may be squares or labels, and at most one word before them.
fn row(text: &str, piece: Piece) -> Option<Row> {
    let line = &text[piece.inner];
    // The sign may begin a comment.
    let comment = line.trim_start().strip_prefix("# ");
    let (mut has_word, body) = (comment.is_some(), comment.unwrap_or(line));
    let mut cells = Vec::new();
    let (mut count, mut several) = (0, 0);
    let mut fields = fields(body).take(WIDEST).enumerate().peekable();
    while let Some((nth, field)) = fields.next() {
        // What borders the line has no field outside.
        if field.is_empty() {
            cells.extend((nth > 0 && fields.peek().is_some()).then_some(Cell::Empty));
            continue;
        }
        let before = cells.len();
        for cell in words(field).take(WIDEST) {
            match cell {
                Cell::Word if !has_word && cells.is_empty() => has_word = true,
                Cell::Word | Cell::Slip => return None,
                cell => cells.push(cell),
            }
        }
        count += 1;
        several += usize::from(cells.len() > before + 1);
    }
    let behind = body.trim_start_matches(|c: char| !c.is_ascii_digit());
    let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_label = behind.starts_with([':', ')']) && cells.len() > 1;
    let brackets = |signs: [char; 3]| body.matches(signs).count();
    let first = body.find(|c| OPENING.contains(&c) || CLOSING.contains(&c));
    let is_cut = brackets(OPENING) != brackets(CLOSING)
        || first.is_some_and(|first| body[first..].starts_with(CLOSING));
    let is_in_doubt = is_cut && !has_label || several > 0 && count + several > 3;
    let Piece { span, parent, .. } = piece;
    let is_row = cells.iter().any(Cell::is_square);
    is_row.then_some(Row { span, cells, has_word, has_label, is_in_doubt, parent })
}
