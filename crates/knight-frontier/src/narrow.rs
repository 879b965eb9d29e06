//! Counts of walks with a narrow frontier, state by state.
//!
//! Tables of states pay where they have many rows and columns. On a narrow frontier most tables
//! have few of either, so here each state is a word of its own, found by its hash.

use std::hint::select_unpredictable;

use crate::graph::WalkGraph;
use knight_board::{Interrupted, StopCheck};

/// The most vertices of a narrow frontier, with the vertex that is processed and those it meets.
const MAX_SLOTS: u32 = 10;

/// Bits of a state for each slot.
const BITS: u32 = 6;

/// All bits of a slot, before they are moved to its place. They are 0 where the vertex is
/// untouched, and [`DONE`] where it is done. An end has the place of its mate.
const SLOT: u64 = (1 << BITS) - 1;

const DONE: u64 = 2;

/// The place of the mate of an outer end, and of the start before its first edge. What is written
/// to this bit is removed again.
const OUTER: u32 = u64::BITS - 1;

/// The bit of a state in which the last vertex of the walk has been chosen.
const ENDED: u64 = 1;

/// Where the bits of a slot begin. Places are odd, unlike [`DONE`].
const fn place(slot: u32) -> u32 {
    1 + BITS * slot
}

/// The lowest bits of all slots, which only ends have.
const ENDS: u64 = {
    let mut ends = 0;
    let mut slot = 0;
    while slot < MAX_SLOTS {
        ends |= 1 << place(slot);
        slot += 1;
    }
    ends
};
const _: () = assert!(place(MAX_SLOTS) <= OUTER);

/// States between two calls of `check`: tens of microseconds.
const CHECK_INTERVAL: usize = 1000;

/// Counts walks state by state. Its buffers serve one count after another.
#[derive(Default)]
pub struct NarrowCounter {
    before: States,
    after: States,
}

impl NarrowCounter {
    /// The walks of a graph with a start, processed in this order; exactly, or a number above
    /// `cap`. `None` if the frontier is not narrow, or the ways to the states may exceed 64 bits.
    ///
    /// # Errors
    /// [`Interrupted`] if `check` fails.
    pub fn count(
        &mut self,
        graph: &WalkGraph,
        order: &[u16],
        cap: u128,
        check: &mut StopCheck,
    ) -> Result<Option<u128>, Interrupted> {
        let mut frontier = Frontier::new(graph);
        let steps = order.iter().map(|&vertex| frontier.step(vertex.into()));
        let Some(steps) = steps.collect::<Option<Vec<Step>>>() else {
            return Ok(None);
        };
        debug_assert!(graph.start.is_some(), "a walk has a start");
        self.before.set_first();
        let mut whole_walks = 0;
        let mut since_check = 0;
        for step in &steps {
            since_check += self.before.list.len();
            if since_check >= CHECK_INTERVAL {
                since_check = 0;
                check()?;
            }
            if step.most_ways(self.before.ways()) > u64::MAX.into() {
                return Ok(None);
            }
            self.after.clear(self.before.list.len());
            let mut next = Next { step, states: &mut self.after, whole_walks: &mut whole_walks };
            for &(state, count) in &self.before.list {
                next.process(state | step.start, count);
            }
            if whole_walks > cap {
                break;
            }
            std::mem::swap(&mut self.before, &mut self.after);
        }
        Ok(Some(whole_walks))
    }
}

/// The places of the vertices on the frontier.
struct Frontier<'a> {
    graph: &'a WalkGraph,
    place_of: Vec<u8>,
    /// Slots not in use, as bits.
    free: u32,
}

/// Instead of a place: not on the frontier yet, or processed.
const UNSEEN: u8 = 0xFE;
const PROCESSED: u8 = 0xFF;

/// The processing of one vertex.
struct Step {
    /// The place of the vertex.
    at: u32,
    /// The places of the neighbours that are not processed yet.
    later: [u32; MAX_SLOTS as usize],
    later_len: usize,
    /// The weight of a walk that ends here; 0 if it may not.
    weight: u64,
    /// The bits of the start, if this step is the first to meet it.
    start: u64,
}

impl Step {
    /// An upper bound on the ways to all states after the step, from the ways before it.
    fn most_ways(&self, before: Ways) -> u128 {
        let later = self.later_len as u128;
        let without_end = 1 + later * (later + 1) / 2;
        let with_end = u128::from(self.weight) * (later + 1);
        let not_ended = u128::from(before.all - before.ended);
        let all = u128::from(before.all) * without_end;
        all.saturating_add(not_ended.saturating_mul(with_end))
    }
}

impl<'a> Frontier<'a> {
    fn new(graph: &'a WalkGraph) -> Frontier<'a> {
        Frontier { graph, place_of: vec![UNSEEN; graph.vertices()], free: (1 << MAX_SLOTS) - 1 }
    }

    /// Processes a vertex; `None` if there are no slots for all that it meets.
    fn step(&mut self, vertex: usize) -> Option<Step> {
        let mut step = Step {
            at: 0,
            later: [0; MAX_SLOTS as usize],
            later_len: 0,
            weight: self.graph.weights[vertex],
            start: 0,
        };
        step.at = self.place(vertex, &mut step.start)?;
        for &later in &self.graph.neighbours[vertex] {
            if self.place_of[usize::from(later)] != PROCESSED {
                step.later[step.later_len] = self.place(later.into(), &mut step.start)?;
                step.later_len += 1;
            }
        }
        self.place_of[vertex] = PROCESSED;
        self.free |= 1 << (step.at / BITS);
        Some(step)
    }

    /// The place of a vertex, a free one if it has none. Sets the bits of the start if it is that.
    fn place(&mut self, vertex: usize, start: &mut u64) -> Option<u32> {
        if self.place_of[vertex] == UNSEEN {
            if self.free == 0 {
                return None;
            }
            let place = place(self.free.trailing_zeros());
            self.free &= self.free - 1;
            self.place_of[vertex] = place as u8;
            if self.graph.start == Some(vertex) {
                *start = u64::from(OUTER) << place;
            }
        }
        Some(self.place_of[vertex].into())
    }
}

/// The states of a layer.
#[derive(Default)]
struct States {
    /// Each with the number of ways to it.
    list: Vec<(u64, u64)>,
    /// By hash, the index of a state in the list, plus 1; 0 if there is none.
    indices: Vec<u32>,
    /// Bits of a hash that are not used.
    shift: u32,
}

impl States {
    /// The layer before the first step.
    fn set_first(&mut self) {
        self.list.clear();
        self.list.push((0, 1));
    }

