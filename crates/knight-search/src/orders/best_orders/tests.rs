use std::ops::ControlFlow;

use crate::engines::step;
use crate::orders::best_orders::*;
use knight_board::Problem;

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
    best_orders(board, starts, |_, start| best_order(board, start, limit, &tables, &stop)).unwrap()
}

fn stepped(board: Board, start: Square, order: MoveOrder, budget: Budget) -> Answer {
    let problem = Problem { board, start, order, goal: Goal::Open, budget };
    step::search(&problem, &mut |_| ControlFlow::Continue(())).unwrap()
}

/// Every square of boards that are square and not, among them squares that symmetries leave
/// where they are.
#[test]
fn each_start_has_the_least_count_of_all_its_orders() {
    for text in ["1x1", "3x4", "5x5", "4x5"] {
        let board = board(text);
        let starts: Vec<Square> = board.squares().collect();
        let limit = 2_000;
        let found = from_all(board, &starts, limit);
        for (start, found) in starts.into_iter().zip(found) {
            let within = Budget::checks(limit).unwrap();
            let tours: Vec<(u128, MoveOrder)> = MoveOrder::all()
                .map(|order| (stepped(board, start, order, within), order))
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
fn starts_without_a_tour_are_known_though_no_theorem_says_so() {
    let without = |text: &str, row, col| {
        let (board, start) = (board(text), Square { row, col });
        assert_eq!(theorems::from(board, start, Goal::Open), None);
        from(board, start, u128::MAX) == Quickest::None
    };
    assert!(without("4x6", 2, 2));
    assert!(without("4x8", 2, 2));
    assert!(!without("4x6", 1, 1));
    assert_eq!(from(board("3x3"), CORNER, 1_000), Quickest::None);
    // No search could show that within these few checks.
    let start = Square { row: 2, col: 2 };
    assert_eq!(from(board("4x6"), start, 10), Quickest::None);
    assert_eq!(from(board("4x6"), CORNER, 10), Quickest::Budget);
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
    let start = Square { row: 1, col: 2 };
    let search = Search { board: board("8x8"), start, tables: &tables, stop: &stop };
    let within = |orders: &[MoveOrder]| search.within(orders, 1_000_000_000_000);
    let quickest: MoveOrder = "63254817".parse().unwrap();
    assert_eq!(within(&[MoveOrder::FIG2]), Err(MemoryLimit.into()));
    let best = BestOrder { checks: 1017, orders: vec![quickest] };
    assert_eq!(within(&[MoveOrder::FIG2, quickest]), Ok(Some(best)));
}

#[test]
fn a_lack_of_memory_is_neither_a_budget_nor_a_proof() {
    let (tables, stop) = (Tables::new(1), StopRequest::new());
    let start = Square { row: 2, col: 1 };
    let found = best_order(board("4x20"), start, 1_000_000, &tables, &stop).unwrap();
    assert_eq!(found, Quickest::Memory);
}

#[test]
fn a_stop_interrupts() {
    let stop = StopRequest::new();
    stop.escalate();
    let found = best_order(board("8x8"), CORNER, 66_005_601, &Tables::new(1 << 26), &stop);
    assert_eq!(found, Err(Interrupted));
}
