//! The walk through the nodes.
//!
//! It tells two kinds of nodes apart. At a *doomed* node there is no tour, and a look at the board shows it.
//! All its children fail, so the order in which they are tried is of no consequence, and
//! [`Walk::fail_all_from`] goes through them in the order that is fastest. The others are *hopeful*: their
//! children are tried one by one in the move order. Nothing is left out at either kind. On 8×8 all
//! but a few nodes in ten thousand are doomed.

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
        let mut forks = Forks::none();
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
                failed = self.fail_all_from(square, unvisited, failed, &mut forks, &mut toll)?;
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

    /// Visits the doomed node on `square` and all nodes below it, and adds them to `failed`.
    ///
    /// Children without children of their own are counted where they stand; the others are visited. There
    /// is no way back up the path node by node: the stack holds only the *forks*, the nodes where another
    /// child waits to be visited. The loop has no branch that depends on the position, for a processor could
    /// not predict it: it costs more to go the wrong way once than to go round.
    #[inline(always)]
    fn fail_all_from(
        &self,
        square: usize,
        unvisited: Squares<WORDS>,
        failed: u64,
        forks: &mut Forks<WORDS>,
        toll: &mut Toll,
    ) -> Result<u64, Stop> {
        let mut top = 0;
        let mut unvisited = unvisited;
        let targets = self.grid.neighbours[square] & unvisited;
        let mut waiting = targets & self.grid.spread(unvisited);
        let mut failed = failed + 1 + targets.len();
        loop {
            let dead_end = waiting.is_empty();
            unvisited = Squares::select(dead_end, forks.unvisited[top], unvisited);
            waiting = Squares::select(dead_end, forks.waiting[top], waiting);
            if waiting.is_empty() {
                toll.pay(failed)?;
                return Ok(failed);
            }
            top -= usize::from(dead_end);

            let others = waiting.without_first();
            forks.unvisited[top + 1] = unvisited;
            forks.waiting[top + 1] = others;
            top += usize::from(!others.is_empty());

            unvisited = unvisited ^ waiting.only_first();
            let targets = self.grid.neighbours[waiting.first()] & unvisited;
            waiting = targets & self.grid.spread(unvisited);
            failed += targets.len();
            toll.pay(failed)?;
        }
    }
}

/// The nodes below a doomed node that have children waiting to be visited, from place 1 on. At place 0 there
/// is none, and nothing waits.
struct Forks<const WORDS: usize> {
    unvisited: PerSquare<Squares<WORDS>, WORDS>,
    waiting: PerSquare<Squares<WORDS>, WORDS>,
}

impl<const WORDS: usize> Forks<WORDS> {
    #[inline(always)]
    fn none() -> Self {
        Forks {
            unvisited: PerSquare::filled(Squares::EMPTY),
            waiting: PerSquare::filled(Squares::EMPTY),
        }
    }
}

/// Where a walk pays for the nodes that failed: it stops the walk when the budget is spent, and lets the
/// pulse stop it now and then.
struct Toll<'a, 'b> {
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
    fn pay(&mut self, failed: u64) -> Result<(), Stop> {
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
