//! A table of positions that only the frontier programme could settle, shared by searches: they are few, but orders
//! that begin alike come to the same ones, up to symmetry.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bitboard::knight_graph::KnightGraph;
use crate::feasibility::Position;
use crate::walks::table::Key;

/// Positions that were settled at length.
#[derive(Debug, Default)]
pub struct Proofs(Mutex<HashMap<(Key, bool), bool>>);

/// The most proofs that are kept: tens of megabytes.
const MOST: usize = 1 << 18;

impl Proofs {
    /// Whether the position has a path, if that is known.
    pub(super) fn get<const WORDS: usize>(
        &self,
        grid: &KnightGraph<WORDS>,
        position: &Position<WORDS>,
    ) -> Option<bool> {
        self.table().get(&key(grid, position)).copied()
    }

    pub(super) fn put<const WORDS: usize>(
        &self,
        grid: &KnightGraph<WORDS>,
        position: &Position<WORDS>,
        has_path: bool,
    ) {
        let mut table = self.table();
        if table.len() < MOST {
            table.insert(key(grid, position), has_path);
        }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<(Key, bool), bool>> {
        // An entry is put in one step, so a panic elsewhere cannot have left half of it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The squares with the ends that are known of the path, and whether it must return home. A path can be walked either
/// way, so head and home need not be told apart.
fn key<const WORDS: usize>(grid: &KnightGraph<WORDS>, position: &Position<WORDS>) -> (Key, bool) {
    let squares = position.squares();
    let ends = squares & !position.open;
    (Key::new(grid, ends, squares), position.home.is_some())
}
