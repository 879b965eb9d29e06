//! The work of one step on a large layer, which threads share.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::layer_step::LayerStep;
use crate::layers::Scratch;
use crate::limits::CountError;
use crate::states::{Kept, Layer, by_ends};

/// The time between two calls of the progress callback while other threads work.
const PROGRESS_PAUSE: Duration = Duration::from_millis(1);

/// Groups the tables by their ends among the slots that the step does not affect. Tables of
/// different groups lead to different tables. The largest groups come first.
fn groups(tables: Vec<Kept>, unaffected: u32) -> std::vec::IntoIter<Vec<Kept>> {
    let mut groups = by_ends(tables, unaffected);
    // A large group left for the end would keep one thread busy and the others idle.
    let bytes = |group: &Vec<Kept>| group.iter().map(Kept::whole_bytes).sum::<usize>();
    groups.sort_by_cached_key(|group| Reverse(bytes(group)));
    groups.into_iter()
}

/// The work of a step, which threads share.
pub(crate) struct LayerWork<'a> {
    step: LayerStep<'a>,
    /// The groups that no thread has taken.
    groups: Mutex<std::vec::IntoIter<Vec<Kept>>>,
    is_stopped: AtomicBool,
}

impl<'a> LayerWork<'a> {
    /// The work of a step on these tables.
    pub(crate) fn new(step: LayerStep<'a>, tables: Vec<Kept>) -> LayerWork<'a> {
        LayerWork {
            groups: groups(tables, step.step.unaffected).into(),
            step,
            is_stopped: AtomicBool::new(false),
        }
    }

    /// Does the work, with a new thread for each scratch but the first.
    ///
    /// If there are such threads, the caller's only waits: allocators keep the memory that a thread
    /// has freed for the same thread, and new threads take over what former ones left. Otherwise
    /// each thread that ever made a large count would keep memory of it.
    pub(crate) fn with_threads(
        &self,
        scratch: &mut [Scratch],
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Layer, CountError> {
        let (own, others) = scratch.split_first_mut().expect("the caller's thread has a scratch");
        if others.is_empty() {
            return self.share(own, progress);
        }
        std::thread::scope(|scope| {
            let (working, done) = mpsc::channel::<Infallible>();
            let spawn = |scratch| {
                let working = working.clone();
                let share = move || {
                    let part = self.share(scratch, &mut |_| ControlFlow::Continue(()));
                    drop(working);
                    part
                };
                std::thread::Builder::new().spawn_scoped(scope, share).ok()
            };
            // Fewer threads do the same work, if the system does not have all of them.
            let helpers: Vec<_> = others.iter_mut().map_while(spawn).collect();
            drop(working);
            let mut own = match helpers[..] {
                [] => self.share(own, progress),
                _ => Ok(Layer::default()),
            };
            loop {
                if own.is_ok() && progress(self.step.meter.used()).is_break() {
                    self.is_stopped.store(true, Ordering::Relaxed);
                    own = Err(CountError::Interrupted);
                }
                if done.recv_timeout(PROGRESS_PAUSE) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            // All helpers are joined before an error is returned. Their panics are passed on.
            let mut results: Vec<Result<Layer, CountError>> = helpers
                .into_iter()
                .map(|helper| {
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            results.push(own);
            // A thread that failed interrupts the others, so report its error rather than theirs.
            results.sort_by_key(|result| matches!(result, Err(CountError::Interrupted)));
            let mut after = Layer::default();
            results.into_iter().try_for_each(|part| after.add(part?))?;
            Ok(after)
        })
    }

    /// The part of the next layer that one thread adds up.
    fn share(
        &self,
        scratch: &mut Scratch,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Layer, CountError> {
        let after = self.take_groups(scratch, progress);
        if after.is_err() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        after
    }

    fn take_groups(
        &self,
        scratch: &mut Scratch,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Layer, CountError> {
        let mut after = Layer::default();
        let mut check_progress = || {
            if progress(self.step.meter.used()).is_break()
                || self.is_stopped.load(Ordering::Relaxed)
            {
                return Err(CountError::Interrupted);
            }
            Ok(())
        };
        loop {
            // No thread panics while it holds the lock.
            let group = self.groups.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(group) = group else {
                return Ok(after);
            };
            let group = self.step.loaded(group)?;
            self.step.take(&group, scratch, &mut after, &mut check_progress)?;
            self.step.free(group);
        }
    }
}
