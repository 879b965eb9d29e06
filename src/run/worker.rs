//! The threads that search: each takes one task after another and hands the records over in batches.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::experiment::plan::Job;
use crate::results::record::Record;
use crate::run::clock::{Clock, Lap};
use crate::run::schedule::{Agenda, Task};
use crate::run::{Failure, Running, Search, Status};
use knight_search::board::{self, tour};
use knight_search::{Answer, Interrupted, MemoryLimit, Stop, StopRequest};

/// Workers hand over what they have once it is so much, or so old: waking the sink takes longer than a small job.
const BATCH: usize = 256;
const BATCH_AGE: Duration = Duration::from_millis(5);

/// What all workers share.
pub(super) struct Crew<'a> {
    agenda: &'a Agenda<'a>,
    next: AtomicUsize,
    stop: &'a StopRequest,
    desks: Vec<Desk>,
}

/// What others may see of a worker.
#[derive(Default)]
struct Desk {
    running: Mutex<Option<AtWork>>,
    /// Checks of the running job so far.
    checks: AtomicU64,
}

#[derive(Clone, Copy)]
struct AtWork {
    first: Job,
    jobs: usize,
    since: Instant,
}

impl Desk {
    fn running(&self) -> MutexGuard<'_, Option<AtWork>> {
        // The value is replaced in one step, so a panic elsewhere cannot have left half of it.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what is searched from now on; 0 jobs for nothing.
    fn note(&self, first: Job, jobs: usize) {
        self.checks.store(0, Ordering::Relaxed);
        let since = Instant::now();
        *self.running() = (jobs > 0).then_some(AtWork { first, jobs, since });
    }
}

/// What workers hand over.
pub(super) enum Message {
    Finished(Record),
    Failed(Failure),
}

/// A thread that searches.
pub(super) struct Worker<'a> {
    crew: &'a Crew<'a>,
    desk: &'a Desk,
    outbox: Outbox,
}

/// What a worker has to hand over.
struct Outbox {
    messages: SyncSender<Vec<Message>>,
    waiting: RefCell<Vec<Message>>,
    last_sent: Cell<Instant>,
}

impl Outbox {
    fn new(messages: SyncSender<Vec<Message>>) -> Outbox {
        Outbox { messages, waiting: RefCell::default(), last_sent: Cell::new(Instant::now()) }
    }

    fn put(&self, message: Message) {
        self.waiting.borrow_mut().push(message);
        if self.waiting.borrow().len() >= BATCH {
            self.send();
        } else {
            self.send_if_old();
        }
    }

    /// To be called every few milliseconds.
    fn send_if_old(&self) {
        if self.last_sent.get().elapsed() >= BATCH_AGE {
            self.send();
        }
    }

    fn send(&self) {
        self.last_sent.set(Instant::now());
        let batch = self.waiting.take();
        if !batch.is_empty() {
            // Sending fails only when the driver is gone; then the run is being abandoned.
            let _ = self.messages.send(batch);
        }
    }
}

