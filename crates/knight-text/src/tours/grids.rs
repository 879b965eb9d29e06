//! Grids of numbers: rows of one width that follow each other.

use std::ops::Range;

use crate::tours::cells::{Cell, are_labels};
use crate::tours::judge::{is_certain, judge};
use crate::tours::rows::{Row, brackets, lines, rows, statements};
use crate::tours::walks::board;
use crate::tours::{Candidate, MOST, Note};

/// As many labels are no squares of a walk.
const MANY: usize = 5;

/// The boards in the lines of a text, its innermost brackets, and what stands between semicolons or
/// slashes.
pub(super) fn read(text: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let shape = |row: &Row| (row.cells.len(), row.has_word, row.group);
    for rows in [rows(text, lines(text)), rows(text, brackets(text)), rows(text, statements(text))]
    {
        let runs = rows.chunk_by(|above, row| shape(above) == shape(row));
        runs.for_each(|run| boards(run, &mut found));
    }
    found
}

/// Finds the boards in a run of rows: those at its ends that have each number once, and what is
/// left as a whole, without labels above and below it.
fn boards(mut rows: &[Row], found: &mut Vec<Candidate>) {
    while rows.len() > 2 && rows[0].cells.len() > 2 && found.len() <= MOST {
        let are_outside = |row: &Row| usize::from(are_labels(row.cells.iter()));
        let [above, below] = [&rows[0], &rows[rows.len() - 1]].map(are_outside);
        let inner = &rows[above..rows.len() - below];
        let width = rows[0].cells.len();
        let are_sure = inner.len() == rows.len() || width >= MANY;
        let sides = [0..width, 1..width, 0..width - 1, 1..width - 1];
        let complete = || sides.iter().find_map(|columns| complete(rows, columns));
        let whole = || sides.iter().rev().find_map(|columns| candidate(inner, columns, are_sure));
        let board = complete().or_else(|| Some((whole()?, &[])));
        let Some((board, rest)) = board else { return };
        found.push(board);
        rows = rest;
    }
}

fn column(rows: &[Row], at: usize) -> impl Iterator<Item = &Cell> + Clone {
    rows.iter().map(move |row| &row.cells[at])
}

/// The first or the last rows, if they have each number from 0, or from 1, to the largest of all
/// once, and the other rows.
fn complete<'a>(rows: &'a [Row], columns: &Range<usize>) -> Option<(Candidate, &'a [Row])> {
    let most = (rows.len() * columns.len()) as i64;
    let numbers = rows.iter().flat_map(|row| &row.cells[columns.clone()]);
    let top = numbers.filter_map(|cell| cell.number()).filter(|number| *number <= most).max()?;
    let heights = [top, top + 1].map(|area| area as usize / columns.len());
    let mut parts = heights.into_iter().filter(|height| *height <= rows.len()).flat_map(|height| {
        let [first, last] = [rows.split_at(height), rows.split_at(rows.len() - height)];
        [first, (last.1, last.0)]
    });
    parts.find_map(|(part, rest)| {
        let board = candidate(part, columns, true)?;
        (board.printed.squares.len() == board.printed.board.area()).then_some((board, rest))
    })
}

/// Some columns of rows as a board between labels. It is certain only if the labels are: if all
/// numbers are there, or if those at the sides are letters, marked as labels, or many, and those
/// above and below are sure.
fn candidate(rows: &[Row], columns: &Range<usize>, are_sure: bool) -> Option<Candidate> {
    let cells: Vec<Cell> =
        rows.iter().flat_map(|row| &row.cells[columns.clone()]).copied().collect();
    let sides = [0, rows.first()?.cells.len() - 1];
    let mut labels = sides.into_iter().filter(|at| !columns.contains(at));
    let are_labelled = labels.clone().all(|at| are_labels(column(rows, at)));
    let is_board = rows.len() > 2 && columns.len() > 2 && cells.iter().all(Cell::is_square);
    if !are_labelled || !is_board {
        return None;
    }
    let mut printed = judge(board(rows.len(), columns.len())?, &cells);
    printed.notes.extend(labels.clone().next().map(|_| Note::Labels));
    let is_complete = printed.squares.len() == cells.len();
    let is_sure = |at: usize| {
        column(rows, at).all(|cell| matches!(cell, Cell::Letter(_)))
            || rows.len() >= MANY && !column(rows, at).any(Cell::is_empty)
            || at == 0 && rows.iter().all(|row| row.has_label)
    };
    let is_in_doubt = |row: &Row| row.is_in_doubt || row.has_label && columns.start == 0;
    let is_certain = printed.is_tour()
        || (is_complete || are_sure && labels.all(is_sure))
            && !rows.iter().any(is_in_doubt)
            && !may_be_framed(rows, columns)
            && is_certain(&printed, &cells);
    let span = rows[0].span.start..rows[rows.len() - 1].span.end;
    Some(Candidate { span, printed, is_certain, leaves: None })
}

/// Whether signs in all rows may separate the columns or frame them: where nearly all else is
/// visited, unless they are dashes or negative numbers behind all else alone.
fn may_be_framed(rows: &[Row], columns: &Range<usize>) -> bool {
    let are_signs = |at: &usize| column(rows, *at).all(Cell::is_empty);
    let signs: Vec<usize> = columns.clone().filter(are_signs).collect();
    let last = rows[0].cells.len() - 1;
    let are_behind = signs == [last] && column(rows, last).all(|cell| *cell == Cell::Empty);
    let visited = columns.clone().flat_map(|at| column(rows, at)).filter(|cell| !cell.is_empty());
    let others = rows.len() * (columns.len() - signs.len());
    !signs.is_empty() && !are_behind && 4 * visited.count() > 3 * others
}
