//! The choices of edges for one vertex, and what each makes of the frontier.

use crate::frontier::pairings::{Change, MOST_ENDS};

/// The most vertices of a frontier.
pub(crate) const MOST_SLOTS: usize = 31;
const _: () = assert!(MOST_SLOTS <= MOST_ENDS);

/// The ends of the fragments of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Ends {
    /// The slots of a frontier whose vertices are ends of fragments.
    pub slots: u32,
    /// How many of them are *outer*: their fragment has its other end at an end of the walk.
    pub outer: u8,
    /// Whether the start has its edge. It is never among the slots: without its edge it waits for one, with it it is done.
    pub has_begun: bool,
}

/// What becomes of the fragments of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fragments {
    /// Their ends pair in another way, or as before.
    Paired(Change),
    /// They are one whole walk.
    Walk,
    /// They are one cycle.
    Cycle,
}

/// A choice of edges for a vertex, for all states with the same ends.
///
/// Every slot that it says nothing of stays as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The ends after it. A vertex that is one only then has been untouched before.
    pub ends: Ends,
    /// What becomes of the fragments.
    pub result: Fragments,
    /// Whether the walk ends at the vertex.
    pub is_walk_end: bool,
    /// Whether the vertex is done before it.
    pub is_done: bool,
    /// Slots that are done after it, and ends before.
    pub gone: u32,
}

/// The processing of one vertex, in terms of slots.
#[derive(Debug)]
pub(crate) struct Step {
    /// The slot of the vertex; `None` if it was not on the frontier.
    pub slot: Option<u32>,
    /// The slot of the start if it is on the frontier after the step.
    pub start: Option<u32>,
    /// Whether the vertex is the start.
    pub is_start: bool,
    /// Ends of the walk that are not its start.
    pub free_ends: u8,
    /// Whether cycles are counted, which have no ends.
    pub closes: bool,
    /// Whether every vertex is to be used.
    pub covers: bool,
    /// The slots of the neighbours that are not processed yet.
    pub later: Vec<u32>,
    /// What a walk counts for that ends here; 0 if it may not.
    pub weight: u64,
    /// The slots on the frontier before and after the step that no edge of it meets.
    pub bystanders: u32,
    /// The slots before the step whose vertices may be done, in the order of the bits of a column.
    pub before: Vec<u32>,
    /// The same after the step.
    pub after: Vec<u32>,
    /// The frontier after the step, without the start.
    pub frontier: u32,
    /// The vertices of the frontier after the step with at most one neighbour beyond it.
    pub scarce: Vec<Scarce>,
    /// Whether every vertex is processed or on the frontier.
    pub is_all_seen: bool,
}

/// A frontier vertex that may run out of neighbours.
#[derive(Debug)]
pub(crate) struct Scarce {
    pub slot: u32,
    pub may_end: bool,
    /// Neighbours that are neither processed nor on the frontier.
    pub beyond: u32,
    /// Slots of the neighbours on the frontier.
    pub near: u32,
}

impl Ends {
    /// The number of ends.
    pub fn count(self) -> usize {
        self.slots.count_ones() as usize
    }

    /// The place of a slot among the ends.
    fn place(self, slot: u32) -> u8 {
        (self.slots & ((1 << slot) - 1)).count_ones() as u8
    }

    fn has(self, slot: u32) -> bool {
        self.slots >> slot & 1 == 1
    }

    fn with(self, slot: u32) -> Ends {
        let slots = self.slots | 1 << slot;
        Ends { slots, ..self }
    }

    fn without(self, slot: u32) -> Ends {
        let slots = self.slots & !(1 << slot);
        Ends { slots, ..self }
    }

    fn with_outer(self, outer: u8) -> Ends {
        Ends { outer, ..self }
    }
}

impl Way {
    /// No edge for the vertex.
    fn without_edge(ends: Ends) -> Way {
        Way {
            ends,
            result: Fragments::Paired(Change::None),
            is_walk_end: false,
            is_done: false,
            gone: 0,
        }
    }

    /// The walk ends at the vertex, which is the start or has an edge to it: no other fragment is left.
    fn to_the_start(before: Ends) -> Way {
        Way { result: Fragments::Walk, is_walk_end: true, ..Way::without_edge(before) }
    }

    /// Joins what ends at two slots, by an edge or by way of the vertex: fragments, or untouched vertices.
    fn join(before: Ends, a: u32, b: u32) -> Way {
        let way = Way::without_edge(before);
        let (low, high) = (a.min(b), a.max(b));
        match (before.has(a), before.has(b)) {
            (false, false) => {
                let ends = before.with(a).with(b);
                let (low, high) = (ends.place(low), ends.place(high));
                Way { ends, result: Fragments::Paired(Change::AddPair { low, high }), ..way }
            }
            (true, false) => Way::move_end(before, a, b),
            (false, true) => Way::move_end(before, b, a),
            (true, true) => {
                let (low, high) = (before.place(low), before.place(high));
                Way {
                    ends: before.without(a).without(b),
                    result: match (before.count(), before.outer) {
                        (2, 2) => Fragments::Walk,
                        (2, _) => Fragments::Cycle,
                        _ => Fragments::Paired(Change::Join { low, high }),
                    },
                    gone: 1 << a | 1 << b,
                    ..way
                }
            }
        }
    }

