//! The lines of a text, or what stands for them, as rows of cells.

use std::ops::Range;

use knight_board::Board;

use crate::stream::ROW_BREAK;
use crate::tours::cells::Cell;

/// The most cells of a row that are looked at: more than a board and its labels have.
const WIDEST: usize = Board::MAX_SIDE as usize + 3;

const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];

/// A line, or what stands for one, that may be a row of a grid.
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

/// What may be a row, and where the bracket around its own bracket begins.
pub(super) type Piece = (Range<usize>, Option<usize>);

/// The rows that follow each other and have the same width, at least three of each. Blank lines and
/// borders do not end them.
pub(super) fn runs(text: &str, pieces: impl Iterator<Item = Piece>) -> Vec<Vec<Row>> {
    let mut rows: Vec<Option<Row>> = Vec::new();
    for piece in pieces.filter(|(span, _)| !is_blank(&text[span.clone()])) {
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

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Piece> {
    pieces(text, is_end)
}

/// What stands between semicolons or slashes, without the brackets and the name of the whole.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Piece> {
    const ENDS: [char; 2] = [';', '/'];
    let pieces = pieces(text, |c| is_end(c) || is_bracket(c) || "=:;/".contains(c));
    pieces.filter(|(span, _)| {
        text[..span.start].ends_with(ENDS) || text[span.end..].starts_with(ENDS)
    })
}

/// The innermost brackets.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = Piece> {
    let mut open: Vec<usize> = Vec::new();
    let mut last = None;
    let brackets = text.match_indices(is_bracket);
    brackets.filter_map(move |(at, bracket)| {
        if bracket.starts_with(OPENING) {
            last = Some(at);
            open.push(at);
            return None;
        }
        let start = open.pop().filter(|start| Some(*start) == last)?;
        Some((start + 1..at, open.last().copied()))
    })
}

/// The parts of a text between signs of one byte.
fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> impl Iterator<Item = Piece> {
    let mut at = 0;
    text.split(is_end).map(move |piece| {
        let start = at;
        at += piece.len() + 1;
        (start..start + piece.len(), None)
    })
}

/// Whether a sign ends a line.
pub(super) fn is_end(c: char) -> bool {
    c == '\n' || c == ROW_BREAK
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '¦')
}

fn is_bracket(c: char) -> bool {
    OPENING.contains(&c) || CLOSING.contains(&c)
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || is_bracket(c)
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
fn row(text: &str, (span, parent): Piece) -> Option<Row> {
    let line = &text[span.clone()];
    // The sign may begin a comment.
    let comment = line.trim_start().strip_prefix("# ");
    let (mut has_word, body) = (comment.is_some(), comment.unwrap_or(line));
    let mut cells = Vec::new();
    let mut several = 0;
    let mut fields = fields(body).take(WIDEST).enumerate().peekable();
    while let Some((nth, field)) = fields.next() {
        let before = cells.len();
        // What borders the line has no field outside.
        if field.is_empty() && nth > 0 && fields.peek().is_some() {
            cells.push(Cell::Empty);
        }
        for cell in words(field).take(WIDEST) {
            match cell {
                Cell::Word if !has_word && cells.is_empty() => has_word = true,
                Cell::Word | Cell::Slip => return None,
                cell => cells.push(cell),
            }
        }
        several += usize::from(cells.len() > before + 1);
    }
    let behind = body.trim_start_matches(|c: char| !c.is_ascii_digit());
    let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_label = behind.starts_with([':', ')']) && cells.len() > 1;
    let is_cut = body.matches(OPENING).count() != body.matches(CLOSING).count();
    let is_in_doubt = is_cut && !has_label || several > 1;
    let is_row = cells.iter().any(Cell::is_square);
    is_row.then_some(Row { span, cells, has_word, has_label, is_in_doubt, parent })
}
