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
use crate::feasibility::{self, Position, ProofTable};
use crate::walks::{CountError, CountMemory, CountStatus, SpillSpace, TableUse, WalkCounter};
use descent::Descent;
use knight_board::{
    Family, Interrupted, SearchProgress,
    bitboard::{KnightGraph, with_words},
};

/// What the searches of a run share: walk counts, and the memory in which they are made.
///
/// Answers depend neither on what is in the tables nor on what other threads do with them.
#[derive(Debug)]
pub struct Tables {
    memory: CountMemory,
    proofs: ProofTable,
}

impl Tables {
    /// Tables and counts that may take this many bytes together, for a run of one thread.
    pub fn new(bytes: usize) -> Tables {
        Tables::with_threads(bytes, 1)
    }

    /// Tables for a run of this many threads. Large counts are made one at a time, by the
    /// threads that no other search keeps busy.
    pub fn with_threads(bytes: usize, threads: usize) -> Tables {
        Tables { memory: CountMemory::new(bytes, threads), proofs: ProofTable::default() }
    }

    /// Lets counts put what does not fit their memory into this space, if there is one.
    pub fn with_spill(self, space: Option<Box<dyn SpillSpace>>) -> Tables {
        Tables { memory: self.memory.with_spill(space), ..self }
    }

    /// The state of the large count that is being made, if there is one: for a progress bar.
    pub fn status(&self) -> Option<CountStatus> {
        self.memory.status()
    }

    /// Why counts had no result: each reason once, that of the last count at the end. What to do
    /// about [`MemoryLimit`](crate::MemoryLimit) depends on it.
    pub fn failures(&self) -> Vec<CountError> {
        self.memory.failures()
    }

    /// How often a count was found in the tables.
    pub fn usage(&self) -> TableUse {
        self.memory.usage()
    }
}

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
    let _busy = tables.memory.busy();
    let mut progress = || progress(0);
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let counter = WalkCounter::new(&graph, &tables.memory, &mut progress);
        Descent::new(&mut searches, counter, &tables.proofs).run()
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
    let _busy = tables.memory.busy();
    let mut progress = || progress(0);
    with_words!(family.board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(family.board);
        let mut counter = WalkCounter::new(&graph, &tables.memory, &mut progress);
        let position = Position::at_start(&graph, family);
        let path = feasibility::find_path(&mut counter, &tables.proofs, &position, None);
        Ok(path.map_err(|error| counter.without_result(error))?.is_some())
    })
}
