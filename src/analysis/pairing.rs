//! Jobs in pairs: those that differ in one column and agree in all others.
//!
//! The engine never separates jobs, as all engines give the same counts; nor does the file.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::analysis::columns::{Column, Value};
use crate::analysis::jobs::{JobRow, Jobs, Setting};
use crate::analysis::statistics::Cost;
use knight_search::{Board, Engine, Goal, Rule, Square};

/// The columns in which the jobs of a pair agree, except for those that tell the sides apart.
pub const SHARED: [Column; 7] = [
    Column::Board,
    Column::Start,
    Column::Order,
    Column::Rule,
    Column::Goal,
    Column::Budget,
    Column::Seed,
];

/// Two sides of jobs, in pairs. Jobs are named by their places.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pairing {
    /// A job of the first and one of the second side, in the order of the files.
    pub pairs: Vec<(u32, u32)>,
    /// The jobs of either side that have no partner.
    pub alone: [Vec<u32>; 2],
    /// The columns, besides the one that is compared, in which each side has one value and these
    /// differ. The jobs of a pair agree in all others.
    pub apart: Vec<Column>,
    /// How many rows of either side were left out, as an earlier row has the same search.
    pub repeated: [u64; 2],
    /// Rows of the same search on one side that do not have the same result.
    pub contradictions: Vec<(u32, u32)>,
}

impl Pairing {
    /// Pairs the jobs of two sides, which differ in a column.
    ///
    /// If the jobs of one side have seeds and those of the other have not, as between random and
    /// other rules, a job without a seed is the partner of those with any.
    pub fn new(jobs: &Jobs, column: Column, [first, second]: [&[u32]; 2]) -> Pairing {
        let Some(any) = first.first().map(|&place| jobs.get(place as usize)) else {
            return Pairing { alone: [Vec::new(), second.to_vec()], ..Pairing::default() };
        };
        let any_board = any.setting.board;
        let mut keys = Keys { left_out: vec![column], any_board, families: HashMap::new() };
        let apart = keys.leave_out_those_apart(jobs, [first, second]);
        let mut pairing = Pairing { apart, ..Pairing::default() };
        // The one without seeds is searched for the partners of the other.
        let is_swapped = second.iter().all(|&place| jobs.get(place as usize).seed.is_none());
        let (asked, searched) = if is_swapped { (first, second) } else { (second, first) };
        let (own, other) = if is_swapped { (0, 1) } else { (1, 0) };
        let index = pairing.index(jobs, &mut keys, searched, other);
        let mine = pairing.index(jobs, &mut keys, asked, own);
        let mut found = HashSet::new();
        for &place in asked {
            let key = keys.of(&jobs.get(place as usize));
            if mine[&key] != place {
                continue;
            }
            let partner = index.get(&key).or_else(|| index.get(&Key { seed: None, ..key }));
            match partner {
                Some(&partner) => {
                    found.insert(partner);
                    let pair = if is_swapped { (place, partner) } else { (partner, place) };
                    pairing.pairs.push(pair);
                }
                None => pairing.alone[own].push(place),
            }
        }
        let mut alone: Vec<u32> =
            index.into_values().filter(|place| !found.contains(place)).collect();
        alone.sort_unstable();
        pairing.alone[other] = alone;
        pairing
    }

    /// The place of each search, by its key.
    fn index(
        &mut self,
        jobs: &Jobs,
        keys: &mut Keys,
        places: &[u32],
        side: usize,
    ) -> HashMap<Key, u32> {
        let mut index = HashMap::with_capacity(places.len());
        for &place in places {
            let row = jobs.get(place as usize);
            let known = index.entry(keys.of(&row)).or_insert(place);
            if *known == place {
                continue;
            }
            self.repeated[side] += 1;
            let earlier = jobs.get(*known as usize);
            match (earlier.cost, row.cost) {
                (one, other) if one == other => {}
                (Cost::Unknown, _) => *known = place,
                (_, Cost::Unknown) => {}
                _ => self.contradictions.push((*known, place)),
            }
        }
        index
    }

