//! Squares in records whose separators repeat.

use std::ops::Range;

use knight_board::Board;

use crate::stream::{Stream, stretches};
use crate::tours::cells::{Cell, Written};
use crate::tours::walks::{self, LEAST};

#[cfg(test)]
thread_local! {
    /// How many squares of a text were looked at, for a test that these are not too many.
    pub(super) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

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
            // Without separators that differ, records are a step and two squares at most.
            let differ = |gaps: &[u32]| gaps.iter().any(|gap| *gap != gaps[0]);
            stretches.retain(|stretch| {
                stretch.len() >= (width * least).max(2 * period)
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

    /// The first item of a square, unless the records end before.
    pub(super) fn item(&self, nth: usize) -> Option<usize> {
        // There are one or two, and divisions are slow.
        let (record, place) = if self.per_record == 1 { (nth, 0) } else { (nth / 2, nth % 2) };
        let first = self.stretch.start + self.offset;
        let item = first + record * self.period + place * self.width;
        Some(item).filter(|item| item + self.width <= self.stretch.end)
    }

    /// The first items of the squares; empty if one of them is not a square.
    pub(super) fn items(&self) -> Vec<usize> {
        let all = || (0..).map_while(|nth| self.item(nth));
        let are_squares = all().all(|item| self.square(item).is_some());
        all().filter(|_| are_squares).collect()
    }

    /// Whether a part of the squares may be a tour.
    pub(super) fn may_be_tour(&self) -> bool {
        let count = (self.stretch.len() / self.period + 1) * self.per_record;
        walks::may_be_tour(count, |nth| self.square(self.item(nth)?))
    }

    fn is_used(&self, column: usize) -> bool {
        (column + self.period - self.offset) % self.period < self.per_record * self.width
    }

    fn column(&self, column: usize) -> impl Iterator<Item = Cell> + Clone {
        let items = &self.stream.items[self.stretch.clone()];
        items.iter().skip(column).step_by(self.period).copied()
    }

    /// The columns beside the squares.
    pub(super) fn others(&self) -> impl Iterator<Item = impl Iterator<Item = Cell> + Clone> {
        let columns = (0..self.period).filter(|column| !self.is_used(*column));
        columns.map(|column| self.column(column))
    }

    /// Whether the squares are all that the records say: what they have besides counts, is a square
    /// again, or follows from one.
    pub(super) fn are_all(&self, items: &[usize]) -> bool {
        let (used, others): (Vec<usize>, Vec<usize>) =
            (0..self.period).partition(|column| self.is_used(*column));
        let says_nothing = |other: usize| {
            let (other, count) = (self.column(other), self.column(other).count());
            let follows = |place: usize| {
                let squares = items.iter().skip(place).step_by(self.per_record);
                let squares = squares.filter_map(|item| self.square(*item));
                let numbers = other.clone().map_while(|cell| cell.number());
                let all = squares.zip(numbers).map(|(at, number)| [at.0, at.1, number]);
                let known = all.clone().count();
                known >= LEAST && known + 1 >= count && is_linear(all)
            };
            let is_again =
                |used: &usize| self.column(*used).zip(other.clone()).all(|(a, b)| a == b);
            is_counting(other.clone(), 1)
                || used.iter().any(is_again)
                || (0..self.per_record).any(follows)
        };
        let count: usize = used.iter().map(|column| self.column(*column).count()).sum();
        count == items.len() * self.width && others.into_iter().all(says_nothing)
    }

    fn square(&self, item: usize) -> Option<Written> {
        square(self.stream, item, self.width)
    }

    /// The squares in the order of a column that has all numbers from 0 or from 1, but not in
    /// order.
    pub(super) fn by_step(&self) -> Option<Vec<usize>> {
        let steps = self.others().next().filter(|_| self.period == self.width + 1)?;
        let steps = steps.map(Cell::number);
        let first = steps.clone().min()?.filter(|first| (0..=1).contains(first))?;
        let mut items = vec![None; self.stretch.len() / self.period];
        for (nth, step) in steps.enumerate() {
            let place = items.get_mut(usize::try_from(step? - first).ok()?)?;
            let item =
                self.item(nth).filter(|item| self.square(*item).is_some() && place.is_none());
            *place = Some(item?);
        }
        items.into_iter().collect()
    }
}

/// Whether the third numbers follow from the first or the second, as those of a name do, or from
/// both, as 23 for row 2 and column 3, or are one number, as in `Step 3/12`.
fn is_linear(all: impl Iterator<Item = [i64; 3]> + Clone) -> bool {
    const FACTORS: [[i64; 2]; 7] = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [10, 1], [-10, 1]];
    FACTORS.iter().any(|[one, other]| {
        let mut rest = all.clone().map(|at| at[2] - one * at[0] - other * at[1]);
        rest.next().is_some_and(|first| rest.all(|rest| rest == first))
    })
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
    #[cfg(test)]
    LOOKS.with(|looks| looks.set(looks.get() + 1));
    let item = stream.items.get(at)?;
    if width == 1 {
        return item.name();
    }
    let side = |cell: &Cell| cell.number().filter(|side| *side <= Board::MAX_SIDE.into());
    Some((side(item)?, side(stream.items.get(at + 1)?)?))
}
