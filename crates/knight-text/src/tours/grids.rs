//! Grids of numbers: rows of one width that follow each other.

use std::ops::Range;

use knight_board::{Board, Square, faults};

use crate::tours::judge::{is_certain, judge, places};
use crate::tours::lines::{Cell, Line, are_labels};
use crate::tours::{Candidate, MOST, Note, PrintedTour};

/// Rows of one width that follow each other, and the lines beside them.
pub(super) struct Run<'a> {
    pub rows: Vec<&'a Line>,
    beside: Vec<&'a Line>,
}

/// The runs of rows in lines. Blank lines and borders do not end them.
pub(super) fn runs(lines: &[Line]) -> Vec<Run<'_>> {
    let mut runs: Vec<Run> = Vec::new();
    let mut before: Option<&Line> = None;
    let (mut goes_on, mut has_gap) = (false, false);
    for line in lines {
        if line.is_blank {
            has_gap = true;
            continue;
        }
        // Behind a gap only what is as wide may belong to a run.
        let may_belong = |run: &Run, other: &Line| !has_gap || run.width() == other.cells.len();
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) if line.is_row() && are_alike(run.rows[0], line) => run.rows.push(line),
            last => {
                if let Some(run) = last.filter(|run| may_belong(run, line)) {
                    run.beside.push(line);
                }
                goes_on = line.is_row();
                if goes_on {
                    let mut run = Run { rows: vec![line], beside: Vec::new() };
                    run.beside.extend(before.filter(|before| may_belong(&run, before)));
                    runs.push(run);
                }
            }
        }
        (before, has_gap) = (Some(line), false);
    }
    runs
}

fn are_alike(one: &Line, other: &Line) -> bool {
    one.cells.len() == other.cells.len() && one.words == other.words
}

