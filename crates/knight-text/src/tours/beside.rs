//! What stands beside a board and may be of it, or of another one.

use std::ops::Range;

use knight_board::Square;

use crate::tours::cells::{Cell, are_labels};
use crate::tours::rows::{cells, is_end};
use crate::tours::{Form, PrintedTour};

/// Lines with a number that may stand beside what is no tour.
const MOST_SAID: usize = 8;

/// Where something outside the parts of a text with a board is that may be of it, if there is.
pub(super) fn left_over(text: &str, parts: &[Range<usize>], board: &PrintedTour) -> Option<usize> {
    if let Some(part) = parts.iter().find(|part| is_glued(text, part)) {
        return Some(part.start);
    }
    let mut parts: Vec<&Range<usize>> = parts.iter().collect();
    parts.sort_unstable_by_key(|part| part.start);
    let ends = parts.iter().map(|part| part.start).chain([text.len()]);
    let starts = [0].into_iter().chain(parts.iter().map(|part| part.end));
    let (mut numbers, mut said) = (0, 0);
    for (mut at, end) in starts.zip(ends).filter(|(start, end)| start < end) {
        let from = at;
        for line in text[at..end].split_inclusive(is_end) {
            let kept = line.trim_end_matches(is_end);
            let touches = [from > 0 && at == from, end < text.len() && at + kept.len() == end];
            let kind = kind(kept, touches, board);
            numbers += usize::from(kind == Kind::Numbers);
            said += usize::from(kept.contains(|c: char| c.is_ascii_digit()));
            // A column or a list may be written as lines.
            let are_too_many = match board.is_tour() {
                true => numbers > 3,
                false => numbers > 1 || said > MOST_SAID,
            };
            if kind == Kind::Part || are_too_many {
                return Some(at);
            }
            at += line.len();
        }
    }
    None
}

/// Whether a word begins or ends with a part of a text, or a number with a sign or a fraction.
pub(super) fn is_glued(text: &str, part: &Range<usize>) -> bool {
    let (before, inner, behind) = (&text[..part.start], &text[part.clone()], &text[part.end..]);
    let is_glue = |c: char| c.is_alphanumeric() || "@_-".contains(c);
    inner.starts_with(char::is_alphanumeric) && before.ends_with(is_glue)
        || inner.ends_with(char::is_alphanumeric) && behind.starts_with(is_glue)
}

/// What a line is to a board.
#[derive(PartialEq, Eq)]
enum Kind {
    /// Words, labels and so on.
    Harmless,
    /// Nothing but one or two numbers, such as a size.
    Numbers,
    /// It may be of the board.
    Part,
}

