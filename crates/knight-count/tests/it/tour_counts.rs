//! Counts of all tours, against plain recursion and published numbers.

use std::collections::HashMap;
use std::ops::ControlFlow;

use knight_board::{Board, Goal, Square};
use knight_count::tour_counts::{Effort, KeptPasses, Pass, TourCountError, TourCounter, Tours};
use knight_frontier::CountError;
use num_bigint::BigUint;
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The rows of a table of `tests/data/`.
pub(crate) fn table<Row: DeserializeOwned>(name: &str) -> Vec<Row> {
    let rows = csv::Reader::from_path(format!("tests/data/{name}")).unwrap();
    let rows: Vec<Row> = rows.into_deserialize().map(Result::unwrap).collect();
    assert!(!rows.is_empty(), "{name}");
    rows
}

/// Paths from the last visited square over all unvisited squares, and how many of them end one move
/// from `home`.
fn completions(
    neighbours: &[Vec<usize>],
    visited: &mut [bool],
    last: usize,
    left: usize,
    home: usize,
) -> (u64, u64) {
    if left == 0 {
        return (1, u64::from(neighbours[last].contains(&home)));
    }
    let mut sum = (0, 0);
    for &next in &neighbours[last] {
        if !std::mem::replace(&mut visited[next], true) {
            let (open, closed) = completions(neighbours, visited, next, left - 1, home);
            sum = (sum.0 + open, sum.1 + closed);
            visited[next] = false;
        }
    }
    sum
}

/// Directed open tours from a square, and those of them that are closed.
fn by_recursion(board: Board, start: Square) -> (u64, u64) {
    let of_square = |square| board.neighbours(square).map(|other| board.index(other)).collect();
    let neighbours: Vec<Vec<usize>> = board.squares().map(of_square).collect();
    let (home, mut visited) = (board.index(start), vec![false; board.area()]);
    visited[home] = true;
    completions(&neighbours, &mut visited, home, board.area() - 1, home)
}

fn count<T>(board: Board, ask: impl FnOnce(&mut TourCounter) -> T) -> T {
    let mut progress = |_| ControlFlow::Continue(());
    ask(&mut TourCounter::new(board, 6_000_000_000, 2, &mut progress))
}

fn agrees_with_recursion(board: Board) {
    let plain: Vec<(Square, (u64, u64))> =
        board.squares().map(|start| (start, by_recursion(board, start))).collect();
    let open: Vec<(Square, BigUint)> =
        plain.iter().map(|&(s, (open, _))| (s, open.into())).collect();
    assert_eq!(count(board, |c| c.by_start(Goal::Open)).unwrap(), open, "{board}");

    let directed: BigUint = open.iter().map(|(_, tours)| tours).sum();
    let undirected = if board.area() == 1 { 1u8.into() } else { &directed / 2u8 };
    let tours = Tours { undirected, directed };
    assert_eq!(count(board, |c| c.tours(Goal::Open)).unwrap(), tours, "{board}");

    // A closed tour is found once from each square in each direction, so twice from any one.
    let directed = plain[0].1.1;
    assert!(plain.iter().all(|(_, (_, closed))| *closed == directed), "{board}");
    let closed: Vec<(Square, BigUint)> =
        plain.iter().map(|&(s, (_, closed))| (s, closed.into())).collect();
    let by_start = count(board, |c| c.by_start(Goal::Closed)).unwrap();
    assert_eq!(by_start, closed, "{board}");
    let tours = Tours { undirected: (directed / 2).into(), directed: directed.into() };
    assert_eq!(count(board, |c| c.tours(Goal::Closed)).unwrap(), tours, "{board}");

    let strict: Vec<(Square, BigUint)> =
        plain.iter().map(|&(s, (open, closed))| (s, (open - closed).into())).collect();
    assert_eq!(count(board, |c| c.strictly_open_by_start()).unwrap(), strict, "{board}");
    let directed: BigUint = strict.iter().map(|(_, tours)| tours).sum();
    let tours = count(board, |c| c.strictly_open()).unwrap();
    assert_eq!(tours.directed, directed, "{board}");
    assert_eq!(tours.undirected.clone() * if board.area() == 1 { 1u8 } else { 2 }, directed);
}