    /// A fragment goes on from its end to an untouched vertex.
    fn move_end(before: Ends, from: u32, to: u32) -> Way {
        let ends = before.without(from).with(to);
        let change = match (before.place(from), ends.place(to)) {
            (place, same) if place == same => Change::None,
            (from, to) => Change::Move { from, to },
        };
        Way {
            ends,
            result: Fragments::Paired(change),
            gone: 1 << from,
            ..Way::without_edge(before)
        }
    }

    /// The walk ends at the vertex, and what ends at the slot leads there: a fragment, or an untouched vertex.
    fn end(before: Ends, slot: u32) -> Way {
        let way = Way { is_walk_end: true, ..Way::without_edge(before) };
        let outer = before.outer + 1;
        if !before.has(slot) {
            let ends = before.with(slot).with_outer(outer);
            let place = ends.place(slot);
            return Way { ends, result: Fragments::Paired(Change::AddOuter { place }), ..way };
        }
        let place = before.place(slot);
        Way {
            ends: before.without(slot).with_outer(outer),
            result: if before.count() == 1 {
                Fragments::Walk
            } else {
                Fragments::Paired(Change::Drop { place })
            },
            gone: 1 << slot,
            ..way
        }
    }

    /// The same with the walk's start in place of its free end.
    fn as_start(self) -> Way {
        let ends = Ends { has_begun: true, ..self.ends };
        Way { ends, is_walk_end: false, ..self }
    }
}

impl Step {
    /// Ends of the walk, its start apart, that a state with these ends has still to get.
    pub fn free(&self, ends: Ends) -> u8 {
        self.free_ends + u8::from(ends.has_begun) - ends.outer
    }

    /// Tells every way from states with these ends.
    pub fn each_way(&self, before: Ends, mut tell: impl FnMut(Way)) {
        let own = self.slot.map_or(0u32, |slot| 1 << slot);
        let mut tell = |way: Way| {
            if self.closes || way.result != Fragments::Cycle {
                tell(Way { gone: way.gone & !own, ..way });
            }
        };
        let may_end = self.free(before) > 0 && self.weight != 0;
        let is_start = |a: &u32| self.start == Some(*a);
        let reaches_start = !before.has_begun && self.later.iter().any(is_start);
        let mut later = self.later.iter().copied().filter(|a| !is_start(a));
        if self.is_start {
            if before.has_begun {
                return tell(Way::without_edge(before));
            }
            if may_end && before.count() == 0 {
                tell(Way::to_the_start(before));
            }
            return later.for_each(|a| tell(Way::end(before, a).as_start()));
        }
        if let Some(slot) = self.slot.filter(|&slot| before.has(slot)) {
            if may_end {
                tell(Way::end(before, slot));
            }
            if reaches_start {
                tell(Way::end(before, slot).as_start());
            }
            return later.for_each(|a| tell(Way::join(before, slot, a)));
        }
        if own != 0 {
            tell(Way { is_done: true, ..Way::without_edge(before) });
        }
        if !self.covers {
            tell(Way::without_edge(before));
        }
        if may_end && reaches_start && before.count() == 0 {
            tell(Way::to_the_start(before));
        }
        while let Some(a) = later.next() {
            if may_end {
                tell(Way::end(before, a));
            }
            if reaches_start {
                tell(Way::end(before, a).as_start());
            }
            later.clone().for_each(|b| tell(Way::join(before, a, b)));
        }
    }

    /// The squares of the frontier after the step that are untouched if they are no ends.
    pub fn never_done(&self, ends: Ends) -> u32 {
        let may_be_done = self.after.iter().fold(0, |slots, slot| slots | 1 << slot);
        self.frontier & !ends.slots & !may_be_done
    }

    /// Whether a vertex lacks neighbours in some of the states with these ends.
    pub fn may_lack(&self, ends: Ends) -> bool {
        let open = ends.slots | self.never_done(ends) | self.waiting_start(ends);
        self.scarce.iter().any(|scarce| {
            let need = 2 - (ends.slots >> scarce.slot & 1);
            scarce.beyond + (open & scarce.near).count_ones() < need
        })
    }

    /// The slot of the start if it is on the frontier without its edge.
    fn waiting_start(&self, ends: Ends) -> u32 {
        let start = self.start.filter(|_| !ends.has_begun);
        start.map_or(0, |start| 1 << start)
    }

    /// Which untouched vertices can still be used; the others may be counted as done. `None` if a fragment cannot be finished or, where every
    /// vertex is to be used, a vertex cannot be.
    pub fn viable(&self, ends: Ends, untouched: u32) -> Option<u32> {
        let free = self.free(ends);
        let others = ends.slots | self.waiting_start(ends);
        let mut untouched = untouched;
        let mut left = free;
        for scarce in &self.scarce {
            let slot = 1 << scarce.slot;
            if (ends.slots | untouched) & slot == 0 {
                continue;
            }
            let is_untouched = untouched & slot != 0;
            let need = 1 + u32::from(is_untouched);
            let have = scarce.beyond + ((others | untouched) & scarce.near).count_ones();
            if have >= need {
                continue;
            }
            if self.covers || !is_untouched {
                if !(left > 0 && scarce.may_end && have + 1 == need) {
                    return None;
                }
                left -= 1;
            } else if have == 0 || !(free > 0 && scarce.may_end) {
                untouched &= !slot;
            }
        }
        Some(untouched)
    }
}
