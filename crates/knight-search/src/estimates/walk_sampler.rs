//! Random self-avoiding walks that estimate how many there are, by PERM.
//!
//! A walk takes a random move among those that lead on, and its weight is multiplied by their
//! number. So the sum of the weights at a length has the number of walks of that length as its
//! mean. Weights spread widely, so walks are pruned and enriched (P. Grassberger, *Pruned-enriched
//! Rosenbluth method*, Physical Review E 56, 1997, 3682): one far more important than the mean at
//! its length continues as several, each with its part of the weight, and one far less important
//! ends, or continues with a higher weight. Both keep the mean of the sums.
//!
//! The importance is usually the weight. Here it is the weight times a factor for each move between
//! open squares that the walk has lost. A walk that leaves more moves open has more ways to
//! continue: with this factor a precision takes far fewer samples, the more so the larger the board
//! (`docs/explanation/estimates.md` has numbers).

use knight_board::SplitMix64;
use knight_board::bitboard::{KnightGraph, SquareSet};

/// Draws from the walks that begin at a square of `first` and stay in `shape`.
pub(super) struct WalkSampler<'a, const WORDS: usize> {
    graph: &'a KnightGraph<WORDS>,
    first: SquareSet<WORDS>,
    shape: SquareSet<WORDS>,
    /// The mean importance at each length; 0 where no walk of the pilot has been.
    means: Vec<f64>,
    /// In the pilot, what the means are made of.
    pilot: Option<Pilot>,
    random: SplitMix64,
    trial: Trial,
}

/// What one trial found: one walk, and all that enrichment made of it.
#[derive(Default, Debug)]
pub(super) struct Trial {
    /// An unbiased estimate of the number of walks.
    pub walks: f64,
    /// Such an estimate for each length from 1.
    pub by_length: Vec<f64>,
    /// Steps taken.
    pub steps: u32,
}

/// The importances at each length so far.
struct Pilot {
    trials: f64,
    sums: Vec<f64>,
}

/// A walk that may continue.
#[derive(Clone, Copy)]
struct Walk<const WORDS: usize> {
    /// The squares to which it can move.
    next: SquareSet<WORDS>,
    open: SquareSet<WORDS>,
    weight: f64,
    /// [`LOST_MOVE`] to the power of the moves lost.
    lost: f64,
    length: usize,
}

/// Walks are pruned below and enriched above these multiples of the mean importance.
const PRUNED: f64 = 0.2;
const ENRICHED: f64 = 4.0;

/// The most squares to which a walk can move; at its start, those of `first`.
const MAX_CHOICES: usize = 9;

/// The most copies of a walk at a step.
const MAX_COPIES: usize = 8;

/// The most copies while the means are learned, when they may be far off.
const MAX_PILOT_COPIES: usize = 2;

/// A trial enriches no more after this many steps for each square of its shape.
const MAX_STEPS: u32 = 1000;

/// The importance of a walk is multiplied by this for each move between open squares that it loses.
const LOST_MOVE: f64 = 0.7;

/// [`LOST_MOVE`] to the power of 0 to 8.
const LOST_MOVES: [f64; 9] = {
    let mut powers = [1.0; 9];
    let mut lost = 1;
    while lost < powers.len() {
        powers[lost] = powers[lost - 1] * LOST_MOVE;
        lost += 1;
    }
    powers
};

