//! What tests of several files share.

use std::ops::ControlFlow;

use crate::spill_space::SpillSpace;
use crate::{
    CountStatus, Counted, FrontierPlan, Limits, OrderEffort, WalkGraph, elimination_order,
};
use knight_board::Board;

/// A plan for a whole board, from the square of an index or with two free ends.
pub(crate) fn plan_of(board: &str, start: Option<usize>, counted: Counted) -> FrontierPlan {
    let board: Board = board.parse().unwrap();
    let graph = WalkGraph::of_board(board, start.map(|index| board.square(index)));
    let order = elimination_order(&graph, OrderEffort::Usual, &mut || Ok(())).unwrap();
    FrontierPlan::new(&graph, &order, counted).unwrap()
}

/// What `run` finds within these bytes, with so many cuts and threads, the most bytes after a
/// step, and how it goes on.
pub(crate) fn within<T>(
    bytes: usize,
    spill: Option<&dyn SpillSpace>,
    most_cuts: usize,
    threads: usize,
    run: impl FnOnce(&mut Limits) -> T,
) -> (T, usize, Vec<CountStatus>) {
    let mut seen: Vec<CountStatus> = Vec::new();
    let found = run(&mut Limits {
        bytes,
        spill,
        most_cuts,
        parallel_states: 1 << 14,
        threads: &|| threads,
        on_step: &mut |status| seen.push(status),
        cap: u128::MAX,
        progress: &mut |_| ControlFlow::Continue(()),
    });
    (found, seen.iter().map(|status| status.bytes).max().unwrap_or(0), seen)
}

/// How often a count begins.
pub(crate) fn beginnings(seen: &[CountStatus]) -> usize {
    seen.iter().filter(|status| status.step == 1).count()
}
