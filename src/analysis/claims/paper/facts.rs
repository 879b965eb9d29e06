//! Claims about boards and moves, which need no search.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use crate::analysis::claims::Measured;
use crate::text::formatting::joined;
use knight_search::{Board, Move, MoveOrder, Square};

pub(in crate::analysis::claims) fn square_board(side: u16) -> Board {
    Board::new(side, side).expect("the boards of the documents have sides from 3 to 8")
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

pub(in crate::analysis::claims) fn move_vectors(x: &[i32], y: &[i32]) -> Measured {
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
        .because(
            "the last row and column are left out: a slip, as Fig. 3 has a move on each of them",
        )
}

/// The amounts by which all moves change the position, ascending.
fn changes() -> BTreeSet<i32> {
    Move::ALL.into_iter().map(position_change).collect()
}

pub(super) fn position_changes(claimed: &[i32]) -> Measured {
    Measured::new(joined(changes(), " "), changes().iter().eq(claimed))
}

/// The least and the largest of these values.
pub(super) fn extent<T: Ord + Copy + Default>(values: impl Iterator<Item = T>) -> (T, T) {
    let values: BTreeSet<T> = values.collect();
    let value = |end: Option<&T>| end.copied().unwrap_or_default();
    (value(values.first()), value(values.last()))
}

pub(super) fn positions(side: u16, claimed: RangeInclusive<i32>) -> Measured {
    let (least, largest) = extent(square_board(side).squares().map(position));
    Measured::new(format!("{least} to {largest}"), claimed == (least..=largest))
}

/// One of the moves from each square may lead back to the previous one.
pub(super) fn moves_elsewhere(side: u16) -> Measured {
    let board = square_board(side);
    let fewest = board.squares().map(|s| board.neighbours(s).count()).min().unwrap_or(0);
    Measured::new(format!("at least {}", fewest.saturating_sub(1)), fewest >= 2)
}

/// The amounts by which the moves from a square change the position, ascending.
fn changes_at(board: Board, square: Square) -> BTreeSet<i32> {
    board.neighbours(square).map(|next| position(next) - position(square)).collect()
}

/// Pairs of a square and a move, against those that stay on the board.
pub(super) fn moves_on_board(side: u16, positions: RangeInclusive<i32>) -> Measured {
    let board = square_board(side);
    let pairs = || board.squares().flat_map(|square| Move::ALL.map(|mv| (square, mv)));
    let leaves = |(square, mv): &(Square, Move)| board.target(*square, *mv).is_none();
    let bound_holds = |(square, mv): &(Square, Move)| {
        positions.contains(&(position(*square) + position_change(*mv)))
    };
    let (all, left) = (pairs().count(), pairs().filter(leaves).count());
    let unnoticed = pairs().filter(leaves).filter(bound_holds).count();
    let (least, largest) = (positions.start(), positions.end());
    Measured::new(
        format!("{left} of {all} pairs of a square and a move leave the board"),
        left == 0,
    )
    .because(format!(
        "for {unnoticed} of them row + column stays from {least} to {largest}, so the paper's \
             bound does not notice it"
    ))
}

pub(super) fn changes_from(side: u16, start: Square, claimed: i32) -> Measured {
    let changes = changes_at(square_board(side), start);
    Measured::new(joined(&changes, " "), changes == BTreeSet::from([claimed]))
}

/// The amounts in corners and on edges against those of the squares from which every move is
/// possible.
pub(super) fn changes_at_the_edge(side: u16) -> Measured {
    let board = square_board(side);
    let is_edge =
        |square: &Square| [1, side].contains(&square.row) || [1, side].contains(&square.col);
    let is_inner = |square: &Square| board.neighbours(*square).count() == Move::ALL.len();
    let amounts = |square: Square| changes_at(board, square).len();
    let (least, most) = extent(board.squares().filter(is_edge).map(amounts));
    let (_, middle) = extent(board.squares().filter(is_inner).map(amounts));
    Measured::new(format!("{least} to {most}"), most < middle)
        .because(format!("{middle} in the middle of the board"))
}

pub(super) fn number_of_changes(claimed: usize) -> Measured {
    Measured::compared(changes().len(), claimed).because("eight moves, but two for each value")
}

/// The start, the middle and the end of Fig. 4 on 3×3, which has no coordinates. Its first move is
/// (+2,+1), so it starts at (1,1) or (1,2). Only from (1,2) is what VI.B says of it true.
pub(super) const FIG4: [Square; 3] =
    [Square { row: 1, col: 2 }, Square { row: 3, col: 3 }, Square { row: 2, col: 1 }];

/// By how much the moves from the middle position of Fig. 4 change the position, against the move
/// before.
pub(super) fn changes_of_fig4() -> Measured {
    let board = square_board(3);
    let from = |start: Square| {
        let middle = Square { row: start.row + 2, col: start.col + 1 };
        let change = |next| (position(next) - position(middle)).abs();
        let amounts: Vec<i32> = board.neighbours(middle).map(change).collect();
        (middle, change(start), amounts)
    };
    let ([start, middle, end], other) = (FIG4, Square { row: 1, col: 1 });
    let (reached, before, amounts) = from(start);
    let (of_other, _, others) = from(other);
    let leads_on = reached == middle && board.neighbours(middle).any(|next| next == end);
    let agrees = leads_on && amounts.iter().all(|&amount| amount == before);
    Measured::new(joined(amounts, " and "), agrees).because(format!(
        "read as from {start} over {middle} to {end}: Fig. 4 has no coordinates, and only this \
         reading fits the text; from {other} the middle is {of_other}, with {}",
        joined(others, " and ")
    ))
}

/// The sum of 8^k for k from 1 to `largest`, against its last term.
pub(super) fn sum_of_powers(largest: u32) -> Measured {
    let sum: f64 = (1..=largest).map(|power| 8f64.powi(power as i32)).sum();
    let ratio = sum / 8f64.powi(largest as i32);
    Measured::new(format!("{ratio:.3} x 8^{largest}"), ratio == 1.0)
        .because("the sum of a geometric series is 8/7 of its last term")
}

pub(super) fn moves_of_change(change: i32, claimed: usize) -> Measured {
    let moves = Move::ALL.into_iter().filter(|&mv| position_change(mv) == change);
    let moves: Vec<String> = moves.map(|mv| format!("{mv:?}")).collect();
    Measured::compared(moves.len(), claimed).because(moves.join(", "))
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
pub(super) fn log10_most_checks(squares: u32) -> f64 {
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

/// The worst case of n squares against 8^n: whether their ratio has a largest value. Powers of 7
/// grow slower than those of 8, so it decreases from some n on.
pub(in crate::analysis::claims) fn worst_case_bound() -> Measured {
    let ratio =
        |squares: u32| 10f64.powf(log10_most_checks(squares) - f64::from(squares) * 8f64.log10());
    let ratios: Vec<f64> = (1..=64).map(ratio).collect();
    let largest = ratios.iter().copied().fold(0.0, f64::max);
    // Rounded up, as it is an upper bound.
    let shown = (largest * 100.0).ceil() / 100.0;
    Measured::new(format!("at most {shown:.2} x 8^n"), ratios.is_sorted_by(|a, b| a > b)).because(
        format!(
            "64/42 x 7^n bounds the checks of n squares, {:.4} of 8^n for 64 squares",
            ratios[ratios.len() - 1]
        ),
    )
}

/// The ways to draw the two coordinates of a move, and in which sense the first one turns to the
/// second one there: 1 is counterclockwise, -1 clockwise.
const READINGS: [(&str, i32); 4] = [
    ("rows downwards, columns to the right", 1),
    ("rows upwards, columns to the right", -1),
    ("x to the right, y upwards", 1),
    ("x to the right, y downwards", -1),
];

/// 1 if each move of an order is the next one by angle, from the first coordinate to the second;
/// -1 if it is the one before, and 0 if neither.
fn turn(order: MoveOrder) -> i32 {
    let steps =
        order.moves().map(|mv| mv.delta()).map(|(row, col)| (i32::from(row), i32::from(col)));
    // Moves that are neighbours by angle are less than 90 degrees apart.
    let turn = |pair: &[(i32, i32)]| match [pair[0], pair[1]] {
        [(a, b), (c, d)] if a * c + b * d > 0 => (a * d - b * c).signum(),
        _ => 0,
    };
    let turns: BTreeSet<i32> = steps.windows(2).map(turn).collect();
    turns.first().copied().filter(|_| turns.len() == 1).unwrap_or(0)
}

/// Whether an order begins with the move from the middle of 5×5, where Fig. 1 has the knight, to a
/// square, and goes round counterclockwise. The paper's board has (1,1) at the top left and x
/// counts rows (§III), which is the first reading.
pub(super) fn turns_counterclockwise(order: MoveOrder, first: Square) -> Measured {
    let middle = Square { row: 3, col: 3 };
    let target = square_board(5).target(middle, order.moves()[0]);
    let target = target.map_or("off the board".to_owned(), |square| square.to_string());
    let sense = turn(order) * READINGS[0].1;
    let word = match sense {
        1 => "counterclockwise",
        -1 => "clockwise",
        _ => "in no sense",
    };
    let others = READINGS.iter().filter(|(_, reading)| turn(order) * reading == 1);
    let agrees = target == first.to_string() && sense == 1;
    Measured::new(format!("{target}, {word}"), agrees).because(format!(
        "with (1,1) at the top left and x as rows, as in III; counterclockwise with {}",
        joined(others.map(|(name, _)| name), ", or with ")
    ))
}

/// Whether an order begins with the other move from the corner, and goes round the other way.
pub(super) fn opposite_order(order: MoveOrder, other: MoveOrder) -> Measured {
    let corner = Square { row: 1, col: 1 };
    let board = square_board(8);
    let is_possible = |mv: Move| board.target(corner, mv).is_some();
    let (first, other_first) = (order.moves()[0], other.moves()[0]);
    let starts = first != other_first && is_possible(first) && is_possible(other_first);
    let opposite = turn(order) * turn(other) == -1;
    let first = if starts { "other first move" } else { "not the other first move" };
    let way = if opposite { "other way" } else { "not the other way" };
    Measured::new(format!("{first}, {way}"), starts && opposite)
        .because(format!("{other}, for every reading of the axes"))
}

#[cfg(test)]
mod tests {
    use crate::analysis::claims::ClaimVerdict;
    use crate::analysis::claims::paper::facts::*;

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
    fn the_only_value_is_the_least_and_the_largest() {
        assert_eq!(extent([3, 3].into_iter()), (3, 3));
    }

    #[test]
    fn vectors_that_are_not_moves_are_noticed() {
        let vectors = move_vectors(&[1, 2, 2, 1, -1, -2, -2, 1], &[2, 1, -1, -2, -2, -1, 1, 2]);
        assert_eq!(vectors.verdict, ClaimVerdict::Refuted);
        assert_eq!(position_changes(&[-3, -1, 1]).verdict, ClaimVerdict::Refuted);
    }
}
