//! How many knight's tours a board has, without listing them.
//!
//! Tours are counted by frontier DP with every square used (`docs/count.md`).
//! With goal `open` any path through all squares is a tour, even if its ends are a knight move
//! apart. With goal `closed` the cycles through all squares are counted; each contains as many such
//! paths as the board has squares. The other open tours are *strictly open*.
//!
//! Numbers beyond 128 bits are found by their remainders modulo primes. An upper bound, counted
//! first, says how many primes are needed; one more checks the result. Several primes share a
//! count. Each bound or remainder is a [`Pass`] whose result can be kept ([`KeptPasses`]), so that
//! a count that was stopped goes on.

use std::cell::Cell;
use std::ops::ControlFlow;

pub use num_bigint::BigUint;

use crate::bitboard::{MAX_AREA, supports};
use crate::board::{Board, Square, Symmetry};
use crate::error::Interrupted;
use crate::feasibility::theorems;
use crate::frontier::{
    self, CountError, CountStatus, Counted, FrontierPlan, Limits, MAX_LANES, PARALLEL_STATES,
    PRIME_BITS, PairingMaps, Prime, WalkGraph,
};
use crate::problem::Goal;
use crate::questions::board_order::board_order;
use crate::questions::remainders::JoinedRemainders;

/// The longest shorter side of a board of more than [`MAX_AREA`] squares. A frontier of two columns
/// of 16 squares does not fit its slots.
const MAX_SHORT_SIDE: u16 = 15;

/// Boards of more squares are not counted exactly first: their counts rarely fit 128 bits.
const MAX_EXACT_AREA: usize = 128;

/// How many tours there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tours {
    /// A tour and its reverse count once, and so does a closed tour, whatever its start.
    pub undirected: BigUint,
    /// A tour and its reverse count twice, except the tour of the single square, which is its own
    /// reverse.
    pub directed: BigUint,
}

/// Why tours could not be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TourCountError {
    /// Too many squares.
    #[error(
        "{0} has more than {MAX_AREA} squares, the most that can be counted unless one side has at \
         most {MAX_SHORT_SIDE}"
    )]
    TooLarge(Board),
    /// The count is out of reach or was stopped.
    #[error(transparent)]
    Count(#[from] CountError),
}

/// How far a count is, or was when it ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Squares settled by the last pass.
    pub processed: usize,
    /// States of the largest layer.
    pub states: usize,
    /// The number of the pass, from 1 on: long numbers take several.
    pub pass: usize,
    /// How many passes it takes from each start, as far as is known.
    pub passes: usize,
    /// The number of the start, from 1 on, of those that are counted separately.
    pub start: usize,
    /// How many starts are counted separately; 1 for the whole board.
    pub starts: usize,
}

/// One count through all squares of a board. It depends on the board and the goal alone, not on
/// memory, threads or the order of the squares, except that a bound may be larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// Where the tours begin; `None` for undirected tours of the whole board.
    pub start: Option<Square>,
    /// What the pass finds.
    pub kind: PassKind,
}

/// What a [`Pass`] finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassKind {
    /// The number of tours.
    Exact,
    /// A number of bits that suffices for it.
    Bits,
    /// Its remainder modulo this prime.
    Modulo(u64),
}

/// The results of passes, kept so that a count that was stopped does not repeat them.
pub trait KeptPasses {
    /// The result of a pass, if it was kept; `Some(None)` if the number has more than 128 bits.
    fn find(&self, pass: Pass) -> Option<Option<u128>>;

    /// Keeps the result of a pass; `None` if the number has more than 128 bits.
    /// [`ControlFlow::Break`] stops the count.
    fn keep(&mut self, pass: Pass, result: Option<u128>) -> ControlFlow<()>;
}

/// Keeps nothing.
struct Forgotten;

impl KeptPasses for Forgotten {
    fn find(&self, _: Pass) -> Option<Option<u128>> {
        None
    }

    fn keep(&mut self, _: Pass, _: Option<u128>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Counts the tours of one board.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::questions::tour_counts::TourCounter;
/// use knight_search::{Board, Goal};
/// let board = Board::new(6, 6).unwrap();
/// let mut progress = |_| ControlFlow::Continue(());
/// let mut counter = TourCounter::new(board, 1 << 28, 1, &mut progress); // bytes, threads
/// assert_eq!(counter.tours(Goal::Closed).unwrap().undirected, 9_862u32.into());
/// ```
pub struct TourCounter<'a> {
    board: Board,
    bytes: usize,
    threads: usize,
    progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    kept: Box<dyn KeptPasses + 'a>,
    effort: Cell<Effort>,
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
        let threads = threads.max(1);
        let effort = Cell::new(Effort { start: 1, starts: 1, ..Effort::default() });
        TourCounter { board, bytes, threads, progress, kept: Box::new(Forgotten), effort }
    }

