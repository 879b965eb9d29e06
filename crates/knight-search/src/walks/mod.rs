//! Walk counts: how many self-avoiding knight walks begin at a square and stay in a shape.
//!
//! `W(p, C)` is the number of self-avoiding walks that begin at `p` and stay in the set `C`, the
//! walk that stays at `p` included. It is the number of nodes of a failed search from `p` with the squares
//! `C` unvisited, in whatever order the moves are tried (`docs/leap.md`, §2).

use std::ops::ControlFlow;
use std::sync::{MutexGuard, TryLockError};
use std::time::Duration;

use crate::bitboard::knight_graph::{KnightGraph, with_words};
use crate::bitboard::square_set::SquareSet;
use crate::board::{Board, Square};
use crate::error::Interrupted;

pub(crate) mod chain;
pub(crate) mod stepping;
pub(crate) mod table;

pub use crate::bitboard::knight_graph::{MAX_AREA, supports};
pub use crate::frontier::count::Activity;
pub use crate::frontier::memory::CountMemory;
pub use table::TableUse;

use crate::frontier::count::{Count, Limits, SHARED, Stop};
use crate::frontier::elimination::{Elimination, Guide, eliminate};
use crate::frontier::graph::Graph;
use crate::frontier::memory::Shown;
use crate::frontier::plan::{Counted, FrontierPlan};
use table::Key;

/// Why a count could not be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CountError {
    /// The states do not fit the memory given.
    #[error("the count needs more memory than its limit")]
    MemoryLimit,
    /// The frontier is wider than can be counted, whatever the memory.
    #[error("the shape is too wide to be counted")]
    TooWide,
    /// The number, or a bound on it that the count relies on, is beyond 128 bits.
    #[error("the number may be beyond 128 bits")]
    Overflow,
    /// The count was stopped from outside.
    #[error("the count was stopped before it was finished")]
    Interrupted,
}

/// A number of walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walks {
    /// Exactly so many.
    Exactly(u128),
    /// So many or more: counting stopped past the cap.
    AtLeast(u128),
}

impl Walks {
    /// The same, as no more than a lower bound above `cap` if it is above.
    fn against(self, cap: u128) -> Walks {
        match self {
            Walks::Exactly(walks) if walks > cap => Walks::AtLeast(walks),
            walks => walks,
        }
    }

    /// The number counted, whether or not there are more.
    pub fn counted(self) -> u128 {
        match self {
            Walks::Exactly(walks) | Walks::AtLeast(walks) => walks,
        }
    }
}

/// The walks that begin at a square of a board and stay on it.
///
/// # Errors
/// [`CountError`].
///
/// # Panics
/// If the board has more than [`MAX_AREA`] squares or the square is off it.
pub fn on_board(
    board: Board,
    start: Square,
    memory: &CountMemory,
    progress: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<u128, CountError> {
    with_words!(board, WORDS => {
        let grid = KnightGraph::<WORDS>::new(board);
        let first = SquareSet::only(grid.index(start));
        let walks = WalkCounter::new(&grid, memory, progress).count(first, grid.all(), u128::MAX)?;
        Ok(walks.counted())
    })
}

/// Counts walks on one board.
pub struct WalkCounter<'a, const WORDS: usize> {
    grid: &'a KnightGraph<WORDS>,
    memory: &'a CountMemory,
    progress: &'a mut dyn FnMut() -> ControlFlow<()>,
}

/// The widest frontier of a count that may have a start of its own.
const WIDE: u32 = 16;

/// Walks counted one by one before the frontier programme is set up.
const STEPS: u64 = 3000;

impl<'a, const WORDS: usize> WalkCounter<'a, WORDS> {
    /// A counter. The progress is called every few milliseconds; [`ControlFlow::Break`] stops a count.
    pub fn new(
        grid: &'a KnightGraph<WORDS>,
        memory: &'a CountMemory,
        progress: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        WalkCounter { grid, memory, progress }
    }

