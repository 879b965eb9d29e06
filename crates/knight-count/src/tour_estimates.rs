//! About how many knight's tours a board has, where a count would take too long.
//!
//! A sample is one run of the frontier DP with some of the states ([`Sampler`]); its expected value
//! is the number of tours. Samples are independent, but for their guides, so their mean has an
//! interval of Student's distribution. How many there are is decided beforehand, by samples that
//! are thrown away: to stop as soon as the samples agree would prefer those that agree by chance,
//! which are too low more often than not.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::board_order::{board_order, order_by_columns};
use crate::tour_counts::{TourCountError, Tours, counted};
use knight_board::bitboard::supports;
use knight_board::{
    Board, Goal, Interrupted, NORMAL_95, SplitMix64, StopRequest, go_on, named_enum, students_t,
};
use knight_frontier::{
    CountError, FrontierPlan, OrderEffort, Sampler, WalkGraph, elimination_order,
};

/// The guides, each learned by itself. Samples use them in turn, so that what one guide underrates
/// shows in how far samples are spread.
const GUIDES: usize = 5;

/// The samples that say how many are needed.
const PILOTS: usize = 16;

/// The fewest samples. Student's intervals of few samples are wide.
const FEWEST: usize = 16;

/// How much wider samples may be spread than the pilots show.
const MARGIN: f64 = 1.15;

/// About how many tours there are. A tour and its reverse count once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TourEstimate {
    /// The mean of the samples.
    pub tours: f64,
    /// The lower end of the 95 % interval of Student's distribution.
    pub low: f64,
    /// Its upper end. Both are the number itself if it is known.
    pub high: f64,
    /// How many samples there are; none where a sample has room for all states.
    pub samples: usize,
    /// Whether a few samples decide the mean: then larger ones may be missing, and the interval is
    /// not to be trusted.
    pub is_heavy_tailed: bool,
}

impl TourEstimate {
    /// The number where no sample is needed: a theorem excludes tours, or there is one square.
    pub fn without_samples(board: Board, goal: Goal) -> Option<TourEstimate> {
        let tours = Tours::without_counting(board, goal)?.undirected;
        Some(TourEstimate::known(if tours == 0u8.into() { 0.0 } else { 1.0 }))
    }

    /// A number that is known without samples, or by those of a guide.
    fn known(tours: f64) -> TourEstimate {
        TourEstimate { tours, low: tours, high: tours, samples: 0, is_heavy_tailed: false }
    }
}

/// In which order the squares are processed. The number of tours does not depend on it, nor does
/// its estimate, except by chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareOrder {
    /// The best that a search finds.
    #[default]
    Searched,
    /// What the search finds at once.
    Quick,
    /// Column by column. Samples of large boards are spread several times as wide.
    Columns,
}

named_enum!(SquareOrder, "order of the squares", Searched => "searched", Quick => "quick",
    Columns => "columns");

/// How far an estimate is.
#[derive(Debug, Default)]
pub struct SamplesDone {
    /// Samples that are done.
    pub done: AtomicUsize,
    /// Samples that are planned, pilots included; 0 until the pilots say how many are needed.
    pub planned: AtomicUsize,
    /// What those after the pilots found.
    counts: Mutex<Vec<f64>>,
}

impl SamplesDone {
    /// The estimate by the samples that are done, where a stop request ended the others; `None` if
    /// they are too few.
    pub fn so_far(&self) -> Option<TourEstimate> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        (counts.len() >= FEWEST).then(|| Mean::of(&counts).estimate())
    }
}

/// Estimates the tours of one board.
///
/// ```
/// use knight_board::{Board, Goal, StopRequest};
/// use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourSampler};
/// let (board, stop) = (Board::new(6, 6).unwrap(), StopRequest::new());
/// let sampler = TourSampler::new(board, Goal::Closed, SquareOrder::Searched, &stop).unwrap();
/// let estimate = sampler.estimate(0.02, 1, &stop, &SamplesDone::default()).unwrap();
/// assert!((estimate.tours - 9_862.0).abs() < 200.0);
/// ```
pub struct TourSampler {
    plan: FrontierPlan,
}

