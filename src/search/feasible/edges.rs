//! A search over moves in use rather than over the squares in turn: every move is *forced*, *free* or *ruled out*.
//!
//! The path is closed to a cycle through one more vertex, next to the head and to every square where the path
//! may end (the home itself, where there is one). In a cycle each vertex has exactly two moves, so a vertex with
//! two left forces them, and one with two forced rules out the others; a move that would close a
//! shorter cycle is ruled out; a vertex whose removal would split the graph means that there is none. What is
//! left is settled by trying the moves at the vertex with the fewest. In contrast to a search along the path, it begins where
//! the position is tightest, so it proves death there without trying everything elsewhere.

use super::{Path, Position, Settled};
use crate::search::grid::{Grid, members};

/// Searches through at most `nodes` choices; unknown too if there is no bit for the extra vertex. Ties are broken by `seed`: a search that went astray early finds its
/// way with another.
pub(super) fn settle(grid: &Grid, position: &Position, nodes: u32, seed: u32) -> Settled {
    let Some(moves) = Moves::new(grid, position, seed) else {
        return Settled::Unknown;
    };
    let mut nodes = nodes;
    match moves.search(&mut nodes) {
        Some(Some(cycle)) => Settled::Path(cycle.path(position)),
        Some(None) => Settled::Dead,
        None => Settled::Unknown,
    }
}

#[derive(Clone)]
struct Moves {
    vertices: u64,
    /// The moves of each vertex that are not ruled out, the forced ones included.
    left: [u64; 64],
    forced: [u64; 64],
    /// The other end of the run of forced moves that ends at a vertex; the vertex itself if none does.
    /// Meaningless inside runs.
    mate: [u8; 64],
    forced_count: u32,
    /// Vertices whose moves have changed.
    changed: u64,
    extra: usize,
    seed: u32,
}

/// A contradiction: there is no cycle.
struct Contradiction;

impl Moves {
    fn new(grid: &Grid, position: &Position, seed: u32) -> Option<Moves> {
        let extra = match position.home {
            Some(home) => home,
            None => (!position.squares()).trailing_zeros() as usize,
        };
        if extra == 64 || position.open.count_ones() < 2 {
            return None;
        }
        let (head, extra_bit) = (position.head, 1 << extra);
        let vertices = position.squares() | extra_bit;
        let mut left = [0; 64];
        for v in members(position.open | 1 << head) {
            left[v] = grid.neighbours(v) & (position.open | 1 << head);
        }
        if extra != head {
            let ends = position.ends(grid) & position.open;
            for v in members(ends) {
                left[v] |= extra_bit;
            }
            left[head] |= extra_bit;
            left[extra] = ends | 1 << head;
        }
        let mut moves = Moves {
            vertices,
            left,
            forced: [0; 64],
            mate: std::array::from_fn(|v| v as u8),
            forced_count: 0,
            changed: vertices,
            extra,
            seed,
        };
        if extra != head {
            moves.force(head, extra).ok()?;
        }
        Some(moves)
    }

    fn count(&self) -> u32 {
        self.vertices.count_ones()
    }

    /// A cycle, or that there is none; `None` when out of nodes.
    fn search(mut self, nodes: &mut u32) -> Option<Option<Moves>> {
        loop {
            if self.propagate().is_err() {
                return Some(None);
            }
            if self.forced_count == self.count() {
                return Some(Some(self));
            }
            if !self.is_biconnected() {
                return Some(None);
            }
            *nodes = nodes.checked_sub(1)?;
            let (a, b) = self.tightest();
            let mut with = self.clone();
            if with.force(a, b).is_ok()
                && let Some(cycle) = with.search(nodes)?
            {
                return Some(Some(cycle));
            }
            self.rule_out(a, b);
        }
    }

    /// A free move at a vertex with the fewest, towards a neighbour with the fewest.
    fn tightest(&self) -> (usize, usize) {
        let freedom = |&v: &usize| {
            let free = (self.left[v] & !self.forced[v]).count_ones();
            let missing = 2 - self.forced[v].count_ones();
            (free * 2 + missing, scattered(v, self.seed))
        };
        let undecided = members(self.vertices).filter(|&v| self.left[v] != self.forced[v]);
        let a = undecided
            .min_by_key(freedom)
            .expect("an incomplete cycle has free moves after propagation");
        let b = members(self.left[a] & !self.forced[a])
            .min_by_key(freedom)
            .expect("the vertex has a free move");
        (a, b)
    }

