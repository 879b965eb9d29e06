//! The quickest orders, against known minima.

use knight_search::engines::leap::Tables;
use knight_search::questions::best_orders::{Quickest, best_orders};
use knight_search::{Board, Square, StopRequest};

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
        assert_eq!(best.checks, known.checks_min, "{board} {start}: {}", known.source);
        assert_eq!(best.orders, known.orders(), "{board} {start}: {}", known.source);
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

/// The sweeps of all orders under 10^8 checks, by start, know the quickest orders too.
#[test]
fn the_sweeps_of_all_orders_have_the_same_minima() {
    const SQUARE: [&str; 4] = ["rows", "cols", "start_row", "start_col"];
    const LEAST: [&str; 2] = ["checks_min", "checks_min_orders"];
    /// These columns of the rows that do not have this value in one of them.
    fn rows(path: &str, columns: &[&str], (column, without): (&str, &str)) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let headers = reader.headers().unwrap().clone();
        let place = |name: &&str| headers.iter().position(|header| header == *name).unwrap();
        let places: Vec<usize> = columns.iter().map(place).collect();
        let (records, column) = (reader.records().map(|row| row.unwrap()), place(&column));
        let wanted = records.filter(|row| &row[column] != without);
        wanted.map(|row| places.iter().map(|&place| row[place].to_owned()).collect()).collect()
    }
    let swept = |path: &str, square: &[&str]| rows(path, &[square, &LEAST].concat(), ("tour", "0"));
    let searched = |board: &str, square: &[&str]| {
        let path = format!("results/best-order/{board}.csv");
        rows(&path, &[square, &LEAST].concat(), ("outcome", "none"))
    };

    let on_8x8 = swept("results/overnight/overnight.by-start.csv", &SQUARE[2..]);
    assert_eq!(on_8x8.len(), 64);
    assert_eq!(on_8x8, searched("8x8", &SQUARE[2..]));

    let others = swept("results/overnight/overnight-boards.by-start.csv", &SQUARE);
    assert_eq!(others.len(), 13 + 36 + 25 + 41 + 100);
    let boards = ["5x5", "6x6", "7x7", "9x9", "10x10"];
    assert_eq!(others, boards.map(|board| searched(board, &SQUARE)).concat());
}
