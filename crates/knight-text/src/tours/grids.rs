//! Grids of numbers: rows of one width that follow each other.

use std::ops::Range;

use knight_board::Square;

use crate::tours::beside::touching;
use crate::tours::cells::{Cell, are_labels, count_on};
use crate::tours::judge::{board, is_certain, judge};
use crate::tours::lines::Line;
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour, is_outside};

/// Rows of one width that follow each other. Blank lines and borders do not end them.
#[derive(Clone, Copy)]
struct Run<'a> {
    rows: &'a [Line],
    width: usize,
    /// The lines above and below that label columns.
    labels_beside: usize,
}

/// The boards among the lines of a view, with what stands directly above or below each.
pub(super) fn boards(view: &[Line]) -> impl Iterator<Item = Candidate> {
    runs(view).flat_map(|run| run.boards()).map(|mut grid| {
        grid.leaves = grid.leaves.or_else(|| touching(view, &grid));
        grid
    })
}

/// The runs of rows among lines.
fn runs(lines: &[Line]) -> impl Iterator<Item = Run<'_>> {
    let goes_on = |above: &Line, line: &Line| {
        let is_as_wide = above.cells.len() == line.cells.len();
        let is_alike = above.words == line.words && above.bracket == line.bracket;
        is_as_wide && is_alike && above.is_row() && line.is_row()
    };
    let mut end = 0_usize;
    lines.chunk_by(goes_on).filter_map(move |rows| {
        let above = end.checked_sub(1).map(|above| &lines[above]);
        end += rows.len();
        let width = rows[0].cells.len();
        let beside = above.into_iter().chain(lines.get(end));
        let labels_beside = beside.filter(|line| line.is_labels(width)).count();
        rows[0].is_row().then_some(Run { rows, width, labels_beside })
    })
}

impl Run<'_> {
    /// The same run with some of its rows.
    fn part(&self, rows: Range<usize>) -> Run<'_> {
        Run { rows: &self.rows[rows], ..*self }
    }

    fn height(&self) -> usize {
        self.rows.len()
    }

    fn span(&self) -> Range<usize> {
        self.rows[0].span.start..self.rows[self.height() - 1].span.end
    }

    /// The cells of some columns, row by row.
    fn cells(&self, columns: &Range<usize>) -> Vec<Cell> {
        self.rows.iter().flat_map(|row| &row.cells[columns.clone()]).copied().collect()
    }

    fn column(&self, at: usize) -> impl Iterator<Item = &Cell> + Clone {
        self.rows.iter().map(move |row| &row.cells[at])
    }

    /// Whether signs in all rows may separate the columns or frame them: where nearly all else is
    /// visited, unless they stand behind it alone.
    fn may_be_framed(&self, columns: &Range<usize>) -> bool {
        let signs: Vec<usize> = columns.clone().filter(|at| self.are_signs(*at)).collect();
        let are_behind = self.rows[0].words.is_empty() && signs == [columns.end - 1];
        let others = || columns.clone().filter(|at| !signs.contains(at));
        let visited =
            others().flat_map(|at| self.column(at)).filter(|cell| !cell.is_empty()).count();
        !signs.is_empty() && !are_behind && 4 * visited > 3 * self.height() * others().count()
    }

    fn are_signs(&self, column: usize) -> bool {
        self.column(column).all(Cell::is_empty)
    }

    /// The boards that have each number once, and the run as a whole, or what is above or below
    /// them, if its numbers decide that it is a board.
    fn boards(&self) -> Vec<Candidate> {
        if self.height() < 2 {
            return Vec::new();
        }
        let width = self.width;
        let sides = [0..width, 1..width, 0..width - 1, 1..(width - 1).max(1)];
        let mut found = sides.into_iter().map(|columns| self.windows(columns));
        let found = found.find(|found| !found.is_empty());
        let found = found.unwrap_or_else(|| self.beside_each_other());
        // A board with faults may stand above or below another one.
        let is_free = |row: &Line| found.iter().all(|board| is_outside(&row.span, &board.span));
        let parts = self.rows.chunk_by(|above, row| is_free(above) == is_free(row));
        let is_empty = |rows: &[Line]| !found.is_empty() && rows.iter().all(Line::is_uniform);
        let others = parts.filter(|rows| is_free(&rows[0]) && !is_empty(rows));
        let others: Vec<_> = others.filter_map(|rows| Run { rows, ..*self }.whole()).collect();
        found.into_iter().chain(others).collect()
    }

    /// The boards between labels at the left and at the right that have each number once.
    fn windows(&self, columns: Range<usize>) -> Vec<Candidate> {
        let candidate = |(rows, printed): (Range<usize>, PrintedTour)| {
            let part = self.part(rows);
            let mut sides = [0, self.width - 1].into_iter().filter(|at| !columns.contains(at));
            // As at the begin of comments.
            let are_signs = columns.start > 0 && part.are_signs(0);
            if !are_signs && !sides.all(|at| are_labels(part.column(at))) {
                return None;
            }
            let mut candidate = self.candidate(part, &columns, printed)?;
            candidate.leaves = are_signs.then_some(candidate.span.start);
            candidate.is_certain &= !are_signs;
            Some(candidate)
        };
        complete(&self.cells(&columns), columns.len()).filter_map(candidate).collect()
    }

    /// A board in some of the rows, unless their labels do not count.
    fn candidate(
        &self,
        part: Run,
        columns: &Range<usize>,
        mut printed: PrintedTour,
    ) -> Option<Candidate> {
        let labels = part.rows.iter().map(|row| row.label.unwrap_or(Cell::Empty));
        let has_label = labels.clone().any(|label| label != Cell::Empty);
        if has_label || part.height() < self.height() || columns.len() < self.width {
            printed.notes.push(Note::Labels);
        }
        let is_in_doubt = self.rows.iter().any(|row| row.is_in_doubt)
            || self.rows.iter().all(|row| row.ends_in_mark);
        let is_certain = !is_in_doubt && is_certain(&printed, &part.cells(columns));
        let candidate = Candidate { span: part.span(), printed, is_certain, leaves: None };
        count_on(labels).then_some(candidate)
    }

    /// The boards that stand beside each other: their columns are rows.
    fn beside_each_other(&self) -> Vec<Candidate> {
        let is_number = |cell: &Cell| cell.number().is_some();
        let height = self.height();
        if height < 3 || !(0..self.width).all(|at| self.column(at).any(is_number)) {
            return Vec::new();
        }
        let cells: Vec<Cell> = (0..self.width).flat_map(|at| self.column(at)).copied().collect();
        let candidate = |(_, turned): (Range<usize>, PrintedTour)| {
            let squares = turned.squares.iter().map(|s| Square { row: s.col, col: s.row });
            let board = turned.board.transposed();
            let printed = PrintedTour::of_squares(board, Form::Grid, squares.collect());
            let printed = PrintedTour { first_number: turned.first_number, ..printed };
            let span = self.span();
            let leaves = Some(span.start);
            Candidate { span, printed, is_certain: false, leaves }
        };
        let several = complete(&cells, height).filter(|(columns, _)| columns.len() < self.width);
        several.map(candidate).collect()
    }

    /// The run as a board with faults, without labels that are beyond doubt: if they are letters or
    /// many. A few numbers that count may also be those of a board.
    fn whole(&self) -> Option<Candidate> {
        const MANY: usize = 5;
        let (height, width) = (self.height(), self.width);
        let [above, below] =
            [0, height - 1].map(|row| usize::from(self.rows[row].is_labels(width)));
        let inner = self.part(above..(height - below).max(1));
        let is_side = |at: usize| inner.height() > 2 && width > 3 && are_labels(inner.column(at));
        let [left, right] = [0, width - 1].map(|at| usize::from(is_side(at)));
        let sides = || [(left, 0), (right, width - 1)].into_iter().filter(|(is, _)| *is > 0);
        let mut labels = sides().flat_map(|(_, at)| inner.column(at));
        let count = (left + right) * inner.height()
            + (above + below + self.labels_beside) * (width - left - right);
        let are_letters = above + below == 0 && labels.clone().all(Cell::is_letter);
        let are_sure = are_letters || count >= MANY && !labels.any(Cell::is_empty);
        let (part, columns) =
            if are_sure { (inner, left..width - right) } else { (self.part(0..height), 0..width) };
        let cells = part.cells(&columns);
        if !cells.iter().all(Cell::is_square) || part.height() < 2 || columns.len() < 3 {
            return None;
        }
        let printed = judge(board(part.height(), columns.len())?, &cells);
        let is_framed = part.may_be_framed(&columns);
        let mut candidate = self.candidate(part, &columns, printed)?;
        candidate.is_certain &= are_sure && !is_framed;
        Some(candidate)
    }
}

