//! Single states of a frontier, and what a step makes of them.
//!
//! Layers of a count are tables of many states ([`states`](crate::states)). A sample keeps a few of
//! them, so each stands for itself here.

use std::hash::{Hash, Hasher};

use crate::ends::Ends;
use crate::transitions::{MAX_SLOTS, VertexStep};

/// What a vertex of the frontier is in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Untouched,
    Done,
    /// An end whose fragment has its other end on the frontier.
    End,
    /// An end whose fragment has an end of the path at the other side.
    OuterEnd,
}

/// The number of classes.
pub(super) const CLASSES: usize = 4;

/// The mate of an outer end. Mates are slots plus 1, and 0 where there is no end.
const OUTER: u8 = u8::MAX;

/// A state: which vertices of the frontier are done, and which ends belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct State {
    done: u32,
    ends: u32,
    outer: u8,
    /// By slot.
    mates: [u8; MAX_SLOTS + 1],
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The ends follow from their mates.
        state.write_u32(self.done);
        for mates in self.mates.as_chunks::<8>().0 {
            state.write_u64(u64::from_le_bytes(*mates));
        }
    }
}

/// One of two ends that are to be joined: an end of the path, or the end at a slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tip {
    Outer,
    At(u32),
}

impl State {
    /// What the vertex at a slot is.
    pub(super) fn class(&self, slot: u32) -> Class {
        match self.mates[slot as usize] {
            0 if self.done >> slot & 1 == 1 => Class::Done,
            0 => Class::Untouched,
            OUTER => Class::OuterEnd,
            _ => Class::End,
        }
    }

    /// The other end of the fragment that ends at a slot.
    fn mate(&self, slot: u32) -> Tip {
        match self.mates[slot as usize] {
            OUTER => Tip::Outer,
            mate => Tip::At(u32::from(mate) - 1),
        }
    }

    /// Forgets the vertex at a slot.
    fn clear(&mut self, slot: u32) {
        self.outer -= u8::from(self.mates[slot as usize] == OUTER);
        self.mates[slot as usize] = 0;
        self.ends &= !(1 << slot);
        self.done &= !(1 << slot);
    }

    fn set_mate(&mut self, slot: u32, mate: Tip) {
        self.outer -= u8::from(self.mates[slot as usize] == OUTER);
        self.mates[slot as usize] = match mate {
            Tip::Outer => OUTER,
            Tip::At(mate) => mate as u8 + 1,
        };
        self.outer += u8::from(mate == Tip::Outer);
        self.ends |= 1 << slot;
    }

    /// Makes two tips those of one fragment. Two outer ones are a whole path.
    fn link(&mut self, a: Tip, b: Tip) -> Joined {
        if let Tip::At(slot) = a {
            self.set_mate(slot, b);
        }
        if let Tip::At(slot) = b {
            self.set_mate(slot, a);
        }
        if a == b { Joined::Path } else { Joined::Fragment }
    }

    /// Gives the vertex at a slot an edge to one that is processed, and returns the other end of
    /// the fragment that ends there then; `None` if the vertex is done.
    fn extend(&mut self, slot: u32) -> Option<Tip> {
        match self.class(slot) {
            Class::Done => None,
            Class::Untouched => Some(Tip::At(slot)),
            Class::End | Class::OuterEnd => {
                let other = self.mate(slot);
                self.clear(slot);
                self.done |= 1 << slot;
                Some(other)
            }
        }
    }

    /// Adds an edge from a vertex whose fragment has this other end to the vertex at a slot; `None`
    /// if that is done.
    fn join(&mut self, tip: Tip, slot: u32) -> Option<Joined> {
        let is_end = self.ends >> slot & 1 == 1;
        let other = self.extend(slot)?;
        match tip == Tip::At(slot) && is_end {
            true => Some(Joined::Cycle),
            false => Some(self.link(tip, other)),
        }
    }
}

/// What an edge makes of fragments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joined {
    Fragment,
    Path,
    Cycle,
}

impl VertexStep {
    /// Calls `visit` with every state to which a state leads, and with the weight of the end of the
    /// path that is made, or 1. The step may not be of a graph with a start.
    pub(super) fn each_successor(&self, state: &State, mut visit: impl FnMut(State, u64)) {
        let mut visit = |next: State, joined: Joined, weight: u64| {
            if self.can_be_finished(&next, joined) {
                visit(next, weight);
            }
        };
        let can_end = state.outer < self.free_ends && self.weight > 0;
        let (class, mut rest) = (self.slot.map(|slot| state.class(slot)), *state);
        if let Some(slot) = self.slot {
            rest.clear(slot);
        }
        let mut join = |tip: Tip, rest: State, later: &[u32], weight: u64| {
            for &slot in later {
                let mut next = rest;
                if let Some(joined) = next.join(tip, slot) {
                    visit(next, joined, weight);
                }
            }
        };
        match (class, self.slot) {
            (Some(Class::Done), _) => visit(rest, Joined::Fragment, 1),
            (Some(Class::End | Class::OuterEnd), Some(slot)) => {
                let tip = state.mate(slot);
                join(tip, rest, &self.later_slots, 1);
                if can_end {
                    let joined = rest.link(tip, Tip::Outer);
                    visit(rest, joined, self.weight);
                }
            }
            _ => {
                if can_end {
                    join(Tip::Outer, rest, &self.later_slots, self.weight);
                }
                for (turn, &slot) in self.later_slots.iter().enumerate() {
                    let mut begun = rest;
                    if let Some(tip) = begun.extend(slot) {
                        join(tip, begun, &self.later_slots[turn + 1..], 1);
                    }
                }
            }
        }
    }

    /// Whether the colours allow these ends and done vertices.
    fn is_balanced(&self, ends: Ends, done: u32) -> bool {
        self.colours.is_none_or(|colours| {
            let white = (done & colours.white).count_ones() as i32;
            let surplus = done.count_ones() as i32 - 2 * white;
            let allowed = colours.surplus_of_done(ends);
            allowed.is_some_and(|(least, most)| (least..=most).contains(&surplus))
        })
    }

    /// Whether every vertex that is not done can still get its edges, as far as its neighbours
    /// show.
    fn can_be_finished(&self, state: &State, joined: Joined) -> bool {
        let untouched = self.frontier & !state.ends & !state.done;
        let is_whole = (state.ends | untouched) == 0;
        match joined {
            Joined::Cycle if !self.allows_cycle => false,
            Joined::Cycle | Joined::Path => self.is_all_seen && is_whole,
            Joined::Fragment if is_whole => true,
            Joined::Fragment => {
                let ends = Ends { slots: state.ends, outer: state.outer, has_begun: false };
                self.usable(ends, untouched).is_some() && self.is_balanced(ends, state.done)
            }
        }
    }
}
