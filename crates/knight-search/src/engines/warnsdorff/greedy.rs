//! A greedy run: it never goes back, so it keeps nothing of a node except its square.

use crate::answer::{Answer, Outcome};
use crate::board::{Move, Square, tour};
use crate::engines::warnsdorff::Ties;
use crate::engines::warnsdorff::bordered_board::{BorderedBoard, VISITED};
use crate::engines::warnsdorff::run::PROGRESS_INTERVAL;
use crate::engines::warnsdorff::tie_breaker::{Child, TieBreaker};
use crate::error::Interrupted;
use crate::problem::{Goal, Problem};
use crate::stop::SearchProgress;

/// Runs until a tour or the first dead end; see [`search`](crate::engines::warnsdorff::search).
pub(super) fn run(
    problem: &Problem,
    ties: Ties,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let mut board = BorderedBoard::new(problem.board, problem.order);
    let mut ties = TieBreaker::new(ties, problem, &board);
    let deltas = problem.order.moves().map(Move::delta);
    let (limit, area) = (problem.budget.limit(), problem.board.area());
    let mut path = Vec::with_capacity(area);
    let (mut square, mut place) = (problem.start, board.place(problem.start));
    let mut checks: u64 = 0;
    let outcome = loop {
        let children = Children::of(board.visit_and_look(place));
        path.push(square);
        if path.len() == area && meets_goal(problem, square) {
            break Outcome::Tour;
        }
        checks += children.checks(ties.looks_ahead());
        if limit.is_some_and(|limit| u128::from(checks) > limit) {
            break Outcome::Budget;
        }
        if (path.len() as u64).is_multiple_of(PROGRESS_INTERVAL) && progress(checks).is_break() {
            return Err(Interrupted);
        }
        if children.legal == 0 {
            break Outcome::Stuck;
        }
        let turn = next_turn(&mut ties, &board, place, &children);
        place = board.target(place, turn);
        square = moved(square, deltas[turn]);
    };
    Ok(Answer {
        outcome,
        checks: limit.filter(|_| outcome == Outcome::Budget).unwrap_or(checks.into()),
        nodes: (outcome != Outcome::Budget).then_some(path.len() as u128),
        tour: (outcome == Outcome::Tour).then_some(path),
    })
}

/// Whether a path that covers the board and ends here is what is searched for.
fn meets_goal(problem: &Problem, last: Square) -> bool {
    problem.goal == Goal::Open || tour::is_knight_move(last, problem.start)
}

/// The square a legal move away.
fn moved(from: Square, (row, col): (i8, i8)) -> Square {
    Square {
        row: from.row.wrapping_add_signed(row.into()),
        col: from.col.wrapping_add_signed(col.into()),
    }
}

/// The move, by its place in the order, to the child that goes first.
#[inline]
fn next_turn(
    ties: &mut TieBreaker,
    board: &BorderedBoard,
    place: usize,
    children: &Children,
) -> usize {
    ties.arrive(place);
    let mut turn = children.fewest.trailing_zeros() as usize;
    if !children.fewest.is_power_of_two() && !matches!(ties, TieBreaker::First) {
        let mut least = u64::MAX;
        let mut tying = children.fewest;
        while tying != 0 {
            let child = children.child(board, place, tying.trailing_zeros());
            let key = ties.key(board, child);
            if key < least {
                (turn, least) = (child.turn, key);
            }
            tying &= tying - 1;
        }
    }
    ties.ranked(children.legal.count_ones());
    turn
}

/// The children of a node as sets of bits: move number `i` of the order is bit `i`.
struct Children {
    onward: [u8; 8],
    legal: u32,
    /// Those with the fewest onward moves; if there is no legal one, any.
    fewest: u32,
}

impl Children {
    /// Without a branch that depends on the position, which a processor could not predict.
    #[inline]
    fn of(onward: [u8; 8]) -> Children {
        let fewest = onward.into_iter().fold(u8::MAX, u8::min);
        let set = |is_in: &dyn Fn(u8) -> bool| {
            (0..8).fold(0, |set, turn| set | u32::from(is_in(onward[turn])) << turn)
        };
        Children {
            onward,
            legal: set(&|onward| onward < VISITED),
            fewest: set(&|onward| onward == fewest),
        }
    }

    fn child(&self, board: &BorderedBoard, place: usize, turn: u32) -> Child {
        let before = self.legal & ((1 << turn) - 1);
        let turn = turn as usize;
        Child { turn, number: before.count_ones().into(), place: board.target(place, turn) }
    }

    /// The checks of expanding the node.
    #[inline]
    fn checks(&self, looks_ahead: bool) -> u64 {
        let once = 8 + 8 * u64::from(self.legal.count_ones());
        if !looks_ahead {
            return once;
        }
        let ties = |&&onward: &&u8| {
            onward < VISITED && self.onward.iter().filter(|&&other| other == onward).count() > 1
        };
        once + 8 * self.onward.iter().filter(ties).map(|&onward| u64::from(onward)).sum::<u64>()
    }
}