/// The boards among consecutive rows that have each number from 0 or from 1 once.
fn complete(cells: &[Cell], width: usize) -> impl Iterator<Item = (Range<usize>, PrintedTour)> {
    sets(cells, width).into_iter().filter_map(move |(_, rows)| {
        let inner = &cells[rows.start * width..rows.end * width];
        let printed = judge(board(rows.len(), width)?, inner);
        let is_complete = printed.squares.len() == inner.len() && rows.len().min(width) > 1;
        is_complete.then_some((rows, printed))
    })
}

/// The ranges of consecutive rows that have each number from 0, or from 1, to the largest of all
/// once, and the first number. The sums of hashes tell them in one pass.
pub(super) fn sets(cells: &[Cell], width: usize) -> Vec<(i64, Range<usize>)> {
    let in_range =
        cells.iter().filter_map(|cell| cell.number()).filter(|n| *n <= cells.len() as i64);
    let Some(top) = in_range.max() else { return Vec::new() };
    let mut sums = Vec::with_capacity(cells.len() / width + 1);
    sums.push(0u64);
    for row in cells.chunks(width) {
        let marks = row.iter().filter_map(|cell| cell.number()).map(mark);
        sums.push(marks.fold(sums[sums.len() - 1], u64::wrapping_add));
    }
    let mut found = Vec::new();
    for first in 0..=top.min(1) {
        let area = (top + 1 - first) as usize;
        if !area.is_multiple_of(width) {
            continue;
        }
        let height = area / width;
        let wanted = (first..=top).map(mark).fold(0, u64::wrapping_add);
        let mut from = 0;
        while from + height < sums.len() && found.len() <= MOST {
            let is_there = sums[from + height].wrapping_sub(sums[from]) == wanted;
            if is_there {
                found.push((first, from..from + height));
            }
            from += if is_there { height } else { 1 };
        }
    }
    found
}

/// The hash of a number: that of a set is the sum.
fn mark(number: i64) -> u64 {
    let mixed = (number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
