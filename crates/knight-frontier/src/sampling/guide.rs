//! Which states are worth keeping: a guess of how much of the count goes through a state.

use super::state::{CLASSES, State};
use crate::plan::FrontierPlan;
use crate::transitions::MAX_SLOTS;

/// The power of the guess. Vertices of a frontier depend on each other, so the product of their
/// ratios exaggerates.
const POWER: f64 = 0.8;

/// What keeps the ratios of rare classes apart from 0 and from infinity.
const RARE: f64 = 1e-3;

/// By slot and class, the logarithm of a ratio: how much more frequent the class is in what is
/// counted than among the states.
type Ratios = [[f64; CLASSES]; MAX_SLOTS];

/// For each step, how much more of the count goes through states with a vertex in a class.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    /// Empty before anything is learned.
    steps: Vec<Ratios>,
}

/// What became of the states of a step in a run that a guide learns from.
#[derive(Default)]
pub(super) struct Trace {
    /// From a state before the step to one after it, by their places.
    pub transitions: Vec<(u32, u32)>,
    /// The states that were kept, in the order of their places: place, chance, state and weight.
    pub kept: Vec<(u32, f64, State, f64)>,
}

impl Guide {
    /// Whether it says anything.
    pub(super) fn is_known(&self) -> bool {
        !self.steps.is_empty()
    }

    /// How much more of the count than of the weight goes through a state after a step; about 1.
    pub(super) fn ratio(&self, plan: &FrontierPlan, step: usize, state: &State) -> f64 {
        let ratios = &self.steps[step];
        let of_slot = |slot: u32| ratios[slot as usize][state.class(slot) as usize];
        let sum: f64 = slots(plan.steps[step].frontier).map(of_slot).sum();
        (POWER * sum).exp()
    }

    /// Learns from a run, going through it backwards: the share of the count that a state leads to
    /// is that of its successors.
    pub(super) fn learnt(plan: &FrontierPlan, traces: &[Trace]) -> Guide {
        let mut steps = vec![[[0.0; CLASSES]; MAX_SLOTS]; traces.len()];
        // What each kept state leads to, for a weight of 1.
        let mut leads_to = vec![1.0; traces.last().map_or(0, |trace| trace.kept.len())];
        for (step, trace) in traces.iter().enumerate().rev() {
            let slots: Vec<u32> = slots(plan.steps[step].frontier).collect();
            steps[step] = ratios(&slots, &trace.kept, &leads_to);
            let Some(before) = step.checked_sub(1).map(|before| &traces[before]) else {
                break;
            };
            let children = trace.transitions.iter().map(|(_, child)| child + 1).max().unwrap_or(0);
            let mut of_children = vec![0.0; children as usize];
            for ((place, chance, ..), share) in trace.kept.iter().zip(&leads_to) {
                of_children[*place as usize] = share / chance;
            }
            leads_to = vec![0.0; before.kept.len()];
            for &(parent, child) in &trace.transitions {
                leads_to[parent as usize] += of_children[child as usize];
            }
            let largest = leads_to.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            leads_to.iter_mut().for_each(|share| *share /= largest);
        }
        Guide { steps }
    }
}

fn ratios(slots: &[u32], kept: &[(u32, f64, State, f64)], leads_to: &[f64]) -> Ratios {
    let (mut weights, mut counts) = ([[0.0; CLASSES]; MAX_SLOTS], [[0.0; CLASSES]; MAX_SLOTS]);
    let (mut all_weights, mut all_counts) = (0.0, 0.0);
    for ((_, _, state, weight), share) in kept.iter().zip(leads_to) {
        let count = weight * share;
        all_weights += weight;
        all_counts += count;
        for &slot in slots {
            let class = state.class(slot) as usize;
            weights[slot as usize][class] += weight;
            counts[slot as usize][class] += count;
        }
    }
    let mut ratios = [[0.0; CLASSES]; MAX_SLOTS];
    if all_counts > 0.0 {
        for &slot in slots {
            for class in 0..CLASSES {
                let share = |of: &Ratios, all: f64| of[slot as usize][class] / all + RARE;
                ratios[slot as usize][class] =
                    (share(&counts, all_counts) / share(&weights, all_weights)).ln();
            }
        }
    }
    ratios
}

/// The members of a set of slots.
fn slots(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(slot)
    })
}
