//! Numbers of tours that are estimated.

use std::cell::Cell;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use knight_count::tour_counts::TourCountError;
use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourEstimate, TourSampler};
use knight_search::walks::CountError;
use knightsweep::analysis::approximate::HEAVY_TAILED;
use knightsweep::text::{counted, formatting};

use super::answer::sentence;
use super::{Question, explained};
use crate::cli::args::Common;

/// Estimates with progress. Where a theorem says that there is no tour, and on the single square,
/// nothing has to be sampled.
pub(super) fn estimated(common: &Common, question: &Question) -> anyhow::Result<TourEstimate> {
    let Question { board, goal, arguments, .. } = *question;
    if let Some(known) = TourEstimate::without_samples(board, goal) {
        return Ok(known);
    }
    // There a frontier has so few states that a count is quicker than samples.
    if board.rows().min(board.cols()) <= 6 || board.area() <= 49 {
        common.say("this board is counted exactly in seconds: leave out --estimate");
    }
    let progress = SamplesDone::default();
    // When the first samples were seen, and how many they were.
    let first = Cell::new(None);
    let how_far = || {
        let [done, planned] =
            [&progress.done, &progress.planned].map(|number| number.load(Ordering::Relaxed));
        let (earlier, since) = first.get().unwrap_or((done, Instant::now()));
        first.set((done > 0).then_some((earlier, since)));
        if planned == 0 {
            return format!("{board}: {}, to see how many are needed", counted(done, "sample"));
        }
        let left =
            since.elapsed().as_secs_f64() * (planned - done) as f64 / (done - earlier) as f64;
        let left = Duration::try_from_secs_f64(left);
        let left = left.map_or(String::new(), |left| format!(", {} left", formatting::time(left)));
        format!("{board}: {done} of {}{left}", counted(planned, "sample"))
    };
    let estimate = common.work(how_far, |stop| {
        let sampler = TourSampler::new(board, goal, SquareOrder::Searched, stop)?;
        let precision = arguments.precision.relative();
        let found = sampler.estimate(precision, arguments.seed, stop, &progress);
        found.map_err(|stopped| TourCountError::from(CountError::from(stopped)))
    })?;
    let say_tail = |estimate: &TourEstimate| {
        if estimate.is_heavy_tailed {
            common.say(HEAVY_TAILED);
        }
    };
    let estimate = estimate.map_err(|error| {
        if let Some(so_far) = progress.so_far() {
            common.say(&format!("so far, {}", sentence(question, &so_far)));
            say_tail(&so_far);
        }
        explained(common, error, question, Default::default())
    })?;
    say_tail(&estimate);
    Ok(estimate)
}
