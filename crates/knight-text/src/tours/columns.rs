//! Squares in records whose separators repeat.

use std::iter::{Copied, StepBy};
use std::ops::Range;
use std::slice::Iter;

use knight_board::Board;

use crate::stream::{Stream, stretches};
use crate::tours::cells::{Cell, Written};
use crate::tours::walks::LEAST;

/// Squares in records: `per_record` of `width` items each, from an offset in each record.
pub(super) struct Columns<'a> {
    pub stream: &'a Stream<'a, Cell>,
    pub stretch: Range<usize>,
    pub period: usize,
    pub offset: usize,
    pub per_record: usize,
    pub width: usize,
}

type Column<'a> = Copied<StepBy<Iter<'a, Cell>>>;

impl<'a> Columns<'a> {
    /// All ways to take squares from at least two records whose gaps repeat.
    pub(super) fn all(
        stream: &'a Stream<Cell>,
        periods: Range<usize>,
        width: usize,
    ) -> impl Iterator<Item = Columns<'a>> {
        let of_period = move |period| {
            let mut stretches = stretches(&stream.gaps, period);
            // Without separators that differ, records are a step and two squares at most.
            let differ = |gaps: &[u32]| gaps.iter().any(|gap| *gap != gaps[0]);
            stretches.retain(|stretch| {
                stretch.len() >= 2 * period.max(width)
                    && (period < 2 * width + 2
                        || differ(&stream.gaps[stretch.start..stretch.end - 1]))
            });
            stretches.into_iter().map(move |stretch| (period, stretch))
        };
        periods.flat_map(of_period).flat_map(move |(period, stretch)| {
            let ways = (0..period).flat_map(move |offset| {
                (1..=(period / width).min(2)).map(move |per_record| (offset, per_record))
            });
            ways.map(move |(offset, per_record)| {
                let stretch = stretch.clone();
                Columns { stream, stretch, period, offset, per_record, width }
            })
        })
    }

    /// The first items of the squares; empty if one of them is not a square.
    pub(super) fn items(&self) -> Vec<usize> {
        let first = self.stretch.start + self.offset;
        let records = (first..self.stretch.end).step_by(self.period);
        let all = records
            .flat_map(|record| (0..self.per_record).map(move |place| record + place * self.width));
        let all = all.take_while(|item| item + self.width <= self.stretch.end);
        let squares = all.map(|item| self.square(item).map(|_| item));
        squares.collect::<Option<_>>().unwrap_or_default()
    }

    /// The first items of the squares in order of visit, and whether they are all that the records
    /// say.
    pub(super) fn ordered(&self, items: Vec<usize>) -> (Vec<usize>, bool) {
        if self.are_all(&items) {
            return (items, true);
        }
        self.by_step().map_or((items, false), |sorted| (sorted, true))
    }

    fn is_used(&self, column: usize) -> bool {
        (column + self.period - self.offset) % self.period < self.per_record * self.width
    }

    fn column(&self, column: usize) -> Column<'a> {
        let items = &self.stream.items[self.stretch.clone()];
        items[column..].iter().step_by(self.period).copied()
    }

    /// The columns beside the squares.
    pub(super) fn others(&self) -> impl Iterator<Item = Column<'a>> {
        let columns = (0..self.period).filter(|column| !self.is_used(*column));
        columns.map(|column| self.column(column))
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or follows from one.
    fn are_all(&self, items: &[usize]) -> bool {
        let used = (0..self.period).filter(|column| self.is_used(*column));
        let count: usize = used.map(|column| self.column(column).count()).sum();
        let follows = |other: &Column| {
            (0..self.per_record).any(|place| {
                let items = items.iter().skip(place).step_by(self.per_record);
                let is_as_long = items.clone().count() == other.clone().count();
                let squares = items.filter_map(|item| self.square(*item));
                is_as_long && follow(other.clone().zip(squares), other.clone().count())
            })
        };
        count == items.len() * self.width
            && self.others().all(|other| is_counting(other.clone(), 1) || follows(&other))
    }

    fn square(&self, item: usize) -> Option<Written> {
        square(self.stream, item, self.width)
    }

    /// The squares in the order of a column that has all numbers from 0 or from 1, but not in
    /// order.
    fn by_step(&self) -> Option<Vec<usize>> {
        let steps = self.others().next().filter(|_| self.period == self.width + 1)?;
        let steps = steps.map(Cell::number);
        let first = steps.clone().min()?.filter(|first| (0..=1).contains(first))?;
        let squares = self.items();
        if squares.len() != steps.clone().count() {
            return None;
        }
        let mut items = vec![None; squares.len()];
        for (step, item) in steps.zip(squares) {
            let place = items.get_mut(usize::try_from(step? - first).ok()?)?;
            *place = Some(item).filter(|_| place.is_none());
        }
        items.into_iter().collect()
    }
}

/// Whether the cells beside squares are these again, or numbers that follow from the first or the
/// second of theirs, as those of a name do, or from both, as 23 for row 2 and column 3, or are one
/// number, as in `Step 3/12`.
fn follow(all: impl Iterator<Item = (Cell, Written)> + Clone, count: usize) -> bool {
    const FACTORS: [[i64; 2]; 7] = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [10, 1], [-10, 1]];
    let is_linear = |[one, other]: &[i64; 2]| {
        let rest = |(cell, at): (Cell, Written)| Some(cell.number()? - one * at.0 - other * at.1);
        let mut rests = all.clone().map(rest);
        let first = rests.next().flatten();
        first.is_some() && rests.all(|rest| rest == first)
    };
    let are_again = || all.clone().all(|(cell, at)| cell.name() == Some(at));
    are_again() || count >= LEAST && FACTORS.iter().any(is_linear)
}

/// Whether all cells are numbers that go up by a step.
pub(super) fn is_counting(cells: impl Iterator<Item = Cell>, step: i64) -> bool {
    let mut wanted = None;
    cells.map(Cell::number).all(|number| {
        let is_next = number.is_some() && wanted.is_none_or(|wanted| wanted == number);
        wanted = Some(number.and_then(|number| number.checked_add(step)));
        is_next
    })
}

/// The square that begins at an item: a name, or two numbers.
pub(super) fn square(stream: &Stream<Cell>, at: usize, width: usize) -> Option<Written> {
    let item = stream.items.get(at)?;
    if width == 1 {
        return item.name();
    }
    let side = |cell: &Cell| cell.number().filter(|side| *side <= Board::MAX_SIDE.into());
    Some((side(item)?, side(stream.items.get(at + 1)?)?))
}
