//! The quickest orders, against known minima.

use knightsweep::best_order::{Quickest, best_orders};
use knightsweep::board::{Board, Square};
use knightsweep::runner::StopRequest;
use knightsweep::search::leap::Tables;

use crate::known::QuickestOrders;

fn quickest(board: Board, start: Square, limit: u128) -> Quickest {
    let (tables, stop) = (Tables::new(1 << 26), StopRequest::new());
    let found = best_orders(board, &[start], limit, &tables, &stop, |_| {}).unwrap();
    found.into_iter().next().unwrap()
}

/// The order that the paper calls the best takes 66,005,601 checks from the corner of 8x8.
#[test]
fn the_known_minima_come_from_their_orders_and_from_no_fewer_checks() {
    for known in QuickestOrders::all() {
        let (board, start) = (known.board(), known.start());
        let found = quickest(board, start, 10 * known.checks_min);
        let best = found.best().unwrap();
        assert_eq!(
            best.checks, known.checks_min,
            "{board} {start}: {}",
            known.source
        );
        assert_eq!(
            best.orders,
            known.orders(),
            "{board} {start}: {}",
            known.source
        );
        let below = quickest(board, start, known.checks_min - 1);
        assert_eq!(below, Quickest::Budget, "{board} {start}");
    }
}

#[test]
fn the_known_minima_are_those_of_the_results() {
    for known in QuickestOrders::all() {
        let (board, start) = (known.board(), known.start());
        let results = std::fs::read_to_string(format!("results/best-order/{board}.csv")).unwrap();
        let orders: Vec<String> = known.orders().iter().map(ToString::to_string).collect();
        let row = format!(
            "{},{},{},{},tour,{},{},{},",
            board.rows(),
            board.cols(),
            start.row,
            start.col,
            known.checks_min,
            orders.len(),
            orders.join(" ")
        );
        assert!(results.lines().any(|line| line.starts_with(&row)), "{row}");
    }
}

/// The sweep of all orders under 10^8 checks, by start, knows the quickest orders too, by another way of searching.
#[test]
fn the_sweep_of_all_orders_has_the_same_minima() {
    let minima = |path: &str| -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let columns = ["start_row", "start_col", "checks_min", "checks_min_orders"];
        let headers = reader.headers().unwrap().clone();
        let places = columns.map(|name| headers.iter().position(|header| header == name).unwrap());
        let rows = reader.records().map(|row| row.unwrap());
        rows.map(|row| places.map(|place| row[place].to_owned()).to_vec())
            .collect()
    };
    let swept = minima("results/overnight/overnight.by-start.csv");
    assert_eq!(swept.len(), 64);
    assert_eq!(swept, minima("results/best-order/8x8.csv"));
}
