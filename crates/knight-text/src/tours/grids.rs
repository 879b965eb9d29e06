//! Grids of numbers: rows of one width that follow each other.

use std::ops::Range;

use knight_board::{Board, Square};

use crate::tours::cells::{Cell, are_labels, count_on};
use crate::tours::judge::{is_certain, judge};
use crate::tours::lines::{Line, WIDEST, are_column_labels};
use crate::tours::{Candidate, Form, MOST, Note, PrintedTour};

/// The fewest numbers of a column that is written as a line.
const LEAST_COLUMN: usize = 5;

/// Rows of one width that follow each other, and the lines beside them.
#[derive(Default)]
pub(super) struct Run {
    pub width: usize,
    /// The cells of all rows.
    cells: Vec<Cell>,
    /// Where each row begins and ends.
    ends: Vec<[u32; 2]>,
    /// What stands before the cells of each row.
    words: Vec<String>,
    /// The label of each row, as in `Row 1: 1 4 7 10`.
    labels: Vec<Cell>,
    is_in_doubt: bool,
    /// Whether all rows end in signs that may be no squares.
    end_in_marks: bool,
    beside: Vec<Line>,
}

/// The runs of rows in lines of a text. Blank lines and borders do not end them.
pub(super) fn runs(mut lines: impl Iterator<Item = Line>) -> impl Iterator<Item = Run> {
    let (mut last, mut before): (Option<Run>, Option<Line>) = (None, None);
    let mut has_gap = false;
    std::iter::from_fn(move || {
        for line in lines.by_ref() {
            if line.is_blank {
                has_gap = true;
                continue;
            }
            let goes_on = line.is_row() && last.as_ref().is_some_and(|run| run.goes_on(&line));
            let mut ended = None;
            if !goes_on {
                ended = last.take();
                last = line.is_row().then(|| Run::of(&line));
                ended.iter_mut().for_each(|run| run.push_beside(line.clone(), has_gap));
                let above = last.iter_mut().zip(before.take());
                above.for_each(|(run, line)| run.push_beside(line, has_gap));
            }
            last.iter_mut().for_each(|run| run.push(&line));
            (before, has_gap) = (Some(line), false);
            if ended.is_some() {
                return ended;
            }
        }
        last.take()
    })
}

impl Run {
    /// The run that a line begins, without that line.
    fn of(line: &Line) -> Run {
        Run {
            width: line.cells.len(),
            words: line.words.clone(),
            end_in_marks: true,
            ..Run::default()
        }
    }

    fn goes_on(&self, line: &Line) -> bool {
        const MOST: usize = WIDEST * WIDEST;
        self.width == line.cells.len() && self.words == line.words && self.cells.len() < MOST
    }

    /// Behind a gap only what is as wide may belong to it.
    fn push_beside(&mut self, line: Line, has_gap: bool) {
        self.beside.extend((!has_gap || line.is_as_wide(self.width)).then_some(line));
    }

    fn push(&mut self, line: &Line) {
        self.labels.push(line.label.unwrap_or(Cell::Empty));
        self.cells.extend(&line.cells);
        self.ends.push([line.span.start as u32, line.span.end as u32]);
        self.is_in_doubt |= line.is_in_doubt;
        self.end_in_marks &= line.ends_in_mark;
    }

    pub(super) fn height(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, at: usize) -> &[Cell] {
        &self.cells[at * self.width..(at + 1) * self.width]
    }

    /// Where some of its rows are.
    pub(super) fn span(&self, rows: Range<usize>) -> Range<usize> {
        self.ends[rows.start][0] as usize..self.ends[rows.end - 1][1] as usize
    }

    /// Whether it is as large as a board may be and has nothing but numbers and signs.
    pub(super) fn is_grid(&self) -> bool {
        self.height() >= 3 && self.width >= 3 && self.cells.iter().all(Cell::is_square)
    }

    /// Whether a row may be one of a board: it has nothing but numbers, and is not a row of labels.
    pub(super) fn is_row_of_board(&self, row: usize) -> bool {
        let are_numbers = self.row(row).iter().all(|cell| cell.number().is_some());
        self.words.is_empty() && are_numbers && !self.is_labels(row, self.width)
    }

