//! The frontier programme: counts the paths of a graph without listing them.
//!
//! Vertices are processed in a fixed order. A vertex that is not processed but has a processed neighbour is
//! on the *frontier*. Once a vertex is processed, all its edges are chosen. What the rest of
//! the choice depends on is only how the fragments chosen so far end on the frontier
//! ([`Mates`]), so choices with the same state are counted together.

use std::ops::Range;

use super::super::grid::members;
use super::count::{Count, Limits, Stop};
use super::elimination::Elimination;
use super::graph::Graph;
use super::layer::{Full, Gauge, Tally};
use super::mates::{Joined, Marked, Mates};

/// A graph and an order of its vertices, made ready for counting.
pub(crate) struct Programme {
    plans: Vec<Plan>,
    slots: u32,
    squares: usize,
}

/// The processing of one vertex, in terms of slots.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The slot of the vertex, which its first new neighbour may take over; `None` if it was not on the frontier.
    slot: Option<u32>,
    is_start: bool,
    /// The slot of the start, if it comes to the frontier in this step.
    start_enters: Option<u32>,
    /// Ends that a state before the step has, outer or still to be placed.
    ends: u32,
    /// Whether cycles are counted, which have no ends.
    closes: bool,
    /// The slots of the neighbours that are not processed yet.
    later: Vec<u32>,
    /// What a walk counts for that ends here; 0 if it may not.
    weight: u64,
    /// The slots that are in use before and after the step and that no edge of the step meets.
    bystanders: Vec<u32>,
    /// The frontier after the step.
    frontier: Vec<u32>,
    /// The vertices of the frontier after the step with at most one neighbour beyond it.
    scarce: Vec<Scarce<Vec<u32>>>,
    /// Whether every vertex is processed or on the frontier.
    is_all_seen: bool,
}

/// A frontier vertex that may run out of neighbours.
#[derive(Debug)]
struct Scarce<Near> {
    slot: u32,
    may_end: bool,
    /// Neighbours that are neither processed nor on the frontier.
    beyond: u32,
    /// Slots of the neighbours on the frontier.
    near: Near,
}

impl Programme {
    /// A programme for the walks of the graph.
    pub fn new(graph: &Graph, elimination: &Elimination) -> Programme {
        Programme::with_ends(
            graph,
            elimination,
            if graph.start.is_some() { 1 } else { 2 },
        )
    }

    /// A programme for the cycles of a graph without start.
    pub fn of_cycles(graph: &Graph, elimination: &Elimination) -> Programme {
        Programme::with_ends(graph, elimination, 0)
    }

    fn with_ends(graph: &Graph, elimination: &Elimination, free_ends: u32) -> Programme {
        let all = u64::MAX >> (64 - graph.len());
        let mut slot_of = vec![None; graph.len()];
        let mut free: Vec<u32> = Vec::new();
        let mut slots = 0;
        let (mut processed, mut seen) = (0u64, 0u64);
        let mut plans = Vec::with_capacity(graph.len());
        for &vertex in &elimination.order {
            let vertex = usize::from(vertex);
            let slot = slot_of[vertex];
            free.extend(slot);
            let had_start = graph.start.is_some_and(|start| seen >> start & 1 == 1);
            processed |= 1 << vertex;
            let later = graph.adjacent[vertex] & !processed;
            let entering = later & !seen;
            for v in members(entering) {
                slot_of[v] = free.pop().or_else(|| {
                    slots += 1;
                    Some(slots - 1)
                });
            }
            seen |= later | 1 << vertex;
            let frontier = seen & !processed;
            let slots_of = |set: u64| {
                members(set)
                    .filter_map(|v| slot_of[v])
                    .collect::<Vec<u32>>()
            };
            let scarce = members(frontier).filter_map(|v| {
                let rest = graph.adjacent[v] & !processed;
                let beyond = (rest & !seen).count_ones();
                slot_of[v].filter(|_| beyond < 2).map(|slot| Scarce {
                    slot,
                    may_end: graph.weights[v] != 0,
                    beyond,
                    near: slots_of(rest & seen),
                })
            });
            plans.push(Plan {
                slot,
                is_start: graph.start == Some(vertex),
                start_enters: graph
                    .start
                    .filter(|start| entering >> start & 1 == 1)
                    .and_then(|start| slot_of[start]),
                ends: free_ends + u32::from(had_start),
                closes: free_ends == 0,
                later: slots_of(later),
                bystanders: slots_of(frontier & !later),
                weight: graph.weights[vertex],
                frontier: slots_of(frontier),
                scarce: scarce.collect(),
                is_all_seen: seen == all,
            });
        }
        Programme {
            plans,
            slots,
            squares: graph.squares,
        }
    }

