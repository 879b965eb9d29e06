//! Squares in records whose separators repeat.

use std::collections::HashMap;
use std::iter::{Copied, StepBy};
use std::ops::Range;
use std::slice::Iter;

use crate::stream::{Stream, stretches};
use crate::tours::cells::{Cell, Written};
use crate::tours::items::square;

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
        let of_period = move |period| {
            let mut stretches = stretches(&stream.gaps, period);
            // Without separators that differ, records are a step and two squares at most.
            let differ = |gaps: &[u32]| gaps.iter().any(|gap| *gap != gaps[0]);
            stretches.retain(|stretch| {
                let gaps = &stream.gaps[stretch.start..stretch.end - 1];
                stretch.len() >= 2 * period.max(width) && (period < 2 * width + 2 || differ(gaps))
            });
            stretches.into_iter().map(move |stretch| (period, stretch))
        };
        (width..=LONGEST).flat_map(of_period).flat_map(move |(period, stretch)| {
            let few = (0..period).flat_map(|offset| [(offset, 1), (offset, 2)]);
            let all = Some((1, (period - 1) / width)).filter(|(_, count)| *count > 2);
            let ways = few.chain(all).filter(move |(_, count)| count * width <= period);
            ways.map(move |(offset, per_record)| {
                let stretch = stretch.clone();
                Records { stream, stretch, period, offset, per_record, width }
            })
        })
    }

    pub(super) fn square(&self, item: usize) -> Option<Written> {
        square(self.stream, item, self.width)
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

    fn column(&self, column: usize) -> Column<'a> {
        let items = &self.stream.items[self.stretch.clone()];
        items[column..].iter().step_by(self.period).copied()
    }

    fn is_used(&self, column: usize) -> bool {
        (column + self.period - self.offset) % self.period < self.per_record * self.width
    }

    /// The columns beside the squares.
    pub(super) fn others(&self) -> impl Iterator<Item = Column<'a>> {
        (0..self.period).filter(|column| !self.is_used(*column)).map(|column| self.column(column))
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or is the same wherever the row, or the column, is the same.
    pub(super) fn are_all(&self, items: &[usize]) -> bool {
        let used = (0..self.period).filter(|column| self.is_used(*column));
        let count: usize = used.map(|column| self.column(column).count()).sum();
        let follows = |column: &Column| {
            (0..self.per_record).any(|place| {
                let squares = items.iter().skip(place).step_by(self.per_record);
                let squares = squares.filter_map(|item| self.square(*item));
                let mut both = column.clone().zip(squares.clone());
                column.clone().count() == squares.clone().count()
                    && (both.all(|(cell, at)| cell.name() == Some(at))
                        || follow(column.clone().zip(squares.clone().map(|at| at.0)))
                        || follow(column.clone().zip(squares.map(|at| at.1))))
            })
        };
        // The last record may end with a square.
        let rest = self.stretch.len() % self.period;
        (rest == 0 || self.is_used(rest - 1))
            && count == items.len() * self.width
            && self.others().all(|column| {
                let counts = |step: usize| is_counting(column.clone(), step as i64);
                counts(1) || counts(self.per_record) || follows(&column)
            })
    }
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
