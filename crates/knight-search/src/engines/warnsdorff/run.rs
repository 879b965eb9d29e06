//! A search by Warnsdorff's rule with backtracking.

use crate::answer::{Answer, Outcome};
use crate::engines::warnsdorff::bordered_board::BorderedBoard;
use crate::engines::warnsdorff::ranking::{RankedMoves, expand};
use crate::engines::warnsdorff::tie_breaker::TieBreaker;
use knight_board::{Goal, Interrupted, Problem, SearchProgress, Square};

/// Nodes between two calls of the progress: about a millisecond.
pub(super) const PROGRESS_INTERVAL: u64 = 1 << 15;

/// Searches; see [`search`](crate::engines::warnsdorff::search).
pub(super) fn run(
    problem: &Problem,
    board: BorderedBoard,
    ties: TieBreaker,
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let mut run = RuleSearch {
        ties,
        start: board.place(problem.start),
        goal: problem.goal,
        path: Vec::with_capacity(problem.board.area()),
        board,
        nodes: 0,
        checks: 0,
    };
    let outcome = run.search(problem.budget.limit(), progress)?;
    Ok(Answer {
        outcome,
        checks: run.checks,
        nodes: (outcome != Outcome::Budget).then_some(run.nodes.into()),
        tour: (outcome == Outcome::Tour).then(|| run.squares()),
    })
}

struct RuleSearch {
    board: BorderedBoard,
    ties: TieBreaker,
    start: usize,
    goal: Goal,
    /// The expanded nodes from the start to the knight; of a tour all nodes.
    path: Vec<Node>,
    nodes: u64,
    checks: u128,
}

struct Node {
    /// Its place on the bordered board, which has less than 2^32 places.
    place: u32,
    untried: RankedMoves,
}

impl RuleSearch {
    fn search(
        &mut self,
        limit: Option<u128>,
        progress: &mut SearchProgress,
    ) -> Result<Outcome, Interrupted> {
        let mut place = self.start;
        loop {
            self.board.visit(place);
            self.nodes += 1;
            if self.completes_tour(place) {
                self.path.push(Node { place: place as u32, untried: RankedMoves::NONE });
                return Ok(Outcome::Tour);
            }
            let (untried, checks) = expand(&mut self.ties, &self.board, place);
            self.checks += u128::from(checks);
            if let Some(limit) = limit.filter(|&limit| self.checks > limit) {
                self.checks = limit;
                return Ok(Outcome::Budget);
            }
            if self.nodes.is_multiple_of(PROGRESS_INTERVAL)
                && progress(self.checks as u64).is_break()
            {
                return Err(Interrupted);
            }
            self.path.push(Node { place: place as u32, untried });
            match self.next_child().or_else(|| self.backtrack()) {
                Some(child) => place = child,
                None => return Ok(Outcome::None),
            }
        }
    }

    /// Whether a knight on `place`, after the nodes of the path, has completed a tour.
    fn completes_tour(&self, place: usize) -> bool {
        let covers = self.path.len() + 1 == self.board.board().area();
        covers && self.goal.is_met(self.board.square(self.start), self.board.square(place))
    }

    /// The squares of the path.
    fn squares(&self) -> Vec<Square> {
        self.path.iter().map(|node| self.board.square(node.place as usize)).collect()
    }

    /// Takes the next child of the last node of the path.
    fn next_child(&mut self) -> Option<usize> {
        let node = self.path.last_mut()?;
        let turn = node.untried.take_next()?;
        Some(self.board.target(node.place as usize, turn))
    }

    /// Removes nodes from the end of the path until one has an untried child, and takes it; `None`
    /// if the whole space is searched.
    fn backtrack(&mut self) -> Option<usize> {
        loop {
            let failed = self.path.pop()?;
            self.board.leave(failed.place as usize);
            self.ties.leave(failed.place as usize);
            if let Some(child) = self.next_child() {
                return Some(child);
            }
        }
    }
}