/// What a line is, or the part of one that touches a board: behind it, before it.
fn kind(line: &str, [is_behind, is_before]: [bool; 2], board: &PrintedTour) -> Kind {
    // The end of a sentence.
    let end = line.trim_start_matches([')', ']', '}']).strip_prefix(['.', '-']);
    let line = end.filter(|_| is_behind).unwrap_or(line);
    let is_list = !board.is_grid();
    // A drawn board is of no list.
    let is_cell = |cell: &Cell| is_behind || is_before || !(is_list && cell.is_empty());
    // `N=8` is a word and a number.
    let all: Vec<Cell> = cells(&line.replace('=', " = ")).filter(is_cell).collect();
    let cols = usize::from(board.board.cols());
    let labels = || all.iter().filter(|cell| **cell != Cell::Word && !cell.is_empty());
    let are_labels = are_labels(labels()) && (board.is_tour() || labels().count() == cols);
    // Numbers of moves are no numbers of squares, but may be of a program with an empty board.
    if are_labels || board.is_tour() && are_moves(line) {
        return Kind::Harmless;
    }
    let is_word = |cell: &Cell| matches!(cell, Cell::Word | Cell::Letter(_));
    let numbers = all.iter().filter(|cell| !is_word(cell)).count();
    // A letter may stand for a number of a row, or between the sides of a board.
    let runs = all.split(is_word).map(<[Cell]>::len);
    let count_of = |run: &[Cell]| run.iter().filter(|cell| cell.number().is_some()).count();
    let with_letters = all.split(|cell| *cell == Cell::Word).map(count_of);
    let longest = runs.chain(with_letters).max().unwrap_or_default();
    let words = all.iter().filter(|cell| **cell == Cell::Word).count();
    let is_sentence = words > 1 && all.first().is_some_and(|cell| !cell.is_square());
    let (count, least) = match (board.is_tour(), is_list) {
        (true, true) => (longest, 4),
        (true, false) => (longest, if words > 0 { cols } else { 3 }),
        (false, _) if is_sentence => (longest, 3),
        (false, _) => (numbers, 3),
    };
    if count >= least || has_long_slip(line) || has_other_square(line, &all, board) {
        return Kind::Part;
    }
    let side = i64::from(board.board.rows().max(board.board.cols()));
    let next = board.board.area() as i64 + board.first_number;
    let is_title = line.trim_end_matches([' ', '(', '[', '{']).ends_with([':', '=']);
    // A number before names says nothing.
    let touches = (is_behind || is_before && !is_title)
        && (board.form != Form::Names || all.contains(&Cell::Slip));
    let is_cut = !board.is_tour() && (is_behind || is_before) && !has_long_word(line);
    match all[..] {
        [] => Kind::Harmless,
        [Cell::Letter(_)] => Kind::Part,
        _ if is_cut => Kind::Part,
        _ if numbers < all.len() => Kind::Harmless,
        _ if touches => Kind::Part,
        [Cell::Number(number)] if number != next => Kind::Numbers,
        [Cell::Number(one), Cell::Number(other)] if one.max(other) <= side => Kind::Numbers,
        [Cell::Slip] => Kind::Numbers,
        _ => Kind::Part,
    }
}

/// Whether the numbers of a line are those of moves, as in `dx[8] = {-2, 1, …`.
fn are_moves(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '-');
    let numbers = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    let numbers: Vec<Option<i64>> = numbers.map(|word| word.parse().ok()).collect();
    let size = numbers.len() as i64 - 1; // Of the array.
    let is_of_move =
        |number: &Option<i64>| number.is_some_and(|n| n == size || (-2..=2).contains(&n));
    let has = |number: i64| numbers.contains(&Some(number));
    has(-2) && (has(1) || has(-1)) && numbers.iter().all(is_of_move)
}

/// Whether a line has a square of a list, or two numbers that may be one, but not its start, its
/// end or the size of its board.
fn has_other_square(line: &str, cells: &[Cell], board: &PrintedTour) -> bool {
    let ends = [board.squares.first(), board.squares.last()];
    if board.form == Form::Names {
        let mut names = line.split(|c: char| !c.is_alphanumeric());
        return names.any(|name| {
            let square = board.board.parse_square(name);
            let is_size = |at: &Square| (at.row, at.col) == (1, board.board.cols());
            square.is_ok_and(|square| !is_size(&square) && !ends.contains(&Some(&square)))
        });
    }
    let Form::Pairs { first, .. } = board.form else { return false };
    let (rows, cols) = (i64::from(board.board.rows()), i64::from(board.board.cols()));
    let mut said = vec![format!("({rows},{cols})"), format!("({cols},{rows})")];
    said.extend(ends.into_iter().flatten().map(|end| board.name(*end)));
    let is_on_board = |side: &i64| side - first < rows.max(cols);
    cells.split(|cell| cell.number().is_none()).any(|run| match run {
        [Cell::Number(one), Cell::Number(other)] => {
            [one, other].into_iter().all(is_on_board) && !said.contains(&format!("({one},{other})"))
        }
        _ => false,
    })
}

/// Whether a word has as many numbers as only a list has, as in `a3-c2-a1-b3`.
fn has_long_slip(line: &str) -> bool {
    const LEAST: usize = 4;
    let words = line.split(char::is_whitespace);
    let mut counts = words.map(crate::stream::count_of_numbers);
    counts.any(|count| count >= LEAST)
}

/// Whether a line has a word that is no knight and no half of a square.
pub(super) fn has_long_word(line: &str) -> bool {
    const LEAST: usize = 3;
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.chars().count() >= LEAST)
}
