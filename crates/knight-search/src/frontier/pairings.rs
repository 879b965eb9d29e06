//! How the ends of fragments pair, numbered without gaps, and how an edge changes the numbers.
//!
//! A *pairing* of `k` ends, `o` of which are *outer*, mates the others two by two. An end is known
//! by its place among the ends of the frontier. The first end is outer or mated to the `q`th of the
//! later ones, and what remains is a pairing of `k − 1` or `k − 2` ends. These choices, read as
//! digits, number the pairings, and there are `T(k, o) = (k − 1)·T(k − 2, o) + T(k − 1, o − 1)` of
//! them.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::frontier::limits::{CountError, MemoryMeter};

/// The most ends of a pairing.
pub(crate) const MAX_ENDS: usize = 31;

/// There are 0, 1 or 2 outer ends.
const OUTER: usize = 3;

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

/// Stands for an image that does not exist.
pub(crate) const NO_IMAGE: u32 = u32::MAX;

impl PairingChange {
    /// The numbers of ends and of outer ends of an image.
    fn result(self, ends: usize, outer: usize) -> (usize, usize) {
        match self {
            PairingChange::None | PairingChange::Move { .. } => (ends, outer),
            PairingChange::AddOuter { .. } => (ends + 1, outer + 1),
            PairingChange::AddPair { .. } => (ends + 2, outer),
            PairingChange::Join { .. } => (ends - 2, outer),
            PairingChange::Drop { .. } => (ends - 1, outer + 1),
        }
    }

    /// The most pairings with the same image.
    pub fn max_preimages(self, ends: usize) -> usize {
        match self {
            // Either removed end may be the mate of either end of a pair, or of an outer end.
            PairingChange::Join { .. } => ends,
            PairingChange::Drop { .. } => 2,
            _ => 1,
        }
    }

    /// The index of the change in a table of [`PairingChange::table_size`]; `None` if it has no
    /// images.
    fn table_index(self, ends: usize) -> Option<usize> {
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

    fn table_size(ends: usize) -> usize {
        5 * (ends + 2) * (ends + 2)
    }

    /// The mates after the change; `None` if there is no image.
    fn apply(self, mates: &Mates) -> Option<Mates> {
        let mut after = *mates;
        match self {
            PairingChange::None => {}
            PairingChange::AddOuter { place } => {
                after.insert(place.into());
                after.mate[usize::from(place)] = OUT;
            }
            PairingChange::AddPair { low, high } => {
                after.insert(low.into());
                after.insert(high.into());
                after.pair(low, high);
            }
            PairingChange::Move { from, to } => {
                let mate = after.mate[usize::from(from)];
                after.remove(from.into());
                after.insert(to.into());
                if mate == OUT {
                    after.mate[usize::from(to)] = OUT;
                } else {
                    // The place of the mate may have changed too.
                    let mate = mate - u8::from(mate > from);
                    after.pair(to, mate + u8::from(mate >= to));
                }
            }
            PairingChange::Join { low, high } => {
                let (a, b) = (after.mate[usize::from(low)], after.mate[usize::from(high)]);
                if a == high || a == OUT && b == OUT {
                    return None;
                }
                match (a, b) {
                    (OUT, end) | (end, OUT) => after.mate[end as usize] = OUT,
                    (a, b) => after.pair(a, b),
                }
                after.remove(high.into());
                after.remove(low.into());
            }
            PairingChange::Drop { place } => {
                let mate = after.mate[usize::from(place)];
                if mate == OUT {
                    return None;
                }
                after.mate[usize::from(mate)] = OUT;
                after.remove(place.into());
            }
        }
        Some(after)
    }
}

/// The mate of an outer end.
const OUT: u8 = u8::MAX;

/// A pairing as the mates of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mates {
    ends: usize,
    mate: [u8; MAX_ENDS],
}

impl Mates {
    fn pair(&mut self, a: u8, b: u8) {
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }

    /// Makes room for an end, whose mate the caller must set.
    fn insert(&mut self, place: usize) {
        for end in &mut self.mate[..self.ends] {
            *end += u8::from(*end != OUT && *end as usize >= place);
        }
        self.mate.copy_within(place..self.ends, place + 1);
        self.ends += 1;
    }

    /// Removes an end that must not be the mate of another.
    fn remove(&mut self, place: usize) {
        self.mate.copy_within(place + 1..self.ends, place);
        self.ends -= 1;
        for end in &mut self.mate[..self.ends] {
            *end -= u8::from(*end != OUT && *end as usize > place);
        }
    }

    /// The number of the pairing.
    fn number(&self, outer: usize) -> usize {
        let (mut ends, mut outer, mut number) = (self.ends, outer, 0);
        let mut rest = (1u64 << ends) - 1;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let mate = self.mate[first];
            if mate == OUT {
                if ends >= 2 {
                    number += (ends - 1) * COUNTS[ends - 2][outer];
                }
                (ends, outer) = (ends - 1, outer - 1);
            } else {
                let between = rest & ((1 << mate) - 1);
                number += between.count_ones() as usize * COUNTS[ends - 2][outer];
                rest &= !(1 << mate);
                ends -= 2;
            }
        }
        number
    }

    /// Calls `visit` with each pairing, in the order of their numbers.
    fn each(ends: usize, outer: usize, visit: &mut impl FnMut(&Mates)) {
        let mut mates = Mates { ends, mate: [OUT; MAX_ENDS] };
        mates.each_of((1u64 << ends) - 1, outer, visit);
    }

    fn each_of(&mut self, rest: u64, outer: usize, visit: &mut impl FnMut(&Mates)) {
        if rest == 0 {
            if outer == 0 {
                visit(self);
            }
            return;
        }
        let first = rest.trailing_zeros() as u8;
        let rest = rest & (rest - 1);
        if rest.count_ones() as usize > outer {
            for mate in (0..self.ends).filter(|mate| rest >> mate & 1 == 1) {
                self.pair(first, mate as u8);
                self.each_of(rest & !(1 << mate), outer, visit);
            }
        }
        if outer > 0 {
            self.mate[first as usize] = OUT;
            self.each_of(rest, outer - 1, visit);
        }
    }
}

