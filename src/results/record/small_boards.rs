//! The size of every complete search of a small board.

use std::ops::ControlFlow;

use crate::experiment::plan::Job;
use crate::results::record::check::impossible;
use crate::results::record::{Record, RowFault, count_bounds};
use knight_search::engines::leap::{self, Tables};
use knight_search::walks::{self, CountMemory};
use knight_search::{Board, Budget, Family, Goal, Outcome, Square};

/// Facts about the searches from one square that take about a millisecond to compute.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallBoard {
    /// Nodes of the whole space.
    walks: u128,
    /// Whether an open tour begins at the square.
    has_tour: bool,
}

impl SmallBoard {
    /// Boards of up to this many squares are small.
    pub(super) const MOST_SQUARES: usize = 36;

    /// `None` if the board is not small.
    pub(super) fn new(board: Board, start: Square) -> Option<SmallBoard> {
        /// Much more than any of these counts takes, in bytes.
        const MEMORY: usize = 1 << 28;
        if board.area() > SmallBoard::MOST_SQUARES {
            return None;
        }
        let (goal, budget) = (Goal::Open, Budget::UNLIMITED);
        let family = Family { board, start, goal, budget };
        let memory = CountMemory::new(MEMORY, 1);
        let mut count_progress = || ControlFlow::Continue(());
        let walks = walks::on_board(board, start, &memory, &mut count_progress).ok()?;
        let mut progress = |_| ControlFlow::Continue(());
        let has_tour = leap::has_tour(&family, &Tables::new(MEMORY), &mut progress).ok()?;
        Some(SmallBoard { walks, has_tour })
    }

    /// Whether a row of a search from the square can be right.
    ///
    /// A search that finds no tour visits every walk once, whatever its order, goal and rule; one
    /// that finds a tour visits at most as many.
    pub(super) fn check(&self, record: &Record, job: &Job) -> Result<(), RowFault> {
        let (walks, board, start) = (self.walks, job.problem.board, job.problem.start);
        let nodes = record.nodes.unwrap_or_default();
        match record.outcome {
            Outcome::Tour if !self.has_tour => impossible(
                "outcome",
                record.outcome,
                format!("no tour of {board} begins at {start}"),
            ),
            Outcome::Tour if nodes > walks => {
                let why = format!("a search from {start} on {board} has at most {walks} nodes");
                impossible("nodes", nodes, why)
            }
            // For closed tours, the theorem has decided whether they exist.
            Outcome::None if self.has_tour && job.problem.goal == Goal::Open => impossible(
                "outcome",
                record.outcome,
                format!("a tour of {board} begins at {start}"),
            ),
            Outcome::None if !record.is_estimated() && nodes != walks => {
                let why = format!("the whole search from {start} on {board} has {walks} nodes");
                impossible("nodes", nodes, why)
            }
            Outcome::Budget if !job.method.rule.is_greedy() => {
                let most = count_bounds::checks(job, Outcome::None, walks).most();
                if record.budget.is_some_and(|budget| budget < most) {
                    return Ok(());
                }
                let why = format!("the whole search from {start} on {board} takes {most} checks");
                impossible("outcome", record.outcome, why)
            }
            _ => Ok(()),
        }
    }
}
