//! The walk through the nodes.
//!
//! It tells two kinds of nodes apart. At a *doomed* node there is no tour, and a look at the board shows it.
//! All nodes below it fail, so the order in which they are tried is of no consequence, and [`dead_subtree`] visits
//! them in the order that is fastest. The others are *hopeful*: their children are tried one by one in the
//! move order. Nothing is left out at either kind. On 8×8 all but a few nodes in ten thousand are doomed.

use crate::bitboard::knight_graph::KnightGraph;
use crate::bitboard::square_set::{PerSquare, SquareSet};
use crate::board::Square;
use crate::budget::Budget;
use crate::engines::step::dead_subtree;
use crate::problem::{Goal, Problem};
use crate::stop::SearchProgress;

/// Failed nodes between two pulses: half a millisecond on 8×8, a few on 16×16.
const PROGRESS_INTERVAL: u64 = 1 << 18;

/// How a walk ended.
pub(crate) enum End {
    /// With a tour after `failed` nodes had failed; its squares in order of visit.
    Tour { failed: u64, squares: Vec<Square> },
    /// All its nodes failed.
    Exhausted { nodes: u64 },
}

/// Why a walk was stopped before its end.
pub(crate) enum Stop {
    /// The nodes that failed cost more than this budget, in checks.
    OutOfBudget(u128),
    /// The progress broke.
    Interrupted,
}

/// Walks through the search space of a problem on a board of at most `64 · WORDS` squares.
#[inline(always)]
pub(crate) fn walk<const WORDS: usize>(
    problem: &Problem,
    progress: &mut SearchProgress,
) -> Result<End, Stop> {
    let grid = KnightGraph::<WORDS>::new(problem.board);
    let start = grid.index(problem.start);
    let walk = Walk {
        tries: problem
            .order
            .moves()
            .map(|mv| Try { step: grid.step_of(mv), origins: grid.origins(mv) }),
        last: match problem.goal {
            Goal::Open => grid.all(),
            Goal::Closed => grid.neighbours(start),
        },
        grid: &grid,
    };
    walk.run(start, Toll::new(problem.budget, progress))
}

/// What stays the same during a walk.
struct Walk<'a, const WORDS: usize> {
    grid: &'a KnightGraph<WORDS>,
    /// The eight moves in the order in which they are tried.
    tries: [Try<WORDS>; 8],
    /// The squares on which a tour may end.
    last: SquareSet<WORDS>,
}

/// A move, as it acts on indices.
struct Try<const WORDS: usize> {
    /// Added to the index of a square, modulo 256.
    step: u8,
    /// The squares from which the move stays on the board.
    origins: SquareSet<WORDS>,
}

/// The hopeful nodes from the start to the knight.
struct Path<const WORDS: usize> {
    nodes: PerSquare<Node, WORDS>,
    length: usize,
}

/// A hopeful node.
#[derive(Clone, Copy, Default)]
struct Node {
    square: u8,
    /// The legal moves not yet tried: bit `i` is the move in place `i` of the order.
    untried: u8,
}

