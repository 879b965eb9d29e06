//! Squares in records whose separators repeat.

use std::collections::HashMap;
use std::ops::Range;

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

impl<'a> Records<'a> {
    /// All ways to take squares from records whose gaps repeat: one or two of each record, or all
    /// behind its number.
    pub(super) fn all(stream: &'a Stream<Cell>, width: usize) -> impl Iterator<Item = Records<'a>> {
        const LONGEST: usize = 9;
        let of_period = move |period: usize| {
            let mut stretches = stretches(&stream.gaps, period);
            stretches.retain(|part| period == width || are_divided(stream, part, period));
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

    fn is_used(&self, column: usize) -> bool {
        (column + self.period - self.offset) % self.period < self.per_record * self.width
    }

    /// The columns beside the squares.
    pub(super) fn others(&self) -> impl Iterator<Item = Vec<Cell>> {
        let items = &self.stream.items[self.stretch.clone()];
        let others = (0..self.period).filter(|column| !self.is_used(*column));
        others.map(|column| items[column..].iter().step_by(self.period).copied().collect())
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or is the same wherever the row, or the column, is the same.
    pub(super) fn are_all(&self, items: &[usize]) -> bool {
        let follows = |column: &[Cell]| {
            (0..self.per_record).any(|place| {
                let squares = items.iter().skip(place).step_by(self.per_record);
                let squares = squares.filter_map(|item| self.square(*item));
                let both: Vec<(Cell, Written)> = column.iter().copied().zip(squares).collect();
                both.iter().all(|(cell, at)| cell.name() == Some(*at))
                    || follow(&both, |at| at.0)
                    || follow(&both, |at| at.1)
            })
        };
        let used = (0..self.stretch.len()).filter(|item| self.is_used(item % self.period));
        // The last record may end with a square.
        let rest = self.stretch.len() % self.period;
        (rest == 0 || self.is_used(rest - 1))
            && used.count() == items.len() * self.width
            && self.others().all(|column| {
                [1, self.per_record].iter().any(|step| is_counting(&column, *step))
                    || follows(&column)
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
fn follow(both: &[(Cell, Written)], key: fn(&Written) -> i64) -> bool {
    let mut known = HashMap::new();
    let is_known = |(cell, at): &(Cell, Written)| *known.entry(key(at)).or_insert(*cell) == *cell;
    both.iter().all(|(cell, _)| cell.number().is_some())
        && both.iter().all(is_known)
        && both.len() > 2 * known.len()
}

/// Whether all cells are numbers that go up by a step.
pub(super) fn is_counting(cells: &[Cell], step: usize) -> bool {
    let numbers: Option<Vec<i64>> = cells.iter().map(|cell| cell.number()).collect();
    let is_step = |two: &[i64]| two[0].checked_add(step as i64) == Some(two[1]);
    numbers.is_some_and(|numbers| numbers.windows(2).all(is_step))
}
