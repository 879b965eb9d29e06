//! Which vertices of the frontier are ends of fragments.

/// The ends of the fragments of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Ends {
    /// The slots whose vertices are ends of fragments.
    pub slots: u32,
    /// How many of them are *outer*: the other end of their fragment is an end of the walk.
    pub outer: u8,
    /// Whether the start has its edge. The start is never among the slots: it waits for its one
    /// edge, then it is done.
    pub has_begun: bool,
}

impl Ends {
    pub(crate) fn count(self) -> usize {
        self.slots.count_ones() as usize
    }

    pub(crate) fn has(self, slot: u32) -> bool {
        self.slots >> slot & 1 == 1
    }

    /// The place of a slot among the ends.
    pub(crate) fn place(self, slot: u32) -> u8 {
        (self.slots & ((1 << slot) - 1)).count_ones() as u8
    }

    /// With one more end.
    pub(crate) fn with(self, slot: u32) -> Ends {
        Ends { slots: self.slots | 1 << slot, ..self }
    }

    /// With one end less.
    pub(crate) fn without(self, slot: u32) -> Ends {
        Ends { slots: self.slots & !(1 << slot), ..self }
    }
}
