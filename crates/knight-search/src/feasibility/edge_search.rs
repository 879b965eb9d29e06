//! A search over the edges of a Hamiltonian cycle: each edge is *forced*, *free* or *ruled out*.
//!
//! The path becomes a cycle through one more vertex, next to the head and to every square where the
//! path may end; a home plays this part itself. In a cycle each vertex has exactly two edges. So
//!
//! - a vertex with two edges left forces them, and one with two forced edges rules out the others,
//! - an edge that would close a shorter cycle is ruled out,
//! - a vertex whose removal would split the graph excludes a cycle.
//!
//! What is left is settled by trying the edges of the vertex that has the fewest. So this search
//! begins where the position is tightest. A search along the path would try much elsewhere first.

use crate::feasibility::position::{Path, Position, Settled};
use knight_board::bitboard::{KnightGraph, PerSquare, SquareSet};
use knight_board::{Interrupted, StopCheck};

/// Makes at most `choices` choices. If the extra vertex has no free bit, the result is unknown.
pub(super) fn settle<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    mut choices: u32,
    check: &mut StopCheck,
) -> Result<Settled, Interrupted> {
    let Some(edges) = EdgeSearch::new(graph, position) else {
        return Ok(Settled::Unknown);
    };
    Ok(match edges.search(&mut choices, check)? {
        Found::Cycle(edges) => Settled::Path(edges.path(position)),
        Found::NoCycle => Settled::Infeasible,
        Found::OutOfChoices => Settled::Unknown,
    })
}

/// Choices between two checks whether to stop: a millisecond or a few.
const CHECK_INTERVAL: u32 = 64;

#[derive(Clone)]
struct EdgeSearch<const WORDS: usize> {
    vertices: SquareSet<WORDS>,
    /// The neighbours of each vertex by edges that are not ruled out, forced ones included.
    left: PerSquare<SquareSet<WORDS>, WORDS>,
    /// The neighbours of each vertex by forced edges.
    forced: PerSquare<SquareSet<WORDS>, WORDS>,
    /// The other end of the chain of forced edges that ends at a vertex, or the vertex itself.
    /// Meaningless inside chains.
    mate: PerSquare<u8, WORDS>,
    forced_count: u32,
    /// Vertices whose edges have changed.
    changed: SquareSet<WORDS>,
    extra: usize,
}

/// What a search ends with.
enum Found<const WORDS: usize> {
    /// Its forced edges are a cycle through all vertices.
    Cycle(Box<EdgeSearch<WORDS>>),
    NoCycle,
    OutOfChoices,
}

/// A contradiction: there is no cycle.
struct Contradiction;

impl<const WORDS: usize> EdgeSearch<WORDS> {
    /// Boxed, because a search keeps one for each choice.
    fn new(graph: &KnightGraph<WORDS>, position: &Position<WORDS>) -> Option<Box<Self>> {
        let extra = match position.home {
            Some(home) => home,
            None => (!position.squares()).first(),
        };
        if extra == 64 * WORDS || position.open.len() < 2 {
            return None;
        }
        let head = position.head;
        let path = position.open.with(head);
        let vertices = position.squares().with(extra);
        let mut left = PerSquare::filled(SquareSet::EMPTY);
        for v in path.members() {
            left[v] = graph.neighbours(v) & path;
        }
        if extra != head {
            let ends = position.ends(graph) & position.open;
            for v in ends.with(head).members() {
                left[v] = left[v].with(extra);
            }
            left[extra] = ends.with(head);
        }
        let mut mate = PerSquare::filled(0);
        for v in vertices.members() {
            mate[v] = v as u8;
        }
        let mut edges = Box::new(EdgeSearch {
            vertices,
            left,
            forced: PerSquare::filled(SquareSet::EMPTY),
            mate,
            forced_count: 0,
            changed: vertices,
            extra,
        });
        if extra != head {
            edges.force(head, extra).ok()?;
        }
        Some(edges)
    }

    fn count(&self) -> u32 {
        self.vertices.len()
    }

    fn search(
        mut self: Box<Self>,
        choices: &mut u32,
        check: &mut StopCheck,
    ) -> Result<Found<WORDS>, Interrupted> {
        loop {
            if self.propagate().is_err() {
                return Ok(Found::NoCycle);
            }
            if self.forced_count == self.count() {
                return Ok(Found::Cycle(self));
            }
            if !self.is_biconnected() {
                return Ok(Found::NoCycle);
            }
            let Some(left) = choices.checked_sub(1) else {
                return Ok(Found::OutOfChoices);
            };
            *choices = left;
            if left.is_multiple_of(CHECK_INTERVAL) {
                check()?;
            }
            let (a, b) = self.tightest();
            let mut with = self.clone();
            if with.force(a, b).is_ok() {
                match with.search(choices, check)? {
                    Found::NoCycle => {}
                    found => return Ok(found),
                }
            }
            self.rule_out(a, b);
        }
    }