    /// The columns besides the one that is compared in which no job of one side agrees with one of
    /// the other: why there are no pairs.
    pub fn separating(jobs: &Jobs, column: Column, sides: [&[u32]; 2]) -> Vec<Column> {
        let values = |column: Column, places: &[u32]| -> BTreeSet<Value> {
            places.iter().map(|&place| column.value(&jobs.get(place as usize))).collect()
        };
        let separates = |other: &Column| {
            *other != column && values(*other, sides[0]).is_disjoint(&values(*other, sides[1]))
        };
        SHARED.into_iter().filter(separates).collect()
    }

    /// What the pairs are called: `starts` if they differ in their start squares only.
    pub fn noun(&self, jobs: &Jobs) -> &'static str {
        let nouns = [
            (Column::Start, "start"),
            (Column::Order, "order"),
            (Column::Seed, "seed"),
            (Column::Board, "board"),
        ];
        let differs = |column: Column| {
            let value = |pair: &(u32, u32)| {
                let (one, other) = (jobs.get(pair.0 as usize), jobs.get(pair.1 as usize));
                (column.value(&one), column.value(&other))
            };
            let first = self.pairs.first().map(value);
            self.pairs.iter().any(|pair| Some(value(pair)) != first)
        };
        let differing: Vec<Column> = SHARED.into_iter().filter(|column| differs(*column)).collect();
        match differing.as_slice() {
            [one] => nouns.iter().find(|(column, _)| column == one).map_or("job", |(_, noun)| noun),
            _ => "job",
        }
    }
}

/// What the jobs of a pair have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    /// Their setting, by number.
    family: u32,
    start: Square,
    order: u16,
    seed: Option<u64>,
}

/// Makes keys without the columns that tell the sides apart.
struct Keys {
    left_out: Vec<Column>,
    /// Stands for all boards if they are left out.
    any_board: Board,
    families: HashMap<Setting, u32>,
}

impl Keys {
    /// Leaves out the columns in which each side has one value, and these differ.
    fn leave_out_those_apart(&mut self, jobs: &Jobs, sides: [&[u32]; 2]) -> Vec<Column> {
        let only = |column: Column, places: &[u32]| {
            let value = |place: u32| column.value(&jobs.get(place as usize));
            let first = value(*places.first()?);
            places.iter().all(|&place| value(place) == first).then_some(first)
        };
        let is_apart = |column: &Column| {
            !self.left_out.contains(column)
                && match (only(*column, sides[0]), only(*column, sides[1])) {
                    // Without a seed a job is the partner of those with any.
                    (Some(Value::Missing), _) | (_, Some(Value::Missing))
                        if *column == Column::Seed =>
                    {
                        false
                    }
                    (Some(one), Some(other)) => one != other,
                    _ => false,
                }
        };
        let apart: Vec<Column> = SHARED.into_iter().filter(is_apart).collect();
        self.left_out.extend(&apart);
        apart
    }

    fn of(&mut self, row: &JobRow) -> Key {
        let mut setting = Setting { engine: Engine::Auto, ..row.setting };
        let mut key = Key { family: 0, start: row.start, order: row.order.rank(), seed: row.seed };
        for column in &self.left_out {
            match column {
                Column::Board => setting.board = self.any_board,
                Column::Start => key.start = Square { row: 0, col: 0 },
                Column::Order => key.order = 0,
                Column::Rule => setting.rule = Rule::Fixed,
                Column::Goal => setting.goal = Goal::Open,
                Column::Budget => setting.budget = None,
                Column::Seed => key.seed = None,
                _ => {}
            }
        }
        let next = self.families.len() as u32;
        key.family = *self.families.entry(setting).or_insert(next);
        key
    }
}
