//! Worker threads: each takes one task after another and hands its records over in batches.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::experiment::plan::Job;
use crate::results::record::{Found, Record, SearchTime};
use crate::run::clock::Clock;
use crate::run::schedule::Schedule;
use crate::run::search::{HowFar, Searcher, panicked};
use knight_search::{Engine, Interrupted, Outcome, Stop, StopRequest};

/// Workers hand over this many records at once, or fewer after this time: waking the sink takes
/// longer than a small job.
const BATCH: usize = 256;
const BATCH_AGE: Duration = Duration::from_millis(5);

/// A job that has no record because the program, not the search, failed.
#[derive(Clone, PartialEq, Debug)]
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

/// The state of a run that all workers share.
pub(super) struct RunState<'a> {
    schedule: &'a Schedule<'a>,
    stop: &'a StopRequest,
    activities: Vec<Activity>,
}

/// What a worker is doing, for the other threads.
#[derive(Default)]
struct Activity {
    /// What is searched, and since when.
    running: Mutex<Option<(Instant, Running)>>,
}

impl Activity {
    fn running(&self) -> MutexGuard<'_, Option<(Instant, Running)>> {
        // The value is replaced in one step, so a panic elsewhere cannot have left half of it.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records what is searched from now on; 0 jobs for nothing.
    fn set(&self, job: Job, jobs: usize) {
        let (elapsed, how_far) = (Duration::ZERO, HowFar::Checks(0));
        let running = Running { job, jobs, elapsed, how_far };
        *self.running() = (jobs > 0).then(|| (Instant::now(), running));
    }

    /// Records how far the running search is.
    fn note(&self, how_far: HowFar) {
        if let Some((_, running)) = &mut *self.running() {
            running.how_far = how_far;
        }
    }
}

/// What workers hand over for a job.
pub(super) type Message = Result<Record, Failure>;

pub(super) struct Worker<'a> {
    run: &'a RunState<'a>,
    activity: &'a Activity,
    outbox: Outbox,
}

/// Messages that wait to be handed over.
struct Outbox {
    sender: SyncSender<Vec<Message>>,
    waiting: RefCell<Vec<Message>>,
    last_sent: Cell<Instant>,
}

impl Outbox {
    fn new(sender: SyncSender<Vec<Message>>) -> Outbox {
        Outbox { sender, waiting: RefCell::default(), last_sent: Cell::new(Instant::now()) }
    }

    fn put(&self, message: Message) {
        self.waiting.borrow_mut().push(message);
        self.send_if_due();
    }

    /// To be called every few milliseconds.
    fn send_if_due(&self) {
        if self.waiting.borrow().len() >= BATCH || self.last_sent.get().elapsed() >= BATCH_AGE {
            self.send();
        }
    }

