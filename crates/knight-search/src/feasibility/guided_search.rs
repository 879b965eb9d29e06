//! A pruned depth-first search for a path, towards the squares with the fewest onward moves.

use crate::bitboard::knight_graph::KnightGraph;
use crate::feasibility::{Path, Position, Settled, infeasible};

/// Searches through at most `nodes` positions. Ties are broken by lot, the same for the same position.
pub(super) fn dive<const WORDS: usize>(
    grid: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
    nodes: u32,
) -> Settled {
    let mut search = Search {
        grid,
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

struct Search<'a, const WORDS: usize> {
    grid: &'a KnightGraph<WORDS>,
    path: Path,
    nodes: u32,
    random: u64,
}

impl<const WORDS: usize> Search<'_, WORDS> {
    /// Whether the position has a path, which is then on `self.path`; `None` when out of nodes.
    fn visit(&mut self, position: &Position<WORDS>) -> Option<bool> {
        if position.open.is_empty() {
            return Some(position.ends(self.grid).contains(position.head));
        }
        if infeasible::has_dead_ends(self.grid, position)
            || infeasible::is_split(self.grid, position)
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

    /// The moves by the number of moves that follow (Warnsdorff), ties in random order.
    fn sorted_moves(&mut self, position: &Position<WORDS>) -> ([u8; 8], usize) {
        let mut keyed = [u32::MAX; 8];
        let mut count = 0;
        let moves = self.grid.neighbours(position.head) & position.open;
        for square in moves.members() {
            let onward = (self.grid.neighbours(square) & position.open).len();
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
