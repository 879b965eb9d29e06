//! The seeds of an experiment, as ranges.

use std::collections::BTreeMap;

use crate::experiment::sets::SeedSet;

/// Seeds without repeats, in the order in which they were named. Memory grows with the ranges.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    ranges: Vec<SeedRange>,
    /// The places of the ranges by ascending first seed.
    by_first: Vec<u32>,
    len: u64,
}

#[derive(Clone, Copy, Debug)]
struct SeedRange {
    /// Seeds of the ranges before this one.
    before: u64,
    first: u64,
}

impl Seeds {
    /// The seeds of some sets.
    pub(super) fn new(sets: &[SeedSet]) -> Seeds {
        let mut seeds = Seeds::default();
        // Disjoint ranges: the last seed of each by its first.
        let mut named: BTreeMap<u64, u64> = BTreeMap::new();
        for set in sets {
            let (mut first, mut last) = (set.first, set.last);
            seeds.push_new(first, last, &named);
            // Each range is removed at most once, so that the time stays linear.
            while let Some((&start, &end)) = named.range(..=last).next_back() {
                if end < first {
                    break;
                }
                (first, last) = (first.min(start), last.max(end));
                named.remove(&start);
            }
            named.insert(first, last);
        }
        let mut by_first: Vec<u32> = (0..seeds.ranges.len() as u32).collect();
        by_first.sort_unstable_by_key(|range| seeds.ranges[*range as usize].first);
        Seeds { by_first, ..seeds }
    }

    /// Adds the seeds from `first` to `last` that were not named.
    fn push_new(&mut self, first: u64, last: u64, named: &BTreeMap<u64, u64>) {
        let before = named.range(..=first).next_back().map(|(&start, &end)| (start, end));
        let within = named.range(first..=last).map(|(&start, &end)| (start, end));
        let mut at = Some(first);
        for (start, end) in before.into_iter().chain(within) {
            let Some(begin) = at.filter(|begin| *begin <= last) else {
                return;
            };
            if end < begin {
                continue;
            }
            if begin < start {
                self.push(begin, start - 1);
            }
            at = end.checked_add(1);
        }
        if let Some(begin) = at.filter(|begin| *begin <= last) {
            self.push(begin, last);
        }
    }

    fn push(&mut self, first: u64, last: u64) {
        self.ranges.push(SeedRange { before: self.len, first });
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
        if place >= self.len {
            return None;
        }
        let after = self.ranges.partition_point(|range| range.before <= place);
        let range = self.ranges[after - 1];
        Some(range.first + (place - range.before))
    }

    /// The place of a seed, if it is there: the inverse of [`Seeds::get`].
    pub fn place(&self, seed: u64) -> Option<u64> {
        let first = |range: &u32| self.ranges[*range as usize].first;
        let after = self.by_first.partition_point(|range| first(range) <= seed);
        let number = *self.by_first.get(after.checked_sub(1)?)? as usize;
        let range = self.ranges[number];
        let end = self.ranges.get(number + 1).map_or(self.len, |next| next.before);
        let within = seed - range.first;
        (within < end - range.before).then(|| range.before + within)
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
