//! Of which searches the jobs of a board are: whether they are all of a kind, and from how many of
//! their starts no tour is possible.

use std::collections::HashSet;

use crate::analysis::{JobRow, Jobs};
use knight_board::theorems;
use knight_search::{Board, Goal, MoveOrder, Outcome, Square};

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
        self.impossible += u64::from(impossible.has(row));
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

/// The starts from which no tour is possible: by a theorem, or as a search proves it.
pub struct Impossible(HashSet<(Board, Goal, Square)>);

impl Impossible {
    /// Those that these jobs prove.
    pub fn of(jobs: &Jobs) -> Impossible {
        let proofs = jobs.iter().filter(|row| row.outcome == Outcome::None);
        Impossible(proofs.map(|row| (row.setting.board, row.setting.goal, row.start)).collect())
    }

    /// Whether no tour is possible from the start of a job, which has found none itself.
    pub fn has(&self, row: &JobRow) -> bool {
        let (board, goal) = (row.setting.board, row.setting.goal);
        row.outcome != Outcome::Tour
            && (self.0.contains(&(board, goal, row.start))
                || theorems::from(board, row.start, goal).is_some())
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::PlotInput;
    use crate::pictures::extent::*;
    use crate::pictures::test_records::record;
    use crate::results::record::Record;

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
