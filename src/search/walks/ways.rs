//! The choices of edges for one vertex, and what each makes of the frontier.

use super::pairings::Change;

/// The most vertices of a frontier.
pub(crate) const MOST_SLOTS: usize = 31;

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

/// A choice of edges for a vertex, for all states with the same ends.
///
/// Every slot that it says nothing of stays as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The ends after it.
    pub ends: Ends,
    /// What becomes of their pairing; `None` if the walk is whole.
    pub change: Option<Change>,
    /// Whether the walk ends at the vertex.
    pub is_end: bool,
    /// Slots that are untouched before it: those of a vertex that gets an edge, and perhaps of the vertex itself.
    pub untouched: u32,
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
    pub ends: u8,
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
    /// The slots before the step whose vertices may be done, those that are met soonest last.
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
    /// The walk goes from the vertex to the start, or is at both.
    fn single(before: Ends) -> Way {
        Way {
            change: None,
            is_end: true,
            ..Way::without_edge(before)
        }
    }

    /// No edge for a vertex that is no end.
    fn without_edge(ends: Ends) -> Way {
        Way {
            ends,
            change: Some(Change::None),
            is_end: false,
            untouched: 0,
            is_done: false,
            gone: 0,
        }
    }

    /// Joins the fragments of two vertices by an edge between them, or by way of a vertex next to both. Those that are no ends are
    /// untouched, a fragment of their own.
    fn join(before: Ends, a: u32, b: u32) -> Way {
        let way = Way::without_edge(before);
        match (before.has(a), before.has(b)) {
            (false, false) => {
                let ends = before.with(a).with(b);
                let (low, high) = (ends.place(a.min(b)), ends.place(a.max(b)));
                Way {
                    ends,
                    change: Some(Change::AddPair { low, high }),
                    untouched: 1 << a | 1 << b,
                    ..way
                }
            }
            (true, false) => Way::move_end(before, a, b),
            (false, true) => Way::move_end(before, b, a),
            (true, true) => {
                let ends = before.without(a).without(b);
                let (low, high) = (before.place(a.min(b)), before.place(a.max(b)));
                let is_last = before.count() == 2;
                Way {
                    ends: if is_last { ends.with_outer(0) } else { ends },
                    change: (!is_last).then_some(Change::Join { low, high }),
                    gone: 1 << a | 1 << b,
                    ..way
                }
            }
        }
    }

    /// A fragment goes on from its end to an untouched vertex.
    fn move_end(before: Ends, from: u32, to: u32) -> Way {
        let ends = before.without(from).with(to);
        let places = (before.place(from), ends.place(to));
        let change = match places {
            (from, to) if from == to => Change::None,
            (from, to) => Change::Move { from, to },
        };
        Way {
            ends,
            change: Some(change),
            untouched: 1 << to,
            gone: 1 << from,
            ..Way::without_edge(before)
        }
    }

    /// As this one, with the walk's end in it being its start.
    fn as_start(self) -> Way {
        let ends = Ends {
            has_begun: true,
            ..self.ends
        };
        Way {
            ends,
            is_end: false,
            ..self
        }
    }

    /// The walk has an end in, or next to, a vertex: the end of a fragment, or untouched.
    fn end(before: Ends, slot: u32) -> Way {
        let way = Way {
            is_end: true,
            ..Way::without_edge(before)
        };
        let outer = before.outer + 1;
        if !before.has(slot) {
            let ends = before.with(slot).with_outer(outer);
            let place = ends.place(slot);
            Way {
                ends,
                change: Some(Change::AddOuter { place }),
                untouched: 1 << slot,
                ..way
            }
        } else {
            let place = before.place(slot);
            let is_last = before.count() == 1;
            Way {
                ends: before
                    .without(slot)
                    .with_outer(if is_last { 0 } else { outer }),
                change: (!is_last).then_some(Change::Drop { place }),
                gone: 1 << slot,
                ..way
            }
        }
    }
}

impl Step {
    /// Ends of the walk, its start apart, that a state with these ends has still to get.
    pub fn free(&self, ends: Ends) -> u8 {
        self.ends + u8::from(ends.has_begun) - ends.outer
    }

    /// Tells every way from states with these ends.
    pub fn each_way(&self, before: Ends, mut tell: impl FnMut(Way)) {
        let may_end = self.free(before) > 0 && self.weight != 0;
        let is_end = self.slot.is_some_and(|slot| before.has(slot));
        let own = self.slot.map_or(0u32, |slot| 1 << slot);
        // Two outer ends joined, or one and an end here, make the walk whole; two ends of one fragment make a cycle.
        let is_outer = before.outer == 2;
        let mut tell = |way: Way| {
            let is_walk = way.is_end || is_outer || way.ends.has_begun != before.has_begun;
            if way.change.is_some() || is_walk != self.closes {
                tell(Way {
                    gone: way.gone & !own,
                    ..way
                });
            }
        };
        // The start takes an edge, or none more.
        let is_start = |a: &u32| self.start == Some(*a);
        let reaches_start = !before.has_begun && self.later.iter().any(is_start);
        let mut later = self.later.iter().copied().filter(|a| !is_start(a));
        if self.is_start {
            if before.has_begun {
                return tell(Way::without_edge(before));
            }
            if may_end && before.count() == 0 {
                tell(Way::single(before));
            }
            return later.for_each(|a| tell(Way::end(before, a).as_start()));
        }
        if is_end {
            let slot = own.trailing_zeros();
            if may_end {
                tell(Way::end(before, slot));
            }
            if reaches_start {
                tell(Way::end(before, slot).as_start());
            }
            return later.for_each(|a| tell(Way::join(before, slot, a)));
        }
        if own != 0 {
            tell(Way {
                is_done: true,
                ..Way::without_edge(before)
            });
        }
        let mut tell = |way: Way| {
            tell(Way {
                untouched: way.untouched | own,
                ..way
            });
        };
        if !self.covers {
            tell(Way::without_edge(before));
        }
        if may_end && reaches_start && before.count() == 0 {
            tell(Way::single(before));
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

    /// Whether a vertex may lack neighbours, in some of the states with these ends: all but those that are never done may be done.
    pub fn may_lack(&self, ends: Ends, never_done: u32) -> bool {
        let open = ends.slots | never_done | self.waiting_start(ends);
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

    /// The vertices that can still be used of those that are untouched, where unused ones may be counted as done; `None` if a fragment cannot be finished or,
    /// where every vertex is to be used, one cannot be.
    pub fn viable(&self, ends: Ends, untouched: u32, may_be_done: u32, free: u8) -> Option<u32> {
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
            } else if (have == 0 || !(free > 0 && scarce.may_end)) && may_be_done & slot != 0 {
                untouched &= !slot;
            }
        }
        Some(untouched)
    }
}
