//! Counts of walks on one board: by stepping, by lower bounds, or by frontier DP.

use std::ops::ControlFlow;
use std::sync::{MutexGuard, TryLockError};
use std::time::Duration;

use crate::error::MemoryLimit;
use crate::walks::memory::Tables;
use crate::walks::number::Walks;
use crate::walks::{chain, stepping};
use knight_board::bitboard::{KnightGraph, MAX_AREA, ShapeKey, SquareSet, with_words};
use knight_board::{Board, Interrupted, Square, go_on};
use knight_frontier::{
    self, CountError, CountStatus, Counted, FrontierPlan, Limits, MOST_CUTS, NarrowCounter,
    OrderEffort, PARALLEL_STATES, WalkGraph, elimination_order, narrow_elimination_order,
};

/// The number of walks that begin at a square of a board.
///
/// `progress` is called every few milliseconds; [`ControlFlow::Break`] stops the count.
///
/// # Errors
/// [`CountError`].
///
/// # Panics
/// If the board has more than [`MAX_AREA`] squares or the square is off it.
///
/// # Examples
/// ```
/// use knight_search::Square;
/// use knight_search::{Tables, walks};
/// use std::ops::ControlFlow;
///
/// let tables = Tables::new(1 << 30);
/// let start = Square { row: 1, col: 1 };
/// let progress = &mut || ControlFlow::Continue(());
/// let walks = walks::on_board("6x6".parse()?, start, &tables, progress)?;
/// assert_eq!(walks, 19_431_824_959);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn on_board(
    board: Board,
    start: Square,
    tables: &Tables,
    progress: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<u128, CountError> {
    with_words!(board.area(), WORDS => {
        let graph = KnightGraph::<WORDS>::new(board);
        let first = SquareSet::only(graph.index(start));
        let mut counter = WalkCounter::new(&graph, tables, progress);
        Ok(counter.count(first, graph.all(), u128::MAX)?.counted())
    })
}

/// Counts walks and runs plans for the shapes of one board, within the memory that counts share.
pub(crate) struct WalkCounter<'a, const WORDS: usize> {
    pub graph: &'a KnightGraph<WORDS>,
    pub tables: &'a Tables,
    progress: &'a mut dyn FnMut() -> ControlFlow<()>,
    narrow: NarrowCounter,
}

/// Walks that are counted one by one before a plan is made.
const MAX_STEPS: u64 = 1000;

/// The widest frontier of a count with an extra start. The extra start is one vertex more; if the
/// frontier is wider than this, several counts without it have fewer states.
const MAX_EXTRA_START_WIDTH: usize = 16;

impl<'a, const WORDS: usize> WalkCounter<'a, WORDS> {
    /// `progress` is called every few milliseconds; [`ControlFlow::Break`] stops a count.
    pub(crate) fn new(
        graph: &'a KnightGraph<WORDS>,
        tables: &'a Tables,
        progress: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        WalkCounter { graph, tables, progress, narrow: NarrowCounter::default() }
    }

    /// Calls the progress callback.
    pub(crate) fn progress(&mut self) -> ControlFlow<()> {
        (self.progress)()
    }

    /// The result of a count for a search, or why it has none, which may be kept for later ones; an
    /// interruption may not. Notes what went wrong in the tables.
    pub(crate) fn within_memory<T>(
        &self,
        counted: Result<T, CountError>,
    ) -> Result<Result<T, MemoryLimit>, Interrupted> {
        match counted.inspect_err(|&error| self.tables.note_failure(error)) {
            Ok(result) => Ok(Ok(result)),
            Err(CountError::Interrupted) => Err(Interrupted),
            Err(
                CountError::MemoryLimit
                | CountError::Spill
                | CountError::TooWide
                | CountError::Overflow
                | CountError::Disagreement,
            ) => Ok(Err(MemoryLimit)),
        }
    }

