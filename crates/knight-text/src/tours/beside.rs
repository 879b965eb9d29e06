//! What stands beside a board and may be of it, or of another one.

use std::ops::Range;

use crate::stream::Stream;
use crate::tours::cells::{Cell, Written};
use crate::tours::columns::{Columns, square};
use crate::tours::lines::{Line, first_line, is_end};
use crate::tours::walks::{LEAST, moves};
use crate::tours::{Candidate, Form};

/// The lines of a view above a board, and those below it.
fn outside<'a>(view: &'a [Line], board: &Candidate) -> [&'a [Line]; 2] {
    let above = view.partition_point(|line| line.span.end <= board.span.start);
    let below = view.partition_point(|line| line.span.start < board.span.end);
    [&view[..above], &view[below..]]
}

fn size(board: &Candidate) -> [usize; 2] {
    [board.printed.board.rows(), board.printed.board.cols()].map(usize::from)
}

fn is_label(line: &Line, board: &Candidate) -> bool {
    let [_, width] = size(board);
    // Rows may have labels too.
    line.labels(width) || line.labels(width + 2)
}

/// Whether a line neither labels the columns of a board nor says its size or another number.
fn may_be_row(line: &Line, board: &Candidate) -> bool {
    let [height, width] = size(board);
    !is_label(line, board) && !line.is_aside(height, width)
}

/// Whether a line is a row of the board before its first move: there are as many as it has, and all
/// cells of each are alike.
fn are_before<'a>(view: &'a [Line], board: &Candidate) -> impl Fn(&Line) -> bool + use<'a> {
    let [height, width] = size(board);
    let is_empty = move |line: &Line| line.cells.len() == width && line.is_uniform();
    let count = outside(view, board).into_iter().flatten().filter(|line| is_empty(line)).count();
    move |line| count == height && is_empty(line)
}

/// Where a line directly above or below a grid and its labels is that may be a row of it, perhaps a
/// short one or one with a slip; if the grid has faults, also one with as many numbers as a row, or
/// as a column that is written as a line. Behind a blank line only what is as wide may be of it.
pub(super) fn touching(view: &[Line], grid: &Candidate) -> Option<usize> {
    /// The fewest numbers of a column that is written as a line.
    const LEAST_COLUMN: usize = 5;
    let [height, width] = size(grid);
    let [above, below] = outside(view, grid);
    let rows = &view[above.len()..view.len() - below.len()];
    let first = rows.first()?;
    let is_double = rows[1..].iter().any(|row| row.is_apart);
    let is_before = are_before(view, grid);
    let is_no_label = |(line, _): &(&Line, bool)| !is_label(line, grid);
    let above = view[..=above.len()].windows(2).map(|two| (&two[0], two[1].is_apart));
    let above = above.rev().find(is_no_label);
    let below = below.iter().map(|line| (line, line.is_apart)).find(is_no_label);
    let is_row = |(line, is_apart): &(&Line, bool)| {
        let is_wide = first.cells.len() > 2 && line.is_as_wide(first.cells.len());
        let least = width.min(height.max(LEAST_COLUMN));
        let has_numbers = !grid.printed.is_tour() && line.numbers >= least;
        let is_short = line.long_words == 0 && line.cells.len() > if line.has_slip { 2 } else { 0 };
        let is_near = is_double || !is_apart;
        let is_wide = is_wide && (is_near || !is_before(line));
        let is_alike = first.bracket == line.bracket;
        may_be_row(line, grid) && is_alike && (is_wide || is_near && (is_short || has_numbers))
    };
    above.into_iter().chain(below).find(is_row).map(|(line, _)| line.span.start)
}

/// Where a text has rows of another grid than that of a board. Beside a tour these are a row of
/// numbers that is as wide, two others, or three of numbers and signs, unless they are the board
/// before its first move. Beside a grid with faults it is each row, or as many as it has.
pub(super) fn rows(views: &[Vec<Line>], board: &Candidate) -> Option<usize> {
    let [height, width] = size(board);
    let is_grid = board.printed.form == Form::Grid;
    views.iter().find_map(|view| {
        let outside = || outside(view, board).into_iter().flatten();
        let others = || outside().filter(|line| line.cells.len() > 2 && may_be_row(line, board));
        if !board.printed.is_tour() {
            let is_row = |line: &&Line| is_grid && line.is_row();
            let narrow = || outside().filter(|line| !is_label(line, board)).filter(is_row);
            return several(others().filter(is_row), 1).or_else(|| several(narrow(), height));
        }
        let is_before = are_before(view, board);
        let rows = others().filter(|line| line.words.is_empty() && !is_before(line));
        let are_numbers = |line: &&Line| line.cells.iter().all(|cell| cell.number().is_some());
        let are_squares = |line: &&Line| line.cells.iter().all(Cell::is_square);
        let is_wide = |line: &&Line| is_grid && line.cells.len() == width;
        let wide = rows.clone().filter(are_numbers).filter(is_wide);
        several(wide, 1)
            .or_else(|| several(rows.clone().filter(are_numbers), 2))
            .or_else(|| several(rows.clone().filter(are_squares), 3))
    })
}

