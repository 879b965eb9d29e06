//! Which bit of a done set stands for which vertex.
//!
//! Transitions move the done sets of a row in runs ([`done_set_maps`](crate::done_set_maps)). The
//! done sets of a run differ in the lowest bits only, and the step neither affects nor moves these
//! bits. So a step keeps some bits where they are and sorts the others above them, the bits of
//! vertices that are affected again soonest at the top. If it keeps fewer bits, its own runs are
//! shorter, and those of later steps may be longer.

use std::cmp::Reverse;

use crate::state_estimates::transitions_per_state;
use crate::transitions::{MAX_SLOTS, VertexStep};

/// The room of a layer, in states, below which a search for the best orders does not pay.
const LEAST_ROOM: f64 = 1e6;

/// What a run costs beyond its counts, in counts.
const RUN_COST: f64 = 8.0;

/// The factor by which one more bit that stays in place changes the number of runs. About half of
/// the vertices are ends and have no bit.
const RUNS_PER_BIT: f64 = 0.78;

/// How often the search goes through all steps, at most.
const MOST_ROUNDS: usize = 4;

/// The bits that a step keeps in their places or moves down.
#[derive(Clone, Copy)]
enum Kept {
    /// All that it does not affect.
    Unaffected,
    /// The lowest ones up to the first that it affects, and no more than this number.
    Lowest(usize),
}

/// Orders the slots that may be done after each step; before the step, they have the order of the
/// step before. An order depends on the one before it and on when its slots are affected next, so
/// plans that begin alike share steps.
pub(crate) fn order_bits(steps: &mut [VertexStep]) {
    let kept = vec![Kept::Unaffected; steps.len()];
    let sorted = sorted_by_next_step(steps);
    set_orders(steps, &sorted, &kept);
}

/// Orders the bits for the least work in all steps together, by estimate. `room` is the room of the
/// layers, in states, beginning with the one before the first step.
pub(crate) fn order_bits_for_all_steps(steps: &mut [VertexStep], room: &[f64]) {
    let mut kept = vec![Kept::Lowest(MAX_SLOTS); steps.len()];
    let sorted = sorted_by_next_step(steps);
    if room.iter().any(|&room| room >= LEAST_ROOM) {
        let transitions = |step: &VertexStep| transitions_per_state(step.later_slots.len() as u32);
        let costs = steps.iter().zip(room).map(|(step, room)| room * transitions(step)).collect();
        Orders { steps, sorted: &sorted, costs }.improve(&mut kept);
    }
    set_orders(steps, &sorted, &kept);
}

/// The slots that may be done after each step, those that are affected again soonest last.
fn sorted_by_next_step(steps: &[VertexStep]) -> Vec<Vec<u32>> {
    let mut next = [usize::MAX; MAX_SLOTS];
    let mut sorted = Vec::with_capacity(steps.len());
    for (turn, step) in steps.iter().enumerate().rev() {
        let mut slots = step.may_be_done.clone();
        slots.sort_by_key(|&slot| (Reverse(next[slot as usize]), slot));
        sorted.push(slots);
        for &slot in step.later_slots.iter().chain(&step.slot) {
            next[slot as usize] = turn;
        }
    }
    sorted.reverse();
    sorted
}

fn set_orders(steps: &mut [VertexStep], sorted: &[Vec<u32>], kept: &[Kept]) {
    let mut before = Vec::new();
    for ((step, sorted), &kept) in steps.iter_mut().zip(sorted).zip(kept) {
        let mut after = Vec::new();
        next_order(&before, step.unaffected, sorted, kept, &mut after);
        debug_assert_eq!(after.len(), step.may_be_done.len());
        step.may_be_done_before = std::mem::replace(&mut before, after.clone());
        step.may_be_done = after;
    }
}

/// Sets the order after a step. Returns how many of the lowest bits it neither affects nor moves.
fn next_order(
    before: &[u32],
    unaffected: u32,
    sorted: &[u32],
    kept: Kept,
    after: &mut Vec<u32>,
) -> usize {
    let is_unaffected = |slot: &&u32| unaffected >> **slot & 1 == 1;
    after.clear();
    match kept {
        Kept::Unaffected => after.extend(before.iter().filter(is_unaffected)),
        Kept::Lowest(most) => after.extend(before.iter().take_while(is_unaffected).take(most)),
    }
    let kept = after.iter().fold(0u32, |kept, slot| kept | 1 << slot);
    after.extend(sorted.iter().filter(|slot| kept >> **slot & 1 == 0));
    let same = before.iter().zip(&*after).take_while(|(before, after)| before == after);
    same.map(|(slot, _)| slot).take_while(is_unaffected).count()
}

