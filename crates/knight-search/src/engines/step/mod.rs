//! The literal search: every node is visited, iteratively.
//!
//! A set of squares is one to four machine words, and the squares that a knight reaches from a set
//! take a dozen shifts (`bitboard`). Nodes are visited in the move order while a tour may exist
//! below them (`search_tree`) and in the fastest order where none can (`dead_subtree`). This file
//! chooses the copy of the search that suits the board and the processor.
//!
//! No node is skipped and no count is reused, so the time grows with the checks.

use crate::answer::Answer;
use budget_meter::Stopped;
use knight_board::bitboard::{supports, with_words};
use knight_board::{Interrupted, Problem, SearchProgress};
use search_tree::{End, search_tree};

mod budget_meter;
mod dead_subtree;
mod search_tree;

/// Searches by stepping through every node.
///
/// ```
/// use std::ops::ControlFlow;
/// use knight_search::engines::step;
/// use knight_search::{Board, Budget, Goal, MoveOrder, Problem, Square};
/// let problem = Problem {
///     board: Board::new(6, 6).unwrap(),
///     start: Square { row: 1, col: 1 },
///     order: MoveOrder::FIG2,
///     goal: Goal::Open,
///     budget: Budget::UNLIMITED,
/// };
/// let answer = step::search(&problem, &mut |_checks| ControlFlow::Continue(())).unwrap();
/// assert_eq!(answer.checks, 1_985_212);
/// ```
///
/// # Errors
/// [`Interrupted`] if `progress` breaks.
///
/// # Panics
/// If the board has more squares than [`supports`] allows or the start is off it.
pub fn search(problem: &Problem, progress: &mut SearchProgress) -> Result<Answer, Interrupted> {
    search_on(Processor::detect(), problem, progress)
}

/// The instructions that a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Processor {
    /// Only what every processor of its architecture has.
    Any,
    /// The bit manipulation instructions of x86-64 from Haswell and Zen on; only `detect` may say
    /// so.
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
    progress: &mut SearchProgress,
) -> Result<Answer, Interrupted> {
    let board = problem.board;
    assert!(supports(board) && board.contains(problem.start));
    let end = match processor {
        Processor::Any => search_anywhere(problem, progress),
        #[cfg(target_arch = "x86_64")]
        Processor::X86WithBits => with_words!(board.area(), WORDS => {
            // SAFETY: `Processor::detect` found the features that the function enables.
            #[allow(unsafe_code)]
            unsafe {
                search_with_bits::<WORDS>(problem, progress)
            }
        }),
    };
    match end {
        Ok(End::Tour { failed, squares }) => Ok(Answer::found(problem, failed.into(), squares)),
        Ok(End::Exhausted { nodes }) => Ok(Answer::exhausted(problem, nodes.into())),
        Err(Stopped::OutOfBudget(budget)) => Ok(Answer::out_of_budget(budget)),
        Err(Stopped::Interrupted) => Err(Interrupted),
    }
}

/// Searches on any processor of the architecture.
///
/// On x86-64 only processors from before 2013 need it, so two widths suffice there. Each width is a
/// copy of the search, and the copies take long to compile.
fn search_anywhere(problem: &Problem, progress: &mut SearchProgress) -> Result<End, Stopped> {
    let squares = problem.board.area();
    #[cfg(target_arch = "x86_64")]
    return match squares {
        0..=64 => search_tree::<1>(problem, progress),
        _ => search_tree::<{ knight_board::bitboard::MAX_AREA.div_ceil(64) }>(problem, progress),
    };
    #[cfg(not(target_arch = "x86_64"))]
    with_words!(squares, WORDS => search_tree::<WORDS>(problem, progress))
}

/// The search, compiled for processors with bit manipulation instructions.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn search_with_bits<const WORDS: usize>(
    problem: &Problem,
    progress: &mut SearchProgress,
) -> Result<End, Stopped> {
    search_tree::<WORDS>(problem, progress)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::engines::plain;
    use crate::engines::step::*;
    use knight_board::{Budget, Goal, MoveOrder, Square};

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    fn from_corner(board: &str, budget: Budget) -> Problem {
        Problem {
            board: board.parse().unwrap(),
            start: Square { row: 1, col: 1 },
            order: MoveOrder::FIG2,
            goal: Goal::Open,
            budget,
        }
    }

    /// The copy of the search that runs depends on the processor, so this names both.
    #[test]
    fn both_copies_of_the_search_agree_with_the_plain_recursion() {
        let budget = Budget::checks(300_000).unwrap();
        let boards = [
            "1x1", "3x3", "5x5", "4x16", "16x4", "8x8", "7x10", "9x9", "8x16", "12x12", "16x16",
            "3x50", "1x256",
        ];
        for board in boards {
            for &goal in Goal::ALL {
                let problem = Problem { goal, ..from_corner(board, budget) };
                let wanted = Ok(plain::search(&problem));
                for processor in [Processor::Any, Processor::detect()] {
                    let answer = search_on(processor, &problem, &mut |_| GO_ON);
                    assert_eq!(answer, wanted, "{problem:?} on {processor:?}");
                }
            }
        }
    }

    #[test]
    fn the_progress_sees_the_checks_rise_and_can_stop_the_search() {
        for board in ["8x8", "9x9", "12x12", "16x16"] {
            let mut seen = Vec::new();
            let answer = search(&from_corner(board, Budget::UNLIMITED), &mut |checks| {
                seen.push(checks);
                if checks < 20_000_000 { GO_ON } else { ControlFlow::Break(()) }
            });
            assert_eq!(answer, Err(Interrupted));
            assert!(seen.len() > 5 && seen.is_sorted());
            assert!(seen.windows(2).all(|pair| pair[1] - pair[0] < 4_000_000));
        }
    }

    #[test]
    fn a_budget_beyond_the_counters_is_no_limit() {
        let largest = Budget::checks(Budget::MAX).unwrap();
        let answer = search(&from_corner("5x5", largest), &mut |_| GO_ON);
        assert_eq!(answer, search(&from_corner("5x5", Budget::UNLIMITED), &mut |_| GO_ON));
    }
}
