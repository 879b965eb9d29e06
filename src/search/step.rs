//! The literal search: every check is performed, iteratively.

use super::{Answer, Goal, Interrupted, Problem, Pulse};
use crate::board::{Board, Square};

/// The longest side of a board that this engine searches, in squares.
pub const MAX_SIDE: u16 = 16;

/// Whether this engine can search the board.
pub fn supports(board: Board) -> bool {
    board.rows() <= MAX_SIDE && board.cols() <= MAX_SIDE
}

/// Searches by stepping through every node.
///
/// # Errors
/// [`Interrupted`] if `pulse` breaks.
///
/// # Panics
/// If the board is not [`supports`]ed or the start is off it.
pub fn search(problem: &Problem, pulse: &mut Pulse) -> Result<Answer, Interrupted> {
    let board = problem.board;
    assert!(supports(board) && board.contains(problem.start));
    let moves = problem.order.moves();
    let mut visited = vec![false; board.area()];
    let mut path: Vec<(Square, usize)> = vec![(problem.start, 0)];
    visited[board.index(problem.start)] = true;
    let mut failed: u128 = 0;
    let limit = problem.budget.limit().unwrap_or(u128::MAX / 16);
    loop {
        let depth = path.len();
        let Some((square, tried)) = path.last_mut() else {
            return Ok(Answer::exhausted(problem, failed));
        };
        if depth == board.area() && *tried == 0 {
            let closes = board.neighbours(*square).any(|s| s == problem.start);
            if problem.goal == Goal::Open || closes {
                let tour = path.iter().map(|(s, _)| *s).collect();
                return Ok(Answer::found(problem, failed, tour));
            }
        }
        if *tried == 8 {
            visited[board.index(*square)] = false;
            path.pop();
            failed += 1;
            if failed * 8 > limit {
                return Ok(Answer::out_of_budget(limit));
            }
            if failed.is_multiple_of(1 << 16) && pulse(failed as u64 * 8).is_break() {
                return Err(Interrupted);
            }
            continue;
        }
        let mv = moves[*tried];
        *tried += 1;
        if let Some(next) = board
            .target(*square, mv)
            .filter(|&s| !visited[board.index(s)])
        {
            visited[board.index(next)] = true;
            path.push((next, 0));
        }
    }
}
