//! The edge choices for one vertex, and what each does to the frontier.

use crate::colours::ColourBalance;
use crate::ends::Ends;
use crate::pairings::{MAX_ENDS, PairingChange};

/// The most vertices of a frontier.
pub(crate) const MAX_SLOTS: usize = 31;
const _: () = assert!(MAX_SLOTS <= MAX_ENDS);

/// What a transition makes of the fragments of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fragments {
    /// Fragments whose ends pair as the change says.
    Paired(PairingChange),
    /// One whole walk.
    Walk,
    /// One cycle.
    Cycle,
}

/// A choice of edges for a vertex, in all states with the same ends. Other slots do not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition {
    /// The ends after it. A vertex that becomes an end was untouched before.
    pub ends: Ends,
    pub result: Fragments,
    /// Whether the walk ends at the vertex.
    pub is_walk_end: bool,
    /// Whether the vertex must be done before it.
    pub is_done: bool,
    /// Slots that are ends before it and done after it.
    pub becomes_done: u32,
}

/// The processing of one vertex, in terms of slots. Equal steps do equal things to equal layers.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct VertexStep {
    /// The slot of the vertex; `None` if it was not on the frontier.
    pub slot: Option<u32>,
    /// The slot of the start if it is on the frontier after the step.
    pub start: Option<u32>,
    /// Whether the vertex is the start.
    pub is_start: bool,
    /// Ends of the walk that are not its start.
    pub free_ends: u8,
    /// Whether cycles are counted, which have no ends.
    pub allows_cycle: bool,
    /// Whether every vertex must be used.
    pub is_hamiltonian: bool,
    /// The slots of the neighbours that are not processed yet.
    pub later_slots: Vec<u32>,
    /// The weight of a walk that ends here; 0 if it may not.
    pub weight: u64,
    /// The slots on the frontier before and after the step that none of its edges meets.
    pub unaffected: u32,
    /// The slots before the step whose vertices may be done, in the order of the bits of a done
    /// set.
    pub may_be_done_before: Vec<u32>,
    /// Those that may be done after the step.
    pub may_be_done: Vec<u32>,
    /// The colours before the step, if every vertex must be used and they exclude done sets.
    pub colours_before: Option<ColourBalance>,
    /// The colours after the step.
    pub colours: Option<ColourBalance>,
    /// The frontier after the step, without the start.
    pub frontier: u32,
    /// Vertices of the frontier after the step with at most one neighbour beyond it.
    pub scarce: Vec<ScarceVertex>,
    /// Whether every vertex is processed or on the frontier.
    pub is_all_seen: bool,
}

/// A frontier vertex that may run out of neighbours.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct ScarceVertex {
    pub slot: u32,
    /// Whether a walk may end there.
    pub may_end: bool,
    /// Neighbours that are neither processed nor on the frontier.
    pub beyond: u32,
    /// Slots of the neighbours on the frontier.
    pub near: u32,
}

impl Transition {
    fn without_edge(ends: Ends) -> Transition {
        Transition {
            ends,
            result: Fragments::Paired(PairingChange::None),
            is_walk_end: false,
            is_done: false,
            becomes_done: 0,
        }
    }

    /// The walk ends at the vertex, which is the start or has an edge to it. No fragment may be
    /// left.
    fn to_the_start(before: Ends) -> Transition {
        let result = Fragments::Walk;
        Transition { result, is_walk_end: true, ..Transition::without_edge(before) }
    }

    /// Joins what ends at two slots, fragments or untouched vertices, by an edge or through the
    /// vertex.
    fn join(before: Ends, a: u32, b: u32) -> Transition {
        let (low, high) = (a.min(b), a.max(b));
        match (before.has(a), before.has(b)) {
            (false, false) => {
                let ends = before.with(a).with(b);
                let (low, high) = (ends.place(low), ends.place(high));
                let result = Fragments::Paired(PairingChange::AddPair { low, high });
                Transition { ends, result, ..Transition::without_edge(before) }
            }
            (true, false) => Transition::move_end(before, a, b),
            (false, true) => Transition::move_end(before, b, a),
            (true, true) => {
                let (low, high) = (before.place(low), before.place(high));
                let result = match (before.count(), before.outer) {
                    (2, 2) => Fragments::Walk,
                    (2, _) => Fragments::Cycle,
                    _ => Fragments::Paired(PairingChange::Join { low, high }),
                };
                Transition {
                    result,
                    becomes_done: 1 << a | 1 << b,
                    ..Transition::without_edge(before.without(a).without(b))
                }
            }
        }
    }

    /// An edge extends a fragment from its end to an untouched vertex.
    fn move_end(before: Ends, from: u32, to: u32) -> Transition {
        let ends = before.without(from).with(to);
        let change = PairingChange::moved(before.place(from), ends.place(to));
        Transition {
            result: Fragments::Paired(change),
            becomes_done: 1 << from,
            ..Transition::without_edge(ends)
        }
    }