    fn propagate(&mut self) -> Result<(), Contradiction> {
        while self.changed != 0 {
            let v = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            let forced = self.forced[v].count_ones();
            let left = self.left[v].count_ones();
            if left < 2 || forced > 2 {
                return Err(Contradiction);
            }
            if left == 2 {
                for other in members(self.left[v] & !self.forced[v]) {
                    self.force(v, other)?;
                }
            } else if forced == 2 {
                for other in members(self.left[v] & !self.forced[v]) {
                    self.rule_out(v, other);
                }
            }
        }
        Ok(())
    }

    fn rule_out(&mut self, a: usize, b: usize) {
        self.left[a] &= !(1 << b);
        self.left[b] &= !(1 << a);
        self.changed |= 1 << a | 1 << b;
    }

    fn force(&mut self, a: usize, b: usize) -> Result<(), Contradiction> {
        if self.forced[a] >> b & 1 == 1 {
            return Ok(());
        }
        let is_full = |v: usize| self.forced[v].count_ones() == 2;
        let closes = usize::from(self.mate[a]) == b;
        let is_last = self.forced_count + 1 == self.count();
        if self.left[a] >> b & 1 == 0 || is_full(a) || is_full(b) || closes != is_last {
            return Err(Contradiction);
        }
        self.forced[a] |= 1 << b;
        self.forced[b] |= 1 << a;
        self.forced_count += 1;
        self.changed |= 1 << a | 1 << b;
        if closes {
            return Ok(());
        }
        let (far_a, far_b) = (usize::from(self.mate[a]), usize::from(self.mate[b]));
        self.mate[far_a] = far_b as u8;
        self.mate[far_b] = far_a as u8;
        // The run has more than one move or its closing move would be the run itself.
        let is_single = (far_a, far_b) == (a, b);
        let closes_early = self.forced_count + 1 < self.count();
        if !is_single && closes_early && self.left[far_a] >> far_b & 1 == 1 {
            self.rule_out(far_a, far_b);
        }
        Ok(())
    }

    /// Whether the graph of the moves that are left is connected and stays so without any one vertex.
    fn is_biconnected(&self) -> bool {
        let mut walk = LowPoints {
            left: &self.left,
            depth: [0; 64],
            seen: 0,
        };
        let root = self.vertices.trailing_zeros() as usize;
        walk.visit_root(root) && walk.seen == self.vertices
    }

    /// The path from the head, without the extra vertex.
    fn path(&self, position: &Position) -> Path {
        let head = position.head;
        let mut path = Path::with_capacity(position.open.count_ones() as usize);
        let mut before = if self.extra == head {
            // A whole cycle: either direction will do.
            self.forced[head].trailing_zeros() as usize
        } else {
            self.extra
        };
        let mut at = head;
        while path.len() < position.open.count_ones() as usize {
            let next = (self.forced[at] & !(1 << before)).trailing_zeros() as usize;
            path.push(next as u8);
            (before, at) = (at, next);
        }
        path
    }
}

/// A number that orders the vertices differently for each seed.
fn scattered(vertex: usize, seed: u32) -> u32 {
    (vertex as u32 + 1).wrapping_mul(seed.wrapping_mul(0x9E37_79B2) | 1)
}

/// A depth-first walk that notices cut vertices (Hopcroft & Tarjan).
struct LowPoints<'a> {
    left: &'a [u64; 64],
    depth: [u8; 64],
    seen: u64,
}

impl LowPoints<'_> {
    fn visit_root(&mut self, root: usize) -> bool {
        self.seen = 1 << root;
        let Some(child) = members(self.left[root]).next() else {
            return true;
        };
        // What the first child does not reach could be reached only through the root, which would cut it off.
        self.visit(child, 1).is_some()
    }

    /// The least depth that the subtree of a vertex is next to; `None` if the vertex or one below cuts the graph.
    fn visit(&mut self, vertex: usize, depth: u8) -> Option<u8> {
        self.seen |= 1 << vertex;
        self.depth[vertex] = depth;
        let mut low = depth;
        let mut fresh = self.left[vertex] & !self.seen;
        for other in members(self.left[vertex] & self.seen) {
            low = low.min(self.depth[other]);
        }
        while fresh != 0 {
            let child = fresh.trailing_zeros() as usize;
            let below = self.visit(child, depth + 1)?;
            if below >= depth {
                return None;
            }
            low = low.min(below);
            fresh &= !self.seen;
        }
        Some(low)
    }
}
