//! Counts that do not fit the memory, in parts that do.
//!
//! The counts of a layer add up, so a count may be done once with each part of its tables, and the
//! results added. Each part repeats the steps before the cut, so no part waits in memory for
//! another, and where parts would meet again they do so one after the other. A part that does not
//! fit either is cut again.

use crate::plan::FrontierPlan;
use crate::slices::room_of_layers;
use crate::states::{Kept, Layer};

/// How often a part of a count should be cut again at most: there are up to 64 parts.
pub const MOST_CUTS: usize = 6;

/// About how much larger a layer is than its larger half.
const LARGER_HALF: f64 = 1.5;

/// A part of the layer before a step: the tables that have an end at a slot, or the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    /// The step.
    pub step: usize,
    slot: u32,
    /// Whether the tables that have an end there are kept.
    has_end: bool,
}

impl Cut {
    /// The two parts of the layer before a step that differ longest and are of most equal size;
    /// `None` if all tables have the same ends, or the layers after it do not seem to fit this many
    /// bytes after `cuts` cuts, unless tables wait elsewhere.
    pub(crate) fn halves(
        plan: &FrontierPlan,
        step: usize,
        layer: &Layer,
        cuts: usize,
        bytes: usize,
    ) -> Option<[Cut; 2]> {
        let whole: usize = layer.tables.iter().map(Kept::whole_bytes).sum();
        let room = &room_of_layers(&plan.steps)[step..];
        let largest = room.iter().copied().fold(0.0, f64::max) / room[0] * whole as f64;
        let is_here = layer.tables.iter().all(|table| matches!(table, Kept::Here(_)));
        if is_here && largest > bytes as f64 * LARGER_HALF.powi(cuts.try_into().ok()?) {
            return None;
        }
        let worth = |slot: u32| {
            let is_there = |table: &&Kept| table.ends().has(slot);
            let bytes: usize = layer.tables.iter().filter(is_there).map(Kept::whole_bytes).sum();
            // Until a step affects the slot, what becomes of the parts does not meet.
            let life = plan.steps[step..].iter().take_while(|s| s.unaffected >> slot & 1 == 1);
            bytes.min(whole - bytes) * (1 + life.count())
        };
        let slot =
            (0..u32::BITS).max_by_key(|&slot| worth(slot)).filter(|&slot| worth(slot) > 0)?;
        Some([true, false].map(|has_end| Cut { step, slot, has_end }))
    }

    /// Whether the walks that are finished before the cut count in this part.
    pub(crate) fn is_first(self) -> bool {
        self.has_end
    }

    /// Drops the tables of the other part, and returns their bytes in memory.
    pub(crate) fn drop_others(self, layer: &mut Layer) -> usize {
        let bytes = layer.bytes();
        layer.tables.retain(|table| table.ends().has(self.slot) == self.has_end);
        bytes - layer.bytes()
    }
}

#[cfg(test)]
mod tests {
    use crate::cuts::*;
    use crate::slices::{GROWTH, slices};
    use crate::tests::{beginnings, plan_of, within};
    use crate::{CountError, Counted, Limits, PairingMaps, Prime, count, remainders};

    // What fits depends on the threads, so there is one.
    #[test]
    fn counts_in_parts_are_those_of_the_whole() {
        for (board, start, counted) in [
            ("6x7", Some(8), Counted::Walks),
            ("6x7", Some(0), Counted::HamiltonianPaths),
            ("6x7", None, Counted::HamiltonianPaths),
            ("7x8", None, Counted::HamiltonianCycles),
        ] {
            for sliced in [false, true] {
                let mut plan = plan_of(board, start, counted);
                if sliced {
                    plan.slices = slices(&plan.steps, 0.0, GROWTH);
                    plan.slices_of_remainders = slices(&plan.steps, 0.0, 1.0);
                }
                let maps = PairingMaps::default();
                let run = |limits: &mut Limits| count(&plan, &maps, limits);
                let (whole, most, _) = within(1 << 30, None, 0, 1, run);
                assert!(whole.is_ok_and(|walks| walks > 0));
                let (found, _, seen) = within(most / 10 * 6, None, MOST_CUTS, 1, run);
                assert_eq!(found, whole, "{board}, {counted:?}, {sliced}");
                assert!(beginnings(&seen) > 2, "{board}, {counted:?}, {sliced}");
                let primes: Vec<Prime> = Prime::descending().take(2).collect();
                let run = |limits: &mut Limits| remainders(&[&plan, &plan], &primes, &maps, limits);
                let (whole, most, _) = within(1 << 30, None, 0, 1, run);
                let (found, _, seen) = within(most / 10 * 6, None, MOST_CUTS, 1, run);
                assert_eq!(found, whole, "{board}, {sliced}");
                // One for both plans, then each alone.
                assert!(beginnings(&seen) > 3, "{board}, {counted:?}, {sliced}");
            }
        }
    }

    #[test]
    fn parts_are_counted_until_they_exceed_the_cap() {
        let plan = plan_of("6x7", Some(8), Counted::Walks);
        let run = |limits: &mut Limits| count(&plan, &PairingMaps::default(), limits);
        let (whole, most, _) = within(1 << 30, None, 0, 1, run);
        let whole = whole.unwrap();
        for cap in [whole / 4, whole / 2, whole - 1, whole] {
            let capped = |limits: &mut Limits| {
                limits.cap = cap;
                run(limits)
            };
            let found = within(most / 100 * 60, None, MOST_CUTS, 1, capped).0.unwrap();
            assert!(found <= whole && (found == whole || found > cap), "{found}, {cap}, {whole}");
        }
    }

    #[test]
    fn a_count_that_no_cuts_make_fit_is_given_up_early() {
        let plan = plan_of("8x8", Some(0), Counted::Walks);
        let run = |limits: &mut Limits| count(&plan, &PairingMaps::default(), limits);
        let (found, _, seen) = within(1 << 20, None, MOST_CUTS, 1, run);
        assert_eq!((found, beginnings(&seen)), (Err(CountError::MemoryLimit), 1));
    }
}
