//! A greedy run: it never goes back, so it keeps nothing of a node except its square.

use crate::answer::{Answer, Outcome};
use crate::engines::warnsdorff::bordered_board::{BorderedBoard, VISITED};
use crate::engines::warnsdorff::ranking::TURN_BITS;
use crate::engines::warnsdorff::run::PROGRESS_INTERVAL;
use crate::engines::warnsdorff::tie_breaker::{Child, TieBreaker};
use knight_board::{Interrupted, Problem, SearchProgress, Square};

/// Runs until a tour or the first dead end; see
/// [`run_greedily`](crate::engines::warnsdorff::run_greedily).
pub(super) fn run(
    problem: &Problem,
    board: BorderedBoard,
    ties: TieBreaker,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    // Ties by the order are the most common, and have a copy of the loop for themselves.
    match ties {
        TieBreaker::First => walk(problem, board, progress, false, |_, _, children| children.turn),
        mut ties => walk(problem, board, progress, ties.looks_ahead(), |board, at, children| {
            ties.arrive(at.place);
            let turn = first_turn(&ties, board, at, children);
            ties.ranked(board.legal_moves(at.place).into());
            turn
        }),
    }
}

/// Where the knight is: its square and the place of it on the bordered board.
#[derive(Clone, Copy)]
struct At {
    square: Square,
    place: usize,
}

/// Makes the moves, by their places in the order, that `choose` takes from the children of a
/// square.
#[inline(always)]
fn walk(
    problem: &Problem,
    mut board: BorderedBoard,
    progress: &mut SearchProgress,
    looks_ahead: bool,
    mut choose: impl FnMut(&BorderedBoard, At, &Children) -> usize,
) -> Result<Answer, Interrupted> {
    let (limit, area) = (problem.budget.limit(), problem.board.area());
    let mut path = Vec::with_capacity(area);
    let mut at = At { square: problem.start, place: board.place(problem.start) };
    let mut checks: u64 = 0;
    let outcome = loop {
        let children = Children::of(board.visit_and_look(at.place));
        path.push(at.square);
        if path.len() == area && problem.goal.is_met(problem.start, at.square) {
            break Outcome::Tour;
        }
        let legal = board.legal_moves(at.place);
        checks += 8 + 8 * u64::from(legal);
        if looks_ahead {
            checks += 8 * children.onward_of_ties();
        }
        if limit.is_some_and(|limit| u128::from(checks) > limit) {
            break Outcome::Budget;
        }
        if (path.len() as u64).is_multiple_of(PROGRESS_INTERVAL) && progress(checks).is_break() {
            return Err(Interrupted);
        }
        if legal == 0 {
            break Outcome::Stuck;
        }
        let turn = choose(&board, at, &children);
        at = At {
            square: board.target_square(at.square, turn),
            place: board.target(at.place, turn),
        };
    };
    Ok(Answer {
        outcome,
        checks: limit.filter(|_| outcome == Outcome::Budget).unwrap_or(checks.into()),
        nodes: (outcome != Outcome::Budget).then_some(path.len() as u128),
        tour: (outcome == Outcome::Tour).then_some(path),
    })
}

/// The move, by its place in the order, to the child that goes first; there is one.
#[inline]
fn first_turn(ties: &TieBreaker, board: &BorderedBoard, at: At, children: &Children) -> usize {
    let mut tying = children.with_fewest();
    let mut turn = children.turn;
    if tying.is_power_of_two() {
        return turn;
    }
    let numbers = children.numbers();
    let mut least = u64::MAX;
    while tying != 0 {
        let candidate = turn_of(tying);
        let number = u64::from(numbers[candidate]);
        let child = Child {
            turn: candidate,
            number,
            place: board.target(at.place, candidate),
            square: board.target_square(at.square, candidate),
        };
        let key = ties.key(board, child);
        if key < least {
            (turn, least) = (candidate, key);
        }
        tying &= tying - 1;
    }
    turn
}

/// The places to which the eight moves lead. In a word each has a byte, the first in the order the
/// lowest.
struct Children {
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

/// The lowest byte with a bit.
fn turn_of(bytes: u64) -> usize {
    (bytes.trailing_zeros() / 8) as usize
}

impl Children {
    #[inline]
    fn of(onward: [u8; 8]) -> Children {
        // Onward moves and the mark of visited squares take the five bits above the turn.
        let keys: [u8; 8] = std::array::from_fn(|turn| onward[turn] << TURN_BITS | turn as u8);
        let [a, b, c, d, e, f, g, h] = keys;
        let least = a.min(b).min(c.min(d)).min(e.min(f).min(g.min(h)));
        let (fewest, turn) = (least >> TURN_BITS, least & ((1 << TURN_BITS) - 1));
        Children { onward: u64::from_le_bytes(onward), fewest, turn: turn.into() }
    }

    /// The high bit of each byte that a knight may go to.
    fn legal(&self) -> u64 {
        !(self.onward << LEGAL_SHIFT) & HIGH
    }

    /// The high bit of each byte that has the fewest onward moves.
    fn with_fewest(&self) -> u64 {
        equal(self.onward, LOW * u64::from(self.fewest))
    }

    /// For each of them, how many legal children come before it.
    fn numbers(&self) -> [u8; 8] {
        ((self.legal() >> 7).wrapping_mul(LOW) << 8).to_le_bytes()
    }

    /// The sum of the onward moves of the legal children that tie with another.
    fn onward_of_ties(&self) -> u64 {
        let tied = (1..=4).fold(0, |tied, places| {
            let ties = equal(self.onward, self.onward.rotate_left(8 * places));
            tied | ties | ties.rotate_right(8 * places)
        });
        let bytes = ((tied & self.legal()) >> 7) * u64::from(u8::MAX);
        (self.onward & bytes).wrapping_mul(LOW) >> 56
    }
}

/// From the bit of [`VISITED`] to the highest of a byte.
const LEGAL_SHIFT: u32 = 7 - VISITED.trailing_zeros();

/// The high bit of each byte where two words agree. No byte has its own high bit.
fn equal(these: u64, those: u64) -> u64 {
    (HIGH - (these ^ those)) & HIGH
}
