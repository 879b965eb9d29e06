//! The run of a plan: takes layers of states through its steps, with several threads if that pays.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::frontier::layers::{LayerStep, Scratch};
use crate::frontier::limits::{CountError, CountStatus, Limits, MemoryMeter};
use crate::frontier::numbers::{self, MAX_LANES, Numbers, Prime};
use crate::frontier::pairings::PairingMaps;
use crate::frontier::plan::{Counted, FrontierPlan};
use crate::frontier::states::{Layer, StateTable};
use crate::frontier::transitions::VertexStep;

/// Maps of one count are dropped after a step if they take more than this part of its memory.
const IMAGES_SHARE: usize = 16;

/// Counts what the plan says, exactly or up to a number above the cap of the limits.
///
/// # Errors
/// [`CountError`], but not [`CountError::TooWide`].
pub(crate) fn count(
    plan: &FrontierPlan,
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<u128, CountError> {
    Ok(LayerRun::new(plan, Numbers::Exact, shared_maps, limits).finish()?[0])
}

/// The remainders of what [`count`] would find by at most [`MAX_LANES`] primes, without a limit of
/// 128 bits.
///
/// # Errors
/// As [`count`].
pub(crate) fn remainders(
    plan: &FrontierPlan,
    primes: &[Prime],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Vec<u64>, CountError> {
    let sums = LayerRun::new(plan, Numbers::Modulo(primes), shared_maps, limits).finish()?;
    // A remainder has at most 56 bits.
    Ok(primes.iter().zip(sums).map(|(prime, sum)| prime.remainder(sum) as u64).collect())
}

/// A number of bits that suffice for what [`count`] would find; at most one or two too many.
///
/// # Errors
/// As [`count`].
pub(crate) fn sufficient_bits(
    plan: &FrontierPlan,
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<u32, CountError> {
    let mut run = LayerRun::new(plan, Numbers::UpperBound, shared_maps, limits);
    let [total, ..] = run.finish()?;
    Ok(u128::BITS - total.leading_zeros() + run.exponent)
}

/// A count while it runs.
struct LayerRun<'a, 'b> {
    plan: &'a FrontierPlan,
    /// Maps that counts share.
    shared_maps: &'a PairingMaps,
    /// Maps of this count alone.
    own_maps: PairingMaps,
    meter: MemoryMeter,
    limits: &'a mut Limits<'b>,
    /// One for each thread used so far.
    scratch: Vec<Scratch>,
    /// The walks finished so far in each lane, divided by `2^exponent`.
    totals: [u128; MAX_LANES],
    exponent: u32,
    numbers: Numbers<'a>,
}

impl<'a, 'b> LayerRun<'a, 'b> {
    fn new(
        plan: &'a FrontierPlan,
        numbers: Numbers<'a>,
        shared_maps: &'a PairingMaps,
        limits: &'a mut Limits<'b>,
    ) -> LayerRun<'a, 'b> {
        LayerRun {
            plan,
            shared_maps,
            own_maps: PairingMaps::default(),
            meter: MemoryMeter::new(limits.bytes),
            limits,
            scratch: Vec::new(),
            totals: [0; MAX_LANES],
            exponent: 0,
            numbers,
        }
    }

    /// What is found in each lane.
    fn finish(&mut self) -> Result<[u128; MAX_LANES], CountError> {
        let plan = self.plan;
        let mut layer = Layer::first(self.numbers.lanes());
        self.meter.reserve(layer.tables.iter().map(StateTable::bytes).sum())?;
        for (number, step) in plan.steps.iter().enumerate() {
            layer = self.advance(layer, step)?;
            (self.limits.on_step)(CountStatus {
                squares: plan.squares,
                step: number + 1,
                steps: plan.steps.len(),
                states: layer.states,
                bytes: self.meter.used(),
            });
            if self.totals[0] > self.limits.cap {
                break;
            }
        }
        Ok(self.totals)
    }

    /// The layer after a step.
    fn advance(&mut self, layer: Layer, step: &VertexStep) -> Result<Layer, CountError> {
        let is_large = layer.states >= self.limits.parallel_states;
        let threads = if is_large { (self.limits.threads)().max(1) } else { 1 };
        if self.scratch.len() < threads {
            self.scratch.resize_with(threads, Scratch::default);
        }
        let scale = numbers::scale(self.numbers, layer.max_count);
        let work = LayerWork {
            step: LayerStep {
                step,
                max_count: layer.max_count,
                shared_maps: self.shared_maps,
                own_maps: &self.own_maps,
                meter: &self.meter,
                is_existence: self.plan.counted == Counted::HamiltonianPathExists,
                numbers: self.numbers,
                scale,
            },
            groups: groups(layer.tables, step.unaffected),
            taken: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
        };
        let after = work.with_threads(&mut self.scratch[..threads], self.limits.progress)?;
        if self.own_maps.bytes() > self.limits.bytes / IMAGES_SHARE {
            self.meter.release(self.own_maps.bytes());
            self.own_maps = PairingMaps::default();
        }
        for (total, finished) in self.totals.iter_mut().zip(after.finished) {
            let sum = total.checked_add(finished).ok_or(CountError::Overflow)?;
            *total = numbers::scaled_up(sum, scale);
        }
        self.exponent += scale;
        Ok(after)
    }
}

/// Groups the tables by their ends among the slots that the step does not affect. Tables of
/// different groups lead to different tables. The largest groups come first.
fn groups(mut tables: Vec<StateTable>, unaffected: u32) -> Vec<Mutex<Vec<StateTable>>> {
    let key = |table: &StateTable| table.ends.slots & unaffected;
    tables.sort_unstable_by_key(key);
    let mut groups: Vec<Vec<StateTable>> = Vec::new();
    for table in tables {
        match groups.last_mut() {
            Some(group) if key(&group[0]) == key(&table) => group.push(table),
            _ => groups.push(vec![table]),
        }
    }
    // A large group left for the end would keep one thread busy and the others idle.
    let bytes = |group: &Vec<StateTable>| group.iter().map(StateTable::bytes).sum::<usize>();
    groups.sort_by_cached_key(|group| Reverse(bytes(group)));
    groups.into_iter().map(Mutex::new).collect()
}

/// The work of a step, which threads share.
struct LayerWork<'a> {
    step: LayerStep<'a>,
    groups: Vec<Mutex<Vec<StateTable>>>,
    /// How many of the groups have been taken.
    taken: AtomicUsize,
    is_stopped: AtomicBool,
}

impl LayerWork<'_> {
    /// Does the work with a thread for each scratch, one of which is the caller's.
    fn with_threads(
        &self,
        scratch: &mut [Scratch],
        progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Layer, CountError> {
        let (own, others) = scratch.split_at_mut(1);
        if others.is_empty() {
            return self.share(&mut own[0], progress);
        }
        std::thread::scope(|scope| {
            let spawn = |scratch| {
                let share = || self.share(scratch, &mut || ControlFlow::Continue(()));
                std::thread::Builder::new().spawn_scoped(scope, share).ok()
            };
            // Fewer threads do the same work, if the system does not have all of them.
            let helpers: Vec<_> = others.iter_mut().map_while(spawn).collect();
            let own = self.share(&mut own[0], progress);
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
        progress: &mut dyn FnMut() -> ControlFlow<()>,
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
        progress: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<Layer, CountError> {
        let mut after = Layer::default();
        let mut check_progress = || {
            if progress().is_break() || self.is_stopped.load(Ordering::Relaxed) {
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
            self.step.take(&group, scratch, &mut after, &mut check_progress)?;
            self.step.free(group);
        }
    }
}
