//! The nodes below a dead node, all of which fail.
//!
//! The order of their visits does not matter, so it is the one that suits the processor:
//!
//! - Children without children of their own are counted, not visited.
//! - There is no way back up the path node by node. From a dead end the search continues at the
//!   last *fork*: a node of which another child waits to be visited.
//! - Whether a node is a dead end or a fork depends on the position, and a processor cannot predict
//!   it. A wrong guess would cost more than a visit, so these questions are answered without a
//!   branch.
//! - What is left is a chain of instructions each of which waits for the one before, and a
//!   processor can do several at once. So two searches run side by side, each in its own part of
//!   the tree.

use crate::engines::step::budget_meter::{BudgetMeter, Stopped};
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};

/// The memory for visits of all nodes below a dead one: the forks of two lanes.
pub(super) struct Memory<const WORDS: usize>([Forks<WORDS>; 2]);

impl<const WORDS: usize> Memory<WORDS> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Memory([Forks::none(), Forks::none()])
    }

    /// Visits all nodes below a dead node that has placed the knight on `square` and left
    /// `unvisited`.
    ///
    /// Takes the number of nodes that have failed and returns it with these included.
    ///
    /// # Errors
    /// [`Stopped`] by the meter.
    #[inline(always)]
    pub(super) fn fail_all_below(
        &mut self,
        graph: &KnightGraph<WORDS>,
        square: usize,
        unvisited: SquareSet<WORDS>,
        failed: u64,
        meter: &mut BudgetMeter,
    ) -> Result<u64, Stopped> {
        let [forks, other_forks] = &mut self.0;
        let mut one = Lane::idle(forks);
        let mut other = Lane::idle(other_forks);
        let mut failed = failed + one.look_around(graph, square, unvisited);
        loop {
            match (one.has_next(), other.has_next()) {
                (true, true) => failed += one.visit_next(graph) + other.visit_next(graph),
                (true, false) => {
                    failed += one.visit_next(graph);
                    one.share_with(&mut other);
                }
                (false, true) => {
                    failed += other.visit_next(graph);
                    other.share_with(&mut one);
                }
                (false, false) => {
                    meter.pay(failed)?;
                    return Ok(failed);
                }
            }
            meter.pay(failed)?;
        }
    }
}

/// One of the searches that run side by side.
struct Lane<'a, const WORDS: usize> {
    /// The squares unvisited at the present node.
    unvisited: SquareSet<WORDS>,
    /// The children of the present node that are still to be visited.
    waiting: SquareSet<WORDS>,
    /// The forks on the path to the present node: those in the places after `base`, up to `top`.
    forks: &'a mut Forks<WORDS>,
    base: usize,
    top: usize,
}

/// Nodes with children that wait to be visited; an unused place has no waiting children.
struct Forks<const WORDS: usize> {
    unvisited: PerSquare<SquareSet<WORDS>, WORDS>,
    waiting: PerSquare<SquareSet<WORDS>, WORDS>,
}

impl<const WORDS: usize> Forks<WORDS> {
    #[inline(always)]
    fn none() -> Self {
        Forks {
            unvisited: PerSquare::filled(SquareSet::EMPTY),
            waiting: PerSquare::filled(SquareSet::EMPTY),
        }
    }
}

impl<'a, const WORDS: usize> Lane<'a, WORDS> {
    /// A lane with nothing to visit. Place 0 of its forks must be unused and stays so.
    #[inline(always)]
    fn idle(forks: &'a mut Forks<WORDS>) -> Self {
        Lane { unvisited: SquareSet::EMPTY, waiting: SquareSet::EMPTY, forks, base: 0, top: 0 }
    }

    /// Continues at the last fork if the present node is a dead end. Returns whether there is a
    /// child to visit.
    #[inline(always)]
    fn has_next(&mut self) -> bool {
        let dead_end = self.waiting.is_empty();
        let (unvisited, waiting) = (self.forks.unvisited[self.top], self.forks.waiting[self.top]);
        self.unvisited = SquareSet::select(dead_end, unvisited, self.unvisited);
        self.waiting = SquareSet::select(dead_end, waiting, self.waiting);
        if self.waiting.is_empty() {
            (self.base, self.top) = (0, 0);
            return false;
        }
        self.top -= usize::from(dead_end);
        true
    }

    /// Visits the first waiting child, and leaves a fork behind if there are others. Returns the
    /// number of children of that child.
    #[inline(always)]
    fn visit_next(&mut self, graph: &KnightGraph<WORDS>) -> u64 {
        let others = self.waiting.without_first();
        self.forks.unvisited[self.top + 1] = self.unvisited;
        self.forks.waiting[self.top + 1] = others;
        self.top += usize::from(!others.is_empty());

        let unvisited = self.unvisited ^ self.waiting.only_first();
        self.look_around(graph, self.waiting.first(), unvisited)
    }

    /// Finds the children of the present node, and which of them are to be visited. Returns the
    /// number of children.
    #[inline(always)]
    fn look_around(
        &mut self,
        graph: &KnightGraph<WORDS>,
        square: usize,
        unvisited: SquareSet<WORDS>,
    ) -> u64 {
        let children = graph.neighbours(square) & unvisited;
        self.unvisited = unvisited;
        self.waiting = children & graph.spread(unvisited);
        children.len().into()
    }

    /// Hands the oldest fork, which mostly has the largest subtree, to a lane with nothing to
    /// visit.
    #[inline(always)]
    fn share_with(&mut self, idle: &mut Lane<WORDS>) {
        if self.base < self.top {
            self.base += 1;
            idle.unvisited = self.forks.unvisited[self.base];
            idle.waiting = self.forks.waiting[self.base];
            self.forks.waiting[self.base] = SquareSet::EMPTY;
        }
    }
}
