//! Passes: counts through all squares of a board, the parts of a count of tours.

use std::cell::Cell;
use std::ops::ControlFlow;

use knight_board::{Board, Square, go_on};
use knight_frontier::{CountError, CountStatus, Limits, PARALLEL_STATES, SpillSpace};

/// How far a count is, or was when it ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Squares settled by the last pass.
    pub processed: usize,
    /// Squares that the last pass has to settle; those of all boards if it counts on several.
    pub squares: usize,
    /// States of the largest layer.
    pub states: usize,
    /// Bytes in use for states, sums and maps of pairings, or last in use.
    pub bytes: usize,
    /// The number of the pass, from 1 on: long numbers take several.
    pub pass: usize,
    /// How many passes it takes from each start, as far as is known.
    pub passes: usize,
    /// The number of the start, from 1 on, of those that are counted separately.
    pub start: usize,
    /// How many starts are counted separately; 1 for the whole board.
    pub starts: usize,
    /// Why the last pass without a result was given up.
    pub given_up: Option<CountError>,
}

/// One count through all squares of a board; several may be done together. It depends on the board
/// and the goal alone, not on memory, threads or the order of the squares, except that a bound may
/// be larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The board.
    pub board: Board,
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

/// Does passes within limits, unless their results were kept.
pub(super) struct Passes<'a> {
    pub bytes: usize,
    pub spill: Option<&'a dyn SpillSpace>,
    /// How often a pass that does not fit, and each of its parts, may be cut.
    pub most_cuts: usize,
    pub threads: usize,
    pub progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    pub kept: Box<dyn KeptPasses + 'a>,
    pub effort: Cell<Effort>,
}

impl<'a> Passes<'a> {
    /// Passes of which nothing is kept, of boards with this many squares.
    pub(crate) fn new(
        squares: usize,
        bytes: usize,
        threads: usize,
        progress: &'a mut dyn FnMut(Effort) -> ControlFlow<()>,
    ) -> Passes<'a> {
        let effort = Cell::new(Effort { squares, start: 1, starts: 1, ..Effort::default() });
        Passes {
            bytes,
            spill: None,
            most_cuts: 0,
            threads: threads.max(1),
            progress,
            kept: Box::new(Forgotten),
            effort,
        }
    }

    /// Keeps nothing from now on; returns what kept the results so far.
    pub(crate) fn forget(&mut self) -> Box<dyn KeptPasses + 'a> {
        std::mem::replace(&mut self.kept, Box::new(Forgotten))
    }

    /// Notes that a pass begins, of as many.
    pub(crate) fn begin_pass(&mut self, pass: usize, passes: usize) {
        self.effort.set(Effort { processed: 0, pass, passes, ..self.effort.get() });
    }

    /// Takes the plan through all squares once, unless the result was kept.
    pub(crate) fn pass(
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

    /// Keeps the result of a pass; `None` if the number has more than 128 bits.
    pub(crate) fn keep(&mut self, pass: Pass, result: Option<u128>) -> Result<(), CountError> {
        Ok(go_on(self.kept.keep(pass, result))?)
    }

    /// Counts within the limits, and notes the effort.
    pub(crate) fn limited<T>(
        &mut self,
        count: impl FnOnce(&mut Limits) -> Result<T, CountError>,
    ) -> Result<T, CountError> {
        let (threads, effort) = (self.threads, &self.effort);
        let progress = &mut *self.progress;
        let counted = count(&mut Limits {
            bytes: self.bytes,
            spill: self.spill,
            most_cuts: self.most_cuts,
            parallel_states: PARALLEL_STATES,
            threads: &|| threads,
            on_step: &mut |now: CountStatus| {
                let before = effort.get();
                let states = before.states.max(now.states);
                let (processed, squares, bytes) = (now.step, now.steps, now.bytes);
                effort.set(Effort { processed, squares, states, bytes, ..before });
            },
            cap: u128::MAX,
            progress: &mut |bytes| {
                effort.set(Effort { bytes, ..effort.get() });
                progress(effort.get())
            },
        });
        counted.inspect_err(|&error| {
            effort.set(Effort { given_up: Some(error), ..effort.get() });
        })
    }
}
