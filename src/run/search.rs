//! How the jobs of a run are searched.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use knight_search::engines::leap::Tables;
use knight_search::estimates::{self, Estimate, Precision, Sampling};
use knight_search::{
    Answer, Engine, Family, FamilySearch, Interrupted, MemoryLimit, Method, MoveOrder, Outcome,
    StopRequest, engines,
};

use crate::experiment::plan::Job;
use crate::results::record::{Found, Record, WrongTour};

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

/// Searches jobs of one family, method and precision by their rule and engine.
pub fn by_own_engine(tables: &Tables) -> impl Searcher {
    move |jobs: &[Job], progress: &mut JobProgress, report: &mut OnFound| {
        search(tables, jobs, progress, report)
    }
}

fn search(
    tables: &Tables,
    jobs: &[Job],
    progress: &mut JobProgress,
    report: &mut OnFound,
) -> Result<(), Interrupted> {
    let Some(first) = jobs.first() else {
        return Ok(());
    };
    let orders: Vec<MoveOrder> = jobs.iter().map(|job| job.problem.order).collect();
    let family = Family::of(&first.problem);
    if first.method.engine == Engine::Estimate {
        let (seed, precision) =
            (first.method.seed.unwrap_or_default(), first.precision.unwrap_or_default());
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
        report(place, answer.map_or_else(|MemoryLimit| Found::only(Outcome::Memory), Found::from));
    };
    let searches = FamilySearch { family: &family, orders: &orders, on_answer };
    engines::search(first.method, searches, tables, after_checks)
}

/// Searches the job of a record again, which must be one that can be searched, by stepping where
/// that takes seconds only: the result is then independent of the engine that counts.
///
/// # Errors
/// [`Interrupted`], or why there is no answer, in words: the search panicked, or its tour is
/// invalid.
pub fn again(
    tables: &Tables,
    record: &Record,
    stop: &StopRequest,
) -> Result<Result<Record, String>, Interrupted> {
    const SECONDS: u128 = 1_000_000_000;
    let Some(mut job) = record.searched() else { return Ok(Ok(record.clone())) };
    let by_stepping = Method { engine: Engine::Step, ..job.method };
    let is_short = record.checks.is_some_and(|checks| checks <= SECONDS);
    if is_short && by_stepping.supports(job.problem.board) {
        job.method = by_stepping;
    }
    let progress = &mut |_| stop.check();
    answer(&job, |report| search(tables, &[job], progress, report))
}

/// The row of a job that is searched alone, with its tour.
pub(super) fn answer(
    job: &Job,
    search: impl FnOnce(&mut OnFound) -> Result<(), Interrupted>,
) -> Result<Result<Record, String>, Interrupted> {
    let mut found = None;
    match catch_unwind(AssertUnwindSafe(|| search(&mut |_, it| found = Some(it)))) {
        Ok(searched) => searched?,
        Err(panic) => return Ok(Err(panicked(&*panic))),
    }
    let found = found.expect("a search that ends has reported an answer for each of its jobs");
    let invalid = |wrong: WrongTour| format!("the engine reported an invalid tour: {wrong}");
    Ok(Record::new(job, &found, None, true).map_err(invalid))
}

/// What became of a search that panicked.
pub(super) fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let reason = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the search panicked: {}", reason.unwrap_or("it gave no reason"))
}
