//! The eight knight moves, numbered as in Fig. 2 of the paper.

use std::fmt;

use crate::board::Square;

/// One of the eight knight moves, identified by its number 1…8 in Fig. 2 of the paper.
///
/// ```
/// use knight_board::Move;
/// assert_eq!(Move::from_number(1).unwrap().delta(), (1, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

/// `(Δrow, Δcol)` of moves 1…8, as in Fig. 2.
const DELTAS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Move {
    /// All eight moves by ascending number.
    pub const ALL: [Move; 8] =
        [Move(1), Move(2), Move(3), Move(4), Move(5), Move(6), Move(7), Move(8)];

    /// The move with this number, or `None` unless it is in 1…8.
    pub const fn from_number(number: u8) -> Option<Move> {
        match number {
            1..=8 => Some(Move(number)),
            _ => None,
        }
    }

    /// The move that changes row and column by these amounts, or `None` if it is not a knight move.
    pub fn from_delta(row: i32, col: i32) -> Option<Move> {
        DELTAS
            .iter()
            .position(|&(r, c)| (i32::from(r), i32::from(c)) == (row, col))
            .map(|i| Move::ALL[i])
    }

    /// The move from a square to another, or `None` if it is not a knight move.
    pub fn between(from: Square, to: Square) -> Option<Move> {
        let change = |from: u16, to: u16| i32::from(to) - i32::from(from);
        Move::from_delta(change(from.row, to.row), change(from.col, to.col))
    }

    /// The number in Fig. 2, 1…8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in [`Move::ALL`], 0…7.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// `(Δrow, Δcol)` in squares; rows grow downwards, columns to the right.
    pub const fn delta(self) -> (i8, i8) {
        DELTAS[self.index()]
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, col) = self.delta();
        write!(f, "Move {} ({row:+},{col:+})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::*;

    #[test]
    fn every_move_is_found_by_its_delta() {
        for mv in Move::ALL {
            let (row, col) = mv.delta();
            assert_eq!(row.abs() + col.abs(), 3);
            assert_eq!(Move::from_delta(row.into(), col.into()), Some(mv));
        }
        assert_eq!(Move::from_delta(1, 1), None);
        assert_eq!(Move::from_number(0), None);
        assert_eq!(Move::from_number(9), None);
    }
}