impl Run<'_> {
    pub(super) fn span(&self) -> Range<usize> {
        self.rows[0].span.start..self.rows[self.rows.len() - 1].span.end
    }

    pub(super) fn width(&self) -> usize {
        self.rows[0].cells.len()
    }

    /// Whether it is as large as a board may be and has nothing but numbers and signs.
    pub(super) fn is_grid(&self) -> bool {
        self.rows.len() >= 3
            && self.width() >= 3
            && self.rows.iter().all(|row| row.cells.iter().all(Cell::is_square))
    }

    fn column(&self, rows: Range<usize>, at: usize) -> Vec<Cell> {
        self.rows[rows].iter().map(|row| row.cells[at]).collect()
    }

    /// The first row whose label does not go on from those above.
    pub(super) fn wrong_label(&self) -> Option<&Line> {
        let label = |(place, row): (i64, &&'_ Line)| Some((place, row.label?.as_label()?));
        let mut labels = (0..).zip(&self.rows).filter_map(label);
        let (first, from) = labels.next()?;
        let mut step = 0;
        let wrong = labels.find(|(place, label)| {
            step = if step == 0 { (label - from).signum() } else { step };
            step == 0 || *label != from + step * (place - first)
        });
        wrong.map(|(place, _)| self.rows[place as usize])
    }

    /// The boards that have each number once, and the run as a whole if its numbers decide that it
    /// is a board.
    pub(super) fn boards(&self) -> Vec<Candidate> {
        let width = self.width();
        if self.wrong_label().is_some() {
            return Vec::new();
        }
        for (left, right) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            if width <= left + right + 1 {
                break;
            }
            let inner = self.rows.iter().map(|row| row.cells[left..width - right].to_vec());
            let mut found = windows(&inner.collect::<Vec<_>>());
            found.retain(|(from, printed)| {
                let rows = *from..from + usize::from(printed.board.rows());
                [(left, 0), (right, width - 1)]
                    .iter()
                    .all(|(labels, at)| *labels == 0 || are_labels(&self.column(rows.clone(), *at)))
            });
            if !found.is_empty() {
                let has_labels = left + right > 0;
                return found.into_iter().map(|f| self.candidate(f, has_labels)).collect();
            }
        }
        let columns: Vec<Vec<Cell>> =
            (0..width).map(|at| self.column(0..self.rows.len(), at)).collect();
        let has_number = |column: &Vec<Cell>| column.iter().any(|cell| cell.number().is_some());
        let beside = windows(&columns);
        if self.rows.len() >= 3 && !beside.is_empty() && columns.iter().all(has_number) {
            return beside.into_iter().map(|found| self.candidate_beside(found)).collect();
        }
        self.whole().into_iter().collect()
    }

    /// Whether a line beside it may be a row of it, perhaps a short one or one with a slip.
    fn has_row_beside(&self) -> bool {
        let may_be_row = |line: &&Line| {
            line.cells.len() > if line.has_slip() { 2 } else { 0 }
                && !self.is_aside(line)
                && !line.is_labels(self.width())
                && (line.long_words == 0 || line.words.1 > 0 && line.words == self.rows[0].words)
        };
        self.beside.iter().any(may_be_row)
    }

    /// Whether a line has one number that is not the next one of the grid, or two such as its size.
    fn is_aside(&self, line: &Line) -> bool {
        // As in `N = 3`.
        let named = matches!(line.cells[..], [Cell::Letter(_), Cell::Number(_)]);
        let cells = &line.cells[usize::from(named)..];
        let numbers: Option<Vec<i64>> = cells.iter().map(|cell| cell.number()).collect();
        let (rows, cols) = (self.rows.len() as i64, self.width() as i64);
        match numbers.as_deref() {
            Some([number]) => *number != rows * cols + 1,
            Some([one, other]) => one.max(other) <= &rows.max(cols),
            _ => false,
        }
    }

    fn candidate(&self, (from, printed): (usize, PrintedTour), has_labels: bool) -> Candidate {
        let rows = from..from + usize::from(printed.board.rows());
        let width = self.width();
        let outside = (0..).zip(&self.rows).filter(|(at, _)| !rows.contains(at)).map(|row| row.1);
        let has_row = outside.clone().any(|line| !line.is_labels(width));
        let span = self.rows[rows.start].span.start..self.rows[rows.end - 1].span.end;
        let mut printed = printed;
        let is_labelled = self.rows.iter().any(|row| row.label.is_some());
        if has_labels || is_labelled || outside.count() > 0 {
            printed.notes.push(Note::Labels);
        }
        let is_certain = !self.rows.iter().any(|row| row.is_part_of_array);
        Candidate { span, printed, is_certain, leaves: has_row || self.has_row_beside() }
    }

    fn candidate_beside(&self, (_, printed): (usize, PrintedTour)) -> Candidate {
        // Columns are rows.
        let board = printed.board.transposed();
        let transposed = |s: &Square| Square { row: s.col, col: s.row };
        let squares: Vec<Square> = printed.squares.iter().map(transposed).collect();
        let faults = faults(board, &squares);
        let printed = PrintedTour { board, squares, faults, ..printed };
        let leaves = usize::from(board.cols()) < self.width();
        Candidate { span: self.span(), printed, is_certain: false, leaves }
    }

    /// The run as a board with faults, without labels that are beyond doubt.
    fn whole(&self) -> Option<Candidate> {
        let (width, labels) = (self.width(), self.labels());
        let columns = labels.columns.clone();
        let rows = &self.rows[labels.rows.clone()];
        let cells: Vec<Cell> =
            rows.iter().flat_map(|row| &row.cells[columns.clone()]).copied().collect();
        if !cells.iter().all(Cell::is_square) || rows.len() < 2 || columns.len() < 3 {
            return None;
        }
        let mut printed = judge(board(rows.len(), columns.len())?, &cells);
        if (rows.len(), columns.len()) != (self.rows.len(), width) {
            printed.notes.push(Note::Labels);
        }
        let is_certain = labels.are_certain
            && !self.has_row_beside()
            && !self.rows.iter().any(|row| row.is_part_of_array)
            && is_certain(&printed, &cells);
        Some(Candidate { span: self.span(), printed, is_certain, leaves: false })
    }

    /// What is inside its labels. Letters are labels, and so are numbers that count if lines and
    /// columns do so, or if they are many. A few numbers may also be those of a board.
    fn labels(&self) -> Labels {
        const MANY: usize = 5;
        let (height, width) = (self.rows.len(), self.width());
        let [is_above, is_below] = [0, height - 1].map(|at| self.rows[at].is_labels(width));
        let rows = usize::from(is_above)..(height - usize::from(is_below)).max(1);
        let sides = [0, width - 1].map(|at| self.column(rows.clone(), at));
        let [is_left, is_right] =
            [0, 1].map(|side| sides[side].len() > 2 && width > 3 && are_labels(&sides[side]));
        let columns = usize::from(is_left)..width - usize::from(is_right);
        let is_lined = is_above || is_below || self.beside.iter().any(|line| line.is_labels(width));
        let is_sure = |is_there: bool, side: &[Cell]| {
            let are_letters = side.iter().all(|cell| matches!(cell, Cell::Letter(_)));
            let is_long = side.len() >= MANY;
            !is_there || !side.contains(&Cell::Empty) && (is_lined || are_letters || is_long)
        };
        let has_line_alone = (is_above || is_below) && !is_left && !is_right;
        let are_certain = is_sure(is_left, &sides[0])
            && is_sure(is_right, &sides[1])
            && (!has_line_alone || columns.len() >= MANY);
        let whole = Labels { rows: 0..height, columns: 0..width, are_certain };
        if are_certain { Labels { rows, columns, ..whole } } else { whole }
    }
}

