//! Jobs in pairs: those that differ in one column and agree in all others.
//!
//! The engine never separates jobs, as all engines give the same counts; nor does the file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use crate::analysis::columns::{Role, differ};
use crate::analysis::fingerprint::fingerprint;
use crate::analysis::{Column, Cost, JobRow, Jobs, Value};

/// The columns in which the jobs of a pair agree, except for those that tell the sides apart.
pub static SHARED: LazyLock<Vec<Column>> =
    LazyLock::new(|| Column::identifying().filter(|column| *column != Column::Engine).collect());

/// The value that partners share: of a job without a seed, that of its partner.
pub fn shared_value<'a>(column: Column, rows: impl IntoIterator<Item = &'a JobRow>) -> Value {
    let mut values = rows.into_iter().map(|row| column.value(row));
    values.find(|value| *value != Value::Missing).unwrap_or(Value::Missing)
}

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
        if first.is_empty() {
            return Pairing { alone: [Vec::new(), second.to_vec()], ..Pairing::default() };
        }
        let apart = apart(jobs, column, [first, second]);
        let is_agreed = |other: &Column| *other != column && !apart.contains(other);
        let agreed: Vec<Column> = SHARED.iter().copied().filter(is_agreed).collect();
        let mut pairing = Pairing { apart, ..Pairing::default() };
        // The one without seeds is searched for the partners of the other.
        let is_swapped = jobs.at(second).all(|row| row.seed.is_none());
        let (asked, searched) = if is_swapped { (first, second) } else { (second, first) };
        let (own, other) = if is_swapped { (0, 1) } else { (1, 0) };
        let index = pairing.index(jobs, &agreed, searched, other);
        let mine = pairing.index(jobs, &agreed, asked, own);
        let mut found = HashSet::new();
        for &place in asked {
            let key = key(&jobs.get(place), &agreed);
            if mine[&key] != place {
                continue;
            }
            let partner = index.get(&key).or_else(|| index.get(&(key.0, None)));
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
        agreed: &[Column],
        places: &[u32],
        side: usize,
    ) -> HashMap<Key, u32> {
        let mut index = HashMap::with_capacity(places.len());
        for &place in places {
            let row = jobs.get(place);
            let known = index.entry(key(&row, agreed)).or_insert(place);
            if *known == place {
                continue;
            }
            self.repeated[side] += 1;
            let earlier = jobs.get(*known);
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
            jobs.at(places).map(|row| column.value(&row)).collect()
        };
        let separates = |other: &Column| {
            *other != column && values(*other, sides[0]).is_disjoint(&values(*other, sides[1]))
        };
        SHARED.iter().copied().filter(separates).collect()
    }

    /// What the pairs are called: `starts` if they differ in their start squares only.
    pub fn noun(&self, jobs: &Jobs) -> &'static str {
        let differs = |column: Column| {
            let value = |&(one, other): &(u32, u32)| {
                [one, other].map(|place| column.value(&jobs.get(place)))
            };
            differ(self.pairs.iter().map(value))
        };
        let differing: Vec<Column> =
            SHARED.iter().copied().filter(|column| differs(*column)).collect();
        match differing.as_slice() {
            [one] if one.role() == Role::Choice || *one == Column::Board => one.word(),
            _ => "job",
        }
    }
}

/// What the jobs of a pair have in common: a hash of their values in some columns, and the seed.
type Key = ([u64; 2], Option<u64>);

/// The key of a job, by the columns in which the jobs of a pair agree.
fn key(row: &JobRow, agreed: &[Column]) -> Key {
    let values = agreed.iter().filter(|column| **column != Column::Seed);
    let seed = row.seed.filter(|_| agreed.contains(&Column::Seed));
    (fingerprint(&values.map(|column| column.value(row)).collect::<Vec<_>>()), seed)
}

/// The columns in which each side has one value, and these differ, except for the one that is
/// compared.
fn apart(jobs: &Jobs, column: Column, sides: [&[u32]; 2]) -> Vec<Column> {
    let only = |column: Column, places: &[u32]| {
        let mut values = jobs.at(places).map(|row| column.value(&row));
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    };
    let is_apart = |other: &Column| {
        *other != column
            && match (only(*other, sides[0]), only(*other, sides[1])) {
                // Without a seed a job is the partner of those with any.
                (Some(Value::Missing), _) | (_, Some(Value::Missing)) if *other == Column::Seed => {
                    false
                }
                (Some(one), Some(other)) => one != other,
                _ => false,
            }
    };
    SHARED.iter().copied().filter(is_apart).collect()
}