#[test]
fn small_boards_have_the_tours_that_recursion_finds() {
    for (rows, cols) in (1..=25u16).flat_map(|rows| (rows..=25).map(move |cols| (rows, cols))) {
        if rows * cols <= 16 {
            agrees_with_recursion(Board::new(rows, cols).unwrap());
            agrees_with_recursion(Board::new(cols, rows).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn starts_on_larger_boards_have_the_tours_that_recursion_finds(
        (rows, cols) in (3u16..=5, 3u16..=8).prop_filter("area", |(r, c)| r * c <= 25),
        place in any::<prop::sample::Index>(),
    ) {
        let board = Board::new(rows, cols).unwrap();
        let start = board.square(place.index(board.area()));
        let found = count(board, |c| c.from(start, Goal::Open)).unwrap();
        prop_assert_eq!(found, by_recursion(board, start).0.into());
    }
}

#[test]
fn tours_of_5x6_that_are_strictly_open_are_those_that_recursion_finds() {
    let board: Board = "5x6".parse().unwrap();
    for start in [Square { row: 1, col: 1 }, Square { row: 3, col: 4 }] {
        let (open, closed) = by_recursion(board, start);
        assert!(closed > 0, "{start}");
        let strict = count(board, |c| c.strictly_open_from(start)).unwrap();
        assert_eq!(strict, (open - closed).into(), "{start}");
    }
}

/// Against the open tours of OEIS A165134 and the closed ones of A001230, each of 36 moves.
#[test]
fn tours_of_6x6_that_are_strictly_open_are_the_published_open_ones_without_the_closed() {
    let strict = count("6x6".parse().unwrap(), |c| c.strictly_open()).unwrap();
    let undirected = 6_637_920u32 / 2 - 36 * 9_862;
    let directed = 2 * undirected;
    assert_eq!(strict, Tours { undirected: undirected.into(), directed: directed.into() });
}

/// Boards of a short side that counts take milliseconds for, upright or not.
fn short_boards() -> impl Strategy<Value = Board> {
    let longest = [24, 20, 18, 10, 7, 6];
    let sides = (1..=longest.len())
        .prop_flat_map(move |short| (Just(short as u16), short as u16..=longest[short - 1]));
    (sides, any::<bool>()).prop_map(|((short, long), is_upright)| match is_upright {
        true => Board::new(long, short).unwrap(),
        false => Board::new(short, long).unwrap(),
    })
}

/// Keeps the results of passes, and stops after some of them.
#[derive(Default)]
struct Notes {
    kept: HashMap<String, Option<u128>>,
    /// How many more are kept before the count is stopped.
    left: usize,
}

impl KeptPasses for &mut Notes {
    fn find(&self, pass: Pass) -> Option<Option<u128>> {
        self.kept.get(&format!("{pass:?}")).copied()
    }

    fn keep(&mut self, pass: Pass, result: Option<u128>) -> ControlFlow<()> {
        let before = self.kept.insert(format!("{pass:?}"), result);
        assert_eq!(before, None, "{pass:?} was done twice");
        match self.left.checked_sub(1) {
            None => ControlFlow::Break(()),
            Some(left) => {
                self.left = left;
                ControlFlow::Continue(())
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Also with as little memory as suffices, so that passes have fewer primes, and stopped after
    /// any passes.
    #[test]
    fn all_lengths_have_the_tours_of_each_board_however_they_are_counted(
        board in short_boards(),
        is_open: bool,
        memory in 12..28,
        threads in 1..4usize,
        stops in proptest::collection::vec(0..40usize, 0..4),
        skipped in 0..4usize,
    ) {
        let goal = if is_open { Goal::Open } else { Goal::Closed };
        let mut notes = Notes::default();
        let mut stops = stops.into_iter();
        let found = loop {
            let stop = stops.next();
            notes.left = stop.unwrap_or(usize::MAX);
            let mut progress = |_| ControlFlow::Continue(());
            let counter = TourCounter::new(board, 1usize << memory, threads, &mut progress);
            match counter.keeping(&mut notes).all_lengths(goal) {
                Err(TourCountError::Count(CountError::Interrupted)) if stop.is_some() => {}
                ended => break ended,
            }
        };
        match found {
            Ok(found) => {
                prop_assert_eq!(found.len(), usize::from(board.rows().max(board.cols())));
                prop_assert_eq!(found.last().map(|(board, _)| *board), Some(board));
                for (shorter, tours) in found.into_iter().skip(skipped).step_by(4) {
                prop_assert_eq!(tours, count(shorter, |c| c.tours(goal)).unwrap(), "{}", shorter);
                }
            }
            Err(error) => {
                prop_assert_eq!(error, TourCountError::Count(CountError::MemoryLimit));
                prop_assert!(memory < 24, "{} fits 16 MB", board);
            }
        }
    }
}

#[test]
fn progress_says_how_much_memory_the_layers_take() {
    let board = Board::new(6, 8).unwrap();
    let mut seen: Vec<Effort> = Vec::new();
    let mut progress = |effort| {
        seen.push(effort);
        ControlFlow::Continue(())
    };
    TourCounter::new(board, 1 << 30, 1, &mut progress).tours(Goal::Open).unwrap();
    let middle: Vec<&Effort> = seen.iter().filter(|effort| effort.processed > 16).collect();
    assert!(middle.iter().all(|effort| (1..1 << 30).contains(&effort.bytes)), "{middle:?}");
    // Also while a square is processed.
    let changes = middle
        .windows(2)
        .filter(|pair| pair[0].processed == pair[1].processed && pair[0].bytes != pair[1].bytes);
    assert!(changes.count() > 3, "{middle:?}");
}

#[test]
fn a_count_says_why_a_pass_was_given_up() {
    for (size, memory, why) in [
        ("5x5", 1 << 30, None),
        // Its passes are several from the beginning.
        ("3x60", 1 << 30, None),
        ("7x7", 1 << 20, Some(CountError::MemoryLimit)),
    ] {
        let mut progress = |_| ControlFlow::Continue(());
        let mut counter = TourCounter::new(size.parse().unwrap(), memory, 1, &mut progress);
        let _ = counter.tours(Goal::Open);
        assert_eq!(counter.effort().given_up, why, "{size}");
    }
}

#[test]
fn boards_of_all_lengths_share_all_but_their_last_columns() {
    for (size, goal) in [("3x60", Goal::Open), ("4x30", Goal::Open), ("6x12", Goal::Closed)] {
        let board: Board = size.parse().unwrap();
        let squares = count(board, |c| c.all_lengths(goal).map(|_| c.effort().squares)).unwrap();
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        // Boards of odd area and those of even area go separately.
        let trunks = if rows % 2 == 1 { 2 } else { 1 };
        assert!(squares <= rows * cols * (trunks + 4), "{board}: {squares}");
    }
}

#[derive(Deserialize)]
pub(crate) struct Published {
    pub rows: u16,
    pub cols: u16,
    pub goal: String,
    pub start_row: Option<u16>,
    start_col: Option<u16>,
    pub kind: String,
    tours: String,
    pub source: String,
}

impl Published {
    pub(crate) fn tours(&self) -> BigUint {
        self.tours.parse().unwrap()
    }

    fn board(&self) -> Board {
        Board::new(self.rows, self.cols).unwrap()
    }

    fn check(&self) {
        let board = self.board();
        let found = match (self.start_row, self.start_col) {
            (Some(row), Some(col)) => {
                count(board, |c| c.from(Square { row, col }, self.goal.parse().unwrap())).unwrap()
            }
            _ => {
                let tours = count(board, |c| c.tours(self.goal.parse().unwrap())).unwrap();
                match self.kind.as_str() {
                    "directed" => tours.directed,
                    "undirected" => tours.undirected,
                    other => panic!("{other} is neither directed nor undirected"),
                }
            }
        };
        assert_eq!(found, self.tours(), "{board} {}: {}", self.goal, self.source);
    }
}

pub(crate) fn published() -> Vec<Published> {
    table("tour_counts.csv")
}

/// The largest board whose counts take seconds at most, in squares.
const QUICK: usize = 48;

#[test]
fn published_counts_are_reproduced() {
    let quick = published().into_iter().filter(|p| p.board().area() <= QUICK);
    assert!(quick.map(|p| p.check()).count() > 30);
}

#[test]
#[ignore = "minutes, and half a gigabyte: 7x7, and boards with a side of at most 7"]
fn published_counts_of_large_boards_are_reproduced() {
    let large = published().into_iter().filter(|p| p.board().area() > QUICK);
    // 8x8 takes more memory than a test should.
    let within_reach = large.filter(|p| p.board().area() < 64 || p.rows < 8);
    assert!(within_reach.map(|p| p.check()).count() > 3);
}
