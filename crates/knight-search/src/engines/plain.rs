//! The literal recursion, written as the paper writes it: the reference for every engine.
//!
//! It counts each check as it makes it and knows no shortcut. It is slow and recurses once a
//! square, so it is for tests and comparisons on small boards, not for experiments.

use crate::answer::{Answer, Outcome};
use knight_board::{Problem, Square};

/// Searches by plain recursion (paper §IV), one check after another.
///
/// ```
/// use knight_search::engines::plain;
/// use knight_search::{Board, Budget, Goal, MoveOrder, Problem};
/// let board = Board::new(5, 5).unwrap();
/// let problem = Problem {
///     board,
///     start: board.parse_square("1,1").unwrap(),
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// assert_eq!(plain::search(&problem).checks, 70_624);
/// ```
pub fn search(problem: &Problem) -> Answer {
    let mut recursion = Recursion {
        problem,
        visited: vec![false; problem.board.area()],
        path: Vec::with_capacity(problem.board.area()),
        checks: 0,
        nodes: 0,
    };
    let outcome = match recursion.solve(problem.start) {
        Solve::Found => Outcome::Tour,
        Solve::Failed => Outcome::None,
        Solve::OutOfBudget => Outcome::Budget,
    };
    Answer {
        outcome,
        checks: recursion.checks,
        nodes: (outcome != Outcome::Budget).then_some(recursion.nodes),
        tour: (outcome == Outcome::Tour).then_some(recursion.path),
    }
}

struct Recursion<'a> {
    problem: &'a Problem,
    visited: Vec<bool>,
    path: Vec<Square>,
    checks: u128,
    nodes: u128,
}

enum Solve {
    Found,
    Failed,
    OutOfBudget,
}

impl Recursion<'_> {
    /// The paper's `solve`: places the knight on a square and tries to continue from there.
    fn solve(&mut self, square: Square) -> Solve {
        let board = self.problem.board;
        self.nodes += 1;
        self.path.push(square);
        self.visited[board.index(square)] = true;
        if self.path.len() == board.area() && self.problem.goal.is_met(self.problem.start, square) {
            return Solve::Found;
        }
        for mv in self.problem.order.moves() {
            if self.problem.budget.limit() == Some(self.checks) {
                return Solve::OutOfBudget;
            }
            self.checks += 1;
            let next = board.target(square, mv);
            if let Some(next) = next.filter(|&next| !self.visited[board.index(next)]) {
                match self.solve(next) {
                    Solve::Failed => {}
                    end => return end,
                }
            }
        }
        self.visited[board.index(square)] = false;
        self.path.pop();
        Solve::Failed
    }
}
