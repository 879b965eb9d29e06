//! The seeds of an experiment.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::experiment::sets::SeedSet;

/// Seeds without repeats, in the order in which they were named.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    list: Vec<u64>,
    places: HashMap<u64, u32>,
}

impl Seeds {
    /// The seeds of some sets.
    pub(super) fn new(sets: &[SeedSet]) -> Seeds {
        let Seeds { mut list, mut places } = Seeds::default();
        for seed in sets.iter().flat_map(|set| set.first..=set.last) {
            if let Entry::Vacant(free) = places.entry(seed) {
                free.insert(list.len() as u32);
                list.push(seed);
            }
        }
        Seeds { list, places }
    }

    /// How many there are; 0 for a deterministic rule.
    pub fn len(&self) -> u64 {
        self.list.len() as u64
    }

    /// Whether the rule is deterministic.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The seed of this place, from 0.
    pub fn get(&self, place: u64) -> Option<u64> {
        self.list.get(usize::try_from(place).ok()?).copied()
    }

    /// The place of a seed, if it is there: the inverse of [`Seeds::get`].
    pub fn place(&self, seed: u64) -> Option<u64> {
        self.places.get(&seed).copied().map(u64::from)
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
