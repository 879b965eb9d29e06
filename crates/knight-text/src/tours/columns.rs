//! Squares in records whose separators repeat.

use std::ops::Range;

use crate::stream::{Stream, counts, stretches};
use crate::tours::cells::{Cell, Written};
use crate::tours::walks::{LEAST, Steps};

/// Squares in records: `per_record` of `width` items each, from an offset in each record.
pub(super) struct Columns<'a> {
    pub stream: &'a Stream<'a, Cell>,
    pub stretch: Range<usize>,
    pub period: usize,
    pub offset: usize,
    pub per_record: usize,
    pub width: usize,
}

impl<'a> Columns<'a> {
    /// All ways to take squares from at least `least` records whose gaps repeat.
    pub(super) fn all(
        stream: &'a Stream<Cell>,
        periods: Range<usize>,
        width: usize,
        least: usize,
    ) -> impl Iterator<Item = Columns<'a>> {
        let of_period = move |period| {
            let mut stretches = stretches(&stream.gaps, period);
            if stretches.is_empty() && stream.items.len() == 2 * width && period == width {
                stretches.push(0..2 * width);
            }
            stretches.retain(|stretch| stretch.len() >= (width * least).max(2 * period));
            stretches.into_iter().map(move |stretch| (period, stretch))
        };
        periods.flat_map(of_period).flat_map(move |(period, stretch)| {
            let ways = (0..period)
                .flat_map(move |offset| (1..=period / width).map(move |squares| (offset, squares)));
            // All squares but the first ones.
            let ways = ways.filter(move |(offset, squares)| {
                *offset == 0 || squares * width < period || offset % width > 0
            });
            ways.map(move |(offset, per_record)| Columns {
                stream,
                stretch: stretch.clone(),
                period,
                offset,
                per_record,
                width,
            })
        })
    }

    /// Calls `with` for the first item of each square, as long as that returns `Some`.
    fn each<T>(&self, mut with: impl FnMut(usize) -> Option<T>) -> Option<()> {
        for record in (self.stretch.start + self.offset..self.stretch.end).step_by(self.period) {
            for square in 0..self.per_record {
                let at = record + square * self.width;
                if at + self.width <= self.stretch.end {
                    with(at)?;
                }
            }
        }
        Some(())
    }

    /// The first items of the squares; empty if one of them is not a square.
    pub(super) fn items(&self) -> Vec<usize> {
        let mut items = Vec::new();
        let all = self.each(|at| {
            items.push(at);
            square(self.stream, at, self.width)
        });
        all.map_or(Vec::new(), |()| items)
    }

    /// Whether a part of the squares may be a tour.
    pub(super) fn may_be_tour(&self) -> bool {
        let mut steps = Steps::default();
        let all = self.each(|at| square(self.stream, at, self.width).map(|at| steps.add(at)));
        all.is_some() && steps.may_be_tour()
    }

    fn is_used(&self, column: usize) -> bool {
        (column + self.period - self.offset) % self.period < self.per_record * self.width
    }

    fn column(&self, column: usize) -> Vec<Cell> {
        let items = &self.stream.items[self.stretch.clone()];
        items.iter().skip(column).step_by(self.period).copied().collect()
    }

    /// The columns beside the squares, by their first items.
    pub(super) fn others(&self) -> impl Iterator<Item = (usize, Vec<Cell>)> {
        let columns = (0..self.period).filter(|column| !self.is_used(*column));
        columns.map(|column| (self.stretch.start + column, self.column(column)))
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or follows from one.
    pub(super) fn are_all(&self, items: &[usize]) -> bool {
        let used = (0..self.period).filter(|column| self.is_used(*column));
        let taken: Vec<Vec<Cell>> = used.map(|column| self.column(column)).collect();
        let says_nothing = |other: &Vec<Cell>| {
            let is_again = |taken: &Vec<Cell>| taken.starts_with(other) || other.starts_with(taken);
            let follows = |place: usize| {
                let squares = items.iter().skip(place).step_by(self.per_record);
                let squares = squares.filter_map(|item| square(self.stream, *item, self.width));
                let numbers = other.iter().map_while(|item| item.number());
                let all: Vec<[i64; 3]> =
                    squares.zip(numbers).map(|(at, n)| [at.0, at.1, n]).collect();
                all.len() >= LEAST && all.len() + 1 >= other.len() && is_linear(&all)
            };
            is_counting(other) || taken.iter().any(is_again) || (0..self.per_record).any(follows)
        };
        taken.iter().map(Vec::len).sum::<usize>() == items.len() * self.width
            && self.others().all(|(_, other)| says_nothing(&other))
    }

    /// The squares in the order of a column that has all numbers from 0 or from 1, but not in
    /// order, and that column.
    pub(super) fn by_step(&self) -> Option<Vec<usize>> {
        if self.period != self.width + 1 {
            return None;
        }
        let (_, steps) = self.others().next()?;
        let items = self.items();
        let numbered = steps.into_iter().zip(items);
        let mut steps: Vec<(i64, usize)> =
            numbered.map(|(step, item)| Some((step.number()?, item))).collect::<Option<_>>()?;
        steps.sort_unstable();
        let is_whole = steps.len() * self.period == self.stretch.len();
        let is_all = is_whole
            && (0..=1).contains(&steps.first()?.0)
            && counts(steps.iter().map(|step| step.0));
        is_all.then(|| steps.into_iter().map(|step| step.1).collect())
    }
}

/// Whether the third numbers follow from the first and the second as their multiples and a constant
/// do. So do the row and the column of a name, or 23 for row 2 and column 3.
fn is_linear(all: &[[i64; 3]]) -> bool {
    let Some(first) = all.first() else { return false };
    let from_first =
        |at: &[i64; 3]| [0, 1, 2].map(|side| i128::from(at[side]) - i128::from(first[side]));
    let steps: Vec<[i128; 3]> = all.iter().map(from_first).collect();
    let turn = |a: &[i128; 3], b: &[i128; 3]| a[0] * b[1] - a[1] * b[0];
    let Some(one) = steps.iter().find(|step| step[0] != 0 || step[1] != 0) else { return false };
    let Some(two) = steps.iter().find(|step| turn(one, step) != 0) else { return false };
    // Cramer's rule.
    let is_multiple =
        |at: &[i128; 3]| at[2] * turn(one, two) == turn(at, two) * one[2] + turn(one, at) * two[2];
    steps.iter().all(is_multiple)
}

pub(super) fn is_counting(items: &[Cell]) -> bool {
    let numbers: Option<Vec<i64>> = items.iter().map(|item| item.number()).collect();
    numbers.is_some_and(counts)
}

/// The square that begins at an item: a name, or two numbers.
pub(super) fn square(stream: &Stream<Cell>, at: usize, width: usize) -> Option<Written> {
    match width {
        1 => stream.items[at].name(),
        _ => Some((stream.items[at].number()?, stream.items.get(at + 1)?.number()?)),
    }
}
