//! Questions about all move orders: the quickest one for a start square (paper §VIII.C), and whether any
//! finds its tour at the first attempt (§VII.B).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::answer::{Answer, Outcome};
use crate::board::{Board, MoveOrder, Square, Symmetry};
use crate::budget::Budget;
use crate::engines::leap::{self, Tables};
use crate::engines::{self, Engine, Method, step};
use crate::error::{Interrupted, MemoryLimit};
use crate::feasibility::theorems;
use crate::problem::{Family, Goal, Problem};
use crate::stop::StopRequest;

/// The least count from a start over all 40,320 orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestOrder {
    /// The least number of checks.
    pub checks: u128,
    /// Every order that needs no more, by rank.
    pub orders: Vec<MoveOrder>,
}

impl BestOrder {
    /// The same for the image of the start: the image of each order.
    pub fn mirrored(&self, symmetry: Symmetry) -> BestOrder {
        BestOrder {
            checks: self.checks,
            orders: sorted(self.orders.iter().map(|&order| symmetry.order(order))),
        }
    }
}

/// What came of looking for the quickest order from a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quickest {
    /// The least count.
    Tour(BestOrder),
    /// No tour begins at the start, whatever the order.
    None,
    /// No order finds a tour within the limit; nothing is known beyond it.
    Budget,
    /// The search of some order needed more memory than there was.
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

    /// The same as the outcome of a search.
    pub fn outcome(&self) -> Outcome {
        match self {
            Quickest::Tour(_) => Outcome::Tour,
            Quickest::None => Outcome::None,
            Quickest::Budget => Outcome::Budget,
            Quickest::Memory => Outcome::Memory,
        }
    }

    /// The same for the image of the start.
    pub fn mirrored(&self, symmetry: Symmetry) -> Quickest {
        match self {
            Quickest::Tour(best) => Quickest::Tour(best.mirrored(symmetry)),
            other => other.clone(),
        }
    }
}

/// [`best_order`] for each of these starts. Of starts that a symmetry maps to one another only one is searched. Calls
/// `began` with the place of each that is.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](crate::walks::MAX_AREA) squares.
pub fn best_orders(
    board: Board,
    starts: &[Square],
    limit: u128,
    tables: &Tables,
    stop: &StopRequest,
    began: impl Fn(usize),
) -> Result<Vec<Quickest>, Interrupted> {
    let mut known: HashMap<Square, Quickest> = HashMap::new();
    for (place, &start) in starts.iter().enumerate() {
        if known.contains_key(&start) {
            continue;
        }
        began(place);
        let best = best_order(board, start, limit, tables, stop)?;
        for g in Symmetry::of(board) {
            known.insert(g.square(board, start), best.mirrored(g));
        }
    }
    // Every start is among the keys by now.
    Ok(starts.iter().map(|start| known[start].clone()).collect())
}

/// Finds the least number of checks to an open tour over all orders, up to `limit` checks.
///
/// Whether there is a tour at all is asked first, for without one no order would ever end.
///
/// All orders are searched under one budget, which grows until one of them succeeds; families of orders share their counts
/// ([`Engine::Auto`]), and those that begin later are not searched beyond the best so far. Every order that could be as quick
/// has been searched to its end, so the minimum is
/// exact and depends on nothing but the arguments, though families are searched in parallel. Orders that a symmetry maps
/// to one another, with the start where it is, are searched once.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](crate::walks::MAX_AREA) squares.
pub fn best_order(
    board: Board,
    start: Square,
    limit: u128,
    tables: &Tables,
    stop: &StopRequest,
) -> Result<Quickest, Interrupted> {
    match has_tour(board, start, tables, stop)? {
        Ok(true) => {}
        Ok(false) => return Ok(Quickest::None),
        Err(MemoryLimit) => return Ok(Quickest::Memory),
    }
    let fixing: Vec<Symmetry> =
        Symmetry::of(board).filter(|g| g.square(board, start) == start).collect();
    let is_least = |order: &MoveOrder| fixing.iter().all(|g| *order <= g.order(*order));
    let round =
        Round { board, start, orders: MoveOrder::all().filter(is_least).collect(), tables, stop };
    let limit = limit.clamp(1, Budget::MAX);
    let mut budget = 8 * board.area() as u128;
    loop {
        budget = budget.min(limit);
        match round.within(budget)? {
            Found::Tour(best) => {
                let images = fixing.iter().map(|g| best.mirrored(*g).orders);
                return Ok(Quickest::Tour(BestOrder { orders: sorted(images.flatten()), ..best }));
            }
            Found::Nothing if budget == limit => return Ok(Quickest::Budget),
            Found::Nothing => budget = budget.saturating_mul(GROWTH),
            Found::Memory => return Ok(Quickest::Memory),
        }
    }
}

