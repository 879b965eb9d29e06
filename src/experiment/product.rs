//! The pairs of a start and an order on one board, and which of them symmetries map to one another.
//!
//! The place of a pair is that of its start times the number of orders, plus that of its order. The
//! pairs that symmetries of the board map to one another are an *orbit*; a symmetry other than the
//! identity changes every order, so it changes every pair. The *leader* of an orbit is its first
//! pair. Nothing here has a list of pairs.

use crate::experiment::orders::{OrderPlaces, Orders, Symmetries};
use crate::experiment::starts::Starts;
use knight_search::{Board, MoveOrder, Square, Symmetry};

/// All pairs of some starts and orders of a board.
#[derive(Clone, Copy)]
pub(super) struct Product<'a> {
    pub(super) board: Board,
    pub(super) starts: &'a Starts,
    pub(super) orders: &'a Orders,
}

/// The leaders of a product, numbered in their order: for each start how many there are before it,
/// and the places of the orders that lead with it; at the end how many there are. Without a table
/// all pairs are leaders, because none of the orders is an image of another.
#[derive(Debug)]
pub(super) struct Leaders(Option<Vec<(u32, OrderPlaces)>>);

/// The inverse of each symmetry, by their places: only the two quarter turns differ from theirs.
const INVERSE: [usize; 8] = [0, 1, 2, 3, 4, 6, 5, 7];

/// How many symmetries a board has. They are the first of [`Symmetry::ALL`].
pub(super) fn symmetries_of(board: Board) -> usize {
    if board.rows() == board.cols() { 8 } else { 4 }
}

impl Product<'_> {
    /// The start and the order of a place, as places.
    fn parts(self, place: u64) -> (usize, usize) {
        let orders = self.orders.len() as u64;
        ((place / orders) as usize, (place % orders) as usize)
    }

    pub(super) fn pair(self, place: u64) -> (Square, MoveOrder) {
        let (start, order) = self.parts(place);
        (self.starts.square(start), self.orders.list()[order])
    }

    /// The place of a pair, if it is one of the product.
    pub(super) fn place(self, start: Square, order: MoveOrder) -> Option<u64> {
        let (start, order) = (self.starts.place(start)?, self.orders.place(order)?);
        Some(self.whole(start, order))
    }

    /// The place of the pair of a start and an order by their places.
    fn whole(self, start: usize, order: usize) -> u64 {
        start as u64 * self.orders.len() as u64 + order as u64
    }

    /// The leader of which any pair is an image, and the symmetry, both by their places: the
    /// inverse of [`Product::image`] for leaders.
    pub(super) fn leader_of_image(self, start: Square, order: MoveOrder) -> Option<(u64, usize)> {
        let source = |symmetry: usize| {
            let back = Symmetry::ALL[INVERSE[symmetry]];
            let start = back.square(self.board, start);
            Some((self.place(start, back.order(order))?, symmetry))
        };
        (0..symmetries_of(self.board)).filter_map(source).min()
    }

    /// The image of a pair under one of the symmetries of the board.
    pub(super) fn image(self, place: u64, symmetry: usize) -> (Square, MoveOrder) {
        let ((start, order), g) = (self.pair(place), Symmetry::ALL[symmetry]);
        (g.square(self.board, start), g.order(order))
    }

    /// The places of the pairs of the product in the orbit of one of them, in no order. The first
    /// is the pair itself.
    pub(super) fn orbit(self, place: u64) -> impl Iterator<Item = u64> {
        let (start, order) = self.parts(place);
        let square = self.starts.square(start);
        (0..symmetries_of(self.board)).filter_map(move |g| {
            let order = self.orders.image_place(order, g)?;
            let start = self.starts.place(Symmetry::ALL[g].square(self.board, square))?;
            Some(self.whole(start, order))
        })
    }

    /// The place of the first pair of the orbit of a pair.
    pub(super) fn leader(self, place: u64) -> u64 {
        self.orbit(place).min().unwrap_or(place)
    }

    /// How many leaders there are.
    pub(super) fn leaders_len(self) -> u64 {
        let symmetries = symmetries_of(self.board);
        match self.starts {
            // Every image of a pair has a start that is there.
            Starts::Every(board, 1) => {
                board.area() as u64 * self.orders.closure_len(symmetries) as u64 / symmetries as u64
            }
            Starts::Every(..) | Starts::Listed { .. } => {
                let leaders = self.leaders();
                leaders.before(self, self.starts.len())
            }
        }
    }

    pub(super) fn leaders(self) -> Leaders {
        let are_related = self.orders.are_related(symmetries_of(self.board));
        Leaders(are_related.then(|| self.leader_table()))
    }

    fn leader_table(self) -> Vec<(u32, OrderPlaces)> {
        let mut table = Vec::with_capacity(self.starts.len() + 1);
        let mut len = 0;
        for start in 0..self.starts.len() {
            let square = self.starts.square(start);
            let (mut earlier, mut fixing): (Symmetries, Symmetries) = (0, 0);
            for g in 1..symmetries_of(self.board) {
                let image = Symmetry::ALL[g].square(self.board, square);
                match self.starts.place(image) {
                    Some(image) if image < start => earlier |= 1 << g,
                    Some(image) if image == start => fixing |= 1 << g,
                    _ => {}
                }
            }
            let leading = self.orders.leading(earlier, fixing);
            let before = len;
            len += leading.len() as u32;
            table.push((before, leading));
        }
        table.push((len, OrderPlaces::default()));
        table
    }
}

impl Leaders {
    /// How many there are before the start of this place; in all before the one behind the last.
    pub(super) fn before(&self, product: Product, start: usize) -> u64 {
        let Leaders(table) = self;
        table.as_ref().map_or(product.whole(start, 0), |table| table[start].0.into())
    }

    /// The number of a leader, from 0.
    pub(super) fn number(&self, product: Product, place: u64) -> u64 {
        let Leaders(Some(table)) = self else {
            return place;
        };
        let (start, order) = product.parts(place);
        let (before, leading) = &table[start];
        let rank = leading.partition_point(|leader| usize::from(*leader) < order);
        u64::from(*before) + rank as u64
    }

    /// The place of the leader of this number, which is below the number of leaders.
    pub(super) fn place(&self, product: Product, number: u64) -> u64 {
        let Leaders(Some(table)) = self else {
            return number;
        };
        let start = table.partition_point(|(before, _)| u64::from(*before) <= number) - 1;
        let (before, leading) = &table[start];
        product.whole(start, leading[(number - u64::from(*before)) as usize].into())
    }
}
