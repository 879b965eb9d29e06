//! The quickest move orders from a start square (paper §VIII.C).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::answer::{Answer, Outcome};
use crate::engines::leap::{self, Tables};
use crate::engines::{self, Engine, FamilySearch, Method};
use crate::error::{MemoryLimit, SearchError};
use knight_board::{
    Board, Budget, Family, Goal, Interrupted, MoveOrder, Square, StopRequest, Symmetry, go_on,
    theorems,
};

/// The least count from a start over all 40,320 orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestOrder {
    /// The least number of checks.
    pub checks: u128,
    /// Every order that needs no more, by rank.
    pub orders: Vec<MoveOrder>,
}

impl BestOrder {
    /// The least count of the image of the start, with the image of each order.
    pub fn mirrored(&self, symmetry: Symmetry) -> BestOrder {
        let orders = sorted(self.orders.iter().map(|&order| symmetry.order(order)));
        BestOrder { checks: self.checks, orders }
    }
}

/// The answer for the quickest order from a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quickest {
    /// The least count.
    Tour(BestOrder),
    /// No tour begins at the start, whatever the order.
    None,
    /// No order finds a tour within the limit; nothing is known beyond it.
    Budget,
    /// The search with some order needed more memory than its limit.
    Memory,
}

impl Quickest {
    /// The least count, if there is one.
    pub fn best(&self) -> Option<&BestOrder> {
        match self {
            Quickest::Tour(best) => Some(best),
            Quickest::None | Quickest::Budget | Quickest::Memory => None,
        }
    }

    /// As the outcome of a search.
    pub fn outcome(&self) -> Outcome {
        match self {
            Quickest::Tour(_) => Outcome::Tour,
            Quickest::None => Outcome::None,
            Quickest::Budget => Outcome::Budget,
            Quickest::Memory => Outcome::Memory,
        }
    }

    /// The answer for the image of the start.
    pub fn mirrored(&self, symmetry: Symmetry) -> Quickest {
        match self {
            Quickest::Tour(best) => Quickest::Tour(best.mirrored(symmetry)),
            other => other.clone(),
        }
    }
}

/// The answers of [`best_order`] for each of these starts. Of starts that a symmetry maps to one
/// another only one is searched: `search` is called with its place and itself.
///
/// # Errors
/// Those of `search`.
pub fn best_orders(
    board: Board,
    starts: &[Square],
    mut search: impl FnMut(usize, Square) -> Result<Quickest, Interrupted>,
) -> Result<Vec<Quickest>, Interrupted> {
    let mut known: HashMap<Square, Quickest> = HashMap::new();
    for (place, &start) in starts.iter().enumerate() {
        if known.contains_key(&start) {
            continue;
        }
        let best = search(place, start)?;
        for g in Symmetry::of(board) {
            known.insert(g.square(board, start), best.mirrored(g));
        }
    }
    // The loop has made every start a key.
    Ok(starts.iter().map(|start| known[start].clone()).collect())
}

/// Finds the least number of checks to an open tour over all orders, up to `limit` checks.
///
/// First finds out whether there is a tour at all, because without one no order would end.
///
/// Then searches with all orders under one budget, which grows until one of them succeeds. Families
/// of orders share their counts ([`Engine::Auto`]), and later families are not searched beyond the
/// best so far. Every order that could be as quick is searched to its end, so the minimum is exact
/// and depends only on the arguments, although families are searched in parallel. Orders that a
/// symmetry maps to one another, with the start fixed, are searched once.
///
/// ```
/// use knight_search::engines::leap::Tables;
/// use knight_search::orders::best_orders::best_order;
/// use knight_search::{Board, Square, StopRequest};
/// let (board, start) = (Board::new(5, 5).unwrap(), Square { row: 1, col: 1 });
/// let (tables, stop) = (Tables::new(1 << 26), StopRequest::new());
/// let quickest = best_order(board, start, 100_000, &tables, &stop).unwrap();
/// assert!(quickest.best().unwrap().checks < 70_624); // less than the paper's order takes
/// ```
///
/// # Errors
/// [`Interrupted`] soon after `stop` is requested.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares.
pub fn best_order(
    board: Board,
    start: Square,
    limit: u128,
    tables: &Tables,
    stop: &StopRequest,
) -> Result<Quickest, Interrupted> {
    match (Search { board, start, tables, stop }).over_all_orders(limit.clamp(1, Budget::MAX)) {
        Ok(quickest) => Ok(quickest),
        Err(SearchError::MemoryLimit(_)) => Ok(Quickest::Memory),
        Err(SearchError::Interrupted(_)) => Err(Interrupted),
    }
}

/// The factor by which the budget grows after a round without a tour. Counts hardly depend on it.
/// Where orders are stepped through, the rounds without a tour are a small part of the work.
const GROWTH: u128 = 8;