/// Where the first of lines is, if there are as many.
fn several<'a>(mut lines: impl Iterator<Item = &'a Line>, least: usize) -> Option<usize> {
    let first = lines.next()?.span.start;
    (least < 2 || lines.nth(least - 2).is_some()).then_some(first)
}

/// What stands around a list, without what is the same for all its records.
pub(super) struct Surroundings<'a> {
    /// What stands before it on its line.
    before: &'a str,
    /// What stands behind it on its line.
    behind: &'a str,
    /// What stands between its first two records.
    pub between: &'a str,
    /// Whether a word begins or ends with a number of the list.
    pub is_glued: bool,
}

impl<'a> Surroundings<'a> {
    /// Of a list whose second record begins at an item.
    pub(super) fn of(
        stream: &Stream<'a, Cell>,
        list: Range<usize>,
        second: usize,
    ) -> Surroundings<'a> {
        let span = stream.span(list);
        let before = stream.source[..span.start].rsplit(is_end).next().unwrap_or_default();
        let behind = stream.source[span.end..].split(is_end).next().unwrap_or_default();
        let between = stream.before(second);
        let before_same = same(before.chars().rev(), between.chars().rev());
        let same_behind = same(behind.chars(), between.chars());
        let between = &between[..between.len() - before_same];
        // A number behind `-` is none of a tour.
        let is_glue = |c: char| c.is_alphanumeric() || "@_-".contains(c);
        Surroundings {
            before: &before[..before.len() - before_same],
            behind: &behind[same_behind..],
            between: &between[same(between.chars(), behind.chars())..],
            is_glued: before_same == 0 && before.ends_with(is_glue)
                || same_behind == 0 && behind.starts_with(is_glue),
        }
    }

    /// Whether what stands before the list or behind it may be of it: numbers, letters or signs,
    /// but no sentence or title. A number before names says nothing.
    pub(super) fn have_cells(&self, are_names: bool) -> bool {
        let is_cell = |text: &str, are_squares: bool| {
            let is_one = |cell: &Cell| are_squares || matches!(cell, Cell::Letter(_) | Cell::Slip);
            let line = first_line(text).unwrap_or_default();
            let is_cell = line.cells.iter().any(is_one) || are_squares && !line.words.is_empty();
            line.long_words == 0 && is_cell
        };
        // The end of a sentence.
        let end = self.behind.trim_start_matches([')', ']', '}']).strip_prefix(['.', '-']);
        let end = end.filter(|rest| !rest.starts_with(char::is_alphanumeric));
        let is_title = self.before.trim_end_matches([' ', '(', '[', '{']).ends_with([':', '=']);
        self.is_glued
            || !is_title && is_cell(self.before, !are_names)
            || is_cell(end.unwrap_or(self.behind), true)
    }
}

/// How many bytes of two texts are the same from their beginnings, or from their ends, on.
fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let same = one.zip(other).take_while(|(one, other)| one == other);
    same.map(|(c, _)| c.len_utf8()).sum()
}

/// Where a list of squares stands outside parts of a text: as many names as the smallest tour has,
/// a few through which a knight steps, or more such pairs than there are moves.
pub(super) fn list(parts: &[Range<usize>], [names, numbers]: [&Stream<Cell>; 2]) -> Option<usize> {
    const MOST_MOVES: usize = 8;
    /// A sentence may name a start and an end, or two corners.
    const MOST_NAMED: usize = 3;
    let is_outside = |at: usize| parts.iter().all(|part| !part.contains(&at));
    let name = |item: usize| {
        let name = names.items[item].name()?;
        is_outside(names.start(item)).then_some((names.start(item), name))
    };
    let (starts, named): (Vec<usize>, Vec<Written>) =
        (0..names.items.len()).filter_map(name).take(LEAST).unzip();
    let are_list =
        named.len() == LEAST || named.len() > MOST_NAMED && 2 * moves(&named) > named.len();
    let list = |columns: Columns| {
        let outside = columns.items().into_iter().filter(|item| is_outside(numbers.start(*item)));
        let outside: Vec<usize> = outside.collect();
        let squares = outside.iter().filter_map(|item| square(numbers, *item, 2));
        let squares: Vec<Written> = squares.collect();
        let is_list = squares.len() > MOST_MOVES && 2 * moves(&squares) > squares.len();
        outside.first().filter(|_| is_list).map(|item| numbers.start(*item))
    };
    let of_names = starts.last().filter(|_| are_list).copied();
    let of_pairs = || Columns::all(numbers, 2..4, 2).find_map(list);
    of_names.or_else(of_pairs)
}
