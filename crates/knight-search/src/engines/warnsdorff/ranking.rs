//! The expansion of a node: its children by ascending number of onward moves, and what finding them
//! costs.

use crate::engines::warnsdorff::bordered_board::BorderedBoard;
use crate::engines::warnsdorff::tie_breaker::{Child, KEY_BITS, TieBreaker};

/// The children of a node that have not been tried yet, by the moves that lead to them.
///
/// Each takes three bits, the next one the lowest; their number is above them.
#[derive(Clone, Copy)]
pub(super) struct RankedMoves(u32);

const COUNT_SHIFT: u32 = 24;

/// How a child compares with its siblings: the onward moves in the highest bits, then what breaks
/// ties, then the place of the move in the order.
type Key = u64;

/// Bits of the place of a move in the order.
pub(super) const TURN_BITS: u32 = 3;
const ONWARD_SHIFT: u32 = TURN_BITS + KEY_BITS;

/// Expands the node whose square is at `place`, already visited: returns its children and the
/// checks that this takes.
pub(super) fn expand(
    ties: &mut TieBreaker,
    board: &BorderedBoard,
    place: usize,
) -> (RankedMoves, u32) {
    ties.arrive(place);
    let mut onwards = [0; 8];
    let square = board.square(place);
    let mut children = [Child { turn: 0, number: 0, place, square }; 8];
    let mut count = 0;
    for (turn, child) in board.targets(place).into_iter().enumerate() {
        if let Some(onward) = board.onward(child) {
            onwards[count] = onward;
            let square = board.target_square(square, turn);
            children[count] = Child { turn, number: count as u64, place: child, square };
            count += 1;
        }
    }
    let onwards = &onwards[..count];
    let (mut keys, mut checks) = ([0; 8], 8 + 8 * count as u32);
    for (i, &onward) in onwards.iter().enumerate() {
        let has_tie = onwards.iter().filter(|&&other| other == onward).count() > 1;
        let tie = if has_tie { ties.key(board, children[i]) } else { 0 };
        keys[i] = u64::from(onward) << ONWARD_SHIFT | tie << TURN_BITS | children[i].turn as u64;
        checks += if has_tie && ties.looks_ahead() { 8 * u32::from(onward) } else { 0 };
    }
    ties.ranked(count as u32);
    keys[..count].sort_unstable();
    (RankedMoves::new(&keys[..count]), checks)
}

impl RankedMoves {
    pub(super) const NONE: RankedMoves = RankedMoves(0);

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
