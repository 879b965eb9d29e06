//! Whether the two halves of the checks of a row can be right.

use std::ops::RangeInclusive;

use crate::experiment::plan::Job;
use crate::results::record::check::{contradiction, expect_optional};
use crate::results::record::count_bounds::numbers;
use crate::results::record::{Record, RowFault};
use knight_search::{Board, MoveOrder, Outcome, Square, Tour};

impl Record {
    /// Checks off the board and on visited squares are there if `splits`. Every other check is a
    /// move, which makes a node. Which part is off the board depends on the squares of the nodes.
    pub(super) fn check_split(
        &self,
        job: &Job,
        splits: bool,
        tour: Option<&Tour>,
    ) -> Result<(), RowFault> {
        let checks = self.checks.filter(|_| splits);
        let (Some(checks), Some(off_board), Some(visited)) =
            (checks, self.checks_off_board, self.checks_visited)
        else {
            let none: Option<u128> = None;
            return match checks {
                None => {
                    expect_optional("checks_off_board", self.checks_off_board, none)?;
                    expect_optional("checks_visited", self.checks_visited, none)
                }
                Some(_) if self.checks_off_board.is_none() => {
                    contradiction("checks_off_board", "missing", "a count")
                }
                Some(_) => contradiction("checks_visited", "missing", "a count"),
            };
        };
        if let Some(nodes) = self.nodes {
            let possible = off_board_of(job, self.outcome, nodes, tour);
            if !possible.contains(&off_board) {
                return contradiction("checks_off_board", off_board, numbers(&possible));
            }
        }
        // The checks that refuse a move.
        let refused = match self.nodes {
            Some(nodes) => exactly(checks - (nodes - 1)),
            None => 0..=checks,
        };
        let least = refused.start().saturating_sub(off_board);
        match refused.end().checked_sub(off_board) {
            None => contradiction("checks_off_board", off_board, numbers(&(0..=*refused.end()))),
            Some(most) if (least..=most).contains(&visited) => Ok(()),
            Some(most) => contradiction("checks_visited", visited, numbers(&(least..=most))),
        }
    }
}

fn exactly(count: u128) -> RangeInclusive<u128> {
    count..=count
}

/// The possible numbers of checks off the board in a finished search with this many nodes.
fn off_board_of(
    job: &Job,
    outcome: Outcome,
    nodes: u128,
    tour: Option<&Tour>,
) -> RangeInclusive<u128> {
    let (board, order) = (job.problem.board, job.problem.order);
    let of_node = |square: Square| off_board_before(board, order, square, order.moves().len());
    let least = board.squares().map(of_node).min().unwrap_or(0);
    let most = board.squares().map(of_node).max().unwrap_or(8);
    let (on_path, path) = match (outcome, tour) {
        (Outcome::Tour, Some(tour)) => (board.area() as u128, exactly(along(board, order, tour))),
        (Outcome::Tour, None) => (board.area() as u128, 0..=most * (board.area() as u128 - 1)),
        _ => (0, exactly(0)),
    };
    let failed = nodes - on_path;
    let (first, last) = path.into_inner();
    failed.saturating_mul(least).saturating_add(first)
        ..=failed.saturating_mul(most).saturating_add(last)
}

/// The moves off the board that were tried along a tour.
fn along(board: Board, order: MoveOrder, tour: &Tour) -> u128 {
    let leads_to = |from: Square, to: Square| {
        order.moves().iter().position(|&mv| board.target(from, mv) == Some(to)).unwrap_or(0)
    };
    let steps = tour.squares().windows(2);
    steps.map(|step| off_board_before(board, order, step[0], leads_to(step[0], step[1]))).sum()
}

/// How many of the first `tried` moves of an order lead from a square off the board.
fn off_board_before(board: Board, order: MoveOrder, square: Square, tried: usize) -> u128 {
    let tried = order.moves().into_iter().take(tried);
    tried.filter(|&mv| board.target(square, mv).is_none()).count() as u128
}
