//! How the jobs of a run are searched.

use std::ops::ControlFlow;

use knight_search::engines::leap::Tables;
use knight_search::estimates::{self, Estimate, Precision, Sampling};
use knight_search::{Answer, Engine, Family, Interrupted, MemoryLimit, Method, MoveOrder, engines};

use crate::experiment::plan::{Job, Plan};
use crate::results::record::{Found, Record};

/// Called with the place of a job among those of a search, and with what was found.
pub type OnFound<'a> = dyn FnMut(usize, Found) + 'a;

/// Called every few milliseconds with how far a search is; [`ControlFlow::Break`] stops it.
pub type JobProgress<'a> = dyn FnMut(HowFar) -> ControlFlow<()> + 'a;

/// How far the search of a job is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum HowFar {
    /// It has performed this many checks; 0 if they are not known before the answer.
    Checks(u64),
    /// Its estimate has an interval of half this width, divided by the estimate.
    Precision {
        /// The precision so far.
        reached: f64,
        /// The one at which sampling ends.
        wanted: Precision,
    },
}

impl HowFar {
    /// The checks so far.
    pub fn checks(self) -> u64 {
        match self {
            HowFar::Checks(checks) => checks,
            HowFar::Precision { .. } => 0,
        }
    }
}

/// Searches the jobs of a task, and reports each answer with the place of its job. It calls its
/// progress every few milliseconds.
pub trait Searcher:
    Fn(&[Job], &mut JobProgress, &mut OnFound) -> Result<(), Interrupted> + Sync
{
}

impl<F: Fn(&[Job], &mut JobProgress, &mut OnFound) -> Result<(), Interrupted> + Sync> Searcher
    for F
{
}

/// Searches jobs of one family and method of a plan by their rule and engine.
pub fn by_own_engine(plan: &Plan, tables: &Tables) -> impl Searcher {
    let precision = plan.experiment().precision.unwrap_or_default();
    with_precision(tables, move |_| precision)
}

/// Searches jobs of one family and method; an estimate aims at the precision of its job.
fn with_precision(tables: &Tables, precision: impl Fn(&Job) -> Precision + Sync) -> impl Searcher {
    move |jobs: &[Job], progress: &mut JobProgress, report: &mut OnFound| {
        let Some(first) = jobs.first() else {
            return Ok(());
        };
        let orders: Vec<MoveOrder> = jobs.iter().map(|job| job.problem.order).collect();
        let family = Family::of(&first.problem);
        if first.method.engine == Engine::Estimate {
            let (seed, precision) = (first.method.seed.unwrap_or_default(), precision(first));
            let sampling = Sampling { precision, seed, ..Sampling::default() };
            let on_estimate =
                &mut |place, estimated: estimates::Estimated| report(place, estimated.into());
            let after_samples = &mut |so_far: Option<Estimate>| {
                progress(so_far.map_or(HowFar::Checks(0), |estimate| HowFar::Precision {
                    reached: estimate.relative_error(),
                    wanted: precision,
                }))
            };
            return estimates::checks(&family, &orders, &sampling, after_samples, on_estimate);
        }
        let after_checks = &mut |checks| progress(HowFar::Checks(checks));
        let on_answer = &mut |place, answer: Result<Answer, MemoryLimit>| {
            report(place, answer.map_or_else(Found::from, Found::from));
        };
        engines::search(first.method, &family, &orders, tables, after_checks, on_answer)
    }
}

/// Searches the jobs of these records again, whose ids are their places, by stepping where that
/// takes seconds only: the result is then independent of the engine that counts.
pub fn again(tables: &Tables, records: &[Record]) -> impl Searcher {
    const SECONDS: u128 = 1_000_000_000;
    let record = |job: &Job| &records[job.id as usize];
    let search = with_precision(tables, move |job| record(job).precision.unwrap_or_default());
    move |jobs: &[Job], progress: &mut JobProgress, report: &mut OnFound| {
        let mut jobs = jobs.to_vec();
        for job in &mut jobs {
            let by_stepping = Method { engine: Engine::Step, ..job.method };
            let is_short = record(job).checks.is_some_and(|checks| checks <= SECONDS);
            if is_short && by_stepping.supports(job.problem.board) {
                job.method = by_stepping;
            }
        }
        search(&jobs, progress, report)
    }
}