    fn ways(&self) -> Ways {
        let mut ways = Ways { all: 0, ended: 0 };
        for &(state, count) in &self.list {
            ways.all += count;
            ways.ended += count * (state & ENDED);
        }
        ways
    }

    /// Removes all states, and makes room for at least twice this many.
    fn clear(&mut self, states: usize) {
        self.list.clear();
        self.set_len((8 * states).next_power_of_two().max(64));
    }

    fn set_len(&mut self, len: usize) {
        self.indices.clear();
        self.indices.resize(len, 0);
        self.shift = u64::BITS - len.trailing_zeros();
    }

    /// Adds ways to a state.
    #[inline]
    fn add(&mut self, state: u64, count: u64) {
        let mut at = self.hash(state);
        loop {
            let index = self.indices[at] as usize;
            if index == 0 {
                break;
            }
            let (known, sum) = &mut self.list[index - 1];
            if *known == state {
                *sum += count;
                return;
            }
            at = self.after(at);
        }
        self.list.push((state, count));
        self.indices[at] = self.list.len() as u32;
        if 4 * self.list.len() > self.indices.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.set_len(2 * self.indices.len());
        for index in 0..self.list.len() {
            let mut at = self.hash(self.list[index].0);
            while self.indices[at] != 0 {
                at = self.after(at);
            }
            self.indices[at] = index as u32 + 1;
        }
    }

    /// Fibonacci hashing: the upper bits of a product depend on all bits of the state.
    #[inline]
    fn hash(&self, state: u64) -> usize {
        (state.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.indices.len() - 1)
    }
}

/// The ways to all states of a layer together, which never exceed 64 bits.
#[derive(Clone, Copy)]
struct Ways {
    all: u64,
    /// The ways to states in which the last vertex of the walk has been chosen.
    ended: u64,
}

/// Adds up the states after a step.
struct Next<'a> {
    step: &'a Step,
    states: &'a mut States,
    /// The walks that are whole.
    whole_walks: &'a mut u128,
}

impl Next<'_> {
    /// Adds all states to which a state leads.
    #[inline]
    fn process(&mut self, state: u64, count: u64) {
        let step = self.step;
        let later = &step.later[..step.later_len];
        let (bits, rest) = (bits_at(state, step.at), without(state, step.at));
        if bits == DONE {
            return self.states.add(rest, count);
        }
        // The ways in which the vertex is the last one of the walk.
        let last = (step.weight > 0 && state & ENDED == 0).then(|| count * step.weight);
        if bits != 0 {
            // An end: the walk ends there, or the fragment goes on.
            let mate = bits as u32;
            if let Some(last) = last {
                self.link(rest | ENDED, mate, OUTER, last);
            }
            for &to in later {
                self.join(rest, mate, to, count);
            }
            return;
        }
        // Untouched: left out, the last one after another, or between two others.
        self.states.add(rest, count);
        if let Some(last) = last {
            for &to in later {
                self.join(rest | ENDED, OUTER, to, last);
            }
        }
        for (turn, &from) in later.iter().enumerate() {
            let (rest, mate, is_done) = with_edge(rest, from);
            if !is_done {
                for &to in &later[turn + 1..] {
                    self.join(rest, mate, to, count);
                }
            }
        }
    }

    /// Adds an edge to the vertex at a place from one whose fragment has this other end, unless the
    /// vertex is done or a cycle would close.
    #[inline]
    fn join(&mut self, rest: u64, mate: u32, to: u32, count: u64) {
        let (rest, other, is_done) = with_edge(rest, to);
        if !(is_done | (mate == to)) {
            self.link(rest, mate, other, count);
        }
    }

    /// Makes two ends those of one fragment. Of a whole walk both are outer.
    #[inline]
    fn link(&mut self, rest: u64, a: u32, b: u32, count: u64) {
        if a != b {
            let state = with(with(rest, a, b.into()), b, a.into());
            self.states.add(state & !(1 << OUTER), count);
        } else if rest & ENDS == 0 {
            *self.whole_walks += u128::from(count);
        }
    }
}

/// The state after an edge to a vertex, the other end of the fragment that the edge extends, and
/// whether the vertex was done before, which excludes the edge.
#[inline]
fn with_edge(state: u64, to: u32) -> (u64, u32, bool) {
    let bits = bits_at(state, to);
    let is_untouched = bits == 0;
    let with_done = with(state, to, DONE);
    (
        select_unpredictable(is_untouched, state, with_done),
        select_unpredictable(is_untouched, to, bits as u32),
        bits == DONE,
    )
}

/// The bits of a slot.
#[inline]
fn bits_at(state: u64, place: u32) -> u64 {
    state >> place & SLOT
}

#[inline]
fn without(state: u64, place: u32) -> u64 {
    state & !(SLOT << place)
}

#[inline]
fn with(state: u64, place: u32, bits: u64) -> u64 {
    without(state, place) | bits << place
}
