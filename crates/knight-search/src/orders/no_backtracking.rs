//! Searches that find a tour at the first attempt (paper §VII.B).

use rayon::prelude::*;

use crate::answer::Outcome;
use crate::engines::step;
use knight_board::{Board, Budget, Goal, Interrupted, MoveOrder, Problem, StopRequest};

/// Over all starts of a board and all orders: how many searches find an open tour without a failed
/// node, and the number of all searches.
///
/// # Errors
/// [`Interrupted`] soon after `stop` is requested.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares.
pub fn runs_without_backtracking(
    board: Board,
    stop: &StopRequest,
) -> Result<(u64, u64), Interrupted> {
    let squares = board.area() as u64;
    // Such a search makes area − 1 moves of at most 8 tries each; a single square takes no move.
    let budget = Budget::checks(8 * (u128::from(squares) - 1)).unwrap_or(Budget::UNLIMITED);
    let is_perfect = |start, order| {
        // Most searches are too short to call the progress.
        if stop.check().is_break() {
            return Err(Interrupted);
        }
        let problem = Problem { board, start, order, goal: Goal::Open, budget };
        let answer = step::search(&problem, &mut |_| stop.check())?;
        Ok(answer.outcome == Outcome::Tour && answer.nodes == Some(squares.into()))
    };
    let from = |place: usize| {
        let start = board.square(place);
        MoveOrder::all().try_fold(0, |sum, order| Ok(sum + u64::from(is_perfect(start, order)?)))
    };
    let perfect = (0..board.area()).into_par_iter().map(from).try_reduce(|| 0, |a, b| Ok(a + b))?;
    Ok((perfect, squares * u64::from(MoveOrder::COUNT)))
}

#[cfg(test)]
mod tests {
    use crate::orders::no_backtracking::*;

    #[test]
    fn runs_without_backtracking_are_counted_where_there_are_some() {
        let count = |size: &str| {
            runs_without_backtracking(size.parse().unwrap(), &StopRequest::new()).unwrap()
        };
        assert_eq!(count("1x1"), (40_320, 40_320));
        assert_eq!(count("3x3"), (0, 9 * 40_320));
        let (found, of) = count("3x4");
        assert!(found > 0 && found < of);
        assert_eq!(count("5x5").0, 16);
    }

    #[test]
    #[ignore = "ten million searches"]
    fn larger_boards_have_few_such_runs() {
        for (size, runs) in [("6x8", 16), ("8x8", 0), ("8x9", 4), ("8x10", 8)] {
            let stop = StopRequest::new();
            let (found, _) = runs_without_backtracking(size.parse().unwrap(), &stop).unwrap();
            assert_eq!(found, runs, "{size}");
        }
    }

    #[test]
    fn a_stop_interrupts() {
        let stop = StopRequest::new();
        stop.escalate();
        let found = runs_without_backtracking("8x8".parse().unwrap(), &stop);
        assert_eq!(found, Err(Interrupted));
    }
}
