//! Sums of strata, sampled until they are precise enough.

use crate::estimates::estimate::{Estimate, Sampling, SamplingProgress};
use crate::estimates::stratum::{CHUNK, Moments, Strata};
use knight_board::Interrupted;

/// What is estimated: a known number, and a factor times the sum of some strata.
pub(super) struct Total {
    pub known: f64,
    pub factor: f64,
    /// The places of the strata.
    pub strata: Vec<usize>,
}

/// A stratum of a total, with the samples that the total uses.
struct Part {
    place: usize,
    /// The chunks used.
    chunks: usize,
    /// The unit of the stratum times the factor of the total.
    unit: f64,
    moments: Moments,
}

/// The parts of a total that are sampled, and what is known of the others.
struct Parts {
    known: f64,
    /// The factor of the total.
    factor: f64,
    all: Vec<Part>,
}

/// Chunks of each stratum at first.
const FIRST_CHUNKS: usize = 2;

/// The most by which a round multiplies the samples. Early spreads are not known well.
const GROWTH: f64 = 4.0;

/// Samples that a round makes beyond those that are expected to suffice.
const MARGIN: f64 = 1.1;

impl Total {
    /// Samples the strata in rounds, until the estimate is precise enough or has the most samples.
    ///
    /// # Errors
    /// [`Interrupted`] if `progress` breaks.
    pub(super) fn estimate<const WORDS: usize>(
        &self,
        strata: &mut Strata<WORDS>,
        sampling: &Sampling,
        progress: &mut SamplingProgress,
    ) -> Result<Estimate, Interrupted> {
        let counted = |place: &usize| strata.counted(*place);
        let counts: u128 = self.strata.iter().filter_map(counted).map(u128::from).sum();
        let known = self.known + self.factor * counts as f64;
        let sampled = self.strata.iter().filter(|place| strata.counted(**place).is_none());
        let mut parts = Parts {
            known,
            factor: self.factor,
            all: sampled.map(|&place| Part::new(place)).collect(),
        };
        for part in 0..parts.all.len() {
            parts.sample(strata, part, FIRST_CHUNKS, progress)?;
        }
        loop {
            let estimate = parts.estimate();
            let wanted = sampling.precision.relative();
            if estimate.relative_error() <= wanted || estimate.samples >= sampling.most_samples {
                return Ok(estimate);
            }
            let target = estimate.standard_error * wanted / estimate.relative_error();
            for (part, chunks) in more_chunks(&parts.all, target, sampling.most_samples) {
                parts.sample(strata, part, chunks, progress)?;
            }
        }
    }
}

impl Parts {
    /// Uses this many chunks of a part.
    fn sample<const WORDS: usize>(
        &mut self,
        strata: &mut Strata<WORDS>,
        part: usize,
        chunks: usize,
        progress: &mut SamplingProgress,
    ) -> Result<(), Interrupted> {
        let Part { place, chunks: used, .. } = self.all[part];
        for chunk in used + 1..=chunks {
            if strata.is_missing(place, chunk) && progress(self.so_far()).is_break() {
                return Err(Interrupted);
            }
            let (unit, moments) = strata.sampled(place, chunk);
            self.all[part] = Part { place, chunks: chunk, unit: unit * self.factor, moments };
        }
        Ok(())
    }

    /// The estimate, if all parts have samples.
    fn so_far(&self) -> Option<Estimate> {
        self.all.iter().all(|part| part.chunks > 0).then(|| self.estimate())
    }

    fn estimate(&self) -> Estimate {
        let value =
            self.known + self.all.iter().map(|part| part.unit * part.moments.mean()).sum::<f64>();
        let samples = self.all.iter().map(|part| part.moments.trials).sum();
        // Shares of the value: the squares of the parts themselves may be too large.
        let (mut variance, mut sum, mut squares, mut largest) = (0.0, 0.0, 0.0, 0.0f64);
        for part in &self.all {
            let trials = part.moments.trials as f64;
            let share = part.unit / value / trials;
            variance += share * share * part.moments.variance() * trials;
            sum += share * part.moments.sum;
            squares += share * share * part.moments.squares;
            largest = largest.max(share * part.moments.largest);
        }
        let ratio = |above: f64, below: f64| if below > 0.0 { above / below } else { 0.0 };
        Estimate {
            value,
            standard_error: value * variance.sqrt(),
            samples,
            effective_samples: ratio(sum * sum, squares),
            largest_share: ratio(largest * largest, squares),
        }
    }
}

impl Part {
    fn new(place: usize) -> Part {
        Part { place, chunks: 0, unit: 0.0, moments: Moments::default() }
    }

    /// The standard deviation of one trial in the total.
    fn deviation(&self) -> f64 {
        self.unit * self.moments.variance().sqrt()
    }
}

/// The chunks of the strata that need more, to reach a standard error with the fewest steps: trials
/// in proportion to the standard deviation divided by the root of the cost (J. Neyman, *On the two
/// different aspects of the representative method*, 1934).
fn more_chunks(parts: &[Part], target: f64, most_samples: u64) -> Vec<(usize, usize)> {
    let drawn: f64 = parts.iter().map(|part| part.moments.trials as f64).sum();
    let weighted: f64 =
        parts.iter().map(|part| part.deviation() / target * part.moments.cost().sqrt()).sum();
    let trials =
        |part: &Part| MARGIN * part.deviation() / target / part.moments.cost().sqrt() * weighted;
    let wanted: f64 = parts.iter().map(trials).sum();
    let most = (GROWTH * drawn).min(most_samples as f64);
    let share = (most / wanted).min(1.0);
    let chunks = |part: &Part| (share * trials(part) / f64::from(CHUNK)).ceil() as usize;
    let mut more: Vec<(usize, usize)> = (0..parts.len())
        .map(|place| (place, chunks(&parts[place])))
        .filter(|&(place, chunks)| chunks > parts[place].chunks)
        .collect();
    if more.is_empty() {
        let spread = |part: &Part| part.deviation() / part.moments.trials as f64;
        let widest =
            (0..parts.len()).max_by(|a, b| spread(&parts[*a]).total_cmp(&spread(&parts[*b])));
        more.extend(widest.map(|place| (place, parts[place].chunks + 1)));
    }
    more
}