/// How many times larger the budget is after a round without a tour: it hardly matters to counts, and what is stepped through
/// in vain is a small part.
const GROWTH: u128 = 8;

/// The orders of a family: of so many that follow one another most share their counts, and there are still enough families for
/// many threads.
const FAMILY: usize = 1260;

fn has_tour(
    board: Board,
    start: Square,
    tables: &Tables,
    stop: &StopRequest,
) -> Result<Result<bool, MemoryLimit>, Interrupted> {
    if theorems::open_from(board, start).is_some() {
        return Ok(Ok(false));
    }
    let family = Family { board, start, goal: Goal::Open, budget: Budget::UNLIMITED };
    leap::has_tour(&family, tables, &mut |_| stop.go_on())
}

/// A search of several orders under one budget.
struct Round<'a> {
    board: Board,
    start: Square,
    orders: Vec<MoveOrder>,
    tables: &'a Tables,
    stop: &'a StopRequest,
}

/// What came of a round.
enum Found {
    Tour(BestOrder),
    Nothing,
    Memory,
}

impl Round<'_> {
    fn within(&self, budget: u128) -> Result<Found, Interrupted> {
        let least = Mutex::new(budget);
        let mut families: Vec<Searched> = self
            .orders
            .par_chunks(FAMILY)
            .map(|orders| self.family(orders, &least))
            .collect::<Result<_, _>>()?;
        let unknown: Vec<MoveOrder> = families.iter().flat_map(|f| f.unknown.clone()).collect();
        if !unknown.is_empty() {
            // Which orders lacked memory depends on which tours were known then, but not which lack it within the least of all.
            if families.iter().all(|family| family.tours.is_empty()) {
                return Ok(Found::Memory);
            }
            let again = self.family(&unknown, &least)?;
            if !again.unknown.is_empty() {
                return Ok(Found::Memory);
            }
            families.push(again);
        }
        let tours = families.iter().flat_map(|family| &family.tours);
        let Some(checks) = tours.clone().map(|tour| tour.checks).min() else {
            return Ok(Found::Nothing);
        };
        let quickest = tours.filter(|tour| tour.checks == checks);
        Ok(Found::Tour(BestOrder { checks, orders: quickest.map(|tour| tour.order).collect() }))
    }

    /// The orders of a family that find a tour with no more than the least number of checks so far, which is updated.
    fn family(&self, orders: &[MoveOrder], least: &Mutex<u128>) -> Result<Searched, Interrupted> {
        // The searches of a family may be too short for a progress.
        if self.stop.go_on().is_break() {
            return Err(Interrupted);
        }
        // A number is whole whatever happened to a thread that held it.
        let lock = || least.lock().unwrap_or_else(PoisonError::into_inner);
        // A single square is a tour without a check, but no budget is 0.
        let within = (*lock()).max(1);
        let family = Family {
            board: self.board,
            start: self.start,
            goal: Goal::Open,
            budget: Budget::checks(within).expect("between 1 and the largest budget"),
        };
        let (mut tours, mut unknown) = (Vec::new(), Vec::new());
        let mut report = |place: usize, answer: Result<Answer, MemoryLimit>| match answer {
            Ok(Answer { outcome: Outcome::Tour, checks, .. }) => {
                let mut least = lock();
                *least = checks.min(*least);
                tours.push(Tour { order: orders[place], checks });
            }
            Ok(_) => {}
            Err(MemoryLimit) => unknown.push(orders[place]),
        };
        engines::search(
            Method::fixed(Engine::Auto),
            &family,
            orders,
            self.tables,
            &mut |_| self.stop.go_on(),
            &mut report,
        )?;
        Ok(Searched { tours, unknown })
    }
}