/// The orders of a family: this many successive orders share most of their counts, and there are
/// still enough families for many threads.
const FAMILY: usize = 1260;

/// The search for the quickest order from a start.
struct Search<'a> {
    board: Board,
    start: Square,
    tables: &'a Tables,
    stop: &'a StopRequest,
}

impl Search<'_> {
    fn over_all_orders(&self, limit: u128) -> Result<Quickest, SearchError> {
        if !self.has_tour()? {
            return Ok(Quickest::None);
        }
        let (board, start) = (self.board, self.start);
        let fixing: Vec<Symmetry> =
            Symmetry::of(board).filter(|g| g.square(board, start) == start).collect();
        let is_least = |order: &MoveOrder| fixing.iter().all(|g| *order <= g.order(*order));
        let orders: Vec<MoveOrder> = MoveOrder::all().filter(is_least).collect();

        let mut budget = limit.min(8 * board.area() as u128);
        loop {
            if let Some(best) = self.within(&orders, budget)? {
                let images = fixing.iter().map(|g| best.mirrored(*g).orders);
                return Ok(Quickest::Tour(BestOrder { orders: sorted(images.flatten()), ..best }));
            }
            if budget == limit {
                return Ok(Quickest::Budget);
            }
            budget = limit.min(budget.saturating_mul(GROWTH));
        }
    }

    fn has_tour(&self) -> Result<bool, SearchError> {
        if theorems::from(self.board, self.start, Goal::Open).is_some() {
            return Ok(false);
        }
        let family = self.family(Budget::UNLIMITED);
        leap::has_tour(&family, self.tables, &mut |_| self.stop.check())
    }

    /// The quickest of these orders, if one finds a tour within the budget.
    fn within(&self, orders: &[MoveOrder], budget: u128) -> Result<Option<BestOrder>, SearchError> {
        let round = Mutex::new(Round { least: budget, ..Round::default() });
        orders.par_chunks(FAMILY).try_for_each(|orders| self.search_family(orders, &round))?;
        let out_of_memory = std::mem::take(&mut locked(&round).out_of_memory);
        if !out_of_memory.is_empty() {
            // Which orders lack memory depends on the least count known then, so on threads.
            // Which of them lack memory within the final least count does not.
            if locked(&round).tours.is_empty() {
                return Err(MemoryLimit.into());
            }
            self.search_family(&out_of_memory, &round)?;
            if !locked(&round).out_of_memory.is_empty() {
                return Err(MemoryLimit.into());
            }
        }
        let tours = &locked(&round).tours;
        let checks = tours.iter().map(|(checks, _)| *checks).min();
        Ok(checks.map(|checks| {
            let quickest = tours.iter().filter(|tour| tour.0 == checks);
            BestOrder { checks, orders: quickest.map(|tour| tour.1).collect() }
        }))
    }

    /// Searches with the orders of a family, within the least number of checks so far, and lowers
    /// it.
    fn search_family(&self, orders: &[MoveOrder], round: &Mutex<Round>) -> Result<(), Interrupted> {
        // The searches of a family may be too short to call the progress.
        go_on(self.stop.check())?;
        // A single square is a tour without a check, but a budget is at least 1.
        let within = locked(round).least.max(1);
        let budget = Budget::checks(within).expect("between 1 and the largest budget");
        let mut on_answer = |place: usize, answer: Result<Answer, MemoryLimit>| match answer {
            Ok(Answer { outcome: Outcome::Tour, checks, .. }) => {
                let mut round = locked(round);
                round.least = checks.min(round.least);
                round.tours.push((checks, orders[place]));
            }
            Ok(_) => {}
            Err(MemoryLimit) => locked(round).out_of_memory.push(orders[place]),
        };
        let method = Method::fixed(Engine::Auto);
        let mut progress = |_| self.stop.check();
        let family = &self.family(budget);
        let searches = FamilySearch { family, orders, on_answer: &mut on_answer };
        engines::search(method, searches, self.tables, &mut progress)
    }

    fn family(&self, budget: Budget) -> Family {
        Family { board: self.board, start: self.start, goal: Goal::Open, budget }
    }
}

/// What the searches of all orders under one budget have found so far.
#[derive(Default)]
struct Round {
    /// The least number of checks; at first the budget.
    least: u128,
    /// The orders that found a tour, with their checks.
    tours: Vec<(u128, MoveOrder)>,
    /// Those that lacked memory.
    out_of_memory: Vec<MoveOrder>,
}

fn locked(round: &Mutex<Round>) -> MutexGuard<'_, Round> {
    // A thread that panics leaves it whole.
    round.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Orders by rank, without repeats.
fn sorted(orders: impl Iterator<Item = MoveOrder>) -> Vec<MoveOrder> {
    let mut orders: Vec<MoveOrder> = orders.collect();
    orders.sort_unstable();
    orders.dedup();
    orders
}

#[cfg(test)]
mod tests;
