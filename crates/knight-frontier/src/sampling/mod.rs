//! Estimates of counts: the frontier DP with a sample of the states.
//!
//! The states go through the steps of a plan as in a count. Where a step leaves more of them than a
//! sample may have, some are kept, each with a chance *p*, and its weight is divided by *p*. So the
//! expected weight of every state is what it was, and the sum at the end is an unbiased estimate,
//! whatever the chances are (Horvitz and Thompson, 1952). The estimate is precise if the chances
//! are proportional to what each state contributes to the count, which a [`Guide`] guesses from
//! runs that are thrown away. A part of the chances ignores the guess, so that a state that it
//! underrates is not lost.
//!
//! Physics knows such populations as population Monte Carlo (Grassberger, 1997); here equal states
//! are merged, as in the exact count.

mod guide;
mod state;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::plan::{Counted, FrontierPlan};
use guide::{Guide, Trace};
use knight_board::{Interrupted, SplitMix64, StopCheck};
use state::State;

/// How large a sample is.
#[derive(Clone, Copy)]
struct Size {
    /// The states that are kept after each step of a run.
    states: usize,
    /// The runs of an estimate, which have one guide.
    runs: usize,
    /// The states of the runs that a guide learns from, and how many there are, one after another.
    states_to_learn: usize,
    runs_to_learn: usize,
}

const USUAL: Size = Size { states: 4_000, runs: 8, states_to_learn: 2_000, runs_to_learn: 3 };

/// The part of the chances that goes by weight alone. Without it, a guide that has never seen some
/// kind of state would rarely keep such a state, and most estimates would be too low.
const BY_WEIGHT: f64 = 0.2;

/// States between two calls of `check`: about a millisecond.
const CHECK_INTERVAL: usize = 1000;

/// An estimate of a count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampled {
    /// Its expected value is the count.
    pub count: f64,
    /// Whether no state was left out: then it is the count, up to rounding.
    pub is_exact: bool,
}

/// One estimate of the paths or cycles through all vertices of the plan's graph. Estimates of
/// different seeds are independent.
///
/// # Errors
/// [`Interrupted`] if `check` fails.
///
/// # Panics
/// If the plan is one of walks, or has a start.
pub fn estimate(
    plan: &FrontierPlan,
    seed: u64,
    check: &mut StopCheck,
) -> Result<Sampled, Interrupted> {
    assert!(
        matches!(plan.counted, Counted::HamiltonianPaths | Counted::HamiltonianCycles)
            && plan.steps.iter().all(|step| step.start.is_none() && !step.is_start),
        "paths with two free ends and cycles are sampled"
    );
    sampled(plan, USUAL, seed, check)
}

fn sampled(
    plan: &FrontierPlan,
    size: Size,
    seed: u64,
    check: &mut StopCheck,
) -> Result<Sampled, Interrupted> {
    // Neighbouring seeds have the same numbers, one place apart.
    let random = SplitMix64::new(SplitMix64::new(seed).draw());
    let mut run = SampledRun { plan, random, check };
    let mut guide = Guide::default();
    for _ in 0..size.runs_to_learn {
        let mut traces = Vec::with_capacity(plan.steps.len());
        let found = run.total(size.states_to_learn, &guide, Some(&mut traces))?;
        if found.is_exact {
            return Ok(found);
        }
        guide = Guide::learnt(plan, &traces);
    }
    let mut sum = 0.0;
    for _ in 0..size.runs {
        let found = run.total(size.states, &guide, None)?;
        if found.is_exact {
            return Ok(found);
        }
        sum += found.count;
    }
    Ok(Sampled { count: sum / size.runs as f64, is_exact: false })
}

type States = IndexMap<State, f64, FxBuildHasher>;

struct SampledRun<'a, 'b> {
    plan: &'a FrontierPlan,
    random: SplitMix64,
    check: &'a mut StopCheck<'b>,
}

impl SampledRun<'_, '_> {
    /// Takes a sample of at most this many states through all steps, and returns its weight at the
    /// end.
    fn total(
        &mut self,
        most: usize,
        guide: &Guide,
        mut traces: Option<&mut Vec<Trace>>,
    ) -> Result<Sampled, Interrupted> {
        let mut is_exact = true;
        let mut states: Vec<(State, f64)> = vec![(State::default(), 1.0)];
        let mut after = States::default();
        for (place, step) in self.plan.steps.iter().enumerate() {
            let mut trace = Trace::default();
            after.clear();
            for (parent, (state, weight)) in states.iter().enumerate() {
                if parent % CHECK_INTERVAL == 0 {
                    (self.check)()?;
                }
                step.each_successor(state, |next, of_end| {
                    let weight = weight * of_end as f64;
                    let entry = after.entry(next);
                    if traces.is_some() {
                        trace.transitions.push((parent as u32, entry.index() as u32));
                    }
                    *entry.or_insert(0.0) += weight;
                });
            }
            is_exact &= after.len() <= most;
            let chances = self.chances(most, guide, place, &after);
            states.clear();
            let mut draw = self.random.next_unit();
            for (place, ((state, weight), chance)) in after.iter().zip(chances).enumerate() {
                // Systematic sampling: one draw decides about all.
                draw -= chance;
                if chance >= 1.0 || draw < 0.0 {
                    draw += 1.0;
                    let kept = (*state, weight / chance);
                    states.push(kept);
                    if traces.is_some() {
                        trace.kept.push((place as u32, chance, kept.0, kept.1));
                    }
                }
            }
            if let Some(traces) = &mut traces {
                traces.push(trace);
            }
        }
        let count = states.iter().map(|(_, weight)| weight).sum();
        Ok(Sampled { count, is_exact })
    }

    /// The chance of each state to be kept after a step. Together they are `most`, or 1 each if
    /// there are no more states.
    fn chances(&self, most: usize, guide: &Guide, step: usize, states: &States) -> Vec<f64> {
        if states.len() <= most {
            return vec![1.0; states.len()];
        }
        let mut worth: Vec<f64> = states.values().copied().collect();
        if guide.is_known() {
            let ratios = states.keys().map(|state| guide.ratio(self.plan, step, state));
            let ratios: Vec<f64> = ratios.collect();
            let all: f64 = worth.iter().sum();
            let guided: f64 = worth.iter().zip(&ratios).map(|(weight, ratio)| weight * ratio).sum();
            for (worth, ratio) in worth.iter_mut().zip(&ratios) {
                *worth *= (1.0 - BY_WEIGHT) * ratio * all / guided + BY_WEIGHT;
            }
        }
        let certain = certain_from(&worth, most);
        worth.iter_mut().for_each(|worth| *worth = (*worth / certain).min(1.0));
        worth
    }
}

/// The worth from which states are kept for certain, so that `most` of them are kept on average if
/// the chances of the others are proportional to their worth.
fn certain_from(worth: &[f64], most: usize) -> f64 {
    let mut certain = f64::INFINITY;
    loop {
        let others = worth.iter().filter(|worth| **worth < certain);
        let (others, sum) = others.fold((0, 0.0), |(count, sum), worth| (count + 1, sum + worth));
        let least = sum / most.saturating_sub(worth.len() - others) as f64;
        if least >= certain {
            return certain;
        }
        certain = least;
    }
}

#[cfg(test)]
mod tests;
