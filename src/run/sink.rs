//! What takes the records of a run: a results file, or memory.

use std::convert::Infallible;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::results::outcome_counts::OutcomeCounts;
use crate::results::record::Record;
use crate::results::{Store, StoreError};
use crate::run::worker::{Failure, Message, RunState, Status};
use knight_search::{Stop, StopRequest};
use serde::Serialize;

/// The longest time between two ticks of the sink.
pub const TICK: Duration = Duration::from_millis(100);

/// Takes the records of a run. The thread that called [`run`] drives it, one call at a time.
///
/// An error ends the run: no further job starts, running ones are abandoned, and [`run`] returns
/// the error.
///
/// [`run`]: crate::run::run
pub trait Sink {
    /// Why the sink takes no more records.
    type Error;

    /// A job has its record. An observer of a results file sees all rows, also those that follow
    /// from others without a search.
    fn finished(&mut self, record: &Record) -> Result<(), Self::Error>;

    /// A job has failed and has no record; the run continues.
    fn failed(&mut self, failure: &Failure);

    /// Some time has passed, at most about [`TICK`] since the last call.
    fn tick(&mut self, status: &Status) -> Result<(), Self::Error>;
}

/// Takes records and does nothing with them.
impl Sink for () {
    type Error = Infallible;

    fn finished(&mut self, _: &Record) -> Result<(), Infallible> {
        Ok(())
    }

    fn failed(&mut self, _: &Failure) {}

    fn tick(&mut self, _: &Status) -> Result<(), Infallible> {
        Ok(())
    }
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

/// Hands messages to the sink until all workers are gone.
pub(super) fn drive<S: Sink>(
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

/// Appends records to a results file, and shows its rows to an observer.
pub(super) struct StoreSink<'a, O> {
    pub(super) store: &'a mut Store,
    pub(super) observer: &'a mut O,
}

impl<O: Sink<Error = Infallible>> Sink for StoreSink<'_, O> {
    type Error = StoreError;

    fn finished(&mut self, record: &Record) -> Result<(), StoreError> {
        for row in self.store.append(record)? {
            let Ok(()) = self.observer.finished(&row);
        }
        Ok(())
    }

    fn failed(&mut self, failure: &Failure) {
        self.observer.failed(failure);
    }

    fn tick(&mut self, status: &Status) -> Result<(), StoreError> {
        let Ok(()) = self.observer.tick(status);
        self.store.tick()
    }
}

/// Keeps records. The first stop request abandons the running jobs.
pub(super) struct Collector<'a, O> {
    pub(super) records: Vec<Record>,
    pub(super) observer: &'a mut O,
    pub(super) stop: &'a StopRequest,
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