impl TourSampler {
    /// Prepares samples of a board of two squares or more.
    ///
    /// # Errors
    /// [`TourCountError::TooLargeToEstimate`] for more than 256 squares, or if the frontier does
    /// not fit its slots, and [`CountError::Interrupted`] after a stop request.
    pub fn new(
        board: Board,
        goal: Goal,
        order: SquareOrder,
        stop: &StopRequest,
    ) -> Result<TourSampler, TourCountError> {
        if !supports(board) {
            return Err(TourCountError::TooLargeToEstimate(board));
        }
        let graph = WalkGraph::of_board(board, None);
        let mut check = || go_on(stop.check());
        let order = match order {
            SquareOrder::Searched => board_order(board, &graph, &mut check),
            SquareOrder::Quick => elimination_order(&graph, OrderEffort::Quick, &mut check),
            SquareOrder::Columns => Ok(order_by_columns(board, board.rows() > board.cols())),
        };
        let order = order.map_err(CountError::from)?;
        let plan = FrontierPlan::new(&graph, &order, counted(goal));
        let plan = plan.map_err(|_too_wide| TourCountError::TooLargeToEstimate(board))?;
        Ok(TourSampler { plan })
    }

    /// Estimates the tours so that half the 95 % interval is about `precision` of their number, or
    /// less. Neither threads nor the machine change the estimate of a seed.
    ///
    /// # Errors
    /// [`Interrupted`] after a stop request.
    pub fn estimate(
        &self,
        precision: f64,
        seed: u64,
        stop: &StopRequest,
        progress: &SamplesDone,
    ) -> Result<TourEstimate, Interrupted> {
        let seeds = SplitMix64::new(seed);
        let guided = |number: usize| {
            Sampler::new(&self.plan, seeds.after(number as u64), &mut || go_on(stop.check()))
        };
        let samplers: Vec<Sampler> =
            (0..GUIDES).into_par_iter().map(guided).collect::<Result<_, _>>()?;
        if let Some(count) = samplers.iter().find_map(Sampler::count) {
            return Ok(TourEstimate::known(count.round()));
        }
        let sample = |number: usize| -> Result<f64, Interrupted> {
            let (sampler, seed) = (&samplers[number % GUIDES], seeds.after(number as u64));
            let count = sampler.sample(seed, &mut || go_on(stop.check()))?;
            progress.done.fetch_add(1, Ordering::Relaxed);
            if number >= GUIDES + PILOTS {
                progress.counts.lock().unwrap_or_else(PoisonError::into_inner).push(count);
            }
            Ok(count)
        };
        let samples = |numbers: Range<usize>| -> Result<Mean, Interrupted> {
            let counts: Result<Vec<f64>, _> = numbers.into_par_iter().map(sample).collect();
            Ok(Mean::of(&counts?))
        };
        // The first seeds are those of the guides.
        let pilots = GUIDES..GUIDES + PILOTS;
        let number = samples(pilots.clone())?.samples_for(precision);
        progress.planned.store(PILOTS + number, Ordering::Relaxed);
        Ok(samples(pilots.end..pilots.end + number)?.estimate())
    }
}

/// The mean of some samples, and what says how certain it is.
struct Mean {
    samples: usize,
    mean: f64,
    /// The standard deviation of a sample, relative to the mean; 0 if all are 0.
    spread: f64,
}

impl Mean {
    fn of(samples: &[f64]) -> Mean {
        let number = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / number;
        let relative = |sample: &f64| if mean > 0.0 { sample / mean - 1.0 } else { 0.0 };
        let squares: f64 = samples.iter().map(|sample| relative(sample).powi(2)).sum();
        Mean { samples: samples.len(), mean, spread: (squares / (number - 1.0)).sqrt() }
    }

    /// Half of the 95 % interval of this many samples, relative to the mean.
    fn half_of(&self, samples: usize) -> f64 {
        students_t(samples as f64 - 1.0) * self.spread / (samples as f64).sqrt()
    }

