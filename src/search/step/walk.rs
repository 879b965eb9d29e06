//! The walk through the nodes.
//!
//! It tells two kinds of nodes apart. At a *doomed* node there is no tour, and a look at the board shows it.
//! All its children fail, so the order in which they are tried is of no consequence, and
//! [`doomed`] goes through them in the order that is fastest. The others are *hopeful*: their
//! children are tried one by one in the move order. Nothing is left out at either kind. On 8×8 all
//! but a few nodes in ten thousand are doomed.

use super::doomed;
use super::grid::Grid;
use super::squares::{PerSquare, Squares};
use crate::search::{Goal, Problem, Pulse};

/// Failed nodes between two pulses: half a millisecond on 8×8, a few on 16×16.
const PULSE_INTERVAL: u64 = 1 << 18;

/// How a walk ended.
pub(super) enum End {
    /// With a tour after `failed` nodes had failed; its squares in order of visit, by their indices.
    Tour { failed: u64, squares: Vec<usize> },
    /// All its nodes failed.
    Exhausted { nodes: u64 },
}

/// Why a walk was stopped before its end.
pub(super) enum Stop {
    /// The nodes that failed cost more than the budget.
    OutOfBudget,
    /// The pulse broke.
    Interrupted,
}

/// Walks through the search space of a problem on a board of at most `64 · WORDS` squares.
#[inline(always)]
pub(super) fn walk<const WORDS: usize>(problem: &Problem, pulse: &mut Pulse) -> Result<End, Stop> {
    let grid = Grid::<WORDS>::new(problem.board);
    let start = problem.board.index(problem.start);
    let walk = Walk {
        tries: problem.order.moves().map(|mv| Try {
            step: grid.step_of(mv),
            origins: grid.origins(mv),
        }),
        last: match problem.goal {
            Goal::Open => grid.all,
            Goal::Closed => grid.neighbours[start],
        },
        grid: &grid,
    };
    walk.run(start, Toll::new(problem, pulse))
}

/// What stays the same during a walk.
struct Walk<'a, const WORDS: usize> {
    grid: &'a Grid<WORDS>,
    /// The eight moves in the order in which they are tried.
    tries: [Try<WORDS>; 8],
    /// The squares on which a tour may end.
    last: Squares<WORDS>,
}

/// A move, as it acts on indices.
struct Try<const WORDS: usize> {
    /// Added to the index of a square, modulo 256.
    step: u8,
    /// The squares from which the move stays on the board.
    origins: Squares<WORDS>,
}

/// A hopeful node of the path.
#[derive(Clone, Copy, Default)]
struct Node {
    square: u8,
    /// The legal moves not yet tried: bit `i` is the move in place `i` of the order.
    untried: u8,
}

impl<const WORDS: usize> Walk<'_, WORDS> {
    #[inline(always)]
    fn run(&self, start: usize, mut toll: Toll) -> Result<End, Stop> {
        let mut path = PerSquare::<_, WORDS>::filled(Node::default());
        let mut memory = doomed::Memory::new();
        let mut depth = 0;
        let mut failed = 0;
        let mut square = start;
        let mut unvisited = self.grid.all;
        loop {
            unvisited = unvisited ^ Squares::only(square);
            if unvisited.is_empty() && self.last.contains(square) {
                let path = (0..depth).map(|i| path[i].square.into());
                let squares = path.chain([square]).collect();
                return Ok(End::Tour { failed, squares });
            }
            if self.is_doomed(square, unvisited) {
                failed = doomed::fail_all_from(
                    self.grid,
                    square,
                    unvisited,
                    failed,
                    &mut memory,
                    &mut toll,
                )?;
                unvisited = unvisited | Squares::only(square);
            } else {
                let untried = self.legal_moves(square, unvisited);
                path[depth] = Node {
                    square: square as u8,
                    untried,
                };
                depth += 1;
            }
            while depth > 0 && path[depth - 1].untried == 0 {
                depth -= 1;
                unvisited = unvisited | Squares::only(path[depth].square.into());
                failed += 1;
                toll.pay(failed)?;
            }
            if depth == 0 {
                return Ok(End::Exhausted { nodes: failed });
            }
            let node = &mut path[depth - 1];
            let step = self.tries[node.untried.trailing_zeros() as usize].step;
            node.untried &= node.untried - 1;
            square = node.square.wrapping_add(step).into();
        }
    }

    /// Whether a look shows that no tour goes on from a knight on `square` through all of `unvisited`.
    ///
    /// Such a tour passes through each unvisited square but its last: it comes from one neighbour, the
    /// knight's own square included, and leaves to another. So there is none if two squares lack a second
    /// neighbour, and none if the squares on which it could end are all visited.
    #[inline(always)]
    fn is_doomed(&self, square: usize, unvisited: Squares<WORDS>) -> bool {
        let ahead = unvisited | Squares::only(square);
        let ends = unvisited & !self.grid.spread_twice(ahead);
        !ends.without_first().is_empty() || (unvisited & self.last).is_empty()
    }

    /// The moves from a square to unvisited ones: bit `i` is the move in place `i` of the order.
    #[inline(always)]
    fn legal_moves(&self, square: usize, unvisited: Squares<WORDS>) -> u8 {
        let mut legal = 0;
        for (place, Try { step, origins }) in self.tries.iter().enumerate() {
            let target = (square as u8).wrapping_add(*step).into();
            let is_legal = origins.contains(square) & unvisited.contains(target);
            legal |= u8::from(is_legal) << place;
        }
        legal
    }
}

/// Where a walk pays for the nodes that failed: it stops the walk when the budget is spent, and lets the
/// pulse stop it now and then.
pub(super) struct Toll<'a, 'b> {
    pulse: &'a mut Pulse<'b>,
    /// The most failed nodes that the budget allows.
    limit: u64,
    /// The number of failed nodes at which there is something to do.
    due: u64,
}

impl<'a, 'b> Toll<'a, 'b> {
    fn new(problem: &Problem, pulse: &'a mut Pulse<'b>) -> Self {
        let limit = problem
            .budget
            .limit()
            .map_or(u128::MAX, |checks| checks / 8);
        let limit = u64::try_from(limit).unwrap_or(u64::MAX - 1);
        Toll {
            pulse,
            limit,
            due: PULSE_INTERVAL.min(limit + 1),
        }
    }

    #[inline(always)]
    pub(super) fn pay(&mut self, failed: u64) -> Result<(), Stop> {
        if failed < self.due {
            Ok(())
        } else {
            self.pay_now(failed)
        }
    }

    #[cold]
    #[inline(never)]
    fn pay_now(&mut self, failed: u64) -> Result<(), Stop> {
        if failed > self.limit {
            return Err(Stop::OutOfBudget);
        }
        if (self.pulse)(failed.saturating_mul(8)).is_break() {
            return Err(Stop::Interrupted);
        }
        self.due = failed.saturating_add(PULSE_INTERVAL).min(self.limit + 1);
        Ok(())
    }
}
