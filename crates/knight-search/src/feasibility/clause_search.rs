//! The edges of a Hamiltonian cycle as the variables of a clause-learning solver.
//!
//! The clauses say that each vertex has exactly two edges. What satisfies them is a set of cycles.
//! If it is more than one, a clause for each cycle says that some edge leaves its vertices, and the
//! search continues (T. Soh, D. Le Berre, S. Roussel, M. Banbara & N. Tamura, "Incremental
//! SAT-based method with native Boolean cardinality handling for the Hamiltonian cycle problem",
//! JELIA 2014). One more vertex, next to the head and to every square where the path may end,
//! closes the path to a cycle; a home plays this part itself.
//!
//! A search that learns finds proofs that are spread over many squares; a search that does not
//! learn would repeat its argument after each choice. The solver has no clock and no random
//! numbers, so it always takes the same course.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use knight_board::bitboard::{KnightGraph, SquareSet};
use knight_board::{Interrupted, StopCheck};

use crate::feasibility::position::{Path, Position, Settled};

/// Conflicts between two checks whether to stop: a millisecond or a few.
const CHECK_INTERVAL: u32 = 64;

/// Learnt clauses that are kept at first.
const LEARNT: i32 = 2_000;

/// Learns from at most `conflicts` conflicts.
pub(super) fn settle<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    conflicts: u32,
    check: &mut StopCheck,
) -> Result<Settled, Interrupted> {
    let cycle = CycleGraph::new(graph, position);
    if position.squares().members().any(|square| cycle.edges_at[square].is_empty()) {
        return Ok(Settled::Infeasible);
    }
    let left = Left {
        conflicts: Cell::new(Some(conflicts)),
        check: RefCell::new(check),
        is_interrupted: Cell::new(Ok(())),
    };
    let mut solver = cycle.solver(left);
    loop {
        let answer = solver.solve_limited(&[]);
        solver.cb().is_interrupted.get()?;
        if answer != lbool::TRUE {
            let is_infeasible = answer == lbool::FALSE;
            return Ok(if is_infeasible { Settled::Infeasible } else { Settled::Unknown });
        }
        let cycles = cycle.cycles(|edge| solver.value_lit(yes(edge)) == lbool::TRUE);
        if let [whole] = &cycles[..] {
            return Ok(Settled::Path(cycle.path(whole)));
        }
        // Two cycles have the same edges between them.
        let needed = if cycles.len() == 2 { 1 } else { cycles.len() };
        for vertices in &cycles[..needed] {
            let mut inside = vec![false; cycle.edges_at.len()];
            vertices.iter().for_each(|&vertex| inside[vertex] = true);
            let leaves = |&edge: &usize| {
                let (a, b) = cycle.edges[edge];
                inside[a] != inside[b]
            };
            solver.add_clause_reuse(&mut (0..cycle.edges.len()).filter(leaves).map(yes).collect());
        }
        solver.cb().count_conflict();
    }
}

/// An edge that is used.
fn yes(edge: usize) -> Lit {
    Lit::new(Var::unsafe_from_idx(edge as u32), true)
}

/// An edge that is not used.
fn no(edge: usize) -> Lit {
    !yes(edge)
}

/// What a solver may still do.
struct Left<'a, 'b> {
    /// The conflicts; `None` if there was one too many.
    conflicts: Cell<Option<u32>>,
    check: RefCell<&'a mut StopCheck<'b>>,
    is_interrupted: Cell<Result<(), Interrupted>>,
}

impl Left<'_, '_> {
    fn count_conflict(&self) {
        let left = self.conflicts.get().and_then(|left| left.checked_sub(1));
        self.conflicts.set(left);
        if left.is_some_and(|left| left.is_multiple_of(CHECK_INTERVAL)) {
            self.is_interrupted.set(self.check.borrow_mut()());
        }
    }
}

impl Callbacks for Left<'_, '_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.count_conflict();
        }
    }

    fn stop(&self) -> bool {
        self.conflicts.get().is_none() || self.is_interrupted.get().is_err()
    }
}

/// The number of the vertex that closes a path without a home, beyond those of all squares.
const EXTRA: usize = 256;