    /// Whether the frontier always fits a state of this type.
    pub fn fits<M: Mates>(&self) -> bool {
        self.slots <= M::SLOTS
    }

    /// As [`Programme::count`], by the narrowest states that hold the frontier.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn run<N: Tally, const COVER: bool>(&self, limits: &mut Limits) -> Result<u128, Stop> {
        if self.fits::<u64>() {
            self.count::<u64, N, COVER>(limits)
        } else if self.fits::<Marked>() {
            self.count::<Marked, N, COVER>(limits)
        } else {
            self.count::<u128, N, COVER>(limits)
        }
    }

    /// The number of paths that begin at the start of the graph, each counted with the weight of its last vertex;
    /// with `COVER`, of those through all vertices. Above the cap of the limits, a lower bound above the cap.
    ///
    /// Paths without a start and cycles are counted with `COVER` alone, and not once in each direction; such a path
    /// has two vertices or more, and counts with the weights of both ends.
    ///
    /// # Errors
    /// [`Stop`], also if the frontier has more vertices than `M` has slots.
    pub fn count<M: Mates, N: Tally, const COVER: bool>(
        &self,
        limits: &mut Limits,
    ) -> Result<u128, Stop> {
        if !self.fits::<M>() {
            return Err(Stop::Memory);
        }
        let gauge = Gauge::new(limits.bytes);
        Count::<M, N, COVER>::new(self, &gauge, limits).run()
    }

    /// The steps, one for each vertex, in their order.
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// The most vertices of the frontier.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// Vertices that are squares.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// The steps of the layers that are too wide to be kept whole.
    pub fn wide(&self, widest: usize) -> Range<usize> {
        let is_wide = |plan: &Plan| plan.frontier.len() > widest;
        match self.plans.iter().position(is_wide) {
            // The last step of all leaves no frontier, so there is one after the last wide layer.
            Some(first) => {
                let last = self.plans.iter().rposition(is_wide).unwrap_or(first);
                first..last + 2
            }
            None => 0..0,
        }
    }
}

/// A plan for states of one type.
pub(crate) struct Step<'a, M, const COVER: bool> {
    plan: &'a Plan,
    scarce: Vec<Scarce<M>>,
}

impl<'a, M: Mates, const COVER: bool> Step<'a, M, COVER> {
    pub fn new(plan: &'a Plan) -> Self {
        let scarce = plan.scarce.iter().map(|scarce| Scarce {
            slot: scarce.slot,
            may_end: scarce.may_end,
            beyond: scarce.beyond,
            near: M::mask(&scarce.near),
        });
        Step {
            plan,
            scarce: scarce.collect(),
        }
    }
}

/// States on their way into the next layer.
pub(crate) struct Expansion<'a, M, N, F, const COVER: bool> {
    step: &'a Step<'a, M, COVER>,
    add: F,
    /// The walks finished.
    finished: u128,
    tally: std::marker::PhantomData<N>,
}

