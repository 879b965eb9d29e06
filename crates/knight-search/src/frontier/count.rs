//! A count: takes layers of states through the steps of a programme, with memory and threads, and can be stopped.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::frontier::layers::{Block, Layer, Pass, Scratch};
use crate::frontier::memory::{Gauge, lock};
use crate::frontier::pairings::ImageTable;
use crate::frontier::plan::{Counted, FrontierPlan};
use crate::frontier::transitions::Step;

/// What a count may use, and how it is stopped.
pub(crate) struct Limits<'a> {
    /// The most bytes for states.
    pub bytes: usize,
    /// Layers of this many states are worth more than one thread. It changes no result.
    pub shared: usize,
    /// Threads for a large layer, the caller's among them; asked for each layer.
    pub threads: &'a dyn Fn() -> usize,
    /// Told after each step.
    pub watch: &'a mut dyn FnMut(Activity),
    /// Counting may stop once the number is above this.
    pub cap: u128,
    /// Called now and then; breaks to stop.
    pub progress: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// A layer of so many states is worth the start of threads.
pub(crate) const SHARED: usize = 1 << 17;

/// Images of pairings are made anew in the next step if they take more than this part of the memory.
const IMAGES_SHARE: usize = 16;

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activity {
    /// Squares of the shape in which walks are counted.
    pub squares: usize,
    /// Steps done, each of which settles a square; most of the time goes to those in the middle.
    pub step: usize,
    /// Steps in all.
    pub steps: usize,
    /// States after the last step.
    pub states: usize,
    /// Bytes taken for states, sums and images.
    pub bytes: usize,
}

/// Why a count has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// Out of memory.
    Memory,
    /// A number, or a bound on it, is beyond 128 bits.
    Tally,
    /// The progress broke.
    Interrupted,
}

/// A count in work.
pub(crate) struct Count<'a, 'b, 'c> {
    programme: &'a FrontierPlan,
    /// Images that counts share.
    images: &'a ImageTable,
    /// Images of this count alone.
    own_images: ImageTable,
    gauge: Gauge,
    limits: &'b mut Limits<'c>,
    /// One for each thread that there was so far.
    scratch: Vec<Scratch>,
    /// The walks finished so far.
    total: u128,
}

impl<'a, 'b, 'c> Count<'a, 'b, 'c> {
    pub fn new(
        programme: &'a FrontierPlan,
        images: &'a ImageTable,
        limits: &'b mut Limits<'c>,
    ) -> Self {
        Count {
            programme,
            images,
            own_images: ImageTable::default(),
            gauge: Gauge::new(limits.bytes),
            limits,
            scratch: Vec::new(),
            total: 0,
        }
    }

    /// What the programme counts, or a number above the cap of the limits.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn run(mut self) -> Result<u128, Stop> {
        let mut layer = Layer::first();
        self.gauge.take(layer.blocks.iter().map(Block::bytes).sum())?;
        let steps = self.programme.steps();
        for (number, step) in steps.iter().enumerate() {
            layer = self.advance(layer, step)?;
            (self.limits.watch)(Activity {
                squares: self.programme.squares(),
                step: number + 1,
                steps: steps.len(),
                states: layer.states,
                bytes: self.gauge.used(),
            });
            if self.total > self.limits.cap {
                break;
            }
        }
        Ok(self.total)
    }

    /// The layer after a step.
    fn advance(&mut self, layer: Layer, step: &Step) -> Result<Layer, Stop> {
        let threads =
            if layer.states < self.limits.shared { 1 } else { (self.limits.threads)().max(1) };
        while self.scratch.len() < threads {
            self.scratch.push(Scratch::default());
        }
        let work = Work {
            pass: Pass {
                step,
                most: layer.most,
                images: self.images,
                own_images: &self.own_images,
                gauge: &self.gauge,
                is_existence: self.programme.what() == Counted::Existence,
            },
            groups: groups(layer.blocks, step.bystanders),
            taken: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        };
        let (own, others) = self.scratch[..threads].split_at_mut(1);
        let mut after = Layer::default();
        if others.is_empty() {
            after = work.share(&mut own[0], self.limits.progress)?;
        } else {
            std::thread::scope(|scope| {
                let helpers: Vec<_> = others
                    .iter_mut()
                    .map(|scratch| {
                        scope.spawn(|| work.share(scratch, &mut || ControlFlow::Continue(())))
                    })
                    .collect();
                let own = work.share(&mut own[0], self.limits.progress);
                // Every helper is joined before an error is passed on; a panic of one is passed on as it is.
                let mut results: Vec<Result<Layer, Stop>> = helpers
                    .into_iter()
                    .map(|helper| {
                        helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    })
                    .collect();
                // What stopped a thread first matters, not that others stopped for it.
                results.push(own);
                results.sort_by_key(|result| matches!(result, Err(Stop::Interrupted)));
                results.into_iter().try_for_each(|part| after.add(part?))
            })?;
        }
        if self.own_images.bytes() > self.limits.bytes / IMAGES_SHARE {
            self.gauge.give_back(self.own_images.bytes());
            self.own_images = ImageTable::default();
        }
        let total = self.total.checked_add(after.finished);
        self.total = total.ok_or(Stop::Tally)?;
        Ok(after)
    }
}

/// Blocks with the same ends among the slots that a step does not meet: what one of them comes to, no block of another group comes to. The
/// largest groups first.
fn groups(mut blocks: Vec<Block>, lasting: u32) -> Vec<Mutex<Vec<Block>>> {
    let key = |block: &Block| block.ends.slots & lasting;
    blocks.sort_unstable_by_key(key);
    let mut groups: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        match groups.last_mut() {
            Some(group) if key(&group[0]) == key(&block) => group.push(block),
            _ => groups.push(vec![block]),
        }
    }
    // A large one that is left for last keeps one thread busy and the others idle.
    let bytes = |group: &Vec<Block>| group.iter().map(Block::bytes).sum::<usize>();
    groups.sort_by_cached_key(|group| std::cmp::Reverse(bytes(group)));
    groups.into_iter().map(Mutex::new).collect()
}

/// A step in work: what its threads share.
struct Work<'a> {
    pass: Pass<'a>,
    groups: Vec<Mutex<Vec<Block>>>,
    /// How many of the groups have been taken.
    taken: AtomicUsize,
    stopped: AtomicBool,
}

impl Work<'_> {
    /// Does what a thread gets of the step.
    fn share(
        &self,
        scratch: &mut Scratch,
        progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Layer, Stop> {
        let after = self.take_groups(scratch, progress);
        if after.is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        after
    }

    fn take_groups(
        &self,
        scratch: &mut Scratch,
        progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Layer, Stop> {
        let mut after = Layer::default();
        let mut may_go_on = || {
            if progress().is_break() || self.stopped.load(Ordering::Relaxed) {
                return Err(Stop::Interrupted);
            }
            Ok(())
        };
        loop {
            let turn = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(group) = self.groups.get(turn) else {
                return Ok(after);
            };
            let group = std::mem::take(&mut *lock(group));
            self.pass.take(&group, scratch, &mut after, &mut may_go_on)?;
            self.pass.free(group);
        }
    }
}
