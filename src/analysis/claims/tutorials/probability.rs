//! The random knight of the tutorial of A. Guin.

use std::ops::ControlFlow;

use crate::analysis::claims::Measured;
use crate::analysis::claims::paper::facts::square_board;
use knight_count::probability::{Probability, survival};
use knight_search::Square;

/// The moves of its program.
const ROWS: [i32; 8] = [2, 2, 1, 1, -1, -1, -2, -2];
const COLS: [i32; 8] = [1, -1, 2, -2, 2, -2, 1, -1];

/// Its program: a table of values, of which each move passes on a share. Returns their sum, which
/// the printed program lacks, how often its inmost loop runs, and how many values it keeps at
/// once.
fn random_knight(
    side: usize,
    moves: usize,
    start: (usize, usize),
    share: f64,
) -> (f64, u64, usize) {
    let mut table = vec![vec![0.0; side]; side];
    table[start.0][start.1] = 1.0;
    let (mut steps, mut kept) = (0, 0);
    for _ in 0..moves {
        let mut next = vec![vec![0.0; side]; side];
        for (row, values) in table.iter().enumerate() {
            for (col, value) in values.iter().enumerate() {
                for (rows, cols) in ROWS.into_iter().zip(COLS) {
                    steps += 1;
                    let to = |from: usize, by: i32| {
                        from.checked_add_signed(by as isize).filter(|to| *to < side)
                    };
                    if let (Some(row), Some(col)) = (to(row, rows), to(col, cols)) {
                        next[row][col] += value * share;
                    }
                }
            }
        }
        kept = table.iter().chain(&next).map(Vec::len).sum();
        table = next;
    }
    (table.iter().flatten().sum(), steps, kept)
}

/// The exact probabilities for all starts of a board.
fn exact(side: u16, moves: u16) -> Vec<(Square, f64)> {
    let chances = survival(square_board(side), None, moves, &mut |_| ControlFlow::Continue(()));
    let number = |chance: Probability| chance.to_string().parse().unwrap_or(f64::NAN);
    let chances = chances.into_iter().flatten();
    chances.map(|(square, chance)| (square, number(chance))).collect()
}

/// The text on the smallest example: visits summed and divided by the side.
pub(super) fn divided_by_side() -> Measured {
    const SIDE: u16 = 3;
    const MOVES: u16 = 2;
    let (_, right) = exact(SIDE, MOVES)[0];
    let sum = |share: f64| random_knight(SIDE.into(), MOVES.into(), (0, 0), share).0;
    let (visits, chances) = (sum(1.0), sum(1.0 / 8.0));
    let (by_visits, by_chances) = (visits / f64::from(SIDE), chances / f64::from(SIDE));
    let agrees = [by_visits, by_chances].iter().any(|value| (value - right).abs() < 1e-12);
    Measured::new(format!("sum / 8^K: {right}"), agrees).because(format!(
        "3x3, 2 moves from (1,1): {visits} visits / 3 = {by_visits:.4}, more than a probability, \
         and their chances / 3 = {by_chances:.4}"
    ))
}

/// The program on 8×8, from all squares and for up to 30 moves.
pub(super) fn divided_by_moves() -> Measured {
    const SIDE: u16 = 8;
    let (mut agreeing, mut all) = (0, 0);
    for moves in [0, 1, 2, 10, 30] {
        for (square, right) in exact(SIDE, moves) {
            let start = (usize::from(square.row) - 1, usize::from(square.col) - 1);
            let (found, ..) = random_knight(SIDE.into(), moves.into(), start, 1.0 / 8.0);
            agreeing += u32::from((found / right - 1.0).abs() < 1e-12);
            all += 1;
        }
    }
    Measured::new(format!("{agreeing} of {all} values"), agreeing == all).because(
        "8x8, all starts, 0 to 30 moves; the listing ends before the values are summed, so they \
         are summed here",
    )
}

/// How often the inmost loop runs, against N·N·K.
pub(super) fn steps() -> Measured {
    per_cell("N x N x K steps", |side, moves, (_, steps, _)| {
        steps as f64 / (side * side * moves) as f64
    })
}

/// How many values the program keeps, against N·N.
pub(super) fn space() -> Measured {
    per_cell("N x N values", |side, _, (_, _, kept)| kept as f64 / (side * side) as f64)
}

/// A cost of the program, as a multiple of what the document says, if it is the same multiple on
/// three boards.
fn per_cell(of: &str, multiple: fn(usize, usize, (f64, u64, usize)) -> f64) -> Measured {
    let runs = [(3, 2), (5, 7), (8, 30)];
    let factors = runs
        .map(|(side, moves)| multiple(side, moves, random_knight(side, moves, (0, 0), 1.0 / 8.0)));
    let same = factors.iter().all(|other| *other == factors[0]);
    Measured::new(format!("{} x {of}", factors[0]), same).because("3x3, 5x5 and 8x8")
}