/// What came of the orders of a family.
struct Searched {
    tours: Vec<Tour>,
    /// Those that lacked memory.
    unknown: Vec<MoveOrder>,
}

/// An order that finds a tour.
struct Tour {
    order: MoveOrder,
    checks: u128,
}

/// Orders by rank, none twice.
fn sorted(orders: impl Iterator<Item = MoveOrder>) -> Vec<MoveOrder> {
    let mut orders: Vec<MoveOrder> = orders.collect();
    orders.sort_unstable();
    orders.dedup();
    orders
}

/// Over all starts of a board and all orders: how many searches find an open tour without a failed node, and
/// out of how many searches.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is asked.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](crate::walks::MAX_AREA) squares.
pub fn runs_without_backtracking(
    board: Board,
    stop: &StopRequest,
) -> Result<(u64, u64), Interrupted> {
    let (starts, orders) = (board.area() as u64, u64::from(MoveOrder::COUNT));
    // Such a search makes area − 1 moves of at most 8 tries each; a single square is a tour without any.
    let budget = Budget::checks(8 * (u128::from(starts) - 1)).unwrap_or(Budget::UNLIMITED);
    let is_perfect = |job: u64| {
        let start = board.square((job / orders) as usize);
        let Some(order) = MoveOrder::from_rank((job % orders) as u16) else {
            return Ok(0);
        };
        let answer = search(board, start, order, budget, stop)?;
        Ok(u64::from(answer.outcome == Outcome::Tour && answer.nodes == Some(starts.into())))
    };
    let found =
        (0..starts * orders).into_par_iter().map(is_perfect).try_reduce(|| 0, |a, b| Ok(a + b))?;
    Ok((found, starts * orders))
}

fn search(
    board: Board,
    start: Square,
    order: MoveOrder,
    budget: Budget,
    stop: &StopRequest,
) -> Result<Answer, Interrupted> {
    // Many searches are too short for a progress.
    if stop.go_on().is_break() {
        return Err(Interrupted);
    }
    let problem = Problem { board, start, order, goal: Goal::Open, budget };
    step::search(&problem, &mut |_| stop.go_on())
}

#[cfg(test)]
mod tests {
    use crate::questions::best_orders::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    const CORNER: Square = Square { row: 1, col: 1 };

    fn from(board: Board, start: Square, limit: u128) -> Quickest {
        let tables = Tables::new(1 << 26);
        best_order(board, start, limit, &tables, &StopRequest::new()).unwrap()
    }

    fn from_all(board: Board, starts: &[Square], limit: u128) -> Vec<Quickest> {
        let (tables, stop) = (Tables::new(1 << 26), StopRequest::new());
        best_orders(board, starts, limit, &tables, &stop, |_| {}).unwrap()
    }

    fn best(board: Board, limit: u128) -> Option<BestOrder> {
        from(board, CORNER, limit).best().cloned()
    }

    #[test]
    fn all_orders_are_the_quickest_on_a_single_square() {
        let best = best(board("1x1"), 100).unwrap();
        assert_eq!((best.checks, best.orders.len()), (0, 40_320));
    }

    #[test]
    fn no_other_order_of_5x5_is_quicker() {
        let best = best(board("5x5"), 1_000_000).unwrap();
        let budget = Budget::checks(best.checks).unwrap();
        for order in MoveOrder::all() {
            let answer = search(board("5x5"), CORNER, order, budget, &StopRequest::new()).unwrap();
            let is_best = answer.outcome == Outcome::Tour && answer.checks == best.checks;
            assert_eq!(is_best, best.orders.contains(&order), "{order}");
            assert!(is_best || answer.outcome == Outcome::Budget, "{order}");
        }
    }

