//! How the ends of fragments pair, numbered without gaps, and how an edge changes the numbers.
//!
//! A *pairing* of `k` ends, `o` of which are *outer*, mates the others two by two. An end is known
//! by its place among the ends of the frontier. The first end is outer or mated to the `q`th of the
//! later ones, and what remains is a pairing of `k − 1` or `k − 2` ends. These choices, read as
//! digits, number the pairings, and there are `T(k, o) = (k − 1)·T(k − 2, o) + T(k − 1, o − 1)` of
//! them.

/// The most ends of a pairing.
pub(crate) const MAX_ENDS: usize = 31;

/// There are 0, 1 or 2 outer ends.
pub(crate) const OUTER: usize = 3;

/// The number of pairings by ends and outer ends, saturated.
const COUNTS: [[usize; OUTER]; MAX_ENDS + 1] = {
    let mut counts = [[0usize; OUTER]; MAX_ENDS + 1];
    counts[0][0] = 1;
    let mut ends = 1;
    while ends <= MAX_ENDS {
        let mut outer = 0;
        while outer < OUTER {
            let mut count = 0;
            if ends >= 2 {
                count = counts[ends - 2][outer].saturating_mul(ends - 1);
            }
            if outer > 0 {
                count = counts[ends - 1][outer - 1].saturating_add(count);
            }
            counts[ends][outer] = count;
            outer += 1;
        }
        ends += 1;
    }
    counts
};

/// The number of pairings of these ends, some of them outer; saturated.
pub(crate) const fn pairing_count(ends: usize, outer: usize) -> usize {
    COUNTS[ends][outer]
}

/// What an edge does to a pairing. Places are among the ends before the edge, those of ends that it
/// adds among the ends after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PairingChange {
    /// The ends keep their order and their mates.
    None,
    /// An outer end is added.
    AddOuter { place: u8 },
    /// Two ends are added, mates of each other.
    AddPair { low: u8, high: u8 },
    /// A new end replaces an end and takes over its mate.
    Move { from: u8, to: u8 },
    /// Two ends are removed, and their mates become mates of each other.
    Join { low: u8, high: u8 },
    /// An end is removed, and its mate becomes outer.
    Drop { place: u8 },
}

impl PairingChange {
    /// The numbers of ends and of outer ends of an image.
    pub(crate) fn result(self, ends: usize, outer: usize) -> (usize, usize) {
        match self {
            PairingChange::None | PairingChange::Move { .. } => (ends, outer),
            PairingChange::AddOuter { .. } => (ends + 1, outer + 1),
            PairingChange::AddPair { .. } => (ends + 2, outer),
            PairingChange::Join { .. } => (ends - 2, outer),
            PairingChange::Drop { .. } => (ends - 1, outer + 1),
        }
    }

    /// The most pairings with the same image.
    pub(crate) fn max_preimages(self, ends: usize) -> usize {
        match self {
            // Either removed end may be the mate of either end of a pair, or of an outer end.
            PairingChange::Join { .. } => ends,
            PairingChange::Drop { .. } => 2,
            _ => 1,
        }
    }

    /// The index of the change in a table of [`PairingChange::table_size`]; `None` for
    /// [`PairingChange::None`].
    #[inline]
    pub(crate) fn table_index(self, ends: usize) -> Option<usize> {
        let (kind, a, b) = match self {
            PairingChange::None => return None,
            PairingChange::AddOuter { place } => (0, place, 0),
            PairingChange::AddPair { low, high } => (1, low, high),
            PairingChange::Move { from, to } => (2, from, to),
            PairingChange::Join { low, high } => (3, low, high),
            PairingChange::Drop { place } => (4, place, 0),
        };
        let places = ends + 2;
        Some((kind * places + usize::from(a)) * places + usize::from(b))
    }

    /// The size of a table with room for each change of pairings of these ends.
    pub(crate) fn table_size(ends: usize) -> usize {
        5 * (ends + 2) * (ends + 2)
    }