    /// A free edge of a vertex with the fewest, to a neighbour with the fewest.
    fn tightest(&self) -> (usize, usize) {
        let freedom = |&v: &usize| {
            let free = (self.left[v] & !self.forced[v]).len();
            let missing = 2 - self.forced[v].len();
            free * 2 + missing
        };
        let undecided = |&v: &usize| self.left[v] != self.forced[v];
        let a = self
            .vertices
            .members()
            .filter(undecided)
            .min_by_key(freedom)
            .expect("an incomplete cycle has free edges after propagation");
        let b = (self.left[a] & !self.forced[a])
            .members()
            .min_by_key(freedom)
            .expect("the vertex has a free edge");
        (a, b)
    }

    fn propagate(&mut self) -> Result<(), Contradiction> {
        while !self.changed.is_empty() {
            let v = self.changed.first();
            self.changed = self.changed.without_first();
            let forced = self.forced[v].len();
            let left = self.left[v].len();
            if left < 2 || forced > 2 {
                return Err(Contradiction);
            }
            if left == 2 {
                for other in (self.left[v] & !self.forced[v]).members() {
                    self.force(v, other)?;
                }
            } else if forced == 2 {
                for other in (self.left[v] & !self.forced[v]).members() {
                    self.rule_out(v, other);
                }
            }
        }
        Ok(())
    }

    fn rule_out(&mut self, a: usize, b: usize) {
        self.left[a] = self.left[a].without(b);
        self.left[b] = self.left[b].without(a);
        self.changed = self.changed.with(a).with(b);
    }

    fn force(&mut self, a: usize, b: usize) -> Result<(), Contradiction> {
        if self.forced[a].contains(b) {
            return Ok(());
        }
        let is_full = |v: usize| self.forced[v].len() == 2;
        let closes = usize::from(self.mate[a]) == b;
        let is_last = self.forced_count + 1 == self.count();
        if !self.left[a].contains(b) || is_full(a) || is_full(b) || closes != is_last {
            return Err(Contradiction);
        }
        self.forced[a] = self.forced[a].with(b);
        self.forced[b] = self.forced[b].with(a);
        self.forced_count += 1;
        self.changed = self.changed.with(a).with(b);
        if closes {
            return Ok(());
        }
        let (far_a, far_b) = (usize::from(self.mate[a]), usize::from(self.mate[b]));
        self.mate[far_a] = far_b as u8;
        self.mate[far_b] = far_a as u8;
        // A chain of one edge would be closed by that edge itself.
        let is_single = (far_a, far_b) == (a, b);
        let closes_early = self.forced_count + 1 < self.count();
        if !is_single && closes_early && self.left[far_a].contains(far_b) {
            self.rule_out(far_a, far_b);
        }
        Ok(())
    }

    /// Whether the edges that are left connect all vertices, also without any one of them.
    fn is_biconnected(&self) -> bool {
        let mut search =
            LowPoints { left: &self.left, depth: PerSquare::filled(0), seen: SquareSet::EMPTY };
        let root = self.vertices.first();
        search.visit_root(root) && search.seen == self.vertices
    }

    /// The path from the head, without the extra vertex.
    fn path(&self, position: &Position<WORDS>) -> Path {
        let (head, length) = (position.head, position.open.len() as usize);
        let mut path = Path::with_capacity(length);
        let mut before = if self.extra == head {
            // A whole cycle: either direction will do.
            self.forced[head].first()
        } else {
            self.extra
        };
        let mut at = head;
        while path.len() < length {
            let next = self.forced[at].without(before).first();
            path.push(next as u8);
            (before, at) = (at, next);
        }
        path
    }
}

/// A depth-first search for cut vertices (Hopcroft & Tarjan).
struct LowPoints<'a, const WORDS: usize> {
    left: &'a PerSquare<SquareSet<WORDS>, WORDS>,
    depth: PerSquare<u8, WORDS>,
    seen: SquareSet<WORDS>,
}

impl<const WORDS: usize> LowPoints<'_, WORDS> {
    fn visit_root(&mut self, root: usize) -> bool {
        self.seen = SquareSet::only(root);
        let Some(child) = self.left[root].members().next() else {
            return true;
        };
        // The root cuts off what the first child does not reach.
        self.visit(child, 1).is_some()
    }

    /// The least depth next to the subtree of a vertex; `None` if the vertex or one below it is a
    /// cut vertex.
    fn visit(&mut self, vertex: usize, depth: u8) -> Option<u8> {
        self.seen = self.seen.with(vertex);
        self.depth[vertex] = depth;
        let mut low = depth;
        let mut unseen = self.left[vertex] & !self.seen;
        for other in (self.left[vertex] & self.seen).members() {
            low = low.min(self.depth[other]);
        }
        while !unseen.is_empty() {
            let child = unseen.first();
            let below = self.visit(child, depth + 1)?;
            if below >= depth {
                return None;
            }
            low = low.min(below);
            unseen &= !self.seen;
        }
        Some(low)
    }
}
