//! Claims about boards and moves, which need no search.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use crate::analysis::paper::Measured;
use knight_search::{Board, Move, MoveOrder, Square};

fn square_board(side: u16) -> Board {
    Board::new(side, side).expect("the boards of the paper have sides from 3 to 8")
}

/// Row + column, the paper's position `p` (§V).
pub(super) fn position(square: Square) -> i32 {
    i32::from(square.row) + i32::from(square.col)
}

/// By how much a move changes the position, the paper's `m` (§V).
fn position_change(mv: Move) -> i32 {
    let (row, col) = mv.delta();
    i32::from(row) + i32::from(col)
}

pub(super) fn start_squares(side: u16, claimed: usize) -> Measured {
    Measured::compared(square_board(side).squares().count(), claimed)
}

pub(super) fn move_vectors(x: &[i32], y: &[i32]) -> Measured {
    let moves: BTreeSet<Move> =
        x.iter().zip(y).filter_map(|(&row, &col)| Move::from_delta(row, col)).collect();
    Measured::compared(moves.len(), Move::ALL.len())
}

/// The squares whose row and column are `valid`, against all of the board.
pub(super) fn valid_squares(side: u16, valid: Range<u16>) -> Measured {
    let board = square_board(side);
    let is_valid = |square: &Square| valid.contains(&square.row) && valid.contains(&square.col);
    let squares = board.squares().filter(is_valid).count();
    Measured::new(format!("{squares} of {} squares", board.area()), squares == board.area())
        .because("the last row and column are left out")
}

pub(super) fn position_changes(claimed: &[i32]) -> Measured {
    let changes: BTreeSet<i32> = Move::ALL.into_iter().map(position_change).collect();
    let value: Vec<String> = changes.iter().map(i32::to_string).collect();
    Measured::new(value.join(" "), changes.iter().eq(claimed))
}

pub(super) fn positions(side: u16, claimed: RangeInclusive<i32>) -> Measured {
    let positions: BTreeSet<i32> = square_board(side).squares().map(position).collect();
    let (least, largest) = (positions.first(), positions.last());
    let value = format!("{} to {}", least.unwrap_or(&0), largest.unwrap_or(&0));
    Measured::new(value, least == Some(claimed.start()) && largest == Some(claimed.end()))
}

/// One of the moves from each square may lead back to the previous one.
pub(super) fn moves_elsewhere(side: u16) -> Measured {
    let board = square_board(side);
    let fewest = board.squares().map(|s| board.neighbours(s).count()).min().unwrap_or(0);
    Measured::new(format!("at least {}", fewest.saturating_sub(1)), fewest >= 2)
}

pub(super) fn moves_of_change(change: i32, claimed: usize) -> Measured {
    let moves = Move::ALL.into_iter().filter(|&mv| position_change(mv) == change);
    let moves: Vec<String> = moves.map(|mv| format!("{mv:?}")).collect();
    Measured::compared(moves.len(), claimed).because(moves.join(", "))
}

pub(super) fn moves_from(side: u16, square: Square, claimed: usize) -> Measured {
    Measured::compared(square_board(side).neighbours(square).count(), claimed)
}

pub(super) fn same_move_twice(side: u16, start: Square, (row, col): (i32, i32)) -> Measured {
    let board = square_board(side);
    let move_on = |from| board.target(from, Move::from_delta(row, col)?);
    let twice = move_on(start).and_then(move_on);
    let value = twice.map_or("impossible".to_owned(), |end| format!("possible: {start} to {end}"));
    Measured::new(value, twice.is_some())
}

/// log10 of a number of checks that no search of an open board of this many squares exceeds.
///
/// The first move has 8 continuations and every later one at most 7, because one of the eight leads
/// back to the square just left. So there are at most 1 + 8·(7^0 + … + 7^(n−2)) nodes of 8 checks
/// each.
fn log10_most_checks(squares: u32) -> f64 {
    // 8·(1 + 8·(7^(n−1) − 1)/6) = 64·7^(n−1)/6 − 8/3.
    (8.0 * 8.0 / 6.0f64).log10() + f64::from(squares - 1) * 7f64.log10()
}

/// The worst case against 8^squares.
pub(super) fn worst_case(squares: u32) -> Measured {
    let (bound, claimed) = (log10_most_checks(squares), f64::from(squares) * 8f64.log10());
    Measured::new(format!("below 10^{bound:.1}"), bound >= claimed).because(format!(
        "8^{squares} is 10^{claimed:.1}; after the first move at most 7 of 8 tries can succeed, \
         because one leads back"
    ))
}

/// The worst case of n squares against C·8^n: [`log10_most_checks`] is that of 64/42·7^n.
pub(super) fn worst_case_bound() -> Measured {
    let base = Move::ALL.len() as f64 - 1.0;
    let factor = 64.0 / (6.0 * base);
    // Powers of 7 grow slower than those of 8, so their ratio is largest for the smallest board.
    let constant = factor * base / 8.0;
    Measured::new(format!("below {factor:.2} x {base}^n"), base <= 8.0)
        .because(format!("so below {constant:.2} x 8^n, for every n"))
}

/// Whether each move of an order is the next one by angle, always in the same sense.
pub(super) fn turning_order(order: MoveOrder) -> Measured {
    let angle = |mv: Move| {
        let (row, col) = mv.delta();
        f64::from(row).atan2(f64::from(col))
    };
    let mut by_angle = Move::ALL.to_vec();
    by_angle.sort_by(|a, b| angle(*a).total_cmp(&angle(*b)));
    let place = |mv: &Move| by_angle.iter().position(|other| other == mv);
    let places: Vec<usize> = order.moves().iter().filter_map(place).collect();
    let steps: BTreeSet<usize> =
        places.windows(2).map(|pair| (pair[1] + 8 - pair[0]) % 8).collect();
    match steps.into_iter().collect::<Vec<_>>()[..] {
        [1] => Measured::new("yes", true).because("clockwise where rows grow downwards"),
        [7] => Measured::new("yes", true).because("counterclockwise where rows grow downwards"),
        _ => Measured::new("no", false),
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::paper::facts::*;

    #[test]
    fn the_bound_on_checks_holds_where_it_can_be_counted() {
        // On a board without edges every node but the first would have 7 continuations.
        for squares in 2..12u32 {
            let nodes = 1.0 + 8.0 * (0..squares - 1).map(|k| 7f64.powi(k as i32)).sum::<f64>();
            let exact = (8.0 * nodes).log10();
            let bound = log10_most_checks(squares);
            assert!(exact < bound && bound - exact < 0.02, "{squares}: {exact} {bound}");
        }
    }

    #[test]
    fn vectors_that_are_not_moves_are_noticed() {
        assert!(!move_vectors(&[1, 2, 2, 1, -1, -2, -2, 1], &[2, 1, -1, -2, -2, -1, 1, 2]).agrees);
        assert!(!position_changes(&[-3, -1, 1]).agrees);
    }
}
