//! The frontier programme: counts the paths of a graph without listing them.
//!
//! Vertices are processed in a fixed order. A vertex that is not processed but has a processed neighbour is
//! on the *frontier*. Once a vertex is processed, all its edges are chosen. What the rest of
//! the choice depends on is only how the fragments chosen so far end on the frontier
//! ([`Mates`]), so choices with the same state are counted together.

use std::ops::ControlFlow;

use super::super::grid::members;
use super::elimination::Elimination;
use super::graph::Graph;
use super::layer::{Full, Layer, Tally};
use super::mates::Mates;

/// What a count may use, and how it is stopped.
pub(crate) struct Limits<'a> {
    /// The most bytes for states.
    pub bytes: usize,
    /// Counting may stop once the number is above this.
    pub cap: u128,
    /// Called now and then; breaks to stop.
    pub pulse: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// Why a count has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// Out of memory, or of slots for frontier vertices.
    Memory,
    /// A number does not fit its type.
    Tally,
    /// The pulse broke.
    Interrupted,
}

impl From<Full> for Stop {
    fn from(full: Full) -> Stop {
        match full {
            Full::Memory => Stop::Memory,
            Full::Tally => Stop::Tally,
        }
    }
}

/// The processing of one vertex, in terms of slots.
#[derive(Debug)]
struct Step {
    slot: u32,
    /// The slot of the start, if it comes to the frontier in this step.
    start: Option<u32>,
    /// The slots of the neighbours that are not processed yet.
    later: Vec<u32>,
    /// What a walk counts for that ends here; 0 if it may not.
    weight: u64,
    /// The frontier after the step.
    frontier: Vec<u32>,
    /// The squares of the frontier after the step with at most one neighbour beyond it.
    scarce: Vec<Scarce>,
    /// Whether every vertex is processed or on the frontier.
    is_all_seen: bool,
}

/// A frontier vertex that may run out of neighbours.
#[derive(Debug)]
struct Scarce {
    slot: u32,
    may_end: bool,
    /// Neighbours that are neither processed nor on the frontier.
    beyond: u32,
    /// Slots of the neighbours on the frontier.
    near: Vec<u32>,
}

/// A graph and an order of its vertices, made ready for counting.
pub(crate) struct Programme {
    steps: Vec<Step>,
    slots: u32,
}

impl Programme {
    pub fn new(graph: &Graph, elimination: &Elimination) -> Programme {
        let mut slot_of = vec![u32::MAX; graph.len()];
        let mut free: Vec<u32> = Vec::new();
        let mut slots = 0;
        let (mut processed, mut seen) = (0u64, 0u64);
        let all = u64::MAX >> (64 - graph.len());
        let mut steps = Vec::with_capacity(graph.len());
        for &vertex in &elimination.order {
            let vertex = usize::from(vertex);
            let later = graph.adjacent[vertex] & !processed;
            let fresh = (later | 1 << vertex) & !seen;
            for v in members(fresh) {
                slot_of[v] = free.pop().unwrap_or_else(|| {
                    slots += 1;
                    slots - 1
                });
            }
            seen |= fresh;
            processed |= 1 << vertex;
            let frontier = seen & !processed;
            let slots_of = |set: u64| members(set).map(|v| slot_of[v]).collect::<Vec<u32>>();
            let scarce = members(frontier).filter_map(|v| {
                let rest = graph.adjacent[v] & !processed;
                let beyond = (rest & !seen).count_ones();
                (beyond < 2).then(|| Scarce {
                    slot: slot_of[v],
                    may_end: graph.weights[v] != 0,
                    beyond,
                    near: slots_of(rest & seen),
                })
            });
            steps.push(Step {
                slot: slot_of[vertex],
                start: (fresh >> graph.start & 1 == 1).then_some(slot_of[graph.start]),
                later: slots_of(later),
                weight: graph.weights[vertex],
                frontier: slots_of(frontier),
                scarce: scarce.collect(),
                is_all_seen: seen == all,
            });
            free.push(slot_of[vertex]);
        }
        Programme { steps, slots }
    }

    /// The number of paths that begin at the start of the graph and end at one of its ends;
    /// with `COVER`, of those through all vertices. Above the cap of the limits, a lower bound above the cap.
    ///
    /// # Errors
    /// [`Stop`], also if the frontier has more vertices than `M` has slots.
    pub fn count<M: Mates, N: Tally, const COVER: bool>(
        &self,
        limits: &mut Limits,
    ) -> Result<u128, Stop> {
        if self.slots > M::SLOTS {
            return Err(Stop::Memory);
        }
        let mut layer: Layer<M, N> = Layer::new();
        let mut next: Layer<M, N> = Layer::new();
        layer.add(M::initial(), N::ONE, limits.bytes)?;
        let mut run = Run {
            total: 0,
            since_pulse: 0,
        };
        for step in &self.steps {
            next.clear(layer.len());
            for (state, tally) in layer.iter() {
                let room = limits.bytes.saturating_sub(layer.bytes());
                let mut emit = |state: M, tally: N| {
                    run.emit::<M, N, COVER>(step, &mut next, state, tally, room)
                };
                step.process::<M, N, COVER>(state, tally, &mut emit)?;
                run.pulse(limits)?;
            }
            if run.total > limits.cap {
                break;
            }
            std::mem::swap(&mut layer, &mut next);
        }
        Ok(run.total)
    }