impl<const WORDS: usize> Walk<'_, WORDS> {
    #[inline(always)]
    fn run(&self, start: usize, mut toll: Toll) -> Result<End, Stop> {
        let (grid, mut memory) = (self.grid, dead_subtree::Memory::new());
        let mut path = Path::<WORDS>::new();
        let mut failed = 0;
        let mut square = start;
        let mut unvisited = grid.all();
        loop {
            let here = SquareSet::only(square);
            unvisited = unvisited ^ here;
            if unvisited.is_empty() && self.last.contains(square) {
                let squares = path.squares().chain([square]).map(|index| grid.square(index));
                let squares = squares.collect();
                return Ok(End::Tour { failed, squares });
            }
            if self.is_doomed(square, unvisited) {
                failed += 1;
                failed = dead_subtree::fail_all_below(
                    grid,
                    square,
                    unvisited,
                    failed,
                    &mut memory,
                    &mut toll,
                )?;
                unvisited |= here;
            } else {
                path.push(square, self.legal_moves(square, unvisited));
            }
            square = loop {
                let Some(node) = path.last() else {
                    return Ok(End::Exhausted { nodes: failed });
                };
                if let Some(child) = self.next_child(node) {
                    break child;
                }
                unvisited |= SquareSet::only(node.square.into());
                path.pop();
                failed += 1;
                toll.pay(failed)?;
            };
        }
    }

    /// Takes the first move that a node has not tried; the square that it leads to.
    #[inline(always)]
    fn next_child(&self, node: &mut Node) -> Option<usize> {
        let try_now = self.tries.get(node.untried.trailing_zeros() as usize)?;
        node.untried &= node.untried - 1;
        Some(node.square.wrapping_add(try_now.step).into())
    }

    /// Whether a look shows that no tour goes on from a knight on `square` through all of `unvisited`.
    ///
    /// Such a tour passes through each unvisited square but its last: it comes from one neighbour, the
    /// knight's own square included, and leaves to another. So there is none if two squares lack a second
    /// neighbour, and none if the squares on which it could end are all visited.
    #[inline(always)]
    fn is_doomed(&self, square: usize, unvisited: SquareSet<WORDS>) -> bool {
        let ahead = unvisited | SquareSet::only(square);
        let ends = unvisited & !self.grid.spread_once_and_twice(ahead).1;
        !ends.without_first().is_empty() || (unvisited & self.last).is_empty()
    }

    /// The moves from a square to unvisited ones: bit `i` is the move in place `i` of the order.
    #[inline(always)]
    fn legal_moves(&self, square: usize, unvisited: SquareSet<WORDS>) -> u8 {
        let mut legal = 0;
        for (place, Try { step, origins }) in self.tries.iter().enumerate() {
            let target = (square as u8).wrapping_add(*step).into();
            let is_legal = origins.contains(square) & unvisited.contains(target);
            legal |= u8::from(is_legal) << place;
        }
        legal
    }
}

impl<const WORDS: usize> Path<WORDS> {
    #[inline(always)]
    fn new() -> Self {
        let nodes = PerSquare::filled(Node::default());
        Path { nodes, length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, square: usize, untried: u8) {
        let square = square as u8;
        self.nodes[self.length] = Node { square, untried };
        self.length += 1;
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.length -= 1;
    }

    #[inline(always)]
    fn last(&mut self) -> Option<&mut Node> {
        let last = self.length.checked_sub(1)?;
        Some(&mut self.nodes[last])
    }

    fn squares(&self) -> impl Iterator<Item = usize> {
        (0..self.length).map(|i| self.nodes[i].square.into())
    }
}

/// Where a walk pays for the nodes that failed: it is stopped when the budget is spent, and now and then the
/// progress may stop it.
pub(crate) struct Toll<'a, 'b> {
    progress: &'a mut SearchProgress<'b>,
    budget: Budget,
    /// The number of failed nodes at which there is something to do.
    due: u64,
}

impl<'a, 'b> Toll<'a, 'b> {
    fn new(budget: Budget, progress: &'a mut SearchProgress<'b>) -> Self {
        let mut toll = Toll { progress, budget, due: 0 };
        toll.due = toll.due_after(0);
        toll
    }

    /// Pays for all nodes that failed so far.
    ///
    /// # Errors
    /// [`Stop`] if the budget is exceeded or the progress breaks.
    #[inline(always)]
    pub(crate) fn pay(&mut self, failed: u64) -> Result<(), Stop> {
        if failed < self.due { Ok(()) } else { self.pay_now(failed) }
    }

    #[cold]
    #[inline(never)]
    fn pay_now(&mut self, failed: u64) -> Result<(), Stop> {
        let checks = 8 * u128::from(failed);
        if let Some(budget) = self.budget.limit()
            && checks > budget
        {
            return Err(Stop::OutOfBudget(budget));
        }
        if (self.progress)(u64::try_from(checks).unwrap_or(u64::MAX)).is_break() {
            return Err(Stop::Interrupted);
        }
        self.due = self.due_after(failed);
        Ok(())
    }

    /// At the next progress, or with the first node that the budget does not cover if that comes before.
    fn due_after(&self, failed: u64) -> u64 {
        let covered = self.budget.limit().map_or(u128::MAX, |budget| budget / 8);
        let too_many = u64::try_from(covered).map_or(u64::MAX, |covered| covered.saturating_add(1));
        too_many.min(failed.saturating_add(PROGRESS_INTERVAL))
    }
}
