//! The move orders of an experiment, and their images under the symmetries of boards.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::experiment::sets::OrderSet;
use knight_search::{MoveOrder, Symmetry};

/// Orders without repeats, in the order in which sets name them.
#[derive(Debug)]
pub(super) struct Orders {
    list: Vec<MoveOrder>,
    /// The place of the order of each rank, or [`NOT_THERE`].
    places: OnceLock<Box<[u16]>>,
    /// The places of the images of each order under all eight symmetries.
    images: OnceLock<Vec<[u16; 8]>>,
    /// How many orders there are with their images on rectangles, and on square boards.
    closures: [OnceLock<usize>; 2],
    /// The subsets that were needed so far.
    leading: Mutex<HashMap<(Symmetries, Symmetries), Arc<OrderSubset>>>,
}

/// Some of the eight symmetries, a bit for each, by their places in [`Symmetry::ALL`].
pub(super) type Symmetries = u8;

/// The place of an order that is not in the list.
const NOT_THERE: u16 = u16::MAX;

/// Some of the orders, by their places.
#[derive(Debug)]
pub(super) struct OrderSubset {
    bits: Vec<u64>,
    /// How many there are before each word.
    before: Vec<u16>,
    len: u32,
}

impl Orders {
    pub(super) fn new(sets: &[OrderSet]) -> Orders {
        let mut list = Vec::new();
        let mut seen = vec![false; MoveOrder::COUNT.into()];
        let mut known = HashSet::new();
        for set in sets {
            // A sample takes milliseconds, and many sets may be the same.
            if list.len() < seen.len() && known.insert(set) {
                let orders = set.orders().into_iter();
                list.extend(
                    orders.filter(|o| !std::mem::replace(&mut seen[usize::from(o.rank())], true)),
                );
            }
        }
        list.shrink_to_fit();
        Orders {
            list,
            places: OnceLock::new(),
            images: OnceLock::new(),
            closures: Default::default(),
            leading: Mutex::default(),
        }
    }

    pub(super) fn list(&self) -> &[MoveOrder] {
        &self.list
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    fn places(&self) -> &[u16] {
        self.places.get_or_init(|| {
            let mut places = vec![NOT_THERE; MoveOrder::COUNT.into()];
            for (place, order) in (0..).zip(&self.list) {
                places[usize::from(order.rank())] = place;
            }
            places.into_boxed_slice()
        })
    }

    /// The place of an order, if it is there.
    pub(super) fn place(&self, order: MoveOrder) -> Option<usize> {
        is_there(self.places()[usize::from(order.rank())])
    }

    fn images(&self) -> &[[u16; 8]] {
        self.images.get_or_init(|| {
            let place = |order: MoveOrder| self.places()[usize::from(order.rank())];
            let of = |order: &MoveOrder| Symmetry::ALL.map(|g| place(g.order(*order)));
            self.list.iter().map(of).collect()
        })
    }

    /// The place of the image of an order under a symmetry, if it is one of the orders.
    pub(super) fn image_place(&self, order: usize, symmetry: usize) -> Option<usize> {
        is_there(self.images()[order][symmetry])
    }

    /// How many orders there are with all their images under the first `symmetries` of
    /// [`Symmetry::ALL`], which form a group.
    pub(super) fn closure_len(&self, symmetries: usize) -> usize {
        let known = &self.closures[usize::from(symmetries == Symmetry::ALL.len())];
        *known.get_or_init(|| {
            let mut seen = vec![false; MoveOrder::COUNT.into()];
            let of_order = |order| Symmetry::ALL[..symmetries].iter().map(move |g| g.order(order));
            let images = self.list.iter().copied().flat_map(of_order);
            images.filter(|o| !std::mem::replace(&mut seen[usize::from(o.rank())], true)).count()
        })
    }

    /// Whether some orders are images of others under the first `symmetries`.
    pub(super) fn are_related(&self, symmetries: usize) -> bool {
        self.closure_len(symmetries) < symmetries * self.len()
    }

    /// The orders π such that no `earlier` symmetry maps π to one of the orders, and none that is
    /// `fixing` maps it to one before π.
    pub(super) fn leading(&self, earlier: Symmetries, fixing: Symmetries) -> Arc<OrderSubset> {
        // The map is whole whenever the lock is free.
        let mut known = self.leading.lock().unwrap_or_else(PoisonError::into_inner);
        let subset = known.entry((earlier, fixing)).or_insert_with(|| {
            let is_leading = |(order, images): (usize, &[u16; 8])| {
                (0..8).all(|g| {
                    let is_there = images[g] != NOT_THERE;
                    let leads_back = earlier >> g & 1 == 1 && is_there;
                    let comes_later = fixing >> g & 1 == 1 && usize::from(images[g]) < order;
                    !leads_back && !comes_later
                })
            };
            Arc::new(OrderSubset::new(self.images().iter().enumerate().map(is_leading)))
        });
        Arc::clone(subset)
    }
}

fn is_there(place: u16) -> Option<usize> {
    (place != NOT_THERE).then_some(place.into())
}

impl OrderSubset {
    fn new(members: impl ExactSizeIterator<Item = bool>) -> OrderSubset {
        let mut bits = vec![0u64; members.len().div_ceil(64)];
        for (place, is_member) in members.enumerate() {
            bits[place / 64] |= u64::from(is_member) << (place % 64);
        }
        let mut len = 0;
        let before = bits.iter().map(|word| {
            let before = len as u16;
            len += word.count_ones();
            before
        });
        let before = before.collect();
        OrderSubset { bits, before, len }
    }

    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// How many of them are before a place.
    pub(super) fn rank(&self, place: usize) -> u32 {
        let word = place / 64;
        let lower = self.bits[word] & !(u64::MAX << (place % 64));
        u32::from(self.before[word]) + lower.count_ones()
    }

