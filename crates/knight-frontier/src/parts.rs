//! Counts in parts, where the whole does not fit the memory.
//!
//! The counts of a layer add up, so its tables may be taken to the end in parts, one after the
//! other. The tables of the others do not wait: the steps before the cut are done again for each
//! part. A part that does not fit is cut again at a later step, to which its own parts are taken
//! from its beginning.
//!
//! What follows a cut is done again wherever tables of several parts lead to the same table. A
//! layer is cut by the ends among slots that the next steps leave as they are: until then the parts
//! have no table in common.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::limits::{CountError, Limits};
use crate::numbers::Numbers;
use crate::pairing_maps::PairingMaps;
use crate::plan::FrontierPlan;
use crate::run::{LayerRun, Reached};
use crate::states::{Kept, Layer};
use crate::transitions::VertexStep;

/// The slots by which a layer is cut.
const SLOTS: usize = 3;

/// Counts what the plan says, exactly or up to a number above the cap of the limits.
///
/// # Errors
/// [`CountError`], but not [`CountError::TooWide`].
pub fn count(
    plan: &FrontierPlan,
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<u128, CountError> {
    Parts { plan, shared_maps, limits, cuts: Vec::new() }.count()
}

/// A count of what some cuts leave.
struct Parts<'a, 'b> {
    plan: &'a FrontierPlan,
    shared_maps: &'a PairingMaps,
    limits: &'a mut Limits<'b>,
    /// The cuts, with the part that is left of each.
    cuts: Vec<(Cut, Reached)>,
}

impl Parts<'_, '_> {
    /// The walks that are not whole at the last cut.
    fn count(&mut self) -> Result<u128, CountError> {
        let (found, roomy_steps) = self.advance_to(self.plan.steps.len());
        let may_be_cut = self.cuts.len() < self.limits.most_cuts
            && self.cuts.last().is_none_or(|(cut, _)| roomy_steps > cut.after);
        match found {
            Err(CountError::MemoryLimit) if may_be_cut => {
                let slots = self.uncut_slots(roomy_steps);
                self.count_in_parts(Cut::new(&self.plan.steps, roomy_steps, slots))
            }
            found => Ok(found?.totals[0]),
        }
    }

    /// As [`Parts::count`], with one more cut.
    fn count_in_parts(&mut self, cut: Cut) -> Result<u128, CountError> {
        let whole = self.advance_to(cut.after).0?;
        let (mut walks, parts) = (whole.totals[0], cut.parts(&whole.layer));
        drop(whole);
        for part in parts {
            if walks > self.limits.cap {
                break;
            }
            let mut reached = self.advance_to(cut.after).0?;
            reached.totals[0] = 0;
            reached.layer.tables.retain(|table| part.contains(&cut.ends(table)));
            self.cuts.push((cut, reached));
            let of_part = self.count()?;
            self.cuts.pop();
            walks = walks.checked_add(of_part).ok_or(CountError::Overflow)?;
        }
        Ok(walks)
    }

    /// The slots of the frontier after these steps at which tables of one part may differ.
    fn uncut_slots(&self, after: usize) -> u32 {
        let steps = &self.plan.steps;
        let frontier = after.checked_sub(1).map_or(0, |last| steps[last].frontier);
        self.cuts.iter().fold(frontier, |uncut, (cut, _)| {
            let steps = &steps[cut.after..after];
            uncut & !steps.iter().fold(cut.slots, |slots, step| slots & step.unaffected)
        })
    }

    /// Takes what the cuts leave to this step. Returns the layer, with the walks that became whole
    /// after the last cut, and the roomy steps.
    fn advance_to(&mut self, end: usize) -> (Result<Reached, CountError>, usize) {
        let mut run = LayerRun::new(Numbers::Exact, self.shared_maps, self.limits);
        run.steps = self.plan.steps.len();
        if let Some((cut, _)) = self.cuts.last() {
            (run.steps_done, run.roomy_steps) = (cut.after, cut.after);
            // Nothing can be cut inside a slice.
            run.is_sliced = false;
        }
        let found = first(&run, &self.cuts).and_then(|mut reached| {
            run.advance_to(end, self.plan, &mut reached)?;
            Ok(reached)
        });
        (found, run.roomy_steps)
    }
}

/// What the last cut leaves, in memory beside what all cuts leave.
fn first(run: &LayerRun, cuts: &[(Cut, Reached)]) -> Result<Reached, CountError> {
    let Some((_, last)) = cuts.last() else {
        return run.first();
    };
    let bytes = cuts.iter().map(|(_, part)| part.layer.bytes()).sum::<usize>();
    run.meter.reserve(bytes + last.layer.bytes())?;
    Ok(last.clone())
}

/// Where a layer is cut: after these steps, by the ends among these slots.
#[derive(Clone, Copy)]
struct Cut {
    after: usize,
    slots: u32,
}

impl Cut {
    /// A cut by those of the slots that steps affect last.
    fn new(steps: &[VertexStep], after: usize, slots: u32) -> Cut {
        let mut lasting: Vec<u32> = (0..u32::BITS).filter(|slot| slots >> slot & 1 == 1).collect();
        lasting.sort_by_key(|slot| {
            let stays = |step: &&VertexStep| step.unaffected >> slot & 1 == 1;
            Reverse(steps[after..].iter().take_while(stays).count())
        });
        Cut { after, slots: lasting.iter().take(SLOTS).fold(0, |slots, slot| slots | 1 << slot) }
    }

    /// The parts, each as the ends among the slots that its tables may have. None is larger than
    /// the first: if that one fits the memory, the others do as a rule.
    fn parts(self, layer: &Layer) -> Vec<Vec<u32>> {
        let mut bytes = BTreeMap::new();
        for table in &layer.tables {
            *bytes.entry(self.ends(table)).or_insert(0) += table.whole_bytes();
        }
        let mut sizes: Vec<(u32, usize)> = bytes.into_iter().collect();
        sizes.sort_by_key(|&(_, bytes)| Reverse(bytes));
        let most = sizes.first().map_or(0, |&(_, bytes)| bytes);
        let mut parts: Vec<(Vec<u32>, usize)> = Vec::new();
        for (ends, bytes) in sizes {
            match parts.iter_mut().find(|part| part.1 + bytes <= most) {
                Some(part) => {
                    part.0.push(ends);
                    part.1 += bytes;
                }
                None => parts.push((vec![ends], bytes)),
            }
        }
        parts.into_iter().map(|(ends, _)| ends).collect()
    }

    /// The ends of a table among the slots.
    fn ends(self, table: &Kept) -> u32 {
        table.ends().slots & self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counted;
    use crate::testing::{Room, plan};

    #[test]
    fn parts_add_up_to_the_whole_in_less_memory() {
        let maps = PairingMaps::default();
        for (board, start, counted, most_cuts, share) in [
            ("6x6", 1, Counted::HamiltonianPaths, 3, 0.4),
            ("6x7", 8, Counted::Walks, 2, 0.5),
            ("6x7", 0, Counted::Walks, 3, 0.4),
            ("7x7", 0, Counted::HamiltonianPaths, 2, 0.5),
        ] {
            let plan = plan(board, start, counted);
            let run = |limits: &mut Limits| count(&plan, &maps, limits);
            let (whole, most) = Room::of(1 << 30).count(run);
            let room = Room::of((share * most.bytes as f64) as usize);
            let cut = Room { most_cuts, ..Room::of(room.bytes) };
            assert_eq!(room.count(run).0, Err(CountError::MemoryLimit), "{board} from {start}");
            let (found, in_parts) = cut.count(run);
            assert_eq!(found, whole, "{board} from {start}");
            assert!(in_parts.bytes <= room.bytes && in_parts.steps > 2 * most.steps);
            assert_eq!(Room { bytes: 1 << 10, ..cut }.count(run).0, Err(CountError::MemoryLimit));
        }
    }
}
