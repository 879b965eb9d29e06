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
    leading: Mutex<HashMap<(Symmetries, Symmetries), OrderPlaces>>,
}

/// Some of the eight symmetries, a bit for each, by their places in [`Symmetry::ALL`].
pub(super) type Symmetries = u8;

/// The places of some of the orders, ascending.
pub(super) type OrderPlaces = Arc<[u16]>;

/// The place of an order that is not in the list.
const NOT_THERE: u16 = u16::MAX;

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

    /// The orders π such that no `earlier` symmetry maps π to one of the
    /// orders, and none that is `fixing` maps it to one before π.
    pub(super) fn leading(&self, earlier: Symmetries, fixing: Symmetries) -> OrderPlaces {
        // The map is whole whenever the lock is free.
        let mut known = self.leading.lock().unwrap_or_else(PoisonError::into_inner);
        let leading = known.entry((earlier, fixing)).or_insert_with(|| {
            let is_leading = |(order, images): &(u16, &[u16; 8])| {
                (0..8).all(|g| {
                    let leads_back = earlier >> g & 1 == 1 && images[g] != NOT_THERE;
                    let comes_later = fixing >> g & 1 == 1 && images[g] < *order;
                    !leads_back && !comes_later
                })
            };
            let leading = (0..).zip(self.images()).filter(is_leading);
            leading.map(|(order, _)| order).collect()
        });
        Arc::clone(leading)
    }
}

fn is_there(place: u16) -> Option<usize> {
    (place != NOT_THERE).then_some(place.into())
}

#[cfg(test)]
mod tests {
    use crate::experiment::orders::*;

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
