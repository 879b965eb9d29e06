//! The pairs of a start and an order that a plan has on one board, by their places.

use std::sync::{Arc, OnceLock};

use crate::experiment::draws::BoardDraws;
use crate::experiment::orders::Orders;
use crate::experiment::product::{Leaders, Product, symmetries_of};
use crate::experiment::starts::Starts;
use crate::experiment::{Experiment, Reduction, Skipped};
use knight_board::theorems::{self, NoTourReason};
use knight_search::{Board, Goal, MoveOrder, Square};

/// The pairs on one board, by dense places. All blocks of the board share them, whatever their
/// rule, engine and budget, so that what is found out about them is found out once.
///
/// If the experiment asks for images, the pairs are the images of one leader of the product after
/// another, each under all symmetries of the board. If it draws jobs, they are the draws. Else they
/// are those of the product.
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
    /// What they are, if they are drawn.
    draws: Option<BoardDraws>,
    /// Whether some are filled in from others.
    mirrors: bool,
    starts: OnceLock<Starts>,
    leaders: OnceLock<Leaders>,
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
        let starts = Starts::count(&experiment.starts, board, skipped);
        let product = (starts * orders.len()) as u64;
        let mut pairs = BoardPairs {
            experiment: Arc::clone(experiment),
            orders: Arc::clone(orders),
            board,
            skipped,
            len: product,
            searched: product,
            draws: None,
            mirrors: false,
            starts: OnceLock::new(),
            leaders: OnceLock::new(),
        };
        if let Some(draws) = experiment.draws.filter(|_| product > 0) {
            let draws = draws.on(board, starts as u64, orders.len() as u64, seeds);
            (pairs.len, pairs.searched) = (draws.len, draws.len);
            pairs.draws = Some(draws);
        } else {
            pairs.add_images(symmetry == Reduction::Reduce);
        }
        pairs
    }

    /// Counts the images, and the pairs that are filled in from others.
    fn add_images(&mut self, reduces: bool) {
        let symmetries = symmetries_of(self.board);
        if self.experiment.images || (reduces && self.orders.are_related(symmetries)) {
            // For the number of its leaders only: a plan of many boards keeps no lists of them.
            let starts = self.listed_starts();
            let product = Product { board: self.board, starts: &starts, orders: &self.orders };
            let leaders = product.leaders_len();
            if self.experiment.images {
                self.len = leaders * symmetries as u64;
            }
            self.mirrors = reduces;
            self.searched = if reduces { leaders } else { self.len };
        }
    }

    fn listed_starts(&self) -> Starts {
        Starts::new(&self.experiment.starts, self.board, self.skipped)
    }

    fn product(&self) -> Product<'_> {
        let starts = self.starts.get_or_init(|| self.listed_starts());
        Product { board: self.board, starts, orders: &self.orders }
    }

    fn leaders(&self) -> &Leaders {
        self.leaders.get_or_init(|| self.product().leaders())
    }

    /// Whether each pair has one seed of its own, and not all of them.
    pub(super) fn are_drawn(&self) -> bool {
        self.draws.is_some()
    }

    /// The pair of a place.
    pub(super) fn pair(&self, place: u64) -> (Square, MoveOrder) {
        let product = self.product();
        if let Some(draws) = &self.draws {
            return product.pair(draws.get(place).pair);
        }
        if !self.experiment.images {
            return product.pair(place);
        }
        let symmetries = symmetries_of(self.board) as u64;
        let leader = self.leaders().place(product, place / symmetries);
        product.image(leader, (place % symmetries) as usize)
    }

    /// The place of a pair, if it is there: the inverse of [`BoardPairs::pair`].
    pub(super) fn place(&self, start: Square, order: MoveOrder) -> Option<u64> {
        if !self.board.contains(start) {
            return None;
        }
        let product = self.product();
        if !self.experiment.images {
            let place = product.place(start, order)?;
            return self.draws.as_ref().map_or(Some(place), |draws| draws.place(place));
        }
        let (leader, symmetry) = product.leader_of_image(start, order)?;
        let leader = self.leaders().number(product, leader);
        Some(leader * symmetries_of(self.board) as u64 + symmetry as u64)
    }

    /// The place of the seed that is drawn with a pair, if pairs are drawn.
    pub(super) fn drawn_seed(&self, place: u64) -> Option<u64> {
        self.draws.as_ref().map(|draws| draws.get(place).seed)
    }

    /// The place that is searched for this one, which is not behind it.
    pub(super) fn source(&self, place: u64) -> u64 {
        match self.mirrors {
            false => place,
            true if self.experiment.images => place - place % symmetries_of(self.board) as u64,
            true => self.product().leader(place),
        }
    }

    /// The places that follow from the search of this one, ascending, itself the first.
    pub(super) fn rows_from(&self, place: u64) -> Vec<u64> {
        let mut places: Vec<u64> = match self.mirrors {
            false => return vec![place],
            true if self.experiment.images => {
                (place..place + symmetries_of(self.board) as u64).collect()
            }
            true => self.product().orbit(place).collect(),
        };
        places.sort_unstable();
        places
    }

    /// The number of the search from which a place follows, from 0 by their places.
    pub(super) fn search_of(&self, place: u64) -> u64 {
        match self.mirrors {
            false => place,
            true if self.experiment.images => place / symmetries_of(self.board) as u64,
            true => {
                let product = self.product();
                self.leaders().number(product, product.leader(place))
            }
        }
    }

    /// Number of pairs that no symmetry maps to one another, if none is drawn.
    pub(super) fn orbits(&self) -> u64 {
        self.product().leaders_len()
    }

    /// How many pairs have no tour by a theorem, and why the first of them has none.
    pub(super) fn infeasible(&self, goal: Goal) -> Option<(u64, NoTourReason)> {
        let why_not = |start| theorems::from(self.board, start, goal);
        // Only the colour of the start can make a difference, on boards of odd area. Symmetries of
        // such a board keep the colour.
        if theorems::on(self.board, goal).is_some() || self.board.area().is_multiple_of(2) {
            // The same with and without images, but it makes no list of leaders.
            let first = (self.len > 0).then(|| self.product().pair(0));
            return first.and_then(|(start, _)| Some((self.len, why_not(start)?)));
        }
        if self.are_drawn() {
            let mut found = (0..self.len).filter_map(|place| why_not(self.pair(place).0));
            let why = found.next()?;
            return Some((1 + found.count() as u64, why));
        }
        let starts = self.product().starts;
        let mut found = (0..starts.len()).filter_map(|start| {
            let why = why_not(starts.square(start))?;
            Some((start, why))
        });
        if let Starts::Every(board, 1) = starts {
            let (_, why) = found.next()?;
            // Those of the colour that has fewer squares.
            let squares = board.area() / 2;
            return Some((self.len / board.area() as u64 * squares as u64, why));
        }
        let found = found.map(|(start, why)| (self.pairs_of_start(start), why));
        let mut found = found.filter(|(pairs, _)| *pairs > 0);
        let (first, why) = found.next()?;
        Some((first + found.map(|(pairs, _)| pairs).sum::<u64>(), why))
    }

    /// The number of pairs of a start of the product; with images, of its leaders and their images.
    fn pairs_of_start(&self, start: usize) -> u64 {
        if !self.experiment.images {
            return self.orders.len() as u64;
        }
        let (product, leaders) = (self.product(), self.leaders());
        let own = leaders.before(product, start + 1) - leaders.before(product, start);
        own * symmetries_of(self.board) as u64
    }

    /// The pairs that follow from the searches that are wanted; `wanted` says how many jobs are in
    /// a range of searches, by its first and its length.
    pub(super) fn rows_of(&self, wanted: &dyn Fn(u64, u64) -> u64) -> u64 {
        let symmetries = symmetries_of(self.board);
        if !self.mirrors {
            return wanted(0, self.searched);
        }
        if self.experiment.images {
            return wanted(0, self.searched) * symmetries as u64;
        }
        let (product, leaders) = (self.product(), self.leaders());
        let is_closed = self.orders.closure_len(symmetries) == self.orders.len();
        let of_start = |start: usize| {
            let [first, end] = [start, start + 1].map(|start| leaders.before(product, start));
            let rows = |leader: u64| product.orbit(leaders.place(product, leader)).count() as u64;
            if is_closed && first < end {
                // All orbits of leaders of a start have as many pairs.
                return wanted(first, end - first) * rows(first);
            }
            (first..end).map(|leader| wanted(leader, 1) * rows(leader)).sum()
        };
        (0..product.starts.len()).map(of_start).sum()
    }
}
