//! Which states are worth keeping: a guess of how much of the count goes through a state.

use super::state::{CLASSES, Class, State};
use crate::plan::FrontierPlan;
use crate::transitions::MAX_SLOTS;

/// The part of the targets that ignores what was counted. It keeps the factors of classes that were
/// never counted apart from 0.
const RARE: f64 = 1e-3;

/// How often each slot is fitted. More sweeps make no narrower estimates.
const SWEEPS: usize = 5;

/// A factor by slot and class.
type Factors = [[f64; CLASSES]; MAX_SLOTS];

/// For each step, a factor for each vertex of the frontier by its class. The product of a state's
/// factors says how much more of the count than of the weight goes through it.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    /// Empty before anything is learned.
    steps: Vec<Factors>,
}

/// What became of the states of a step in a run that a guide learns from.
#[derive(Default)]
pub(super) struct Trace {
    /// From a state before the step to one after it, by their places.
    pub transitions: Vec<(u32, u32)>,
    /// In the order of their places.
    pub kept: Vec<Kept>,
}

/// A state that was kept after a step.
pub(super) struct Kept {
    /// Its place among the states that there were.
    pub place: u32,
    /// The chance that it had.
    pub chance: f64,
    pub state: State,
    pub weight: f64,
}

impl Guide {
    /// Whether it says anything.
    pub(super) fn is_known(&self) -> bool {
        !self.steps.is_empty()
    }

    /// How much more of the count than of the weight goes through a state after a step, up to what
    /// all states have in common.
    pub(super) fn ratio(&self, plan: &FrontierPlan, step: usize, state: &State) -> f64 {
        let factors = &self.steps[step];
        let of_slot = |slot: u32| factors[slot as usize][state.class(slot) as usize];
        slots(plan.steps[step].frontier).map(of_slot).product()
    }

    /// Learns from a run, going through it backwards: the share of the count that a state leads to
    /// is that of its successors.
    pub(super) fn learnt(plan: &FrontierPlan, traces: &[Trace]) -> Guide {
        let mut steps = vec![[[1.0; CLASSES]; MAX_SLOTS]; traces.len()];
        // What each kept state leads to, for a weight of 1.
        let mut leads_to = vec![1.0; traces.last().map_or(0, |trace| trace.kept.len())];
        for (step, trace) in traces.iter().enumerate().rev() {
            let slots: Vec<u32> = slots(plan.steps[step].frontier).collect();
            steps[step] = fitted(&slots, &trace.kept, &leads_to);
            let Some(before) = step.checked_sub(1).map(|before| &traces[before]) else {
                break;
            };
            let children = trace.transitions.iter().map(|(_, child)| child + 1).max().unwrap_or(0);
            let mut of_children = vec![0.0; children as usize];
            for (kept, share) in trace.kept.iter().zip(&leads_to) {
                of_children[kept.place as usize] = share / kept.chance;
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

/// The factors that give each class of each slot the share of the weights that it has of the count:
/// iterative proportional fitting (Deming and Stephan, 1940). The shares depend on each other, so
/// the quotients of the shares themselves would exaggerate.
fn fitted(slots: &[u32], kept: &[Kept], leads_to: &[f64]) -> Factors {
    let mut factors = [[1.0; CLASSES]; MAX_SLOTS];
    let mut weights = shares(kept.iter().map(|state| state.weight));
    let counts = shares(kept.iter().zip(leads_to).map(|(state, share)| state.weight * share));
    let slots: Vec<(u32, Vec<Class>)> = slots
        .iter()
        .map(|&slot| (slot, kept.iter().map(|kept| kept.state.class(slot)).collect()))
        .collect();
    let targets = slots.iter().map(|(_, classes)| {
        let (all, counted) = (by_class(classes, &weights), by_class(classes, &counts));
        std::array::from_fn(|class| RARE * all[class] + (1.0 - RARE) * counted[class])
    });
    let targets: Vec<[f64; CLASSES]> = targets.collect();
    for _ in 0..SWEEPS {
        for ((slot, classes), target) in slots.iter().zip(&targets) {
            let share = by_class(classes, &weights);
            for (class, &target) in
                target.iter().enumerate().filter(|(class, _)| share[*class] > 0.0)
            {
                factors[*slot as usize][class] *= target / share[class];
            }
            for (weight, &class) in weights.iter_mut().zip(classes) {
                *weight *= target[class as usize] / share[class as usize];
            }
        }
    }
    factors
}

/// Divides numbers by their sum. All are 0 if that is.
fn shares(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    let all = numbers.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    numbers.iter_mut().for_each(|number| *number /= all);
    numbers
}

/// The sum of the weights of each class.
fn by_class(classes: &[Class], weights: &[f64]) -> [f64; CLASSES] {
    let mut sums = [0.0; CLASSES];
    for (class, weight) in classes.iter().zip(weights) {
        sums[*class as usize] += weight;
    }
    sums
}

/// The members of a set of slots.
fn slots(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let slot = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(slot)
    })
}
