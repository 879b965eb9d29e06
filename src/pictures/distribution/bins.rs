//! The bins of histograms.

use std::collections::BTreeSet;

use crate::pictures::drawing::Scale;

/// Bins of counts: `edges[i]..edges[i + 1]`, without the upper edge.
#[derive(Clone, PartialEq, Debug)]
pub struct Bins {
    /// The edges: whole numbers, ascending, two or more.
    pub edges: Vec<u128>,
    /// Whether the bins are equally wide, and not by equal factors.
    pub is_linear: bool,
}

/// Preferred numbers (ISO 3, series R20, with R10 and R5 inside it), times 100: nearly equal
/// factors, with 1, 2 and 5 among R20 and R10.
const R20: [u128; 20] = [
    100, 112, 125, 140, 160, 180, 200, 224, 250, 280, 315, 355, 400, 450, 500, 560, 630, 710, 800,
    900,
];

/// No more bins than this, unless even whole decades are more.
const MOST: usize = 36;

impl Bins {
    /// The bins for counts from `least` to `largest`: round numbers, wide where counts spread far.
    /// A bin ends at each of the budgets that stopped jobs, and none goes beyond the last one.
    pub fn of(least: u128, largest: u128, budgets: &BTreeSet<u128>) -> Bins {
        let end = budgets.last().copied().filter(|budget| *budget >= largest);
        let mut bins = Bins::round(least, end.unwrap_or(largest));
        bins.edges.retain(|edge| end.is_none_or(|budget| *edge <= budget));
        let first = bins.edges[0];
        // A search may spend its whole budget.
        let after = budgets.iter().map(|budget| budget.saturating_add(1));
        bins.edges.extend(after.filter(|edge| *edge > first));
        bins.edges.sort_unstable();
        bins.edges.dedup();
        bins
    }

    fn round(least: u128, largest: u128) -> Bins {
        if largest < least.max(1).saturating_mul(3) || largest < 10 {
            return Bins::linear(least, largest);
        }
        let steps = [1, 2, 4, 20].map(|step| logarithmic(least.max(1), largest, step));
        let last = steps.last().cloned().unwrap_or_default();
        let edges = steps.into_iter().find(|edges| edges.len() <= MOST).unwrap_or(last);
        Bins { edges, is_linear: false }
    }

    fn linear(least: u128, largest: u128) -> Bins {
        let rough = (largest - least) / 20 + 1;
        let unit = 10u128.pow(rough.ilog10());
        let width = [1, 2, 5, 10].map(|factor| factor * unit).into_iter().find(|one| *one >= rough);
        let width = width.unwrap_or(rough);
        let first = least / width * width;
        let bins = (largest - first) / width + 1;
        // A bar of all jobs has space on both sides.
        let (first, bins) = match first.checked_sub(width) {
            Some(before) if bins == 1 => (before, 3),
            _ => (first, bins),
        };
        Bins {
            edges: (0..=bins).map(|bin| first.saturating_add(bin.saturating_mul(width))).collect(),
            is_linear: true,
        }
    }

    /// How many of these ascending counts are in each bin.
    pub fn counted(&self, counts: impl Iterator<Item = u128>) -> Vec<u64> {
        let mut bins = vec![0; self.edges.len() - 1];
        for count in counts {
            // A count of 0 is in the first bin of a logarithmic axis.
            let place = self.edges.partition_point(|edge| *edge <= count).saturating_sub(1);
            bins[place] += 1;
        }
        bins
    }

    /// The scale from the first to the last edge, and a little more, so that what is drawn at the
    /// last one can be seen.
    pub fn scale(&self) -> Scale {
        let ends = [self.edges[0], self.edges[self.edges.len() - 1]].map(|edge| edge as f64);
        let is_log = !self.is_linear;
        let [low, high] = if is_log { ends.map(f64::log10) } else { ends };
        Scale { is_log, low, high: high + 0.02 * (high - low) }
    }
}

/// Each `step`-th preferred number, from the last that is no more than `least` to the first above
/// `largest`.
fn logarithmic(least: u128, largest: u128, step: usize) -> Vec<u128> {
    let all = (0..=38u32).flat_map(|power| {
        let numbers = R20.into_iter().step_by(step);
        numbers.filter_map(move |number| {
            let scaled = number.checked_mul(10u128.checked_pow(power)?)?;
            Some(scaled.div_ceil(100))
        })
    });
    let mut edges: Vec<u128> = all.collect();
    edges.dedup();
    let first = edges.partition_point(|edge| *edge <= least).saturating_sub(1);
    let last = edges.partition_point(|edge| *edge <= largest);
    if last == edges.len() {
        edges.push(u128::MAX);
    }
    edges[first..=last].to_vec()
}

#[cfg(test)]
mod tests {
    use crate::pictures::distribution::bins::*;
    use proptest::prelude::*;

    #[test]
    fn edges_are_round() {
        let edges = |least, largest| Bins::of(least, largest, &BTreeSet::new()).edges;
        assert_eq!(edges(576, 1_848)[..4], [560, 630, 710, 800]);
        assert_eq!(edges(1000, 1500)[..3], [1000, 1050, 1100]);
        assert_eq!(edges(3, 9), [3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(edges(70, 7_000_000)[..4], [63, 100, 160, 250]);
        assert_eq!(edges(64, 64), [63, 64, 65, 66]);
    }

    #[test]
    fn bins_end_at_the_budgets_that_stopped_jobs() {
        let edges = |least, largest, budgets: &[u128]| {
            Bins::of(least, largest, &budgets.iter().copied().collect()).edges
        };
        let fig2 = edges(10_385, 66_005_601, &[66_005_601]);
        assert_eq!(fig2[fig2.len() - 3..], [40_000_000, 63_000_000, 66_005_602]);
        assert_eq!(edges(3, 9, &[9]), [3, 4, 5, 6, 7, 8, 9, 10]);
        // Nothing is known beyond a smaller budget of some of the jobs.
        assert_eq!(edges(5, 9, &[7, 11]), [5, 6, 7, 8, 9, 10, 11, 12]);
        assert!(edges(70, 7_000_000, &[5000]).contains(&5001));
        // The bins reach a budget that is far from all counts.
        assert_eq!(edges(70, 90, &[5000]).last(), Some(&5001));
        assert_eq!(edges(1, 1, &[1]), [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn every_count_is_in_its_bin(
            mut counts in prop::collection::vec(0..=u128::MAX - 1, 1..50),
            shift in 0..120u32,
            mut budgets in prop::collection::btree_set(0..=u128::MAX - 1, 0..3),
        ) {
            counts.iter_mut().for_each(|count| *count >>= shift);
            counts.sort_unstable();
            budgets = budgets.into_iter().map(|budget| budget >> shift).collect();
            let bins = Bins::of(counts[0], counts[counts.len() - 1], &budgets);
            prop_assert!(bins.edges.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert!(bins.edges.len() <= 64);
            prop_assert!(bins.edges[0] <= counts[0].max(1));
            prop_assert!(bins.edges[bins.edges.len() - 1] > counts[counts.len() - 1]);
            let counted = bins.counted(counts.iter().copied());
            for (place, jobs) in counted.iter().enumerate() {
                let (from, to) = (bins.edges[place], bins.edges[place + 1]);
                let is_below = |count: u128| place == 0 && count < from;
                let is_within = |count: &&u128| (from..to).contains(*count) || is_below(**count);
                let within = counts.iter().filter(is_within);
                prop_assert_eq!(within.count() as u64, *jobs);
            }
        }
    }
}
