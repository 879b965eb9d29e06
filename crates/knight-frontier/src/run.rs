//! The run of a plan: takes layers of states through its steps, with several threads if that pays.

use crate::cuts::Cut;
use crate::layer_step::LayerStep;
use crate::layer_work::LayerWork;
use crate::layers::Scratch;
use crate::limits::{CountError, CountStatus, Limits, MemoryMeter};
use crate::numbers::{self, MAX_LANES, Numbers, Prime};
use crate::pairing_maps::PairingMaps;
use crate::plan::{Counted, FrontierPlan};
use crate::slices::Slice;
use crate::spill::LayerSpill;
use crate::states::Layer;
use crate::transitions::VertexStep;
use knight_board::go_on;

/// Layers of fewer states are taken through a step by one thread, and freed as a whole.
const SMALL_LAYER: usize = 1 << 14;

/// Maps of one count are dropped after a step if they take more than this part of its memory.
const IMAGES_SHARE: usize = 128;

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

/// What each plan leads to. A plan that does not fit the memory is taken in parts.
fn run(
    numbers: Numbers,
    plans: &[&FrontierPlan],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Vec<Reached>, CountError> {
    if let &[plan] = plans {
        return Ok(vec![run_in_parts(numbers, plan, &mut Vec::new(), shared_maps, limits)?]);
    }
    match run_once(numbers, plans, &[], shared_maps, limits) {
        (Err(CountError::MemoryLimit), _) if limits.most_cuts > 0 => plans
            .iter()
            .map(|plan| run_in_parts(numbers, plan, &mut Vec::new(), shared_maps, limits))
            .collect(),
        (found, _) => found,
    }
}

/// What a plan leads to from the part of its layers that some cuts leave.
fn run_in_parts(
    numbers: Numbers,
    plan: &FrontierPlan,
    cuts: &mut Vec<Cut>,
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> Result<Reached, CountError> {
    let halves = match run_once(numbers, &[plan], cuts, shared_maps, limits) {
        (Err(CountError::MemoryLimit), Some(halves)) => halves,
        (found, _) => return Ok(found?.remove(0)),
    };
    let mut whole = Reached::default();
    for half in halves {
        if whole.totals[0] > limits.cap {
            break;
        }
        cuts.push(half);
        let part = run_in_parts(numbers, plan, cuts, shared_maps, limits)?;
        cuts.pop();
        for (total, walks) in whole.totals.iter_mut().zip(part.totals) {
            *total = total.checked_add(walks).ok_or(CountError::Overflow)?;
        }
    }
    Ok(whole)
}

/// What each plan leads to, and how the count may be cut if it does not fit the memory. As little
/// as possible waits in the place for tables that do not fit. If that leaves too little room for
/// the others, the run is done again, and more waits.
fn run_once(
    numbers: Numbers,
    plans: &[&FrontierPlan],
    cuts: &[Cut],
    shared_maps: &PairingMaps,
    limits: &mut Limits,
) -> (Result<Vec<Reached>, CountError>, Option<[Cut; 2]>) {
    // From how many bytes in use on tables wait.
    let [early, late] = [1, 3].map(|quarters| limits.bytes / 4 * quarters);
    if limits.spill.is_some() {
        let found = LayerRun::new(numbers, cuts, shared_maps, limits, late).finish(plans);
        if !matches!(found, Err(CountError::MemoryLimit)) {
            return (found, None);
        }
    }
    let mut run = LayerRun::new(numbers, cuts, shared_maps, limits, early);
    let found = run.finish(plans);
    (found, run.halves)
}

/// A layer, and what was found on the way to it.
#[derive(Clone, Default)]
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
    /// Which part of the layers is taken.
    cuts: &'a [Cut],
    /// The two parts of the layer before the step that is done, if the count may be cut there.
    halves: Option<[Cut; 2]>,
    /// The bytes in use beyond which tables wait elsewhere.
    waiting: usize,
    /// Steps done so far, and those of all plans together.
    steps_done: usize,
    steps: usize,
}

impl<'a, 'b> LayerRun<'a, 'b> {
    fn new(
        numbers: Numbers<'a>,
        cuts: &'a [Cut],
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
            cuts,
            halves: None,
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
            self.cut(plan, reached);
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

    /// Leaves the part of the layer that the cuts say, and finds out how it may be cut again.
    fn cut(&mut self, plan: &FrontierPlan, reached: &mut Reached) {
        for cut in self.cuts.iter().filter(|cut| cut.step == reached.steps) {
            self.meter.release(cut.drop_others(&mut reached.layer));
            if !cut.is_first() {
                reached.totals = Default::default();
            }
        }
        let left = self.limits.most_cuts.saturating_sub(self.cuts.len());
        // Bounds of parts would have different scales.
        if left > 0 && !matches!(self.numbers, Numbers::UpperBound) {
            self.halves = Cut::halves(plan, reached.steps, &reached.layer, left, self.limits.bytes);
        }
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
            LayerWork::new(layer_step, layer.tables).with_threads(scratch, progress)?
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
