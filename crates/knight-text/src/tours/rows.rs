//! The lines of a text, or what stands for them, as rows of cells.

use std::ops::Range;
use std::sync::LazyLock;

use knight_board::Board;
use regex::Regex;

use crate::patterns::regex;
use crate::stream::ROW_BREAK;
use crate::tours::cells::Cell;

/// The most cells of a row that are looked at: more than a board and its labels have.
const WIDEST: usize = Board::MAX_SIDE as usize + 3;

/// A line, or what stands for one, that may be a row of a grid.
#[derive(Default)]
pub(super) struct Row {
    /// Where it is in the text.
    pub span: Range<usize>,
    /// Its cells, without a word before them.
    pub cells: Vec<Cell>,
    /// Whether a word stands before them.
    pub has_word: bool,
    /// Whether the first of them is marked as a label, as in `1: 1 4 7 10`.
    pub has_label: bool,
    /// Whether a bracket is opened and not closed in it, or the other way round, or several numbers
    /// stand between the same commas.
    pub is_in_doubt: bool,
    /// The number of the bracket around its own bracket.
    pub group: usize,
}

/// What may be a row, and the number of the bracket around its own bracket.
pub(super) type Piece = (Range<usize>, usize);

/// The rows among pieces of a text, and between them a row without cells for what is none. Blank
/// lines and borders are left out.
pub(super) fn rows(text: &str, pieces: impl Iterator<Item = Piece>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for piece in pieces.filter(|(span, _)| !is_blank(&text[span.clone()])) {
        let row = row(text, piece).unwrap_or_default();
        if !row.cells.is_empty() || rows.last().is_some_and(|above| !above.cells.is_empty()) {
            rows.push(row);
        }
    }
    rows
}

/// The lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Piece> {
    pieces(text, is_end)
}

/// What stands between semicolons or slashes, without the brackets and the name of the whole.
pub(super) fn statements(text: &str) -> impl Iterator<Item = Piece> {
    const ENDS: [char; 2] = [';', '/'];
    let pieces = pieces(text, |c| is_end(c) || "=:;/[]{}".contains(c));
    pieces.filter(|(span, _)| {
        let (before, behind) = (&text[..span.start], &text[span.end..]);
        let is_name = behind.starts_with([':', '=', '[', '{']);
        let is_one = || behind.starts_with(ENDS) || before.trim_end().ends_with(ENDS);
        !is_name && !is_blank(&text[span.clone()]) && is_one()
    })
}

/// The innermost brackets.
pub(super) fn brackets(text: &str) -> impl Iterator<Item = Piece> {
    static INNERMOST: LazyLock<Regex> = LazyLock::new(|| regex(r"[(\[{][^()\[\]{}]*[)\]}]"));
    let (mut end, mut group) = (0, 0);
    INNERMOST.find_iter(text).map(move |found| {
        // Those beside each other have the same bracket around them.
        group += usize::from(text[end..found.start()].contains(is_bracket));
        end = found.end();
        (found.start() + 1..end - 1, group)
    })
}

/// The parts of a text between signs of one byte.
fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> impl Iterator<Item = Piece> {
    let mut at = 0;
    text.split(is_end).map(move |piece| {
        let start = at;
        at += piece.len() + 1;
        (start..start + piece.len(), 0)
    })
}

/// Whether a sign ends a line.
pub(super) fn is_end(c: char) -> bool {
    c == '\n' || c == ROW_BREAK
}

fn is_bracket(c: char) -> bool {
    "()[]{}".contains(c)
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || is_bracket(c)
}

/// Whether a line has nothing, or only separates others.
fn is_blank(line: &str) -> bool {
    const SIGNS: &str = r"[\s()\[\]{}|│┃║¦+:=_~*#\x{2500}-\x{259f}-]*";
    const BORDER: &str = r"[\x{2500}-\x{259f}--│┃║]|\+|---|===|___|~~~|\*\*\*|###|:-|-:|-\|";
    static BLANK: LazyLock<Regex> =
        LazyLock::new(|| regex(&format!(r"\A(?:[\s()\[\]{{}},;]*|{SIGNS}(?:{BORDER}){SIGNS})\z")));
    BLANK.is_match(line)
}

/// The fields of a line between bars, commas and so on. Several tabs or bars are one.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    static ENDS: LazyLock<Regex> = LazyLock::new(|| regex(r"[,;]|&+|\t+|\|+|│+|┃+|║+|¦+"));
    ENDS.split(line).map(|field| field.trim_matches(is_space))
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
fn row(text: &str, (span, group): Piece) -> Option<Row> {
    let line = &text[span.clone()];
    // The sign may begin a comment.
    let comment = line.trim_start().strip_prefix("# ");
    let (mut has_word, body) = (comment.is_some(), comment.unwrap_or(line));
    let mut cells = Vec::new();
    let (mut count, mut several) = (0, 0);
    let mut fields = fields(body).take(WIDEST).enumerate().peekable();
    while let Some((nth, field)) = fields.next() {
        let before = cells.len();
        // What borders the line has no field outside.
        if field.is_empty() && nth > 0 && fields.peek().is_some() {
            cells.push(Cell::Sign);
        }
        for cell in words(field).take(WIDEST) {
            match cell {
                Cell::Word if !has_word && cells.is_empty() => has_word = true,
                Cell::Word | Cell::Slip => return None,
                cell => cells.push(cell),
            }
        }
        count += usize::from(!field.is_empty());
        several += usize::from(cells.len() > before + 1);
    }
    let behind = body.trim_start_matches(|c: char| !c.is_ascii_digit());
    let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_label = behind.starts_with([':', ')']) && cells.len() > 1;
    let is_cut = body.matches(['(', '[', '{']).count() != body.matches([')', ']', '}']).count();
    let is_in_doubt = is_cut && !has_label || several > 0 && count + several > 3;
    let is_row = cells.iter().any(Cell::is_square);
    is_row.then_some(Row { span, cells, has_word, has_label, is_in_doubt, group })
}