    /// Every square of boards that are square and not, among them squares that symmetries leave where they are.
    #[test]
    fn each_start_has_the_least_count_of_all_its_orders() {
        let stop = StopRequest::new();
        for text in ["3x4", "5x5", "4x5"] {
            let board = board(text);
            let starts: Vec<Square> = board.squares().collect();
            let limit = 2_000;
            let found = from_all(board, &starts, limit);
            for (start, found) in starts.into_iter().zip(found) {
                let within = Budget::checks(limit).unwrap();
                let tours: Vec<(u128, MoveOrder)> = MoveOrder::all()
                    .map(|order| (search(board, start, order, within, &stop).unwrap(), order))
                    .filter(|(answer, _)| answer.outcome == Outcome::Tour)
                    .map(|(answer, order)| (answer.checks, order))
                    .collect();
                let least = tours.iter().map(|(checks, _)| *checks).min();
                let wanted = least.map(|checks| BestOrder {
                    checks,
                    orders: tours.iter().filter(|t| t.0 == checks).map(|t| t.1).collect(),
                });
                assert_eq!(found.best(), wanted.as_ref(), "{board} {start}");
            }
        }
    }

    #[test]
    fn a_board_without_tours_has_no_quickest_order() {
        assert_eq!(from(board("3x3"), CORNER, 1_000), Quickest::None);
    }

    #[test]
    fn starts_without_a_tour_are_known_though_no_theorem_says_so() {
        let without = |text: &str, row, col| {
            let (board, start) = (board(text), Square { row, col });
            assert_eq!(theorems::open_from(board, start), None);
            from(board, start, u128::MAX) == Quickest::None
        };
        assert!(without("4x6", 2, 2));
        assert!(without("4x8", 2, 2));
        assert!(!without("4x6", 1, 1));
        // No search could tell within so few checks.
        let start = Square { row: 2, col: 2 };
        assert_eq!(from(board("4x6"), start, 10), Quickest::None);
        assert_eq!(from(board("4x6"), CORNER, 10), Quickest::Budget);
    }

    #[test]
    fn runs_without_backtracking_are_counted_where_there_are_some() {
        let count = |size| runs_without_backtracking(board(size), &StopRequest::new()).unwrap();
        assert_eq!(count("1x1"), (40_320, 40_320));
        assert_eq!(count("3x3"), (0, 9 * 40_320));
        let (found, of) = count("3x4");
        assert!(found > 0 && found < of);
    }

    #[test]
    fn little_memory_hides_no_minimum() {
        for (text, row, col) in [("5x5", 1, 3), ("6x6", 1, 3), ("7x7", 3, 3), ("8x8", 2, 2)] {
            let (board, start) = (board(text), Square { row, col });
            let wanted = from(board, start, 1_000_000);
            assert!(wanted.best().is_some(), "{text}");
            for bytes in [1, 10_000] {
                let (tables, stop) = (Tables::new(bytes), StopRequest::new());
                let found = best_order(board, start, 1_000_000, &tables, &stop).unwrap();
                assert_eq!(found, wanted, "{text} with {bytes} bytes");
            }
        }
    }

    #[test]
    fn what_lacks_memory_is_searched_again_once_a_tour_is_known() {
        let (tables, stop) = (Tables::new(1), StopRequest::new());
        let within = |orders: &[MoveOrder]| {
            let round = Round {
                board: board("8x8"),
                start: Square { row: 1, col: 2 },
                orders: orders.to_vec(),
                tables: &tables,
                stop: &stop,
            };
            round.within(1_000_000_000_000).unwrap()
        };
        let quickest: MoveOrder = "63254817".parse().unwrap();
        assert!(matches!(within(&[MoveOrder::FIG2]), Found::Memory));
        let found = within(&[MoveOrder::FIG2, quickest]);
        assert!(
            matches!(found, Found::Tour(best) if best.checks == 1017 && best.orders == [quickest])
        );
    }

    #[test]
    fn a_lack_of_memory_is_neither_a_budget_nor_a_proof() {
        let (tables, stop) = (Tables::new(1), StopRequest::new());
        let found = best_order(board("4x20"), CORNER, 1_000_000, &tables, &stop).unwrap();
        assert_eq!(found, Quickest::Memory);
    }

    #[test]
    fn a_stop_is_heard() {
        let stop = StopRequest::new();
        stop.escalate();
        assert_eq!(
            best_order(board("8x8"), CORNER, 66_005_601, &Tables::new(1 << 26), &stop),
            Err(Interrupted)
        );
        assert_eq!(runs_without_backtracking(board("8x8"), &stop), Err(Interrupted));
    }
}
