//! The time that a plan will take before it runs, or that is left of it.
//!
//! The time is that of a sample, scaled up. The jobs of a *part* of a plan are alike; of each part
//! more and more searches are tried together, as a run does them, with the same tables. Where jobs
//! share work, twice as many take less than twice as long; how much less is what is scaled by.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;

use crate::experiment::plan::{Job, Part};
use crate::results::record::Found;
use crate::run::pending::Pending;
use crate::run::schedule::shared;
use crate::run::search;
use knight_search::engines::leap::Tables;
use knight_search::{Budget, Outcome, Problem, StopRequest};

/// Time that all trials take together.
const ALL_TRIALS: Duration = Duration::from_secs(8);

/// The most checks of a trial whose method performs each; the rest of its time follows.
const TRIAL_BUDGET: u128 = 20_000_000;

/// The most searches that are tried of a part.
const MOST_TRIED: u64 = 1 << 15;

/// Of jobs that share work, the exponent to which the time grows with the number of searches, far
/// beyond the sample, and how far it may be off. From the experiments of scripts/measure-plans.
const USUAL_GROWTH: f64 = 0.5;
const GROWTH_ERROR: f64 = 0.2;

/// How many times as many searches the growth of the sample holds for.
const NEAR: f64 = 8.0;

/// How many doublings of a sample count as much as what is usual.
const USUAL_WEIGHT: f64 = 2.0;

/// Fewer searches say nothing about the others: too few to see how they differ.
const FEW: u64 = 8;

/// The same without a budget, where the longest take most of the time: from the 64 squares of a
/// chessboard, from milliseconds to hours.
const FEW_UNLIMITED: u64 = 64;

/// Seconds in which a row is written: usually, at least and at most.
const ROW_SECONDS: [f64; 3] = [1.2e-6, 0.6e-6, 2e-6];

/// Standard errors to either side of the range, which has nine runs of ten.
const RANGE: f64 = 1.65;

/// The time that a plan takes, from trying some of its searches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeEstimate {
    /// Worker threads of the run.
    pub threads: usize,
    /// Searches that were tried.
    pub tried: u64,
    /// Wall-clock seconds; missing if too few searches ended.
    pub wall_s: Option<f64>,
    /// The range that nine of ten runs are in; a lower bound if `wall_s` is missing.
    pub wall_s_low: f64,
    /// Missing if nothing is known.
    pub wall_s_high: Option<f64>,
}

impl TimeEstimate {
    /// Tries searches of all parts of a plan, on the threads of the current pool. `tried` counts
    /// them; a stop request ends the trials early.
    pub fn new(
        pending: &Pending,
        tables: &Tables,
        stop: &StopRequest,
        tried: &AtomicU64,
    ) -> TimeEstimate {
        let Pending { plan, rows, .. } = *pending;
        let (threads, searches) = (rayon::current_num_threads(), pending.searches());
        let trials = Trials { pending, tables, stop, tried };
        let began = Instant::now();
        let parts = pending.parts();
        let mut of_parts: Vec<PartTime> = Vec::new();
        for (place, &part) in parts.iter().enumerate() {
            let left = ALL_TRIALS.saturating_sub(began.elapsed());
            let share = left / (parts.len() - place) as u32;
            of_parts.push(trials.of_part(part, Instant::now() + share));
        }
        let at_once = (threads as u64).min(searches).max(1) as f64;
        let longest = of_parts.iter().map(|part| part.longest).fold(0.0, f64::max);
        let [of_row, least_of_row, most_of_row] = ROW_SECONDS;
        let wall = |of: fn(&PartTime) -> Option<f64>, of_row: f64| {
            let all: Option<f64> = of_parts.iter().map(of).sum();
            all.map(|all| (all / at_once).max(longest) + rows as f64 * of_row)
        };
        let limit = plan.experiment().time_limit.map(|limit| limit.as_secs_f64());
        let by_limit = limit.map(|limit| limit * searches as f64 / at_once);
        TimeEstimate {
            threads,
            tried: tried.load(Ordering::Relaxed),
            wall_s: wall(|part| part.usual, of_row)
                .map(|wall| by_limit.map_or(wall, |most| wall.min(most))),
            wall_s_low: wall(|part| Some(part.low), least_of_row).unwrap_or_default(),
            wall_s_high: match (wall(|part| part.high, most_of_row), by_limit) {
                (Some(high), Some(most)) => Some(high.min(most)),
                (high, most) => high.or(most),
            },
        }
    }
}