    /// How many samples are as precise as this, with a margin.
    fn samples_for(&self, precision: f64) -> usize {
        let about = (MARGIN * NORMAL_95 * self.spread / precision).powi(2).ceil() as usize;
        let is_enough = |samples: &usize| MARGIN * self.half_of(*samples) <= precision;
        (about.max(FEWEST)..).find(is_enough).unwrap_or(usize::MAX)
    }

    fn estimate(&self) -> TourEstimate {
        let half = self.half_of(self.samples) * self.mean;
        let effective = self.samples as f64 / (1.0 + self.spread.powi(2));
        TourEstimate {
            tours: self.mean,
            low: (self.mean - half).max(0.0),
            high: self.mean + half,
            samples: self.samples,
            is_heavy_tailed: effective < self.samples as f64 / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tour_estimates::*;

    fn sampler(size: &str, goal: Goal, order: SquareOrder) -> TourSampler {
        TourSampler::new(size.parse().unwrap(), goal, order, &StopRequest::new()).unwrap()
    }

    fn estimated(size: &str, goal: Goal, order: SquareOrder, precision: f64) -> TourEstimate {
        let (stop, progress) = (StopRequest::new(), SamplesDone::default());
        let found = sampler(size, goal, order).estimate(precision, 1, &stop, &progress).unwrap();
        if found.samples > 0 {
            let so_far = progress.so_far().unwrap();
            assert!((so_far.tours / found.tours - 1.0).abs() < 1e-9, "{so_far:?} {found:?}");
            let (done, planned) = (progress.done.into_inner(), progress.planned.into_inner());
            assert_eq!((done, planned), (PILOTS + found.samples, PILOTS + found.samples));
        }
        found
    }

    #[test]
    fn small_boards_are_counted_by_samples_with_all_states() {
        for (size, goal, tours) in [
            ("3x4", Goal::Open, 8.0),
            ("5x5", Goal::Open, 864.0),
            ("6x6", Goal::Closed, 9_862.0),
            ("4x6", Goal::Closed, 0.0),
        ] {
            let found = estimated(size, goal, SquareOrder::Searched, 0.01);
            assert_eq!(found, TourEstimate::known(tours), "{size}");
        }
    }

    #[test]
    fn estimates_of_all_orders_of_squares_hold_the_known_number() {
        for &order in SquareOrder::ALL {
            let found = estimated("6x7", Goal::Closed, order, 0.05);
            let half = (found.high - found.low) / 2.0;
            // Twice the interval: one seed in ten thousand misses.
            assert!((found.tours - 1_067_638.0).abs() < 2.0 * half, "{found:?}");
            assert!(half < 0.05 * found.tours && !found.is_heavy_tailed, "{found:?}");
        }
    }

    #[test]
    fn intervals_are_those_of_student() {
        let mean = Mean::of(&[8.0, 12.0, 10.0, 10.0].repeat(4));
        assert_eq!(mean.mean, 10.0);
        assert!((mean.spread - 0.1 * (32.0f64 / 15.0).sqrt()).abs() < 1e-12);
        assert!((mean.half_of(16) - 2.13145 * mean.spread / 4.0).abs() < 1e-5);
        let samples = mean.samples_for(0.01);
        assert!(MARGIN * mean.half_of(samples) <= 0.01);
        assert!(samples == FEWEST || MARGIN * mean.half_of(samples - 1) > 0.01, "{samples}");
        assert_eq!(mean.samples_for(1.0), FEWEST);
    }

    #[test]
    fn a_few_large_samples_are_said() {
        let mut samples = vec![1.0; 31];
        samples.push(100.0);
        assert!(Mean::of(&samples).estimate().is_heavy_tailed);
    }

    #[test]
    fn a_stop_request_ends_an_estimate() {
        let (stop, progress) = (StopRequest::new(), SamplesDone::default());
        let sampler = sampler("8x8", Goal::Closed, SquareOrder::Columns);
        stop.escalate();
        assert_eq!(sampler.estimate(0.01, 1, &stop, &progress), Err(Interrupted));
        assert_eq!(progress.so_far(), None);
    }
}
