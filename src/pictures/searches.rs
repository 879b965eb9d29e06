//! What is known of the searches from each square of a board.

use std::collections::BTreeMap;

use crate::results::record::Record;
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule, Square};

/// Orders are shown one by one as long as there are no more than this.
pub const MOST_SHEETS: usize = 12;

/// What searches that can be shown on one board have in common, however their counts were obtained.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
}

/// What searches that have no start twice have in common, but for their setting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sheet {
    /// The order.
    pub order: MoveOrder,
    /// The seed, where the rule draws lots.
    pub seed: Option<u64>,
}

/// The searches of a setting, in memory that does not grow with the number of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searches {
    first: Sheet,
    /// Whether there are several orders.
    pub has_orders: bool,
    /// Whether there are several seeds.
    pub has_seeds: bool,
    /// What is known of each square; `None` once there are more than [`MOST_SHEETS`].
    pub sheets: Option<BTreeMap<Sheet, BTreeMap<Square, Known>>>,
}

/// What is known of one search, whose seed is part of it. Later values know more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Known {
    /// It ran out of memory.
    Memory,
    /// It was greedy, and got stuck after these checks.
    Stuck(u128),
    /// It needs more checks than this.
    MoreThan(u128),
    /// It finds that there is no tour, with these checks.
    NoTour(u128),
    /// It finds a tour with these checks.
    Tour(u128),
}

impl Searches {
    /// Of one search, whose record is yet to be added.
    pub fn like(record: &Record) -> Searches {
        Searches {
            first: Sheet::of(record),
            has_orders: false,
            has_seeds: false,
            sheets: Some(BTreeMap::new()),
        }
    }

    /// Adds a search. One that is there already counts as what is known best.
    pub fn add(&mut self, record: &Record) {
        let sheet = Sheet::of(record);
        self.has_orders |= sheet.order != self.first.order;
        self.has_seeds |= sheet.seed != self.first.seed;
        let Some(sheets) = &mut self.sheets else {
            return;
        };
        let known = Known::of(record);
        sheets
            .entry(sheet)
            .or_default()
            .entry(record.start())
            .and_modify(|before| *before = known.max(*before))
            .or_insert(known);
        if sheets.len() > MOST_SHEETS {
            self.sheets = None;
        }
    }
}

impl Sheet {
    fn of(record: &Record) -> Sheet {
        Sheet { order: record.order, seed: record.seed }
    }
}

impl Known {
    fn of(record: &Record) -> Known {
        match (record.outcome, record.checks) {
            (Outcome::Tour, Some(checks)) => Known::Tour(checks),
            (Outcome::None, Some(checks)) => Known::NoTour(checks),
            (Outcome::Budget, Some(budget)) => Known::MoreThan(budget),
            (Outcome::Stuck, Some(checks)) => Known::Stuck(checks),
            (Outcome::Memory, _) | (_, None) => Known::Memory,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::sample::record;
    use crate::pictures::searches::*;

    fn of(records: &[Record]) -> Searches {
        let mut searches = Searches::like(&records[0]);
        records.iter().for_each(|record| searches.add(record));
        searches
    }

    #[test]
    fn a_search_that_is_there_twice_counts_as_what_is_known_best() {
        let budget = record(Outcome::Budget, 1000);
        let tour = record(Outcome::Tour, 5000);
        for records in [[budget.clone(), tour.clone()], [tour, budget]] {
            let sheets = of(&records).sheets.unwrap();
            let known: Vec<Known> =
                sheets.values().flat_map(|sheet| sheet.values().copied()).collect();
            assert_eq!(known, [Known::Tour(5000)]);
        }
    }

    #[test]
    fn seeds_are_searches_of_their_own() {
        let seeded =
            |seed, outcome| Record { rule: Rule::Greedy, seed: Some(seed), ..record(outcome, 63) };
        let searches = of(&[seeded(1, Outcome::Tour), seeded(2, Outcome::Stuck)]);
        assert_eq!(searches.sheets.map(|sheets| sheets.len()), Some(2));
        assert_eq!((searches.has_orders, searches.has_seeds), (false, true));
    }

    #[test]
    fn many_orders_are_not_kept_one_by_one() {
        let orders = (0..=MOST_SHEETS as u16).filter_map(MoveOrder::from_rank);
        let records: Vec<Record> =
            orders.map(|order| Record { order, ..record(Outcome::Tour, 64) }).collect();
        assert!(of(&records[1..]).sheets.is_some());
        assert!(of(&records).sheets.is_none());
        assert!(of(&records).has_orders);
    }
}
