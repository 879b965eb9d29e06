//! A guided depth-first search for a path: fewest onward moves first (Warnsdorff), with pruning.

use crate::feasibility::infeasible;
use crate::feasibility::position::{Path, Position, Settled};
use knight_board::bitboard::KnightGraph;

/// Visits at most `nodes` positions. Ties are broken at random, seeded by the position.
pub(super) fn settle<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    nodes: u32,
) -> Settled {
    let mut search = GuidedSearch {
        graph,
        path: Path::with_capacity(position.open.len() as usize),
        nodes,
        random: position.open.folded(),
    };
    match search.visit(position) {
        Some(true) => Settled::Path(search.path),
        Some(false) => Settled::Infeasible,
        None => Settled::Unknown,
    }
}

struct GuidedSearch<'a, const WORDS: usize> {
    graph: &'a KnightGraph<WORDS>,
    path: Path,
    nodes: u32,
    random: u64,
}

impl<const WORDS: usize> GuidedSearch<'_, WORDS> {
    /// Whether the position has a path, and appends it to `self.path`; `None` when out of nodes.
    fn visit(&mut self, position: &Position<WORDS>) -> Option<bool> {
        if position.open.is_empty() {
            return Some(position.ends(self.graph).contains(position.head));
        }
        if infeasible::has_dead_ends(self.graph, position)
            || infeasible::is_split(self.graph, position)
        {
            return Some(false);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let (moves, count) = self.sorted_moves(position);
        for &square in &moves[..count] {
            self.path.push(square);
            if self.visit(&position.after(usize::from(square)))? {
                return Some(true);
            }
            self.path.pop();
        }
        Some(false)
    }

    /// The moves by the number of onward moves, ties in random order.
    fn sorted_moves(&mut self, position: &Position<WORDS>) -> ([u8; 8], usize) {
        let mut keyed = [u32::MAX; 8];
        let mut count = 0;
        let moves = self.graph.neighbours(position.head) & position.open;
        for square in moves.members() {
            let onward = (self.graph.neighbours(square) & position.open).len();
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            keyed[count] = onward << 16 | (self.random as u32 & 0xFF) << 8 | square as u32;
            count += 1;
        }
        keyed[..count].sort_unstable();
        (keyed.map(|key| key as u8), count)
    }
}
