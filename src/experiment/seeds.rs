//! The seeds of an experiment, as ranges.

use std::collections::BTreeMap;

use crate::experiment::sets::SeedSet;

/// Seeds without repeats, in the order in which they were named. Memory grows with the ranges.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Disjoint ranges: how many seeds are before each, and its first one.
    ranges: Vec<(u64, u64)>,
    /// The last seed of each range, and how many seeds are before it, by its first one.
    by_first: BTreeMap<u64, (u64, u64)>,
    len: u64,
}

impl Seeds {
    /// The seeds of some sets.
    pub(super) fn new(sets: &[SeedSet]) -> Seeds {
        let mut seeds = Seeds::default();
        sets.iter().for_each(|set| seeds.add(*set));
        seeds
    }

    /// Adds what of a set was not named before: the gaps between the ranges that it touches.
    fn add(&mut self, SeedSet { first, last }: SeedSet) {
        let before = self.by_first.range(..=last).rev();
        let touched = before.take_while(|(_, (end, _))| *end >= first);
        let touched: Vec<(u64, u64)> = touched.map(|(&start, &(end, _))| (start, end)).collect();
        let mut at = Some(first);
        for (start, end) in touched.into_iter().rev() {
            if let Some(begin) = at.filter(|begin| *begin < start) {
                self.push(begin, start - 1);
            }
            at = end.checked_add(1);
        }
        if let Some(begin) = at.filter(|begin| *begin <= last) {
            self.push(begin, last);
        }
    }

    fn push(&mut self, first: u64, last: u64) {
        self.ranges.push((self.len, first));
        self.by_first.insert(first, (last, self.len));
        // All of 64 bits would be one too many; an experiment has at most a billion jobs.
        self.len += (last - first).saturating_add(1);
    }

    /// How many there are; 0 for a deterministic rule.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the rule is deterministic.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seed of this place, from 0.
    pub fn get(&self, place: u64) -> Option<u64> {
        let ranges = &self.ranges[..self.ranges.partition_point(|(before, _)| *before <= place)];
        let (before, first) = ranges.last().filter(|_| place < self.len)?;
        Some(first + (place - before))
    }

    /// The place of a seed, if it is there: the inverse of [`Seeds::get`].
    pub fn place(&self, seed: u64) -> Option<u64> {
        let (first, (last, before)) = self.by_first.range(..=seed).next_back()?;
        (seed <= *last).then(|| before + (seed - first))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::experiment::seeds::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn seeds_are_those_of_all_sets_once(ranges in prop::collection::vec((0u64..60, 0u64..20), 0..12)) {
            let texts: Vec<String> =
                ranges.iter().map(|(first, more)| format!("{first}-{}", first + more)).collect();
            let sets: Vec<SeedSet> =
                texts.iter().map(|text| SeedSet::parse(text).unwrap()).collect();
            let mut seen = HashSet::new();
            let expected: Vec<u64> =
                sets.iter().flat_map(|set| set.first..=set.last).filter(|s| seen.insert(*s)).collect();
            let seeds = Seeds::new(&sets);
            let found: Vec<u64> = (0..seeds.len()).filter_map(|place| seeds.get(place)).collect();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(seeds.get(seeds.len()), None);
            for seed in 0..90 {
                let place = expected.iter().position(|one| *one == seed).map(|place| place as u64);
                prop_assert_eq!(seeds.place(seed), place);
            }
        }
    }

    #[test]
    fn the_largest_seed_can_be_named_twice() {
        let set = SeedSet::parse("18446744073709551615").unwrap();
        let seeds = Seeds::new(&[set, set]);
        assert_eq!(
            (seeds.len(), seeds.get(0), seeds.place(u64::MAX)),
            (1, Some(u64::MAX), Some(0))
        );
    }
}
