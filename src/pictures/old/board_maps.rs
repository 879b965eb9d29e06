//! For each board, goal and rule: a map from the start squares to what their searches found.

use std::collections::BTreeMap;

use crate::results::record::Record;
use knight_search::{Board, Goal, MoveOrder, Outcome, Rule, Square};

/// Up to this many maps are shown one by one.
pub const MOST_MAPS: usize = 12;

/// What searches must share to be shown on one board. The engine may differ: it does not change a
/// count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// Which tours counted.
    pub goal: Goal,
    /// How children were ordered.
    pub rule: Rule,
}

/// What tells searches of one setting and one start square apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OrderAndSeed {
    /// The move order.
    pub order: MoveOrder,
    /// The seed, where the rule is random.
    pub seed: Option<u64>,
}

/// The maps of a setting, in memory that does not grow with the number of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMaps {
    first: OrderAndSeed,
    /// Whether there are several orders.
    pub has_orders: bool,
    /// Whether there are several seeds.
    pub has_seeds: bool,
    /// The maps; `None` once there are more than [`MOST_MAPS`].
    pub maps: Option<BTreeMap<OrderAndSeed, BTreeMap<Square, Known>>>,
}

/// What is known of one search. A greater value knows more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Known {
    /// It ran out of memory.
    Memory,
    /// It was greedy, and got stuck after this many checks.
    Stuck(u128),
    /// It needs more checks than this.
    MoreThan(u128),
    /// It proves with this many checks that there is no tour.
    NoTour(u128),
    /// It finds a tour with this many checks.
    Tour(u128),
}

impl BoardMaps {
    /// Empty maps of the setting of this record. The record itself is not added yet.
    pub fn like(record: &Record) -> BoardMaps {
        BoardMaps {
            first: OrderAndSeed::of(record),
            has_orders: false,
            has_seeds: false,
            maps: Some(BTreeMap::new()),
        }
    }

    /// Adds a search. Where several files have the same search, the record that knows most counts.
    pub fn add(&mut self, record: &Record) {
        let key = OrderAndSeed::of(record);
        self.has_orders |= key.order != self.first.order;
        self.has_seeds |= key.seed != self.first.seed;
        let Some(maps) = &mut self.maps else {
            return;
        };
        let known = Known::of(record);
        maps.entry(key)
            .or_default()
            .entry(record.start())
            .and_modify(|before| *before = known.max(*before))
            .or_insert(known);
        if maps.len() > MOST_MAPS {
            self.maps = None;
        }
    }
}

impl OrderAndSeed {
    fn of(record: &Record) -> OrderAndSeed {
        OrderAndSeed { order: record.order, seed: record.seed }
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
    use crate::pictures::old::board_maps::*;
    use crate::pictures::test_records::record;

    fn of(records: &[Record]) -> BoardMaps {
        let mut maps = BoardMaps::like(&records[0]);
        records.iter().for_each(|record| maps.add(record));
        maps
    }

    #[test]
    fn of_two_records_of_one_search_the_one_that_knows_more_counts() {
        let budget = record(Outcome::Budget, 1000);
        let tour = record(Outcome::Tour, 5000);
        for records in [[budget.clone(), tour.clone()], [tour, budget]] {
            let maps = of(&records).maps.unwrap();
            let known: Vec<Known> = maps.values().flat_map(|map| map.values().copied()).collect();
            assert_eq!(known, [Known::Tour(5000)]);
        }
    }

    #[test]
    fn each_seed_is_a_search_of_its_own() {
        let seeded =
            |seed, outcome| Record { rule: Rule::Greedy, seed: Some(seed), ..record(outcome, 63) };
        let maps = of(&[seeded(1, Outcome::Tour), seeded(2, Outcome::Stuck)]);
        assert_eq!(maps.maps.as_ref().map(BTreeMap::len), Some(2));
        assert_eq!((maps.has_orders, maps.has_seeds), (false, true));
    }

    #[test]
    fn many_orders_are_not_kept_one_by_one() {
        let orders = (0..=MOST_MAPS as u16).filter_map(MoveOrder::from_rank);
        let records: Vec<Record> =
            orders.map(|order| Record { order, ..record(Outcome::Tour, 64) }).collect();
        assert!(of(&records[1..]).maps.is_some());
        assert!(of(&records).maps.is_none());
        assert!(of(&records).has_orders);
    }
}
