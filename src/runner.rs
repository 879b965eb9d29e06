//! Running jobs over a rayon pool: workers search, one thread takes the records.
//!
//! Each job runs on one thread, and its record is a function of the job alone but for the times. The
//! calling thread drives the [`Sink`]; workers only send to it.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::plan::{Job, Plan};
use crate::record::Record;
use crate::search::{Answer, Interrupted, Outcome, Pulse};

/// The sink hears a tick at least this often.
pub const TICK: Duration = Duration::from_millis(100);

/// Finished records that may wait for the sink before workers have to.
const WAITING_RECORDS: usize = 4096;

/// Takes the records of a run. The thread that called [`run`] drives it, one call at a time.
///
/// An error ends the run: no further job starts, running ones are abandoned, and [`run`] returns it.
pub trait Sink {
    /// Why the sink cannot go on.
    type Error;

    /// A job has finished.
    fn finished(&mut self, record: &Record) -> Result<(), Self::Error>;

    /// A job has failed and has no record; the run goes on.
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

/// How a run is going.
#[derive(Clone, PartialEq, Debug)]
pub struct Status {
    /// Checks performed so far, those of unfinished jobs included.
    pub checks: u128,
    /// The jobs being searched, longest first.
    pub running: Vec<Running>,
    /// Whether the run was asked to stop.
    pub stop: Stop,
}

/// A job being searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Running {
    /// The job.
    pub job: Job,
    /// For how long.
    pub elapsed: Duration,
}

/// What became of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Jobs that finished, by outcome.
    pub tours: u64,
    /// Jobs that found that there is no tour.
    pub none: u64,
    /// Jobs that spent their budget.
    pub budget: u64,
    /// Jobs that failed and have no record.
    pub failed: u64,
    /// Checks of the finished jobs.
    pub checks: u128,
}

impl Summary {
    /// Jobs that have a record.
    pub fn finished(&self) -> u64 {
        self.tours + self.none + self.budget
    }

    fn count(&mut self, record: &Record) {
        self.checks += record.checks;
        match record.outcome {
            Outcome::Tour => self.tours += 1,
            Outcome::None => self.none += 1,
            Outcome::Budget => self.budget += 1,
        }
    }
}

/// How far a run has been asked to stop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stop {
    /// Go on.
    No,
    /// Start no further job, let the running ones finish.
    AfterRunning,
    /// Abandon the running jobs too.
    Now,
}

/// Asks a run to stop, from any thread.
#[derive(Debug, Default)]
pub struct StopRequest(AtomicU8);

impl StopRequest {
    /// A request that has not been made.
    pub const fn new() -> StopRequest {
        StopRequest(AtomicU8::new(0))
    }

    /// Asks for more than before: first [`Stop::AfterRunning`], then [`Stop::Now`]. Returns what is now asked.
    pub fn escalate(&self) -> Stop {
        // Both orderings are relaxed: the flag guards no other data.
        let raised = |level: u8| Some((level + 1).min(Stop::Now as u8));
        // The closure always gives a level, so the update cannot fail.
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, raised);
        self.stop()
    }

    /// What is asked.
    pub fn stop(&self) -> Stop {
        match self.0.load(Ordering::Relaxed) {
            0 => Stop::No,
            1 => Stop::AfterRunning,
            _ => Stop::Now,
        }
    }

    fn abandon(&self) {
        self.0.store(Stop::Now as u8, Ordering::Relaxed);
    }
}

/// Searches the `pending` jobs of a plan in a pool, in this order, and hands the records to the sink.
///
/// `search` gets the answer of a job; it must call its pulse every few milliseconds. A search that panics, or
/// that reports a tour which the independent checker refuses, becomes a [`Failure`] of its job.
///
/// # Errors
/// The first error of the sink.
pub fn run<S: Sink>(
    pool: &rayon::ThreadPool,
    plan: &Plan,
    pending: &[u64],
    stop: &StopRequest,
    search: impl Fn(&Job, &mut Pulse) -> Result<Answer, Interrupted> + Sync,
    sink: &mut S,
) -> Result<Summary, S::Error> {
    let crew = Crew {
        plan,
        pending,
        next: AtomicUsize::new(0),
        stop,
        desks: (0..pool.current_num_threads())
            .map(|_| Desk::default())
            .collect(),
    };
    let (sender, receiver) = sync_channel(WAITING_RECORDS);
    let (crew, search) = (&crew, &search);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            pool.broadcast(|worker| crew.work(&crew.desks[worker.index()], search, &sender));
        });
        let result = catch_unwind(AssertUnwindSafe(|| drive(crew, &receiver, sink)));
        if !matches!(result, Ok(Ok(_))) {
            stop.abandon();
            // Workers may be waiting to hand over records that nobody wants any more.
            receiver.iter().for_each(drop);
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// What all workers share.
struct Crew<'a> {
    plan: &'a Plan,
    pending: &'a [u64],
    next: AtomicUsize,
    stop: &'a StopRequest,
    desks: Vec<Desk>,
}

