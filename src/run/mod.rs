//! Running jobs on a rayon pool: workers search, one thread takes the records.
//!
//! A worker takes one task of the [`Schedule`] after another. A record, without its times, depends
//! on its job alone, whatever else was searched with it. The calling thread drives the [`Sink`];
//! workers only send to it.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::sync_channel;

use crate::results::record::Record;
use crate::results::{Store, StoreError};
use crate::run::schedule::Schedule;
use knight_search::{Interrupted, Stop, StopRequest};

mod clock;
pub mod estimate;
pub mod pending;
pub mod results_size;
pub mod schedule;
pub mod search;
mod sink;
mod worker;

pub use search::{HowFar, JobProgress, OnFound, Searcher};
pub use sink::{RunSummary, Sink, TICK};
pub use worker::{Failure, Running, Status};

use sink::{Collector, StoreSink, drive};
use worker::{RunState, Worker};

/// Batches that may wait for the sink; then workers wait.
const WAITING_BATCHES: usize = 16;

/// Searches the tasks of a schedule in a pool, in their order, and hands the records to the sink.
///
/// A search that panics, or reports a tour which the independent checker refuses, becomes a
/// [`Failure`] of its job.
///
/// # Errors
/// The first error of the sink.
pub fn run<S: Sink>(
    pool: &rayon::ThreadPool,
    schedule: &Schedule,
    stop: &StopRequest,
    search: impl Searcher,
    sink: &mut S,
) -> Result<RunSummary, S::Error> {
    let state = RunState::new(schedule, stop, pool.current_num_threads());
    let (sender, receiver) = sync_channel(WAITING_BATCHES);
    let (state, search) = (&state, &search);
    // This thread takes the records, so the pool needs no thread beside its own.
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(move |_, worker| {
            Worker::new(state, worker.index(), sender.clone()).work(search);
        });
        let result = catch_unwind(AssertUnwindSafe(|| drive(state, &receiver, sink)));
        if !matches!(result, Ok(Ok(_))) {
            stop.abandon();
            // Workers may be waiting to hand records over.
            receiver.iter().for_each(drop);
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Why some records are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Incomplete {
    /// The run was stopped.
    #[error("the run was stopped before it was complete")]
    Interrupted(#[from] Interrupted),
    /// This many jobs failed; the observer knows which.
    #[error("{0} job{s} failed", s = if *.0 == 1 { "" } else { "s" })]
    Failed(u64),
}

/// Searches the jobs of a file that have no row, those with the smallest budget first: what one
/// budget decides is not searched with a larger one. The observer sees each row that is written.
///
/// # Errors
/// The first error of the store.
pub fn run_into_store(
    pool: &rayon::ThreadPool,
    store: &mut Store,
    stop: &StopRequest,
    search: impl Searcher,
    observer: &mut impl Sink<Error = Infallible>,
) -> Result<RunSummary, StoreError> {
    let plan = store.plan().clone();
    let mut summary = RunSummary::default();
    let mut budgets = plan.budgets().to_vec();
    budgets.sort_by_key(|budget| budget.limit().unwrap_or(u128::MAX));
    for &budget in &budgets {
        let jobs = plan.jobs_with_budget(budget).flatten();
        let pending = jobs.filter(|job| store.is_pending(*job));
        let schedule = Schedule::new(&plan, pending, pool.current_num_threads());
        let mut sink = StoreSink { store, observer };
        summary.add(&run(pool, &schedule, stop, &search, &mut sink)?);
        if stop.stop() != Stop::No {
            break;
        }
    }
    Ok(summary)
}

/// Searches the jobs of a schedule and returns their records by job. Nothing is saved, so the
/// first stop request abandons the running jobs.
///
/// # Errors
/// [`Incomplete`] unless every job has a record.
pub fn run_in_memory(
    pool: &rayon::ThreadPool,
    schedule: &Schedule,
    stop: &StopRequest,
    search: impl Searcher,
    observer: &mut impl Sink<Error = Infallible>,
) -> Result<Vec<Record>, Incomplete> {
    let mut sink = Collector { records: Vec::new(), observer, stop };
    let Ok(summary) = run(pool, schedule, stop, search, &mut sink);
    let mut records = sink.records;
    if stop.stop() != Stop::No && (records.len() as u64) < schedule.searches() {
        return Err(Interrupted.into());
    }
    if summary.failed > 0 {
        return Err(Incomplete::Failed(summary.failed));
    }
    records.sort_by_key(|record| record.job);
    Ok(records)
}

#[cfg(test)]
mod tests;