    /// Takes the results of passes from there, and keeps the others there. What is kept must be of
    /// this board, and of one goal.
    pub fn keeping(self, kept: impl KeptPasses + 'a) -> TourCounter<'a> {
        TourCounter { kept: Box::new(kept), ..self }
    }

    /// Counts without regard to what is kept, as for another goal.
    pub(super) fn without_keeping<T>(&mut self, count: impl FnOnce(&mut Self) -> T) -> T {
        let kept = std::mem::replace(&mut self.kept, Box::new(Forgotten));
        let counted = count(self);
        self.kept = kept;
        counted
    }

    /// The board.
    pub(super) fn board(&self) -> Board {
        self.board
    }

    /// The squares of the last count and the states of the largest layer of all counts; 0 where a
    /// theorem gives the answer.
    pub fn effort(&self) -> Effort {
        self.effort.get()
    }

    /// The tours of the board.
    ///
    /// # Errors
    /// [`TourCountError`], but never where a theorem ([`theorems`]) excludes tours.
    pub fn tours(&mut self, goal: Goal) -> Result<Tours, TourCountError> {
        let reason = match goal {
            Goal::Open => theorems::open(self.board),
            Goal::Closed => theorems::closed(self.board),
        };
        let undirected = match reason {
            Some(_) => 0u8.into(),
            // The single square is one tour, directed or not.
            None if self.board.area() == 1 => {
                return Ok(Tours { undirected: 1u8.into(), directed: 1u8.into() });
            }
            None => self.undirected(goal)?,
        };
        Ok(Tours { directed: &undirected * 2u8, undirected })
    }

    /// The directed tours that begin at a square of the board. Every closed tour passes every
    /// square, so all of them begin at each.
    ///
    /// # Errors
    /// As [`TourCounter::tours`].
    pub fn from(&mut self, start: Square, goal: Goal) -> Result<BigUint, TourCountError> {
        match goal {
            Goal::Open => self.open_from(start),
            Goal::Closed => Ok(self.tours(Goal::Closed)?.directed),
        }
    }

    fn open_from(&mut self, start: Square) -> Result<BigUint, TourCountError> {
        if theorems::open_from(self.board, start).is_some() {
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
        if goal == Goal::Closed {
            let tours = self.tours(goal)?.directed;
            return Ok(board.squares().map(|start| (start, tours.clone())).collect());
        }
        // The first image of a square in row-major order is counted for all.
        let first_image = |square| {
            let images = Symmetry::of(board).map(|g| board.index(g.square(board, square)));
            images.min().unwrap_or(board.index(square))
        };
        let is_counted = |square: &Square| first_image(*square) == board.index(*square);
        let starts = board.squares().filter(is_counted).count();
        let mut counts: Vec<(Square, BigUint)> = Vec::with_capacity(board.area());
        let mut begun = 0;
        for square in board.squares() {
            let tours = match counts.get(first_image(square)) {
                Some((_, tours)) => tours.clone(),
                None => {
                    begun += 1;
                    self.effort.set(Effort { start: begun, starts, ..self.effort.get() });
                    self.open_from(square)?
                }
            };
            counts.push((square, tours));
        }
        Ok(counts)
    }

    fn undirected(&mut self, goal: Goal) -> Result<BigUint, TourCountError> {
        let counted = match goal {
            Goal::Open => Counted::HamiltonianPaths,
            Goal::Closed => Counted::HamiltonianCycles,
        };
        self.count(None, counted)
    }

    /// Counts paths or cycles on the whole board, from a start or with free ends.
    fn count(
        &mut self,
        start: Option<Square>,
        counted: Counted,
    ) -> Result<BigUint, TourCountError> {
        let board = self.board;
        let is_long = board.rows().min(board.cols()) <= MAX_SHORT_SIDE
            && board.area() <= usize::from(u16::MAX);
        if !supports(board) && !is_long {
            return Err(TourCountError::TooLarge(board));
        }
        let graph = WalkGraph::of_board(board, start);
        self.begin_pass(1, 1);
        let effort = self.effort.get();
        let order = board_order(board, &graph, &mut || match (self.progress)(effort) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Interrupted),
        });
        let order = order.map_err(|Interrupted| CountError::Interrupted)?;
        let plan = FrontierPlan::new(&graph, &order, counted)?;
        let maps = PairingMaps::default();
        let pass = |kind| Pass { start, kind };
        if board.area() <= MAX_EXACT_AREA {
            let count = |limits: &mut Limits| frontier::count(&plan, &maps, limits);
            let exact = self.pass(pass(PassKind::Exact), count);
            if exact != Err(CountError::Overflow) {
                return Ok(exact?.into());
            }
        }
        Ok(self.count_by_remainders(start, &plan, &maps)?)
    }

    /// Counts a bound, then modulo as many primes as the bound needs, and one more.
    fn count_by_remainders(
        &mut self,
        start: Option<Square>,
        plan: &FrontierPlan,
        maps: &PairingMaps,
    ) -> Result<BigUint, CountError> {
        self.begin_pass(1, 2);
        let bits = self.pass(Pass { start, kind: PassKind::Bits }, |limits| {
            Ok(frontier::sufficient_bits(plan, maps, limits)?.into())
        })?;
        let bits = u32::try_from(bits).map_err(|_| CountError::Overflow)?;
        let primes: Vec<Prime> = Prime::descending().take(primes_for(bits)).collect();
        let remainders = self.remainders(start, plan, &primes, maps)?;
        JoinedRemainders::checked(&primes, &remainders, bits).ok_or(CountError::Disagreement)
    }