/// What others may see of a worker.
#[derive(Default)]
struct Desk {
    running: Mutex<Option<(Job, Instant)>>,
    /// Checks of the running job so far.
    checks: AtomicU64,
}

impl Desk {
    fn running(&self) -> MutexGuard<'_, Option<(Job, Instant)>> {
        // The value is replaced in one step, so a panic elsewhere cannot have left half of it.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Message {
    Finished(Record),
    Failed(Failure),
}

impl Crew<'_> {
    /// Takes one pending job after another until there is none, or the run is to stop.
    fn work(
        &self,
        desk: &Desk,
        search: &(impl Fn(&Job, &mut Pulse) -> Result<Answer, Interrupted> + Sync),
        sender: &SyncSender<Message>,
    ) {
        while self.stop.stop() == Stop::No
            && let Some(job) = self.next_job()
        {
            *desk.running() = Some((job, Instant::now()));
            let message = self.search_one(&job, desk, search);
            *desk.running() = None;
            desk.checks.store(0, Ordering::Relaxed);
            // Sending fails only when the driver is gone, which waits for us; None is an abandoned job.
            if let Some(message) = message
                && sender.send(message).is_err()
            {
                return;
            }
        }
    }

    fn next_job(&self) -> Option<Job> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        self.pending.get(place).and_then(|&id| self.plan.job(id))
    }

    fn search_one(
        &self,
        job: &Job,
        desk: &Desk,
        search: &impl Fn(&Job, &mut Pulse) -> Result<Answer, Interrupted>,
    ) -> Option<Message> {
        let mut pulse = |checks| {
            desk.checks.store(checks, Ordering::Relaxed);
            match self.stop.stop() {
                Stop::Now => ControlFlow::Break(()),
                Stop::No | Stop::AfterRunning => ControlFlow::Continue(()),
            }
        };
        let (wall, cpu) = (Instant::now(), thread_cpu_time());
        let answer = catch_unwind(AssertUnwindSafe(|| search(job, &mut pulse)));
        let wall = wall.elapsed();
        let cpu = cpu
            .zip(thread_cpu_time())
            .map(|(before, after)| after.saturating_sub(before));

        let failed = |message| Some(Message::Failed(Failure { job: *job, message }));
        match answer {
            Ok(Ok(answer)) => match Record::new(job, &answer, wall, cpu, self.plan.records_tours())
            {
                Ok(record) => Some(Message::Finished(record)),
                Err(fault) => failed(format!("the engine reported a tour that is none: {fault}")),
            },
            Ok(Err(Interrupted)) => None,
            Err(panic) => failed(format!("the search panicked: {}", panic_message(&*panic))),
        }
    }

    fn status(&self, finished_checks: u128) -> Status {
        let mut running: Vec<Running> = self
            .desks
            .iter()
            .filter_map(|desk| *desk.running())
            .map(|(job, since)| Running {
                job,
                elapsed: since.elapsed(),
            })
            .collect();
        running.sort_by_key(|running| std::cmp::Reverse(running.elapsed));
        let live = self
            .desks
            .iter()
            .map(|desk| u128::from(desk.checks.load(Ordering::Relaxed)));
        Status {
            checks: finished_checks + live.sum::<u128>(),
            running,
            stop: self.stop.stop(),
        }
    }
}

/// Hands messages to the sink until all workers are gone.
fn drive<S: Sink>(
    crew: &Crew,
    receiver: &Receiver<Message>,
    sink: &mut S,
) -> Result<Summary, S::Error> {
    let mut summary = Summary::default();
    let mut last_tick = Instant::now();
    loop {
        match receiver.recv_timeout(TICK.saturating_sub(last_tick.elapsed())) {
            Ok(Message::Finished(record)) => {
                summary.count(&record);
                sink.finished(&record)?;
            }
            Ok(Message::Failed(failure)) => {
                summary.failed += 1;
                sink.failed(&failure);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                sink.tick(&crew.status(summary.checks))?;
                return Ok(summary);
            }
        }
        if last_tick.elapsed() >= TICK {
            sink.tick(&crew.status(summary.checks))?;
            last_tick = Instant::now();
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("it gave no reason")
}

/// Processor time that the calling thread has used, or `None` where the system does not tell.
#[cfg(unix)]
fn thread_cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(
        time.tv_sec.try_into().ok()?,
        time.tv_nsec.try_into().ok()?,
    ))
}

