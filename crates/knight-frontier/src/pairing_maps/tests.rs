//! The maps compared with the definition of pairings as mates.

use crate::pairing_maps::*;
use crate::pairings::*;

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
                    number += (ends - 1) * pairing_count(ends - 2, outer);
                }
                (ends, outer) = (ends - 1, outer - 1);
            } else {
                let between = rest & ((1 << mate) - 1);
                number += between.count_ones() as usize * pairing_count(ends - 2, outer);
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

/// The mates after the change; `None` if there is no image.
fn apply(change: PairingChange, mates: &Mates) -> Option<Mates> {
    let mut after = *mates;
    match change {
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

/// Every change of pairings of these ends, without those that the states never meet: a third outer
/// end, and a last edge.
fn changes(ends: usize, outer: usize) -> Vec<PairingChange> {
    let places =
        |ends: usize| (0..ends as u8).flat_map(move |a| (0..ends as u8).map(move |b| (a, b)));
    let ascending = |ends: usize| places(ends).filter(|(a, b)| a < b);
    let single = |ends: usize| (0..ends as u8).filter(|_| outer < 2);
    let mut changes = vec![PairingChange::None];
    changes.extend(single(ends + 1).map(|place| PairingChange::AddOuter { place }));
    changes.extend(ascending(ends + 2).map(|(low, high)| PairingChange::AddPair { low, high }));
    changes.extend(places(ends).map(|(from, to)| PairingChange::moved(from, to)));
    if ends > 2 {
        changes.extend(ascending(ends).map(|(low, high)| PairingChange::Join { low, high }));
    }
    if ends > 1 {
        changes.extend(single(ends).map(|place| PairingChange::Drop { place }));
    }
    changes
}

#[test]
fn maps_have_the_images_of_mates_as_often_as_stated() {
    let maps = PairingMaps::default();
    for (ends, outer) in (0..9).flat_map(|ends| (0..OUTER).map(move |outer| (ends, outer))) {
        for change in changes(ends, outer) {
            let (ends_after, outer_after) = change.result(ends, outer);
            let image = |mates: &Mates| match apply(change, mates) {
                Some(image) => image.number(outer_after) as u32,
                None => NO_IMAGE,
            };
            let expected: Vec<u32> = all(ends, outer).iter().map(image).collect();
            let what = format!("{change:?} of {ends} ends, {outer} outer");
            assert_eq!(*maps.images(change, ends, outer), *expected, "{what}");
            let mut alike = vec![0; pairing_count(ends_after, outer_after)];
            for &image in expected.iter().filter(|image| **image != NO_IMAGE) {
                alike[image as usize] += 1;
            }
            let most = alike.iter().max().copied().unwrap_or(0);
            assert!(most <= change.max_preimages(ends), "{what}");
        }
    }
}

#[test]
fn maps_of_many_ends_are_put_together_from_maps_of_few() {
    let (small, large) = (PairingMaps::default(), PairingMaps::default());
    let meter = MemoryMeter::new(1 << 20);
    let (ends, outer) = (SMALL_ENDS + 1, 1);
    for change in [
        PairingChange::Move { from: 8, to: 0 },
        PairingChange::Join { low: 3, high: 9 },
        PairingChange::Drop { place: 5 },
    ] {
        let images = large.large(change, ends, outer, &small, &meter).unwrap().unwrap();
        let (_, outer_after) = change.result(ends, outer);
        let mut number = 0;
        Mates::each(ends, outer, &mut |mates| {
            let image = apply(change, mates).map(|image| image.number(outer_after) as u32);
            assert_eq!(images[number], image.unwrap_or(NO_IMAGE), "{change:?} of {mates:?}");
            number += 1;
        });
        assert_eq!(number, images.len());
    }
    assert_eq!(meter.used(), large.bytes());
}
