//! Running jobs on a rayon pool: workers search, one thread takes the records.
//!
//! A worker takes one task of the [`Schedule`] after another. A record, without its times, depends
//! on its job alone, whatever else was searched with it. The calling thread drives the [`Sink`];
//! workers only send to it.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::experiment::plan::Job;
use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::{Found, Record};
use crate::run::schedule::Schedule;
use knight_search::estimates::Precision;
use knight_search::{Interrupted, MemoryLimit, Stop, StopRequest};
use serde::Serialize;

mod clock;
pub mod estimate;
pub mod in_memory;
pub mod pending;
pub mod results_size;
pub mod schedule;
pub mod search;
mod worker;

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

/// A job that has no record because the program, not the search, failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The job.
    pub job: Job,
    /// What happened.
    pub message: String,
}

/// The state of a run, for progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// Checks performed so far, those of unfinished jobs included.
    pub checks: u128,
    /// The jobs being searched, the longest running one first.
    pub running: Vec<Running>,
    /// Whether the run was asked to stop.
    pub stop: Stop,
}

/// A job being searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Running {
    /// The job, or the first of those that are searched together.
    pub job: Job,
    /// How many jobs are searched together and have no answer yet.
    pub jobs: usize,
    /// For how long, since the last answer among them.
    pub elapsed: Duration,
    /// How far the search is.
    pub how_far: HowFar,
}

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

/// The outcomes of a run; in JSON under the names of the outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RunSummary {
    /// The jobs that have a record.
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
    /// Checks of the finished jobs.
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
        self.checks += other.checks;
    }

    fn count(&mut self, record: &Record) {
        self.outcomes.add(record.outcome);
        self.estimated += u64::from(record.checks_estimate.is_some());
        self.samples += record.samples.unwrap_or(0);
        self.heavy_tailed += u64::from(record.heavy_tailed == Some(true));
        self.checks += record.checks.unwrap_or(0);
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

/// Called with the place of a job among those of a search, and with what was found.
pub type OnFound<'a> = dyn FnMut(usize, Result<Found, MemoryLimit>) + 'a;

/// Called every few milliseconds with how far a search is; [`ControlFlow::Break`] stops it.
pub type JobProgress<'a> = dyn FnMut(HowFar) -> ControlFlow<()> + 'a;

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
                batch.into_iter().try_for_each(|message| hand_over(message, &mut summary, sink))?
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

/// Counts the outcome of a job, and hands its record or its failure to the sink.
fn hand_over<S: Sink>(
    message: Message,
    summary: &mut RunSummary,
    sink: &mut S,
) -> Result<(), S::Error> {
    match message {
        Ok(record) => {
            summary.count(&record);
            sink.finished(&record)?;
        }
        Err(failure) => {
            summary.failed += 1;
            sink.failed(&failure);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
