//! The quickest orders, against known minima.

use knight_search::engines::leap::Tables;
use knight_search::orders::best_orders::{Quickest, best_order};
use knight_search::{Board, Square, StopRequest};

use crate::known::QuickestOrders;

fn quickest(board: Board, start: Square, limit: u128) -> Quickest {
    let (tables, stop) = (Tables::new(1 << 26), StopRequest::new());
    best_order(board, start, limit, &tables, &stop).unwrap()
}

/// The order that the paper calls the best takes 66,005,601 checks from the corner of 8x8.
#[test]
fn the_known_minima_are_found_with_their_orders_and_not_within_fewer_checks() {
    for known in QuickestOrders::all() {
        let (board, start) = (known.board(), known.start());
        let found = quickest(board, start, 10 * known.checks_min);
        let best = found.best().unwrap();
        assert_eq!(best.checks, known.checks_min, "{board} {start}: {}", known.source);
        assert_eq!(best.orders, known.orders(), "{board} {start}: {}", known.source);
        let below = quickest(board, start, known.checks_min - 1);
        assert_eq!(below, Quickest::Budget, "{board} {start}");
    }
}
