//! The known numbers are those of the results in this repository.

use knight_search::Square;

use crate::known::{GreedyRuns, QuickestOrders};

/// The folder of the results, from the folder in which tests run.
const RESULTS: &str = "../../results";

#[test]
fn the_known_minima_are_those_of_the_results() {
    for known in QuickestOrders::all() {
        let (board, start) = (known.board(), known.start());
        let results = std::fs::read_to_string(format!("{RESULTS}/best-order/{board}.csv")).unwrap();
        let orders: Vec<String> = known.orders().iter().map(ToString::to_string).collect();
        let job = format!("{},{},{},{},", board.rows(), board.cols(), start.row, start.col);
        let (least, number, orders) = (known.checks_min, orders.len(), orders.join(" "));
        let answer = format!(",tour,{least},{number},{orders},");
        let is_row = |line: &str| line.starts_with(&job) && line.contains(&answer);
        assert!(results.lines().any(is_row), "{job}…{answer}");
    }
}

/// The sweeps of all orders under 10^8 checks, by start, know the quickest orders too.
#[test]
fn the_sweeps_of_all_orders_have_the_same_minima() {
    const SQUARE: [&str; 4] = ["rows", "cols", "start_row", "start_col"];
    const LEAST: [&str; 2] = ["checks_min", "checks_min_orders"];
    /// These columns of the rows that do not have this value in one of them.
    fn rows(path: &str, columns: &[&str], (column, without): (&str, &str)) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_path(format!("{RESULTS}/{path}")).unwrap();
        let headers = reader.headers().unwrap().clone();
        let place = |name: &&str| headers.iter().position(|header| header == *name).unwrap();
        let places: Vec<usize> = columns.iter().map(place).collect();
        let (records, column) = (reader.records().map(|row| row.unwrap()), place(&column));
        let wanted = records.filter(|row| &row[column] != without);
        wanted.map(|row| places.iter().map(|&place| row[place].to_owned()).collect()).collect()
    }
    let swept = |path: &str, square: &[&str]| rows(path, &[square, &LEAST].concat(), ("tour", "0"));
    let searched = |board: &str, square: &[&str]| {
        let path = format!("best-order/{board}.csv");
        rows(&path, &[square, &LEAST].concat(), ("outcome", "none"))
    };

    let on_8x8 = swept("overnight/overnight.by-start.csv", &SQUARE[2..]);
    assert_eq!(on_8x8.len(), 64);
    assert_eq!(on_8x8, searched("8x8", &SQUARE[2..]));

    let others = swept("overnight/overnight-boards.by-start.csv", &SQUARE);
    assert_eq!(others.len(), 13 + 36 + 25 + 41 + 100);
    let boards = ["5x5", "6x6", "7x7", "9x9", "10x10"];
    assert_eq!(others, boards.map(|board| searched(board, &SQUARE)).concat());
}

/// A results file has a row for each start with the number of runs that got stuck, or one for each
/// run.
#[test]
fn greedy_runs_got_stuck_as_often_in_the_results() {
    #[derive(serde::Deserialize)]
    struct Row {
        start_row: u16,
        start_col: u16,
        jobs: Option<u64>,
        stuck: Option<u64>,
        outcome: Option<String>,
    }
    for known in GreedyRuns::all() {
        let rows = csv::Reader::from_path(format!("../../{}", known.results()))
            .unwrap()
            .into_deserialize();
        let rows: Vec<Row> = rows.map(Result::unwrap).collect();
        let is_counted = |row: &&Row| {
            let (row, col) = (row.start_row, row.start_col);
            known.start().is_none_or(|start| start == Square { row, col })
        };
        let (mut runs, mut stuck) = (0, 0);
        for row in rows.iter().filter(is_counted) {
            runs += row.jobs.unwrap_or(1);
            stuck += row.stuck.unwrap_or((row.outcome.as_deref() == Some("stuck")).into());
        }
        assert_eq!((runs, stuck), (known.runs, known.stuck), "{}", known.source);
    }
}