    /// Whether the frontier always fits a state of this type.
    pub fn fits<M: Mates>(&self) -> bool {
        self.slots <= M::SLOTS
    }
}

/// What a run has come to.
struct Run {
    total: u128,
    since_pulse: u32,
}

/// States between two calls of the pulse: well under a millisecond.
const PULSE_STATES: u32 = 1 << 13;

impl Run {
    #[inline]
    fn emit<M: Mates, N: Tally, const COVER: bool>(
        &mut self,
        step: &Step,
        next: &mut Layer<M, N>,
        state: M,
        tally: N,
        room: usize,
    ) -> Result<(), Stop> {
        if state.is_joined() {
            let complete = if COVER {
                step.is_all_seen && step.frontier.iter().all(|&s| !state.is_open(s))
            } else {
                state.is_settled()
            };
            if complete {
                let sum = self.total.checked_add(tally.number());
                self.total = sum.ok_or(Stop::Tally)?;
            }
            return Ok(());
        }
        if let Some(state) = step.viable::<M, COVER>(state) {
            next.add(state, tally, room)?;
        }
        Ok(())
    }

    #[inline]
    fn pulse(&mut self, limits: &mut Limits) -> Result<(), Stop> {
        self.since_pulse += 1;
        if self.since_pulse == PULSE_STATES {
            self.since_pulse = 0;
            if (limits.pulse)().is_break() {
                return Err(Stop::Interrupted);
            }
        }
        Ok(())
    }
}

impl Step {
    /// Emits the states after every choice of edges for the vertex of this step.
    #[inline]
    fn process<M: Mates, N: Tally, const COVER: bool>(
        &self,
        state: M,
        tally: N,
        emit: &mut impl FnMut(M, N) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let state = match self.start {
            Some(start) => state.with(start, M::S).with(M::S, start),
            None => state,
        };
        let mate = state.mate(self.slot);
        if mate == M::DONE {
            return emit(state.with(self.slot, self.slot), tally);
        }
        let ended = if self.weight != 0 && state.end_is_free() {
            Some(tally.times(self.weight).ok_or(Stop::Tally)?)
        } else {
            None
        };
        if mate == self.slot {
            self.pass_through::<M, N, COVER>(state, tally, ended, emit)
        } else {
            self.extend(state, tally, ended, emit)
        }
    }

    /// The vertex is untouched: it is left out, or joins two later neighbours, or is the free end.
    #[inline]
    fn pass_through<M: Mates, N: Tally, const COVER: bool>(
        &self,
        state: M,
        tally: N,
        ended: Option<N>,
        emit: &mut impl FnMut(M, N) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if !COVER {
            emit(state, tally)?;
        }
        for (i, &a) in self.later.iter().enumerate() {
            if !state.is_open(a) {
                continue;
            }
            if let Some(ended) = ended
                && let Some(joined) = state.join(M::T, a)
            {
                emit(joined, ended)?;
            }
            for &b in &self.later[i + 1..] {
                if state.is_open(b) && let Some(joined) = state.join(a, b) {
                    emit(joined, tally)?;
                }
            }
        }
        Ok(())
    }

    /// The vertex ends a fragment, which goes on to a later neighbour or has the free end here.
    #[inline]
    fn extend<M: Mates, N: Tally>(
        &self,
        state: M,
        tally: N,
        ended: Option<N>,
        emit: &mut impl FnMut(M, N) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let left = |state: M| state.with(self.slot, self.slot);
        if let Some(ended) = ended
            && let Some(joined) = state.join(self.slot, M::T)
        {
            emit(left(joined), ended)?;
        }
        for &a in &self.later {
            if state.is_open(a) && let Some(joined) = state.join(self.slot, a) {
                emit(left(joined), tally)?;
            }
        }
        Ok(())
    }

    /// The state with frontier vertices that can no longer be used marked as done; `None` if some fragment can
    /// no longer be finished (with `COVER`, if some vertex can no longer be covered).
    #[inline]
    fn viable<M: Mates, const COVER: bool>(&self, state: M) -> Option<M> {
        let mut state = state;
        let mut may_be_end = state.end_is_free();
        let end_is_free = may_be_end;
        for scarce in &self.scarce {
            let slot = scarce.slot;
            let mate = state.mate(slot);
            if mate == M::DONE {
                continue;
            }
            let usable = |&&near: &&u32| state.is_open(near) && near != mate;
            let have = scarce.beyond + scarce.near.iter().filter(usable).count() as u32;
            let is_untouched = mate == slot;
            let need = 1 + u32::from(is_untouched);
            if have >= need {
                continue;
            }
            if COVER || !is_untouched {
                if !(may_be_end && scarce.may_end && have + 1 == need) {
                    return None;
                }
                may_be_end = false;
            } else if have == 0 || !(end_is_free && scarce.may_end) {
                state = state.with(slot, M::DONE);
            }
        }
        Some(state)
    }
}
