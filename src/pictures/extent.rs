//! Of which searches the jobs of a board are: whether they are all of a kind, and from how many of
//! their starts no tour is possible.

use std::collections::HashSet;

use crate::analysis::JobRow;
use crate::analysis::impossible::{Impossible, failed_at};
use knight_search::{MoveOrder, Square};

/// The jobs of a group on one board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// The jobs from starts without a tour.
    pub impossible: u64,
    jobs: u64,
    squares: usize,
    starts: HashSet<Square>,
    orders: HashSet<MoveOrder>,
    has_seeds: bool,
}

impl Extent {
    /// Adds a job of the board.
    pub fn add(&mut self, row: &JobRow, impossible: &Impossible) {
        self.impossible += u64::from(failed_at(row).is_some_and(|place| impossible.has(&place)));
        self.jobs += 1;
        self.squares = row.setting.board.area();
        self.starts.insert(row.start);
        self.orders.insert(row.order);
        self.has_seeds |= row.seed.is_some();
    }

    /// Whether these are all jobs of a kind, and no sample of them, so that their share has no
    /// error of sampling: from one start or all, with one order or all, without random numbers.
    pub fn is_census(&self) -> bool {
        let is_whole = |count: usize, all: usize| count == 1 || count == all;
        let (starts, orders) = (self.starts.len(), self.orders.len());
        !self.has_seeds
            && self.jobs == (starts * orders) as u64
            && is_whole(starts, self.squares)
            && is_whole(orders, MoveOrder::COUNT.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::PlotInput;
    use crate::pictures::extent::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;
    use knight_search::Outcome;

    fn extent(records: &[Record]) -> Extent {
        let jobs = PlotInput::of(records).jobs;
        let (mut extent, impossible) = (Extent::default(), Impossible::of(&jobs));
        jobs.iter().for_each(|row| extent.add(&row, &impossible));
        extent
    }

    fn from(start_row: u16, start_col: u16) -> Record {
        Record { rows: 5, cols: 5, start_row, start_col, ..record(Outcome::Stuck, 64) }
    }

    #[test]
    fn all_starts_or_one_with_all_orders_or_one_are_a_census() {
        let starts: Vec<Record> = (0..25).map(|n| from(1 + n / 5, 1 + n % 5)).collect();
        assert!(extent(&starts).is_census() && extent(&starts[..1]).is_census());
        assert!(!extent(&starts[..24]).is_census());
        let orders: Vec<Record> =
            MoveOrder::all().map(|order| Record { order, ..from(1, 1) }).collect();
        assert!(extent(&orders).is_census() && !extent(&orders[..300]).is_census());
        // An unfinished sweep, and random runs.
        assert!(!extent(&[&starts[..], &orders[..2]].concat()).is_census());
        assert!(!extent(&[Record { seed: Some(1), ..from(1, 1) }]).is_census());
    }

    #[test]
    fn starts_are_impossible_by_their_colour_or_by_a_search() {
        assert_eq!(extent(&[from(1, 1), from(1, 2), from(2, 1)]).impossible, 2);
        let on_6x6 = |outcome, col| Record { rows: 6, cols: 6, ..from_with(outcome, col) };
        let proved =
            [on_6x6(Outcome::None, 2), on_6x6(Outcome::Stuck, 2), on_6x6(Outcome::Tour, 3)];
        assert_eq!(extent(&proved).impossible, 2);
    }

    fn from_with(outcome: Outcome, start_col: u16) -> Record {
        Record { start_col, ..record(outcome, 64) }
    }
}