impl<'a, const WORDS: usize> WalkSampler<'a, WORDS> {
    /// Learns the mean importances from a pilot of this many trials.
    pub(super) fn new(
        graph: &'a KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        seed: u64,
        trials: u32,
    ) -> WalkSampler<'a, WORDS> {
        let zeros = vec![0.0; shape.len() as usize + 1];
        let mut sampler = WalkSampler {
            graph,
            first,
            shape,
            means: zeros.clone(),
            pilot: Some(Pilot { trials: 0.0, sums: zeros }),
            random: SplitMix64::new(seed),
            trial: Trial { by_length: vec![0.0; shape.len() as usize], ..Trial::default() },
        };
        sampler.sample(seed, trials, |_| ());
        sampler.pilot = None;
        sampler
    }

    /// Makes trials one after another, and calls `on_trial` with each.
    pub(super) fn sample(&mut self, seed: u64, trials: u32, mut on_trial: impl FnMut(&Trial)) {
        self.random = SplitMix64::new(seed);
        for _ in 0..trials {
            if let Some(pilot) = &mut self.pilot {
                pilot.trials += 1.0;
            }
            let (next, open) = (self.first, self.shape);
            let Trial { walks, by_length, steps } = &mut self.trial;
            (*walks, *steps) = (next.len().into(), 0);
            by_length.fill(0.0);
            by_length[0] = *walks;
            self.grow(Walk { next, open, weight: 1.0, lost: 1.0, length: 0 });
            on_trial(&self.trial);
        }
    }

    /// Adds the walks two squares longer than this one, and continues it.
    fn grow(&mut self, walk: Walk<WORDS>) {
        self.trial.steps += 1;
        // The squares that lead on, and to how many squares each does.
        let mut choices = [(0u8, 0u8); MAX_CHOICES];
        let (mut leading, mut twice) = (0, 0);
        for square in walk.next.members() {
            let onward = (self.graph.neighbours(square) & walk.open).len();
            twice += onward;
            if onward > 0 {
                choices[leading] = (square as u8, onward as u8);
                leading += 1;
            }
        }
        let longer = walk.weight * f64::from(twice);
        self.trial.walks += longer;
        if let Some(walks) = self.trial.by_length.get_mut(walk.length + 1) {
            *walks += longer;
        }
        let choices = &choices[..leading];
        if choices.is_empty() {
            return;
        }
        let importance = walk.weight * walk.lost * f64::from(twice).sqrt();
        let Some((copies, weight)) = self.copies(importance, walk) else {
            return;
        };
        // The copies are spread evenly over the choices; each still takes every choice as often.
        let offset = self.random.next_unit();
        for copy in 0..copies {
            let place = (offset + copy as f64) / copies as f64 * choices.len() as f64;
            let (square, onward) = choices[(place as usize).min(choices.len() - 1)];
            let open = walk.open.without(square.into());
            self.grow(Walk {
                next: self.graph.neighbours(square.into()) & open,
                open,
                weight: weight * choices.len() as f64,
                lost: walk.lost * LOST_MOVES[usize::from(onward)],
                length: walk.length + 1,
            });
        }
    }

    /// How many copies of a walk continue, and the weight of each; `None` if it ends.
    fn copies(&mut self, importance: f64, walk: Walk<WORDS>) -> Option<(usize, f64)> {
        if let Some(pilot) = &mut self.pilot {
            pilot.sums[walk.length] += importance;
            self.means[walk.length] = pilot.sums[walk.length] / pilot.trials;
        }
        let mean = self.means[walk.length];
        if mean == 0.0 {
            return Some((1, walk.weight));
        }
        let ratio = importance / mean;
        if ratio < PRUNED {
            let continues = self.random.next_unit() < ratio;
            return continues.then_some((1, walk.weight / ratio));
        }
        let is_spent = self.trial.steps > MAX_STEPS * self.shape.len();
        if ratio > ENRICHED && !is_spent {
            let most = if self.pilot.is_some() { MAX_PILOT_COPIES } else { MAX_COPIES };
            let copies = (ratio as usize).min(most);
            return Some((copies, walk.weight / copies as f64));
        }
        Some((1, walk.weight))
    }
}

#[cfg(test)]
mod tests {
    use crate::estimates::walk_sampler::*;
    use crate::walks::stepping;
    use knight_board::Board;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(30))]

        /// The mean of these trials is within six standard errors of the count. That it is not has
        /// a chance of about one in 10^8, and the seeds are fixed.
        #[test]
        fn the_mean_of_the_trials_is_the_number_of_walks(
            rows in 3u16..6,
            cols in 3u16..6,
            start in 0usize..9,
            closed in prop::collection::vec(0usize..25, 0..8),
        ) {
            let graph = KnightGraph::<1>::new(Board::new(rows, cols).unwrap());
            let open = closed.iter().fold(graph.all(), |open, square| open.without(*square));
            let first = (graph.neighbours(start) | SquareSet::only(start)) & open;
            prop_assume!(!first.is_empty());
            let walks = stepping::count(&graph, first, open, u64::MAX) as f64;
            let mut sampler = WalkSampler::new(&graph, first, open, 7, 300);
            let (mut sum, mut squares, trials) = (0.0, 0.0, 20_000);
            sampler.sample(8, trials, |trial| {
                sum += trial.walks / walks;
                squares += (trial.walks / walks).powi(2);
            });
            let (mean, trials) = (sum / f64::from(trials), f64::from(trials));
            let error = ((squares / trials - mean * mean).max(0.0) / trials).sqrt();
            prop_assert!((mean - 1.0).abs() <= 6.0 * error + 1e-9, "{mean} ± {error} of {walks}");
        }
    }
}
