//! Grids of numbers: rows of one width that follow each other.

use std::ops::Range;

use crate::tours::cells::{Cell, are_labels};
use crate::tours::judge::{is_certain, judge};
use crate::tours::rows::{Row, brackets, lines, runs, statements};
use crate::tours::walks::board;
use crate::tours::{Candidate, MOST, Note};

/// The boards in the lines of a text, its innermost brackets, and what stands between semicolons or
/// slashes.
pub(super) fn read(text: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let views = [runs(text, lines(text)), runs(text, brackets(text)), runs(text, statements(text))];
    views.iter().flatten().for_each(|run| boards(run, &mut found));
    found
}

/// Finds the boards in a run of rows: those above and below that have each number once, perhaps
/// between labels, and what is left as a whole.
fn boards(mut rows: &[Row], found: &mut Vec<Candidate>) {
    while rows.len() > 2 && found.len() <= MOST {
        let width = rows[0].cells.len();
        let sides = [0..width, 1..width, 0..width - 1, 1..width - 1];
        let Some((board, rest)) = sides.into_iter().find_map(|columns| complete(rows, &columns))
        else {
            found.extend(whole(rows));
            return;
        };
        found.push(board);
        rows = rest;
    }
}

fn column(rows: &[Row], at: usize) -> impl Iterator<Item = &Cell> + Clone {
    rows.iter().map(move |row| &row.cells[at])
}

/// The cells of some columns, row by row.
fn cells(rows: &[Row], columns: &Range<usize>) -> Vec<Cell> {
    rows.iter().flat_map(|row| &row.cells[columns.clone()]).copied().collect()
}

/// The first or the last rows, if they have each number from 0, or from 1, to the largest of all
/// once between labels at the left and at the right, and the other rows.
fn complete<'a>(rows: &'a [Row], columns: &Range<usize>) -> Option<(Candidate, &'a [Row])> {
    let most = rows.len() * columns.len();
    let numbers = rows.iter().flat_map(|row| &row.cells[columns.clone()]);
    let top = numbers.filter_map(|cell| cell.number()).filter(|n| *n <= most as i64).max()?;
    let heights = [top, top + 1].map(|area| area as usize / columns.len());
    let all = heights.into_iter().filter(|height| (3..=rows.len()).contains(height));
    let mut parts = all.flat_map(|height| {
        let [first, last] = [rows.split_at(height), rows.split_at(rows.len() - height)];
        [first, (last.1, last.0)]
    });
    let outside = [0, rows[0].cells.len() - 1].into_iter().filter(|at| !columns.contains(at));
    parts.find_map(|(part, rest)| {
        let are_labelled = outside.clone().all(|at| are_labels(column(part, at)));
        let board = candidate(part, columns).filter(|_| are_labelled)?;
        let is_complete = board.printed.squares.len() == board.printed.board.area();
        is_complete.then_some((board, rest))
    })
}

/// Rows as a board with faults, without labels. It is certain only if the labels are: if they are
/// letters, marked as labels, or many.
fn whole(rows: &[Row]) -> Option<Candidate> {
    const MANY: usize = 5;
    let width = rows[0].cells.len();
    let [above, below] =
        [0, rows.len() - 1].map(|row| usize::from(are_labels(rows[row].cells.iter())));
    let inner = &rows[above..rows.len() - below];
    let [left, right] = [0, width - 1].map(|at| usize::from(are_labels(column(inner, at))));
    let columns = left..width - right;
    let mut sides = [(left, 0), (right, width - 1)].into_iter().filter(|(count, _)| *count > 0);
    let is_sure = |(_, at): (usize, usize)| {
        column(inner, at).all(Cell::is_letter)
            || inner.len() >= MANY && !column(inner, at).any(Cell::is_empty)
            || at == 0 && inner.iter().all(|row| row.has_label)
    };
    let are_lines_sure = above + below == 0 || columns.len() >= MANY;
    let are_sure = are_lines_sure && sides.all(is_sure);
    let mut candidate = candidate(inner, &columns)?;
    candidate.is_certain &= are_sure;
    Some(candidate)
}

/// Some columns of rows as a board.
fn candidate(rows: &[Row], columns: &Range<usize>) -> Option<Candidate> {
    let cells = cells(rows, columns);
    if rows.len() < 3 || columns.len() < 3 || !cells.iter().all(Cell::is_square) {
        return None;
    }
    let mut printed = judge(board(rows.len(), columns.len())?, &cells);
    let are_all = columns.len() == rows[0].cells.len();
    printed.notes.extend((!are_all).then_some(Note::Labels));
    let is_in_doubt = |row: &Row| row.is_in_doubt || row.has_label && columns.start == 0;
    let is_certain = !rows.iter().any(is_in_doubt)
        && !may_be_framed(rows, columns)
        && is_certain(&printed, &cells);
    let span = rows[0].span.start..rows[rows.len() - 1].span.end;
    Some(Candidate { span, printed, is_certain, leaves: None })
}

/// Whether signs in all rows may separate the columns or frame them: where nearly all else is
/// visited, unless they are dashes or negative numbers behind it alone.
fn may_be_framed(rows: &[Row], columns: &Range<usize>) -> bool {
    let are_signs = |at: &usize| column(rows, *at).all(Cell::is_empty);
    let signs: Vec<usize> = columns.clone().filter(are_signs).collect();
    let last = columns.end - 1;
    let are_behind = signs == [last] && column(rows, last).all(|cell| *cell == Cell::Empty);
    let others = || columns.clone().filter(|at| !signs.contains(at));
    let visited = others().flat_map(|at| column(rows, at)).filter(|cell| !cell.is_empty()).count();
    !signs.is_empty() && !are_behind && 4 * visited > 3 * rows.len() * others().count()
}
