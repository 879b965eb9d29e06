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
