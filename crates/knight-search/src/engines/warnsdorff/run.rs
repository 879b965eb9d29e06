//! Runs by Warnsdorff's rule: with backtracking, or up to the first dead end.

use crate::answer::{Answer, Outcome};
use crate::engines::warnsdorff::bordered_board::{At, BorderedBoard};
use crate::engines::warnsdorff::ranking::{Children, RankedMoves};
use crate::engines::warnsdorff::tie_breaker::TieBreaker;
use knight_board::{Interrupted, Problem, SearchProgress, Square};

/// Nodes between two calls of the progress: about a millisecond.
const PROGRESS_INTERVAL: u64 = 1 << 15;

/// Searches; see [`search`](crate::engines::warnsdorff::search).
pub(super) fn search(
    problem: &Problem,
    board: BorderedBoard,
    mut ties: TieBreaker,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    // Of each node of the path.
    let mut untried: Vec<RankedMoves> = Vec::with_capacity(problem.board.area());
    let dead_end = Outcome::None;
    walk(problem, board, progress, ties.looks_ahead(), dead_end, |board, at, children, path| {
        ties.arrive(at.place);
        untried.push(children.ranked(&ties, board, at));
        ties.ranked(board.legal_moves(at.place).into());
        // Goes back to the last node with an untried child; there is none if the whole space is
        // searched.
        loop {
            let at = board.at(*path.last()?);
            if let Some(turn) = untried.last_mut()?.take_next() {
                return Some(board.target(at, turn));
            }
            board.leave(at.place);
            ties.leave(at.place);
            path.pop();
            untried.pop();
        }
    })
}

/// Runs until a tour or the first dead end; see
/// [`run_greedily`](crate::engines::warnsdorff::run_greedily).
pub(super) fn run_greedily(
    problem: &Problem,
    board: BorderedBoard,
    ties: TieBreaker,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let dead_end = Outcome::Stuck;
    // Ties by the order are the most common, and have a copy of the loop for themselves.
    match ties {
        TieBreaker::First => {
            walk(problem, board, progress, false, dead_end, |board, at, children, _| {
                Some(board.target(at, children.first()?))
            })
        }
        mut ties => {
            let looks_ahead = ties.looks_ahead();
            walk(problem, board, progress, looks_ahead, dead_end, |board, at, children, _| {
                ties.arrive(at.place);
                let turn = children.best(&ties, board, at)?;
                ties.ranked(board.legal_moves(at.place).into());
                Some(board.target(at, turn))
            })
        }
    }
}

/// Goes from node to node, until a tour or until `next` gives none. `next` is asked after each node
/// that does not complete a tour, with its children and the path; it may go back on the path.
#[inline(always)]
fn walk(
    problem: &Problem,
    mut board: BorderedBoard,
    progress: &mut SearchProgress,
    looks_ahead: bool,
    dead_end: Outcome,
    mut next: impl FnMut(&mut BorderedBoard, At, &Children, &mut Vec<Square>) -> Option<At>,
) -> Result<Answer, Interrupted> {
    let (limit, area) = (problem.budget.limit(), problem.board.area());
    let mut path = Vec::with_capacity(area);
    let mut at = board.at(problem.start);
    let (mut checks, mut nodes) = (0u64, 0u64);
    let outcome = loop {
        let children = Children::visit(&mut board, at.place);
        nodes += 1;
        path.push(at.square);
        if path.len() == area && problem.goal.is_met(problem.start, at.square) {
            break Outcome::Tour;
        }
        checks += 8 + 8 * u64::from(board.legal_moves(at.place));
        if looks_ahead {
            checks += 8 * children.onward_of_ties();
        }
        if limit.is_some_and(|limit| u128::from(checks) > limit) {
            break Outcome::Budget;
        }
        if nodes.is_multiple_of(PROGRESS_INTERVAL) && progress(checks).is_break() {
            return Err(Interrupted);
        }
        match next(&mut board, at, &children, &mut path) {
            Some(child) => at = child,
            None => break dead_end,
        }
    };
    Ok(Answer {
        outcome,
        checks: limit.filter(|_| outcome == Outcome::Budget).unwrap_or(checks.into()),
        nodes: (outcome != Outcome::Budget).then_some(nodes.into()),
        tour: (outcome == Outcome::Tour).then_some(path),
    })
}
