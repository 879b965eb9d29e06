//! Numbers of tours that are estimated.

use std::sync::atomic::Ordering;

use knight_count::tour_counts::TourCountError;
use knight_count::tour_estimates::{SamplesDone, SquareOrder, TourEstimate, TourSampler};
use knight_search::walks::CountError;
use knightsweep::analysis::approximate::HEAVY_TAILED;
use knightsweep::text::formatting::counted;

use super::{Question, explained};
use crate::cli::args::Common;
use crate::cli::ui::signals;

/// Estimates with progress. Where a theorem says that there is no tour, and on the single square,
/// nothing has to be sampled.
pub(super) fn estimated(common: &Common, question: &Question) -> anyhow::Result<TourEstimate> {
    let Question { board, goal, arguments, .. } = *question;
    if let Some(known) = TourEstimate::without_samples(board, goal) {
        return Ok(known);
    }
    let (stop, progress) = (signals::obey(), SamplesDone::default());
    let how_far = || {
        let [done, planned] =
            [&progress.done, &progress.planned].map(|number| number.load(Ordering::Relaxed));
        format!("{board}: {done} of {}, pilots included", counted(planned as u64, "sample"))
    };
    let estimate = common.work(how_far, || {
        let sampler = TourSampler::new(board, goal, SquareOrder::Searched, stop)?;
        let precision = arguments.precision.relative();
        let found = sampler.estimate(precision, arguments.seed, stop, &progress);
        found.map_err(|stopped| TourCountError::from(CountError::from(stopped)))
    })?;
    let estimate = estimate
        .map_err(|error| explained(error, question, common.memory(), Default::default()))?;
    if estimate.is_heavy_tailed {
        common.say(HEAVY_TAILED);
    }
    Ok(estimate)
}
