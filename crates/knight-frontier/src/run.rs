//! The run of a plan: takes layers of states through its steps, with several threads if that pays.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::layer_step::LayerStep;
use crate::layers::Scratch;
use crate::limits::{CountError, CountStatus, Limits, MemoryMeter};
use crate::numbers::{self, MAX_LANES, Numbers, Prime};
use crate::pairing_maps::PairingMaps;
use crate::plan::{Counted, FrontierPlan};
use crate::slices::Slice;
use crate::spill::LayerSpill;
use crate::states::{Kept, Layer, by_ends};
use crate::transitions::VertexStep;
use knight_board::go_on;

/// Layers of fewer states are taken through a step by one thread, and freed as a whole.
const SMALL_LAYER: usize = 1 << 14;

/// Maps of one count are dropped after a step if they take more than this part of its memory.
const IMAGES_SHARE: usize = 128;

/// The time between two calls of the progress callback while other threads work.
const PROGRESS_PAUSE: Duration = Duration::from_millis(1);

/// Counts what the plan says, exactly or up to a number above the cap of the limits.
///
/// # Errors
/// [`CountError`], but not [`CountError::TooWide`].
pub fn count(
    plan: &FrontierPlan,
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<u128, CountError> {
    Ok(run(Numbers::Exact, &[plan], shared_maps, limits)?[0].totals[0])
}

/// For each plan, the remainders of what [`count`] would find by at most [`MAX_LANES`] primes,
/// without a limit of 128 bits. Steps that a plan shares with the next one are done once.
///
/// # Errors
/// As [`count`].
pub fn remainders(
    plans: &[&FrontierPlan],
    primes: &[Prime],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Vec<Vec<u64>>, CountError> {
    let found = run(Numbers::Modulo(primes), plans, shared_maps, limits)?;
    // A remainder has at most 56 bits.
    let remainder = |(prime, sum): (&Prime, u128)| prime.remainder_of(sum) as u64;
    let remainders =
        |found: Reached| primes.iter().zip(found.totals).map(remainder).collect::<Vec<u64>>();
    Ok(found.into_iter().map(remainders).collect())
}

/// For each plan, a number of bits that suffice for what [`count`] would find; at most one or two
/// too many. Steps are shared as by [`remainders`].
///
/// # Errors
/// As [`count`].
pub fn sufficient_bits(
    plans: &[&FrontierPlan],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Vec<u32>, CountError> {
    let found = run(Numbers::UpperBound, plans, shared_maps, limits)?;
    let bits = |found: Reached| u128::BITS - found.totals[0].leading_zeros() + found.exponent;
    Ok(found.into_iter().map(bits).collect())
}

/// What each plan leads to. As little as possible waits in the place for tables that do not fit the
/// memory. If that leaves too little room for the others, the run is done again, and more waits.
fn run(
    numbers: Numbers,
    plans: &[&FrontierPlan],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Vec<Reached>, CountError> {
    // From how many bytes in use on tables wait.
    let [early, late] = [1, 3].map(|quarters| limits.bytes / 4 * quarters);
    if limits.spill.is_some() {
        let found = LayerRun::new(numbers, shared_maps, limits, late).finish(plans);
        if !matches!(found, Err(CountError::MemoryLimit)) {
            return found;
        }
    }
    LayerRun::new(numbers, shared_maps, limits, early).finish(plans)
}

/// A layer, and what was found on the way to it.
#[derive(Clone)]
struct Reached {
    layer: Layer,
    steps: usize,
    /// The walks finished so far in each lane, divided by `2^exponent`.
    totals: [u128; MAX_LANES],
    exponent: u32,
}

/// A count while it runs.
struct LayerRun<'a, 'b> {
    /// Maps that counts share.
    shared_maps: &'a PairingMaps,
    /// Maps of this count alone.
    own_maps: PairingMaps,
    meter: MemoryMeter,
    limits: &'a mut Limits<'b>,
    /// One for the caller's thread, then one for each other thread used so far.
    scratch: Vec<Scratch>,
    numbers: Numbers<'a>,
    /// The bytes in use beyond which tables wait elsewhere.
    waiting: usize,
    /// Steps done so far, and those of all plans together.
    steps_done: usize,
    steps: usize,
}

impl<'a, 'b> LayerRun<'a, 'b> {
    fn new(
        numbers: Numbers<'a>,
        shared_maps: &'a PairingMaps,
        limits: &'a mut Limits<'b>,
        waiting: usize,
    ) -> LayerRun<'a, 'b> {
        LayerRun {
            shared_maps,
            own_maps: PairingMaps::default(),
            meter: MemoryMeter::new(limits.bytes),
            limits,
            scratch: Vec::new(),
            numbers,
            waiting,
            steps_done: 0,
            steps: 0,
        }
    }

    /// What each plan leads to. Where a plan parts from the next one, the layer is copied.
    fn finish(&mut self, plans: &[&FrontierPlan]) -> Result<Vec<Reached>, CountError> {
        let of_next = plans.iter().skip(1).map(Some).chain([None]);
        let shared: Vec<Option<usize>> = plans
            .iter()
            .zip(of_next)
            .map(|(plan, next)| next.map(|next| plan.shared_steps(next)))
            .collect();
        let all: usize = plans.iter().map(|plan| plan.steps.len()).sum();
        self.steps = all - shared.iter().flatten().sum::<usize>();
        let mut found = Vec::with_capacity(plans.len());
        let mut trunk = self.first()?;
        for (plan, shared) in plans.iter().zip(shared) {
            let mut branch = match shared {
                Some(shared) if shared >= trunk.steps => {
                    self.advance_to(shared, plan, &mut trunk)?;
                    self.meter.reserve(trunk.layer.bytes())?;
                    trunk.clone()
                }
                _ => std::mem::replace(&mut trunk, self.first()?),
            };
            self.advance_to(plan.steps.len(), plan, &mut branch)?;
            self.meter.release(branch.layer.bytes());
            branch.layer = Layer::default();
            found.push(branch);
        }
        Ok(found)
    }

    fn first(&self) -> Result<Reached, CountError> {
        let layer = Layer::first(self.numbers.lanes());
        self.meter.reserve(layer.bytes())?;
        Ok(Reached { layer, steps: 0, totals: [0; MAX_LANES], exponent: 0 })
    }

    /// Does the steps of the plan up to this one, unless the cap is exceeded before.
    fn advance_to(
        &mut self,
        end: usize,
        plan: &FrontierPlan,
        reached: &mut Reached,
    ) -> Result<(), CountError> {
        while reached.steps < end && reached.totals[0] <= self.limits.cap {
            let from = reached.steps;
            let slices = match self.numbers {
                Numbers::Exact => &plan.slices[..],
                Numbers::Modulo(_) => &plan.slices_of_remainders,
                // They are scaled by the largest count of a layer, so they need all of it.
                Numbers::UpperBound => &[],
            };
            match slices.iter().find(|slice| slice.from == from && slice.to <= end) {
                Some(slice) => self.advance_in_parts(plan, slice, reached)?,
                None => {
                    self.advance(plan, &plan.steps[from], reached)?;
                    self.steps_done += 1;
                    self.report(plan, self.steps_done, reached.layer.states);
                }
            }
        }
        Ok(())
    }

    /// Does the steps of a slice for each part of the layer, unless the cap is exceeded before.
    fn advance_in_parts(
        &mut self,
        plan: &FrontierPlan,
        slice: &Slice,
        reached: &mut Reached,
    ) -> Result<(), CountError> {
        let steps = &plan.steps[slice.from..slice.to];
        let parts = std::mem::take(&mut reached.layer).into_parts(slice.slots);
        let number = parts.len();
        let mut states = vec![0; steps.len()];
        let mut after = Layer::default();
        for (turn, part) in parts.into_iter().enumerate() {
            reached.layer = part;
            for (place, step) in steps.iter().enumerate() {
                if reached.totals[0] > self.limits.cap {
                    return Ok(());
                }
                self.advance(plan, step, reached)?;
                states[place] += reached.layer.states;
                let done = (turn * steps.len() + place + 1) / number;
                self.report(plan, self.steps_done + done, states[place]);
            }
            let part = std::mem::take(&mut reached.layer);
            after.add(Layer { finished: Default::default(), ..part })?;
        }
        reached.layer = after;
        reached.steps = slice.to;
        self.steps_done += steps.len();
        Ok(())
    }

    fn report(&mut self, plan: &FrontierPlan, step: usize, states: usize) {
        let (squares, steps, bytes) = (plan.squares, self.steps, self.meter.used());
        (self.limits.on_step)(CountStatus { squares, step, steps, states, bytes });
    }

    fn advance(
        &mut self,
        plan: &FrontierPlan,
        step: &VertexStep,
        reached: &mut Reached,
    ) -> Result<(), CountError> {
        let layer = std::mem::take(&mut reached.layer);
        let is_large = layer.states >= self.limits.parallel_states;
        let threads = if is_large { (self.limits.threads)().max(1) } else { 1 };
        let helpers = if threads > 1 { threads } else { 0 };
        if self.scratch.len() <= helpers {
            self.scratch.resize_with(helpers + 1, Scratch::default);
        }
        let scratch = &mut self.scratch[..=helpers];
        let progress = &mut *self.limits.progress;
        let scale = numbers::scale(self.numbers, layer.max_count);
        let spill = self.limits.spill.map(LayerSpill::new);
        let layer_step = LayerStep {
            step,
            spill: spill.as_ref(),
            waiting: self.waiting,
            max_count: layer.max_count,
            shared_maps: self.shared_maps,
            own_maps: &self.own_maps,
            meter: &self.meter,
            is_existence: plan.counted == Counted::HamiltonianPathExists,
            numbers: self.numbers,
            scale,
        };
        let after = if !is_large && layer.states < SMALL_LAYER {
            let mut check_progress = || Ok(go_on(progress(self.meter.used()))?);
            layer_step.take_all(layer.tables, &mut scratch[0], &mut check_progress)?
        } else {
            let work = LayerWork {
                step: layer_step,
                groups: groups(layer.tables, step.unaffected),
                taken: AtomicUsize::new(0),
                is_stopped: AtomicBool::new(false),
            };
            work.with_threads(scratch, progress)?
        };
        if self.own_maps.bytes() > self.limits.bytes / IMAGES_SHARE {
            self.meter.release(self.own_maps.bytes());
            self.own_maps = PairingMaps::default();
        }
        for (total, finished) in reached.totals.iter_mut().zip(after.finished) {
            let sum = total.checked_add(finished).ok_or(CountError::Overflow)?;
            *total = numbers::scaled_up(sum, scale);
        }
        reached.exponent += scale;
        reached.steps += 1;
        reached.layer = after;
        Ok(())
    }
}

/// Groups the tables by their ends among the slots that the step does not affect. Tables of
/// different groups lead to different tables. The largest groups come first.
fn groups(tables: Vec<Kept>, unaffected: u32) -> Vec<Mutex<Vec<Kept>>> {
    let mut groups = by_ends(tables, unaffected);
    // A large group left for the end would keep one thread busy and the others idle.
    let bytes = |group: &Vec<Kept>| group.iter().map(Kept::whole_bytes).sum::<usize>();
    groups.sort_by_cached_key(|group| Reverse(bytes(group)));
    groups.into_iter().map(Mutex::new).collect()
}

/// The work of a step, which threads share.
struct LayerWork<'a> {
    step: LayerStep<'a>,
    groups: Vec<Mutex<Vec<Kept>>>,
    /// How many of the groups have been taken.
    taken: AtomicUsize,
    is_stopped: AtomicBool,
}

impl LayerWork<'_> {
    /// Does the work, with a new thread for each scratch but the first.
    ///
    /// If there are such threads, the caller's only waits: allocators keep the memory that a thread
    /// has freed for the same thread, and new threads take over what former ones left. Otherwise
    /// each thread that ever made a large count would keep memory of it.
    fn with_threads(
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
            let turn = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(group) = self.groups.get(turn) else {
                return Ok(after);
            };
            // Each group is taken once, so a lock that a panic has poisoned does not matter.
            let group = std::mem::take(&mut *group.lock().unwrap_or_else(PoisonError::into_inner));
            let group = self.step.loaded(group)?;
            self.step.take(&group, scratch, &mut after, &mut check_progress)?;
            self.step.free(group);
        }
    }
}