#[cfg(not(unix))]
fn thread_cpu_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Engine, Rule, search};
    use std::path::Path;

    #[derive(Default)]
    struct Collect {
        records: Vec<Record>,
        failures: Vec<Failure>,
        fail_after: Option<usize>,
    }

    impl Sink for Collect {
        type Error = &'static str;

        fn finished(&mut self, record: &Record) -> Result<(), &'static str> {
            self.records.push(record.clone());
            match self.fail_after {
                Some(limit) if self.records.len() >= limit => Err("the sink is full"),
                _ => Ok(()),
            }
        }

        fn failed(&mut self, failure: &Failure) {
            self.failures.push(failure.clone());
        }

        fn tick(&mut self, _: &Status) -> Result<(), &'static str> {
            Ok(())
        }
    }

    fn plan() -> Plan {
        let text = "boards = \"5x5\"\nstarts = \"all\"\norders = [\"fig2\", \"tutorial\"]\nbudget = 100000";
        Plan::new(&crate::experiment::document::parse(text, Path::new("test.toml")).unwrap())
    }

    fn run_on(
        threads: usize,
        stop: &StopRequest,
        sink: &mut Collect,
        search: impl Fn(&Job, &mut Pulse) -> Result<Answer, Interrupted> + Sync,
    ) -> Result<Summary, &'static str> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let plan = plan();
        let pending: Vec<u64> = (0..plan.len()).collect();
        run(&pool, &plan, &pending, stop, search, sink)
    }

    fn step(job: &Job, pulse: &mut Pulse) -> Result<Answer, Interrupted> {
        search(Rule::Fixed, Engine::Step, &job.problem, pulse)
    }

    #[test]
    fn records_do_not_depend_on_the_number_of_threads() {
        let records = |threads| {
            let mut sink = Collect::default();
            let summary = run_on(threads, &StopRequest::new(), &mut sink, step).unwrap();
            assert_eq!(summary.finished(), 50);
            sink.records.sort_by_key(|record| record.job);
            sink.records
        };
        let (one, many) = (records(1), records(8));
        assert!(one.iter().zip(&many).all(|(a, b)| a.same_but_times(b)));
    }

    #[test]
    fn a_job_that_panics_fails_alone() {
        let mut sink = Collect::default();
        let summary = run_on(2, &StopRequest::new(), &mut sink, |job, pulse| {
            assert!(job.id != 7, "job seven is unlucky");
            step(job, pulse)
        });
        assert_eq!(summary.map(|s| (s.finished(), s.failed)), Ok((49, 1)));
        assert_eq!(sink.failures[0].job.id, 7);
        assert!(sink.failures[0].message.contains("job seven is unlucky"));
    }

    #[test]
    fn a_tour_that_is_none_becomes_a_failure() {
        let mut sink = Collect::default();
        let summary = run_on(2, &StopRequest::new(), &mut sink, |job, pulse| {
            let mut answer = step(job, pulse)?;
            if let Some(tour) = &mut answer.tour {
                tour.swap(3, 9);
            }
            Ok(answer)
        });
        let summary = summary.unwrap();
        assert_eq!(summary.tours, 0);
        assert!(summary.failed > 0 && summary.finished() + summary.failed == 50);
    }

    #[test]
    fn a_stop_lets_running_jobs_finish_and_a_second_one_does_not() {
        let stop = StopRequest::new();
        let mut sink = Collect::default();
        let summary = run_on(1, &stop, &mut sink, |job, pulse| {
            if job.id == 3 {
                assert_eq!(stop.escalate(), Stop::AfterRunning);
            }
            step(job, pulse)
        });
        assert_eq!(summary.unwrap().finished(), 4);

        let stop = StopRequest::new();
        let mut sink = Collect::default();
        let summary = run_on(1, &stop, &mut sink, |job, pulse| {
            if job.id == 3 {
                stop.escalate();
                assert_eq!(stop.escalate(), Stop::Now);
                return if pulse(0).is_break() {
                    Err(Interrupted)
                } else {
                    step(job, pulse)
                };
            }
            step(job, pulse)
        });
        assert_eq!(summary.unwrap().finished(), 3);
    }

    #[test]
    fn a_panic_of_the_sink_does_not_leave_workers_waiting() {
        struct Panics;
        impl Sink for Panics {
            type Error = ();
            fn finished(&mut self, _: &Record) -> Result<(), ()> {
                panic!("the sink is broken")
            }
            fn failed(&mut self, _: &Failure) {}
            fn tick(&mut self, _: &Status) -> Result<(), ()> {
                Ok(())
            }
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .build()
            .unwrap();
        let (plan, stop) = (plan(), StopRequest::new());
        let pending: Vec<u64> = (0..plan.len()).cycle().take(20_000).collect();
        let unlimited = |job: &Job, pulse: &mut Pulse| step(job, pulse);
        let run = || run(&pool, &plan, &pending, &stop, unlimited, &mut Panics);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn an_error_of_the_sink_ends_the_run() {
        let mut sink = Collect {
            fail_after: Some(5),
            ..Collect::default()
        };
        let result = run_on(4, &StopRequest::new(), &mut sink, step);
        assert_eq!(result, Err("the sink is full"));
        assert_eq!(sink.records.len(), 5);
    }
}
