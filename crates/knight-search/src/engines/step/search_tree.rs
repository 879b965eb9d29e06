//! The search through the tree of nodes.
//!
//! A node is *dead* if a look at the board shows that no tour passes through it. All nodes below it
//! fail, whatever the order of visit, so [`dead_subtree`] visits them in the order that is fastest.
//! The children of other nodes are tried one by one in the move order. Every node is visited either
//! way. On 8×8 all but a few nodes in ten thousand are in dead subtrees.

use crate::engines::step::budget_meter::{BudgetMeter, Stopped};
use crate::engines::step::dead_subtree;
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};
use knight_board::{Problem, SearchProgress, Square};

/// How a search of the whole tree ended.
pub(super) enum End {
    /// With a tour after `failed` nodes had failed; its squares in order of visit.
    Tour { failed: u64, squares: Vec<Square> },
    /// All its nodes failed.
    Exhausted { nodes: u64 },
}

/// Searches the tree of a problem on a board of at most `64 · WORDS` squares.
#[inline(always)]
pub(super) fn search_tree<const WORDS: usize>(
    problem: &Problem,
    progress: &mut SearchProgress,
) -> Result<End, Stopped> {
    let graph = KnightGraph::<WORDS>::inlined(problem.board);
    let start = graph.index(problem.start);
    let is_end = |&square: &usize| problem.goal.is_met(problem.start, graph.square(square));
    let tree = Tree {
        tries: problem
            .order
            .moves()
            .map(|mv| Try { step: graph.step_of(mv), origins: graph.origins(mv) }),
        last: SquareSet::of(graph.all().members().filter(is_end)),
        graph: &graph,
    };
    tree.search(start, BudgetMeter::new(problem.budget, progress))
}

/// What stays the same during a search.
struct Tree<'a, const WORDS: usize> {
    graph: &'a KnightGraph<WORDS>,
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

/// The nodes from the start to the knight.
struct NodeStack<const WORDS: usize> {
    nodes: PerSquare<Node, WORDS>,
    length: usize,
}

#[derive(Clone, Copy, Default)]
struct Node {
    square: u8,
    /// The legal moves not yet tried: bit `i` is the move in place `i` of the order.
    untried: u8,
}

impl<const WORDS: usize> Tree<'_, WORDS> {
    #[inline(always)]
    fn search(&self, start: usize, mut meter: BudgetMeter) -> Result<End, Stopped> {
        let (graph, mut memory) = (self.graph, dead_subtree::Memory::new());
        let mut path = NodeStack::<WORDS>::new();
        let mut failed = 0;
        let mut square = start;
        let mut unvisited = graph.all();
        loop {
            let here = SquareSet::only(square);
            unvisited = unvisited ^ here;
            if unvisited.is_empty() && self.last.contains(square) {
                let squares = path.squares().chain([square]).map(|index| graph.square(index));
                let squares = squares.collect();
                return Ok(End::Tour { failed, squares });
            }
            if self.is_dead(square, unvisited) {
                failed += 1;
                failed = memory.fail_all_below(graph, square, unvisited, failed, &mut meter)?;
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
                meter.pay(failed)?;
            };
        }
    }

    /// Takes the first untried move of a node; returns the square to which it leads.
    #[inline(always)]
    fn next_child(&self, node: &mut Node) -> Option<usize> {
        let try_now = self.tries.get(node.untried.trailing_zeros() as usize)?;
        node.untried &= node.untried - 1;
        Some(node.square.wrapping_add(try_now.step).into())
    }

    /// Whether a look shows that no tour leads from a knight on `square` through all of
    /// `unvisited`.
    ///
    /// A tour enters each unvisited square from one neighbour, which may be the knight's square,
    /// and leaves all but the last to another. So two squares without a second neighbour exclude a
    /// tour, and so does the lack of an unvisited square on which it may end.
    #[inline(always)]
    fn is_dead(&self, square: usize, unvisited: SquareSet<WORDS>) -> bool {
        let ahead = unvisited | SquareSet::only(square);
        let ends = unvisited & !self.graph.spread_once_and_twice(ahead).1;
        !ends.without_first().is_empty() || (unvisited & self.last).is_empty()
    }

    /// The moves from a square to unvisited squares: bit `i` is the move in place `i` of the order.
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

impl<const WORDS: usize> NodeStack<WORDS> {
    #[inline(always)]
    fn new() -> Self {
        let nodes = PerSquare::filled(Node::default());
        NodeStack { nodes, length: 0 }
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
