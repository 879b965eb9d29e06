//! Squares in records whose separators repeat.

use std::collections::HashMap;
use std::iter::{Copied, StepBy};
use std::ops::Range;
use std::slice::Iter;

use knight_board::Board;

use crate::stream::{Stream, stretches};
use crate::tours::cells::{Cell, Written};

/// Squares in records: `per_record` of `width` items each, from an offset in each record.
pub(super) struct Records<'a> {
    pub stream: &'a Stream<'a, Cell>,
    pub stretch: Range<usize>,
    pub period: usize,
    pub offset: usize,
    pub per_record: usize,
    pub width: usize,
}

type Column<'a> = Copied<StepBy<Iter<'a, Cell>>>;

impl<'a> Records<'a> {
    /// All ways to take squares from at least two records whose gaps repeat: one or two of each
    /// record, or all behind its number.
    pub(super) fn all(stream: &'a Stream<Cell>, width: usize) -> impl Iterator<Item = Records<'a>> {
        const LONGEST: usize = 9;
        let of_period = move |period: usize| {
            let mut stretches = stretches(&stream.gaps, period);
            stretches.retain(|stretch| {
                let is_known = period == width || are_divided(stream, stretch, period);
                stretch.len() >= 2 * period && is_known
            });
            stretches.into_iter().map(move |stretch| (period, stretch))
        };
        (width..=LONGEST).flat_map(of_period).flat_map(move |(period, stretch)| {
            let few = (0..period).flat_map(|offset| [(offset, 1), (offset, 2)]);
            let all = Some((1, (period - 1) / width)).filter(|(_, count)| *count > 2);
            let ways = few.chain(all).filter(move |(at, count)| at + count * width <= period);
            ways.map(move |(offset, per_record)| {
                let stretch = stretch.clone();
                Records { stream, stretch, period, offset, per_record, width }
            })
        })
    }

    /// Whether separators or lines show where each square begins.
    pub(super) fn are_divided(&self) -> bool {
        self.width == 1 || are_divided(self.stream, &self.stretch, self.period)
    }

    /// The square that begins at an item: a name, or two numbers.
    pub(super) fn square(&self, item: usize) -> Option<Written> {
        if self.width == 1 {
            return self.stream.items[item].name();
        }
        let side = |item: usize| {
            let number = self.stream.items[item].number();
            number.filter(|side| *side <= Board::MAX_SIDE.into())
        };
        Some((side(item)?, side(item + 1)?))
    }

    /// The first items of the squares.
    pub(super) fn items(&self) -> Vec<usize> {
        let first = self.stretch.start + self.offset;
        let records = (first..self.stretch.end).step_by(self.period);
        let all = records
            .flat_map(|record| (0..self.per_record).map(move |place| record + place * self.width));
        all.take_while(|item| item + self.width <= self.stretch.end).collect()
    }

    fn used(&self) -> Range<usize> {
        self.offset..self.offset + self.per_record * self.width
    }

    fn column(&self, column: usize) -> Column<'a> {
        let items = &self.stream.items[self.stretch.clone()];
        items[column..].iter().step_by(self.period).copied()
    }

    /// The columns beside the squares.
    pub(super) fn others(&self) -> impl Iterator<Item = Column<'a>> {
        let others = (0..self.period).filter(|column| !self.used().contains(column));
        others.map(|column| self.column(column))
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or is the same wherever the row, or the column, is the same.
    pub(super) fn are_all(&self, items: &[usize]) -> bool {
        let count: usize = self.used().map(|column| self.column(column).count()).sum();
        let follows = |column: &Column| {
            (0..self.per_record).any(|place| {
                let squares = items.iter().skip(place).step_by(self.per_record);
                let squares = squares.filter_map(|item| self.square(*item));
                let both = column.clone().zip(squares);
                both.clone().all(|(cell, at)| cell.name() == Some(at))
                    || follow(both.clone().map(|(cell, at)| (cell, at.0)))
                    || follow(both.map(|(cell, at)| (cell, at.1)))
            })
        };
        // The last record may end with a square.
        let rest = self.stretch.len() % self.period;
        (rest == 0 || self.used().contains(&(rest - 1)))
            && count == items.len() * self.width
            && self.others().all(|column| {
                let counts = |step: usize| is_counting(column.clone(), step as i64);
                counts(1) || counts(self.per_record) || follows(&column)
            })
    }
}

/// Whether separators differ, or each record begins a line and nothing else does.
fn are_divided(stream: &Stream<Cell>, stretch: &Range<usize>, period: usize) -> bool {
    let gaps = &stream.gaps[stretch.start..stretch.end - 1];
    let is_first = |item: usize| (item - stretch.start).is_multiple_of(period);
    gaps.iter().any(|gap| *gap != gaps[0])
        || stretch.clone().all(|item| stream.begins_line(item) == is_first(item))
}

/// Whether cells are the same number wherever the keys beside them are the same, and most keys come
/// more than twice.
fn follow(mut all: impl Iterator<Item = (Cell, i64)> + Clone) -> bool {
    let mut known = HashMap::new();
    let count = all.clone().count();
    all.all(|(cell, key)| cell.number().is_some() && *known.entry(key).or_insert(cell) == cell)
        && count > 2 * known.len()
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
