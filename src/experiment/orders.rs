//! The move orders of an experiment, and their images under the symmetries of boards.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::experiment::sets::OrderSet;
use knight_search::{MoveOrder, Symmetry};

/// Orders without repeats, in the order in which sets name them.
#[derive(Debug)]
pub(super) struct Orders {
    list: Vec<MoveOrder>,
    /// The place of the order of each rank, or [`NOT_THERE`].
    places: Vec<u16>,
    images: OnceLock<Vec<[Option<u16>; 8]>>,
}

/// The place of an order that is not in the list.
const NOT_THERE: u16 = u16::MAX;

impl Orders {
    pub(super) fn new(sets: &[OrderSet]) -> Orders {
        let (mut list, mut places) = (Vec::new(), vec![NOT_THERE; MoveOrder::COUNT.into()]);
        let mut known = HashSet::new();
        for set in sets {
            // A sample takes milliseconds, and many sets may be the same.
            if list.len() == places.len() || !known.insert(set) {
                continue;
            }
            for order in set.orders() {
                let place = &mut places[usize::from(order.rank())];
                if *place == NOT_THERE {
                    *place = list.len() as u16;
                    list.push(order);
                }
            }
        }
        Orders { list, places, images: OnceLock::new() }
    }

    pub(super) fn list(&self) -> &[MoveOrder] {
        &self.list
    }

    /// The place of an order, if it is there.
    pub(super) fn place(&self, order: MoveOrder) -> Option<u16> {
        let place = self.places[usize::from(order.rank())];
        (place != NOT_THERE).then_some(place)
    }

    /// The places of the images of each order under all eight symmetries, as far as they are
    /// there.
    pub(super) fn images(&self) -> &[[Option<u16>; 8]] {
        self.images.get_or_init(|| {
            let of = |order: &MoveOrder| Symmetry::ALL.map(|g| self.place(g.order(*order)));
            self.list.iter().map(of).collect()
        })
    }
}