/// Seconds of one thread that a part takes.
struct PartTime {
    usual: Option<f64>,
    low: f64,
    high: Option<f64>,
    /// The longest search that was tried.
    longest: f64,
}

/// Searches that were tried.
#[derive(Clone, Copy, Default)]
struct Batch {
    searches: u64,
    /// The seconds of one thread that they took together.
    seconds: f64,
    /// The time of the longest search.
    longest: f64,
    /// The squares of the seconds of its tasks.
    squares: f64,
    /// Whether a search did not end.
    is_cut: bool,
}

impl Batch {
    /// Both together.
    fn and(self, other: Batch) -> Batch {
        Batch {
            searches: self.searches + other.searches,
            seconds: self.seconds + other.seconds,
            longest: self.longest.max(other.longest),
            squares: self.squares + other.squares,
            is_cut: self.is_cut || other.is_cut,
        }
    }
}

struct Trials<'a> {
    pending: &'a Pending<'a>,
    tables: &'a Tables,
    stop: &'a StopRequest,
    tried: &'a AtomicU64,
}

impl Trials<'_> {
    /// Tries a search on each thread, and then as many as were tried before, until the time is
    /// over.
    fn of_part(&self, part: Part, until: Instant) -> PartTime {
        let threads = rayon::current_num_threads() as u64;
        let (mut curve, mut cut) = (Vec::new(), None);
        let mut all = Batch::default();
        let mut jobs = self.pending.spread(part).peekable();
        let first = jobs.peek().copied();
        let most = part.searches.min(MOST_TRIED);
        while cut.is_none() && all.searches < most && (Instant::now() < until || curve.is_empty()) {
            let size = all.searches.max(threads).min(part.searches - all.searches);
            let batch = self.batch(jobs.by_ref().take(size as usize).collect(), until);
            debug_assert!(batch.searches > 0, "a part has as many jobs as it says");
            if batch.is_cut {
                cut = Some(batch);
            } else {
                all = all.and(batch);
                curve.push(all);
            }
        }
        let shares = first.is_some_and(|job| shared(&job).is_some());
        let is_unlimited = first.is_some_and(|job| job.problem.budget.limit().is_none());
        Sample { curve, cut, all: part.searches, shares, is_unlimited }.scaled()
    }

    /// Tries some searches of a part as a run makes them: a family together.
    fn batch(&self, mut jobs: Vec<Job>, until: Instant) -> Batch {
        jobs.sort_by_key(|job| job.id);
        let are_together = |a: &Job, b: &Job| shared(a).is_some() && shared(a) == shared(b);
        let mut tasks: Vec<&[Job]> = jobs.chunk_by(are_together).collect();
        tasks.sort_by_key(|task| Reverse(task.len()));
        tasks.into_par_iter().map(|task| self.task(task, until)).reduce(Batch::default, Batch::and)
    }

    fn task(&self, jobs: &[Job], until: Instant) -> Batch {
        let own = jobs[0].problem.budget.limit();
        let is_stepped = jobs[0].method.performs_every_check();
        let limit = own.filter(|own| is_stepped && *own > TRIAL_BUDGET).map(|_| TRIAL_BUDGET);
        let budget = limit.and_then(|limit| Budget::checks(limit).ok());
        let with_budget = |job: &Job| {
            let problem = Problem { budget: budget.unwrap_or(job.problem.budget), ..job.problem };
            Job { problem, ..*job }
        };
        let jobs: Vec<Job> = jobs.iter().map(with_budget).collect();
        let began = Instant::now();
        let mut progress = |_| {
            let is_over = Instant::now() >= until;
            if is_over { ControlFlow::Break(()) } else { self.stop.check() }
        };
        let mut is_stopped = false;
        let mut found = |_, found: Found| {
            self.tried.fetch_add(1, Ordering::Relaxed);
            is_stopped |= found.outcome == Outcome::Budget;
        };
        let searched = search::by_own_engine(self.tables)(&jobs, &mut progress, &mut found);
        let elapsed = began.elapsed().as_secs_f64();
        let seconds = match (limit, own) {
            (Some(limit), Some(own)) if is_stopped => elapsed * own as f64 / limit as f64,
            _ => elapsed,
        };
        let (longest, squares) = (seconds / jobs.len() as f64, seconds * seconds);
        Batch { searches: jobs.len() as u64, seconds, longest, squares, is_cut: searched.is_err() }
    }
}

