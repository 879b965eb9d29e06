//! Searching again the jobs of rows that cannot be trusted.

use std::convert::Infallible;

use knight_search::{Interrupted, Stop, StopRequest};
use knightsweep::experiment::job_table::JobSet;
use knightsweep::results::StoreError;
use knightsweep::results::merge::Gathered;
use knightsweep::results::record::Record;
use knightsweep::run::schedule::Schedule;
use knightsweep::run::{self, Failure, Sink, Status, search};

use crate::cli::args::Common;
use crate::cli::ui::run_progress::{Jobs, Records, RunProgress};
use crate::cli::ui::signals;
use crate::cli::ui::time_left::TimeLeft;

/// The rows that were searched again.
pub struct Rechecked {
    /// Jobs that were searched again.
    pub jobs: u64,
    /// Those whose row was confirmed.
    pub confirmed: u64,
}

/// Searches the jobs of all suspects again, and keeps the rows that are confirmed.
///
/// # Errors
/// If the search is interrupted, or a row cannot be read any more.
pub fn recheck(common: &Common, gathered: &mut Gathered) -> anyhow::Result<Rechecked> {
    let mut jobs = JobSet::new(gathered.plan().len());
    jobs.extend(gathered.suspects().map(|row| row.job));
    let count = jobs.len();
    if count > 0 {
        search_again(common, gathered, jobs)?;
    }
    Ok(Rechecked { jobs: count, confirmed: gathered.end_recheck() })
}

fn search_again(common: &Common, gathered: &mut Gathered, jobs: JobSet) -> anyhow::Result<()> {
    let plan = gathered.plan().clone();
    let left = TimeLeft::new(&plan, jobs.iter());
    let total = Jobs { total: jobs.len(), done_before: 0, tours_before: 0, left };
    let schedule = Schedule::new(&plan, jobs, common.threads());
    let (stop, tables) = (signals::obey(), common.tables());
    let progress = RunProgress::new(total, Records::InMemory, &tables, common.verbosity());
    let mut sink = Confirming { gathered, progress, stop };
    let search = search::by_own_engine(&plan, &tables);
    run::run(&common.pool()?, &schedule, stop, search, &mut sink)?;
    if stop.stop() != Stop::No {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// Compares each record with the rows of its job.
struct Confirming<'a> {
    gathered: &'a mut Gathered,
    progress: RunProgress<'a>,
    stop: &'a StopRequest,
}

impl Sink for Confirming<'_> {
    type Error = StoreError;

    fn finished(&mut self, record: &Record) -> Result<(), StoreError> {
        let Ok(()) = self.progress.finished(record);
        self.gathered.confirm(record)
    }

    fn failed(&mut self, failure: &Failure) {
        // The row of the job is left out.
        self.progress.failed(failure);
    }

    fn tick(&mut self, status: &Status) -> Result<(), StoreError> {
        // Nothing is saved, so nothing is gained by waiting for the running jobs.
        if status.stop == Stop::AfterRunning {
            self.stop.escalate();
        }
        let shown: Result<(), Infallible> = self.progress.tick(status);
        let Ok(()) = shown;
        Ok(())
    }
}
