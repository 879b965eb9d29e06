//! What tests of counts share.

use std::ops::ControlFlow;

use crate::{Counted, FrontierPlan, Limits, SpillSpace, WalkGraph, elimination_order};
use knight_board::bitboard::{KnightGraph, SquareSet};

/// A plan for all squares of a board, from a start.
pub(crate) fn plan(board: &str, start: usize, counted: Counted) -> FrontierPlan {
    let graph = KnightGraph::<1>::new(board.parse().unwrap());
    let graph = WalkGraph::new(&graph, SquareSet::only(start), graph.all(), &|_| 1);
    let order = elimination_order(&graph, &mut || Ok(())).unwrap();
    FrontierPlan::new(&graph, &order, counted).unwrap()
}

/// What a count may use besides time.
pub(crate) struct Room<'a> {
    pub bytes: usize,
    pub spill: Option<&'a dyn SpillSpace>,
    pub most_cuts: usize,
    pub parallel_states: usize,
}

/// What is seen of a count: the most states and the most bytes after a step, and the steps.
#[derive(Default)]
pub(crate) struct Most {
    pub states: usize,
    pub bytes: usize,
    pub steps: usize,
}

impl Room<'static> {
    /// Bytes alone, for one thread.
    pub(crate) fn of(bytes: usize) -> Room<'static> {
        Room { bytes, spill: None, most_cuts: 0, parallel_states: usize::MAX }
    }
}

impl Room<'_> {
    /// What `run` finds within these limits.
    pub(crate) fn count<T>(&self, run: impl FnOnce(&mut Limits) -> T) -> (T, Most) {
        let mut most = Most::default();
        let Room { bytes, spill, most_cuts, parallel_states } = *self;
        let found = run(&mut Limits {
            bytes,
            spill,
            most_cuts,
            parallel_states,
            threads: &|| 2,
            on_step: &mut |status| {
                most.states = most.states.max(status.states);
                most.bytes = most.bytes.max(status.bytes);
                most.steps += 1;
            },
            cap: u128::MAX,
            progress: &mut |_| ControlFlow::Continue(()),
        });
        (found, most)
    }
}
