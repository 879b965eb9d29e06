//! Estimates of counts: the frontier DP with a sample of the states.
//!
//! The states go through the steps of a plan as in a count. Where a step leaves more of them than a
//! sample may have, some are kept, each with a chance *p*, and its weight is divided by *p*. So the
//! expected weight of every state is what it was, and the sum at the end is an unbiased estimate,
//! whatever the chances are (Horvitz and Thompson, 1952). The estimate is precise if the chances
//! are proportional to what each state contributes to the count, which a [`Guide`] guesses from
//! earlier samples. A part of the chances ignores the guess, so that a state that it underrates is
//! not lost.
//!
//! Physics knows such populations as population Monte Carlo (Grassberger, 1997); here equal states
//! are merged, as in the exact count.

mod guide;
mod state;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::plan::{Counted, FrontierPlan};
use guide::{Guide, Kept, Trace};
use knight_board::{Interrupted, SplitMix64, StopCheck};
use state::State;

/// The states that a sample keeps after each step.
const STATES: usize = 4_000;

/// The samples that a guide learns from, each with the guide of those before it. With two,
/// samples of a 9x9 board were spread twice as wide.
const ROUNDS: usize = 4;

/// The part of the chances that goes by weight alone. Without it, a guide that has never seen some
/// kind of state would rarely keep such a state, and most estimates would be too low.
const BY_WEIGHT: f64 = 0.2;

/// States between two calls of `check`: about a millisecond.
const CHECK_INTERVAL: usize = 1000;

/// Estimates the paths or cycles through all vertices of a plan's graph.
pub struct Sampler<'a> {
    plan: &'a FrontierPlan,
    /// The states that a sample keeps after each step.
    states: usize,
    guide: Guide,
    count: Option<f64>,
}

impl<'a> Sampler<'a> {
    /// Learns a guide from samples that are not used for anything else.
    ///
    /// # Errors
    /// [`Interrupted`] if `check` fails.
    ///
    /// # Panics
    /// If the plan is one of walks, or has a start.
    pub fn new(
        plan: &'a FrontierPlan,
        seed: u64,
        check: &mut StopCheck,
    ) -> Result<Sampler<'a>, Interrupted> {
        assert!(
            matches!(plan.counted, Counted::HamiltonianPaths | Counted::HamiltonianCycles)
                && plan.steps.iter().all(|step| step.start.is_none() && !step.is_start),
            "paths with two free ends and cycles are sampled"
        );
        Sampler::keeping(STATES, plan, seed, check)
    }

    fn keeping(
        states: usize,
        plan: &'a FrontierPlan,
        seed: u64,
        check: &mut StopCheck,
    ) -> Result<Sampler<'a>, Interrupted> {
        let mut sampler = Sampler { plan, states, guide: Guide::default(), count: None };
        let mut random = random(seed);
        for _ in 0..ROUNDS {
            let mut traces = Vec::with_capacity(plan.steps.len());
            let found = sampler.run(&mut random, check, Some(&mut traces))?;
            if found.is_exact {
                sampler.count = Some(found.count);
                break;
            }
            sampler.guide = Guide::learnt(plan, &traces);
        }
        Ok(sampler)
    }

    /// The count, up to rounding, if a sample has room for all states.
    pub fn count(&self) -> Option<f64> {
        self.count
    }

    /// An estimate whose expected value is the count. Estimates of different seeds are independent,
    /// but for what the guide has learnt.
    ///
    /// # Errors
    /// [`Interrupted`] if `check` fails.
    pub fn sample(&self, seed: u64, check: &mut StopCheck) -> Result<f64, Interrupted> {
        Ok(self.run(&mut random(seed), check, None)?.count)
    }

    /// Takes a sample through all steps, and returns its weight at the end.
    fn run(
        &self,
        random: &mut SplitMix64,
        check: &mut StopCheck,
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
                    check()?;
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
            is_exact &= after.len() <= self.states;
            let chances = self.chances(place, &after);
            states.clear();
            let mut draw = random.next_unit();
            for (place, ((state, weight), chance)) in after.iter().zip(chances).enumerate() {
                // Systematic sampling: one draw decides about all.
                draw -= chance;
                if chance >= 1.0 || draw < 0.0 {
                    draw += 1.0;
                    let (place, state, weight) = (place as u32, *state, weight / chance);
                    states.push((state, weight));
                    if traces.is_some() {
                        trace.kept.push(Kept { place, chance, state, weight });
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

    /// The chance of each state to be kept after a step. Together they are as many as a sample
    /// keeps, or 1 each if there are no more states.
    fn chances(&self, step: usize, states: &States) -> Vec<f64> {
        if states.len() <= self.states {
            return vec![1.0; states.len()];
        }
        let mut worth: Vec<f64> = states.values().copied().collect();
        if self.guide.is_known() {
            let ratios = states.keys().map(|state| self.guide.ratio(self.plan, step, state));
            let ratios: Vec<f64> = ratios.collect();
            let all: f64 = worth.iter().sum();
            let guided: f64 = worth.iter().zip(&ratios).map(|(weight, ratio)| weight * ratio).sum();
            for (worth, ratio) in worth.iter_mut().zip(&ratios) {
                *worth *= (1.0 - BY_WEIGHT) * ratio * all / guided + BY_WEIGHT;
            }
        }
        let certain = certain_from(&worth, self.states);
        worth.iter_mut().for_each(|worth| *worth = (*worth / certain).min(1.0));
        worth
    }
}

type States = IndexMap<State, f64, FxBuildHasher>;

/// What a sample comes to.
struct Sampled {
    count: f64,
    /// Whether no state was left out.
    is_exact: bool,
}

/// Neighbouring seeds have the same numbers, one place apart, so numbers are drawn from the first.
fn random(seed: u64) -> SplitMix64 {
    SplitMix64::new(SplitMix64::new(seed).draw())
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
