//! What stands beside a board and may be of it, or of another one.

use std::ops::Range;

use crate::stream::count_of_numbers;
use crate::tours::cells::{Cell, are_labels};
use crate::tours::rows::{cells, is_end};
use crate::tours::{Form, PrintedTour};

/// Lines with a number that may stand beside what is no tour.
const MOST_SAID: usize = 8;

/// Lines of one or two numbers that may stand beside a tour.
const MOST_NUMBERS: usize = 3;

/// What counts as more lines than may stand beside any board.
const PART: usize = MOST_NUMBERS + 1;

/// Where something outside the parts of a text with a board is that may be of it, if there is.
pub(super) fn left_over(text: &str, parts: &[Range<usize>], board: &PrintedTour) -> Option<usize> {
    if let Some(part) = parts.iter().find(|part| is_glued(text, part)) {
        return Some(part.start);
    }
    let mut parts = parts.to_vec();
    parts.sort_unstable_by_key(|part| part.start);
    parts.push(text.len()..text.len());
    let (mut end, mut numbers, mut said) = (0, 0, 0);
    for part in parts {
        let mut at = end;
        let mut lines = text.get(at..part.start).unwrap_or_default().split(is_end).peekable();
        while let Some(line) = lines.next() {
            let touches = [end > 0 && at == end, lines.peek().is_none() && part.start < text.len()];
            numbers += count(line, touches, board);
            said += usize::from(line.contains(|c: char| c.is_ascii_digit()));
            // A column or a list may be written as lines.
            let most = if board.is_tour() { MOST_NUMBERS } else { 1 };
            if numbers > most || !board.is_tour() && said > MOST_SAID {
                return Some(at);
            }
            at += line.len() + 1;
        }
        end = end.max(part.end);
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

/// As how many lines of numbers a line counts, or the part of one that touches a board, behind it
/// or before it: none for words, one for a size and so on, and [`PART`] for what may be of a board.
fn count(line: &str, [is_behind, is_before]: [bool; 2], board: &PrintedTour) -> usize {
    // The end of a sentence.
    let line = if is_behind { line.trim_start_matches([')', ']', '}', '.']) } else { line };
    let is_title = line.trim_end_matches([' ', '(', '[', '{']).ends_with([':', '=']);
    let touches = is_behind || is_before && !is_title;
    let (is_tour, is_list) = (board.is_tour(), !board.is_grid());
    // A drawn board is of no list.
    let is_cell = |cell: &Cell| touches || !(is_list && cell.is_empty());
    // `N=8` is a word and a number.
    let all: Vec<Cell> = cells(&line.replace('=', " = ")).filter(is_cell).collect();
    let cols = usize::from(board.board.cols());
    let labels = || all.iter().filter(|cell| **cell != Cell::Word && !cell.is_empty());
    let are_labels = are_labels(labels()) && (is_tour || labels().count() == cols);
    // Numbers of moves are no numbers of squares, but may be of a program with an empty board.
    if are_labels || is_tour && are_moves(line) {
        return 0;
    }
    let is_word = |cell: &Cell| matches!(cell, Cell::Word | Cell::Letter(_));
    let numbers = all.iter().filter(|cell| !is_word(cell)).count();
    // A letter may stand for a number of a row, or between the sides of a board.
    let count_of =
        |run: &[Cell]| run.iter().filter(|cell| !is_word(cell) && **cell != Cell::Sign).count();
    let longest = all.split(|cell| *cell == Cell::Word).map(count_of).max().unwrap_or_default();
    let words = all.iter().filter(|cell| **cell == Cell::Word).count();
    let is_sentence = words > 1 && all.first().is_some_and(|cell| !cell.is_square());
    let count = if is_tour || is_sentence { longest } else { numbers };
    let least = match is_tour {
        true if is_list => 4,
        true if words > 0 => cols,
        _ => 3,
    };
    let has_list = |word: &str| count_of_numbers(word) >= 4;
    // `12 x x x` is a row of squares that were not visited.
    let said = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let said: Vec<&str> = said.collect();
    let is_repeated = said.len() > 1 && said.iter().all(|word| *word == said[0]);
    let is_row = is_repeated && !is_list && all.len() == cols;
    if is_row
        || count >= least
        || line.split_whitespace().any(has_list)
        || has_square(line, &all, board)
    {
        return PART;
    }
    let side = i64::from(board.board.rows().max(board.board.cols()));
    let next = board.board.area() as i64 + board.first_number;
    // A number before names says nothing.
    let is_close = touches && (board.form != Form::Names || all.contains(&Cell::Slip));
    match all[..] {
        [] => 0,
        [Cell::Letter(_)] => PART,
        _ if touches && !is_tour && !has_long_word(line) => PART,
        _ if numbers < all.len() => 0,
        _ if is_close => PART,
        [Cell::Number(number)] if number != next => 1,
        [Cell::Number(one), Cell::Number(other)] if one.max(other) <= side => 1,
        [Cell::Slip] => 1,
        _ => PART,
    }
}

/// Whether the numbers of a line are those of moves, as in `dx[8] = {-2, 1, …`.
fn are_moves(line: &str) -> bool {
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '-');
    let numbers = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    let numbers: Option<Vec<i64>> = numbers.map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        let size = numbers.len() as i64 - 1; // Of the array.
        numbers.contains(&-2)
            && (numbers.contains(&1) || numbers.contains(&-1))
            && numbers.iter().all(|number| *number == size || (-2..=2).contains(number))
    })
}

/// Whether a line has a square of a list, or two numbers that may be one, but not its start, its
/// end or the size of its board.
fn has_square(line: &str, cells: &[Cell], board: &PrintedTour) -> bool {
    let (rows, cols) = (board.board.rows(), board.board.cols());
    let ends = [board.squares.first(), board.squares.last()];
    let mut said: Vec<String> = ends.into_iter().flatten().map(|end| board.name(*end)).collect();
    said.extend([format!("({rows},{cols})"), format!("({cols},{rows})")]);
    if board.form == Form::Names {
        let words = line.split(|c: char| !c.is_alphanumeric());
        let square = |word| board.board.parse_square(word).ok();
        return words.filter_map(square).any(|square| !said.contains(&board.name(square)));
    }
    let Form::Pairs { first, .. } = board.form else { return false };
    cells.split(|cell| cell.number().is_none()).any(|run| match run {
        [Cell::Number(one), Cell::Number(other)] => {
            let is_on_board = one.max(other) - first < rows.max(cols).into();
            is_on_board && !said.contains(&format!("({one},{other})"))
        }
        _ => false,
    })
}

/// Whether a line has a word that is no knight and no half of a square.
pub(super) fn has_long_word(line: &str) -> bool {
    const LEAST: usize = 3;
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| word.chars().count() >= LEAST)
}