/// The number of the image of each pairing under a change, or [`NO_IMAGE`].
///
/// Under [`PairingChange::Join`] a pairing has no image if the ends are mates, which would close a
/// cycle, or both outer, which would make the walk whole while other fragments are left. Under
/// [`PairingChange::Drop`] it has none if the end is outer.
fn images(change: PairingChange, ends: usize, outer: usize) -> Box<[u32]> {
    let (_, outer_after) = change.result(ends, outer);
    let mut images = Vec::with_capacity(pairing_count(ends, outer));
    Mates::each(ends, outer, &mut |mates| {
        let image = change.apply(mates).map(|image| image.number(outer_after));
        images.push(image.map_or(NO_IMAGE, |image| image as u32));
    });
    images.into()
}

/// The [`images`] of one change, once they are computed.
type PairingMap = OnceLock<Box<[u32]>>;

/// Maps of all pairings, computed for the changes that were asked for.
#[derive(Debug, Default)]
pub(crate) struct PairingMaps {
    /// By ends; then by outer ends and change.
    of_ends: [OnceLock<Box<[PairingMap]>>; MAX_ENDS + 1],
    bytes: AtomicUsize,
}

impl PairingMaps {
    /// The images of the pairings of these ends; `None` for [`PairingChange::None`]. The number of
    /// pairings must fit 32 bits. Bytes for maps that are not there yet are reserved at the
    /// meter, if there is one.
    ///
    /// # Errors
    /// [`CountError::MemoryLimit`].
    pub fn get(
        &self,
        change: PairingChange,
        ends: usize,
        outer: usize,
        meter: Option<&MemoryMeter>,
    ) -> Result<Option<&[u32]>, CountError> {
        let Some(index) = change.table_index(ends) else {
            return Ok(None);
        };
        let size = PairingChange::table_size(ends);
        let tables =
            self.of_ends[ends].get_or_init(|| (0..OUTER * size).map(|_| OnceLock::new()).collect());
        let table = &tables[outer * size + index];
        if table.get().is_none() {
            // Two threads may both reserve bytes for it.
            let bytes = pairing_count(ends, outer) * size_of::<u32>();
            meter.map_or(Ok(()), |meter| meter.reserve(bytes))?;
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        Ok(Some(table.get_or_init(|| images(change, ends, outer))))
    }

    /// Bytes taken so far.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use crate::frontier::pairings::*;

    fn all(ends: usize, outer: usize) -> Vec<Mates> {
        let mut all = Vec::new();
        Mates::each(ends, outer, &mut |mates| all.push(*mates));
        all
    }

    #[test]
    fn numbers_count_the_pairings_without_gaps() {
        for ends in 0..10 {
            for outer in 0..OUTER {
                let all = all(ends, outer);
                assert_eq!(all.len(), pairing_count(ends, outer), "{ends} ends, {outer} outer");
                for (number, mates) in all.iter().enumerate() {
                    assert_eq!(mates.number(outer), number);
                    let is_outer = |end: &&u8| **end == OUT;
                    assert_eq!(mates.mate[..ends].iter().filter(is_outer).count(), outer);
                }
            }
        }
    }

    #[test]
    fn as_many_pairings_share_an_image_as_stated() {
        for ends in 2..9 {
            for outer in 0..OUTER {
                let places =
                    || (0..ends as u8).flat_map(|a| (a + 1..ends as u8).map(move |b| (a, b)));
                let mut changes: Vec<PairingChange> =
                    places().map(|(low, high)| PairingChange::Join { low, high }).collect();
                changes.extend(
                    (0..ends as u8)
                        .map(|place| PairingChange::Drop { place })
                        .filter(|_| outer < 2),
                );
                changes.extend(places().map(|(from, to)| PairingChange::Move { from, to }));
                changes.extend(places().map(|(to, from)| PairingChange::Move { from, to }));
                changes.extend(places().map(|(low, high)| PairingChange::AddPair { low, high }));
                for change in changes {
                    let images = images(change, ends, outer);
                    let (ends_after, outer_after) = change.result(ends, outer);
                    let mut alike = vec![0; pairing_count(ends_after, outer_after)];
                    for &image in images.iter().filter(|image| **image != NO_IMAGE) {
                        alike[image as usize] += 1;
                    }
                    let most = alike.iter().max().copied().unwrap_or(0);
                    assert!(most <= change.max_preimages(ends), "{change:?} of {ends}");
                }
            }
        }
    }

    #[test]
    fn moving_an_end_there_and_back_changes_nothing() {
        for mates in all(7, 1) {
            for (from, to) in [(0, 6), (6, 0), (2, 5), (5, 2), (3, 4)] {
                let moved = PairingChange::Move { from, to }.apply(&mates).unwrap();
                let back = PairingChange::Move { from: to, to: from }.apply(&moved).unwrap();
                assert_eq!(back.mate[..7], mates.mate[..7]);
            }
        }
    }
}