    /// The remainders modulo these primes, as many in one pass as fit the memory.
    fn remainders(
        &mut self,
        start: Option<Square>,
        plan: &FrontierPlan,
        primes: &[Prime],
        maps: &PairingMaps,
    ) -> Result<Vec<u64>, CountError> {
        let pass_of = |prime: Prime| Pass { start, kind: PassKind::Modulo(prime.value()) };
        let mut remainders = Vec::with_capacity(primes.len());
        let mut lanes = MAX_LANES;
        let mut pass = 2;
        while let Some(&prime) = primes.get(remainders.len()) {
            if let Some(kept) = self.kept.find(pass_of(prime)) {
                // What was kept may be of anybody.
                let kept = kept.and_then(|kept| u64::try_from(kept).ok());
                remainders.push(kept.ok_or(CountError::Disagreement)?);
                continue;
            }
            let left = &primes[remainders.len()..];
            let passes = left.len().div_ceil(lanes);
            let group = &left[..left.len().div_ceil(passes)];
            self.begin_pass(pass, pass - 1 + passes);
            match self.limited(|limits| frontier::remainders(plan, group, maps, limits)) {
                Ok(found) => {
                    for (&prime, &remainder) in group.iter().zip(&found) {
                        self.keep(pass_of(prime), Some(remainder.into()))?;
                    }
                    remainders.extend(found);
                    pass += 1;
                }
                Err(CountError::MemoryLimit) if lanes > 1 => lanes /= 2,
                Err(error) => return Err(error),
            }
        }
        Ok(remainders)
    }

    fn begin_pass(&mut self, pass: usize, passes: usize) {
        self.effort.set(Effort { processed: 0, pass, passes, ..self.effort.get() });
    }

    /// Takes the plan through all squares once, unless the result was kept.
    fn pass(
        &mut self,
        pass: Pass,
        count: impl FnOnce(&mut Limits) -> Result<u128, CountError>,
    ) -> Result<u128, CountError> {
        if let Some(result) = self.kept.find(pass) {
            return result.ok_or(CountError::Overflow);
        }
        let result = self.limited(count);
        // Nothing is left to do behind the only pass.
        let is_answer = pass.kind == PassKind::Exact && self.effort.get().starts == 1;
        match result {
            Ok(_) if is_answer => {}
            Ok(number) => self.keep(pass, Some(number))?,
            Err(CountError::Overflow) => self.keep(pass, None)?,
            Err(_) => {}
        }
        result
    }

    fn keep(&mut self, pass: Pass, result: Option<u128>) -> Result<(), CountError> {
        match self.kept.keep(pass, result) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(CountError::Interrupted),
        }
    }

    /// Counts within the limits, and notes the effort.
    fn limited<T>(&mut self, count: impl FnOnce(&mut Limits) -> T) -> T {
        let (threads, effort) = (self.threads, &self.effort);
        let progress = &mut *self.progress;
        count(&mut Limits {
            bytes: self.bytes,
            parallel_states: PARALLEL_STATES,
            threads: &|| threads,
            on_step: &mut |now: CountStatus| {
                let before = effort.get();
                let states = before.states.max(now.states);
                effort.set(Effort { processed: now.step, states, ..before });
            },
            cap: u128::MAX,
            progress: &mut || progress(effort.get()),
        })
    }
}

/// How many primes determine a number of this many bits, and one more. So close to a power of two,
/// the bits of their product are those of all of them.
fn primes_for(bits: u32) -> usize {
    (bits / PRIME_BITS) as usize + 2
}

#[cfg(test)]
mod tests {
    use crate::questions::tour_counts::*;

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
            let maps = PairingMaps::default();
            let exact = counter.count(start, counted).unwrap();
            let joined = counter.count_by_remainders(start, &plan, &maps).unwrap();
            assert_eq!(joined, exact, "{size}");
            let primes: Vec<Prime> = Prime::descending().take(MAX_LANES).collect();
            for lanes in [1, 2, 3, MAX_LANES] {
                let primes = &primes[..lanes];
                let found = counter.limited(|l| frontier::remainders(&plan, primes, &maps, l));
                let expected = primes.iter().map(|prime| &exact % prime.value());
                assert!(found.unwrap().into_iter().map(BigUint::from).eq(expected), "{size}");
            }
            let bits = counter.pass(Pass { start, kind: PassKind::Bits }, |limits| {
                Ok(frontier::sufficient_bits(&plan, &maps, limits)?.into())
            });
            let bits = bits.unwrap() as u64;
            assert!((exact.bits()..exact.bits() + 3).contains(&bits), "{size}");
        }
    }
}