/// The graph in which a path is a cycle.
struct CycleGraph {
    edges: Vec<(usize, usize)>,
    /// The edges of each vertex, none for squares that are not part of the path.
    edges_at: Vec<Vec<usize>>,
    head: usize,
    /// The vertex between the last square and the head; the head itself if the path is a cycle.
    extra: usize,
}

impl CycleGraph {
    fn new<const WORDS: usize>(graph: &KnightGraph<WORDS>, position: &Position<WORDS>) -> Self {
        let (head, extra) = (position.head, position.home.unwrap_or(EXTRA));
        let mut cycle =
            CycleGraph { edges: Vec::new(), edges_at: vec![Vec::new(); EXTRA + 1], head, extra };
        let path = position.open.with(head);
        for a in path.members() {
            let later = graph.neighbours(a) & path & !SquareSet::below(a);
            later.members().for_each(|b| cycle.add(a, b));
        }
        if extra != head {
            cycle.add(head, extra);
            let light = graph.light();
            let ends_light = light.contains(head) == position.open.len().is_multiple_of(2);
            let colour = if ends_light { light } else { !light };
            let ends = position.ends(graph) & position.open & colour;
            ends.members().for_each(|end| cycle.add(end, extra));
        }
        cycle
    }

    fn add(&mut self, a: usize, b: usize) {
        self.edges_at[a].push(self.edges.len());
        self.edges_at[b].push(self.edges.len());
        self.edges.push((a, b));
    }

    /// A solver that knows that each vertex has two edges.
    fn solver<'a, 'b>(&self, left: Left<'a, 'b>) -> Solver<Left<'a, 'b>> {
        let options = SolverOpts { min_learnts_lim: LEARNT, ..SolverOpts::default() };
        let mut solver = Solver::new(options, left);
        self.edges.iter().for_each(|_| _ = solver.new_var_default());
        let vertices = self.edges_at.iter().enumerate();
        for (vertex, edges) in vertices.filter(|(_, edges)| !edges.is_empty()) {
            for &without in edges {
                let others = edges.iter().filter(|&&edge| edge != without);
                solver.add_clause_reuse(&mut others.copied().map(yes).collect());
            }
            if vertex == self.extra && self.extra != self.head {
                at_most_one_end(&mut solver, edges);
            } else {
                at_most_two(&mut solver, edges);
            }
        }
        solver
    }

    /// The vertices of each cycle, in sequence.
    fn cycles(&self, is_used: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.edges_at.len()];
        let mut cycles = Vec::new();
        for first in (0..seen.len()).filter(|&vertex| !self.edges_at[vertex].is_empty()) {
            let mut cycle = Vec::new();
            let mut at = Some(first);
            while let Some(vertex) = at.filter(|&vertex| !seen[vertex]) {
                seen[vertex] = true;
                cycle.push(vertex);
                let used = self.edges_at[vertex].iter().filter(|&&edge| is_used(edge));
                let other = |&edge: &usize| {
                    let (a, b) = self.edges[edge];
                    if a == vertex { b } else { a }
                };
                at = used.map(other).find(|&next| !seen[next]);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The path from the head, without the extra vertex.
    fn path(&self, cycle: &[usize]) -> Path {
        let place = cycle.iter().position(|&vertex| vertex == self.head).unwrap_or(0);
        let mut path = cycle.to_vec();
        path.rotate_left(place);
        if self.extra != self.head {
            // A cycle can be walked either way.
            if path[1] == self.extra {
                path[1..].reverse();
            }
            path.pop();
        }
        path[1..].iter().map(|&square| square as u8).collect()
    }
}

fn at_most_two(solver: &mut impl SolverInterface, edges: &[usize]) {
    for (place, &a) in edges.iter().enumerate() {
        for (later, &b) in edges.iter().enumerate().skip(place + 1) {
            for &c in &edges[later + 1..] {
                solver.add_clause_reuse(&mut vec![no(a), no(b), no(c)]);
            }
        }
    }
}

/// The first edge leads to the head. Of the others, to possible last squares, one is used.
fn at_most_one_end(solver: &mut impl SolverInterface, edges: &[usize]) {
    solver.add_clause_reuse(&mut vec![yes(edges[0])]);
    for (place, &a) in edges.iter().enumerate().skip(1) {
        for &b in &edges[place + 1..] {
            solver.add_clause_reuse(&mut vec![no(a), no(b)]);
        }
    }
}
