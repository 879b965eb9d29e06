//! The children of a node, by ascending number of onward moves, and what finding them costs.

use crate::engines::warnsdorff::bordered_board::{At, BorderedBoard, VISITED};
use crate::engines::warnsdorff::tie_breaker::{Child, KEY_BITS, TieBreaker};

/// The places to which the eight moves lead from a visited square. In a word each has a byte, the
/// first in the order the lowest.
pub(super) struct Children {
    /// The onward moves; [`VISITED`] or more where no knight may go.
    onward: u64,
    /// The fewest of them.
    fewest: u8,
    /// The first move to a place that has them.
    turn: usize,
}

/// The highest bit of each byte.
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
/// The lowest bit of each byte.
const LOW: u64 = u64::from_ne_bytes([1; 8]);

/// From the bit of [`VISITED`] to the highest of a byte.
const LEGAL_SHIFT: u32 = 7 - VISITED.trailing_zeros();

/// Bits of the place of a move in the order.
const TURN_BITS: u32 = 3;

/// How a child compares with its siblings: the onward moves in the highest bits, then what breaks
/// ties, then the place of the move in the order.
type Key = u64;
const ONWARD_SHIFT: u32 = TURN_BITS + KEY_BITS;

impl Children {
    /// Visits the square at a place, and looks around.
    #[inline]
    pub(super) fn visit(board: &mut BorderedBoard, place: usize) -> Children {
        let onward = board.visit(place);
        // Onward moves and the mark of visited squares take the five bits above the turn.
        let keys: [u8; 8] = std::array::from_fn(|turn| onward[turn] << TURN_BITS | turn as u8);
        let [a, b, c, d, e, f, g, h] = keys;
        let least = a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)));
        let (fewest, turn) = (least >> TURN_BITS, least & ((1 << TURN_BITS) - 1));
        Children { onward: u64::from_le_bytes(onward), fewest, turn: turn.into() }
    }

    /// The first move in the order to a child with the fewest onward moves, if there is a child.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        (self.fewest < VISITED).then_some(self.turn)
    }

    /// The move to the child that goes first, if there is one.
    #[inline(always)]
    pub(super) fn best(&self, ties: &TieBreaker, board: &BorderedBoard, at: At) -> Option<usize> {
        let fewest = equal(self.onward, LOW * u64::from(self.fewest));
        if self.fewest >= VISITED || fewest.is_power_of_two() {
            return self.first();
        }
        let (mut best, mut least) = (self.turn, u64::MAX);
        for child in self.members(fewest, board, at) {
            let key = ties.key(board, child);
            if key < least {
                (best, least) = (child.turn, key);
            }
        }
        Some(best)
    }

    /// The moves to all children, in the order in which they are tried.
    pub(super) fn ranked(&self, ties: &TieBreaker, board: &BorderedBoard, at: At) -> RankedMoves {
        let (onward, tied) = (self.onward.to_le_bytes(), self.tied().to_le_bytes());
        let mut keys = [0; 8];
        let mut count = 0;
        for child in self.members(self.legal(), board, at) {
            let tie = if tied[child.turn] != 0 { ties.key(board, child) } else { 0 };
            let onward = u64::from(onward[child.turn]);
            keys[count] = onward << ONWARD_SHIFT | tie << TURN_BITS | child.turn as u64;
            count += 1;
        }
        keys[..count].sort_unstable();
        RankedMoves::new(&keys[..count])
    }

    /// The sum of the onward moves of the children that tie with another.
    pub(super) fn onward_of_ties(&self) -> u64 {
        let bytes = (self.tied() >> 7) * u64::from(u8::MAX);
        (self.onward & bytes).wrapping_mul(LOW) >> 56
    }

    /// The children with a high bit in these bytes, in the move order.
    #[inline(always)]
    fn members<'a>(
        &self,
        mut bytes: u64,
        board: &'a BorderedBoard,
        at: At,
    ) -> impl Iterator<Item = Child> + use<'a> {
        // For each move, how many legal children come before it.
        let numbers = ((self.legal() >> 7).wrapping_mul(LOW) << 8).to_le_bytes();
        std::iter::from_fn(move || {
            let turn = (bytes.trailing_zeros() / 8) as usize;
            let number = u64::from(*numbers.get(turn)?);
            bytes &= bytes - 1;
            Some(Child { turn, number, at: board.target(at, turn) })
        })
    }

    /// The high bit of each byte that a knight may go to.
    fn legal(&self) -> u64 {
        !(self.onward << LEGAL_SHIFT) & HIGH
    }

    /// The high bit of each byte of a child that ties with another.
    fn tied(&self) -> u64 {
        let tied = (1..=4).fold(0, |tied, places| {
            let ties = equal(self.onward, self.onward.rotate_left(8 * places));
            tied | ties | ties.rotate_right(8 * places)
        });
        tied & self.legal()
    }
}

/// The high bit of each byte where two words agree. No byte has its own high bit.
fn equal(these: u64, those: u64) -> u64 {
    (HIGH - (these ^ those)) & HIGH
}

/// The children of a node that have not been tried yet, by the moves that lead to them.
///
/// Each takes three bits, the next one the lowest; their number is above them.
#[derive(Clone, Copy)]
pub(super) struct RankedMoves(u32);

const COUNT_SHIFT: u32 = 24;

impl RankedMoves {
    fn new(ranked: &[Key]) -> RankedMoves {
        let turn = |key: Key| (key & ((1 << TURN_BITS) - 1)) as u32;
        let packed = ranked.iter().rev().fold(0, |packed, &key| packed << TURN_BITS | turn(key));
        RankedMoves(packed | (ranked.len() as u32) << COUNT_SHIFT)
    }

    /// Takes the next child: the place in the order of the move that leads to it.
    pub(super) fn take_next(&mut self) -> Option<usize> {
        let left = (self.0 >> COUNT_SHIFT).checked_sub(1)?;
        let packed = self.0 & ((1 << COUNT_SHIFT) - 1);
        self.0 = packed >> TURN_BITS | left << COUNT_SHIFT;
        Some((packed & ((1 << TURN_BITS) - 1)) as usize)
    }
}