    /// The walk ends at the vertex, with an edge to a fragment or an untouched vertex at the slot.
    fn end(before: Ends, slot: u32) -> Transition {
        let outer = before.outer + 1;
        if before.has(slot) {
            let place = before.place(slot);
            Transition {
                result: match before.count() {
                    1 => Fragments::Walk,
                    _ => Fragments::Paired(PairingChange::Drop { place }),
                },
                is_walk_end: true,
                becomes_done: 1 << slot,
                ..Transition::without_edge(Ends { outer, ..before.without(slot) })
            }
        } else {
            let ends = Ends { outer, ..before.with(slot) };
            let place = ends.place(slot);
            let result = Fragments::Paired(PairingChange::AddOuter { place });
            Transition { result, is_walk_end: true, ..Transition::without_edge(ends) }
        }
    }

    /// The transition with the start of the walk in place of its free end.
    fn as_start(self) -> Transition {
        let ends = Ends { has_begun: true, ..self.ends };
        Transition { ends, is_walk_end: false, ..self }
    }
}

impl VertexStep {
    /// Free ends of the walk that states with these ends do not have yet.
    pub(crate) fn missing_free_ends(&self, ends: Ends) -> u8 {
        self.free_ends + u8::from(ends.has_begun) - ends.outer
    }

    /// Calls `visit` with every transition from states with these ends.
    pub(crate) fn each_transition(&self, before: Ends, mut visit: impl FnMut(Transition)) {
        let own = self.slot.map_or(0u32, |slot| 1 << slot);
        let mut visit = |transition: Transition| {
            if self.allows_cycle || transition.result != Fragments::Cycle {
                visit(Transition { becomes_done: transition.becomes_done & !own, ..transition });
            }
        };
        let may_end = self.missing_free_ends(before) > 0 && self.weight != 0;
        let is_start = |a: &u32| self.start == Some(*a);
        let reaches_start = !before.has_begun && self.later_slots.iter().any(is_start);
        let mut later = self.later_slots.iter().copied().filter(|a| !is_start(a));
        if self.is_start {
            if before.has_begun {
                return visit(Transition::without_edge(before));
            }
            if may_end && before.count() == 0 {
                visit(Transition::to_the_start(before));
            }
            return later.for_each(|a| visit(Transition::end(before, a).as_start()));
        }
        if let Some(slot) = self.slot.filter(|&slot| before.has(slot)) {
            if may_end {
                visit(Transition::end(before, slot));
            }
            if reaches_start {
                visit(Transition::end(before, slot).as_start());
            }
            return later.for_each(|a| visit(Transition::join(before, slot, a)));
        }
        if own != 0 {
            visit(Transition { is_done: true, ..Transition::without_edge(before) });
        }
        if !self.is_hamiltonian {
            visit(Transition::without_edge(before));
        }
        if may_end && reaches_start && before.count() == 0 {
            visit(Transition::to_the_start(before));
        }
        while let Some(a) = later.next() {
            if may_end {
                visit(Transition::end(before, a));
            }
            if reaches_start {
                visit(Transition::end(before, a).as_start());
            }
            later.clone().for_each(|b| visit(Transition::join(before, a, b)));
        }
    }

    /// The slots after the step that are untouched in all states with these ends, if only those in
    /// `may_be_done` may be done.
    pub(crate) fn never_done(&self, ends: Ends, may_be_done: u32) -> u32 {
        self.frontier & !ends.slots & !may_be_done
    }

    /// Whether a vertex lacks neighbours in some of these states.
    pub(crate) fn may_lack_neighbours(&self, ends: Ends, may_be_done: u32) -> bool {
        let open = ends.slots | self.never_done(ends, may_be_done) | self.waiting_start(ends);
        self.scarce.iter().any(|scarce| {
            let needed = 2 - u32::from(ends.has(scarce.slot));
            scarce.beyond + (open & scarce.near).count_ones() < needed
        })
    }

    /// The slot of the start, as a set, if it is on the frontier without its edge.
    fn waiting_start(&self, ends: Ends) -> u32 {
        let start = self.start.filter(|_| !ends.has_begun);
        start.map_or(0, |start| 1 << start)
    }

    /// The untouched vertices that can still be used; the others may count as done.
    ///
    /// `None` if a fragment cannot be finished or a vertex that must be used cannot be.
    pub(crate) fn usable(&self, ends: Ends, untouched: u32) -> Option<u32> {
        let missing_ends = self.missing_free_ends(ends);
        let others = ends.slots | self.waiting_start(ends);
        let mut usable = untouched;
        let mut ends_left = missing_ends;
        for scarce in &self.scarce {
            let slot = 1 << scarce.slot;
            if (ends.slots | usable) & slot == 0 {
                continue;
            }
            let is_untouched = usable & slot != 0;
            let needed = 1 + u32::from(is_untouched);
            let available = scarce.beyond + ((others | usable) & scarce.near).count_ones();
            if available >= needed {
                continue;
            }
            if self.is_hamiltonian || !is_untouched {
                if !(ends_left > 0 && scarce.may_end && available + 1 == needed) {
                    return None;
                }
                ends_left -= 1;
            } else if available == 0 || !(missing_ends > 0 && scarce.may_end) {
                usable &= !slot;
            }
        }
        Some(usable)
    }
}
