//! How many knight's tours a board has, without listing them.
//!
//! Tours are counted by frontier DP with every square used (`docs/explanation/counting-tours.md`).
//! With goal `open` any path through all squares is a tour, even if its ends are a knight move
//! apart. With goal `closed` the cycles through all squares are counted; each contains as many such
//! paths as the board has squares. The other open tours are *strictly open*.
//!
//! Numbers beyond 128 bits are found by their remainders modulo primes (`long_counts.rs`). What is
//! counted in one go through a board is a [`Pass`], whose result can be kept ([`KeptPasses`]), so
//! that a stopped count can be resumed.

use std::ops::ControlFlow;

pub use num_bigint::BigUint;

use crate::board_order::board_order;
use crate::long_counts::Planned;
use crate::passes::Passes;
pub use crate::passes::{Effort, KeptPasses, Pass, PassKind};
use knight_board::bitboard::{MAX_AREA, supports};
use knight_board::go_on;
use knight_board::{Board, Goal, Square, Symmetry, orbit_representatives, theorems};
use knight_frontier::{
    self, CountError, Counted, FrontierPlan, MOST_CUTS, PairingMaps, SpillSpace, WalkGraph,
};

/// The longest shorter side of a board of more than [`MAX_AREA`] squares. A frontier of two columns
/// of 16 squares does not fit its slots.
const MAX_SHORT_SIDE: u16 = 15;

/// Boards of more squares are not counted exactly first: their counts rarely fit 128 bits.
const MAX_EXACT_AREA: usize = 128;

/// Closed tours of boards with a longer shorter side are not counted exactly with less memory than
/// [`EXACT_BYTES_OF_WIDE_BOARDS`]: it would fail, but only after minutes.
const MAX_EXACT_SHORT_SIDE: u16 = 8;

/// Bytes with which such boards are counted exactly after all.
const EXACT_BYTES_OF_WIDE_BOARDS: usize = 64 << 30;

/// The plans of boards of all lengths take a few hundred bytes for each square.
pub(super) const MAX_SQUARES_OF_ALL_LENGTHS: usize = 1_000_000;

/// How many tours there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tours {
    /// A tour and its reverse count once, and so does a closed tour, whatever its start.
    pub undirected: BigUint,
    /// A tour and its reverse count twice, except the tour of the single square, which is its own
    /// reverse.
    pub directed: BigUint,
}

impl Tours {
    /// The tours of the single square, which are one tour, directed or not, and those of boards
    /// where a theorem excludes them.
    pub(super) fn without_counting(board: Board, goal: Goal) -> Option<Tours> {
        match theorems::on(board, goal) {
            Some(_) => Some(Tours::of_undirected(0u8.into())),
            None if board.area() == 1 => {
                Some(Tours { undirected: 1u8.into(), directed: 1u8.into() })
            }
            None => None,
        }
    }

    /// The tours of a board of several squares.
    pub(super) fn of_undirected(undirected: BigUint) -> Tours {
        Tours { directed: &undirected * 2u8, undirected }
    }
}

/// Why tours could not be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TourCountError {
    /// Too many squares.
    #[error(
        "{0} is too large: tours are counted on boards of up to {MAX_AREA} squares, and on longer \
         ones with a side of at most {MAX_SHORT_SIDE}"
    )]
    TooLarge(Board),
    /// Too many squares to estimate, or too wide.
    #[error(
        "{0} is too large: tours are estimated on boards of up to {MAX_AREA} squares with a side of \
         at most {MAX_SHORT_SIDE}"
    )]
    TooLargeToEstimate(Board),
    /// Too many lengths at once.
    #[error(
        "{0} and all shorter boards have more than {MAX_SQUARES_OF_ALL_LENGTHS} squares together, \
         the most that can be counted at once"
    )]
    TooManyLengths(Board),
    /// The count is out of reach or was stopped.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// Counts the tours of one board.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_count::tour_counts::TourCounter;
/// use knight_board::{Board, Goal};
/// let board = Board::new(6, 6).unwrap();
/// let mut progress = |_| ControlFlow::Continue(());
/// let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress); // bytes, threads
/// assert_eq!(counter.tours(Goal::Closed).unwrap().undirected, 9_862u32.into());
/// ```
pub struct TourCounter<'a> {
    board: Board,
    pub(super) passes: Passes<'a>,
}