    fn send(&self) {
        self.last_sent.set(Instant::now());
        let batch = self.waiting.take();
        if !batch.is_empty() {
            // Sending fails only when the driver is gone; then the run is being abandoned.
            let _ = self.sender.send(batch);
        }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        run: &'a RunState<'a>,
        index: usize,
        sender: SyncSender<Vec<Message>>,
    ) -> Worker<'a> {
        Worker { run, activity: &run.activities[index], outbox: Outbox::new(sender) }
    }

    /// Takes tasks until there are no more or the run is to stop.
    pub(super) fn work(&self, search: &impl Searcher) {
        while self.run.stop.stop() == Stop::No
            && let Some(task) = self.run.schedule.next_task()
        {
            self.search_task(&task, search);
        }
        self.outbox.send();
    }

    /// Searches jobs together, and those that have no answer then each by itself.
    fn search_task(&self, jobs: &[Job], search: &impl Searcher) {
        let Some(&first) = jobs.first() else {
            return;
        };
        let mut has_answer = vec![false; jobs.len()];
        let time_limit = self.run.schedule.plan.experiment().time_limit;
        let left = Cell::new(jobs.len());
        let (last_answer, is_out_of_time) = (Cell::new(Instant::now()), Cell::new(false));
        self.activity.set(first, left.get());
        let mut clock = Clock::start();
        let mut report = |place: usize, found: Found| {
            let time = clock.lap();
            left.set(left.get() - 1);
            last_answer.set(Instant::now());
            self.activity.set(first, left.get());
            self.hand_over(&jobs[place], &found, time);
            has_answer[place] = true;
        };
        let mut progress = |how_far| {
            self.activity.note(how_far);
            self.outbox.send_if_due();
            if time_limit.is_some_and(|limit| last_answer.get().elapsed() >= limit) {
                is_out_of_time.set(true);
                return ControlFlow::Break(());
            }
            // The samples of an estimate so far are nothing to keep, and more may take minutes.
            let may_finish = left.get() == 1 && first.method.engine != Engine::Estimate;
            self.run.should_continue(may_finish)
        };
        let searched = catch_unwind(AssertUnwindSafe(|| search(jobs, &mut progress, &mut report)));
        self.activity.set(first, 0);
        let failure = match &searched {
            Ok(Err(Interrupted)) if is_out_of_time.get() => None,
            Ok(Err(Interrupted)) => return,
            Ok(Ok(())) => Some("the search ended without an answer".to_owned()),
            Err(panic) => Some(panicked(&**panic)),
        };
        let unanswered = jobs.iter().zip(&has_answer).filter(|(_, has_answer)| !**has_answer);
        for (&job, _) in unanswered {
            match &failure {
                // Nobody knows which of the jobs failed or took too long, so each is searched
                // alone, with the counts that were made so far.
                _ if jobs.len() > 1 => {
                    if self.run.stop.stop() == Stop::No {
                        self.search_task(&[job], search);
                    }
                }
                Some(message) => self.fail(job, message.clone()),
                None => {
                    let late = Found::only(Outcome::Time);
                    self.hand_over(&job, &late, clock.lap());
                }
            }
        }
    }

    /// Sends the record of an answer.
    fn hand_over(&self, job: &Job, found: &Found, time: SearchTime) {
        match Record::new(job, found, Some(time), self.run.schedule.plan.tours()) {
            Ok(record) => self.outbox.put(Ok(record)),
            Err(fault) => self.fail(*job, format!("the engine reported an invalid tour: {fault}")),
        }
    }

    /// Reports that a search has failed.
    fn fail(&self, job: Job, message: String) {
        self.outbox.put(Err(Failure { job, message }));
    }
}

impl<'a> RunState<'a> {
    pub(super) fn new(
        schedule: &'a Schedule<'a>,
        stop: &'a StopRequest,
        workers: usize,
    ) -> RunState<'a> {
        RunState { schedule, stop, activities: (0..workers).map(|_| Activity::default()).collect() }
    }

    /// Whether a search continues. The first stop request lets a running job finish. Of several
    /// unanswered jobs at most one has really begun, so it ends those.
    fn should_continue(&self, may_finish: bool) -> ControlFlow<()> {
        match self.stop.stop() {
            Stop::No => ControlFlow::Continue(()),
            Stop::AfterRunning if may_finish => ControlFlow::Continue(()),
            Stop::AfterRunning | Stop::Now => ControlFlow::Break(()),
        }
    }

    /// The status of the run, given the checks of the finished jobs.
    pub(super) fn status(&self, finished_checks: u128) -> Status {
        let running = |activity: &Activity| {
            let (since, running) = (*activity.running())?;
            Some(Running { elapsed: since.elapsed(), ..running })
        };
        let mut running: Vec<Running> = self.activities.iter().filter_map(running).collect();
        running.sort_by_key(|running| std::cmp::Reverse(running.elapsed));
        let live = running.iter().map(|running| u128::from(running.how_far.checks()));
        let checks = live.fold(finished_checks, u128::saturating_add);
        Status { checks, running, stop: self.stop.stop() }
    }
}