    /// What the change does to the pairings in which the first end has this mate, or is outer.
    ///
    /// These pairings follow one another, and so do the pairings of the other ends, the *rest*, of
    /// which they consist. The result is a change of the rest, and what its images are counted
    /// from: the image of the `i`th of these pairings is that of the `i`th pairing of the rest,
    /// plus the number. `None` if they have no image.
    ///
    /// A move to the first place is not of this form.
    pub(crate) fn of_rest(
        self,
        ends: usize,
        outer: usize,
        mate: Option<u8>,
    ) -> Option<(Self, usize)> {
        let (ends_after, outer_after) = self.result(ends, outer);
        let number_after = |mate| first_with_mate(ends_after, outer_after, mate);
        match self {
            PairingChange::None => Some((self, first_with_mate(ends, outer, mate))),
            PairingChange::AddOuter { place: 0 } => {
                let number = number_after(None) + first_with_mate(ends, outer, mate);
                Some((PairingChange::None, number))
            }
            PairingChange::AddOuter { place } => {
                let after = mate.map(|mate| added(mate, place));
                let place = in_rest(place, after);
                Some((PairingChange::AddOuter { place }, number_after(after)))
            }
            PairingChange::AddPair { low: 0, high } => {
                let number = number_after(Some(high)) + first_with_mate(ends, outer, mate);
                Some((PairingChange::None, number))
            }
            PairingChange::AddPair { low, high } => {
                let after = mate.map(|mate| added(added(mate, low), high));
                let (low, high) = (in_rest(low, after), in_rest(high, after));
                Some((PairingChange::AddPair { low, high }, number_after(after)))
            }
            PairingChange::Move { from: 0, to } => {
                let change = match mate.map(|mate| added(mate - 1, to)) {
                    Some(mate) => PairingChange::AddPair { low: mate.min(to), high: mate.max(to) },
                    None => PairingChange::AddOuter { place: to },
                };
                Some((change, 0))
            }
            PairingChange::Move { from, to } if mate == Some(from) => {
                Some((PairingChange::None, number_after(Some(to))))
            }
            PairingChange::Move { from, to } => {
                let after = mate.map(|mate| added(removed(mate, from), to));
                let change = PairingChange::moved(in_rest(from, mate), in_rest(to, after));
                Some((change, number_after(after)))
            }
            PairingChange::Join { low, high } => joined_rest(low, high, mate, number_after),
            PairingChange::Drop { place: 0 } => {
                mate.map(|mate| (PairingChange::AddOuter { place: mate - 1 }, 0))
            }
            PairingChange::Drop { place } if mate == Some(place) => {
                Some((PairingChange::None, number_after(None)))
            }
            PairingChange::Drop { place } => {
                let after = mate.map(|mate| removed(mate, place));
                let place = in_rest(place, mate);
                Some((PairingChange::Drop { place }, number_after(after)))
            }
        }
    }

    /// A move, unless it leads to the same place.
    pub(crate) fn moved(from: u8, to: u8) -> PairingChange {
        if from == to { PairingChange::None } else { PairingChange::Move { from, to } }
    }
}

/// The number of the first pairing in which the first end has this mate, or is outer.
fn first_with_mate(ends: usize, outer: usize, mate: Option<u8>) -> usize {
    let earlier = mate.map_or(ends, usize::from) - 1;
    if earlier == 0 { 0 } else { earlier * COUNTS[ends - 2][outer] }
}

/// The place of an end once the first end and its mate are removed.
fn in_rest(place: u8, mate: Option<u8>) -> u8 {
    place - 1 - u8::from(mate.is_some_and(|mate| place > mate))
}

/// [`PairingChange::of_rest`] of a join, with the number of the first pairing after it in which the
/// first end has a mate.
fn joined_rest(
    low: u8,
    high: u8,
    mate: Option<u8>,
    number_after: impl Fn(Option<u8>) -> usize,
) -> Option<(PairingChange, usize)> {
    let to_first = match mate {
        Some(mate) if low == 0 && mate == high => return None,
        // The mate of the first end is the new mate of the mate of the other.
        Some(mate) if low == 0 => {
            PairingChange::moved(in_rest(high, Some(mate)), removed(mate, high) - 1)
        }
        None if low == 0 => PairingChange::Drop { place: high - 1 },
        Some(mate) if mate == low => PairingChange::moved(high - 2, 0),
        Some(mate) if mate == high => PairingChange::moved(low - 1, 0),
        _ => {
            let after = mate.map(|mate| removed(removed(mate, high), low));
            let (low, high) = (in_rest(low, mate), in_rest(high, mate));
            return Some((PairingChange::Join { low, high }, number_after(after)));
        }
    };
    Some((to_first, 0))
}

/// The place of another end once an end has been added at `place`.
fn added(end: u8, place: u8) -> u8 {
    end + u8::from(end >= place)
}

/// The place of another end once the end at `place` has been removed.
fn removed(end: u8, place: u8) -> u8 {
    end - u8::from(end > place)
}
