//! The pairs of a start and an order that a plan has on one board, by their places.
//!
//! All pairs of the starts and the orders are the *product*: the place of a pair is that of its
//! start times the number of orders, plus that of its order. The pairs that symmetries of the board
//! map to one another are an *orbit*; a symmetry other than the identity changes every order, so it
//! changes every pair. The *leader* of an orbit is its first pair in the product.

use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

use crate::experiment::orders::Orders;
use crate::experiment::starts::{Skipped, Starts};
use crate::experiment::{Experiment, Reduction};
use knight_board::theorems::{self, NoTourReason};
use knight_search::{Board, Goal, MoveOrder, Square, Symmetry};

/// The pairs on one board, by dense places. All blocks of the board share them, whatever their
/// rule, engine and budget, so that what is found out about them is found out once.
///
/// If the experiment asks for images, the pairs are the images of one leader after another, each
/// under all symmetries of the board. If it draws jobs, they are the draws. Else they are those of
/// the product.
#[derive(Debug)]
pub(super) struct BoardPairs {
    experiment: Arc<Experiment>,
    orders: Arc<Orders>,
    pub(super) board: Board,
    /// The starts that are left out.
    skipped: Skipped,
    /// How many there are.
    pub(super) len: u64,
    /// How many are searched.
    pub(super) searched: u64,
    /// Whether some are filled in from others.
    mirrors: bool,
    /// Draws choose among this many seeds.
    seeds: u64,
    /// Made when a pair is asked for.
    starts: OnceLock<Starts>,
    /// The leaders, ascending.
    leaders: OnceLock<Vec<u32>>,
    /// What [`Draws::on`](crate::experiment::Draws::on) gives. Made when a draw is asked for;
    /// boxed, because every board of a plan has room for it.
    draws: OnceLock<Box<IndexMap<u64, u64>>>,
}

/// What tells pairs apart: their board, the starts that are left out, and whether some pairs are
/// filled in from others.
pub(super) type PairsOn = (Board, Skipped, Reduction);

impl BoardPairs {
    /// Draws choose among this many seeds.
    pub(super) fn new(
        experiment: &Arc<Experiment>,
        orders: &Arc<Orders>,
        seeds: u64,
        (board, skipped, symmetry): PairsOn,
    ) -> BoardPairs {
        let starts = Starts::count(&experiment.starts, board, skipped) as u64;
        let of_orders = orders.list().len() as u64;
        let draws = experiment.draws;
        let len = draws.map_or(u64::MAX, |draws| draws.size).min(starts * of_orders);
        let mut pairs = BoardPairs {
            experiment: Arc::clone(experiment),
            orders: Arc::clone(orders),
            board,
            skipped,
            len,
            searched: len,
            mirrors: symmetry == Reduction::Reduce && draws.is_none(),
            seeds,
            starts: OnceLock::new(),
            leaders: OnceLock::new(),
            draws: OnceLock::new(),
        };
        if experiment.images || pairs.mirrors {
            let leaders = pairs.leaders().len() as u64;
            pairs.len = if experiment.images { leaders * pairs.symmetries() as u64 } else { len };
            pairs.searched = if pairs.mirrors { leaders } else { pairs.len };
            // A plan of many boards keeps no lists of them.
            (pairs.starts, pairs.leaders) = (OnceLock::new(), OnceLock::new());
        }
        pairs
    }

    fn starts(&self) -> &Starts {
        let starts = || Starts::new(&self.experiment.starts, self.board, self.skipped);
        self.starts.get_or_init(starts)
    }

    /// How many symmetries the board has. They are the first of [`Symmetry::ALL`].
    fn symmetries(&self) -> usize {
        if self.board.rows() == self.board.cols() { 8 } else { 4 }
    }

    fn leaders(&self) -> &[u32] {
        self.leaders.get_or_init(|| {
            let mut leaders = Vec::new();
            for start in 0..self.starts().len() {
                let images = self.images_of_start(start);
                // The first symmetry is the identity.
                let leads = |(order, of_order): (usize, &[Option<u16>; 8])| {
                    let is_later = |g: usize| match (images[g], of_order[g]) {
                        (Some(image), Some(of_order)) => (image, of_order.into()) > (start, order),
                        _ => true,
                    };
                    (1..8).all(is_later).then(|| self.product_place(start, order) as u32)
                };
                leaders.extend(self.orders.images().iter().enumerate().filter_map(leads));
            }
            leaders.shrink_to_fit();
            leaders
        })
    }

    /// The places of the images of a start under each symmetry, as far as they are there.
    fn images_of_start(&self, start: usize) -> [Option<usize>; 8] {
        let (starts, symmetries) = (self.starts(), self.symmetries());
        let square = starts.square(start);
        std::array::from_fn(|g| {
            let image = || starts.place(Symmetry::ALL[g].square(self.board, square));
            (g < symmetries).then(image).flatten()
        })
    }

    fn product_place(&self, start: usize, order: usize) -> u64 {
        start as u64 * self.orders.list().len() as u64 + order as u64
    }

    /// The start and the order of a place of the product, as places.
    fn product_parts(&self, place: u64) -> (usize, usize) {
        let orders = self.orders.list().len() as u64;
        ((place / orders) as usize, (place % orders) as usize)
    }

    fn product_pair(&self, place: u64) -> (Square, MoveOrder) {
        let (start, order) = self.product_parts(place);
        (self.starts().square(start), self.orders.list()[order])
    }

    fn find_in_product(&self, (start, order): (Square, MoveOrder)) -> Option<u64> {
        let (start, order) = (self.starts().place(start)?, self.orders.place(order)?);
        Some(self.product_place(start, order.into()))
    }