    /// The place of one of them, by its rank.
    pub(super) fn select(&self, rank: u32) -> usize {
        let word = self.before.partition_point(|before| u32::from(*before) <= rank) - 1;
        let mut bits = self.bits[word];
        for _ in u32::from(self.before[word])..rank {
            bits &= bits - 1;
        }
        64 * word + bits.trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment::orders::*;

    #[test]
    fn rank_and_select_are_inverse() {
        let is_member = |place: usize| place % 3 == 1 || (200..330).contains(&place);
        let subset = OrderSubset::new((0..1000).map(is_member));
        let members: Vec<usize> = (0..1000).filter(|place| is_member(*place)).collect();
        assert_eq!(subset.len() as usize, members.len());
        for (rank, &place) in (0..).zip(&members) {
            assert_eq!((subset.select(rank), subset.rank(place)), (place, rank));
        }
    }

    #[test]
    fn orders_are_found_at_their_places_and_as_images() {
        let sets = ["sample:40:1", "images:fig2"].map(|word| OrderSet::parse(word).unwrap());
        let orders = Orders::new(&sets);
        for order in MoveOrder::all() {
            let place = orders.list().iter().position(|one| *one == order);
            assert_eq!(orders.place(order), place);
            for (g, symmetry) in Symmetry::ALL.into_iter().enumerate() {
                let image = place.and_then(|place| orders.image_place(place, g));
                assert_eq!(image, place.and_then(|_| orders.place(symmetry.order(order))));
            }
        }
    }

    #[test]
    fn the_closure_of_orders_has_all_their_images() {
        let orders = |words: &[&str]| {
            Orders::new(&words.iter().map(|w| OrderSet::parse(w).unwrap()).collect::<Vec<_>>())
        };
        let one = orders(&["fig2", "fig2"]);
        assert_eq!((one.len(), one.closure_len(4), one.closure_len(8)), (1, 4, 8));
        let images = orders(&["images:fig2", "tutorial"]);
        assert_eq!((images.len(), images.closure_len(4), images.closure_len(8)), (8, 8, 8));
        assert_eq!(orders(&["all", "sample:3:1"]).closure_len(8), 40_320);
    }
}
