//! The literal search: every node is visited, iteratively.
//!
//! A set of squares is a few machine words, and the squares that a knight reaches from a set come from a
//! dozen shifts. The walk itself is in `walk`; this file chooses the copy of it that suits the board and the
//! processor.

use super::{Answer, Interrupted, Problem, Pulse};
use crate::board::Board;
use walk::{End, Stop};

mod grid;
mod squares;
mod walk;

/// The longest side of a board that this engine searches, in squares.
pub const MAX_SIDE: u16 = 16;

/// Whether this engine can search the board.
pub fn supports(board: Board) -> bool {
    board.rows() <= MAX_SIDE && board.cols() <= MAX_SIDE
}

/// Searches by stepping through every node.
///
/// # Errors
/// [`Interrupted`] if `pulse` breaks.
///
/// # Panics
/// If the board is not [`supports`]ed or the start is off it.
pub fn search(problem: &Problem, pulse: &mut Pulse) -> Result<Answer, Interrupted> {
    search_on(Processor::detect(), problem, pulse)
}

/// What the processor has to offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Processor {
    /// Only what every processor of its architecture has.
    Any,
    /// The bit manipulation instructions of x86-64 from Haswell and Zen on.
    #[cfg(target_arch = "x86_64")]
    X86WithBits,
}

impl Processor {
    fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            return Processor::X86WithBits;
        }
        Processor::Any
    }
}

fn search_on(
    processor: Processor,
    problem: &Problem,
    pulse: &mut Pulse,
) -> Result<Answer, Interrupted> {
    let board = problem.board;
    assert!(supports(board) && board.contains(problem.start));
    let end = match board.area().div_ceil(64) {
        1 => walk_on::<1>(processor, problem, pulse),
        2 => walk_on::<2>(processor, problem, pulse),
        3 => walk_on::<3>(processor, problem, pulse),
        _ => walk_on::<4>(processor, problem, pulse),
    };
    match (end, problem.budget.limit()) {
        (Ok(End::Tour { failed, squares }), _) => {
            let squares = squares.into_iter().map(|index| board.square(index));
            Ok(Answer::found(problem, failed.into(), squares.collect()))
        }
        (Ok(End::Exhausted { nodes }), _) => Ok(Answer::exhausted(problem, nodes.into())),
        (Err(Stop::OutOfBudget), Some(budget)) => Ok(Answer::out_of_budget(budget)),
        (Err(_), _) => Err(Interrupted),
    }
}

fn walk_on<const WORDS: usize>(
    processor: Processor,
    problem: &Problem,
    pulse: &mut Pulse,
) -> Result<End, Stop> {
    match processor {
        Processor::Any => walk::walk::<WORDS>(problem, pulse),
        #[cfg(target_arch = "x86_64")]
        Processor::X86WithBits => {
            // SAFETY: `Processor::detect` found the features that the function enables.
            #[allow(unsafe_code)]
            unsafe {
                walk_with_bits::<WORDS>(problem, pulse)
            }
        }
    }
}

/// The same walk, compiled for processors with bit manipulation instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn walk_with_bits<const WORDS: usize>(problem: &Problem, pulse: &mut Pulse) -> Result<End, Stop> {
    walk::walk::<WORDS>(problem, pulse)
}