impl<'a> Worker<'a> {
    /// The worker at the desk of this number.
    pub(super) fn new(
        crew: &'a Crew<'a>,
        desk: usize,
        messages: SyncSender<Vec<Message>>,
    ) -> Worker<'a> {
        Worker { crew, desk: &crew.desks[desk], outbox: Outbox::new(messages) }
    }

    /// Takes one task after another until there is none, or the run is to stop.
    pub(super) fn work(&self, search: &impl Search) {
        while self.crew.stop.stop() == Stop::No
            && let Some(task) = self.crew.next_task()
        {
            self.search(task, search);
        }
        self.outbox.send();
    }

    fn search(&self, task: Task, search: &impl Search) {
        let jobs = task.jobs();
        let Some(&first) = jobs.first() else {
            return;
        };
        let mut waiting = vec![true; jobs.len()];
        let left = Cell::new(jobs.len());
        self.desk.note(first, left.get());
        let mut clock = Clock::start();
        let mut report = |place: usize, answer: Result<Answer, MemoryLimit>| {
            let time = clock.lap();
            left.set(left.get() - 1);
            self.desk.note(first, left.get());
            self.hand_over(&task, place, &jobs[place], answer, time);
            waiting[place] = false;
        };
        let mut progress = |checks| {
            self.desk.checks.store(checks, Ordering::Relaxed);
            self.outbox.send_if_old();
            self.crew.go_on(left.get())
        };
        let searched = catch_unwind(AssertUnwindSafe(|| search(&jobs, &mut progress, &mut report)));
        self.desk.note(first, 0);
        let message = match &searched {
            Ok(Err(Interrupted)) => return,
            Ok(Ok(())) => "the search ended without an answer".to_owned(),
            Err(panic) => format!("the search panicked: {}", panic_message(&**panic)),
        };
        let unanswered = task.parts().zip(&waiting).filter(|(_, waiting)| **waiting);
        if jobs.len() > 1 {
            // One of them is to blame; each gets its own chance.
            unanswered.for_each(|(part, _)| {
                if self.crew.stop.stop() == Stop::No {
                    self.search(part, search);
                }
            });
        } else {
            unanswered.for_each(|(part, _)| self.fail(&part, &message));
        }
    }

    /// Sends the records that an answer gives.
    fn hand_over(
        &self,
        task: &Task,
        search: usize,
        searched: &Job,
        answer: Result<Answer, MemoryLimit>,
        time: Lap,
    ) {
        for job in task.rows(search) {
            let tours = self.crew.agenda.plan().tours();
            let record = if job.id == searched.id {
                Record::new(&job, answer.as_ref().map_err(|e| *e), time.wall, time.cpu, tours)
            } else {
                mirrored(searched, &answer, &job, time.cpu.is_some(), tours)
            };
            match record {
                Ok(record) => self.outbox.put(Message::Finished(record)),
                Err(fault) => {
                    let message = format!("the engine reported a tour that is none: {fault}");
                    self.outbox.put(Message::Failed(Failure { job, message }));
                }
            }
        }
    }

    /// Tells that the only search of a task has failed.
    fn fail(&self, task: &Task, message: &str) {
        for job in task.rows(0) {
            let message = message.to_owned();
            self.outbox.put(Message::Failed(Failure { job, message }));
        }
    }
}

/// The record of a job whose mirror image was searched.
fn mirrored(
    searched: &Job,
    answer: &Result<Answer, MemoryLimit>,
    job: &Job,
    has_cpu_time: bool,
    tours: bool,
) -> Result<Record, tour::Fault> {
    let (from, to) = (&searched.problem, &job.problem);
    let symmetry = board::between(from.board, (from.start, from.order), (to.start, to.order))
        .expect("the plan names a job as a mirror image only if a symmetry maps one to the other");
    let answer = answer.as_ref().map(|answer| answer.mirrored(from.board, symmetry));
    let cpu = has_cpu_time.then_some(Duration::ZERO);
    Record::new(job, answer.as_ref().map_err(|e| **e), Duration::ZERO, cpu, tours)
}

impl<'a> Crew<'a> {
    /// A crew of so many workers that have not begun.
    pub(super) fn new(agenda: &'a Agenda<'a>, stop: &'a StopRequest, workers: usize) -> Crew<'a> {
        Crew {
            agenda,
            next: AtomicUsize::new(0),
            stop,
            desks: (0..workers).map(|_| Desk::default()).collect(),
        }
    }

    fn next_task(&self) -> Option<Task<'_>> {
        self.agenda.task(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether a search of so many unanswered jobs goes on. All but one of them have hardly begun, so several do
    /// not count as running jobs, which a first stop lets finish.
    fn go_on(&self, unanswered: usize) -> ControlFlow<()> {
        match self.stop.stop() {
            Stop::No => ControlFlow::Continue(()),
            Stop::AfterRunning if unanswered == 1 => ControlFlow::Continue(()),
            Stop::AfterRunning | Stop::Now => ControlFlow::Break(()),
        }
    }

    /// How the run is going; the checks of the finished jobs are given.
    pub(super) fn status(&self, finished_checks: u128) -> Status {
        let mut running: Vec<Running> = self
            .desks
            .iter()
            .filter_map(|desk| *desk.running())
            .map(|at_work| Running {
                job: at_work.first,
                jobs: at_work.jobs,
                elapsed: at_work.since.elapsed(),
            })
            .collect();
        running.sort_by_key(|running| std::cmp::Reverse(running.elapsed));
        let live = self.desks.iter().map(|desk| u128::from(desk.checks.load(Ordering::Relaxed)));
        Status { checks: finished_checks + live.sum::<u128>(), running, stop: self.stop.stop() }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it gave no reason")
}
