//! How the ends of fragments pair, numbered without gaps, and what becomes of the numbers when an edge is added.
//!
//! A *pairing* of `k` ends, of which `o` are *outer*, mates the others two by two. The ends are known by their place among
//! the ends of the frontier. With the first end mated to the `q`th of those after it, or outer, what remains is a pairing
//! of `k − 2` ends or of `k − 1`; that gives the number of a pairing, digit by digit, and how many there are:
//! `T(k, o) = (k − 1)·T(k − 2, o) + T(k − 1, o − 1)`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most ends of a pairing.
pub(crate) const MOST_ENDS: usize = 31;

/// Ends outer at most, and none.
const OUTER: usize = 3;

/// The numbers of pairings: of so many ends, of which so many are outer. Saturated.
const COUNTS: [[usize; OUTER]; MOST_ENDS + 1] = {
    let mut counts = [[0usize; OUTER]; MOST_ENDS + 1];
    counts[0][0] = 1;
    let mut ends = 1;
    while ends <= MOST_ENDS {
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

/// The number of pairings of so many ends, of which so many are outer; the largest number if it is larger.
pub(crate) const fn count(ends: usize, outer: usize) -> usize {
    COUNTS[ends][outer]
}

/// What an edge does to the pairing of its frontier. Places are those among the ends before it or, for ends that it adds,
/// after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// Nothing: the ends keep their order and their mates.
    None,
    /// One end more, outer.
    AddOuter { place: u8 },
    /// Two ends more, each other's mates; the first place is the lower.
    AddPair { low: u8, high: u8 },
    /// An end gives its mate to a new one.
    Move { from: u8, to: u8 },
    /// Two ends go, and their mates become mates; the first place is the lower.
    Join { low: u8, high: u8 },
    /// An end goes, and its mate becomes outer.
    Drop { place: u8 },
}

/// Stands for the image of a pairing that has none.
pub(crate) const NO_IMAGE: u32 = u32::MAX;

/// The images of pairings under a change.
///
/// The image of a pairing under [`Change::Join`] does not exist if the ends are mates (they would close a cycle) or both outer (the
/// walk would be whole with other fragments left); under [`Change::Drop`] if the end is outer.
#[derive(Debug)]
pub(crate) struct Images {
    /// For each pairing the number of its image.
    pub of: Box<[u32]>,
}

impl Change {
    /// The ends and the outer ones of images.
    pub fn result(self, ends: usize, outer: usize) -> (usize, usize) {
        match self {
            Change::None | Change::Move { .. } => (ends, outer),
            Change::AddOuter { .. } => (ends + 1, outer + 1),
            Change::AddPair { .. } => (ends + 2, outer),
            Change::Join { .. } => (ends - 2, outer),
            Change::Drop { .. } => (ends - 1, outer + 1),
        }
    }

    /// The most pairings with the same image.
    pub fn most_alike(self, ends: usize) -> usize {
        match self {
            // Each pair of the image in two ways, and each of its outer ends as the mate of either of the two.
            Change::Join { .. } => ends,
            Change::Drop { .. } => 2,
            _ => 1,
        }
    }

    /// A number of its own for each change, below [`Change::numbers`].
    fn number(self, ends: usize) -> Option<usize> {
        let (kind, a, b) = match self {
            Change::None => return None,
            Change::AddOuter { place } => (0, place, 0),
            Change::AddPair { low, high } => (1, low, high),
            Change::Move { from, to } => (2, from, to),
            Change::Join { low, high } => (3, low, high),
            Change::Drop { place } => (4, place, 0),
        };
        let places = ends + 2;
        Some((kind * places + usize::from(a)) * places + usize::from(b))
    }

    fn numbers(ends: usize) -> usize {
        5 * (ends + 2) * (ends + 2)
    }

    /// The mates after the change, or `None` if there is no image.
    fn apply(self, mates: &Mates) -> Option<Mates> {
        let mut after = *mates;
        match self {
            Change::None => {}
            Change::AddOuter { place } => {
                after.insert(place.into());
                after.mate[usize::from(place)] = OUT;
            }
            Change::AddPair { low, high } => {
                after.insert(low.into());
                after.insert(high.into());
                after.pair(low, high);
            }
            Change::Move { from, to } => {
                let mate = after.mate[usize::from(from)];
                after.remove(from.into());
                after.insert(to.into());
                if mate == OUT {
                    after.mate[usize::from(to)] = OUT;
                } else {
                    // The mate may have moved along.
                    let mate = mate - u8::from(mate > from);
                    after.pair(to, mate + u8::from(mate >= to));
                }
            }
            Change::Join { low, high } => {
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
            Change::Drop { place } => {
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

/// The mate of an end that is outer.
const OUT: u8 = u8::MAX;

/// A pairing as the mates of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mates {
    ends: usize,
    mate: [u8; MOST_ENDS],
}

impl Mates {
    fn pair(&mut self, a: u8, b: u8) {
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }

    /// Makes room for an end, whose mate is set after this.
    fn insert(&mut self, place: usize) {
        for end in &mut self.mate[..self.ends] {
            *end += u8::from(*end != OUT && *end as usize >= place);
        }
        self.mate.copy_within(place..self.ends, place + 1);
        self.ends += 1;
    }

    /// Takes an end out that is no other end's mate any more.
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

    /// Calls with every pairing in the order of their numbers.
    fn each(ends: usize, outer: usize, visit: &mut impl FnMut(&Mates)) {
        let mut mates = Mates { ends, mate: [OUT; MOST_ENDS] };
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

impl Images {
    fn new(change: Change, ends: usize, outer: usize) -> Images {
        let (_, outer_after) = change.result(ends, outer);
        let mut of = Vec::with_capacity(count(ends, outer));
        Mates::each(ends, outer, &mut |mates| {
            let image = change.apply(mates).map(|image| image.number(outer_after));
            of.push(image.map_or(NO_IMAGE, |image| image as u32));
        });
        Images { of: of.into() }
    }
}

/// Images of all pairings under the changes that were asked for so far.
#[derive(Debug, Default)]
pub(crate) struct ImageTable {
    of_ends: [OnceLock<Box<[OnceLock<Images>]>>; MOST_ENDS + 1],
    bytes: AtomicUsize,
}

impl ImageTable {
    /// The images of the pairings of so many ends, of which so many are outer; `None` for [`Change::None`]. The numbers
    /// must fit 32 bits. What is not there yet is made if `take` has the bytes for it.
    ///
    /// # Errors
    /// Those of `take`.
    pub fn get<E>(
        &self,
        change: Change,
        ends: usize,
        outer: usize,
        take: impl FnOnce(usize) -> Result<(), E>,
    ) -> Result<Option<&Images>, E> {
        let Some(number) = change.number(ends) else {
            return Ok(None);
        };
        let tables = self.of_ends[ends]
            .get_or_init(|| (0..OUTER * Change::numbers(ends)).map(|_| OnceLock::new()).collect());
        let table = &tables[outer * Change::numbers(ends) + number];
        if table.get().is_none() {
            // Two threads may both take bytes for it.
            let bytes = count(ends, outer) * size_of::<u32>();
            take(bytes)?;
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        Ok(Some(table.get_or_init(|| Images::new(change, ends, outer))))
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
                assert_eq!(all.len(), count(ends, outer), "{ends} ends, {outer} outer");
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
                let mut changes: Vec<Change> =
                    places().map(|(low, high)| Change::Join { low, high }).collect();
                changes.extend(
                    (0..ends as u8).map(|place| Change::Drop { place }).filter(|_| outer < 2),
                );
                changes.extend(places().map(|(from, to)| Change::Move { from, to }));
                changes.extend(places().map(|(to, from)| Change::Move { from, to }));
                changes.extend(places().map(|(low, high)| Change::AddPair { low, high }));
                for change in changes {
                    let images = Images::new(change, ends, outer);
                    let (ends_after, outer_after) = change.result(ends, outer);
                    let mut alike = vec![0; count(ends_after, outer_after)];
                    for &image in images.of.iter().filter(|image| **image != NO_IMAGE) {
                        alike[image as usize] += 1;
                    }
                    let most = alike.iter().max().copied().unwrap_or(0);
                    assert!(most <= change.most_alike(ends), "{change:?} of {ends}");
                }
            }
        }
    }

    #[test]
    fn moving_an_end_there_and_back_changes_nothing() {
        for mates in all(7, 1) {
            for (from, to) in [(0, 6), (6, 0), (2, 5), (5, 2), (3, 4)] {
                let moved = Change::Move { from, to }.apply(&mates).unwrap();
                let back = Change::Move { from: to, to: from }.apply(&moved).unwrap();
                assert_eq!(back.mate[..7], mates.mate[..7]);
            }
        }
    }
}
