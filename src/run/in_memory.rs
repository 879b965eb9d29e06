//! Runs whose records are kept in memory.

use std::convert::Infallible;

use knight_search::{Interrupted, Stop, StopRequest};

use crate::results::record::Record;
use crate::run::schedule::Schedule;
use crate::run::{Failure, Searcher, Sink, Status, run};

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
    if stop.stop() != Stop::No && (records.len() as u64) < schedule.rows() {
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
