//! Counts of walks with a narrow frontier, state by state.
//!
//! Tables of states pay where they have many rows and columns. On a narrow frontier most have a
//! few, so each state is a word of its own here, found by its hash.

use std::hint::select_unpredictable;

use crate::error::Interrupted;
use crate::frontier::graph::WalkGraph;
use crate::stop::StopCheck;

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

/// As many take tens of microseconds.
const MANY_STATES: usize = 1000;

/// Counts walks state by state. Its buffers serve one count after another.
#[derive(Default)]
pub(crate) struct NarrowCounter {
    before: States,
    after: States,
}

impl NarrowCounter {
    /// The walks of a graph with a start, processed in this order; exactly, or a number above
    /// `cap`. `None` if the frontier is not narrow, or the numbers of ways may exceed 64
    /// bits.
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
        self.before.set_first();
        let mut whole = 0;
        for step in &steps {
            if self.before.list.len() >= MANY_STATES {
                check()?;
            }
            if self.before.ways().saturating_mul(step.most_ways()) > u64::MAX.into() {
                return Ok(None);
            }
            self.after.clear(self.before.list.len());
            let mut next = Next { step, states: &mut self.after, whole: &mut whole };
            for &(state, count) in &self.before.list {
                next.process(state | step.start, count);
            }
            if whole > cap {
                break;
            }
            std::mem::swap(&mut self.before, &mut self.after);
        }
        Ok(Some(whole))
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
    /// The most ways that all states to which a state leads get from one way to it.
    fn most_ways(&self) -> u128 {
        let later = self.later_len as u128;
        u128::from(self.weight) * (later + 1) + 1 + later * (later + 1) / 2
    }
}

impl<'a> Frontier<'a> {
    fn new(graph: &'a WalkGraph) -> Frontier<'a> {
        Frontier { graph, place_of: vec![UNSEEN; graph.len()], free: (1 << MAX_SLOTS) - 1 }
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
    /// By hash, the place of a state in the list, plus 1; 0 if there is none.
    places: Vec<u32>,
    /// Bits of a hash that are not used.
    shift: u32,
}

impl States {
    /// The layer before the first step.
    fn set_first(&mut self) {
        self.list.clear();
        self.list.push((0, 1));
    }

    /// The ways to all states together.
    fn ways(&self) -> u128 {
        self.list.iter().map(|&(_, count)| u128::from(count)).sum()
    }

    /// Removes all states, and makes room for a little more than this many.
    fn clear(&mut self, states: usize) {
        self.list.clear();
        self.set_places((4 * states).next_power_of_two().max(64));
    }

    fn set_places(&mut self, places: usize) {
        self.places.clear();
        self.places.resize(places, 0);
        self.shift = u64::BITS - places.trailing_zeros();
    }

    /// Adds ways to a state.
    #[inline]
    fn add(&mut self, state: u64, count: u64) {
        let mut at = self.hash(state);
        loop {
            let place = self.places[at] as usize;
            if place == 0 {
                break;
            }
            let (known, sum) = &mut self.list[place - 1];
            if *known == state {
                *sum += count;
                return;
            }
            at = self.after(at);
        }
        self.list.push((state, count));
        self.places[at] = self.list.len() as u32;
        if 4 * self.list.len() > self.places.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.set_places(2 * self.places.len());
        for place in 0..self.list.len() {
            let mut at = self.hash(self.list[place].0);
            while self.places[at] != 0 {
                at = self.after(at);
            }
            self.places[at] = place as u32 + 1;
        }
    }

    /// Fibonacci hashing: the upper bits of a product depend on all bits of the state.
    #[inline]
    fn hash(&self, state: u64) -> usize {
        (state.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.places.len() - 1)
    }
}

/// What a step makes of states.
struct Next<'a> {
    step: &'a Step,
    states: &'a mut States,
    /// The walks that are whole.
    whole: &'a mut u128,
}

impl Next<'_> {
    /// Adds all states to which a state leads.
    #[inline]
    fn process(&mut self, state: u64, count: u64) {
        let step = self.step;
        let later = &step.later[..step.later_len];
        let (bits, rest) = (bits_at(state, step.at), without(state, step.at));
        if bits == DONE {
            return self.add(rest, count);
        }
        // The number of ways if the walk ends here.
        let mut ended = None;
        if step.weight > 0 && state & ENDED == 0 {
            ended = Some(count * step.weight);
        }
        if bits != 0 {
            let mate = bits as u32;
            if let Some(count) = ended {
                self.link(rest | ENDED, mate, OUTER, count);
            }
            for &to in later {
                self.join(rest, mate, to, count);
            }
            return;
        }
        self.add(rest, count);
        if let Some(count) = ended {
            for &to in later {
                self.join(rest | ENDED, OUTER, to, count);
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
            self.add(state & !(1 << OUTER), count);
        } else if rest & ENDS == 0 {
            *self.whole += u128::from(count);
        }
    }

    #[inline]
    fn add(&mut self, state: u64, count: u64) {
        self.states.add(state, count);
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
