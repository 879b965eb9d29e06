//! The checks of the plain search one by one, to show how it works.

use knight_board::{Move, Problem, Square};

/// A step of the plain search: a check, or a return from a square without a continuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The squares on the path, the start included, when the step begins.
    pub depth: usize,
    /// The last of them.
    pub square: Square,
    /// What is done.
    pub done: Done,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// A check: a move leads off the board.
    OffBoard(Move),
    /// A check: a move leads to a visited square.
    Visited(Move, Square),
    /// A check: the knight is placed on the square to which a move leads.
    Placed(Move, Square),
    /// No check: no move is left, and the knight is taken back from the square.
    TakenBack,
}

impl Done {
    /// Whether it is a check.
    pub fn is_check(self) -> bool {
        self != Done::TakenBack
    }
}

/// The steps of the search with this many checks, or with all checks of a shorter one, as
/// [`plain`](crate::engines::plain) makes them.
///
/// ```
/// use knight_search::trace::{Done, first_steps};
/// use knight_search::{Board, Budget, Goal, MoveOrder, Problem, Square};
/// let problem = Problem {
///     board: Board::new(3, 3).unwrap(),
///     start: Square { row: 1, col: 1 },
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let steps = first_steps(&problem, 1);
/// assert!(matches!(steps[0].done, Done::Placed(_, Square { row: 2, col: 3 })));
/// ```
///
/// # Panics
/// If the start is off the board.
pub fn first_steps(problem: &Problem, checks: u64) -> Vec<Step> {
    let board = problem.board;
    assert!(board.contains(problem.start));
    let moves = problem.order.moves();
    let mut visited = vec![false; board.area()];
    visited[board.index(problem.start)] = true;
    // The squares of the path, and how many moves have been tried from each.
    let mut path = vec![(problem.start, 0)];
    let mut steps = Vec::new();
    let mut left = checks;
    loop {
        let depth = path.len();
        let Some((square, tried)) = path.last_mut() else { break };
        let square = *square;
        if depth == board.area() && problem.goal.is_met(problem.start, square) {
            break;
        }
        let Some(&mv) = moves.get(*tried) else {
            steps.push(Step { depth, square, done: Done::TakenBack });
            visited[board.index(square)] = false;
            path.pop();
            continue;
        };
        if left == 0 {
            break;
        }
        left -= 1;
        *tried += 1;
        let done = match board.target(square, mv) {
            None => Done::OffBoard(mv),
            Some(to) if visited[board.index(to)] => Done::Visited(mv, to),
            Some(to) => {
                visited[board.index(to)] = true;
                path.push((to, 0));
                Done::Placed(mv, to)
            }
        };
        steps.push(Step { depth, square, done });
    }
    steps
}

#[cfg(test)]
mod tests {
    use crate::engines::plain;
    use crate::trace::*;
    use knight_board::{Board, Budget, Goal, MoveOrder};

    #[test]
    fn the_steps_are_those_of_the_plain_search() {
        for (board, start, goal) in [
            ("5x5", "1,1", Goal::Open),
            ("3x4", "1,1", Goal::Open),
            ("3x4", "2,2", Goal::Open),
            ("4x4", "1,1", Goal::Open),
            ("3x4", "1,1", Goal::Closed),
            ("1x1", "1,1", Goal::Open),
        ] {
            let board: Board = board.parse().unwrap();
            let start = board.parse_square(start).unwrap();
            let budget = Budget::UNLIMITED;
            let problem = Problem { board, start, order: MoveOrder::FIG2, goal, budget };
            let answer = plain::search(&problem);
            let steps = first_steps(&problem, u64::MAX);
            let number =
                |is: fn(Done) -> bool| steps.iter().filter(|step| is(step.done)).count() as u128;
            assert_eq!(number(Done::is_check), answer.checks, "{board} {start}");
            let placed = number(|done| matches!(done, Done::Placed(..)));
            assert_eq!(Some(placed + 1), answer.nodes);
            let on_path = answer.tour.map_or(0, |tour| tour.len() as u128);
            assert_eq!(number(|done| done == Done::TakenBack), placed + 1 - on_path);
            let first = first_steps(&problem, 10);
            assert_eq!(first[..], steps[..first.len()]);
            let ten = first.iter().filter(|step| step.done.is_check()).count() as u128;
            assert_eq!(ten, answer.checks.min(10));
        }
    }
}