impl<'a, M, N, F, const COVER: bool> Expansion<'a, M, N, F, COVER>
where
    M: Mates,
    N: Tally,
    F: FnMut(M::Stored, N) -> Result<(), Full>,
{
    pub fn new(step: &'a Step<'a, M, COVER>, add: F) -> Self {
        Expansion {
            step,
            add,
            finished: 0,
            tally: std::marker::PhantomData,
        }
    }

    /// The walks finished so far.
    pub fn finished(&self) -> u128 {
        self.finished
    }

    /// Adds the states after every choice of edges for the vertex of this step.
    #[inline]
    pub fn expand(&mut self, state: M, tally: N) -> Result<(), Stop> {
        let plan = self.step.plan;
        let free = plan.ends - state.outer_ends();
        // `None`: untouched.
        let (mate, state) = match plan.slot {
            Some(slot) => {
                let mate = state.mate(slot);
                ((mate != slot).then_some(mate), state.with(slot, slot))
            }
            None => (plan.is_start.then_some(M::OUTER), state),
        };
        let state = match plan.start_enters {
            Some(start) => state.with(start, M::OUTER),
            None => state,
        };
        if mate == Some(M::DONE) {
            return self.settle(Joined::Open(state), tally, free);
        }
        let ended = if free > 0 && plan.weight != 0 {
            Some(tally.times(plan.weight).ok_or(Stop::Tally)?)
        } else {
            None
        };
        match mate {
            None => self.pass_through(state, tally, free, ended),
            Some(far) => self.go_on(state, far, tally, free, ended),
        }
    }

    /// The vertex is untouched: it is left out, or joins two later neighbours, or is the free end.
    #[inline]
    fn pass_through(
        &mut self,
        state: M,
        tally: N,
        free: u32,
        ended: Option<N>,
    ) -> Result<(), Stop> {
        if !COVER {
            self.settle(Joined::Open(state), tally, free)?;
        }
        let later = &self.step.plan.later;
        for (i, &a) in later.iter().enumerate() {
            if !state.is_open(a) {
                continue;
            }
            if let Some(ended) = ended {
                self.settle(state.extend(M::OUTER, a), ended, free - 1)?;
            }
            for &b in &later[i + 1..] {
                if state.is_open(b) {
                    self.settle(state.join(a, b), tally, free)?;
                }
            }
        }
        Ok(())
    }

    /// The vertex ends a fragment, which goes on to a later neighbour or has the free end here.
    #[inline]
    fn go_on(
        &mut self,
        state: M,
        far: u32,
        tally: N,
        free: u32,
        ended: Option<N>,
    ) -> Result<(), Stop> {
        if let Some(ended) = ended {
            self.settle(state.end(far), ended, free - 1)?;
        }
        for &a in &self.step.plan.later {
            if state.is_open(a) {
                self.settle(state.extend(far, a), tally, free)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn settle(&mut self, joined: Joined<M>, tally: N, free: u32) -> Result<(), Stop> {
        match joined {
            Joined::Cycle(state) => {
                if COVER && self.step.plan.closes && self.step.is_whole_walk(state) {
                    self.finish(tally)?;
                }
            }
            Joined::Open(state) => {
                if let Some(state) = self.step.viable(state, free) {
                    (self.add)(state.store(), tally)?;
                }
            }
            Joined::Whole(state) => {
                if self.step.is_whole_walk(state) {
                    self.finish(tally)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn finish(&mut self, tally: N) -> Result<(), Stop> {
        let sum = self.finished.checked_add(tally.number());
        self.finished = sum.ok_or(Stop::Tally)?;
        Ok(())
    }
}

impl Plan {
    /// At least as many as the ways of this step that lead from a state to another, each as often as it counts.
    pub fn most_ways(&self) -> u128 {
        let neighbours = 1 + self.later.len() as u128;
        neighbours * neighbours * u128::from(self.weight.max(1))
    }
}

/// The slots that all these steps leave ends of fragments, or not, as they were; and those of them that they leave
/// untouched, or not, as they were. A fragment may get another end, but its end on such a slot stays one; a
/// slot that is scarce after a step may go from untouched to done.
pub(crate) fn lasting<M: Mates>(steps: &[Plan]) -> (M, M) {
    let Some((first, others)) = steps.split_first() else {
        return (M::mask(&[]), M::mask(&[]));
    };
    let is_scarce = |slot: u32| {
        let mut scarce = steps.iter().flat_map(|step| &step.scarce);
        scarce.any(|scarce| scarce.slot == slot)
    };
    let mut ends = first.bystanders.clone();
    ends.retain(|slot| others.iter().all(|step| step.bystanders.contains(slot)));
    let ample: Vec<u32> = ends.iter().copied().filter(|&s| !is_scarce(s)).collect();
    (M::mask(&ends), M::mask(&ample))
}

impl<M: Mates, const COVER: bool> Step<'_, M, COVER> {
    /// Whether a state with the walk joined has no other fragment, and with `COVER` no vertex left.
    #[inline]
    fn is_whole_walk(&self, state: M) -> bool {
        if COVER {
            let plan = self.plan;
            plan.is_all_seen && plan.frontier.iter().all(|&slot| !state.is_open(slot))
        } else {
            state.is_settled()
        }
    }

    /// The state with frontier vertices that can no longer be used marked as done; `None` if some fragment can
    /// no longer be finished (with `COVER`, if some vertex can no longer be covered).
    #[inline]
    fn viable(&self, state: M, free: u32) -> Option<M> {
        let mut state = state;
        let mut ends = free;
        for scarce in &self.scarce {
            let slot = scarce.slot;
            let mate = state.mate(slot);
            if mate == M::DONE {
                continue;
            }
            let is_untouched = mate == slot;
            let need = 1 + u32::from(is_untouched);
            // A mate among the neighbours counts as well, though it cannot be used: a little less pruning.
            let have = scarce.beyond + state.open_among(scarce.near);
            if have >= need {
                continue;
            }
            if COVER || !is_untouched {
                if !(ends > 0 && scarce.may_end && have + 1 == need) {
                    return None;
                }
                ends -= 1;
            } else if have == 0 || !(free > 0 && scarce.may_end) {
                state = state.with(slot, M::DONE);
            }
        }
        Some(state)
    }
}