    /// Whether signs in all rows may separate the columns or frame them: where nearly all else is
    /// visited, unless they stand behind it alone.
    fn may_be_framed(&self, rows: &Range<usize>, columns: &Range<usize>) -> bool {
        let signs: Vec<usize> = columns.clone().filter(|at| self.are_signs(rows, *at)).collect();
        let are_behind = self.words.is_empty() && signs == [columns.end - 1];
        let others = || columns.clone().filter(|at| !signs.contains(at));
        let cells = others().flat_map(|at| self.column(rows, at));
        let visited = cells.filter(|cell| !cell.is_empty()).count();
        !signs.is_empty() && !are_behind && 4 * visited > 3 * rows.len() * others().count()
    }

    fn are_signs(&self, rows: &Range<usize>, column: usize) -> bool {
        self.column(rows, column).all(|cell| *cell == Cell::Sign)
    }

    fn column(&self, rows: &Range<usize>, at: usize) -> impl Iterator<Item = &Cell> + Clone {
        self.cells[..rows.end * self.width]
            .iter()
            .skip(rows.start * self.width + at)
            .step_by(self.width)
    }

    /// Whether a row labels the columns of a grid of this width.
    pub(super) fn is_labels(&self, row: usize, width: usize) -> bool {
        self.words.is_empty() && are_column_labels(self.row(row), width)
    }

    /// The boards that have each number once, and the run as a whole if its numbers decide that it
    /// is a board.
    pub(super) fn boards(&self) -> Vec<Candidate> {
        if self.height() < 2 || !count_on(self.labels.iter()) {
            return Vec::new();
        }
        let width = self.width;
        let sides = [0..width, 1..width, 0..width - 1, 1..(width - 1).max(1)];
        let mut found = sides.into_iter().map(|columns| self.windows(columns));
        let found = found.find(|found| !found.is_empty());
        let found = found.unwrap_or_else(|| self.beside_each_other());
        if found.is_empty() { self.whole().into_iter().collect() } else { found }
    }

    /// The boards between labels at the left and at the right that have each number once.
    fn windows(&self, columns: Range<usize>) -> Vec<Candidate> {
        let rows = self.cells.chunks(self.width);
        let cells: Vec<Cell> = rows.flat_map(|row| &row[columns.clone()]).copied().collect();
        let candidate = |(rows, printed): (Range<usize>, PrintedTour)| {
            let mut sides = [0, self.width - 1].into_iter().filter(|at| !columns.contains(at));
            // As at the begin of comments.
            let are_signs = columns.start > 0 && self.are_signs(&rows, 0);
            if !are_signs && !sides.all(|at| are_labels(self.column(&rows, at))) {
                return None;
            }
            let inner = &cells[rows.start * columns.len()..rows.end * columns.len()];
            let mut candidate = self.candidate(rows, inner, printed);
            candidate.leaves = candidate.leaves.or(are_signs.then_some(candidate.span.start));
            candidate.is_certain &= !are_signs;
            Some(candidate)
        };
        complete(&cells, columns.len()).filter_map(candidate).collect()
    }

    /// A board in some of the rows, with what is left over beside it.
    fn candidate(&self, rows: Range<usize>, cells: &[Cell], mut printed: PrintedTour) -> Candidate {
        let has_label = self.labels.iter().any(|label| *label != Cell::Empty);
        if has_label || cells.len() < self.cells.len() {
            printed.notes.push(Note::Labels);
        }
        let mut outside = (0..self.height()).filter(|row| !rows.contains(row));
        let row = outside.find(|row| !self.is_labels(*row, self.width));
        let row = row.map(|row| self.span(row..row + 1).start);
        let leaves = row.or_else(|| self.row_beside());
        let is_certain = leaves.is_none()
            && !(self.is_in_doubt || self.end_in_marks)
            && !self.beside.iter().any(|line| self.may_have_squares(line))
            && is_certain(&printed, cells);
        Candidate { span: self.span(rows), printed, is_certain, leaves }
    }