    /// The walks that begin at a square of `first` and stay in `shape`: the sum of `W(p, shape)`
    /// over the squares `p` of `first`.
    ///
    /// The count stops once the number is known to be above `cap`. The result is then
    /// [`Walks::AtLeast`] a number above it.
    pub(crate) fn count(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Walks, CountError> {
        let mut walks = 0u128;
        let mut rest = first & shape;
        while !rest.is_empty() {
            let component = self.graph.flood(rest.only_first(), shape);
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
        let steps = u64::try_from(cap).unwrap_or(u64::MAX).min(MAX_STEPS);
        let stepped = stepping::count(self.graph, first, shape, steps);
        if stepped <= steps {
            return Ok(Walks::Exactly(stepped.into()));
        }
        if u128::from(stepped) > cap {
            return Ok(Walks::AtLeast(stepped.into()));
        }
        let key = ShapeKey::new(self.graph, first, shape);
        let known = &self.tables.walks;
        if let Some(walks) = known.get(&key, cap) {
            return Ok(walks.capped(cap));
        }
        let walks = match self.bound_above(first, shape, cap)? {
            Some(walks) => Walks::AtLeast(walks),
            None => {
                let meanwhile = || known.look_again(&key, cap).map(Walks::counted);
                let walks = self.count_by_frontier(first, shape, &|_| 1, cap, &meanwhile)?;
                Walks::Exactly(walks).capped(cap)
            }
        };
        known.put(key, walks);
        Ok(walks)
    }

    /// A lower bound above `cap`, searched for with growing effort while that costs less than the
    /// count itself.
    fn bound_above(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        cap: u128,
    ) -> Result<Option<u128>, CountError> {
        let Ok(cap) = u64::try_from(cap) else {
            return Ok(None);
        };
        for size in [8, 10, 12, 14, 16] {
            let bound = chain::lower_bound(self.graph, first, shape, cap, size);
            if bound > cap {
                return Ok(Some(bound.into()));
            }
        }
        for size in [20, 24, 28, 32, 36] {
            if size + 6 > shape.len() {
                break;
            }
            let sizes = chain::PartSizes { first: size, others: 15 };
            let (part, weights) = chain::first_part(self.graph, first, shape, cap, sizes);
            let weight = |square: usize| weights[square];
            let bound =
                self.count_by_frontier(first & part, part, &weight, cap.into(), &|| None)?;
            if bound > cap.into() {
                return Ok(Some(bound));
            }
        }
        Ok(None)
    }

    /// Counts by frontier DP, exactly or up to a number above `cap`, unless `known` says the result
    /// once other large counts have ended.
    pub(super) fn count_by_frontier(
        &mut self,
        first: SquareSet<WORDS>,
        shape: SquareSet<WORDS>,
        weight: &dyn Fn(usize) -> u64,
        cap: u128,
        known: &dyn Fn() -> Option<u128>,
    ) -> Result<u128, CountError> {
        if first.len() > 1 && shape.len() < MAX_AREA as u32 {
            let graph = WalkGraph::new(self.graph, first, shape, weight);
            if let Some(walks) = self.count_narrow(&graph, cap)? {
                return Ok(walks);
            }
            if let Some(walks) = self.count_with_extra_start(&graph, cap, known)? {
                return Ok(walks);
            }
        }
        // Each of several squares has its own count, and `known` is about their sum.
        let known = if first.len() == 1 { known } else { &|| None };
        first.members().try_fold(0u128, |sum, square| {
            let graph = WalkGraph::new(self.graph, SquareSet::only(square), shape, weight);
            let walks = match self.count_narrow(&graph, cap)? {
                Some(walks) => walks,
                None => {
                    let plan = self.plan(&graph, Counted::Walks)?;
                    self.run(&plan, cap, known)?
                }
            };
            sum.checked_add(walks).ok_or(CountError::Overflow)
        })
    }

    /// Counts the walks of a graph state by state; `None` if that is not the quickest way.
    fn count_narrow(&mut self, graph: &WalkGraph, cap: u128) -> Result<Option<u128>, CountError> {
        let mut check = || go_on((self.progress)());
        match narrow_elimination_order(graph, &mut check)? {
            Some(order) => Ok(self.narrow.count(graph, &order, cap, &mut check)?),
            None => Ok(None),
        }
    }

    /// Counts the walks of a graph with an extra start; `None` if its frontier is too wide.
    fn count_with_extra_start(
        &mut self,
        graph: &WalkGraph,
        cap: u128,
        known: &dyn Fn() -> Option<u128>,
    ) -> Result<Option<u128>, CountError> {
        match self.plan(graph, Counted::Walks) {
            Ok(plan) if plan.width() <= MAX_EXTRA_START_WIDTH => {
                self.run(&plan, cap, known).map(Some)
            }
            Err(CountError::Interrupted) => Err(CountError::Interrupted),
            _ => Ok(None),
        }
    }

    /// A plan for a graph.
    pub(crate) fn plan(
        &mut self,
        graph: &WalkGraph,
        counted: Counted,
    ) -> Result<FrontierPlan, CountError> {
        let order = elimination_order(graph, OrderEffort::Usual, &mut || go_on((self.progress)()))?;
        FrontierPlan::new(graph, &order, counted)
    }

    /// Runs a plan, alone if it does not fit the memory for counts that run beside others.
    ///
    /// `known` is asked for the result when a wait for other large counts has ended, because one of
    /// them may have been this count.
    pub(crate) fn run(
        &mut self,
        plan: &FrontierPlan,
        cap: u128,
        known: &dyn Fn() -> Option<u128>,
    ) -> Result<u128, CountError> {
        let tables = self.tables;
        let beside_others = self.run_within(plan, cap, tables.small, &|| 1, None);
        if beside_others != Err(CountError::MemoryLimit) {
            return beside_others;
        }
        let _alone = self.wait_to_be_alone()?;
        if let Some(walks) = known() {
            return Ok(walks);
        }
        let _shown = StatusGuard(tables);
        self.run_within(plan, cap, tables.large, &|| tables.idle_threads(), Some(tables))
    }

    /// `shown` is where the status is set, if it is.
    fn run_within(
        &mut self,
        plan: &FrontierPlan,
        cap: u128,
        bytes: usize,
        threads: &dyn Fn() -> usize,
        shown: Option<&Tables>,
    ) -> Result<u128, CountError> {
        let parallel_states = PARALLEL_STATES;
        let on_step = &mut |status: CountStatus| {
            if let Some(tables) = shown {
                tables.set_status(Some(status));
            }
        };
        let progress = &mut |used| {
            if let Some(tables) = shown {
                tables.set_bytes(used);
            }
            (self.progress)()
        };
        // A small count that does not fit becomes a large one, which may spill and be cut.
        let spill = shown.and_then(|tables| tables.spill.as_deref());
        let most_cuts = if shown.is_some() { MOST_CUTS } else { 0 };
        let mut limits =
            Limits { bytes, spill, most_cuts, parallel_states, threads, on_step, cap, progress };
        knight_frontier::count(plan, &self.tables.images, &mut limits)
    }

    /// Waits for the other large counts to end. A search that waits keeps no thread busy.
    fn wait_to_be_alone(&mut self) -> Result<MutexGuard<'a, ()>, CountError> {
        let _idle = self.tables.idle();
        loop {
            match self.tables.alone.try_lock() {
                Ok(guard) => return Ok(guard),
                // The lock guards no data that a panic could have damaged.
                Err(TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
            }
            if (self.progress)().is_break() {
                return Err(CountError::Interrupted);
            }
        }
    }
}

/// Ends the status of a large count when it ends.
struct StatusGuard<'a>(&'a Tables);

impl Drop for StatusGuard<'_> {
    fn drop(&mut self) {
        self.0.set_status(None);
    }
}
