//! A table of positions that frontier DP has settled. They are few, but orders that begin alike
//! meet them again, up to symmetry.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::feasibility::position::Position;
use knight_board::bitboard::{KnightGraph, ShapeKey};

/// Whether positions have a path, as far as frontier DP has settled them. Searches share the table.
#[derive(Debug, Default)]
pub(crate) struct ProofTable(Mutex<Proofs>);

/// By the squares with the known ends of the path marked, and whether it must return home. A path
/// can be walked either way, so head and home can be exchanged.
type Proofs = HashMap<(ShapeKey, bool), bool>;

/// The most proofs that are kept: tens of megabytes.
const MAX_PROOFS: usize = 1 << 18;

impl ProofTable {
    /// Whether the position has a path, if that is known.
    pub(crate) fn get<const WORDS: usize>(
        &self,
        graph: &KnightGraph<WORDS>,
        position: &Position<WORDS>,
    ) -> Option<bool> {
        self.lock().get(&key(graph, position)).copied()
    }

    /// Keeps a proof, unless the table is full.
    pub(crate) fn put<const WORDS: usize>(
        &self,
        graph: &KnightGraph<WORDS>,
        position: &Position<WORDS>,
        has_path: bool,
    ) {
        let mut proofs = self.lock();
        if proofs.len() < MAX_PROOFS {
            proofs.insert(key(graph, position), has_path);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Proofs> {
        // A map is whole between its calls, so a panic elsewhere cannot have damaged it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key<const WORDS: usize>(
    graph: &KnightGraph<WORDS>,
    position: &Position<WORDS>,
) -> (ShapeKey, bool) {
    let squares = position.squares();
    (ShapeKey::new(graph, squares & !position.open, squares), position.home.is_some())
}
