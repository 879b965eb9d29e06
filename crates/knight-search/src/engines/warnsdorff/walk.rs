//! The walk through the nodes, in either mode.

use crate::board::Square;
use crate::engines::warnsdorff::field::Field;
use crate::engines::warnsdorff::ranking::{Children, Ranking};
use crate::engines::warnsdorff::{
    End, Finding, Goal, Interrupted, Mode, Problem, SearchProgress, Ties,
};

/// Nodes between two pulses: about a millisecond.
const PROGRESS_INTERVAL: u64 = 1 << 15;

/// Searches; see [`crate::engines::warnsdorff::search`].
pub(super) fn walk(
    problem: &Problem,
    ties: Ties,
    mode: Mode,
    progress: &mut SearchProgress,
) -> Result<Finding, Interrupted> {
    let field = Field::new(problem.board, problem.order);
    let start = field.place(problem.start);
    let mut walk = Walk {
        ranking: Ranking::new(ties),
        start,
        goal: problem.goal,
        path: Vec::with_capacity(problem.board.area()),
        field,
        nodes: 0,
        checks: 0,
    };
    let end = walk.run(problem.budget.limit(), mode, progress)?;
    let out_of_budget = end == End::Budget;
    Ok(Finding { nodes: (!out_of_budget).then_some(walk.nodes.into()), checks: walk.checks, end })
}

struct Walk {
    field: Field,
    ranking: Ranking,
    start: usize,
    goal: Goal,
    /// The nodes from the start to the knight.
    path: Vec<Node>,
    nodes: u64,
    checks: u128,
}

struct Node {
    /// Where it is in the field, which has less than 2^32 places.
    place: u32,
    untried: Children,
}

impl Walk {
    fn run(
        &mut self,
        limit: Option<u128>,
        mode: Mode,
        progress: &mut SearchProgress,
    ) -> Result<End, Interrupted> {
        let mut place = self.start;
        loop {
            self.field.visit(place);
            self.nodes += 1;
            if self.completes_tour(place) {
                return Ok(End::Tour(self.squares_to(place)));
            }
            let (untried, checks) = self.ranking.expand(&self.field, place, mode);
            self.checks += u128::from(checks);
            if let Some(limit) = limit.filter(|&limit| self.checks > limit) {
                self.checks = limit;
                return Ok(End::Budget);
            }
            if self.nodes.is_multiple_of(PROGRESS_INTERVAL)
                && progress(self.checks as u64).is_break()
            {
                return Err(Interrupted);
            }
            self.path.push(Node { place: place as u32, untried });
            place = match (self.next_child(), mode) {
                (Some(child), _) => child,
                (None, Mode::Greedy) => {
                    let visited = self.path.len();
                    return Ok(End::Stuck { visited });
                }
                (None, Mode::Backtracking) => match self.back_to_next_child() {
                    Some(child) => child,
                    None => return Ok(End::None),
                },
            };
        }
    }

    /// Whether a knight on `place`, after the nodes of the path, has completed a tour.
    fn completes_tour(&self, place: usize) -> bool {
        let covers = self.path.len() + 1 == self.field.board().area();
        covers
            && match self.goal {
                Goal::Open => true,
                Goal::Closed => self.field.targets(place).contains(&self.start),
            }
    }

    fn squares_to(&self, last: usize) -> Vec<Square> {
        let places = self.path.iter().map(|node| node.place as usize);
        let places = places.chain([last]);
        places.map(|place| self.field.square(place)).collect()
    }

    /// Takes the next child of the last node of the path.
    fn next_child(&mut self) -> Option<usize> {
        let node = self.path.last_mut()?;
        let turn = node.untried.take_next()?;
        Some(self.field.target(node.place as usize, turn))
    }

    /// Gives up nodes from the end of the path until one has a child left; `None` if none has.
    fn back_to_next_child(&mut self) -> Option<usize> {
        loop {
            let failed = self.path.pop()?;
            self.field.leave(failed.place as usize);
            if let Some(child) = self.next_child() {
                return Some(child);
            }
        }
    }
}