impl<'a> TourCounter<'a> {
    /// A counter that may use this many bytes for states and this many threads. `progress` is
    /// called every few milliseconds; [`ControlFlow::Break`] stops the count.
    pub fn new(
        board: Board,
        bytes: usize,
        threads: usize,
        progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    ) -> TourCounter<'a> {
        TourCounter { board, passes: Passes::new(board.area(), bytes, threads, progress) }
    }

    /// Puts tables that do not fit the memory into this space, if there is one.
    pub fn spilling(self, space: Option<&'a dyn SpillSpace>) -> TourCounter<'a> {
        TourCounter { passes: Passes { spill: space, ..self.passes }, ..self }
    }

    /// Takes the results of passes from there, and keeps the others there. What is kept must be of
    /// one goal.
    pub fn keeping(self, kept: impl KeptPasses + 'a) -> TourCounter<'a> {
        TourCounter { passes: Passes { kept: Box::new(kept), ..self.passes }, ..self }
    }

    /// Counts without regard to what is kept, as for another goal.
    pub(super) fn without_keeping<T>(&mut self, count: impl FnOnce(&mut Self) -> T) -> T {
        let kept = self.passes.forget();
        let counted = count(self);
        self.passes.kept = kept;
        counted
    }

    /// The board.
    pub(super) fn board(&self) -> Board {
        self.board
    }

    /// The squares of the last count and the states of the largest layer of all counts; 0 where a
    /// theorem gives the answer.
    pub fn effort(&self) -> Effort {
        self.passes.effort.get()
    }

    /// The tours of the board.
    ///
    /// # Errors
    /// [`TourCountError`], but never where a theorem ([`theorems`]) excludes tours.
    pub fn tours(&mut self, goal: Goal) -> Result<Tours, TourCountError> {
        match Tours::without_counting(self.board, goal) {
            Some(tours) => Ok(tours),
            None => Ok(Tours::of_undirected(self.undirected(goal)?)),
        }
    }

    /// The directed tours that begin at a square of the board. Every closed tour passes every
    /// square, so all of them begin at each.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn from(&mut self, start: Square, goal: Goal) -> Result<BigUint, TourCountError> {
        if goal.returns() {
            return Ok(self.tours(goal)?.directed);
        }
        if theorems::from(self.board, start, goal).is_some() {
            return Ok(0u8.into());
        }
        self.count(Some(start), Counted::HamiltonianPaths)
    }

    /// The directed tours that begin at each square, row by row; one square of each orbit is
    /// counted.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn by_start(&mut self, goal: Goal) -> Result<Vec<(Square, BigUint)>, TourCountError> {
        let board = self.board;
        if goal.returns() {
            let tours = self.tours(goal)?.directed;
            return Ok(board.squares().map(|start| (start, tours.clone())).collect());
        }
        // The first image of a square in row-major order is counted for all.
        let first_image = |square| {
            let images = Symmetry::of(board).map(|g| board.index(g.square(board, square)));
            images.min().unwrap_or(board.index(square))
        };
        let starts = orbit_representatives(board).len();
        let mut counts: Vec<(Square, BigUint)> = Vec::with_capacity(board.area());
        let mut begun = 0;
        for square in board.squares() {
            let tours = match counts.get(first_image(square)) {
                Some((_, tours)) => tours.clone(),
                None => {
                    begun += 1;
                    let effort = Effort { start: begun, starts, ..self.effort() };
                    self.passes.effort.set(effort);
                    self.from(square, goal)?
                }
            };
            counts.push((square, tours));
        }
        Ok(counts)
    }

    fn undirected(&mut self, goal: Goal) -> Result<BigUint, TourCountError> {
        self.count(None, counted(goal))
    }

    /// Whether the board can be counted column by column.
    pub(super) fn is_long(&self) -> bool {
        self.board.rows().min(self.board.cols()) <= MAX_SHORT_SIDE
            && self.board.area() <= usize::from(u16::MAX)
    }

    /// Counts paths or cycles on the whole board, from a start or with free ends.
    fn count(
        &mut self,
        start: Option<Square>,
        counted: Counted,
    ) -> Result<BigUint, TourCountError> {
        let board = self.board;
        if !supports(board) && !self.is_long() {
            return Err(TourCountError::TooLarge(board));
        }
        let graph = WalkGraph::of_board(board, start);
        self.passes.begin_pass(1, 1);
        let effort = self.effort();
        let mut check = || go_on((self.passes.progress)(effort));
        let order = board_order(board, &graph, &mut check).map_err(CountError::from)?;
        let plan = FrontierPlan::new(&graph, &order, counted)?;
        let maps = PairingMaps::default();
        let one = [Planned { board, start, plan }];
        let found = match self.counted(&one, &maps) {
            Err(CountError::MemoryLimit) => {
                // Everything that needs less memory was tried, so now time is spent.
                self.passes.most_cuts = MOST_CUTS;
                self.passes.begin_pass(1, 1);
                let found = self.counted(&one, &maps);
                self.passes.most_cuts = 0;
                found
            }
            found => found,
        };
        Ok(found?.into_iter().next().unwrap_or_default())
    }

    /// Counts in one pass, or by remainders if the number is long or the memory little.
    fn counted(
        &mut self,
        planned: &[Planned; 1],
        maps: &PairingMaps,
    ) -> Result<Vec<BigUint>, CountError> {
        let [Planned { board, start, ref plan }] = *planned;
        let is_too_wide = plan.counted() == Counted::HamiltonianCycles
            && board.rows().min(board.cols()) > MAX_EXACT_SHORT_SIDE
            && self.passes.bytes < EXACT_BYTES_OF_WIDE_BOARDS;
        if is_too_wide || self.passes.short_prime_bits_begun(planned).is_some() {
            return self.passes.count_in_little_memory(planned, maps);
        }
        if board.area() > MAX_EXACT_AREA {
            return self.passes.count_by_remainders(planned, maps);
        }
        let pass = Pass { board, start, kind: PassKind::Exact };
        match self.passes.pass(pass, |limits| knight_frontier::count(plan, maps, limits)) {
            Err(CountError::Overflow) => self.passes.count_by_remainders(planned, maps),
            Err(CountError::MemoryLimit) => self.passes.count_in_little_memory(planned, maps),
            exact => exact.map(|exact| vec![exact.into()]),
        }
    }
}

