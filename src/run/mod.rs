//! Running jobs on a rayon pool: workers search, one thread takes the records.
//!
//! A worker takes one task of the [`Schedule`] after another. A record, without its times, depends
//! on its job alone, whatever else was searched with it. The calling thread drives the [`Sink`];
//! workers only send to it.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use crate::run::schedule::Schedule;
use knight_search::{Interrupted, Stop, StopRequest};
use serde::Serialize;

mod clock;
pub mod estimate;
pub mod pending;
pub mod results_size;
pub mod schedule;
pub mod search;
mod worker;

pub use search::{HowFar, JobProgress, OnFound, Searcher};
pub use worker::{Failure, Running, Status};

use worker::{Message, RunState, Worker};

/// The longest time between two ticks of the sink.
pub const TICK: Duration = Duration::from_millis(100);

/// Batches that may wait for the sink; then workers wait.
const WAITING_BATCHES: usize = 16;

/// Takes the records of a run. The thread that called [`run`] drives it, one call at a time.
///
/// An error ends the run: no further job starts, running ones are abandoned, and [`run`] returns
/// the error.
pub trait Sink {
    /// Why the sink takes no more records.
    type Error;

    /// A job has finished.
    fn finished(&mut self, record: &Record) -> Result<(), Self::Error>;

    /// A job has failed and has no record; the run continues.
    fn failed(&mut self, failure: &Failure);

    /// Some time has passed, at most about [`TICK`] since the last call.
    fn tick(&mut self, status: &Status) -> Result<(), Self::Error>;
}

/// The outcomes of a run; in JSON under the names of the outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RunSummary {
    /// The jobs that were searched.
    #[serde(flatten)]
    pub outcomes: OutcomeCounts,
    /// Jobs that have an estimate.
    #[serde(skip_serializing_if = "is_zero")]
    pub estimated: u64,
    /// The samples of their estimates; some may be of several.
    #[serde(skip_serializing_if = "is_zero")]
    pub samples: u64,
    /// Estimated jobs whose estimate a few samples decide.
    #[serde(skip_serializing_if = "is_zero")]
    pub heavy_tailed: u64,
    /// Jobs that failed and have no record.
    pub failed: u64,
    /// Checks of the searched jobs; if they need more than 128 bits, the largest number of those.
    pub checks: u128,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl RunSummary {
    /// Adds the outcomes of another run.
    pub fn add(&mut self, other: &RunSummary) {
        self.outcomes += other.outcomes;
        self.estimated += other.estimated;
        self.samples += other.samples;
        self.heavy_tailed += other.heavy_tailed;
        self.failed += other.failed;
        self.checks = self.checks.saturating_add(other.checks);
    }

    fn count(&mut self, message: &Message) {
        let Ok(record) = message else {
            self.failed += 1;
            return;
        };
        self.outcomes.add(record.outcome);
        self.estimated += u64::from(record.checks_estimate.is_some());
        self.samples += record.samples.unwrap_or(0);
        self.heavy_tailed += u64::from(record.heavy_tailed == Some(true));
        self.checks = self.checks.saturating_add(record.checks.unwrap_or(0));
    }
}

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

/// Hands messages to the sink until all workers are gone.
fn drive<S: Sink>(
    state: &RunState,
    receiver: &Receiver<Vec<Message>>,
    sink: &mut S,
) -> Result<RunSummary, S::Error> {
    let mut summary = RunSummary::default();
    let mut last_tick = Instant::now();
    loop {
        match receiver.recv_timeout(TICK.saturating_sub(last_tick.elapsed())) {
            Ok(batch) => {
                for message in batch {
                    summary.count(&message);
                    match message {
                        Ok(record) => sink.finished(&record)?,
                        Err(failure) => sink.failed(&failure),
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                sink.tick(&state.status(summary.checks))?;
                return Ok(summary);
            }
        }
        if last_tick.elapsed() >= TICK {
            sink.tick(&state.status(summary.checks))?;
            last_tick = Instant::now();
        }
    }
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

struct Collector<'a, O> {
    records: Vec<Record>,
    observer: &'a mut O,
    stop: &'a StopRequest,
}

impl<O: Sink<Error = Infallible>> Sink for Collector<'_, O> {
    type Error = Infallible;

    fn finished(&mut self, record: &Record) -> Result<(), Infallible> {
        self.records.push(record.clone());
        self.observer.finished(record)
    }

    fn failed(&mut self, failure: &Failure) {
        self.observer.failed(failure);
    }

    fn tick(&mut self, status: &Status) -> Result<(), Infallible> {
        if status.stop == Stop::AfterRunning {
            self.stop.escalate();
        }
        self.observer.tick(status)
    }
}

#[cfg(test)]
mod tests;