/// What was tried of a part.
struct Sample {
    /// More and more searches.
    curve: Vec<Batch>,
    /// What the last ones took until they were stopped.
    cut: Option<Batch>,
    /// The searches of the part.
    all: u64,
    /// Whether they share work.
    shares: bool,
    /// Whether they have no budget, so that a few take most of the time.
    is_unlimited: bool,
}

impl Sample {
    /// The time of all searches of the part.
    fn scaled(&self) -> PartTime {
        let Sample { ref curve, cut, all, shares, .. } = *self;
        let longest = curve.last().map_or(0.0, |all| all.longest);
        let few = if self.is_unlimited { FEW_UNLIMITED } else { FEW };
        let are_enough = |last: &&Batch| last.searches >= few.min(all);
        let Some(&last) = curve.last().filter(are_enough) else {
            // What they took so far.
            let low = curve.last().into_iter().chain(&cut).map(|tried| tried.seconds).sum();
            return PartTime { usual: None, low, high: None, longest };
        };
        let growth = if shares { growth_of(curve) } else { 1.0 };
        let far = if shares { USUAL_GROWTH } else { 1.0 };
        let scale = |more: f64| more.min(NEAR).powf(growth) * (more / NEAR).max(1.0).powf(far);
        // The searches that were stopped took this long at least.
        let with_cut = cut.map_or(0.0, |cut| {
            let searches = last.searches + cut.searches;
            (last.seconds + cut.seconds) * scale(all as f64 / searches as f64)
        });
        let more = all as f64 / last.searches as f64;
        let usual = (last.seconds * scale(more)).max(with_cut);
        let factor = (RANGE * self.error(more, &last)).exp();
        PartTime { usual: Some(usual), low: usual / factor, high: Some(usual * factor), longest }
    }

    /// How far off it may be, as a standard error of its logarithm.
    fn error(&self, more: f64, tried: &Batch) -> f64 {
        // A run makes larger tasks, which share more.
        let least: f64 = match (self.shares, self.is_unlimited && more > 1.0) {
            (true, true) => 0.9,
            (true, false) => 0.4,
            (false, _) => 0.2,
        };
        if more <= 1.0 {
            return least;
        }
        let of_tasks = (tried.squares.sqrt() / tried.seconds.max(1e-9)).min(1.0);
        let of_growth = if self.shares { GROWTH_ERROR * more.ln() } else { 0.0 };
        of_tasks.hypot(of_growth).max(least)
    }
}

/// The exponent to which the time grows with the number of searches.
fn growth_of(curve: &[Batch]) -> f64 {
    /// Times below this, in seconds, are those of starting.
    const LEAST: f64 = 0.002;
    let points: Vec<(f64, f64)> = curve
        .iter()
        .filter(|tried| tried.seconds >= LEAST)
        .map(|tried| ((tried.searches as f64).ln(), tried.seconds.ln()))
        .collect();
    // The last doublings say most of those to come.
    let recent = &points[points.len().saturating_sub(5)..];
    let (Some(first), Some(last)) = (recent.first(), recent.last()) else { return USUAL_GROWTH };
    let width = last.0 - first.0;
    let doublings = width / std::f64::consts::LN_2;
    let own = if width > 0.0 { (last.1 - first.1) / width } else { USUAL_GROWTH };
    let growth = (own * doublings + USUAL_GROWTH * USUAL_WEIGHT) / (doublings + USUAL_WEIGHT);
    growth.clamp(0.2, 1.0)
}

#[cfg(test)]
mod tests;