/// What the undirected tours of a whole board are in its graph.
pub(super) fn counted(goal: Goal) -> Counted {
    if goal.returns() { Counted::HamiltonianCycles } else { Counted::HamiltonianPaths }
}

#[cfg(test)]
mod tests {
    use crate::tour_counts::*;
    use knight_frontier::{MAX_LANES, Prime};

    fn counted_without_theorems(board: Board, goal: Goal) -> BigUint {
        let mut progress = |_| ControlFlow::Continue(());
        TourCounter::new(board, 1 << 28, 1, &mut progress).undirected(goal).unwrap()
    }

    #[test]
    fn counts_are_positive_exactly_where_no_theorem_excludes_tours() {
        for (rows, cols) in (1..=7).flat_map(|rows| (rows..=12).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            if !(2..=36).contains(&board.area()) {
                continue;
            }
            let has_open = counted_without_theorems(board, Goal::Open) > 0u8.into();
            assert_eq!(has_open, theorems::open(board).is_none(), "{board}");
            let has_closed = counted_without_theorems(board, Goal::Closed) > 0u8.into();
            assert_eq!(has_closed, theorems::closed(board).is_none(), "{board}");
        }
    }
    #[test]
    fn remainders_join_to_the_exact_count() {
        for (size, start, counted) in [
            ("5x6", None, Counted::HamiltonianCycles),
            ("4x4", None, Counted::HamiltonianPaths),
            ("4x12", None, Counted::HamiltonianPaths),
            ("3x40", None, Counted::HamiltonianCycles),
            ("3x20", Some(Square { row: 1, col: 1 }), Counted::HamiltonianPaths),
            ("5x7", Some(Square { row: 3, col: 3 }), Counted::HamiltonianPaths),
        ] {
            let board: Board = size.parse().unwrap();
            let mut progress = |_| ControlFlow::Continue(());
            let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress);
            let graph = WalkGraph::of_board(board, start);
            let order = board_order(board, &graph, &mut || Ok(())).unwrap();
            let plan = FrontierPlan::new(&graph, &order, counted).unwrap();
            let plan = plan.sliced_wherever_possible();
            let maps = PairingMaps::default();
            let exact = counter.count(start, counted).unwrap();
            let primes: Vec<Prime> = Prime::descending().take(MAX_LANES).collect();
            for lanes in [1, 2, 3, MAX_LANES] {
                let primes = &primes[..lanes];
                let found = counter
                    .passes
                    .limited(|l| knight_frontier::remainders(&[&plan], primes, &maps, l));
                let expected = primes.iter().map(|prime| &exact % prime.value());
                let found = found.unwrap().remove(0);
                assert!(found.into_iter().map(BigUint::from).eq(expected), "{size}");
            }
            let bits =
                counter.passes.limited(|l| knight_frontier::sufficient_bits(&[&plan], &maps, l));
            let bits = bits.unwrap()[0].into();
            assert!((exact.bits()..exact.bits() + 3).contains(&bits), "{size}");
            let joined =
                counter.passes.count_by_remainders(&[Planned { board, start, plan }], &maps);
            assert_eq!(joined.unwrap(), [exact], "{size}");
        }
    }
}
