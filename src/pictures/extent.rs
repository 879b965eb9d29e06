//! Of which searches the jobs of a board are: whether they are all of a kind, and from how many of
//! their starts no tour is possible.

use std::collections::HashSet;

use crate::analysis::JobRow;
use crate::analysis::columns::class_of;
use crate::analysis::impossible::{Impossible, failed_at};
use knight_search::{Board, Goal, MoveOrder, Square};

/// The jobs of a group on one board, from starts with a tour.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Extent {
    /// The jobs from starts without a tour, which are left out of the rest.
    pub impossible: u64,
    jobs: u64,
    starts: HashSet<Square>,
    orders: HashSet<MoveOrder>,
    has_seeds: bool,
    search: Option<(Board, Goal)>,
}

impl Extent {
    /// Adds a job of the board.
    pub fn add(&mut self, row: &JobRow, impossible: &Impossible) {
        if failed_at(row).is_some_and(|place| impossible.has(&place)) {
            self.impossible += 1;
            return;
        }
        self.jobs += 1;
        self.search = Some((row.setting.board, row.setting.goal));
        self.starts.insert(row.start);
        self.orders.insert(row.order);
        self.has_seeds |= row.seed.is_some();
    }

    /// Whether these are all jobs of a kind, and no sample of them, so that their share has no
    /// error of sampling: from one start or all that have a tour, or all of the classes that are
    /// there if the group is one `of_class`, with one order or all, without random numbers.
    pub fn is_census(&self, impossible: &Impossible, of_class: bool) -> bool {
        let (starts, orders) = (self.starts.len(), self.orders.len());
        let has_all_starts = || {
            self.search.is_some_and(|(board, goal)| {
                let class = |square| class_of(board, square);
                let classes: HashSet<_> = self.starts.iter().copied().map(class).collect();
                let is_wanted = |square: &Square| !of_class || classes.contains(&class(*square));
                let is_missing = |square: &Square| {
                    !self.starts.contains(square) && !impossible.has(&(board, goal, *square))
                };
                !board.squares().filter(is_wanted).any(|square| is_missing(&square))
            })
        };
        !self.has_seeds
            && self.jobs == (starts * orders) as u64
            && (orders == 1 || orders == usize::from(MoveOrder::COUNT))
            && (starts == 1 || has_all_starts())
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::PlotInput;
    use crate::pictures::extent::*;
    use crate::pictures::tests::record;
    use crate::results::record::Record;
    use knight_search::Outcome;

    fn extent(records: &[Record]) -> (Extent, Impossible) {
        let jobs = PlotInput::of(records).jobs;
        let (mut extent, impossible) = (Extent::default(), Impossible::of(&jobs));
        jobs.iter().for_each(|row| extent.add(&row, &impossible));
        (extent, impossible)
    }

    fn is_census(records: &[Record]) -> bool {
        let (extent, impossible) = extent(records);
        extent.is_census(&impossible, false)
    }

    fn impossible(records: &[Record]) -> u64 {
        extent(records).0.impossible
    }

    fn from(start_row: u16, start_col: u16) -> Record {
        Record { rows: 5, cols: 5, start_row, start_col, ..record(Outcome::Stuck, 64) }
    }

    #[test]
    fn all_starts_or_one_with_all_orders_or_one_are_a_census() {
        let starts: Vec<Record> = (0..25).map(|n| from(1 + n / 5, 1 + n % 5)).collect();
        assert!(is_census(&starts) && is_census(&starts[..1]));
        assert!(!is_census(&starts[..24]));
        // No tour begins at the others.
        let possible: Vec<Record> = starts.iter().step_by(2).cloned().collect();
        assert!(possible.len() == 13 && is_census(&possible) && !is_census(&possible[1..]));
        let orders: Vec<Record> =
            MoveOrder::all().map(|order| Record { order, ..from(1, 1) }).collect();
        assert!(is_census(&orders) && !is_census(&orders[..300]));
        let corners = [(1, 1), (1, 5), (5, 1), (5, 5)].map(|(row, col)| from(row, col));
        let (of_corners, impossible) = extent(&corners);
        assert!(of_corners.is_census(&impossible, true));
        assert!(!of_corners.is_census(&impossible, false));
        // An unfinished sweep, and random runs.
        assert!(!is_census(&[&starts[..], &orders[..2]].concat()));
        assert!(!is_census(&[Record { seed: Some(1), ..from(1, 1) }]));
    }

    #[test]
    fn starts_are_impossible_by_their_colour_or_by_a_search() {
        assert_eq!(impossible(&[from(1, 1), from(1, 2), from(2, 1)]), 2);
        let on_6x6 = |outcome, col| Record { rows: 6, cols: 6, ..from_with(outcome, col) };
        let proved =
            [on_6x6(Outcome::None, 2), on_6x6(Outcome::Stuck, 2), on_6x6(Outcome::Tour, 3)];
        assert_eq!(impossible(&proved), 2);
    }

    fn from_with(outcome: Outcome, start_col: u16) -> Record {
        Record { start_col, ..record(outcome, 64) }
    }
}