    fn image(&self, (start, order): (Square, MoveOrder), g: Symmetry) -> (Square, MoveOrder) {
        (g.square(self.board, start), g.order(order))
    }

    /// The places of the product in the orbit of one of them, in no order.
    fn orbit(&self, place: u64) -> impl Iterator<Item = u64> {
        let (start, order) = self.product_parts(place);
        let images = self.images_of_start(start).into_iter().zip(self.orders.images()[order]);
        images.filter_map(|(start, order)| Some(self.product_place(start?, order?.into())))
    }

    /// The first place of the product in the orbit of one of them.
    fn leader(&self, place: u64) -> u64 {
        self.orbit(place).min().unwrap_or(place)
    }

    /// The number of a leader, from 0.
    fn number(&self, leader: u64) -> u64 {
        self.leaders().partition_point(|other| u64::from(*other) < leader) as u64
    }

    /// The places in the product of the pairs that are drawn, each with that of its seed, if pairs
    /// are drawn.
    fn draws(&self) -> Option<&IndexMap<u64, u64>> {
        let draws = self.experiment.draws?;
        let from = || [self.starts().len() as u64, self.orders.list().len() as u64, self.seeds];
        Some(self.draws.get_or_init(|| Box::new(draws.on(self.board, from()))))
    }

    /// The pair of a place.
    pub(super) fn pair(&self, place: u64) -> (Square, MoveOrder) {
        if let Some(draws) = self.draws() {
            let (&pair, _seed) = draws.get_index(place as usize).expect("a place of a draw");
            return self.product_pair(pair);
        }
        if !self.experiment.images {
            return self.product_pair(place);
        }
        let symmetries = self.symmetries() as u64;
        let leader = self.leaders()[(place / symmetries) as usize];
        self.image(self.product_pair(leader.into()), Symmetry::ALL[(place % symmetries) as usize])
    }

    /// The place of a pair, if it is there: the inverse of [`BoardPairs::pair`].
    pub(super) fn place(&self, start: Square, order: MoveOrder) -> Option<u64> {
        if !self.board.contains(start) {
            return None;
        }
        if !self.experiment.images {
            let place = self.find_in_product((start, order))?;
            let of_draw = |draws: &IndexMap<u64, u64>| Some(draws.get_index_of(&place)? as u64);
            return self.draws().map_or(Some(place), of_draw);
        }
        let symmetries = || Symmetry::of(self.board);
        let orbit = symmetries().map(|g| self.image((start, order), g));
        let leader = orbit.filter_map(|image| self.find_in_product(image)).min()?;
        let first = self.product_pair(leader);
        let symmetry = symmetries().position(|g| self.image(first, g) == (start, order))?;
        Some(self.number(leader) * self.symmetries() as u64 + symmetry as u64)
    }

    /// The place of the seed that is drawn with a pair, if pairs are drawn.
    pub(super) fn drawn_seed(&self, place: u64) -> Option<u64> {
        let (_pair, &seed) = self.draws()?.get_index(place as usize)?;
        Some(seed)
    }

    /// The place that is searched for this one, which is not behind it.
    pub(super) fn source(&self, place: u64) -> u64 {
        match self.mirrors {
            false => place,
            true if self.experiment.images => place - place % self.symmetries() as u64,
            true => self.leader(place),
        }
    }

    /// The places that follow from the search of this one, ascending, itself the first.
    pub(super) fn rows_from(&self, place: u64) -> Vec<u64> {
        let mut places: Vec<u64> = match self.mirrors {
            false => vec![place],
            true if self.experiment.images => (place..place + self.symmetries() as u64).collect(),
            true => self.orbit(place).collect(),
        };
        places.sort_unstable();
        places
    }

    /// The number of the search from which a place follows, from 0 by their places.
    pub(super) fn search_of(&self, place: u64) -> u64 {
        match self.mirrors {
            false => place,
            true if self.experiment.images => place / self.symmetries() as u64,
            true => self.number(self.leader(place)),
        }
    }

    /// How many pairs have no tour by a theorem, and why the first of them has none.
    pub(super) fn infeasible(&self, goal: Goal) -> Option<(u64, NoTourReason)> {
        if let Some(why) = theorems::on(self.board, goal) {
            return (self.len > 0).then_some((self.len, why));
        }
        // Else only the colour of the start can make a difference, on boards of odd area.
        if self.board.area().is_multiple_of(2) {
            return None;
        }
        // So many pairs behind each other have one start, or images of one, which have its colour.
        let alike = match self.experiment.draws {
            Some(_) => 1,
            None if self.experiment.images => self.symmetries(),
            None => self.orders.list().len().max(1),
        };
        let starts = (0..self.len).step_by(alike).map(|place| self.pair(place).0);
        let mut found = starts.filter_map(|start| theorems::from(self.board, start, goal));
        let why = found.next()?;
        Some(((1 + found.count() as u64) * alike as u64, why))
    }

    /// The pairs that follow from the searches that are wanted; `wanted` says how many jobs are in
    /// a range of searches, by its first and its length.
    pub(super) fn rows_of(&self, wanted: &dyn Fn(u64, u64) -> u64) -> u64 {
        match self.mirrors {
            false => wanted(0, self.searched),
            true if self.experiment.images => wanted(0, self.searched) * self.symmetries() as u64,
            true => {
                let with_jobs =
                    (0..).zip(self.leaders()).map(|(search, it)| (wanted(search, 1), it));
                let with_jobs = with_jobs.filter(|(jobs, _)| *jobs > 0);
                with_jobs.map(|(jobs, it)| jobs * self.orbit((*it).into()).count() as u64).sum()
            }
        }
    }
}