/// What the orders of a plan depend on, and what its steps cost.
struct Orders<'a> {
    steps: &'a [VertexStep],
    /// The slots after each step, those that are affected again soonest last.
    sorted: &'a [Vec<u32>],
    /// What each step costs beside its runs.
    costs: Vec<f64>,
}

impl Orders<'_> {
    /// Keeps fewer bits in steps where that lowers the cost of all.
    fn improve(&self, kept: &mut [Kept]) {
        let mut best = self.cost(kept, 0, &[], f64::INFINITY);
        for _ in 0..MOST_ROUNDS {
            let mut is_better = false;
            // The order before the step, and the cost of the steps before it.
            let (mut order, mut spent) = (Vec::new(), 0.0);
            for turn in 0..kept.len() {
                for most in (0..order.len()).chain([MAX_SLOTS]) {
                    let former = std::mem::replace(&mut kept[turn], Kept::Lowest(most));
                    let cost = spent + self.cost(kept, turn, &order, best - spent);
                    if cost < best {
                        (best, is_better) = (cost, true);
                    } else {
                        kept[turn] = former;
                    }
                }
                let mut after = Vec::new();
                spent += self.take_step(kept, turn, &order, &mut after);
                order = after;
            }
            if !is_better {
                return;
            }
        }
    }

    /// The cost of the steps from one on, or, if it reaches the limit, of the first of them.
    fn cost(&self, kept: &[Kept], from: usize, before: &[u32], limit: f64) -> f64 {
        let (mut before, mut after) = (before.to_vec(), Vec::new());
        let mut cost = 0.0;
        for turn in from..self.steps.len() {
            cost += self.take_step(kept, turn, &before, &mut after);
            if cost >= limit {
                break;
            }
            std::mem::swap(&mut before, &mut after);
        }
        cost
    }

    /// Sets the order after a step. Returns the cost of the step.
    fn take_step(&self, kept: &[Kept], turn: usize, before: &[u32], after: &mut Vec<u32>) -> f64 {
        let unaffected = self.steps[turn].unaffected;
        let staying = next_order(before, unaffected, &self.sorted[turn], kept[turn], after);
        self.costs[turn] * (1.0 + RUN_COST * RUNS_PER_BIT.powi(staying as i32))
    }
}

#[cfg(test)]
mod tests {
    use crate::Counted;
    use crate::bit_order::*;
    use crate::slices::room_of_layers;
    use crate::tests::plan_of;

    /// The estimated cost of the orders that steps have.
    fn cost(steps: &[VertexStep]) -> f64 {
        let room = room_of_layers(steps);
        let staying = |step: &VertexStep| {
            let orders = step.may_be_done_before.iter().zip(&step.may_be_done);
            let stays = |(a, b): &(&u32, &u32)| a == b && step.unaffected >> **a & 1 == 1;
            orders.take_while(stays).count() as i32
        };
        let cost = |(step, room): (&VertexStep, &f64)| {
            let transitions = transitions_per_state(step.later_slots.len() as u32);
            room * transitions * (1.0 + RUN_COST * RUNS_PER_BIT.powi(staying(step)))
        };
        steps.iter().zip(&room).map(cost).sum()
    }

    #[test]
    fn orders_differ_in_nothing_but_their_order() {
        for counted in [Counted::Walks, Counted::HamiltonianPaths] {
            for board in ["5x5", "6x6", "7x7"] {
                let ordered = plan_of(board, Some(1), counted).steps;
                let mut last = Vec::new();
                for step in &ordered {
                    assert_eq!(step.may_be_done_before, last);
                    last.clone_from(&step.may_be_done);
                    let mut slots = step.may_be_done.clone();
                    slots.sort_unstable();
                    slots.dedup();
                    assert_eq!(slots.len(), step.may_be_done.len());
                    let own = step.slot.map_or(0, |slot| 1 << slot);
                    let stays = |slot: &&u32| 1 << **slot != own;
                    let mut kept = step.may_be_done_before.iter().filter(stays);
                    assert!(kept.all(|slot| step.may_be_done.contains(slot)));
                }
            }
        }
    }

    #[test]
    fn the_search_makes_the_orders_of_large_plans_cheaper() {
        for (board, start) in [("7x7", 0), ("7x8", 3), ("8x8", 0), ("8x8", 9), ("8x8", 27)] {
            let mut steps = plan_of(board, Some(start), Counted::Walks).steps;
            let searched = cost(&steps);
            let kept = vec![Kept::Lowest(MAX_SLOTS); steps.len()];
            let sorted = sorted_by_next_step(&steps);
            set_orders(&mut steps, &sorted, &kept);
            let first = cost(&steps);
            order_bits(&mut steps);
            assert!(searched < 0.97 * first, "{board} from {start}: {searched:e} of {first:e}");
            assert!(searched < cost(&steps), "{board} from {start}");
        }
    }
}