/// What of a run is inside its labels.
struct Labels {
    rows: Range<usize>,
    columns: Range<usize>,
    are_certain: bool,
}

pub(super) fn board(rows: usize, cols: usize) -> Option<Board> {
    Board::new(rows.try_into().ok()?, cols.try_into().ok()?).ok()
}

/// The boards among consecutive rows that have each number from 0 or from 1 once, with their first
/// rows.
fn windows(rows: &[Vec<Cell>]) -> Vec<(usize, PrintedTour)> {
    let found = sets(rows).into_iter().filter(|(_, rows)| rows.len() > 1);
    let boards = found.filter_map(|(first, range)| {
        let printed = complete(&rows[range.clone()], first)?;
        (printed.board.cols() > 1).then_some((range.start, printed))
    });
    boards.collect()
}

/// The ranges of consecutive rows that have each number from 0, or from 1, to the largest of all
/// once, and the first number. The sums of hashes tell them in one pass.
pub(super) fn sets<R: AsRef<[Cell]>>(rows: &[R]) -> Vec<(usize, Range<usize>)> {
    let width = rows[0].as_ref().len();
    let numbers = |row: &R| row.as_ref().iter().filter_map(|cell| cell.number()).collect();
    let numbers: Vec<Vec<i64>> = rows.iter().map(numbers).collect();
    let count = rows.len() * width;
    let all = numbers.iter().flatten().filter_map(|number| usize::try_from(*number).ok());
    let Some(top) = all.filter(|number| *number <= count).max() else { return Vec::new() };
    let mut sums = vec![0u64];
    for row in &numbers {
        let sum = row.iter().map(|number| mark(*number as u64)).fold(0, u64::wrapping_add);
        sums.push(sums[sums.len() - 1].wrapping_add(sum));
    }
    let mut found = Vec::new();
    for first in 0..=top.min(1) {
        let area = top + 1 - first;
        let (height, wanted) =
            (area / width, (first..=top).map(|n| mark(n as u64)).fold(0, u64::wrapping_add));
        let mut from = 0;
        while area.is_multiple_of(width) && from + height <= rows.len() && found.len() <= MOST {
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
fn mark(number: u64) -> u64 {
    let mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

/// The grid, if it has each number once.
fn complete(rows: &[Vec<Cell>], first: usize) -> Option<PrintedTour> {
    let cells = rows.concat();
    let is_complete = places(&cells, first as i64).iter().all(Option::is_some);
    is_complete.then(|| Some(judge(board(rows.len(), rows[0].len())?, &cells)))?
}
