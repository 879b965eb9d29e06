//! Numbers of tours that are estimated.

use std::sync::atomic::Ordering;
use std::time::Instant;

use knight_count::tour_counts::TourCountError;
use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourEstimate, TourSampler};
use knight_search::walks::CountError;
use knightsweep::analysis::approximate::HEAVY_TAILED;
use knightsweep::text::counted;

use super::{Question, explained};
use crate::cli::args::Common;
use crate::cli::ui::progress::{left_in_words, time_left};

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
    let began = Instant::now();
    let how_far = || {
        let [done, planned] =
            [&progress.done, &progress.planned].map(|number| number.load(Ordering::Relaxed) as u64);
        if planned == 0 {
            return format!("{board}: {}, to see how many are needed", counted(done, "sample"));
        }
        let left = left_in_words(time_left(began.elapsed(), done, planned.saturating_sub(done)));
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
            common.say(&format!("so far, {}", question.sentence(&so_far)));
            say_tail(&so_far);
        }
        explained(common, error, question, Default::default())
    })?;
    say_tail(&estimate);
    Ok(estimate)
}