    /// Breaks if the search is to stop.
    pub(crate) fn progress(&mut self) -> Result<(), Interrupted> {
        match (self.progress)() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Interrupted),
        }
    }

    /// The board.
    pub(crate) fn grid(&self) -> &'a KnightGraph<WORDS> {
        self.grid
    }

    /// The walks that begin at a square of `first` and stay in `shape`: the sum of `W(p, shape)` over `first`.
    ///
    /// Once the number is known to be above `cap`, counting stops and the result is [`Walks::AtLeast`] a number
    /// above it.
    ///
    /// # Errors
    /// [`CountError`].
    pub fn count(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let mut walks = 0u128;
        let mut rest = first & shape;
        while !rest.is_empty() {
            let component = self.grid.flood(rest.only_first(), shape);
            let counted = self.count_connected(rest & component, component, cap - walks)?;
            walks = walks.checked_add(counted.counted()).ok_or(CountError::Overflow)?;
            if let Walks::AtLeast(_) = counted {
                return Ok(Walks::AtLeast(walks));
            }
            rest &= !component;
        }
        Ok(Walks::Exactly(walks))
    }

    fn count_connected(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let steps = u64::try_from(cap).unwrap_or(u64::MAX).min(STEPS);
        let stepped = stepping::count(self.grid, first, shape, steps);
        if stepped <= steps {
            return Ok(Walks::Exactly(stepped.into()));
        }
        if u128::from(stepped) > cap {
            return Ok(Walks::AtLeast(stepped.into()));
        }
        let key = Key::new(self.grid, first, shape);
        if let Some(walks) = self.memory.table.get(&key, cap) {
            return Ok(walks.against(cap));
        }
        let walks = match self.exceeds_on_a_part(first, shape, cap)? {
            Some(walks) => Walks::AtLeast(walks),
            None => {
                let walks = self.programme(first, shape, &|_| 1, cap)?;
                Walks::Exactly(walks).against(cap)
            }
        };
        self.memory.table.put(key, walks);
        Ok(walks)
    }

    /// Looks for a lower bound above `cap`, with growing effort while it costs less than the count itself.
    fn exceeds_on_a_part(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Option<u128>, CountError> {
        let grid = self.grid;
        let Ok(cap) = u64::try_from(cap) else {
            return Ok(None);
        };
        for size in [8, 10, 12, 14, 16] {
            let bound = chain::lower_bound(grid, first, shape, cap, size);
            if bound > cap {
                return Ok(Some(bound.into()));
            }
        }
        for size in [20, 24, 28, 32, 36] {
            if size + 6 > shape.len() {
                break;
            }
            let (part, weights) = chain::first_part(grid, first, shape, cap, size, 15);
            let bound = self.programme(first & part, part, &|s| weights[s], cap.into())?;
            if bound > cap.into() {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    /// Counts by the frontier programme: exactly, or to a number above `cap`.
    fn programme(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        weight: &dyn Fn(usize) -> u64,
        cap: u128,
    ) -> Result<u128, CountError> {
        let is_single = first.len() == 1;
        if is_single || shape != SquareSet::below(64 * WORDS) {
            let graph = Graph::new(self.grid, first, shape, weight);
            let programme = FrontierPlan::new(&graph, &best_order(&graph), Counted::Walks);
            match programme {
                Some(programme) if is_single || programme.width() <= WIDE => {
                    return Ok(self.run(&programme, cap)?);
                }
                None if is_single => return Err(CountError::TooWide),
                _ => {}
            }
        }
        // An extra start next to all of them is one vertex more; without it the states are fewer.
        first.members().try_fold(0u128, |sum, square| {
            let walks = self.programme(SquareSet::only(square), shape, weight, cap)?;
            sum.checked_add(walks).ok_or(CountError::Overflow)
        })
    }

    /// Runs a programme, alone if it does not fit the memory for counts beside others.
    pub(crate) fn run(&mut self, programme: &FrontierPlan, cap: u128) -> Result<u128, Stop> {
        let memory = self.memory;
        let small = memory.small;
        let beside_others = self.run_within(programme, cap, small, &|| 1, &mut |_| ());
        if beside_others != Err(Stop::Memory) {
            return beside_others;
        }
        let _alone = self.wait_to_be_alone()?;
        let _shown = Shown(memory);
        self.run_within(programme, cap, memory.large, &|| memory.idle_threads(), &mut |activity| {
            *memory.lock_activity() = Some(activity)
        })
    }

    fn run_within(
        &mut self,
        programme: &FrontierPlan,
        cap: u128,
        bytes: usize,
        threads: &dyn Fn() -> usize,
        watch: &mut dyn FnMut(Activity),
    ) -> Result<u128, Stop> {
        let mut limits =
            Limits { bytes, shared: SHARED, threads, watch, cap, progress: self.progress };
        Count::new(programme, &self.memory.images, &mut limits).run()
    }

    /// Waits for the other large counts to end. A search that waits keeps no thread busy.
    fn wait_to_be_alone(&mut self) -> Result<MutexGuard<'a, ()>, Stop> {
        let _idle = self.memory.idle();
        loop {
            match self.memory.alone.try_lock() {
                Ok(guard) => return Ok(guard),
                // The lock guards no data, so nothing of it can be broken.
                Err(TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
            }
            if (self.progress)().is_break() {
                return Err(Stop::Interrupted);
            }
        }
    }
}

impl From<Stop> for CountError {
    fn from(stop: Stop) -> CountError {
        match stop {
            Stop::Memory => CountError::MemoryLimit,
            Stop::Tally => CountError::Overflow,
            Stop::Interrupted => CountError::Interrupted,
        }
    }
}

/// The cost, estimated, of a count that no memory holds, whatever the order: a better one is not worth looking for.
const HOPELESS: f64 = 1e17;

/// An elimination order, searched for as long as the count is thought to deserve.
pub(crate) fn best_order<const WORDS: usize>(graph: &Graph<WORDS>) -> Elimination {
    let quick = eliminate(graph, 2, Guide::Width);
    let beam = match quick.cost {
        ..4e4 => return quick,
        ..4e5 => return eliminate(graph, 8, Guide::States),
        ..4e6 => 30,
        ..4e7 => 100,
        ..HOPELESS => 1000,
        _ => return quick,
    };
    let by_width = eliminate(graph, beam, Guide::Width);
    let by_states = eliminate(graph, beam, Guide::States);
    if by_states.cost < by_width.cost { by_states } else { by_width }
}

#[cfg(test)]
mod tests;
