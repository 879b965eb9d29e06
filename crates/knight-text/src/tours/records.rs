//! Records whose separators repeat, the squares in them, and lists of squares as walks.

use std::ops::Range;

use knight_board::{Board, Fault, Square};

use crate::patterns::{counts, stretches};
use crate::tours::grids::board;
use crate::tours::streams::Stream;
use crate::tours::walks::{self, LEAST, Written, square};
use crate::tours::{Candidate, Form, Note, PrintedTour};

/// Records that a tour may leave over: a size, a start.
pub(super) const SPARE: usize = 2;

/// Squares in records: `squares` of `width` items each, from an offset in each record.
pub(super) struct Columns {
    pub stretch: Range<usize>,
    pub period: usize,
    pub offset: usize,
    pub squares: usize,
    width: usize,
}

impl Columns {
    /// All ways to take squares from records whose gaps repeat.
    pub(super) fn all(gaps: &[u64], periods: Range<usize>, width: usize) -> Vec<Columns> {
        let mut all = Vec::new();
        for period in periods {
            for stretch in stretches(gaps, period) {
                if stretch.len() < width * (LEAST - 1) {
                    continue;
                }
                let ways = (0..period)
                    .flat_map(|offset| (1..=period / width).map(move |squares| (offset, squares)));
                all.extend(ways.map(|(offset, squares)| Columns {
                    stretch: stretch.clone(),
                    period,
                    offset,
                    squares,
                    width,
                }));
            }
        }
        all
    }

    /// The first items of the squares.
    pub(super) fn items(&self) -> Vec<usize> {
        let first = self.stretch.start + self.offset;
        let last = (self.stretch.end + 1).saturating_sub(self.width);
        let records = (first..last).step_by(self.period);
        let in_record = |at| (0..self.squares).map(move |square| at + square * self.width);
        records.flat_map(in_record).filter(|at| *at < last).collect()
    }

    /// Whether what the records have besides the squares says nothing else: it is always the same,
    /// it counts, or it is a square again.
    pub(super) fn others_agree<T: Copy + PartialEq>(
        &self,
        items: &[T],
        number: impl Fn(T) -> Option<i64>,
    ) -> bool {
        let first = self.stretch.start + self.offset;
        let column = |at: usize| -> Vec<T> {
            items[first.min(self.stretch.end)..self.stretch.end]
                .iter()
                .skip(at)
                .step_by(self.period)
                .copied()
                .collect()
        };
        let used = self.squares * self.width;
        let taken: Vec<Vec<T>> = (0..used).map(column).collect();
        (used..self.period).map(column).all(|other| {
            let numbers: Option<Vec<i64>> = other.iter().map(|item| number(*item)).collect();
            other.iter().all(|item| Some(item) == other.first())
                || numbers.is_some_and(counts)
                || taken.iter().any(|taken| taken.starts_with(&other))
        })
    }
}

/// Items without those whose square is that of the item before.
pub(super) fn collapsed(items: &[usize], at: impl Fn(usize) -> Written) -> Vec<usize> {
    let mut kept = items.to_vec();
    kept.dedup_by(|one, other| at(*one) == at(*other));
    kept
}

/// Whether items that are there twice are the ends of moves, each of which begins where the one
/// before it ended; or none is there twice.
pub(super) fn are_ends(all: usize, kept: usize) -> bool {
    kept == all || 2 * kept == all + 2
}

/// The tours among squares that are at these items of a stream.
pub(super) fn tours<T>(
    stream: &Stream<T>,
    items: &[usize],
    at: impl Fn(usize) -> Written,
    width: usize,
    leaves: impl Fn() -> bool,
) -> Vec<(Candidate, i64, Range<usize>)> {
    let squares: Vec<Written> = items.iter().map(|item| at(*item)).collect();
    let found = walks::complete(&squares).into_iter().map(|walk| {
        let (from, to) =
            (items[walk.range.start], items[walk.range.end - 1 + usize::from(walk.starts_again)]);
        let left = items.len() - walk.range.len() - usize::from(walk.starts_again);
        let mut printed = PrintedTour::of_squares(walk.board, Form::Names, walk.squares);
        printed.notes.extend(walk.starts_again.then_some(Note::StartAgain));
        let span = stream.spans[from].start..stream.spans[to + width - 1].end;
        let leaves = left > SPARE || leaves();
        (Candidate { span, printed, is_certain: false, leaves }, walk.first, from..to + width)
    });
    found.collect()
}

/// A list as a walk on the given board, or on the smallest one that has its squares; `None` if a
/// square is off it. A start that stands again at the end of a longer list closes it.
pub(super) fn judged(
    written: &[Written],
    first: i64,
    given: Option<Board>,
    rows: Option<i64>,
    form: Form,
) -> Option<PrintedTour> {
    let side = |of: fn(&Written) -> i64| written.iter().map(of).max().map(|most| most + 1 - first);
    let rows = rows.or_else(|| side(|at| at.0))?;
    let shown = board(rows.try_into().ok()?, side(|at| at.1)?.try_into().ok()?)?;
    let board = given.unwrap_or(shown);
    let squares: Vec<_> = written.iter().map(|at| square(*at, first)).collect::<Option<_>>()?;
    if !squares.iter().all(|square| board.contains(*square)) {
        // The caller says which board is shown.
        return given.and_then(|_| judged(written, first, None, Some(rows), form));
    }
    let closes =
        squares.len() > 3 && squares.len() > board.area() && squares.first() == squares.last();
    let count = squares.len() - usize::from(closes);
    let mut printed = PrintedTour::of_squares(board, form, squares[..count].to_vec());
    printed.notes.extend(closes.then_some(Note::StartAgain));
    if given.is_none() {
        printed.notes.extend(alone(&printed));
    }
    Some(printed)
}

/// Whether one square alone makes the board as large as it is, and no knight comes or goes there.
fn alone(printed: &PrintedTour) -> Option<Note> {
    let is_named = printed.form == Form::Names;
    // The smallest board that has a square.
    let size = |square: &Square| {
        let row = if is_named { printed.board.rows() + 1 - square.row } else { square.row };
        (row, square.col)
    };
    let (rows, cols) = (printed.board.rows(), printed.board.cols());
    let only = |is_there: &dyn Fn((u16, u16)) -> bool| {
        let mut there = printed.squares.iter().filter(|square| is_there(size(square)));
        there.next().filter(|_| there.next().is_none()).copied()
    };
    let square = only(&|size| size.0 == rows).or_else(|| only(&|size| size.1 == cols))?;
    let ends_there =
        |f: &Fault| matches!(f, Fault::NotAMove { from, to, .. } if [*from, *to].contains(&square));
    if !printed.faults.iter().any(ends_there) {
        return None;
    }
    let others = printed.squares.iter().filter(|other| **other != square).map(size);
    let (rows, cols) =
        others.fold((1, 1), |(rows, cols), (row, col)| (rows.max(row), cols.max(col)));
    Some(Note::Alone { square, without: Board::new(rows, cols).ok()? })
}
