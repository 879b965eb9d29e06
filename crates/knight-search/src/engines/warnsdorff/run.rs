//! Runs by Warnsdorff's rule: with backtracking, or up to the first dead end.

use crate::answer::{Answer, Outcome};
use crate::engines::warnsdorff::Ties;
use crate::engines::warnsdorff::bordered_board::{At, BorderedBoard};
use crate::engines::warnsdorff::ranking::{Children, RankedMoves};
use crate::engines::warnsdorff::tie_breaker::TieBreaker;
use knight_board::{Interrupted, Problem, SearchProgress, Square};

/// Nodes between two calls of the progress: about a millisecond.
const PROGRESS_INTERVAL: u64 = 1 << 15;

/// Searches by Warnsdorff's rule with backtracking, on boards of any size, without recursion.
///
/// The seed is for ties at random.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the start is off the board, or if the board is not square with [`Ties::SquirrelCull`].
pub fn search(
    problem: &Problem,
    ties: Ties,
    seed: u64,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let (board, mut ties) = prepared(problem, ties, seed);
    // Of each node of the path.
    let mut untried: Vec<RankedMoves> = Vec::with_capacity(problem.board.area());
    let dead_end = Outcome::None;
    walk(problem, board, progress, ties.looks_ahead(), dead_end, |board, mut at, children, path| {
        ties.arrive(at.place);
        untried.push(children.ranked(&ties, board, at));
        ties.ranked(board.legal_moves(at.place).into());
        // Goes back to the last node with an untried child; there is none if the whole space is
        // searched.
        loop {
            if let Some(turn) = untried.last_mut()?.take_next() {
                return Some(board.target(at, turn));
            }
            board.leave(at.place);
            ties.leave(at.place);
            path.pop();
            untried.pop();
            at = board.at(*path.last()?);
        }
    })
}

/// Runs by Warnsdorff's rule to a tour or to the first dead end, where the outcome is
/// [`Outcome::Stuck`].
///
/// A run that finds a tour performs the same checks as [`search`]. It takes time and memory linear
/// in the squares of the board. The nodes of a run that got stuck are the squares visited.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::engines::warnsdorff::{self, Ties};
/// use knight_search::{Board, Budget, Goal, MoveOrder, Problem, Tour};
/// let board = Board::new(8, 8).unwrap();
/// let problem = Problem {
///     board,
///     start: board.parse_square("1,1").unwrap(),
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let mut progress = |_| ControlFlow::Continue(());
/// let answer = warnsdorff::run_greedily(&problem, Ties::First, 0, &mut progress).unwrap();
/// assert!(Tour::new(board, answer.tour.unwrap()).is_ok());
/// ```
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// As [`search`].
pub fn run_greedily(
    problem: &Problem,
    ties: Ties,
    seed: u64,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let (board, ties) = prepared(problem, ties, seed);
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

fn prepared(problem: &Problem, ties: Ties, seed: u64) -> (BorderedBoard, TieBreaker) {
    let (board, start) = (problem.board, problem.start);
    assert!(board.contains(start), "start {start} is off the {board} board");
    let is_square = board.rows() == board.cols();
    assert!(is_square || ties != Ties::SquirrelCull, "{board} is not square");
    let bordered = BorderedBoard::new(board, problem.order);
    let ties = TieBreaker::new(ties, seed, problem, &bordered);
    (bordered, ties)
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
