//! The search without stepping: exact counts of what stepping would do.
//!
//! A failed subtree costs eight checks for each of its nodes, and its nodes are the walks that
//! [`walks`](crate::walks) counts. So it is enough to know which moves lead to a tour
//! (`feasibility`), and to count the walks from the moves tried before them, which do not. The
//! theory is in `docs/explanation/counting-searches.md`.

mod children;
mod descent;

use crate::engines::FamilySearch;
use crate::error::SearchError;
use crate::feasibility::{self, Position, Settled};
pub use crate::walks::Tables;
use crate::walks::WalkCounter;
use descent::Descent;
use knight_board::{
    Family, Interrupted, SearchProgress,
    bitboard::{KnightGraph, with_words},
};

/// Searches with many orders at once: as long as orders choose the same moves at the same cost,
/// they are one search.
///
/// # Errors
/// [`Interrupted`] if `progress` breaks; earlier answers stay valid.
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
pub(super) fn search(
    mut searches: FamilySearch,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<(), Interrupted> {
    let family = searches.family;
    assert!(family.board.contains(family.start));
    let _busy = tables.busy();
    let mut progress = || progress(0);
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let counter = WalkCounter::new(&graph, tables, &mut progress);
        Descent::new(&mut searches, counter).run()
    })
}

/// Whether the tours that a family looks for exist, whatever the order. Mostly known in
/// microseconds, else after one count by frontier DP.
///
/// # Errors
/// [`SearchError`].
///
/// # Panics
/// If the board has more than [`MAX_AREA`](knight_board::bitboard::MAX_AREA) squares or the start
/// is off it.
pub fn has_tour(
    family: &Family,
    tables: &Tables,
    progress: &mut SearchProgress,
) -> Result<bool, SearchError> {
    assert!(family.board.contains(family.start));
    let _busy = tables.busy();
    let mut progress = || progress(0);
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let mut counter = WalkCounter::new(&graph, tables, &mut progress);
        let position = Position::at_start(&graph, family);
        let found = feasibility::find_path(&mut counter, &position, None, u128::MAX);
        Ok(matches!(counter.within_memory(found)??, Settled::Path(_)))
    })
}