    /// The boards that stand beside each other: their columns are rows.
    fn beside_each_other(&self) -> Vec<Candidate> {
        let (rows, all) = (0..self.height(), 0..self.width);
        let is_number = |cell: &Cell| cell.number().is_some();
        if rows.len() < 3 || !all.clone().all(|at| self.column(&rows, at).any(is_number)) {
            return Vec::new();
        }
        let cells: Vec<Cell> = all.flat_map(|at| self.column(&rows, at)).copied().collect();
        let candidate = |(columns, turned): (Range<usize>, PrintedTour)| {
            let squares = turned.squares.iter().map(|s| Square { row: s.col, col: s.row });
            let board = turned.board.transposed();
            let printed = PrintedTour::of_squares(board, Form::Grid, squares.collect());
            let printed = PrintedTour { first_number: turned.first_number, ..printed };
            let span = self.span(rows.clone());
            let leaves = (columns.len() < self.width).then_some(span.start);
            Candidate { span, printed, is_certain: false, leaves }
        };
        complete(&cells, rows.len()).map(candidate).collect()
    }

    /// Where a line beside it is that may be a row of it, perhaps a short one or one with a slip.
    fn row_beside(&self) -> Option<usize> {
        let may_be_row = |line: &Line| {
            let is_as_wide = line.is_as_wide(self.width) && self.width > 2;
            let has_same_words = !line.words.is_empty() && line.words == self.words;
            line.cells.len() > if line.has_slip { 2 } else { 0 }
                && !self.is_aside(line)
                && !are_column_labels(&line.cells, self.width)
                && (line.long_words == 0 || is_as_wide || has_same_words)
        };
        self.beside.iter().find(|line| may_be_row(line)).map(|line| line.span.start)
    }

    /// Whether a line has as many numbers as a row, or as a column that is written as a line,
    /// perhaps with words between them. Sentences have fewer.
    fn may_have_squares(&self, line: &Line) -> bool {
        line.numbers >= self.width.min(self.height().max(LEAST_COLUMN))
            && !self.is_aside(line)
            && !are_column_labels(&line.cells, self.width)
    }

    /// Whether a line has one number that is not the next one of the grid, or two such as its size,
    /// perhaps with letters as in `N = 3` and `3 x 4`.
    fn is_aside(&self, line: &Line) -> bool {
        let cells = line.cells.iter().filter(|cell| !cell.is_letter());
        let numbers: Option<Vec<i64>> = cells.map(|cell| cell.number()).collect();
        let (rows, cols) = (self.height() as i64, self.width as i64);
        match numbers.as_deref() {
            Some([number]) => *number != rows * cols + 1,
            Some([one, other]) => one.max(other) <= &rows.max(cols),
            _ => false,
        }
    }

    /// The run as a board with faults, without labels that are beyond doubt: if they are letters or
    /// many. A few numbers that count may also be those of a board.
    fn whole(&self) -> Option<Candidate> {
        const MANY: usize = 5;
        let (height, width) = (self.height(), self.width);
        let [is_above, is_below] = [0, height - 1].map(|row| self.is_labels(row, width));
        let inner = usize::from(is_above)..(height - usize::from(is_below)).max(1);
        let side = |at: usize| self.column(&inner, at);
        let is_side = |at: &usize| inner.len() > 2 && width > 3 && are_labels(side(*at));
        let sides: Vec<usize> = [0, width - 1].into_iter().filter(is_side).collect();
        let lines = usize::from(is_above) + usize::from(is_below);
        let beside = self.beside.iter().filter(|line| line.is_labels(width)).count();
        let are_letters = lines == 0 && sides.iter().all(|at| side(*at).all(Cell::is_letter));
        let count = sides.len() * inner.len() + (lines + beside) * (width - sides.len());
        let are_sure = are_letters
            || count >= MANY && !sides.iter().flat_map(|at| side(*at)).any(Cell::is_empty);
        let (rows, columns) = match are_sure {
            true => (
                inner.clone(),
                usize::from(is_side(&0))..width - usize::from(is_side(&(width - 1))),
            ),
            false => (0..height, 0..width),
        };
        let cells = rows.clone().flat_map(|row| &self.row(row)[columns.clone()]);
        let cells: Vec<Cell> = cells.copied().collect();
        if !cells.iter().all(Cell::is_square) || rows.len() < 2 || columns.len() < 3 {
            return None;
        }
        let printed = judge(board(rows.len(), columns.len())?, &cells);
        let mut candidate = self.candidate(rows.clone(), &cells, printed);
        candidate.is_certain &= are_sure && !self.may_be_framed(&rows, &columns);
        Some(candidate)
    }
}

pub(super) fn board(rows: usize, cols: usize) -> Option<Board> {
    Board::new(rows.try_into().ok()?, cols.try_into().ok()?).ok()
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
