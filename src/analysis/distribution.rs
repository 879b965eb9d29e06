//! Distributions of counts in little memory.

use std::collections::BTreeMap;

/// How counts are distributed, as a histogram whose bins are equally wide on a logarithmic scale.
///
/// Memory grows with the bins in use, of which all numbers of 128 bits need fewer than 4,000, and
/// not with the counts. The least and the largest count are exact, and so are the quantiles of up
/// to [`MOST_EXACT`] counts; those of more are exact to 1.2 percent, less than half a pixel of most
/// plots.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Distribution {
    /// The counts themselves, ascending; empty once there are more than [`MOST_EXACT`].
    few: Vec<u128>,
    /// How many counts there are in each bin, once `few` is empty.
    bins: BTreeMap<u16, u64>,
    total: u64,
    extremes: Option<(u128, u128)>,
}

/// Up to this many counts are kept as they are.
pub const MOST_EXACT: u64 = 512;

/// Bins to a factor of ten.
const BINS_PER_DECADE: f64 = 100.0;

impl Distribution {
    /// Adds a count.
    pub fn add(&mut self, count: u128) {
        self.total += 1;
        if self.total <= MOST_EXACT {
            let place = self.few.partition_point(|&smaller| smaller < count);
            self.few.insert(place, count);
        } else {
            self.give_up_few();
            *self.bins.entry(bin(count)).or_default() += 1;
        }
        let (least, largest) = self.extremes.unwrap_or((count, count));
        self.extremes = Some((least.min(count), largest.max(count)));
    }

    /// Adds the counts of another distribution.
    pub fn merge(&mut self, other: &Distribution) {
        self.total += other.total;
        if self.total <= MOST_EXACT {
            self.few.extend(&other.few);
            self.few.sort_unstable();
        } else {
            self.give_up_few();
            for (bin, count) in other.binned() {
                *self.bins.entry(bin).or_default() += count;
            }
        }
        self.extremes = match (self.extremes, other.extremes) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        };
    }

    fn give_up_few(&mut self) {
        for count in std::mem::take(&mut self.few) {
            *self.bins.entry(bin(count)).or_default() += 1;
        }
    }

    /// Bins with a number of counts, some of them perhaps more than once.
    fn binned(&self) -> impl Iterator<Item = (u16, u64)> {
        let few = self.few.iter().map(|&count| (bin(count), 1));
        few.chain(self.bins.iter().map(|(&bin, &count)| (bin, count)))
    }

    /// How many counts there are.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The least count.
    pub fn least(&self) -> Option<u128> {
        self.extremes.map(|(least, _)| least)
    }

    /// The largest count.
    pub fn largest(&self) -> Option<u128> {
        self.extremes.map(|(_, largest)| largest)
    }

    /// The count with `rank` others before it in ascending order; of many rounded to its bin.
    pub fn ranked(&self, rank: u64) -> Option<f64> {
        if !self.few.is_empty() {
            return self.few.get(rank as usize).map(|&count| count as f64);
        }
        let (least, largest) = self.extremes?;
        let mut before = 0;
        let bin = self.bins.iter().find_map(|(&bin, &count)| {
            before += count;
            (before > rank).then_some(bin)
        })?;
        // The first bin has no other counts than 0 and 1.
        if bin == 0 {
            return Some(least as f64);
        }
        let middle = 10f64.powf((f64::from(bin) + 0.5) / BINS_PER_DECADE);
        Some(middle.clamp(least as f64, largest as f64))
    }

    /// The lower of the middle counts, as [`Distribution::ranked`].
    pub fn median(&self) -> Option<f64> {
        self.ranked(self.total.saturating_sub(1) / 2)
    }

    /// Counts, ascending, with how many counts there are up to each; of many the upper ends of the
    /// bins in use.
    pub fn cumulated(&self) -> Vec<(f64, u64)> {
        if !self.few.is_empty() {
            return (1..).zip(&self.few).map(|(upto, &count)| (count as f64, upto)).collect();
        }
        let largest = self.largest().unwrap_or(0) as f64;
        let steps = self.bins.iter().scan(0, |before, (&bin, &count)| {
            *before += count;
            let end = 10f64.powf((f64::from(bin) + 1.0) / BINS_PER_DECADE);
            Some((end.min(largest), *before))
        });
        steps.collect()
    }

    /// The histogram with `per_decade` bins to a factor of ten, a divisor of 100: the decimal
    /// logarithm at which each bin begins, ascending, with its number of counts.
    pub fn histogram(&self, per_decade: u16) -> BTreeMap<u16, u64> {
        let width = BINS_PER_DECADE as u16 / per_decade;
        let mut coarse = BTreeMap::new();
        for (bin, count) in self.binned() {
            *coarse.entry(bin / width).or_default() += count;
        }
        coarse
    }
}

/// The bin of a count; 0 is counted as 1.
fn bin(count: u128) -> u16 {
    ((count.max(1) as f64).log10() * BINS_PER_DECADE) as u16
}

#[cfg(test)]
mod tests {
    use crate::analysis::distribution::*;
    use proptest::prelude::*;

    fn of(counts: &[u128]) -> Distribution {
        let mut distribution = Distribution::default();
        counts.iter().for_each(|&count| distribution.add(count));
        distribution
    }

    proptest! {
        #[test]
        fn quantiles_are_near_those_of_the_sorted_counts(mut counts in prop::collection::vec(1..=u128::MAX, 1..600)) {
            let distribution = of(&counts);
            counts.sort_unstable();
            for (rank, &exact) in counts.iter().enumerate() {
                let ranked = distribution.ranked(rank as u64).unwrap();
                let error = (ranked / exact as f64).ln().abs();
                let most = if counts.len() as u64 <= MOST_EXACT { 0.0 } else { 0.012 };
                prop_assert!(error <= most, "{ranked} for {exact}");
            }
            prop_assert_eq!(distribution.ranked(counts.len() as u64), None);
            prop_assert_eq!(distribution.least(), counts.first().copied());
            prop_assert_eq!(distribution.largest(), counts.last().copied());
        }

        #[test]
        fn merging_is_adding_all(left in prop::collection::vec(0..=u128::MAX, 0..300), right in prop::collection::vec(0..=u128::MAX, 0..300)) {
            let mut merged = of(&left);
            merged.merge(&of(&right));
            prop_assert_eq!(merged, of(&[left, right].concat()));
        }
    }

    #[test]
    fn a_single_count_is_its_own_median() {
        assert_eq!(of(&[66_005_601]).median(), Some(66_005_601.0));
        assert_eq!(of(&[0]).median(), Some(0.0));
        assert_eq!(Distribution::default().median(), None);
    }

    #[test]
    fn zeros_stay_zeros_however_many_there_are() {
        let many = [vec![0; 400], vec![70; 400]].concat();
        assert_eq!(of(&many).ranked(0), Some(0.0));
        assert_eq!(of(&many).ranked(399), Some(0.0));
        assert!(of(&many).ranked(400).is_some_and(|count| count > 69.0));
    }

    #[test]
    fn coarse_bins_hold_every_count() {
        let distribution = of(&[1, 9, 10, 99, 100, 1000]);
        let histogram: Vec<(u16, u64)> = distribution.histogram(1).into_iter().collect();
        assert_eq!(histogram, [(0, 2), (1, 2), (2, 1), (3, 1)]);
        let cumulated: Vec<u64> =
            distribution.cumulated().into_iter().map(|(_, upto)| upto).collect();
        assert_eq!(cumulated, [1, 2, 3, 4, 5, 6]);
    }
}
