//! Where wide layers are processed part by part, to save memory.
//!
//! The counts of a layer add up, so its tables may be taken through some steps in parts, one part
//! after the other, and what they become is put together. If no step in between affects a slot,
//! tables that have an end there and tables that have none do not meet, and nothing is done twice.
//! In the middle only one part is in memory.

use crate::state_estimates::states_by_outer_ends;
use crate::transitions::VertexStep;

/// Consecutive steps that are done for each part of a layer in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// The first step.
    pub from: usize,
    /// The step after the last one.
    pub to: usize,
    /// Slots that none of the steps affects. Tables with the same ends among them are one part.
    pub slots: u32,
}

/// With less room than this, a layer is not worth parts.
pub(crate) const LEAST_ROOM: f64 = 4e6;

/// The factor by which the bytes of a layer of exact counts are assumed to grow from step to step
/// while its room stays equal: more of the room is used, and the counts are larger. It only decides
/// where slices are made.
pub(crate) const GROWTH: f64 = 1.15;

/// The steps of that growth, so that the assumed bytes stay finite.
const GROWING_STEPS: usize = 64;

/// The most steps of a slice.
const MOST_STEPS: usize = 16;

/// If one slot cuts a layer, the larger part is assumed to be this share of it.
const LARGER_PART: f64 = 0.6;

/// Parts are made if they take no more than this share of the memory.
const WORTHWHILE: f64 = 0.8;

/// The slices, in ascending order, that keep the memory low with few steps in them; none if no
/// layer has `least_room`, in states. The bytes of a state are assumed to grow by this factor from
/// step to step: [`GROWTH`], or 1 for remainders.
pub(crate) fn slices(steps: &[VertexStep], least_room: f64, growth: f64) -> Vec<Slice> {
    let room = room_of_layers(steps);
    if room.iter().all(|&room| room < least_room) {
        return Vec::new();
    }
    let grown = |step: usize| growth.powi(step.min(GROWING_STEPS) as i32);
    let sizes: Vec<f64> = room.iter().enumerate().map(|(step, room)| room * grown(step)).collect();
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let least = best_ways(steps, &sizes, 0.0)[steps.len()].size;
    if least > WORTHWHILE * largest {
        return Vec::new();
    }
    // Smaller layers elsewhere would save nothing.
    let ways = best_ways(steps, &sizes, least);
    let mut slices = Vec::new();
    let mut end = steps.len();
    while end > 0 {
        slices.extend(ways[end].last);
        end = ways[end].last.map_or(end - 1, |slice| slice.from);
    }
    slices.reverse();
    slices
}

/// The room of the layer before the first step and of those after each step, in states, if colours
/// exclude none.
pub(crate) fn room_of_layers(steps: &[VertexStep]) -> Vec<f64> {
    [1.0].into_iter().chain(steps.iter().map(room_after)).collect()
}

/// The room of the layer after a step.
fn room_after(step: &VertexStep) -> f64 {
    let width = step.frontier.count_ones() as usize;
    states_by_outer_ends(width, step.may_be_done.len()).iter().sum()
}

/// A way through the first steps.
#[derive(Clone, Copy)]
struct Way {
    /// The most that is in memory at a time, or what is enough if that is more.
    size: f64,
    /// The steps in slices.
    sliced: usize,
    /// The slice at its end, or no slice but a single step.
    last: Option<Slice>,
}

/// For each number of steps, the best way through the first ones: of all ways the one that takes
/// the least memory, and of those that take no more than `enough` the one with the fewest steps in
/// slices.
fn best_ways(steps: &[VertexStep], sizes: &[f64], enough: f64) -> Vec<Way> {
    let mut ways = vec![Way { size: enough, sliced: 0, last: None }];
    for to in 1..=steps.len() {
        let before = ways[to - 1];
        let size = before.size.max(sizes[to - 1]).max(sizes[to]);
        let mut best = Way { size, last: None, ..before };
        let (mut slots, mut inside) = (u32::MAX, 0f64);
        for from in (to.saturating_sub(MOST_STEPS)..to).rev() {
            slots &= steps[from].unaffected & steps[from].frontier;
            if slots == 0 {
                break;
            }
            let part = inside * LARGER_PART.powi(slots.count_ones() as i32);
            let way = Way {
                size: ways[from].size.max(sizes[from].max(sizes[to]) + part),
                sliced: ways[from].sliced + (to - from),
                last: Some(Slice { from, to, slots }),
            };
            if (way.size, way.sliced) < (best.size, best.sliced) {
                best = way;
            }
            inside = inside.max(sizes[from]);
        }
        ways.push(best);
    }
    ways
}

/// The longest slices that steps allow, whether they save memory or not.
pub(crate) fn slices_wherever_possible(steps: &[VertexStep]) -> Vec<Slice> {
    let mut slices: Vec<Slice> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let unaffected = step.unaffected & step.frontier;
        match slices.last_mut() {
            Some(last) if last.slots & unaffected != 0 => {
                (last.to, last.slots) = (place + 1, last.slots & unaffected);
            }
            _ => slices.push(Slice { from: place, to: place + 1, slots: unaffected }),
        }
    }
    slices
}

#[cfg(test)]
mod tests {
    use crate::slices::*;
    use crate::tests::{plan_of, within};
    use crate::{Counted, Limits, PairingMaps, count};

    #[test]
    fn no_step_of_a_slice_affects_its_slots() {
        for board in ["6x6", "6x7", "7x7", "7x8", "8x8"] {
            for start in [0, 1, 9, 17] {
                let steps = plan_of(board, Some(start), Counted::Walks).steps;
                for slices in [
                    slices(&steps, 0.0, GROWTH),
                    slices(&steps, 0.0, 1.0),
                    slices_wherever_possible(&steps),
                ] {
                    assert!(slices.windows(2).all(|pair| pair[0].to <= pair[1].from));
                    for Slice { from, to, slots } in slices {
                        let stays =
                            |step: &VertexStep| step.unaffected & step.frontier & slots == slots;
                        assert!(from < to && steps[from..to].iter().all(stays), "{from} to {to}");
                    }
                }
            }
        }
    }

    #[test]
    fn parts_have_the_states_of_the_whole_layer_and_take_less_memory() {
        let boards =
            [("6x6", 0, 0.7), ("6x6", 1, 0.7), ("6x7", 0, 0.7), ("6x7", 8, 0.7), ("7x7", 0, 0.4)];
        for (board, start, share) in boards {
            let mut plan = plan_of(board, Some(start), Counted::Walks);
            let in_slices = slices(&plan.steps, 0.0, GROWTH);
            let mut counted = |slices: Vec<Slice>| {
                plan.slices = slices;
                let run = |limits: &mut Limits| count(&plan, &PairingMaps::default(), limits);
                let (walks, bytes, seen) = within(1 << 30, None, 0, 1, run);
                ((walks.unwrap(), seen.iter().map(|status| status.states).max()), bytes as f64)
            };
            let (whole, bytes) = counted(Vec::new());
            let (in_parts, less) = counted(in_slices);
            assert_eq!(in_parts, whole, "{board} from {start}");
            assert!(less <= share * bytes, "{board} from {start}: {less}, {bytes}");
        }
    }
}
