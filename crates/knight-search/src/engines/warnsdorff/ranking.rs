//! The expansion of a node: its children by ascending number of onward moves, and what finding them
//! costs.

use crate::board::{Board, Square};
use crate::engines::warnsdorff::bordered_board::BorderedBoard;
use crate::engines::warnsdorff::{Mode, Ties};
use crate::random::SplitMix64;

/// Ranks the children of nodes.
pub(super) enum Ranking {
    First,
    Random(SplitMix64),
    Pohl,
    Roth,
}

/// The children of a node that have not been tried yet, by the moves that lead to them.
///
/// Each takes three bits, the next one the lowest; their number is above them.
#[derive(Clone, Copy)]
pub(super) struct RankedMoves(u32);

const COUNT_SHIFT: u32 = 24;

/// How a child compares with its siblings: the onward moves in the highest bits, then [`TIE_BITS`]
/// bits that break ties, then the place of the move in the order.
type Key = u64;

const TURN_BITS: u32 = 3;
const TIE_BITS: u32 = 57;
const ONWARD_SHIFT: u32 = TURN_BITS + TIE_BITS;

impl Ranking {
    pub(super) fn new(ties: Ties) -> Ranking {
        match ties {
            Ties::First => Ranking::First,
            Ties::Random(seed) => Ranking::Random(SplitMix64::new(seed)),
            Ties::Pohl => Ranking::Pohl,
            Ties::Roth => Ranking::Roth,
        }
    }

    /// Expands the node whose square is at `place`, already visited: returns its children (in
    /// [`Mode::Greedy`] only the first of them) and the checks that this takes.
    #[inline]
    pub(super) fn expand(
        &mut self,
        board: &BorderedBoard,
        place: usize,
        mode: Mode,
    ) -> (RankedMoves, u32) {
        if let (Ranking::First, Mode::Greedy) = (&self, mode) {
            return first_by_order(board, place);
        }
        let mut keys = [0; 8];
        let mut count = 0;
        for (turn, child) in board.targets(place).into_iter().enumerate() {
            if let Some(onward) = board.onward(child) {
                let tie = self.tie_breaker(board, child);
                keys[count] = key(onward, tie, turn);
                count += 1;
            }
        }
        let keys = &mut keys[..count];
        let second_level = match self {
            Ranking::Pohl => add_second_look_ahead(board, place, keys),
            _ => 0,
        };
        let children = match mode {
            Mode::Backtracking => {
                keys.sort_unstable();
                RankedMoves::new(keys)
            }
            Mode::Greedy => RankedMoves::new(keys.iter().copied().min().as_slice()),
        };
        (children, 8 + 8 * count as u32 + second_level)
    }

    /// What decides between children with equally many onward moves, the smallest first. For
    /// [`Ties::Pohl`], [`add_second_look_ahead`] adds it once it is known which children tie.
    fn tie_breaker(&mut self, board: &BorderedBoard, child: usize) -> u64 {
        match self {
            Ranking::First | Ranking::Pohl => 0,
            Ranking::Random(generator) => generator.next() >> (u64::BITS - TIE_BITS),
            Ranking::Roth => FARTHEST - distance_from_centre(board.board(), board.square(child)),
        }
    }
}

/// The child with the fewest onward moves, ties by the order, and the checks of expanding its
/// parent; without a branch that depends on the position, which a processor could not predict.
fn first_by_order(board: &BorderedBoard, place: usize) -> (RankedMoves, u32) {
    let mut children = 0;
    let mut first = Key::MAX;
    for (turn, target) in board.targets(place).into_iter().enumerate() {
        let onward = board.onward(target);
        children += u32::from(onward.is_some());
        first = first.min(onward.map_or(Key::MAX, |onward| key(onward, 0, turn)));
    }
    let first = (children > 0).then_some(first);
    (RankedMoves::new(first.as_slice()), 8 + 8 * children)
}

/// Adds to the keys of children that tie the onward moves of their onward squares. Returns the
/// checks that this takes.
fn add_second_look_ahead(board: &BorderedBoard, place: usize, keys: &mut [Key]) -> u32 {
    let mut checks = 0;
    for i in 0..keys.len() {
        let onward = keys[i] >> ONWARD_SHIFT;
        let with_as_many = keys.iter().filter(|&&key| key >> ONWARD_SHIFT == onward);
        if with_as_many.count() > 1 {
            let child = board.target(place, turn(keys[i]));
            let onward_squares = board.targets(child).into_iter();
            let sum: u64 =
                onward_squares.filter_map(|square| board.onward(square)).map(u64::from).sum();
            keys[i] |= sum << TURN_BITS;
            checks += 8 * onward as u32;
        }
    }
    checks
}

fn key(onward: u8, tie: u64, turn: usize) -> Key {
    u64::from(onward) << ONWARD_SHIFT | tie << TURN_BITS | turn as u64
}

/// The place in the order of the move that leads to a child.
fn turn(key: Key) -> usize {
    (key & ((1 << TURN_BITS) - 1)) as usize
}

/// More than any [`distance_from_centre`].
const FARTHEST: u64 = 2 * (Board::MAX_SIDE as u64) * (Board::MAX_SIDE as u64);

/// Four times the square of the Euclidean distance between the centres of a square and of its
/// board.
fn distance_from_centre(board: Board, square: Square) -> u64 {
    let twice_off = |at: u16, side: u16| u64::from((2 * at).abs_diff(side + 1));
    twice_off(square.row, board.rows()).pow(2) + twice_off(square.col, board.cols()).pow(2)
}

impl RankedMoves {
    pub(super) const NONE: RankedMoves = RankedMoves(0);

    fn new(ranked: &[Key]) -> RankedMoves {
        let turns = ranked.iter().rev();
        let packed = turns.fold(0, |packed, &key| packed << TURN_BITS | turn(key) as u32);
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

#[cfg(test)]
mod tests {
    use crate::engines::warnsdorff::ranking::*;

    #[test]
    fn children_are_taken_in_their_rank() {
        let ranked = [7, 0, 3, 3 | 5 << TURN_BITS, 6, 1, 2, 4].map(|turn| turn as Key);
        for count in 0..=8 {
            let mut children = RankedMoves::new(&ranked[..count]);
            let taken: Vec<usize> = std::iter::from_fn(|| children.take_next()).collect();
            assert_eq!(taken, [7, 0, 3, 3, 6, 1, 2, 4][..count]);
        }
    }

    #[test]
    fn the_corners_of_the_largest_board_are_the_farthest() {
        let board: Board = "1000x1000".parse().unwrap();
        let corner = distance_from_centre(board, Square { row: 1, col: 1 });
        assert_eq!(corner, 2 * 999 * 999);
        assert!(corner < FARTHEST && FARTHEST < 1 << TIE_BITS);
        assert_eq!(distance_from_centre(board, Square { row: 500, col: 501 }), 2);
    }
}
