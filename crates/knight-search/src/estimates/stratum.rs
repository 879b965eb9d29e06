//! Walks from one set of squares in one shape: counted if they are few, else sampled in chunks.
//!
//! A chunk is a function of the stratum and the seed. So estimates that share a stratum share its
//! chunks, and none depends on which others were made before.

use std::collections::HashMap;

use crate::estimates::walk_sampler::WalkSampler;
use crate::walks::stepping;
use knight_board::SplitMix64;
use knight_board::bitboard::{KnightGraph, SquareSet};

/// Trials of a chunk, and of the pilot before the first.
pub(super) const CHUNK: u32 = 500;

/// Walks that are counted one by one rather than sampled.
const COUNTED: u64 = 3000;

/// The strata of the estimates on one board.
pub(super) struct Strata<'a, const WORDS: usize> {
    graph: &'a KnightGraph<WORDS>,
    seed: u64,
    all: Vec<Stratum<'a, WORDS>>,
    places: HashMap<(SquareSet<WORDS>, SquareSet<WORDS>), usize>,
}

/// The walks that begin in a set of squares and stay in a shape.
enum Stratum<'a, const WORDS: usize> {
    Counted(u64),
    Sampled(Sampled<'a, WORDS>),
}

struct Sampled<'a, const WORDS: usize> {
    seed: u64,
    sampler: WalkSampler<'a, WORDS>,
    /// Estimates are kept as multiples of this one: their squares would be too large.
    unit: f64,
    /// The moments of the first `n` chunks, for each `n` from 1.
    upto: Vec<Moments>,
}

/// Sums over the trials of a stratum, in its unit.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Moments {
    pub trials: u64,
    pub sum: f64,
    pub squares: f64,
    pub largest: f64,
    pub steps: u64,
}

impl<'a, const WORDS: usize> Strata<'a, WORDS> {
    pub(super) fn new(graph: &'a KnightGraph<WORDS>, seed: u64) -> Self {
        Strata { graph, seed, all: Vec::new(), places: HashMap::new() }
    }

    /// The place of a stratum.
    pub(super) fn place(&mut self, first: SquareSet<WORDS>, shape: SquareSet<WORDS>) -> usize {
        let (graph, seed) = (self.graph, self.seed);
        *self.places.entry((first, shape)).or_insert_with(|| {
            self.all.push(Stratum::new(graph, first, shape, seed));
            self.all.len() - 1
        })
    }

    /// The walks of a stratum if they were counted.
    pub(super) fn counted(&self, place: usize) -> Option<u64> {
        match self.all[place] {
            Stratum::Counted(walks) => Some(walks),
            Stratum::Sampled(_) => None,
        }
    }

    /// The unit of a stratum, and the moments of its first chunks. Makes chunks that are missing.
    ///
    /// # Panics
    /// If the stratum was counted, or for no chunk at all.
    pub(super) fn sampled(&mut self, place: usize, chunks: usize) -> (f64, Moments) {
        let Stratum::Sampled(sampled) = &mut self.all[place] else {
            panic!("a counted stratum has no samples");
        };
        while sampled.upto.len() < chunks {
            sampled.add_chunk();
        }
        (sampled.unit, sampled.upto[chunks - 1])
    }

    /// Whether a chunk of a stratum is still to be made.
    pub(super) fn is_missing(&self, place: usize, chunk: usize) -> bool {
        match &self.all[place] {
            Stratum::Counted(_) => false,
            Stratum::Sampled(sampled) => sampled.upto.len() < chunk,
        }
    }
}

impl<'a, const WORDS: usize> Stratum<'a, WORDS> {
    fn new(
        graph: &'a KnightGraph<WORDS>,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        seed: u64,
    ) -> Self {
        let counted = stepping::count(graph, first, shape, COUNTED);
        let squares = first.members().chain([usize::MAX]).chain(shape.members());
        let seed = mixed([seed].into_iter().chain(squares.map(|square| square as u64)));
        if counted <= COUNTED {
            return Stratum::Counted(counted);
        }
        let mut sampler = WalkSampler::new(graph, first, shape, mixed([seed, 0]), CHUNK);
        let mut unit = 0.0;
        let trials = CHUNK / 4;
        sampler.sample(mixed([seed, 1]), trials, |trial| unit += trial.walks / f64::from(trials));
        Stratum::Sampled(Sampled { seed, sampler, unit, upto: Vec::new() })
    }
}

impl<const WORDS: usize> Sampled<'_, WORDS> {
    fn add_chunk(&mut self) {
        let mut moments = self.upto.last().copied().unwrap_or_default();
        let unit = self.unit;
        // Seeds 0 and 1 are those of the pilot.
        let seed = mixed([self.seed, self.upto.len() as u64 + 2]);
        self.sampler.sample(seed, CHUNK, |trial| {
            let walks = trial.walks / unit;
            moments.trials += 1;
            moments.sum += walks;
            moments.squares += walks * walks;
            moments.largest = moments.largest.max(walks);
            moments.steps += u64::from(trial.steps);
        });
        self.upto.push(moments);
    }
}

impl Moments {
    /// The mean of the trials.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.trials as f64
    }

    /// The variance of one trial.
    pub(super) fn variance(&self) -> f64 {
        let trials = self.trials as f64;
        (self.squares - self.sum * self.sum / trials).max(0.0) / (trials - 1.0)
    }

    /// Steps of one trial.
    pub(super) fn cost(&self) -> f64 {
        self.steps as f64 / self.trials as f64
    }
}

/// A seed that depends on all numbers.
pub(super) fn mixed(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |seed, number| SplitMix64::new(seed ^ number).draw())
}
